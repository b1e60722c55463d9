/** What is known of the execution as a whole, where no step is selected. */
import { CopyButton } from "../../parts/copy-button.tsx";
import { InertText } from "../../parts/inert-text.tsx";
import { Status } from "../../parts/status.tsx";
import type { ExecutionHead } from "../store/execution-model.ts";
import { ModelCalls } from "./model-calls.tsx";
import { PlanFindings } from "./plan-findings.tsx";
import { Asked } from "./step-waiting.tsx";

export function WholeRun({ head }: { readonly head: ExecutionHead }) {
  // A question about the whole plan is of no step.
  const asked = head.pendingHumanInputs.filter(({ stepId }) => stepId === null);
  const { labels, plan, planErrors, plannerOffer, planWarnings, prompt, response } = head;
  const answer = response ?? plan?.directResponse ?? null;
  return (
    <article class="insp" aria-labelledby="insp-name">
      <header class="insp-head">
        <div class="line">
          <h2 id="insp-name">The whole run</h2>
          <Status status={head.status} pill />
        </div>
        <p class="kind">Select a step to see what it took, gave and tried.</p>
      </header>
      {asked.length > 0 && (
        <section aria-labelledby="insp-waiting">
          <h3 id="insp-waiting">Waits for</h3>
          {asked.map((request) => (
            <Asked key={request.id} request={request} />
          ))}
        </section>
      )}
      {prompt !== null && prompt !== head.title && <Texts id="insp-asked" name="Asked" text={prompt} />}
      {answer !== null && <Texts id="insp-answer" name="Answer" text={answer} />}
      {plan?.reasoning != null && <Texts id="insp-reasoning" name="Reasoning of the planner" text={plan.reasoning} />}
      <PlanFindings id="insp-plan-errors" name="Wrong with the plan" findings={planErrors} />
      <PlanFindings id="insp-plan-warnings" name="Warnings about the plan" findings={planWarnings} />
      <ModelCalls calls={head.modelCalls} />
      <section aria-labelledby="insp-facts">
        <h3 id="insp-facts">Facts</h3>
        <dl class="facts">
          <dt>Started by</dt>
          <dd>
            <InertText text={head.startedBy} limit={120} />
          </dd>
          <dt>Request</dt>
          <dd>
            <CopyButton text={head.requestId} what="request ID">
              <code>{head.requestId.slice(0, 40)}</code>
            </CopyButton>
          </dd>
          <dt>Calls</dt>
          <dd>
            {head.usage.toolCalls} of tools, {head.usage.agentCalls} of agents, {head.usage.modelCalls} of models
          </dd>
          {plannerOffer !== null && (
            <>
              <dt>Offered</dt>
              <dd>
                {plannerOffer.offered} of {plannerOffer.registered} callables, chosen by the words of the request
                {plannerOffer.query !== null && (
                  <>
                    {" "}
                    and by <InertText text={plannerOffer.query} limit={120} />
                  </>
                )}
              </dd>
            </>
          )}
          {plan !== null && (
            <>
              <dt>Plan</dt>
              <dd>
                {plan.schedule === "DATAFLOW" ? "as soon as inputs exist" : "one step after another"},{" "}
                <CopyButton text={plan.hash} what="hash of the plan">
                  <code>{plan.hash.slice(0, 12)}</code>
                </CopyButton>
              </dd>
            </>
          )}
          {labels.map(({ key, value }) => (
            <LabelFact key={key} name={key} value={value} />
          ))}
        </dl>
      </section>
    </article>
  );
}

function Texts({ id, name, text }: { readonly id: string; readonly name: string; readonly text: string }) {
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      <p class="said">
        <InertText text={text} limit={2_000} />
      </p>
    </section>
  );
}

function LabelFact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>
        <InertText text={name} limit={60} />
      </dt>
      <dd>
        <InertText text={value} limit={120} />
      </dd>
    </>
  );
}

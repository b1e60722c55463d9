/** The facts of the execution as a whole, where no step is selected. */
import { useContext } from "preact/hooks";
import { CopyButton } from "../../parts/copy-button.tsx";
import { InertText } from "../../parts/inert-text.tsx";
import { runStatus, Status } from "../../parts/status.tsx";
import { RunFiles } from "../files/run-files.tsx";
import { ModelCalls } from "../model-calls/model-calls.tsx";
import { MomentContext } from "../moment.ts";
import { hasNoAgent, inputParts, outputParts, type RunPayload } from "../payload/run-parts.ts";
import { PartsSection, PlanDocument } from "../payload/run-sections.tsx";
import type { ExecutionHead, WrittenText } from "../store/execution-model.ts";
import { DerivedRuns } from "./derived-runs.tsx";
import { PlanFindings } from "./plan-findings.tsx";
import { Asked } from "./step-waiting.tsx";

export interface WholeRunProps {
  readonly head: ExecutionHead;
  readonly payload: RunPayload | null;
  /** Whether `payload` is still being read: the sections below it come with it, so that nothing moves. */
  readonly isLoading: boolean;
  readonly texts: readonly WrittenText[];
}

export function WholeRun({ head, isLoading, payload, texts }: WholeRunProps) {
  // The log does not have its state at that time.
  const isPast = useContext(MomentContext) !== null;
  // A question about the whole plan is of no step.
  const asked = head.pendingHumanInputs.filter(({ stepId }) => stepId === null);
  const { labels, plan, planErrors, plannerOffer, planWarnings } = head;
  const given = inputParts(head, payload);
  const gave = outputParts(head, payload, texts);
  const output = gave.length > 0 && <PartsSection id="insp-run-output" name="Output" head={head} parts={gave} />;
  return (
    <article class="insp" aria-labelledby="insp-name">
      <header class="insp-head">
        <div class="line">
          <h2 id="insp-name" class="plain">
            The whole run
          </h2>
          <Status status={hasNoAgent(head) && head.status === "SUCCEEDED" ? "NO_AGENT" : runStatus(head)} pill />
        </div>
        <p class="kind">Select a step to see its arguments, output and attempts.</p>
      </header>
      {asked.length > 0 && (
        <section aria-labelledby="insp-waiting">
          <h3 id="insp-waiting">Waits for</h3>
          {asked.map((request) => (
            <Asked key={request.id} request={request} />
          ))}
        </section>
      )}
      {!isLoading && (
        <>
          {head.finishedAt !== null && output}
          <PartsSection id="insp-run-input" name="Input" head={head} parts={given}>
            {given.length === 0 && payload !== null && <p class="soft small">No input values.</p>}
            <PlanDocument head={head} />
          </PartsSection>
          {head.finishedAt === null && output}
          {plan?.reasoning != null && (
            <Texts id="insp-reasoning" name="Reasoning of the planner" text={plan.reasoning} />
          )}
          <PlanFindings id="insp-plan-errors" name="Wrong with the plan" findings={planErrors} />
          <PlanFindings id="insp-plan-warnings" name="Warnings about the plan" findings={planWarnings} />
          <ModelCalls executionId={head.id} calls={head.modelCalls} />
          <DerivedRuns executionId={head.id} />
          <section aria-labelledby="insp-facts">
            <h3 id="insp-facts">Facts</h3>
            <dl class="facts">
              <dt>Started by</dt>
              <dd>
                <InertText text={head.startedBy} limit={120} />
              </dd>
              {!isPast && (
                <>
                  <dt>State</dt>
                  <dd>
                    <code>{head.state}</code>
                  </dd>
                </>
              )}
              <dt>Request</dt>
              <dd>
                <CopyButton text={head.requestId} what="request ID">
                  <code>{head.requestId.slice(0, 40)}</code>
                </CopyButton>
              </dd>
              {head.routing !== null && (
                <>
                  <dt>Agent</dt>
                  <dd>
                    <Routed routing={head.routing} />
                  </dd>
                </>
              )}
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
          <RunFiles head={head} />
        </>
      )}
    </article>
  );
}

export function Texts({ id, name, text }: { readonly id: string; readonly name: string; readonly text: string }) {
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      <p class="said">
        <InertText text={text} limit={2_000} />
      </p>
    </section>
  );
}

/** Who was chosen for a question, and why. */
export function Routed({ routing }: { readonly routing: NonNullable<ExecutionHead["routing"]> }) {
  const { agentName, confidence, mode, reason, unknownAgentName } = routing;
  return (
    <>
      {agentName === null ? "none fits" : <InertText text={agentName} limit={120} />}
      {mode === "MANUAL" && ", chosen by the caller"}
      {confidence !== null && agentName !== null && `, ${Math.round(confidence * 100)} % sure`}
      {unknownAgentName !== null && (
        <>
          , the model named <InertText text={unknownAgentName} limit={120} />, which is not registered
        </>
      )}
      {reason !== null && reason !== "" && (
        <p class="small">
          <InertText text={reason} limit={400} />
        </p>
      )}
    </>
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

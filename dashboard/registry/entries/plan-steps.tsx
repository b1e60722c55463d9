/** The plan of a workflow as a list: each step with its callable, its data sources and its retries. */
import { Icon, type IconName } from "../../parts/icon.tsx";
import { InertText, madeVisible } from "../../parts/inert-text.tsx";
import { duration, plural } from "../../parts/numbers.ts";
import { registryLists } from "../registry-lists.ts";
import { CallableName } from "./agent-facts.tsx";
import type { PlannedStepFragment } from "./workflow-entry.generated.ts";
import type { Workflow } from "./workflow-entry.tsx";
import { plannedStepId, WorkflowGraph } from "./workflow-graph.tsx";

type Step = PlannedStepFragment & { readonly children?: readonly PlannedStepFragment[] };

const kinds: Readonly<Record<string, { readonly icon: IconName; readonly word: string }>> = {
  TOOL: { icon: "tool", word: "tool" },
  AGENT: { icon: "agent", word: "agent" },
  WORKFLOW: { icon: "workflow", word: "workflow" },
  HUMAN_INPUT: { icon: "person", word: "asks a person" },
  PARALLEL: { icon: "group", word: "at the same time" },
  MAP: { icon: "group", word: "for each item of a list" },
  LOOP: { icon: "group", word: "again and again" },
};

export function PlanSteps({ plan }: { readonly plan: Workflow["plan"] }) {
  return (
    <section class="panel" aria-labelledby="plan">
      <header>
        <h2 id="plan">Plan</h2>
        <span class="tag">{plural(plan.steps.length, "step")}</span>
        <span class="end fine soft">
          {plan.schedule === "SEQUENTIAL" ? "one after another" : "each as soon as its inputs exist"}
        </span>
      </header>
      {plan.reasoning !== null && (
        <p class="entry-part said">
          <InertText text={plan.reasoning} limit={1_000} />
        </p>
      )}
      <WorkflowGraph plan={plan} />
      <ol class="plan-steps">
        {plan.steps.map((step) => (
          <PlanStep key={step.stepId} step={step} />
        ))}
      </ol>
    </section>
  );
}

function PlanStep({ step }: { readonly step: Step }) {
  const kind = Object.hasOwn(kinds, step.kind) ? kinds[step.kind] : undefined;
  return (
    <li id={plannedStepId(step.stepId)}>
      <div class="step">
        <Icon name={kind?.icon ?? "pending"} />
        <div>
          <div class="t">
            <span class="name">{madeVisible(step.stepId)}</span>
            <span class="soft">{kind?.word ?? step.kind}</span>
            {step.isFinally && <span class="tag">finally</span>}
            {step.callableName !== null && <CallableName name={step.callableName} lists={registryLists.value} />}
          </div>
          {step.references.length > 0 && (
            <ul class="name-list" aria-label="Takes">
              {step.references.map(({ expression, source, sourceStepId, target }, at) => (
                <li key={at} title={madeVisible(expression)}>
                  <span class="from">
                    <Icon name={sourceStepId === null ? "binding" : "right"} />
                    {sourceStepId !== null && <b>{madeVisible(sourceStepId)}</b>}
                    <span class="path">{madeVisible(dotted(source))}</span>
                    <span class="soft">into {madeVisible(dotted(target))}</span>
                  </span>
                </li>
              ))}
            </ul>
          )}
          {step.when !== null && (
            <p class="fine">
              only if <code>{madeVisible(step.when)}</code>
            </p>
          )}
          <p class="fine soft">{policyWords(step)}</p>
        </div>
      </div>
      {step.children !== undefined && step.children.length > 0 && (
        <ol>
          {step.children.map((child) => (
            <PlanStep key={child.stepId} step={child} />
          ))}
        </ol>
      )}
    </li>
  );
}

function policyWords({ after, independent, parallel, policy, resultKey }: Step): string {
  return [
    resultKey === null ? null : `bound as ${resultKey}`,
    after.length === 0 ? null : `after ${after.join(", ")}`,
    independent ? "in no order with other effects" : null,
    parallel?.mergeStrategy === "FIRST_SUCCESS" ? "the first that succeeds counts" : null,
    parallel?.mergeStrategy === "FIRST_MATCH" ? "the first whose condition is true runs" : null,
    parallel?.maxConcurrency == null ? null : `${parallel.maxConcurrency} at a time`,
    policy === null ? null : policy.maxAttempts === 1 ? "one attempt" : `${policy.maxAttempts} attempts`,
    policy === null || policy.maxAttempts === 1 ? null : `first back-off ${duration(policy.initialBackoffMs)}`,
    policy?.timeoutMs == null ? null : `${duration(policy.timeoutMs)} for each`,
    (policy ?? parallel)?.continueOnFailure === true ? "the plan goes on if it fails" : null,
    policy?.inDoubt == null ? null : `in doubt: ${policy.inDoubt}`,
  ]
    .flatMap((part) => (part === null ? [] : madeVisible(part)))
    .join(" · ");
}

/** A JSON Pointer as templates write paths. */
function dotted(pointer: string): string {
  const parts = pointer.split("/").slice(1);
  return parts.length === 0 ? "all" : parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")).join(".");
}

/** The steps of a workflow's plan, groups with their children. */
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { plural } from "../parts/numbers.ts";
import { callableIcons } from "./registry.ts";
import type { WorkflowDetailQuery } from "./run.generated.ts";

type Steps = NonNullable<WorkflowDetailQuery["workflow"]>["plan"]["steps"];

export function WorkflowSteps({ steps }: { readonly steps: Steps }) {
  return (
    <section class="panel" aria-labelledby="h-steps">
      <header>
        <h2 id="h-steps">Steps</h2>
        <span class="end soft fine">{plural(steps.length, "step")}</span>
      </header>
      <ol class="waves">
        {steps.map(({ callableName, children, kind, stepId }, at) => (
          <li key={stepId}>
            <span class="no">{at + 1}</span>
            <div class="items">
              <span class="call">
                <Icon name={callableIcons[kind] ?? "tool"} />
                <span class="clip">{madeVisible(stepId)}</span>
              </span>
              {children.map((child) => (
                <span key={child.stepId} class="call">
                  <Icon name={callableIcons[child.kind] ?? "tool"} />
                  <span class="clip">{madeVisible(child.stepId)}</span>
                </span>
              ))}
            </div>
            {callableName !== null && callableName !== stepId && <p class="why">{madeVisible(callableName)}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The steps that a plan ends in: no step takes their output or follows them. Their outputs are the output of the run. */
import type { ExecutionHead } from "../store/execution-model.ts";

type Steps = NonNullable<ExecutionHead["plan"]>["steps"];
type PlanStep = Steps[number];

/** More of them are not shown at once. */
const mostLastSteps = 5;

interface Within extends Pick<PlanStep, "references" | "stepId" | "whenReferences" | "after"> {
  readonly children?: readonly Within[];
}

/**
 * Ids of the last steps, in the order of the plan. `gave` are those that have an output: a step without output behind a step with output,
 * as after a failure, does not count. Those of `finally` clean up, so they are none.
 */
export function lastSteps(steps: Steps, gave: ReadonlySet<string>): readonly string[] {
  const own = steps.filter(({ isFinally, stepId }) => !isFinally && gave.has(stepId));
  const taken = new Set<string>();
  for (const step of own as readonly Within[]) take(step, step, taken);
  const last = own.filter(({ stepId }) => !taken.has(stepId));
  return last.map(({ stepId }) => stepId).slice(-mostLastSteps);
}

/** Notes the inputs that `step`, which is `top` or within it, takes from others. */
function take(step: Within, top: Within, taken: Set<string>): void {
  const sources = [...step.references, ...step.whenReferences].map(({ sourceStepId }) => sourceStepId);
  for (const stepId of [...sources, ...step.after]) if (stepId !== null && stepId !== top.stepId) taken.add(stepId);
  for (const child of step.children ?? []) take(child, top, taken);
}

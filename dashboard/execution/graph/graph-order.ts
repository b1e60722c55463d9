/** What the schedule of a plan puts in order beside its references. Pure. */
import type { ExecutionHead } from "../store/execution-model.ts";

type Plan = NonNullable<ExecutionHead["plan"]>;

/** Pairs of step ids at the top of the plan, the later last: each step with the one that it waits for. */
export function scheduledOrder(
  { schedule, steps }: Pick<Plan, "schedule" | "steps">,
  standing: ExecutionHead["steps"],
): readonly (readonly [string, string])[] {
  const readOnly = new Set(
    standing
      .filter((step) => step.kind === "HUMAN_INPUT" || ("effectClass" in step && step.effectClass === "READ_ONLY"))
      .map(({ stepId }) => stepId),
  );
  const pairs: (readonly [string, string])[] = [];
  let previous: string | null = null;
  for (const { independent, stepId } of steps) {
    // In a dataflow plan calls that are not read-only keep their order among themselves, the others wait for their data alone.
    if (schedule !== "SEQUENTIAL" && readOnly.has(stepId)) continue;
    if (previous !== null && (schedule === "SEQUENTIAL" || !independent)) pairs.push([previous, stepId]);
    previous = stepId;
  }
  return pairs;
}

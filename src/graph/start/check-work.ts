/**
 * The processor time of checking a plan, in steps of some 50 nanoseconds as schemas count them. Clocks stand still on the platform while
 * code runs, so it is counted: the steps that schemas took, and the values of the plan, whose objects are steps, calls and arguments.
 */
import type { PlanSource } from "../../plan/compile/compile.ts";

/** Measured over plans of 100 chained calls and of long lists, see docs/performance.md. */
const stepsOf = { object: 400, value: 15 } as const;

/**
 * Steps for the values of a plan.
 *
 * @example
 * ```ts
 * sourceWork({ kind: "TYPED", plan: { steps: [] } }); // 415
 * ```
 */
export function sourceWork(source: PlanSource): number {
  const left: unknown[] = [source.kind === "TYPED" ? source.plan : source.document];
  let steps = 0;
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== "object" || value === null) {
      steps += stepsOf.value;
      continue;
    }
    steps += Array.isArray(value) ? stepsOf.value : stepsOf.object;
    for (const member of Object.values(value)) if (member !== undefined) left.push(member);
  }
  return steps;
}

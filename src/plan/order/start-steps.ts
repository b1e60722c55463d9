/** Where a plan starts. A workflow has exactly one such step, which represents its trigger (W14). */

import type { PlanProblem } from "../problem.ts";
import { invalidInput } from "../shape-problems.ts";
import type { PlanGraph } from "./order.ts";

/** Ids of the top-level steps that wait for no other, in the order of the plan. Those of `finally` wait for all of these. */
export function startSteps(graph: PlanGraph): readonly string[] {
  return graph.nodes.flatMap(({ blockedBy, group, step }) =>
    group === undefined && blockedBy.length === 0 && step.isFinally !== true ? [step.id] : [],
  );
}

/** A problem at `path`, the place of the steps, unless exactly one step waits for no other. */
export function startProblems(graph: PlanGraph, path: readonly string[]): readonly PlanProblem[] {
  const starts = startSteps(graph);
  if (starts.length === 1) return [];
  const found = starts.length === 0 ? "none" : starts.map((id) => JSON.stringify(id)).join(", ");
  const advice = starts.length === 0 ? "" : "; let the others follow it by a reference or by after";
  return [invalidInput(path, `expected exactly one step that waits for no other, found ${found}${advice}`)];
}

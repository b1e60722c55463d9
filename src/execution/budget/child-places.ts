/**
 * The number of places of an execution that a child gets for its own descendants (E10): an equal part of the free places, by the number of
 * children that may still run beside it. It is at least one, because nothing begins without a free place. So the running descendants of a
 * root never exceed its places, in any order of starts and without asking anybody.
 */
import type { PlanStep } from "../../plan/plan.ts";
import { beginsChild, freePlaces, waitingForTasks } from "../state/permit.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";
import { isFinal } from "../state/step-state.ts";
import { openTask } from "../state/step-task.ts";

/** The places of the child that the step at `ordinal` waits for, else of the one that it would make now. Undefined without a cap. */
export function childPlaces(state: ExecutionState, ordinal: number): number | undefined {
  const task = openTask(stepAt(state, ordinal));
  if (task !== undefined || state.pinned.limits.maxDescendants === undefined) return task?.places;
  const others = waitingForTasks(state);
  const children = others.filter((other) => openTask(stepAt(state, other))?.kind === "CHILD").length;
  const beside = Math.max(1, mostAtATime(state) - children);
  return Math.max(1, Math.floor(freePlaces(state, others) / beside));
}

/** Children that may be at work at a time from now on, those that are included. */
function mostAtATime(state: ExecutionState): number {
  const { graph, limits, plan } = state.pinned;
  let most = 0;
  for (const { group, ordinal, step } of graph.nodes) {
    if (group !== undefined || isFinal(stepAt(state, ordinal).status)) continue;
    const own = childrenAtATime(state, step);
    most = plan.schedule === "SEQUENTIAL" ? Math.max(most, own) : most + own;
    if (most >= limits.maxParallel) break;
  }
  return Math.min(limits.maxParallel, most);
}

function childrenAtATime(state: ExecutionState, step: PlanStep): number {
  if (step.kind === "TOOL") return beginsChild(state, step) ? 1 : 0;
  const children = step.children.filter((child) => beginsChild(state, child)).length;
  if (step.kind === "LOOP" || children === 0) return children;
  const most = step.maxConcurrency ?? Number.POSITIVE_INFINITY;
  return step.kind === "MAP" ? most : Math.min(children, most);
}

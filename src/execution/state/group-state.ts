/**
 * Which child decides a group: the first one that succeeds (`FIRST_SUCCESS`), or the first one whose condition is true (`FIRST_MATCH`). The
 * end of a group is in `execution/settle/group.ts`.
 */
import { type ExecutionState, nodeAt, stepAt } from "./state.ts";

/** Whether the step at `ordinal` is a child of a group of which the first match counts, and a child before it has yet to be decided on. */
export function awaitsEarlierMatch(state: ExecutionState, ordinal: number): boolean {
  return earlierMatches(state, ordinal).some((child) => stepAt(state, child).status === "PENDING");
}

/** Whether a child before it is the first match of the group: it was not skipped by its condition. */
export function hasEarlierMatch(state: ExecutionState, ordinal: number): boolean {
  return earlierMatches(state, ordinal).some((child) => {
    const { startedAt, status } = stepAt(state, child);
    return status !== "SKIPPED" || startedAt !== undefined;
  });
}

function earlierMatches(state: ExecutionState, ordinal: number): readonly number[] {
  const { group } = nodeAt(state, ordinal);
  if (group === undefined) return [];
  const { children, step } = nodeAt(state, group);
  if (step.kind !== "PARALLEL" || step.mergeStrategy !== "FIRST_MATCH") return [];
  return children.slice(0, children.indexOf(ordinal));
}

/** Whether a child of a `first_success` group has succeeded already. */
export function groupIsDecided(state: ExecutionState, group: number): boolean {
  const { step, children } = nodeAt(state, group);
  if (step.kind !== "PARALLEL" || step.mergeStrategy !== "FIRST_SUCCESS") return false;
  return children.some((child) => stepAt(state, child).status === "SUCCEEDED");
}

/**
 * The one rule whether a step may still begin (design: Groups and halting): asked when the step is offered and again when it gets its
 * permit.
 */

import type { MergeStrategy } from "../../plan/plan.ts";
import { awaitsEarlierMatch, groupIsDecided } from "../state/group-state.ts";
import { isStopped } from "../state/repeat-state.ts";
import { type ExecutionState, nodeAt, stepAt } from "../state/state.ts";

/** Whether a step that is ready may really begin now. The runner asks again when it has a permit. */
export function mayBegin(state: ExecutionState, ordinal: number): boolean {
  if (stepAt(state, ordinal).status !== "PENDING") return false;
  const { group } = nodeAt(state, ordinal);
  if (awaitsEarlierMatch(state, ordinal)) return false;
  if (group !== undefined && (groupIsDecided(state, group) || isStopped(state, group))) return false;
  if (state.haltedBy === undefined) return true;
  return (
    group !== undefined &&
    mergeStrategyOf(state, ordinal) === "COLLECT_ALL" &&
    stepAt(state, group).status === "RUNNING"
  );
}

/** How the group of the step at `ordinal` ends, a map like a group that runs all its steps; undefined for all else. */
export function mergeStrategyOf(state: ExecutionState, ordinal: number): MergeStrategy | undefined {
  const { group } = nodeAt(state, ordinal);
  const step = group === undefined ? null : nodeAt(state, group).step;
  if (step?.kind === "MAP") return "COLLECT_ALL";
  return step?.kind === "PARALLEL" ? step.mergeStrategy : undefined;
}

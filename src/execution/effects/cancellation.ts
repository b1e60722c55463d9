/**
 * Cancellation: why the execution or one of its running steps must end early, by a cancel, by the deadline, or because a sibling decided
 * the group. `nextEffects` turns the cause into `ABORT`, which the runner performs (`durable/runner`); abandoned remote tasks are cancelled
 * afterwards. After a halt a step may only finish what has begun.
 */
import type { InterruptionCause } from "../events/attempt.ts";
import { deadlinePassed } from "../state/clock.ts";
import { groupIsDecided } from "../state/group-state.ts";
import { isWithinStopped } from "../state/repeat-state.ts";
import { type ExecutionState, nodeAt } from "../state/state.ts";
import { waitsThroughHalt } from "./task-effects.ts";

/** Why the whole execution must end although steps are left. Undefined if it may continue. A cancel precedes the deadline (C6). */
export function endCause(state: ExecutionState, now: number): "CANCEL" | "EXECUTION_TIMEOUT" | undefined {
  if (state.cancelRequested !== undefined) return "CANCEL";
  return deadlinePassed(state, now) ? "EXECUTION_TIMEOUT" : undefined;
}

/** Why the call of an active step must be cancelled, or its wait withdrawn. Undefined if the step may continue. */
export function cancellationOf(
  state: ExecutionState,
  ordinal: number,
  over: "CANCEL" | "EXECUTION_TIMEOUT" | undefined,
): InterruptionCause | undefined {
  const { group } = nodeAt(state, ordinal);
  return over ?? (group !== undefined && groupIsDecided(state, group) ? "GROUP_DECIDED" : undefined);
}

/** Whether the wait of the step at `ordinal` ends because the plan halted, or its map stopped. */
export function haltsWait(state: ExecutionState, ordinal: number): boolean {
  return (state.haltedBy !== undefined && !waitsThroughHalt(state, ordinal)) || isWithinStopped(state, ordinal);
}

/** Whether an answer to the active step at `ordinal` comes too late, because `nextEffects` ends its wait. */
export function isPastAnswering(state: ExecutionState, ordinal: number, now: number): boolean {
  return haltsWait(state, ordinal) || cancellationOf(state, ordinal, endCause(state, now)) !== undefined;
}

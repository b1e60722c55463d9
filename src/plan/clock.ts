/** The clock of an execution (E9): it stands while only people are waited for and runs otherwise. Times are Unix milliseconds. */
import { type ExecutionClock, type ExecutionState, stepAt } from "./state.ts";

/** Whether nothing can happen until a person answers: no call runs, none may begin, and everything active waits for a person. */
export function waitsForPeopleOnly(state: ExecutionState): boolean {
  if (state.finished !== null || state.active.length === 0) return false;
  if (state.haltedBy === null && state.ready.length > 0) return false;
  return state.active.every((ordinal) => stepAt(state, ordinal).wait?.kind === "PERSON");
}

/** Stops or starts the clock so that it fits `state` at `now`: the remainder is stored when it stops and counted from when it starts. */
export function adjustedClock(state: ExecutionState, now: number): ExecutionClock {
  const stands = waitsForPeopleOnly(state);
  const { clock } = state;
  // A deadline that has passed has passed, even if what it cut leaves only people to wait for.
  if (clock.running && stands && now < clock.deadlineAt) return { running: false, remainingMs: clock.deadlineAt - now };
  if (!clock.running && !stands) return { running: true, deadlineAt: now + clock.remainingMs };
  return clock;
}

export function deadlinePassed(state: ExecutionState, now: number): boolean {
  return state.clock.running && now >= state.clock.deadlineAt;
}

/** Time that one attempt of a step may take: the least of the step's own, the execution's default and what is left (O15, C25). */
export function attemptTimeoutMs(state: ExecutionState, ordinal: number, now: number): number {
  const step = state.pinned.graph.nodes[ordinal]?.step;
  const own = step?.kind === "TOOL" ? step.policy.timeoutMs : null;
  const remaining = state.clock.running ? state.clock.deadlineAt - now : state.clock.remainingMs;
  return Math.max(0, Math.min(own ?? Number.POSITIVE_INFINITY, state.pinned.limits.stepTimeoutMs, remaining));
}

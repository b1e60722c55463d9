/**
 * The clock of an execution (E9). It stands while the execution waits only for people, and runs otherwise. Part of the time is kept for the
 * responder, so everything else ends that much before the deadline. Times are Unix milliseconds.
 */
import { openPlanApproval } from "./open-plan-approval.ts";
import { type ExecutionClock, type ExecutionState, stepAt } from "./state.ts";

/** Whether nothing can happen until a person answers: no call runs, none may begin, and everything active waits for a person. */
export function waitsForHumanInputOnly(state: ExecutionState): boolean {
  if (state.finished !== undefined) return false;
  if (openPlanApproval(state) !== undefined) return true;
  if (state.modelTask !== undefined || state.active.length === 0) return false;
  if (state.haltedBy === undefined && state.ready.length > 0) return false;
  return state.active.every((ordinal) => stepAt(state, ordinal).wait?.kind === "PERSON");
}

/** Stops or starts the clock so that it fits `state` at `now`: the remainder is stored when it stops and counted from when it starts. */
export function adjustedClock(state: ExecutionState, now: number): ExecutionClock {
  const stands = waitsForHumanInputOnly(state);
  const { clock } = state;
  // A deadline that has passed has passed, even if what it cut leaves only people to wait for.
  if (clock.running && stands && now < workDeadlineAt(state))
    return { running: false, remainingMs: clock.deadlineAt - now };
  if (!clock.running && !stands) return { running: true, deadlineAt: now + clock.remainingMs };
  return clock;
}

/** When steps, routing and planning must have ended. Infinite while the clock stands. */
export function workDeadlineAt(state: ExecutionState): number {
  return state.clock.running ? state.clock.deadlineAt - reservedMs(state) : Number.POSITIVE_INFINITY;
}

export function deadlinePassed(state: ExecutionState, now: number): boolean {
  return now >= workDeadlineAt(state);
}

/** Time that one attempt of a step may take: the least of the step's own, the execution's default and what is left (O15, C25). */
export function attemptTimeoutMs(state: ExecutionState, ordinal: number, now: number): number {
  const step = state.pinned.graph.nodes[ordinal]?.step;
  const own = step?.kind === "TOOL" ? step.policy.timeoutMs : null;
  const { stepTimeoutMs } = state.pinned.limits;
  return Math.max(0, Math.min(own ?? Number.POSITIVE_INFINITY, stepTimeoutMs, remainingMs(state, now)));
}

/**
 * When the wait of a step for a child or a remote task ends that begins at `now`: by the time limit of the step, if it has one, else when
 * the execution's own time for work is over. The default for attempts is no limit for waits.
 */
export function taskEndsAt(state: ExecutionState, ordinal: number, now: number): number {
  const step = state.pinned.graph.nodes[ordinal]?.step;
  const own = step?.kind === "TOOL" ? step.policy.timeoutMs : null;
  return now + Math.max(0, Math.min(own ?? Number.POSITIVE_INFINITY, remainingMs(state, now)));
}

function remainingMs(state: ExecutionState, now: number): number {
  return state.clock.running ? workDeadlineAt(state) - now : state.clock.remainingMs - reservedMs(state);
}

/** Time that is kept for the responder; never more than half of all, so that something is left to answer about. */
function reservedMs({ pinned: { limits, modelWork } }: ExecutionState): number {
  return Math.min(modelWork.respond?.reservedMs ?? 0, limits.timeoutMs / 2);
}

/**
 * The clock of an execution (E9). It stands while the execution waits only for people, times and events, and runs otherwise. Part of the time is kept for the
 * responder, so everything else ends that much before the deadline. The steps of `finally` have a time of their own, which begins with them. Times are Unix milliseconds.
 */
import type { WaitKind } from "../events/step-waiting.ts";
import { openPlanApproval } from "./open-plan-approval.ts";
import { type ExecutionClock, type ExecutionState, stepAt } from "./state.ts";

/** Waits for which the clock stands: people, times and events take as long as they need. */
const standsFor: ReadonlySet<WaitKind | undefined> = new Set<WaitKind>(["PERSON", "TIMER", "EVENT"]);

/** Whether nothing happens until a person answers, a time or an event comes: no call runs, none may begin, and everything active waits for these. */
function stands(state: ExecutionState): boolean {
  if (state.finished !== undefined) return false;
  if (openPlanApproval(state) !== undefined) return true;
  if (state.modelTask !== undefined || state.active.length === 0) return false;
  if (state.haltedBy === undefined && state.ready.length > 0) return false;
  return state.active.every((ordinal) => standsFor.has(waitKindAt(state, ordinal)));
}

/** Whether a person is asked, and nothing but people, times and events is waited for. */
export function waitsForPeople(state: ExecutionState): boolean {
  if (!stands(state)) return false;
  return (
    openPlanApproval(state) !== undefined || state.active.some((ordinal) => waitKindAt(state, ordinal) === "PERSON")
  );
}

/** When the first step wakes of an execution that does nothing but sleep, Unix milliseconds. 0 for any other. */
export function sleepsUntil(state: ExecutionState): number {
  if (!stands(state) || openPlanApproval(state) !== undefined) return 0;
  return Math.min(
    ...state.active.map((ordinal) => {
      const { wait } = stepAt(state, ordinal);
      return wait?.kind === "TIMER" ? (wait.until ?? 0) : 0;
    }),
  );
}

function waitKindAt(state: ExecutionState, ordinal: number): WaitKind | undefined {
  return stepAt(state, ordinal).wait?.kind;
}

/** Stops or starts the clock so that it fits `state` at `now`: the remainder is stored when it stops and counted from when it starts. */
export function adjustedClock(state: ExecutionState, now: number): ExecutionClock {
  const isToStand = stands(state);
  const { clock } = state;
  // A deadline that has passed has passed, even if only people, times and events are left to wait for.
  if (clock.running && isToStand && now < workDeadlineAt(state))
    return { running: false, remainingMs: clock.deadlineAt - now };
  if (!clock.running && !isToStand) return { running: true, deadlineAt: now + clock.remainingMs };
  return clock;
}

/** When steps, routing and planning must have ended. Infinite while the clock stands. */
export function workDeadlineAt(state: ExecutionState): number {
  return state.clock.running ? state.clock.deadlineAt - reservedMs(state) : Number.POSITIVE_INFINITY;
}

export function deadlinePassed(state: ExecutionState, now: number): boolean {
  return now >= workDeadlineAt(state);
}

/**
 * Time that one attempt of a step may take: the minimum of the step's own limit, the execution's default and the remaining time (O15, C25).
 */
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

/** Time that is kept for the responder; never more than half of all, so that something is left to answer about. It has ended before `finally`. */
function reservedMs({ ending, pinned: { limits, modelWork } }: ExecutionState): number {
  if (ending !== undefined) return 0;
  return Math.min(modelWork.respond?.reservedMs ?? 0, limits.timeoutMs / 2);
}

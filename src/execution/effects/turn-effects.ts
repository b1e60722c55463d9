/**
 * The next effect of an execution with turns while no turn runs (C29): a message to its agents, a reservation of the next turn, or its end.
 * As in `nextEffects`, it follows from the state alone: a reservation leaves no row, and a repeated one gets the same answer.
 */

import type { Failure } from "../../json/failure.ts";
import type { ExecutionEvent } from "../events/event.ts";
import { endedBy, executionEnd } from "../settle/finish.ts";
import { workDeadlineAt } from "../state/clock.ts";
import type { ExecutionState } from "../state/state.ts";
import { nextTurn } from "../turns/next-turn.ts";
import type { ReservationResult } from "../turns/turn-request.ts";
import { runtimeMessage, turnStartRows } from "../turns/turn-start.ts";
import type { Effect } from "./effect.ts";

/** Effects between turns. `over` is why the execution must end although turns are left. */
export function turnEffects(
  state: ExecutionState,
  over: "CANCEL" | "EXECUTION_TIMEOUT" | undefined,
): readonly Effect[] {
  if (over === "CANCEL") return ended([], state, over);
  const next = nextTurn(state);
  switch (next.kind) {
    case "TELL":
      return [{ kind: "APPEND", events: [runtimeMessage(state, next.text, next.turn)] }];
    case "END":
      return ended(next.handoff === undefined ? [] : [next.handoff], state, over);
    case "TURN": {
      if (over !== undefined) return ended([], state, over);
      const at = workDeadlineAt(state);
      return [{ kind: "RESERVE_TURN" }, ...(at < Number.POSITIVE_INFINITY ? [{ kind: "WAKE" as const, at }] : [])];
    }
  }
}

/** The events after the answer to a reservation: the turn starts, or the execution ends because it cannot. */
export function reservedRows(state: ExecutionState, answer: ReservationResult): readonly ExecutionEvent[] {
  const next = nextTurn(state);
  if (next.kind !== "TURN") return [];
  if (answer.kind === "RESERVED") return turnStartRows(state, next, answer.key);
  const failure: Failure = {
    code: "INTERNAL",
    message: `Cannot start turn ${next.turn}: required a turn that has not been taken, found ${found(answer)}`,
    retryable: false,
    details: { turn: next.turn, answer: answer.kind },
  };
  return [endedBy(failure)];
}

/** The failure of an agent elsewhere that did not submit its output in time. */
export function notSubmitted(agentName: string): Failure {
  return {
    code: "STEP_TIMEOUT",
    message: `${agentName} did not submit its output in time`,
    retryable: true,
    details: null,
  };
}

function found(answer: Exclude<ReservationResult, { readonly kind: "RESERVED" }>): string {
  switch (answer.kind) {
    case "DUPLICATE":
    case "CONFLICT":
      return "one that was taken before";
    case "BELOW_WINDOW":
      return `one below the window of the conversation, which begins after turn ${answer.highestEvicted}`;
    case "NOT_RUNNING":
      return "a conversation that is not in this execution any more";
  }
}

function ended(
  before: readonly ExecutionEvent[],
  state: ExecutionState,
  over: "CANCEL" | "EXECUTION_TIMEOUT" | undefined,
): readonly Effect[] {
  const end = executionEnd(state, over);
  if (end === undefined) return [];
  // A turn that the deadline cut decides nothing, so that the conversation stays where it is and can continue.
  return [{ kind: "APPEND", events: end.status === "FAILED" ? [end] : [...before, end] }];
}

/** The end of a turn whose agent gives no answer: its step fails, or is cancelled with the execution. */

import type { Failure } from "../../json/failure.ts";
import type { StepFinished } from "../events/event.ts";
import { turnSteps } from "../events/turn-event.ts";
import type { ExecutionState } from "../state/state.ts";

/** The row that ends the agent's step of the turn at hand. `failure` undefined for a cancel. */
export function turnGivenUp({ turns }: ExecutionState, failure: Failure | undefined): StepFinished {
  const turn = turns?.turns.at(-1);
  if (turn === undefined) throw new Error("it is the turn of no agent");
  return { ...agentStepEnd(turn.number, failure === undefined ? "CANCELLED" : "FAILED"), failure: failure ?? null };
}

/** The end of the agent's step of `turn`, with neither output nor failure. */
export function agentStepEnd(turn: number, status: "SUCCEEDED" | "FAILED" | "CANCELLED"): StepFinished {
  return {
    kind: "StepFinished",
    step: turnSteps(turn).agent,
    group: null,
    status,
    attempt: 0,
    callId: null,
    outcome: status === "SUCCEEDED" ? "ANSWERED" : null,
    output: null,
    content: null,
    failure: null,
    warning: null,
    reused: false,
  };
}

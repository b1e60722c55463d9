/**
 * How a step ends by an answer that a person gave, declined to give or left out. Pure, so that an answer and its absence end a step alike.
 */

import type { Failure } from "../../json/failure.ts";
import type { Json } from "../../json/json.ts";
import { storedValue } from "../../json/store-value.ts";
import type { DeclineOutcome } from "../../plan/human-input.ts";
import { answerOutput, approvedAnswer } from "../../plan/human-input-answer.ts";
import type { StepFinished } from "../events/event.ts";
import { outcomeUnknown } from "../events/lost-answer.ts";
import { unansweredOutcome } from "../human-input/callee-request.ts";
import { toolStepAt } from "../state/planned-step.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";
import { openHumanInput, type StepState } from "../state/step-state.ts";
import { declaredStepOutput } from "./declared-schemas.ts";
import { stepEnd } from "./step-end.ts";

/** The end of a step that asked a person and was answered. `response` null where no data was asked for. */
export function answeredEnd(state: ExecutionState, ordinal: number, response: Json): StepFinished {
  const step = stepAt(state, ordinal);
  const planned = toolStepAt(state, ordinal);
  const callable = state.pinned.callables.get(planned.callableName);
  const answer = response ?? approvedAnswer;
  const output = callable === undefined ? answer : answerOutput(callable, answer, step.callId);
  const declared = declaredStepOutput(planned, { output, content: null });
  if (!declared.ok) return stepEnd(state, ordinal, step, "FAILED", "ANSWERED", declared.failure);
  const end = stepEnd(state, ordinal, step, "FAILED", "ANSWERED", undefined);
  return { ...end, status: "SUCCEEDED", output: storedValue(output) };
}

/** The end of a step whose question a person declined. */
export function declinedEnd(state: ExecutionState, ordinal: number, reason: string | undefined): StepFinished {
  const step = stepAt(state, ordinal);
  const open = openHumanInput(step);
  if (open?.purpose === "IN_DOUBT")
    return stepEnd(state, ordinal, step, "FAILED", "UNKNOWN", outcomeUnknown(step.failure));
  const { callableName } = toolStepAt(state, ordinal);
  const what =
    open?.purpose === "STEP" || open?.purpose === "CALLEE"
      ? `to answer ${callableName}`
      : `the call of ${callableName}`;
  // A tool of the user interface says the reason alone, as the document Auto-tools shows it.
  const isOfInterface = open?.purpose === "STEP" && state.pinned.callables.get(callableName)?.ui !== undefined;
  const isAlone = isOfInterface && reason !== undefined && reason.trim() !== "";
  const message = isAlone ? reason : `a person declined ${what}${reason === undefined ? "" : `: ${reason}`}`;
  const failure = failureOf("REJECTED_BY_HUMAN", message, false);
  // The task that asked is at work for all that is known, and is asked to stop (E7).
  if (open?.purpose === "CALLEE") return stepEnd(state, ordinal, step, "FAILED", unansweredOutcome(step), failure);
  return endedAs(state, ordinal, step, open?.onDecline ?? "FAIL", failure);
}

/** The end of a step whose question was not answered in time, as was declared with the question. */
export function unansweredEnd(state: ExecutionState, ordinal: number): StepFinished {
  const step = stepAt(state, ordinal);
  const open = openHumanInput(step);
  if (open?.purpose === "IN_DOUBT")
    return stepEnd(state, ordinal, step, "FAILED", "UNKNOWN", outcomeUnknown(step.failure));
  const expiry = open?.onExpiry ?? { kind: "FAIL" };
  if (expiry.kind === "ANSWER") return answeredEnd(state, ordinal, expiry.response);
  const failure = failureOf("HUMAN_INPUT_EXPIRED", "no person answered in time", true);
  if (open?.purpose === "CALLEE") return stepEnd(state, ordinal, step, "FAILED", unansweredOutcome(step), failure);
  return endedAs(state, ordinal, step, expiry.kind, failure);
}

function endedAs(
  state: ExecutionState,
  ordinal: number,
  step: StepState,
  outcome: DeclineOutcome,
  failure: Failure,
): StepFinished {
  if (outcome === "FAIL") return stepEnd(state, ordinal, step, "FAILED", null, failure);
  return { ...stepEnd(state, ordinal, step, "CANCELLED", null, undefined), status: "SKIPPED" };
}

function failureOf(code: "HUMAN_INPUT_EXPIRED" | "REJECTED_BY_HUMAN", message: string, retryable: boolean): Failure {
  return { code, message, retryable, details: null };
}

/**
 * What follows when a callee needs a person to go on (MCP `input_required`, A2A `INPUT_REQUIRED`). The call is not over: the step waits for
 * the answer, and its next attempt sends it under the same key (E5). A callee may ask ten times; after that the call fails.
 *
 * A remote task that asks stays with its step. It is not polled while a person is asked: its state is learned with the answer. If the answer
 * never reaches it, it is cancelled.
 */

import type { Failure } from "../../json/failure.ts";
import type { StoredValue } from "../../json/stored-value.ts";
import type { CalleeAnswer, CalleeAsks, CallOutcome } from "../events/attempt.ts";
import type { WaitingForPerson } from "../events/step-waiting.ts";
import { toolStepAt } from "../state/planned-step.ts";
import type { ReadValue } from "../state/read-reference.ts";
import { type ExecutionState, type StepState, stepAt } from "../state/state.ts";
import { taskAtWork } from "../state/step-task.ts";
import { personAsked, type Question } from "./person-asked.ts";

/** Questions that the callee of one step may ask. */
const maxCalleeQuestions = 10;

/** Number of the questions that the callee of a step has asked. */
function calleeQuestions({ questions }: StepState): number {
  return questions.filter(({ purpose }) => purpose === "CALLEE").length;
}

/** The row by which the step at `ordinal` asks for the callee of its attempt numbered `attempt`. */
export function calleeAsked(
  state: ExecutionState,
  ordinal: number,
  attempt: number,
  { details, handle, prompt }: CalleeAsks,
  responseSchema: StoredValue | undefined,
  now: number,
): WaitingForPerson {
  const question: Question = {
    purpose: "CALLEE",
    kind: "FORM",
    prompt,
    ui: null,
    responseSchema,
    details,
    attempt,
    onExpiry: { kind: "FAIL" },
    onDecline: "FAIL",
  };
  const asked = personAsked(state, ordinal, question, now);
  return handle === null ? asked : { ...asked, handle };
}

/** What the next attempt of `step` tells its callee. Null if that asked nothing, or has been told. */
export function calleeAnswer(step: StepState, read: ReadValue): CalleeAnswer | null {
  const { continuation } = step;
  if (continuation === null) return null;
  const { details, isAccepted, response: position } = continuation;
  const response = position === null ? null : read(position);
  if (response === undefined) throw new Error("the answer to a callee cannot be read");
  return { details, isAccepted, response, question: calleeQuestions(step) };
}

/** Why the step at `ordinal` asks no more. Null if it may. */
export function questionsExhausted(state: ExecutionState, ordinal: number): Failure | null {
  if (calleeQuestions(stepAt(state, ordinal)) < maxCalleeQuestions) return null;
  const { callableName } = toolStepAt(state, ordinal);
  const message = `Cannot go on with the call of ${callableName}: required at most ${maxCalleeQuestions} questions to people, found another`;
  return { code: "PROTOCOL", message, retryable: false, details: { maxQuestions: maxCalleeQuestions } };
}

/** What is known of a call whose callee asked and gets no answer: it was answered, or its task is at work. */
export function unansweredOutcome(step: StepState): CallOutcome {
  return taskAtWork(step) === null ? "ANSWERED" : "UNKNOWN";
}

/**
 * A callee that needs human input to continue (MCP `input_required`, A2A `INPUT_REQUIRED`). The call is not over: the step waits for the
 * answer, and its next attempt sends it under the same key (E5). A callee may request input ten times; after that the call fails.
 *
 * A remote task that requests input stays with its step. It is not polled while the request is open, because the reply to the answer has
 * its state. If the answer never reaches it, it is cancelled. One that waits until a person has permitted something elsewhere (A2A
 * `AUTH_REQUIRED`) is polled on, ever more rarely, because it continues by itself; then the request is withdrawn.
 */

import type { Failure } from "../../json/failure.ts";
import type { StoredValue } from "../../json/stored-value.ts";
import type { HumanInputKind } from "../../plan/human-input.ts";
import type { CalleeAnswer, CalleeAsks, CallOutcome } from "../events/attempt.ts";
import type { WaitingForPerson } from "../events/step-waiting.ts";
import { toolStepAt } from "../state/planned-step.ts";
import type { ReadValue } from "../state/read-reference.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";
import type { StepState } from "../state/step-state.ts";
import { taskAtWork } from "../state/step-task.ts";
import { humanInputRequested, type RequestedInput } from "./human-input-request.ts";

/** Requests that the callee of one step may make. */
const maxCalleeRequests = 10;

/** Number of requests that the callee of a step has made. */
function calleeRequests({ questions }: StepState): number {
  return questions.filter(({ purpose }) => purpose === "CALLEE").length;
}

/** The row by which the step at `ordinal` asks for the callee of its attempt numbered `attempt`. */
export function calleeRequested(
  state: ExecutionState,
  ordinal: number,
  attempt: number,
  asks: CalleeAsks,
  responseSchema: StoredValue | undefined,
  now: number,
): WaitingForPerson {
  const { authorize, connect, details, handle, prompt } = asks;
  const question: RequestedInput = {
    purpose: "CALLEE",
    kind: kindOf(asks),
    ...(connect !== undefined && { connect }),
    ...(authorize?.link !== undefined && { link: authorize.link }),
    prompt,
    ui: null,
    responseSchema,
    details,
    attempt,
    onExpiry: { kind: "FAIL" },
    onDecline: "FAIL",
  };
  const asked = humanInputRequested(state, ordinal, question, now);
  return handle === undefined ? asked : { ...asked, handle };
}

function kindOf({ authorize, connect }: Pick<CalleeAsks, "authorize" | "connect">): HumanInputKind {
  if (connect !== undefined) return "CONNECT";
  return authorize === undefined ? "FORM" : "AUTHORIZE";
}

/** The message of the next attempt of `step` to its callee. Undefined if that asked nothing, or has its answer. */
export function calleeAnswer(step: StepState, read: ReadValue): CalleeAnswer | undefined {
  const { continuation } = step;
  if (continuation === undefined) return undefined;
  const { details, isAccepted, response: position } = continuation;
  const response = position === undefined ? null : read(position);
  if (response === undefined) throw new Error("the answer to a callee cannot be read");
  return { details, isAccepted, response, question: calleeRequests(step) };
}

/** Why the step at `ordinal` asks no more. Undefined if it may. */
export function requestsExhausted(state: ExecutionState, ordinal: number): Failure | undefined {
  if (calleeRequests(stepAt(state, ordinal)) < maxCalleeRequests) return undefined;
  const { callableName } = toolStepAt(state, ordinal);
  const message = `Cannot go on with the call of ${callableName}: required at most ${maxCalleeRequests} questions to people, found another`;
  return { code: "PROTOCOL", message, retryable: false, details: { maxQuestions: maxCalleeRequests } };
}

/** The outcome of a call whose callee asked and gets no answer: it was answered, or its task is at work. */
export function unansweredOutcome(step: StepState): CallOutcome {
  return taskAtWork(step) === undefined ? "ANSWERED" : "UNKNOWN";
}

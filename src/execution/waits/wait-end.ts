/** How a step ends whose call is a wait: once its time has come, or with the event that it waited for. */
import type { Failure } from "../../json/failure.ts";
import { storedValue } from "../../json/store-value.ts";
import { instantText } from "../../plan/waits/date-time.ts";
import type { ArrivalAnswer, ArrivedEvent } from "../commands/sent-event.ts";
import type { PollResult } from "../events/attempt.ts";
import type { StepFinished } from "../events/event.ts";
import type { EventAddress } from "../events/step-waiting.ts";
import { declaredStepOutput } from "../settle/declared-schemas.ts";
import { stepEnd } from "../settle/step-end.ts";
import { toolStepAt } from "../state/planned-step.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";
import type { StepWait } from "../state/step-state.ts";

/** The end of the step at `ordinal`, which slept until `until`, Unix milliseconds. */
export function sleptEnd(state: ExecutionState, ordinal: number, until: number): StepFinished {
  const step = stepAt(state, ordinal);
  const output = { sleptUntil: instantText(until) };
  const declared = declaredStepOutput(toolStepAt(state, ordinal), { output, content: null });
  if (!declared.ok) return stepEnd(state, ordinal, step, "FAILED", "ANSWERED", declared.failure);
  const end = stepEnd(state, ordinal, step, "FAILED", "ANSWERED", undefined);
  return { ...end, status: "SUCCEEDED", output: storedValue(output) };
}

/** The end of the step at `ordinal` for which no event came in time. */
export function eventMissed(state: ExecutionState, ordinal: number, { details, since, until }: StepWait): StepFinished {
  const timeoutMs = (until ?? since) - since;
  const { correlation, name } = details as EventAddress;
  const message = `no event ${JSON.stringify(name)} with the correlation ${JSON.stringify(correlation)} came within ${timeoutMs} ms`;
  const failure: Failure = { code: "STEP_TIMEOUT", message, retryable: true, details: { timeoutMs } };
  return stepEnd(state, ordinal, stepAt(state, ordinal), "FAILED", null, failure);
}

/** The result of the attempt of a step that waited for `event`. */
export function eventResult({ eventId, payload, receivedAt }: ArrivedEvent): FinalPoll {
  const output = { payload, eventId, receivedAt: instantText(receivedAt) };
  return { kind: "SUCCEEDED", result: { output, content: null, metadata: null, isPartial: false } };
}

type FinalPoll = Extract<PollResult, { readonly kind: "SUCCEEDED" }>;

/**
 * The answer of the execution to an event for the wait `waitId` of `stepId`, once the event was offered to it. Undefined if the wait is to
 * end and has not ended yet.
 */
export function arrivalAnswer(state: ExecutionState, stepId: string, waitId: string): ArrivalAnswer | undefined {
  const ordinal = state.pinned.graph.ordinalOf.get(stepId);
  const wait = ordinal === undefined ? undefined : stepAt(state, ordinal).tasks.find(({ handle }) => handle === waitId);
  if (wait?.standing === "WAITED_FOR") return undefined;
  return wait?.standing === "ENDED" ? "TAKEN" : "NOT_WAITING";
}

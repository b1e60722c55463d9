/** Events of logs for tests, with the few fields that matter. Times are milliseconds since the epoch. */
import type { LoggedEvent } from "../../../dashboard/execution/store/execution-model.ts";

/** A `DateTime` of the API. */
export function at(time: number): string {
  return new Date(time).toISOString();
}

/** Any event; `fields` are not checked, since a newer server may send others. */
export function event(
  sequence: number,
  stepId: string | null,
  time: number,
  fields: { readonly __typename: string; readonly [name: string]: unknown },
): LoggedEvent {
  return { sequence, stepId, occurredAt: at(time), hidden: false, ...fields } as unknown as LoggedEvent;
}

export function stepStarted(
  sequence: number,
  stepId: string,
  time: number,
  attempt = 1,
  groupId: string | null = null,
) {
  return event(sequence, stepId, time, { __typename: "StepStarted", attempt, callableName: "call", groupId });
}

export function attemptFailed(
  sequence: number,
  stepId: string,
  time: number,
  { attempt, retryAt }: { readonly attempt: number; readonly retryAt: number | null },
) {
  return event(sequence, stepId, time, {
    __typename: "AttemptFailed",
    attempt,
    outcome: "REJECTED",
    retryAt: retryAt === null ? null : at(retryAt),
    failure: { code: "TOOL_ERROR", message: "no" },
  });
}

export function stepWaiting(
  sequence: number,
  stepId: string | null,
  time: number,
  waitsFor: string,
  until: number | null = null,
) {
  const ends = until === null ? null : at(until);
  return event(sequence, stepId, time, { __typename: "StepWaiting", waitsFor, until: ends, note: null });
}

export function stepFinished(
  sequence: number,
  stepId: string,
  time: number,
  {
    attempt = 1,
    groupId = null,
    status = "SUCCEEDED",
    warnings = 0,
  }: { attempt?: number | null; groupId?: string | null; status?: string; warnings?: number } = {},
) {
  return event(sequence, stepId, time, {
    __typename: "StepFinished",
    stepStatus: status,
    endedAttempt: attempt,
    groupId,
    reused: false,
    warnings: Array.from({ length: warnings }, () => ({ code: "JSON_IN_TEXT" })),
    output: null,
    stepFailure: status === "FAILED" ? { code: "TOOL_ERROR", message: "no" } : null,
  });
}

export function modelStarted(sequence: number, time: number, purpose: string, number: number) {
  return event(sequence, null, time, { __typename: "ModelCallStarted", purpose, number, model: "scripted" });
}

export function modelCalled(
  sequence: number,
  time: number,
  purpose: string,
  number: number,
  ended: { readonly failure?: object | null; readonly retryAt?: string | null } = {},
) {
  const modelCall = { number, purpose, model: "scripted", failure: null, retryAt: null, ...ended };
  return event(sequence, null, time, { __typename: "ModelCalled", modelCall });
}

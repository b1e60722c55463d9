/**
 * Room `execution/settle`: which events follow when something ends.
 *
 * Owns: the events after an attempt (this file) and after a model call (`after-model-call.ts`); retries (`retry.ts`); the end of a step by
 * its condition or by human input; the end of a group (`group.ts`) and of the execution (`finish.ts`); the output of a run
 * (`run-output.ts`); whether a step may still begin (`may-begin.ts`, `nesting.ts`); the key of a further call (`reuse-key.ts`). Leaves: the
 * next effects to `execution/effects`; calls themselves to `durable/runner` and `tools`; the change of state to `execution/fold`.
 *
 * Invariants:
 * - The room is pure: time, chance and stored values are arguments.
 * - The events of one end are one transaction.
 * - No key is ever used with other arguments. A call that may have had its effect keeps its key, unless its arguments change (E5).
 * - Nothing is called again after a cancel, a deadline or a halt.
 *
 * This file turns the result of an attempt into events. Whether the step is retried is decided in `retry.ts`.
 */

import type { AttemptResult, CalleeAsks, InterruptionCause } from "../events/attempt.ts";
import type { DecisionInputs } from "../events/decision-inputs.ts";
import type { ExecutionEvent } from "../events/event.ts";
import { attachmentsStored } from "../events/kept-attachment.ts";
import { lostWithObject } from "../events/lost-answer.ts";
import type { WaitingForRemoteTask } from "../events/step-waiting.ts";
import { calleeRequested, requestsExhausted, unansweredOutcome } from "../human-input/callee-request.ts";
import { autoToolCall, reportedFailure } from "../state/auto-tool-call.ts";
import { toolStepAt } from "../state/planned-step.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";
import { type AttemptEnd, executionTimedOut, finished, groupHasWinner, usedBy } from "./attempt-end.ts";
import { declaredStepOutput } from "./declared-schemas.ts";
import { failed, unknown } from "./retry.ts";
import { taskAwaited } from "./task-awaited.ts";

/** The events that `result` of the running attempt numbered `attempt` leads to, in order; one transaction. */
export function afterAttempt(
  state: ExecutionState,
  ordinal: number,
  attempt: number,
  result: AttemptResult,
  inputs: DecisionInputs,
): readonly ExecutionEvent[] {
  return attemptEvents(state, ordinal, attempt, result, inputs).map((event) =>
    withAttemptStart(state, ordinal, event, inputs.startedAt),
  );
}

/**
 * The row with the start time of its attempt, where no other row has it: the attempt left none of its own (E2), and began later than it
 * might have, because it waited for a connection.
 */
function withAttemptStart(
  state: ExecutionState,
  ordinal: number,
  event: ExecutionEvent,
  attemptStartedAt: number | undefined,
): ExecutionEvent {
  if (event.kind !== "AttemptFailed" && event.kind !== "StepFinished" && event.kind !== "StepWaiting") return event;
  const { attempts, retryAt } = stepAt(state, ordinal);
  const isStored = (("attempt" in event ? event.attempt : undefined) ?? 0) <= (attempts.at(-1)?.number ?? 0);
  if (isStored || attemptStartedAt === undefined || attemptStartedAt <= (retryAt ?? attemptStartedAt)) return event;
  return { ...event, attemptStartedAt };
}

function attemptEvents(
  state: ExecutionState,
  ordinal: number,
  attempt: number,
  result: AttemptResult,
  { now, random, stored }: DecisionInputs,
): readonly ExecutionEvent[] {
  const end = { state, ordinal, attempt, step: toolStepAt(state, ordinal), now, random, stored };
  switch (result.kind) {
    case "SUCCEEDED":
      // A partial answer is output like any other: it halts nothing (H9). If a sibling was first (C7), this answer came before it could be
      // cut, and does not count.
      if (groupHasWinner(end)) return [finished(end, "CANCELLED", "ANSWERED", undefined, usedBy(result))];
      return succeeded(end, result);
    case "WAITS": {
      const { details, handle, note, waitsFor } = result;
      const task = { waitsFor, handle, details, attempt, ...(note === undefined ? {} : { note }) };
      return [taskAwaited<WaitingForRemoteTask>(state, ordinal, task, now)];
    }
    case "ASKS":
      return calleeAsks(end, result);
    case "INTERRUPTED":
      return interrupted(end, result.cause);
    case "FAILED":
      return failed(end, result);
  }
}

function succeeded(end: AttemptEnd, success: AttemptResult & { kind: "SUCCEEDED" }): readonly ExecutionEvent[] {
  const { kept = [], warning, warnings } = success;
  const used = usedBy(success);
  const declared = declaredStepOutput(end.step, success.result);
  if (!declared.ok)
    return failed(end, {
      kind: "FAILED",
      outcome: "ANSWERED",
      failure: declared.failure,
      result: success.result,
      kept,
      warnings: warnings ?? [],
      ...(success.usage === undefined ? {} : { usage: success.usage }),
    });
  const result = { ...success.result, output: declared.output };
  // The answer stands, because the client that shows the tool has shown it. A further call would have its effect twice (T27).
  const isAutoTool = autoToolCall(end.state, end.step.id) !== undefined;
  const reported = isAutoTool ? reportedFailure(result.output) : undefined;
  const status = reported !== undefined ? "FAILED" : result.isPartial ? "PARTIAL" : "SUCCEEDED";
  return [
    ...attachmentsStored(end.step.id, kept),
    finished(end, status, "ANSWERED", reported, {
      output: result.output === undefined ? null : end.stored(result.output),
      content: end.stored({ content: result.content, metadata: result.metadata }),
      warning: warning ?? null,
      ...(warnings === undefined ? {} : { warnings }),
      ...used,
    }),
  ];
}

/** The attempt is over and the call is not: a further attempt takes the answer to the callee, whether it was accepted or declined. */
function calleeAsks(end: AttemptEnd, result: CalleeAsks): readonly ExecutionEvent[] {
  const { attempt, now, ordinal, state, stored } = end;
  const exhausted = requestsExhausted(state, ordinal);
  if (exhausted !== undefined) return [finished(end, "FAILED", unansweredOutcome(stepAt(state, ordinal)), exhausted)];
  const schema = result.responseSchema === undefined ? undefined : stored(result.responseSchema);
  return [calleeRequested(state, ordinal, attempt, result, schema, now)];
}

function interrupted(end: AttemptEnd, cause: InterruptionCause): readonly ExecutionEvent[] {
  switch (cause) {
    case "CANCEL":
    case "GROUP_DECIDED":
      return [finished(end, "CANCELLED", "UNKNOWN", undefined)];
    case "EXECUTION_TIMEOUT":
      return [finished(end, "FAILED", "UNKNOWN", executionTimedOut(end.state))];
    case "CRASH":
      return unknown(end, lostWithObject, undefined, true);
  }
}

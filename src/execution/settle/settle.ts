/**
 * Room `execution/settle`: which events follow when something ends.
 *
 * Owns: the end of an attempt (this file) and of a model call (`settle-model.ts`); retries; the end of a step by its condition or by a person's
 * answer; the end of a group (`group.ts`) and of the execution (`finish.ts`); the output of a run (`run-output.ts`); what may still begin
 * (`may-begin.ts`, `nesting.ts`); the key of a further call (`reuse-key.ts`).
 * Leaves: what is to be done now to `execution/effects`; calls themselves to `durable/runner` and `tools`; the change of state to
 * `execution/fold`.
 *
 * Invariants:
 * - The room is pure: time, chance and stored values are arguments.
 * - The events of one end are one transaction.
 * - No key is ever used with other arguments. A call that may have had its effect keeps its key, unless its arguments change (E5).
 * - Nothing is called again after a cancel, a deadline or a halt.
 *
 * This file decides on retries (E7). A known failure is tried again up to `maxAttempts`. An unknown outcome is tried again only where calling
 * again is harmless, or where the policy or a person permits it.
 */

import type { Failure } from "../../json/failure.ts";
import { maxCallsAfterUnknown } from "../../plan/limits.ts";
import type { InDoubtPolicy, ToolStep } from "../../plan/plan.ts";
import type { AttemptResult, CalleeAsks, CallOutcome, InterruptionCause } from "../events/attempt.ts";
import type { Surroundings } from "../events/decision-inputs.ts";
import type { AttemptFailed, ExecutionEvent, FinalStepStatus, StepFinished, StepWaiting } from "../events/event.ts";
import { attachmentsStored } from "../events/kept-attachment.ts";
import { lostWithObject, outcomeUnknown } from "../events/lost-answer.ts";
import type { UsageView } from "../events/usage.ts";
import { calleeAsked, questionsExhausted, unansweredOutcome } from "../people/callee-asked.ts";
import { personAsked } from "../people/person-asked.ts";
import { withAttemptStart } from "../state/attempt-start.ts";
import { autoToolCall, reportedFailure } from "../state/auto-tool-call.ts";
import { deadlinePassed } from "../state/clock.ts";
import { groupIsDecided } from "../state/group-state.ts";
import { effectClassAt, groupIdOf, toolStepAt } from "../state/planned-step.ts";
import { type ExecutionState, nodeAt, stepAt } from "../state/state.ts";
import { declaredStepOutput } from "./declared-schemas.ts";
import { taskAwaited } from "./task-awaited.ts";

/** The events that `result` of the running attempt numbered `attempt` leads to, in order; one transaction. */
export function settle(
  state: ExecutionState,
  ordinal: number,
  attempt: number,
  result: AttemptResult,
  surroundings: Surroundings,
): readonly ExecutionEvent[] {
  return attemptEvents(state, ordinal, attempt, result, surroundings).map((event) =>
    withAttemptStart(state, ordinal, event, surroundings.startedAt),
  );
}

function attemptEvents(
  state: ExecutionState,
  ordinal: number,
  attempt: number,
  result: AttemptResult,
  { now, random, stored }: Surroundings,
): readonly ExecutionEvent[] {
  const end = { state, ordinal, attempt, step: toolStepAt(state, ordinal), now, random, stored };
  switch (result.kind) {
    case "SUCCEEDED":
      // A part of what was asked for is output like any other: it halts nothing (H9).
      // A sibling was first (C7): this answer came before it could be cut, and does not count.
      if (groupHasWinner(end)) return [finished(end, "CANCELLED", "ANSWERED", null, usedBy(result))];
      return succeeded(end, result);
    case "WAITS": {
      const { kind: _, ...task } = result;
      return [taskAwaited(state, ordinal, { ...task, attempt }, now)];
    }
    case "ASKS":
      return asks(end, result);
    case "INTERRUPTED":
      return interrupted(end, result.cause);
    case "FAILED":
      return failed(end, result);
  }
}

interface AttemptEnd extends Surroundings {
  readonly state: ExecutionState;
  readonly ordinal: number;
  readonly attempt: number;
  readonly step: ToolStep;
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
      retryAfterMs: null,
      result: success.result,
      kept,
      warnings: warnings ?? [],
      ...(success.usage === undefined ? {} : { usage: success.usage }),
    });
  const result = { ...success.result, output: declared.output };
  // The answer stands, because whoever shows the tool shows it; calling again would do its effect twice (T27).
  const isAutoTool = autoToolCall(end.state, end.step.id) !== null;
  const reported = isAutoTool ? reportedFailure(result.output) : null;
  const status = reported !== null ? "FAILED" : result.isPartial ? "PARTIAL" : "SUCCEEDED";
  return [
    ...attachmentsStored(end.step.id, kept),
    finished(end, status, "ANSWERED", reported, {
      output: result.output === undefined ? null : end.stored(result.output),
      content: end.stored({ content: result.content, metadata: result.metadata }),
      warning,
      ...(warnings === undefined ? {} : { warnings }),
      ...used,
    }),
  ];
}

/** The attempt is over and the call is not: a further attempt takes the answer to the callee, whether it was accepted or declined. */
function asks(end: AttemptEnd, result: CalleeAsks): readonly ExecutionEvent[] {
  const { attempt, now, ordinal, state, stored } = end;
  const exhausted = questionsExhausted(state, ordinal);
  if (exhausted !== null) return [finished(end, "FAILED", unansweredOutcome(stepAt(state, ordinal)), exhausted)];
  const schema = result.responseSchema === null ? null : stored(result.responseSchema);
  return [calleeAsked(state, ordinal, attempt, result, schema, now)];
}

function interrupted(end: AttemptEnd, cause: InterruptionCause): readonly ExecutionEvent[] {
  switch (cause) {
    case "CANCEL":
    case "GROUP_DECIDED":
      return [finished(end, "CANCELLED", "UNKNOWN", null)];
    case "EXECUTION_TIMEOUT":
      return [finished(end, "FAILED", "UNKNOWN", executionTimedOut(end.state))];
    case "CRASH":
      return unknown(end, lostWithObject, null, true);
  }
}

function failed(end: AttemptEnd, result: AttemptResult & { kind: "FAILED" }): readonly ExecutionEvent[] {
  const { state, ordinal, step, now } = end;
  const content =
    result.result === null ? null : end.stored({ content: result.result.content, metadata: result.result.metadata });
  if (result.outcome === "UNKNOWN") return unknown(end, result.failure, result.retryAfterMs, false);
  const used = usedBy(result);
  const known = stepAt(state, ordinal).knownFailures + 1;
  const retryAt = now + waitMs(end, known, result.retryAfterMs);
  const mayRetry =
    result.failure.retryable &&
    known < step.policy.maxAttempts &&
    // An answer that was taken for wrong has had its effect: calling again could do it twice.
    (result.failure.code !== "OUTPUT_INVALID" || effectClassAt(state, ordinal) !== "UNSAFE");
  if (mayRetry && mayCallAgain(end, retryAt))
    return [{ ...attemptFailed(end, result.outcome, result.failure, retryAt, false), ...used }];
  const { kept = [], warnings = [] } = result;
  const told = warnings.length === 0 ? {} : { warnings };
  return [
    ...attachmentsStored(end.step.id, kept),
    finished(end, "FAILED", result.outcome, result.failure, { content, ...told, ...used }),
  ];
}

function unknown(
  end: AttemptEnd,
  failure: Failure,
  retryAfterMs: number | null,
  byCrash: boolean,
): readonly ExecutionEvent[] {
  const { state, ordinal, now } = end;
  const harmless = effectClassAt(state, ordinal) !== "UNSAFE";
  // The answer of a further call would be as large.
  const isHopeless = failure.code === "LIMIT_EXCEEDED";
  const policy: InDoubtPolicy = harmless ? "RETRY" : (end.step.policy.inDoubt ?? state.pinned.inDoubt);
  const calls = stepAt(state, ordinal).unknownOutcomes + 1;
  // Nobody answered, so nobody asked for a pause after a crash.
  const retryAt = byCrash ? now : now + waitMs(end, calls, retryAfterMs);
  if (state.cancelRequested !== null) return [finished(end, "CANCELLED", "UNKNOWN", null)];
  if (deadlinePassed(state, now)) return [finished(end, "FAILED", "UNKNOWN", executionTimedOut(state))];
  if (policy === "RETRY" && !isHopeless && calls <= maxCallsAfterUnknown && mayCallAgain(end, retryAt)) {
    return [attemptFailed(end, "UNKNOWN", failure, retryAt, byCrash)];
  }
  if (policy === "ASK" && calls <= maxCallsAfterUnknown && state.haltedBy === null) {
    return [attemptFailed(end, "UNKNOWN", failure, null, byCrash), inDoubtAsked(end, failure)];
  }
  return [finished(end, "FAILED", "UNKNOWN", harmless ? failure : outcomeUnknown(failure))];
}

export function executionTimedOut(state: ExecutionState): Failure {
  return {
    code: "EXECUTION_TIMEOUT",
    message: `the execution did not end within ${state.pinned.limits.timeoutMs} ms`,
    retryable: true,
    details: { timeoutMs: state.pinned.limits.timeoutMs },
  };
}

function inDoubtAsked({ state, ordinal, step, now }: AttemptEnd, failure: Failure): StepWaiting {
  const prompt = `The call of ${step.callableName} left and its answer was lost (${failure.message}). Calling again could do its effect twice. Call again with the same key?`;
  const kind = "IN_DOUBT";
  const outcomes = { onExpiry: { kind: "FAIL" }, onDecline: "FAIL" } as const;
  const question = {
    purpose: kind,
    kind,
    prompt,
    ui: null,
    ...outcomes,
    arguments: null,
    responseSchema: null,
  } as const;
  return personAsked(state, ordinal, question, now);
}

function attemptFailed(
  end: AttemptEnd,
  outcome: CallOutcome,
  failure: Failure,
  retryAt: number | null,
  byCrash: boolean,
): AttemptFailed {
  const callId = stepAt(end.state, end.ordinal).callId ?? "";
  return { kind: "AttemptFailed", step: end.step.id, attempt: end.attempt, callId, outcome, failure, retryAt, byCrash };
}

function finished(
  end: AttemptEnd,
  status: FinalStepStatus,
  outcome: CallOutcome,
  failure: Failure | null,
  more: Partial<Pick<StepFinished, "output" | "content" | "warning" | "warnings" | "childUsage">> = {},
): StepFinished {
  return {
    kind: "StepFinished",
    step: end.step.id,
    group: groupIdOf(end.state, end.ordinal),
    status,
    attempt: end.attempt,
    callId: stepAt(end.state, end.ordinal).callId,
    outcome,
    output: more.output ?? null,
    content: more.content ?? null,
    failure,
    warning: more.warning ?? null,
    reused: false,
    ...(more.warnings === undefined ? {} : { warnings: more.warnings }),
    ...(more.childUsage === undefined ? {} : { childUsage: more.childUsage }),
  };
}

/** What a child says that it consumed, as the rows of its end carry it. */
function usedBy({ usage }: { readonly usage?: UsageView }): Pick<StepFinished, "childUsage"> {
  return usage === undefined ? {} : { childUsage: usage };
}

/** Wait before the next attempt: doubled for each failure, a little longer at random, never shorter than the callee asked. */
function waitMs(end: AttemptEnd, failures: number, retryAfterMs: number | null): number {
  const backoff = end.step.policy.initialBackoffMs * 2 ** (failures - 1) * (1 + 0.1 * end.random);
  return Math.round(Math.max(backoff, retryAfterMs ?? 0));
}

/** Whether anything may still be called at `at`: not after a cancel, a halt, a decided group or the deadline. */
function mayCallAgain({ state, ordinal }: AttemptEnd, at: number): boolean {
  if (state.cancelRequested !== null || deadlinePassed(state, at)) return false;
  return state.haltedBy === null && !groupHasWinner({ state, ordinal });
}

function groupHasWinner({ ordinal, state }: Pick<AttemptEnd, "state" | "ordinal">): boolean {
  const { group } = nodeAt(state, ordinal);
  return group !== null && groupIsDecided(state, group);
}

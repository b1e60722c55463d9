/**
 * Whether a step is tried again (E7), and when. A known failure is tried again up to `maxAttempts`; an unknown outcome only where calling
 * again is harmless or somebody said so. After a cancel, a deadline, a halt or a sibling that won nothing is called again. The further
 * attempt is made by `durable/runner` (`attempts.ts`) once its time has come (`execution/effects`).
 */
import { approvalAddress } from "../../access/answer-policy.ts";
import type { Failure } from "../../json/failure.ts";
import { maxCallsAfterUnknown } from "../../plan/limits.ts";
import type { InDoubtPolicy } from "../../plan/plan.ts";
import type { AttemptResult, CallOutcome } from "../events/attempt.ts";
import type { AttemptFailed, ExecutionEvent } from "../events/event.ts";
import { attachmentsStored } from "../events/kept-attachment.ts";
import { outcomeUnknown } from "../events/lost-answer.ts";
import type { StepWaiting } from "../events/step-waiting.ts";
import { answerPolicyOf } from "../human-input/four-eyes.ts";
import { humanInputRequested } from "../human-input/human-input-request.ts";
import { deadlinePassed } from "../state/clock.ts";
import { effectClassAt } from "../state/planned-step.ts";
import { stepAt } from "../state/state.ts";
import { type AttemptEnd, executionTimedOut, finished, groupHasWinner, usedBy } from "./attempt-end.ts";

/** The rows of an attempt that ended with a known failure, or whose callee says that the outcome is unknown. */
export function failed(end: AttemptEnd, result: AttemptResult & { kind: "FAILED" }): readonly ExecutionEvent[] {
  const { state, ordinal, step, now } = end;
  const content =
    result.result === undefined
      ? null
      : end.stored({ content: result.result.content, metadata: result.result.metadata });
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
  const warned = warnings.length === 0 ? {} : { warnings };
  return [
    ...attachmentsStored(end.step.id, kept),
    finished(end, "FAILED", result.outcome, result.failure, { content, ...warned, ...used }),
  ];
}
/** The rows of an attempt with an unknown outcome. */
export function unknown(
  end: AttemptEnd,
  failure: Failure,
  retryAfterMs: number | undefined,
  byCrash: boolean,
): readonly ExecutionEvent[] {
  const { state, ordinal, now } = end;
  const harmless = effectClassAt(state, ordinal) !== "UNSAFE";
  // The answer of a further call would be as large.
  const isHopeless = failure.code === "LIMIT_EXCEEDED";
  const policy: InDoubtPolicy = harmless ? "RETRY" : (end.step.policy.inDoubt ?? state.pinned.inDoubt);
  const calls = stepAt(state, ordinal).unknownOutcomes + 1;
  // After a crash there was no answer, so there was no demand for a pause.
  const retryAt = byCrash ? now : now + waitMs(end, calls, retryAfterMs);
  if (state.cancelRequested !== undefined) return [finished(end, "CANCELLED", "UNKNOWN", undefined)];
  if (deadlinePassed(state, now)) return [finished(end, "FAILED", "UNKNOWN", executionTimedOut(state))];
  if (policy === "RETRY" && !isHopeless && calls <= maxCallsAfterUnknown && mayCallAgain(end, retryAt)) {
    return [attemptFailed(end, "UNKNOWN", failure, retryAt, byCrash)];
  }
  if (policy === "ASK" && calls <= maxCallsAfterUnknown && state.haltedBy === undefined) {
    return [attemptFailed(end, "UNKNOWN", failure, undefined, byCrash), inDoubtRequested(end, failure)];
  }
  return [finished(end, "FAILED", "UNKNOWN", harmless ? failure : outcomeUnknown(failure))];
}

function inDoubtRequested({ state, ordinal, step, now }: AttemptEnd, failure: Failure): StepWaiting {
  const prompt = `The call of ${step.callableName} left and its answer was lost (${failure.message}). Calling again could do its effect twice. Call again with the same key?`;
  const kind = "IN_DOUBT";
  const outcomes = { onExpiry: { kind: "FAIL" }, onDecline: "FAIL" } as const;
  const question = {
    purpose: kind,
    kind,
    prompt,
    ui: null,
    ...outcomes,
    ...approvalAddress(answerPolicyOf(state.pinned)),
  } as const;
  return humanInputRequested(state, ordinal, question, now);
}

export function attemptFailed(
  end: AttemptEnd,
  outcome: CallOutcome,
  failure: Failure,
  retryAt: number | undefined,
  byCrash: boolean,
): AttemptFailed {
  const callId = stepAt(end.state, end.ordinal).callId ?? "";
  return {
    kind: "AttemptFailed",
    step: end.step.id,
    attempt: end.attempt,
    callId,
    outcome,
    failure,
    retryAt: retryAt ?? null,
    byCrash,
  };
}

/** Wait before the next attempt: doubled for each failure, a little longer at random, never shorter than the callee asked. */
export function waitMs(end: AttemptEnd, failures: number, retryAfterMs: number | undefined): number {
  const backoff = end.step.policy.initialBackoffMs * 2 ** (failures - 1) * (1 + 0.1 * end.random);
  return Math.round(Math.max(backoff, retryAfterMs ?? 0));
}

/** Whether anything may still be called at `at`: not after a cancel, a halt, a decided group or the deadline. */
export function mayCallAgain({ state, ordinal }: AttemptEnd, at: number): boolean {
  if (state.cancelRequested !== undefined || deadlinePassed(state, at)) return false;
  return state.haltedBy === undefined && !groupHasWinner({ state, ordinal });
}

/** The result of a call without one of its own (E7, E9): it was aborted, or this software failed. */
import type { AttemptResult } from "../../execution/events/attempt.ts";
import { CallAborted } from "../../execution/events/call-aborted.ts";
import type { ModelCallResult } from "../../execution/settle/after-model-call.ts";
import type { Failure } from "../../json/failure.ts";
import { faultText } from "../../json/fault-text.ts";
import { type KeyedExecution, optionalKeys } from "../ports/execution-keys.ts";

/** Resolves once `signal` is aborted. The listener lives as long as the signal, which belongs to one attempt. */
export function whenAborted(signal: AbortSignal): Promise<undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined), { once: true }));
}

/**
 * The result of an attempt whose `signal` was aborted; `timeoutMs` is the time that it had. Of one that has not left nobody is in doubt: no
 * request leaves under an aborted signal.
 */
export function abortedResult(signal: AbortSignal, timeoutMs: number, hasLeft: boolean): AttemptResult {
  const cause = signal.reason instanceof CallAborted ? signal.reason.cause : "CANCEL";
  if (cause !== "STEP_TIMEOUT") return { kind: "INTERRUPTED", cause };
  return {
    kind: "FAILED",
    outcome: hasLeft ? "UNKNOWN" : "NOT_SENT",
    failure: {
      code: "STEP_TIMEOUT",
      message: hasLeft
        ? `the call did not answer within ${timeoutMs} ms`
        : `the call could not leave within ${timeoutMs} ms`,
      retryable: true,
      details: { timeoutMs },
    },
  };
}

/** The result of a model call whose `signal` was aborted; `timeoutMs` is the time that it had. */
export function cutModelCall(signal: AbortSignal, timeoutMs: number, isSent: boolean): ModelCallResult {
  const cause = signal.reason instanceof CallAborted ? signal.reason.cause : "CANCEL";
  if (isSent && cause !== "STEP_TIMEOUT") return { kind: "INTERRUPTED", cause };
  const retryable = cause === "STEP_TIMEOUT";
  const [code, message] =
    cause === "STEP_TIMEOUT"
      ? (["UPSTREAM_UNAVAILABLE", `the model did not answer within ${timeoutMs} ms`] as const)
      : cause === "EXECUTION_TIMEOUT"
        ? ([cause, "the time of the execution ran out before the model was called"] as const)
        : (["CANCELLED", "the execution was cancelled before the model was called"] as const);
  const outcome = isSent ? "UNKNOWN" : "NOT_SENT";
  const failure: Failure = { code, message, retryable, details: { timeoutMs } };
  return { kind: "FAILED", outcome, failure, received: null };
}

/**
 * The result of a model call whose text was longer than any answer that it was asked for. A further call would have a text of the same
 * length.
 */
export const endless: ModelCallResult = {
  kind: "FAILED",
  outcome: "ANSWERED",
  failure: { code: "MODEL_ERROR", message: "the model answered with endless text", retryable: false, details: null },
  received: null,
};

/** The result of an attempt that ended by a fault of our own. The effect at the callee is unknown. */
export function faultResult(error: unknown, of: KeyedExecution | undefined): AttemptResult {
  return { kind: "FAILED", outcome: "UNKNOWN", failure: ownFault(error, of) };
}

/** The failure of a call by a fault of our own. The fault itself is for the log, not for readers. */
export function ownFault(error: unknown, of: KeyedExecution | undefined): Failure {
  console.error(JSON.stringify({ log: "own_fault", ...optionalKeys(of), error: faultText(error) }));
  return {
    code: "INTERNAL",
    message: "the call failed by a fault of this software",
    retryable: false,
    details: null,
  };
}

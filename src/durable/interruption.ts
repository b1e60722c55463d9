/** What an attempt comes to that has no answer of its own (E7, E9): it was cut, or this software failed. */
import type { AttemptResult } from "../plan/attempt.ts";
import { CallAborted } from "../plan/call-aborted.ts";
import type { Failure } from "../plan/failure.ts";

/** Resolves to null once `signal` is aborted. The listener lives as long as the signal, which belongs to one attempt. */
export function whenAborted(signal: AbortSignal): Promise<null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(null), { once: true }));
}

/** The result of an attempt whose `signal` was aborted; `timeoutMs` is the time that it had. */
export function abortedResult(signal: AbortSignal, timeoutMs: number): AttemptResult {
  const cause = signal.reason instanceof CallAborted ? signal.reason.cause : "CANCEL";
  if (cause !== "STEP_TIMEOUT") return { kind: "INTERRUPTED", cause };
  return {
    kind: "FAILED",
    outcome: "UNKNOWN",
    failure: {
      code: "STEP_TIMEOUT",
      message: `the call did not answer within ${timeoutMs} ms`,
      retryable: true,
      details: { timeoutMs },
    },
    retryAfterMs: null,
    result: null,
  };
}

/** The result of an attempt that ended by a fault of our own: what the callee did is unknown. */
export function faultResult(error: unknown): AttemptResult {
  return { kind: "FAILED", outcome: "UNKNOWN", failure: ownFault(error), retryAfterMs: null, result: null };
}

/** The failure of a call by a fault of our own. What the fault was is for the log, not for readers. */
export function ownFault(error: unknown): Failure {
  console.error(JSON.stringify({ message: "a call failed by a fault of our own", error: String(error) }));
  return {
    code: "INTERNAL",
    message: "the call failed by a fault of this software",
    retryable: false,
    details: null,
  };
}

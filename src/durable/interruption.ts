/** What a cut attempt comes to (E7, E9): the reason of its signal, as a result. */
import type { AttemptResult } from "../plan/attempt.ts";
import { CallAborted } from "../plan/call-aborted.ts";

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

/** Results of attempts, as callees of tests give them. */
import type { AttemptResult, CalleeAsks } from "../../../src/execution/events/attempt.ts";
import type { Failure, FailureCode } from "../../../src/json/failure.ts";
import type { Json } from "../../../src/json/json.ts";

export function succeeded(output: Json): AttemptResult {
  return { kind: "SUCCEEDED", result: { output, content: [], metadata: null, isPartial: false } };
}

/** Of the tool of an agent at its turn. */
export const success = succeeded({ status: "success" });

export function failure(code: FailureCode, retryable = true): Failure {
  return { code, message: `it failed with ${code}`, retryable, details: null };
}

export function failed(
  outcome: "NOT_SENT" | "REJECTED" | "ANSWERED" | "UNKNOWN",
  code: FailureCode = "UPSTREAM_UNAVAILABLE",
  retryAfterMs: number | null = null,
  retryable = true,
): AttemptResult {
  return { kind: "FAILED", outcome, failure: failure(code, retryable), retryAfterMs: retryAfterMs ?? undefined };
}

/** An answer that never comes; the attempt ends only when it is cut. */
export function never(): Promise<AttemptResult> {
  return new Promise(() => {});
}

/** An answer that the test gives when it wants to. */
export function held(): { readonly answer: Promise<AttemptResult>; readonly give: (result: AttemptResult) => void } {
  const { promise, resolve } = Promise.withResolvers<AttemptResult>();
  return { answer: promise, give: resolve };
}

/** An answer that the agent took the call and works on the task `handle`. */
export function atWork(handle: string, note: string | null = null): AttemptResult {
  return { kind: "WAITS", waitsFor: "REMOTE_TASK", handle, details: { at: "peers" }, note: note ?? undefined };
}

/** An answer that the callee needs a person to continue; `handle` names the task that asks. */
export function asks(handle: string | null = null): CalleeAsks {
  return { kind: "ASKS", prompt: "Which?", details: { handle }, handle: handle ?? undefined };
}

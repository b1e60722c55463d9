/**
 * Room `tools`: calls of callables that run in other systems. Each protocol has a client in a room of its own: `tools/mcp`, `tools/a2a` and
 * `tools/http-agent`. This room has the common part of the three clients:
 *
 * - the record of one observed HTTP request (`call-observation.ts`) and the classifier of failures over it (this file);
 * - the removal of secrets from everything that a callee returned (`callee-edge.ts`);
 * - the checks of a received JSON body and of a form that a callee wants a person to fill in.
 *
 * It leaves to others:
 *
 * - `execution/settle` decides whether and when a failed attempt is repeated; `durable/runner` starts attempts and aborts them.
 * - `durable/calls` passes in the guarded fetch, which enforces the egress rules and holds the permits.
 * - `catalog` knows registrations and accepted tools.
 *
 * Invariants:
 *
 * - A call never throws. Every end, a failure included, is a value.
 * - The outcome of a failed call is decided from its observation, never from the exception of a client library.
 *
 * This file maps an observation to the outcome (E7), the failure code and the time after which the server may be called again. It also says
 * why a signal was aborted. Its messages name statuses and rules, never addresses or secrets.
 */

import {
  AnswerTooRich,
  EgressDenied,
  provesNothingSent,
  RedirectRefused,
  ResponseTooLarge,
} from "../catalog/fetch-failure.ts";
import { retryAfterMs } from "../catalog/retry-after.ts";
import type { AttemptResult, CallOutcome } from "../execution/events/attempt.ts";
import { CallAborted } from "../execution/events/call-aborted.ts";
import type { Failure, FailureCode } from "../json/failure.ts";
import type { Json } from "../json/json.ts";
import type { CallObservation, JsonRpcError } from "./call-observation.ts";

export type FailedAttempt = Extract<AttemptResult, { kind: "FAILED" }>;

interface Verdict {
  readonly outcome: CallOutcome;
  readonly code: FailureCode;
  readonly retryable: boolean;
  /** "required …, found …", the second half of the message. */
  readonly finding: string;
}

/** Statuses with which a server says that it did not begin. Every other failing status leaves the effect unknown (E7). */
const rejectingStatuses = new Set([401, 403, 404, 405, 413, 415, 429]);

/**
 * Whether a status says that the server did not begin. 503 says so only with the time to come back, which a server gives that turns requests
 * away. Without one it may come from a proxy whose server acted and was lost before its answer.
 */
function rejects(status: number, pauseMs: number | null): boolean {
  return rejectingStatuses.has(status) || (status === 503 && pauseMs !== null);
}

function rejectsCall(jsonRpcCode: number): boolean {
  return (jsonRpcCode <= -32_600 && jsonRpcCode >= -32_602) || (jsonRpcCode <= -32_020 && jsonRpcCode >= -32_022);
}

const noCodes: ReadonlySet<number> = new Set();

/**
 * Judges an attempt that brought no result. `subject` names the call in messages, `now` is in Unix milliseconds, `alsoRejecting` are
 * further JSON-RPC codes with which the protocol says that nothing was begun.
 *
 * @example
 * ```ts
 * import { newObservation } from "./call-observation.ts";
 * const seen = { ...newObservation(), requestSent: true, status: 503, retryAfter: "5" };
 * const { outcome, retryAfterMs } = failedAttempt("the call", seen, Date.now());
 * [outcome, retryAfterMs]; // ["REJECTED", 5_000]
 * ```
 */
export function failedAttempt(
  subject: string,
  seen: CallObservation,
  now: number,
  alsoRejecting: ReadonlySet<number> = noCodes,
): FailedAttempt {
  const pauseMs = retryAfterMs(seen.retryAfter, now);
  const judged = judge(seen, pauseMs, alsoRejecting);
  const details: { [key: string]: Json } = {};
  if (seen.status !== undefined) details.httpStatus = seen.status;
  if (seen.jsonRpcError !== undefined) details.jsonRpcCode = seen.jsonRpcError.code;
  return {
    kind: "FAILED",
    outcome: judged.outcome,
    failure: {
      code: judged.code,
      message: `Cannot complete ${subject}: ${judged.finding}`,
      retryable: judged.retryable,
      details,
    },
    retryAfterMs: pauseMs ?? undefined,
  };
}

/** The result of an attempt whose `signal` was aborted, or undefined if it was not. A call that never left is NOT_SENT. */
export function abortedAttempt(subject: string, signal: AbortSignal, seen: CallObservation): AttemptResult | undefined {
  if (!signal.aborted) return undefined;
  const cause = signal.reason instanceof CallAborted ? signal.reason.cause : "CANCEL";
  if (cause !== "STEP_TIMEOUT") return { kind: "INTERRUPTED", cause };
  const failure: Failure = {
    code: "STEP_TIMEOUT",
    message: `Cannot complete ${subject}: no answer came within the time of one attempt`,
    retryable: true,
    details: {},
  };
  return {
    kind: "FAILED",
    outcome: seen.requestSent ? "UNKNOWN" : "NOT_SENT",
    failure,
  };
}

function judge(seen: CallObservation, pauseMs: number | null, alsoRejecting: ReadonlySet<number>): Verdict {
  const { fetchError, status, jsonRpcError } = seen;
  if (fetchError instanceof AnswerTooRich && isSuccess(status))
    return verdict("ANSWERED", "LIMIT_EXCEEDED", false, `${fetchError.finding}. Have it answer in parts`);
  if (fetchError !== null) {
    const byGuard = judgeGuard(fetchError);
    if (byGuard !== undefined) return { ...byGuard, outcome: seen.requestSent ? "UNKNOWN" : "NOT_SENT" };
  }
  if (!seen.requestSent) return verdict("NOT_SENT", "INTERNAL", false, "the request could not be made");
  if (jsonRpcError !== undefined && (rejectsCall(jsonRpcError.code) || alsoRejecting.has(jsonRpcError.code))) {
    return judgeRejection(jsonRpcError, status, pauseMs);
  }
  if (status !== undefined && rejects(status, pauseMs)) return judgeRejectingStatus(status);
  if (status !== undefined && status >= 500) {
    return verdict("UNKNOWN", "UPSTREAM_UNAVAILABLE", true, `required an HTTP status 2xx, found ${status}`);
  }
  if (jsonRpcError !== undefined) return judgeJsonRpcError(jsonRpcError);
  if (status !== undefined && status >= 300) {
    return verdict("UNKNOWN", "PROTOCOL", false, `required an HTTP status 2xx, found ${status}`);
  }
  if (fetchError !== null && status === undefined) {
    const finding =
      "no answer came: the connection could not be made, or it failed. Does a server listen at this address?";
    return verdict("UNKNOWN", "UPSTREAM_UNAVAILABLE", true, finding);
  }
  if (fetchError !== null || (status !== undefined && seen.unreadable === undefined)) {
    return verdict("UNKNOWN", "UPSTREAM_UNAVAILABLE", true, "the connection failed before the answer was complete");
  }
  return verdict("UNKNOWN", "PROTOCOL", true, seen.unreadable ?? "required an answer, found none");
}

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

function judgeGuard(error: unknown): Verdict | undefined {
  if (error instanceof EgressDenied) return verdict("UNKNOWN", "EGRESS_DENIED", false, error.refusal.finding);
  if (error instanceof ResponseTooLarge) return verdict("UNKNOWN", "LIMIT_EXCEEDED", false, error.finding);
  if (error instanceof RedirectRefused) return verdict("UNKNOWN", "PROTOCOL", false, error.finding);
  if (provesNothingSent(error)) return verdict("NOT_SENT", "INTERNAL", true, "the request was given up before it left");
  return undefined;
}

function judgeRejectingStatus(status: number): Verdict {
  const finding = `the server refused the request with HTTP status ${status}`;
  if (status === 401 || status === 403) return verdict("REJECTED", "UPSTREAM_UNAUTHORIZED", false, finding);
  if (status === 429 || status === 503) return verdict("REJECTED", "UPSTREAM_UNAVAILABLE", true, finding);
  if (status === 413) return verdict("REJECTED", "LIMIT_EXCEEDED", false, finding);
  if (status === 404) return verdict("REJECTED", "PROTOCOL", false, `${finding}. Is this the address of its endpoint?`);
  return verdict("REJECTED", "PROTOCOL", false, finding);
}

function judgeRejection(error: JsonRpcError, status: number | undefined, pauseMs: number | null): Verdict {
  if (status !== undefined && rejects(status, pauseMs) && status !== 404) return judgeRejectingStatus(status);
  const code = error.code === -32_602 ? "INPUT_INVALID" : "PROTOCOL";
  return verdict("REJECTED", code, false, `the server refused it with error ${error.code}: ${error.message}`);
}

/** Any other error says nothing about how far the tool came. */
function judgeJsonRpcError(error: JsonRpcError): Verdict {
  const finding = `the server answered with error ${error.code}: ${error.message}`;
  return error.code === -32_603
    ? verdict("UNKNOWN", "UPSTREAM_UNAVAILABLE", true, finding)
    : verdict("UNKNOWN", "PROTOCOL", false, finding);
}

function verdict(outcome: CallOutcome, code: FailureCode, retryable: boolean, finding: string): Verdict {
  return { outcome, code, retryable, finding };
}

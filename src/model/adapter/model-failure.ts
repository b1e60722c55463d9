/**
 * The one classifier of model calls that brought no reply (E7): it maps the observed exchange to outcome, failure and the time after which
 * to call again. Messages have the model, the status and the provider's message, never the key or the request.
 *
 * REJECTED means that nothing was generated and nothing is charged. A call that may have generated something is UNKNOWN.
 */
import { EgressDenied, provesNothingSent, RedirectRefused, ResponseTooLarge } from "../../catalog/fetch-failure.ts";
import { retryAfterMs } from "../../catalog/retry-after.ts";
import { withoutSecret } from "../../catalog/without-secret.ts";
import type { CallOutcome } from "../../execution/events/attempt.ts";
import { CallAborted } from "../../execution/events/call-aborted.ts";
import type { FailureCode } from "../../json/failure.ts";
import type { Json } from "../../json/json.ts";
import type { ModelDefinition } from "../../plan/model-definition.ts";
import type { ModelResult } from "../port.ts";
import { effectiveStatus, isSpent } from "./error-status.ts";
import type { ModelExchange } from "./model-exchange.ts";
import { modelSecretSettingName } from "./model-secret.ts";
import { receivedJson } from "./received.ts";

export type FailedCall = Extract<ModelResult, { kind: "FAILED" }>;

interface Verdict {
  readonly outcome: CallOutcome;
  readonly code: FailureCode;
  readonly retryable: boolean;
  /** "required …, found …", the second half of the message. */
  readonly finding: string;
}

/** The facts about a call besides its exchange. */
export interface CallFacts {
  readonly model: ModelDefinition;
  readonly key: string | undefined;
  readonly signal: AbortSignal;
  /** Part of an answer had come, so tokens were generated, even if the provider denies it afterwards. */
  readonly hasOutput: boolean;
  /** The error of the provider's library. Undefined if there was none. */
  readonly thrown: unknown;
}

const longestProviderText = 300;

/** Judges a call that brought no reply. `now` is in Unix milliseconds. */
export function failedCall(exchange: ModelExchange, facts: CallFacts, now: number): FailedCall {
  const { model, key } = facts;
  const judged = abortVerdict(exchange, facts) ?? judge(exchange, facts);
  const details: { [member: string]: Json } = { model: model.name };
  if (exchange.status !== undefined) details.httpStatus = exchange.status;
  const codes = exchange.stated?.codes ?? [];
  if (codes.length > 0) details.providerCodes = codes.map((code) => withoutSecret(code, key).slice(0, 100));
  return {
    kind: "FAILED",
    outcome: judged.outcome,
    failure: {
      code: judged.code,
      message: `Cannot complete the call of the model ${JSON.stringify(model.name)}: ${judged.finding}`,
      retryable: judged.retryable,
      details,
    },
    retryAfterMs: judged.retryable ? comeBackMs(exchange.headers, now) : undefined,
    received: receivedJson(exchange.received, key),
  };
}

/** A call that the deployment cannot make. `requirement` names the missing part. */
export function cannotCall(model: ModelDefinition, code: FailureCode, requirement: string): FailedCall {
  const message = `Cannot call the model ${JSON.stringify(model.name)}: ${requirement}`;
  const failure = { code, message, retryable: false, details: { model: model.name } };
  return { kind: "FAILED", outcome: "NOT_SENT", failure, received: null };
}

function abortVerdict(exchange: ModelExchange, { signal }: CallFacts): Verdict | undefined {
  if (!signal.aborted) return undefined;
  const outcome = exchange.requestSent ? "UNKNOWN" : "NOT_SENT";
  const cause = signal.reason instanceof CallAborted ? signal.reason.cause : "CANCEL";
  switch (cause) {
    case "STEP_TIMEOUT":
      return verdict(outcome, "UPSTREAM_UNAVAILABLE", true, "no answer came within the time of one call");
    case "EXECUTION_TIMEOUT":
      return verdict(outcome, "EXECUTION_TIMEOUT", false, "the time of the execution ran out");
    default:
      return verdict(outcome, "CANCELLED", false, "it was given up");
  }
}

function judge(exchange: ModelExchange, facts: CallFacts): Verdict {
  const guard = judgeGuard(exchange);
  if (guard !== undefined) return guard;
  if (!exchange.requestSent) {
    const reason = facts.thrown instanceof Error ? facts.thrown.message : "";
    return verdict("NOT_SENT", "MODEL_ERROR", false, `the request could not be made${said(reason, facts)}`);
  }
  // A further call would have as much text, so this counts as an answer.
  if (exchange.isEndless) return verdict("ANSWERED", "MODEL_ERROR", false, "the model answered with endless text");
  const status = effectiveStatus(exchange.status, exchange.stated);
  if (status !== undefined) return judgeStatus(status, exchange, facts);
  if (exchange.thrown !== undefined) {
    const finding = "the connection failed before the answer was complete";
    return verdict("UNKNOWN", "UPSTREAM_UNAVAILABLE", true, finding);
  }
  const finding = exchange.unreadable ?? "required an answer in the shape of the interface, found another";
  return verdict("UNKNOWN", "MODEL_ERROR", true, finding);
}

function judgeGuard({ thrown, requestSent }: ModelExchange): Verdict | undefined {
  const outcome = requestSent ? "UNKNOWN" : "NOT_SENT";
  if (thrown instanceof EgressDenied) return verdict(outcome, "EGRESS_DENIED", false, thrown.refusal.finding);
  if (thrown instanceof ResponseTooLarge) return verdict("ANSWERED", "MODEL_ERROR", false, thrown.finding);
  if (thrown instanceof RedirectRefused) return verdict(outcome, "MODEL_ERROR", false, thrown.finding);
  if (!provesNothingSent(thrown)) return undefined;
  return verdict("NOT_SENT", "UPSTREAM_UNAVAILABLE", true, "the request was given up before it left");
}

/** Statuses of which the provider has made nothing. 408 and other 5xx say nothing about that. */
function isRejection(status: number): boolean {
  return (status >= 400 && status < 500 && status !== 408) || status === 503 || status === 529;
}

function judgeStatus(status: number, exchange: ModelExchange, facts: CallFacts): Verdict {
  const { headers, stated } = exchange;
  const isMade = facts.hasOutput || stated?.isCharged === true;
  const outcome = isRejection(status) && !isMade ? "REJECTED" : "UNKNOWN";
  if (status === 401 || status === 403) {
    return verdict(outcome, "UPSTREAM_UNAUTHORIZED", false, unauthorized(exchange, facts));
  }
  const finding = `the provider answered with ${named(exchange, facts)}${said(stated?.message ?? "", facts)}`;
  if (isSpent(status, stated)) return verdict(outcome, "MODEL_ERROR", false, finding);
  const passes = [408, 429, 503, 529].includes(status) || status >= 500;
  if (!passes) return verdict(outcome, "MODEL_ERROR", false, finding);
  return verdict(outcome, "UPSTREAM_UNAVAILABLE", headers?.get("x-should-retry") !== "false", finding);
}

/** Providers repeat part of a wrong key in the message, so the message is passed on only where no key was sent. */
function unauthorized(exchange: ModelExchange, facts: CallFacts): string {
  const { keySecret, provider } = facts.model;
  if (keySecret !== null) {
    return `the provider refused the key in ${modelSecretSettingName(keySecret)}, with ${named(exchange, facts)}`;
  }
  const missing = provider === "WORKERS_AI" ? "" : ", and the model names no secret for a key";
  return `the provider answered with ${named(exchange, facts)}${missing}${said(exchange.stated?.message ?? "", facts)}`;
}

function named({ status, stated }: ModelExchange, { key }: CallFacts): string {
  const codes = stated?.codes.length ? ` (${withoutSecret(stated.codes.join(", "), key).slice(0, 100)})` : "";
  return status !== undefined && status >= 300
    ? `HTTP status ${status}${codes}`
    : `an error inside HTTP status 200${codes}`;
}

/** The provider's message, on one line and without the key. */
function said(text: string, { key }: CallFacts): string {
  const line = withoutSecret(text, key)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return line === "" ? "" : `: ${line.slice(0, longestProviderText)}`;
}

/** `retry-after-ms`, else `Retry-After` in seconds or as a date. Undefined if neither says anything. */
function comeBackMs(headers: Headers | undefined, now: number): number | undefined {
  const exact = headers?.get("retry-after-ms")?.trim() ?? "";
  if (/^\d{1,12}(?:\.\d{1,6})?$/.test(exact)) return Math.ceil(Number(exact));
  return retryAfterMs(headers?.get("retry-after") ?? null, now) ?? undefined;
}

function verdict(outcome: CallOutcome, code: FailureCode, retryable: boolean, finding: string): Verdict {
  return { outcome, code, retryable, finding };
}

/**
 * Room `tools/openapi`: the client of servers that an OpenAPI document describes. It owns the request of an operation
 * (`operation-request.ts`) and the call (this file).
 *
 * It leaves the reading of documents to `catalog/openapi` and the classification of failures to `tools`.
 *
 * Invariants:
 *
 * - One attempt is one request, which carries the key of the call (E5).
 * - A status 4xx other than those with which a server says that it did not begin is an answer: the server read the call and refuses it.
 *   It is never made again automatically.
 *
 * This file makes one attempt. The answer is read to its end under the signal (E9). It never throws: every end is an `AttemptResult`.
 */
import { provesNothingSent } from "../../catalog/fetch-failure.ts";
import type { HttpOperation, OpenApiConnection } from "../../catalog/openapi/http-operation.ts";
import { withoutSecret } from "../../catalog/without-secret.ts";
import type { AttemptResult, CallResult } from "../../execution/events/attempt.ts";
import type { Failure } from "../../json/failure.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import { type TraceContext, traceHeaders } from "../../json/trace-context.ts";
import type { CallableDefinition, ProviderDefinition } from "../../plan/callable.ts";
import { violations } from "../../schema/validator.ts";
import { type CallObservation, newObservation } from "../call-observation.ts";
import { abortedAttempt, failedAttempt } from "../outcome.ts";
import { contentTypeProblem, receivedJson } from "../received-json.ts";
import { operationRequest, type WrittenRequest } from "./operation-request.ts";

const longestMessage = 600;
const reportedViolations = 20;
/** Statuses 4xx that say who may call, and when: they are judged as those of every other callee. A 404 is an answer: there is no such pet. */
const notOfTheCall: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

export interface OpenApiCall {
  readonly provider: ProviderDefinition;
  readonly callable: CallableDefinition;
  /** Satisfy the input schema of the callable. */
  readonly arguments: JsonObject;
  /** Value of the provider's secret. Undefined if it has none. */
  readonly bearer: string | undefined;
  /** The same on every attempt (E5). Printable ASCII without quotes. */
  readonly idempotencyKey: string;
  readonly trace: TraceContext;
  /** Abort it with a `CallAborted`; any other reason counts as a cancel. */
  readonly signal: AbortSignal;
  /** The guarded fetch, which bounds the size of the answer. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: { now(): number };
}

/** Calls the operation once. */
export async function callOpenApi(call: OpenApiCall): Promise<AttemptResult> {
  const attempt = await attempted(call);
  if (attempt.kind !== "FAILED") return attempt;
  const message = withoutSecret(attempt.failure.message, call.bearer).slice(0, longestMessage);
  return { ...attempt, failure: { ...attempt.failure, message } };
}

async function attempted(call: OpenApiCall): Promise<AttemptResult> {
  const { arguments: given, bearer, callable, clock, provider, signal } = call;
  const subject = `the call of tool ${JSON.stringify(callable.name)}`;
  const operation = callable.operation as unknown as HttpOperation;
  const { credential } = provider.connection as unknown as OpenApiConnection;
  const prepared = operationRequest(provider.url, operation, given, credential, bearer);
  if (!prepared.ok) {
    const message = `Cannot complete ${subject}: ${prepared.finding}`;
    return {
      kind: "FAILED",
      outcome: "NOT_SENT",
      failure: { code: "INPUT_INVALID", message, retryable: false, details: {} },
    };
  }
  const seen = newObservation();
  const answer = await answerOf(call, operation, prepared.request, seen);
  if (answer === undefined) return abortedAttempt(subject, signal, seen) ?? failedAttempt(subject, seen, clock.now());
  return answer.status >= 400
    ? refusedBy(subject, answer)
    : resultOf(subject, callable, operation, answer, seen, clock.now());
}

interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

/** A complete answer that says something of the call; undefined if none came, and `seen` says why. */
async function answerOf(
  call: OpenApiCall,
  { method }: HttpOperation,
  { body, headers, url }: WrittenRequest,
  seen: CallObservation,
): Promise<Answer | undefined> {
  for (const [name, value] of Object.entries(traceHeaders(call.trace))) headers.set(name, value);
  if (method !== "GET" && method !== "HEAD") headers.set("idempotency-key", `"${call.idempotencyKey}"`);
  try {
    seen.requestSent = true;
    const response = await call.fetch(url, {
      method,
      headers,
      signal: call.signal,
      ...(body === undefined ? {} : { body }),
    });
    seen.status = response.status;
    seen.retryAfter = response.headers.get("retry-after");
    const isAnswer =
      response.ok || (response.status >= 400 && response.status < 500 && !notOfTheCall.has(response.status));
    if (!isAnswer) {
      response.body?.cancel().catch(() => undefined);
      return undefined;
    }
    return { status: response.status, contentType: response.headers.get("content-type"), text: await response.text() };
  } catch (error) {
    seen.requestSent = !provesNothingSent(error);
    seen.fetchError = error;
    return undefined;
  }
}

function refusedBy(subject: string, { contentType, status, text }: Answer): AttemptResult {
  const isShown =
    text !== "" && (contentTypeProblem(contentType) === undefined || contentType?.startsWith("text/") === true);
  const said = isShown ? `: ${text.slice(0, 400)}` : "";
  const failure: Failure = {
    code: "TOOL_ERROR",
    message: `Cannot complete ${subject}: the server refused it with status ${status}${said}`,
    retryable: false,
    details: { httpStatus: status },
  };
  return {
    kind: "FAILED",
    outcome: "ANSWERED",
    failure,
    result: { output: undefined, content: shownText(text, isShown), metadata: null, isPartial: false },
  };
}

function resultOf(
  subject: string,
  { outputSchema, outputValidation }: CallableDefinition,
  { mayBeEmpty, method }: HttpOperation,
  { contentType, status, text }: Answer,
  seen: CallObservation,
  now: number,
): AttemptResult {
  const metadata = { httpStatus: status };
  const isJson = contentTypeProblem(contentType) === undefined;
  const output = text === "" || !isJson ? undefined : receivedJson(text, seen);
  if (output === undefined && (seen.unreadable !== undefined || seen.fetchError !== null)) {
    const { failure } = failedAttempt(subject, { ...seen, status: undefined }, now);
    return { kind: "FAILED", outcome: "ANSWERED", failure };
  }
  const isText = isJson || contentType?.startsWith("text/") === true;
  // The text of a result with an output is made of it when it is read.
  const content =
    output === undefined ? shownText(isText ? text : `(${text.length} characters of ${contentType})`, text !== "") : [];
  const result: CallResult = { output, content, metadata, isPartial: false };
  if (outputSchema === null || outputValidation === "OFF" || method === "HEAD") return succeeded(result);
  if (mayBeEmpty === true && (status === 204 || status === 205)) return succeeded(result);
  const found = output === undefined ? [] : violations(outputSchema, output);
  if (output !== undefined && found.length === 0) return succeeded(result);
  const finding =
    output === undefined
      ? `required JSON, found ${text === "" ? "no body" : `the content type ${contentType}`}`
      : "it does not satisfy the schema of the document";
  const failure: Failure = {
    code: "OUTPUT_INVALID",
    message: `Cannot accept the result of ${subject}: ${finding}`,
    retryable: false,
    details: { violations: found.slice(0, reportedViolations).map((violation): Json => ({ ...violation })) },
  };
  if (outputValidation === "WARN") return { ...succeeded(result), warning: failure };
  return { kind: "FAILED", outcome: "ANSWERED", failure, result };
}

function succeeded(result: CallResult): Extract<AttemptResult, { readonly kind: "SUCCEEDED" }> {
  return { kind: "SUCCEEDED", result, warning: undefined };
}

function shownText(text: string, isShown: boolean): Json {
  return isShown ? [{ type: "text", text }] : [];
}

/**
 * Room `tools/http-agent`: the client of agents behind plain HTTP, by the document Host contract: an `ExecutionRequest` is sent, an
 * `ExecutionResponse` comes back. It owns both shapes (`agent-request.ts`, `agent-response.ts`) and the call (this file).
 *
 * It leaves the classification of failures to `tools`, and the choice of the agent and its arguments to `execution` and `durable/calls`.
 *
 * Invariants:
 *
 * - One attempt is one POST, which carries the key of the call (H3, E5).
 * - A response that breaks the contract counts as ANSWERED with PROTOCOL, because the agent may have done its work. It is never asked for
 *   again automatically.
 *
 * This file makes one attempt. The response is read to its end under the signal (E9). It never throws: every end is an `AttemptResult`.
 */

import { provesNothingSent } from "../../catalog/fetch-failure.ts";
import { withoutSecret } from "../../catalog/without-secret.ts";
import type { AttemptResult } from "../../execution/events/attempt.ts";
import type { RoutingMode } from "../../execution/events/model-event.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import { type TraceContext, traceHeaders } from "../../json/trace-context.ts";
import type { CallableDefinition, ProviderDefinition } from "../../plan/callable.ts";
import { type CallObservation, newObservation } from "../call-observation.ts";
import { abortedAttempt, failedAttempt } from "../outcome.ts";
import { contentTypeProblem, receivedJson } from "../received-json.ts";
import { executionRequest } from "./agent-request.ts";
import { attemptOfResponse } from "./agent-response.ts";

/** Characters. */
const longestMessage = 600;

export interface HttpAgentCall {
  readonly provider: ProviderDefinition;
  readonly callable: CallableDefinition;
  /** Satisfy the input schema of the callable. */
  readonly arguments: JsonObject;
  /** Value of the provider's secret. Undefined if it has none. */
  readonly bearer: string | undefined;
  /** The same on every attempt (E5). Printable ASCII without quotes. */
  readonly idempotencyKey: string;
  /** Unique among all calls (H4); the agent must give it back (H8). */
  readonly requestId: string;
  readonly routingMode: RoutingMode;
  readonly trace: TraceContext;
  /** Abort it with a `CallAborted`; any other reason counts as a cancel. The body is read under it (E9). */
  readonly signal: AbortSignal;
  /** The guarded fetch, which bounds the size of the answer. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: { now(): number };
}

/** Calls the agent once. */
export async function callHttpAgent(call: HttpAgentCall): Promise<AttemptResult> {
  const subject = `the call of agent ${JSON.stringify(call.callable.name)}`;
  const seen = newObservation();
  const received = await answerOf(call, seen);
  const attempt =
    received === undefined
      ? (abortedAttempt(subject, call.signal, seen) ?? failedAttempt(subject, seen, call.clock.now()))
      : attemptOfResponse(subject, call.requestId, received);
  if (attempt.kind !== "FAILED") return attempt;
  // Cut only behind that: of a secret at the cut its beginning would be left.
  const message = withoutSecret(attempt.failure.message, call.bearer).slice(0, longestMessage);
  return { ...attempt, failure: { ...attempt.failure, message } };
}

/** The JSON of a complete answer with a status of success; undefined if none came, and `seen` says why. */
async function answerOf(call: HttpAgentCall, seen: CallObservation): Promise<Json | undefined> {
  try {
    seen.requestSent = true;
    const response = await call.fetch(call.provider.url, requestInit(call));
    seen.status = response.status;
    seen.retryAfter = response.headers.get("retry-after");
    if (!response.ok) {
      // The body is not read. A failed cancellation is no error.
      response.body?.cancel().catch(() => undefined);
      return undefined;
    }
    const text = await response.text();
    seen.unreadable = textProblem(text, response.headers.get("content-type"));
    return seen.unreadable === undefined ? receivedJson(text, seen) : undefined;
  } catch (error) {
    seen.requestSent = !provesNothingSent(error);
    seen.fetchError = error;
    return undefined;
  }
}

function requestInit(call: HttpAgentCall): RequestInit {
  const { bearer, callable, requestId, routingMode } = call;
  const addressee = { requestId, routingMode, agentName: callable.remoteName };
  return {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      "idempotency-key": `"${call.idempotencyKey}"`,
      ...traceHeaders(call.trace),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(executionRequest(addressee, call.arguments)),
    signal: call.signal,
  };
}

function textProblem(text: string, contentType: string | null): string | undefined {
  return text === "" ? "required an ExecutionResponse, found no body" : contentTypeProblem(contentType);
}

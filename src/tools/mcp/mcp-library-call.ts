/**
 * One attempt of a tool call by the official client. `outcome.ts` classifies a failure (E7). If a server asks a person, the answer continues
 * the same call. A session that the server has forgotten is renewed.
 */
import { CLIENT_CAPABILITIES_META_KEY } from "@modelcontextprotocol/client";
import type { AttemptResult } from "../../execution/events/attempt.ts";
import type { Json } from "../../json/json.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import { newObservation } from "../call-observation.ts";
import { isTooDeep, tooDeepAnswer } from "../callee-edge.ts";
import { abortedAttempt } from "../outcome.ts";
import { questionCapabilities } from "./client-declarations.ts";
import { lenientResult } from "./lenient-result.ts";
import type { McpLink } from "./mcp-client.ts";
import { longestTimerMs, type McpCaller } from "./mcp-exchange.ts";
import { type InputRetry, inputRequiredResult, type McpInputRequired, retryWith } from "./mcp-input-required.ts";
import { attemptOfResult, type McpToolResult } from "./mcp-result.ts";
import {
  endWithoutResult,
  failure,
  headersOf,
  type McpToolCall,
  metadataOf,
  subjectOf,
  takeNotice,
} from "./mcp-tool-call.ts";

/** An answer to a call that was sent without the library. Its body was not read, or can be read again. */
export interface ReceivedAnswer {
  readonly requestId: number;
  /** Under which the request was sent. Null for none. */
  readonly sessionId: string | null;
  readonly response: Response;
}

/**
 * Calls the tool once, or judges the answer that was `received` to a call. A session that the server has forgotten is renewed, because that
 * call was rejected unseen.
 */
export async function callOverLibrary(call: McpToolCall, received: ReceivedAnswer | null): Promise<AttemptResult> {
  const handshake = callerOf(call);
  let link: McpLink;
  try {
    link = await call.sessions.link(call.provider, handshake);
  } catch {
    return handshakeFailed(call, handshake);
  }
  const caller = callerOf(call, received);
  const attempt = await callThrough(link, call, caller, received?.requestId);
  if (attempt.kind !== "FAILED" || caller.observation.status !== 404 || !link.transport.hasSession) return attempt;
  const renewal = callerOf(call);
  try {
    // Another call may have renewed the session since the request was sent.
    const isStale = received === null || received.sessionId === link.transport.address.sessionId;
    if (isStale) link = await call.sessions.renewed(call.provider, link, renewal);
  } catch {
    return handshakeFailed(call, renewal);
  }
  return callThrough(link, call, callerOf(call));
}

/** Notifies the server that a call with the id `requestId` on the wire was aborted. Never rejects. */
export async function notifyGivenUp(call: McpToolCall, requestId: number): Promise<void> {
  const caller = callerOf(call);
  try {
    const link = await call.sessions.link(call.provider, caller);
    await link.transport.giveUp(requestId, String(call.signal.reason), caller);
  } catch {
    // The notification is not awaited.
  }
}

/** `received` is the answer that the first request gets instead of being sent. */
function callerOf(call: McpToolCall, received: ReceivedAnswer | null = null): McpCaller {
  const fetch = received === null ? call.fetch : answering(received.response, call.fetch);
  const onNotice: McpCaller["onNotice"] = (notification, requestId) => takeNotice(call, notification, requestId);
  return { fetch, bearer: call.bearer, signal: call.signal, observation: newObservation(), onNotice };
}

function answering(response: Response, fetch: McpCaller["fetch"]): McpCaller["fetch"] {
  let first = true;
  return async (url, init) => {
    if (!first) return fetch(url, init);
    first = false;
    return response;
  };
}

async function callThrough(
  link: McpLink,
  call: McpToolCall,
  caller: McpCaller,
  requestId?: number,
): Promise<AttemptResult> {
  const { callable, signal } = call;
  const subject = subjectOf(call);
  const retry = call.continuation === null ? {} : retryWith(call.continuation);
  if (retry === null) return unknownQuestion(subject);
  const exchangeId = link.transport.announce(caller, requestId);
  try {
    const received = await link.client.callTool(paramsOf(call, link, retry, exchangeId), {
      signal,
      allowInputRequired: true,
      // The signal decides when to give up. The library wants a timeout of its own.
      timeout: longestTimerMs,
      relatedRequestId: exchangeId,
      headers: { ...headersOf(call) },
      // Named without its output schema, so that the library mirrors arguments into headers but judges no result.
      toolDefinition: { name: callable.remoteName, inputSchema: mirroredSchema(callable) },
    });
    if (isQuestion(received)) return inputRequiredResult(subject, received, call.bearer);
    if (isTooDeep(received as unknown as Json)) return tooDeepAnswer(subject);
    return attemptOfResult(subject, callable, received as McpToolResult);
  } catch {
    return readLeniently(call, link, exchangeId) ?? endWithoutResult(call, caller.observation);
  } finally {
    link.transport.forget(exchangeId);
  }
}

/** The end of a call whose result the library refused. Undefined if none came, or if its meaning is not certain. */
function readLeniently(call: McpToolCall, link: McpLink, exchangeId: number): AttemptResult | undefined {
  const received = link.transport.resultOf(exchangeId) as Json | undefined;
  if (received === undefined || call.signal.aborted) return undefined;
  const subject = subjectOf(call);
  if (isTooDeep(received)) return tooDeepAnswer(subject);
  const read = lenientResult(received, mayAsk(link) ? "modern" : "legacy");
  if (read === undefined) return undefined;
  const attempt = attemptOfResult(subject, call.callable, read.result);
  if (read.finding === undefined || attempt.kind !== "SUCCEEDED" || attempt.warning !== undefined) return attempt;
  const message = `Read the result of the tool by its shape: ${read.finding}`;
  return { ...attempt, warning: { code: "PROTOCOL", message, retryable: false, details: {} } };
}

/** The tool was not called, however the handshake ended. */
function handshakeFailed(call: McpToolCall, caller: McpCaller): AttemptResult {
  const interrupted = abortedAttempt(subjectOf(call), call.signal, { ...caller.observation, requestSent: false });
  if (interrupted !== undefined) return interrupted;
  return { ...failure(call, caller.observation), outcome: "NOT_SENT" };
}

/** The same for every attempt, except for a person's answer. */
function paramsOf(call: McpToolCall, link: McpLink, retry: InputRetry | Record<never, never>, requestId: number) {
  return {
    name: call.callable.remoteName,
    arguments: { ...call.arguments },
    _meta: {
      ...metadataOf(call, requestId),
      ...(mayAsk(link) && { [CLIENT_CAPABILITIES_META_KEY]: questionCapabilities }),
    },
    ...retry,
  };
}

/**
 * Whether the server may ask in its answers. Older ones ask over streams that outlive the answer; nothing is declared to them, so they
 * cannot ask.
 */
function mayAsk({ client }: McpLink): boolean {
  return client.getProtocolEra() === "modern";
}

/** The library hands a question of the newer era over in place of a result, which its types do not say. */
function isQuestion(received: object): received is McpInputRequired {
  return "resultType" in received && received.resultType === "input_required";
}

function unknownQuestion(subject: string): AttemptResult {
  const message = `Cannot go on with ${subject}: required a question that this version of the software stored, found another`;
  const failure = { code: "INTERNAL", message, retryable: false, details: {} } as const;
  return { kind: "FAILED", outcome: "NOT_SENT", failure };
}

function mirroredSchema(callable: CallableDefinition): { type: "object" } {
  const { inputSchema } = callable;
  return typeof inputSchema === "object" ? { ...inputSchema, type: "object" } : { type: "object" };
}

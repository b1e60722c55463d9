/**
 * Room `tools/mcp`: the client of MCP servers. It owns the first contact with a server (`mcp-discover.ts`), the links and sessions of one
 * object to its servers (`mcp-sessions.ts`), calls of tools (this file), and the questions that a server asks instead of giving a result
 * (`mcp-input-required.ts`).
 *
 * It leaves to others: `catalog` has the rules for tool definitions, `durable/catalog` stores what was discovered, `durable/calls` decides
 * which calls come here, and `mcp-server` is the other side of the protocol, where Planwright is the server.
 *
 * Invariants:
 *
 * - A call with a pinned connection makes exactly one request (E15). The one exception is a session that the server has forgotten: it
 *   refused the call unseen, so the session is renewed and the call is sent once more.
 * - Every attempt of a call carries the same idempotency key in its header and metadata (E5).
 * - Output schemas are checked by `schema`, never by the MCP library.
 * - A tool that breaks a rule of the catalog is dropped with a reason and does not affect other tools.
 *
 * This file makes one attempt of a tool call and lets `outcome.ts` classify a failure (E7). If a server asks a person, the answer continues
 * the same call. It never throws: every end is an `AttemptResult`.
 */
import { CLIENT_CAPABILITIES_META_KEY, type FetchLike } from "@modelcontextprotocol/client";
import { withoutSecret } from "../../catalog/without-secret.ts";
import { idempotencyKeyKey, identityKey } from "../../execution/commands/invocation-message.ts";
import type { AttemptResult, CalleeAnswer } from "../../execution/events/attempt.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import { type TraceContext, traceHeaders } from "../../json/trace-context.ts";
import type { CallableDefinition, ProviderDefinition } from "../../plan/callable.ts";
import { newObservation } from "../call-observation.ts";
import { isTooDeep, tooDeepAnswer } from "../callee-edge.ts";
import { abortedAttempt, failedAttempt } from "../outcome.ts";
import type { McpLink } from "./mcp-client.ts";
import type { McpCaller } from "./mcp-exchange.ts";
import {
  type InputRetry,
  inputRequiredResult,
  type McpInputRequired,
  questionCapabilities,
  retryWith,
} from "./mcp-input-required.ts";
import { attemptOfResult, type McpToolResult } from "./mcp-result.ts";
import type { McpSessions } from "./mcp-sessions.ts";

/** Who calls, as tools receive it in `_meta["dev.planwright/execution"]`. */
export interface ExecutionIdentity {
  readonly contextId: string;
  readonly requestId: string;
  readonly traceId: string;
  readonly userId: string;
  readonly depth: number;
}

export interface McpToolCall {
  readonly provider: ProviderDefinition;
  readonly callable: CallableDefinition;
  readonly arguments: JsonObject;
  /** Value of the provider's secret. Null if it has none. */
  readonly bearer: string | null;
  /** The same on every attempt (E5). Printable ASCII without quotes. */
  readonly idempotencyKey: string;
  readonly execution: ExecutionIdentity;
  readonly trace: TraceContext;
  /** What a person answered to a question of the server, with which the same call goes on. Null for a call that begins. */
  readonly continuation: CalleeAnswer | null;
  /** Abort it with a `CallAborted`; any other reason counts as a cancel. Bodies are read under it (E9). */
  readonly signal: AbortSignal;
  /** The guarded fetch. */
  readonly fetch: FetchLike;
  readonly clock: { now(): number };
  /** Links that the calling object keeps from call to call. */
  readonly sessions: McpSessions;
}

/** The signal decides when to give up. The library wants a timeout of its own, so it gets the longest that a timer can have. */
const noTimeoutMs = 2 ** 31 - 1;

/** Calls the tool once. A session that the server has forgotten is renewed, because that call was rejected unseen. */
export async function callMcpTool(call: McpToolCall): Promise<AttemptResult> {
  const handshake = callerOf(call);
  let link: McpLink;
  try {
    link = await call.sessions.link(call.provider, handshake);
  } catch {
    return handshakeFailed(call, handshake);
  }
  const caller = callerOf(call);
  const attempt = await callThrough(link, call, caller);
  if (attempt.kind !== "FAILED" || caller.observation.status !== 404 || !link.transport.hasSession) return attempt;
  const renewal = callerOf(call);
  try {
    link = await call.sessions.renewed(call.provider, link, renewal);
  } catch {
    return handshakeFailed(call, renewal);
  }
  return callThrough(link, call, callerOf(call));
}

function callerOf(call: McpToolCall): McpCaller {
  return { fetch: call.fetch, bearer: call.bearer, signal: call.signal, observation: newObservation() };
}

async function callThrough(link: McpLink, call: McpToolCall, caller: McpCaller): Promise<AttemptResult> {
  const { callable, signal } = call;
  const subject = subjectOf(call);
  const retry = call.continuation === null ? {} : retryWith(call.continuation);
  if (retry === null) return unknownQuestion(subject);
  const exchangeId = link.transport.announce(caller);
  try {
    const received = await link.client.callTool(paramsOf(call, link, retry), {
      signal,
      allowInputRequired: true,
      timeout: noTimeoutMs,
      relatedRequestId: exchangeId,
      headers: { "idempotency-key": `"${call.idempotencyKey}"`, ...traceHeaders(call.trace) },
      // Named without its output schema, so that the library mirrors arguments into headers but judges no result.
      toolDefinition: { name: callable.remoteName, inputSchema: mirroredSchema(callable) },
    });
    if (isQuestion(received)) return inputRequiredResult(subject, received, call.bearer);
    if (isTooDeep(received as unknown as Json)) return tooDeepAnswer(subject);
    return attemptOfResult(subject, callable, received as McpToolResult);
  } catch {
    return abortedAttempt(subject, signal, caller.observation) ?? failure(call, caller);
  } finally {
    link.transport.forget(exchangeId);
  }
}

function failure(call: McpToolCall, caller: McpCaller): AttemptResult {
  const { observation } = caller;
  if (observation.answered) observation.unreadable ??= "required a result of a tool, found something else";
  const attempt = failedAttempt(subjectOf(call), observation, call.clock.now());
  const message = withoutSecret(attempt.failure.message, call.bearer);
  return { ...attempt, failure: { ...attempt.failure, message } };
}

/** The tool was not called, whatever became of the handshake. */
function handshakeFailed(call: McpToolCall, caller: McpCaller): AttemptResult {
  const interrupted = abortedAttempt(subjectOf(call), call.signal, { ...caller.observation, requestSent: false });
  if (interrupted !== null) return interrupted;
  const attempt = failure(call, caller);
  return attempt.kind === "FAILED" ? { ...attempt, outcome: "NOT_SENT" } : attempt;
}

/** The same for every attempt, but for what a person answered. */
function paramsOf(call: McpToolCall, link: McpLink, retry: InputRetry | Record<never, never>) {
  return {
    name: call.callable.remoteName,
    arguments: { ...call.arguments },
    _meta: { ...metadataOf(call), ...(mayAsk(link) && { [CLIENT_CAPABILITIES_META_KEY]: questionCapabilities }) },
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
  return { kind: "FAILED", outcome: "NOT_SENT", failure, retryAfterMs: null, result: null };
}

function metadataOf(call: McpToolCall): { [key: string]: unknown } {
  return {
    [idempotencyKeyKey]: call.idempotencyKey,
    [identityKey]: { ...call.execution },
    ...traceHeaders(call.trace),
  };
}

function mirroredSchema(callable: CallableDefinition): { type: "object" } {
  const { inputSchema } = callable;
  return typeof inputSchema === "object" ? { ...inputSchema, type: "object" } : { type: "object" };
}

function subjectOf(call: McpToolCall): string {
  return `the call of tool ${JSON.stringify(call.callable.name)}`;
}

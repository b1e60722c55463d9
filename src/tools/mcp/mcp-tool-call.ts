/** One call of a tool of an MCP server, as the engine asks for it, and the parameters of every attempt beside its arguments. */
import type { ExemptingFetch } from "../../catalog/exempt-bytes.ts";
import { withoutSecret } from "../../catalog/without-secret.ts";
import { idempotencyKeyKey, identityKey } from "../../execution/commands/invocation-message.ts";
import type { AttemptResult, CalleeAnswer } from "../../execution/events/attempt.ts";
import type { ProgressNotice } from "../../execution/events/callee-progress.ts";
import type { JsonObject } from "../../json/json.ts";
import { type TraceContext, traceHeaders } from "../../json/trace-context.ts";
import type { CallableDefinition, ProviderDefinition } from "../../plan/callable.ts";
import type { CallObservation } from "../call-observation.ts";
import { abortedAttempt, failedAttempt } from "../outcome.ts";
import type { McpSessions } from "./mcp-sessions.ts";
import { progressNotice } from "./progress-notice.ts";

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
  /** Value of the provider's secret. Undefined if it has none. */
  readonly bearer: string | undefined;
  /** The same on every attempt (E5). Printable ASCII without quotes. */
  readonly idempotencyKey: string;
  readonly execution: ExecutionIdentity;
  readonly trace: TraceContext;
  /** A person's answer to a question of the server, with which the same call continues. Null for a call that begins. */
  readonly continuation: CalleeAnswer | null;
  /** Abort it with a `CallAborted`; any other reason counts as a cancel. Bodies are read under it (E9). */
  readonly signal: AbortSignal;
  /** The guarded fetch. */
  readonly fetch: ExemptingFetch;
  readonly clock: { now(): number };
  /** Takes notifications of the server during its work, from the stream in which the answer comes. */
  readonly onProgress: (notice: ProgressNotice) => void;
  /** Links that the calling object keeps from call to call. */
  readonly sessions: McpSessions;
}

/** Headers of a call, beside those of the protocol. */
export function headersOf(call: McpToolCall): { readonly [name: string]: string } {
  return { "idempotency-key": `"${call.idempotencyKey}"`, ...traceHeaders(call.trace) };
}

/**
 * `_meta` of a call, beside the members of the protocol. `requestId` is its id on the wire: random and unique, so it identifies the call of
 * each progress notification.
 */
export function metadataOf(call: McpToolCall, requestId: number): { readonly [key: string]: unknown } {
  return {
    [idempotencyKeyKey]: call.idempotencyKey,
    [identityKey]: call.execution,
    ...traceHeaders(call.trace),
    progressToken: requestId,
  };
}

/** Reports the content of a notification that came in the stream of the request `requestId`. */
export function takeNotice(call: McpToolCall, notification: JsonObject, requestId: string | number): void {
  call.onProgress(progressNotice(notification, requestId));
}

/** The call in messages. */
export function subjectOf(call: McpToolCall): string {
  return `the call of tool ${JSON.stringify(call.callable.name)}`;
}

/** The end of an attempt that brought no result: given up, or failed as `observation` says. */
export function endWithoutResult(call: McpToolCall, observation: CallObservation): AttemptResult {
  return abortedAttempt(subjectOf(call), call.signal, observation) ?? failure(call, observation);
}

/** A failed attempt, without the secret in its message. */
export function failure(call: McpToolCall, observation: CallObservation) {
  if (observation.answered) observation.unreadable ??= "required a result of a tool, found something else";
  const attempt = failedAttempt(subjectOf(call), observation, call.clock.now());
  const message = withoutSecret(attempt.failure.message, call.bearer);
  return { ...attempt, failure: { ...attempt.failure, message } };
}

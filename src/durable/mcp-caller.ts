/**
 * The caller of one execution's object: every call goes through the one guarded fetch and holds one of the object's six header
 * permits (E10). Links to MCP servers are opened from pinned connections and kept while the object is in memory (E15).
 */
import type { FetchLike } from "@modelcontextprotocol/client";
import type { AttemptResult } from "../plan/attempt.ts";
import { callMcpTool } from "../tools/mcp-call.ts";
import { McpSessions } from "../tools/mcp-sessions.ts";
import type { ExecutionOptions } from "./execution-options.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { Permits } from "./permits.ts";
import type { Call, Caller } from "./ports.ts";

/** Requests of one object that may await their response headers at a time; the platform would queue a seventh (E10). */
export const maxAwaitingHeaders = 6;

export function mcpCaller(options: ExecutionOptions): Caller {
  const permits = new Permits(maxAwaitingHeaders);
  const sessions = new McpSessions();
  const guarded = guardedFetch({
    rules: options.egress,
    maxResponseBytes: options.maxResponseBytes,
    fetch: (url, init) => fetch(url, init),
    awaitHeaders: (signal, run) => permits.run(signal, run),
  });
  return async (call) => {
    const { bearerSecret } = call.provider;
    const bearer = bearerSecret === null ? null : options.secret(bearerSecret);
    if (bearerSecret !== null && bearer === null) return secretMissing(call, bearerSecret);
    return callMcpTool({
      provider: call.provider,
      callable: call.callable,
      arguments: call.arguments,
      bearer,
      idempotencyKey: call.callId,
      execution: {
        contextId: call.execution.contextId ?? call.execution.requestId,
        requestId: call.execution.requestId,
        traceId: traceIdOf(call.execution.traceparent),
        userId: call.execution.userId,
        depth: call.execution.depth,
      },
      traceparent: call.execution.traceparent,
      signal: call.signal,
      fetch: guarded as FetchLike,
      clock: options.clock,
      sessions,
    });
  };
}

/** The trace id of a W3C `traceparent`: its second field. */
export function traceIdOf(traceparent: string): string {
  return traceparent.split("-")[1] ?? "";
}

function secretMissing(call: Call, name: string): AttemptResult {
  return {
    kind: "FAILED",
    outcome: "NOT_SENT",
    failure: {
      code: "UPSTREAM_UNAUTHORIZED",
      message: `cannot call ${call.callable.name}: its server needs the secret TOOL_SECRET_${name}, which this deployment does not have`,
      retryable: false,
      details: null,
    },
    retryAfterMs: null,
    result: null,
  };
}

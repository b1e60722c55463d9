/**
 * The caller of one execution's object: dispatches each call to the way in which its provider is reached. Every request leaves through the
 * guarded fetch that the object uses for models too, so that tools and models together hold its six header permits (E10). Links to
 * MCP servers are opened from pinned connections and kept while the object is in memory (E15).
 */
import type { FetchLike } from "@modelcontextprotocol/client";
import type { AttemptResult } from "../plan/attempt.ts";
import { callHttpAgent } from "../tools/http-agent-call.ts";
import { callMcpTool } from "../tools/mcp-call.ts";
import { McpSessions } from "../tools/mcp-sessions.ts";
import type { ExecutionOptions } from "./execution-options.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";
import type { Call, Caller } from "./ports.ts";

/** Requests of one object that may await their response headers at a time; the platform would queue a seventh (E10). */
export const maxAwaitingHeaders = 6;

export interface ToolCallerParts {
  readonly options: Pick<ExecutionOptions, "secret" | "clock">;
  readonly fetch: GuardedFetch;
}

/** The caller of an object that lives as long as the object is in memory. */
export function toolCaller({ options, fetch }: ToolCallerParts): Caller {
  const sessions = new McpSessions();
  return async (call) => {
    const { bearerSecret, kind } = call.provider;
    const bearer = bearerSecret === null ? null : options.secret(bearerSecret);
    if (bearerSecret !== null && bearer === null) return secretMissing(call, bearerSecret);
    const { arguments: input, callable, execution, provider, signal } = call;
    const { traceparent } = execution;
    const common = { provider, callable, arguments: input, bearer, idempotencyKey: call.callId, traceparent, signal };
    const { clock } = options;
    switch (kind) {
      case "MCP":
        return callMcpTool({ ...common, execution: identityOf(call), fetch: fetch as FetchLike, clock, sessions });
      case "HTTP_AGENT": {
        const { routingMode } = execution;
        return callHttpAgent({ ...common, requestId: requestIdOf(call), routingMode, fetch, clock });
      }
    }
  };
}

/** Unique per call (H4): several calls of one execution cannot share its id. */
function requestIdOf({ execution, stepId }: Call): string {
  return execution.isOnlyCall ? execution.requestId : `${execution.requestId}.${stepId}`;
}

function identityOf({ execution }: Call) {
  return {
    contextId: execution.contextId ?? execution.requestId,
    requestId: execution.requestId,
    traceId: traceIdOf(execution.traceparent),
    userId: execution.userId,
    depth: execution.depth,
  };
}

/** The trace id of a W3C `traceparent`: its second field. */
export function traceIdOf(traceparent: string): string {
  return traceparent.split("-")[1] ?? "";
}

function secretMissing(call: Call, name: string): AttemptResult {
  const callee = call.provider.kind === "MCP" ? "its server" : "the agent";
  return {
    kind: "FAILED",
    outcome: "NOT_SENT",
    failure: {
      code: "UPSTREAM_UNAUTHORIZED",
      message: `Cannot call ${call.callable.name}: ${callee} needs the secret TOOL_SECRET_${name}, which this deployment does not have`,
      retryable: false,
      details: null,
    },
    retryAfterMs: null,
    result: null,
  };
}

/** Who calls, as it travels with every call that leaves an execution (C23): in `_meta` to MCP servers, in metadata of A2A messages. */
import type { CallIdentity } from "../plan/invocation-message.ts";
import type { Call } from "./ports.ts";

export function identityOf({ execution }: Call): CallIdentity {
  return {
    contextId: execution.contextId ?? execution.requestId,
    requestId: execution.requestId,
    traceId: traceIdOf(execution.traceparent),
    userId: execution.userId,
    depth: execution.depth,
    ancestors: execution.ancestors,
  };
}

/** The trace id of a W3C `traceparent`: its second field. */
export function traceIdOf(traceparent: string): string {
  return traceparent.split("-")[1] ?? "";
}

/**
 * The identity of the caller that travels with every call of an execution (C23): in `_meta` to MCP servers, in the metadata of A2A
 * messages.
 */
import type { CallIdentity } from "../../execution/commands/invocation-message.ts";
import { traceIdOf } from "../../json/trace-context.ts";
import type { Call } from "../ports/ports.ts";

export function identityOf({ execution }: Call): CallIdentity {
  return {
    contextId: execution.contextId ?? execution.requestId,
    requestId: execution.requestId,
    traceId: traceIdOf(execution.trace.traceparent),
    userId: execution.userId,
    depth: execution.depth,
    ancestors: execution.ancestors,
  };
}

/**
 * Room `durable/calls`: everything that leaves an execution. It owns the guarded fetch and its permits, the dispatch of a call to the client
 * of its protocol (this file), the call of a model (`model-caller.ts`), children and remote tasks (`child-calls.ts`, `remote-tasks.ts`), the
 * artifacts that a call passes on or gets back, and the reservation of a turn with its conversation.
 *
 * It leaves to others: `tools` and `model` speak the protocols, `catalog` has the egress rules, `durable/runner` decides when a call
 * is made and aborts it, and `durable/deliveries` sends notifications.
 *
 * Invariants:
 *
 * - Every request to an address that a tenant gave goes through the guarded fetch (`guarded-fetch.ts`), which checks the egress rules
 *   before every hop.
 * - At most six requests of one object await their response headers at a time, tools and models together (E10, `permits.ts`).
 * - The secret of a provider is cut out of answers before they reach the runner.
 * - Nothing here changes the state of an execution.
 *
 * This file makes the caller of one execution's object. Links to MCP servers are opened from pinned connections and kept while the object is
 * in memory (E15).
 */
import type { AttemptResult } from "../../execution/events/attempt.ts";
import { answerA2aTask, callA2aAgent } from "../../tools/a2a/a2a-call.ts";
import { atEdge, progressAtEdge } from "../../tools/callee-edge.ts";
import { callCodeTool } from "../../tools/code/code-call.ts";
import { callHttpAgent } from "../../tools/http-agent/http-agent-call.ts";
import type { McpSessions } from "../../tools/mcp/mcp-sessions.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { Call, CallTool, Connection } from "../ports/ports.ts";
import { type CallCredential, callCredential, notSent, resumedCall } from "./call-credential.ts";
import { identityOf } from "./call-identity.ts";
import type { GuardedFetch, SentCredential } from "./guarded-fetch.ts";
import { type CallingExecution, type DeliveryOptions, deliver } from "./input-delivery.ts";

export interface ToolCallerParts {
  readonly options: DeliveryOptions & Pick<ExecutionOptions, "clock" | "codeTools" | "credentials" | "secret">;
  /** The guarded fetch whose requests await their headers under `connection` and carry `credential`, if there is one. */
  readonly fetch: (
    connection: Pick<Connection, "awaitHeaders">,
    credential: SentCredential | undefined,
  ) => GuardedFetch;
  /** The execution whose calls are made. */
  readonly from: () => CallingExecution;
  /** Labels of the arguments of a step (decision 085). */
  readonly argumentLabels: (stepId: string) => readonly string[];
}

type McpClient = typeof import("../../tools/mcp/mcp-call.ts") & typeof import("../../tools/mcp/mcp-sessions.ts");

/** Kept, because asking for a module that is loaded already takes as long as much of a call. */
let mcpClient: McpClient | undefined;

/** The client of MCP servers, loaded when the first tool is called. */
async function loadMcp(): Promise<McpClient> {
  const [calls, sessions] = await Promise.all([
    import("../../tools/mcp/mcp-call.ts"),
    import("../../tools/mcp/mcp-sessions.ts"),
  ]);
  mcpClient = { ...calls, ...sessions };
  return mcpClient;
}

/** The caller of an object that lives as long as the object is in memory. */
export function toolCaller(parts: ToolCallerParts): CallTool {
  const call = protocolCaller(parts);
  return async (given, connection) => {
    const made = given.provider.credential === undefined ? given : resumedCall(given);
    if ("kind" in made) return made;
    const found = callCredential(made, parts.from(), parts.options);
    const credential = found instanceof Promise ? await found : found;
    if (!credential.ok) return credential.end;
    const end = await call(made, credential, connection);
    return lackingAt(end, credential) ?? atEdge(callSubject(made), end, credential.secrets);
  };
}

/** The server refused the call unseen: it is made once there is a token. Undefined for another end, which stays. */
function lackingAt(end: AttemptResult, credential: CallCredential): AttemptResult | undefined {
  // A call of several requests may have had its answer, or have had its effect, although one of them was refused.
  if (end.kind !== "FAILED" || end.outcome === "UNKNOWN" || end.outcome === "ANSWERED") return undefined;
  return credential.lacking();
}

type CallWithCredential = (
  call: Call,
  credential: CallCredential,
  connection: Pick<Connection, "awaitHeaders">,
) => Promise<AttemptResult>;

function protocolCaller({ argumentLabels, fetch: fetchUnder, from, options }: ToolCallerParts): CallWithCredential {
  let sessions: McpSessions | undefined;
  return async (call, { bearer, secrets, sent }, connection) => {
    const fetch = fetchUnder(connection, sent);
    const { kind } = call.provider;
    const { arguments: input, callable, continuation, execution, provider, signal } = call;
    const { trace } = execution;
    const common = { provider, callable, arguments: input, bearer, idempotencyKey: call.callId, trace, signal };
    const { clock } = options;
    switch (kind) {
      case "MCP": {
        const mcp = mcpClient ?? (await loadMcp());
        sessions ??= new mcp.McpSessions();
        return mcp.callMcpTool({
          ...common,
          execution: identityOf(call),
          continuation: continuation ?? null,
          onProgress: (notice) => call.onProgress(progressAtEdge(notice, secrets)),
          fetch,
          clock,
          sessions,
        });
      }
      case "OPENAPI": {
        const { callOpenApi } = await import("../../tools/openapi/openapi-call.ts");
        return callOpenApi({ ...common, fetch, clock });
      }
      case "CODE": {
        const { attempt, callId: idempotencyKey, onProgress } = call;
        const { codeTools: tools, maxResponseBytes: maxResultBytes, secret } = options;
        const made = { callable, arguments: input, idempotencyKey, attempt, execution: identityOf(call), signal };
        return callCodeTool({ ...made, onProgress, tools, secret, clock, maxResultBytes });
      }
      case "HTTP_AGENT": {
        const { routingMode } = execution;
        return callHttpAgent({ ...common, requestId: requestIdOf(call), routingMode, fetch, clock });
      }
      case "A2A": {
        const contact = { provider, callable, bearer, trace, signal, fetch, clock };
        if (continuation !== undefined)
          return answerA2aTask({ ...contact, callId: call.callId, identity: identityOf(call), answer: continuation });
        const delivery = await deliver({ call, from: from(), options, argumentLabels, isRemote: true });
        if (!delivery.ok) return notSent(delivery.failure);
        return callA2aAgent({ ...contact, message: delivery.message });
      }
      case "CHILD":
        throw new Error(`${callable.name} runs as an execution of its own and is not called`);
      case "PERSON":
        throw new Error(`${callable.name} is answered by a person and is not called`);
      case "WAIT":
        throw new Error(`${callable.name} is a wait and is not called`);
    }
  };
}

/** Unique per call (H4): several calls of one execution cannot share its id. */
function requestIdOf({ execution, stepId }: Call): string {
  return execution.isOnlyCall ? execution.requestId : `${execution.requestId}.${stepId}`;
}

/** A call as messages name it. */
export function callSubject({ callable, provider }: Pick<Call, "callable" | "provider">): string {
  return `the call of ${["MCP", "OPENAPI", "CODE"].includes(provider.kind) ? "tool" : "agent"} ${JSON.stringify(callable.name)}`;
}

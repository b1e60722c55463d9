/** Calls of tools as the engine makes them, against a server that a test has started, with every request counted. */

import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import type { OutputValidation, ProviderDefinition } from "../../../src/plan/callable.ts";
import { callMcpTool } from "../../../src/tools/mcp/mcp-call.ts";
import { discoverMcpServer, type McpDiscovery } from "../../../src/tools/mcp/mcp-discover.ts";
import { McpSessions } from "../../../src/tools/mcp/mcp-sessions.ts";
import type { McpToolCall } from "../../../src/tools/mcp/mcp-tool-call.ts";
import { callableOf } from "../plan/callables.ts";

export const exampleExecution = {
  contextId: "context-1",
  requestId: "request-1",
  traceId: "trace-1",
  userId: "user-1",
  depth: 0,
};
export const exampleTraceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/** A clock that stands still, at the start of 2026. */
export const standingClock = { now: () => Date.UTC(2026, 0, 1) };

export interface CallChoices {
  readonly key?: string;
  readonly bearer?: string;
  readonly signal?: AbortSignal;
  readonly outputValidation?: OutputValidation;
  readonly fetch?: McpToolCall["fetch"];
  readonly continuation?: McpToolCall["continuation"];
  readonly tracestate?: string;
  readonly onProgress?: McpToolCall["onProgress"];
  /** What makes the call; `callMcpTool` if nothing is said. */
  readonly by?: (call: McpToolCall) => Promise<AttemptResult>;
}

export class ToolCaller {
  /** Method and JSON-RPC method of every request that left. */
  readonly requests: string[] = [];
  url: string;
  sessions = new McpSessions();
  connection: Json = null;
  tools: Extract<McpDiscovery, { ok: true }>["tools"] = [];

  constructor(serverUrl: string) {
    this.url = `${serverUrl}/mcp`;
  }

  readonly fetch: McpToolCall["fetch"] = (url, init) => {
    const body = typeof init?.body === "string" ? (JSON.parse(init.body) as { method: string }) : null;
    this.requests.push(body === null ? `${init?.method}` : body.method);
    return fetch(url, init);
  };

  /** Contacts the server and keeps what later calls need. */
  async discover(bearer?: string): Promise<McpDiscovery> {
    const signal = AbortSignal.timeout(10_000);
    const found = await discoverMcpServer({ url: this.url, bearer, fetch: this.fetch, signal, clock: standingClock });
    if (found.ok) {
      this.connection = found.connection;
      this.tools = found.tools;
    }
    this.requests.length = 0;
    return found;
  }

  call(name: string, input: JsonObject, choices: CallChoices = {}): Promise<AttemptResult> {
    const tool = this.tools.find((candidate) => candidate.name === name);
    if (tool === undefined) throw new Error(`The server has no tool ${name}`);
    return (choices.by ?? callMcpTool)({
      provider: this.provider(),
      callable: callableOf({
        name,
        inputSchema: tool.inputSchema,
        outputSchema: tool.outputSchema,
        outputValidation: choices.outputValidation ?? "STRICT",
      }),
      arguments: input,
      bearer: choices.bearer,
      idempotencyKey: choices.key ?? "key-1",
      execution: exampleExecution,
      trace: { traceparent: exampleTraceparent, tracestate: choices.tracestate ?? null },
      continuation: choices.continuation ?? null,
      signal: choices.signal ?? new AbortController().signal,
      fetch: choices.fetch ?? this.fetch,
      clock: standingClock,
      sessions: this.sessions,
      onProgress: choices.onProgress ?? (() => undefined),
    });
  }

  private provider(): ProviderDefinition {
    // Stored and read again, as it is between the catalog and an execution.
    const connection = JSON.parse(JSON.stringify(this.connection)) as Json;
    return { name: "example", kind: "MCP", url: this.url, bearerSecret: null, connection };
  }
}

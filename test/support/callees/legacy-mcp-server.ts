/**
 * An MCP server of the older era: `initialize`, then `tools/list` and `tools/call`, optionally only within a session that it
 * can be made to forget. It notes every message that reaches it. Its one tool `echo` returns its arguments.
 */
import { type FakeHttpServer, fakeHttpServer, sendJson } from "./http-server.ts";

export interface ReceivedMessage {
  readonly method: string;
  readonly id: unknown;
  readonly params: { readonly [name: string]: unknown };
  readonly session: string | null;
  /** Of an answer to a request of the server. Undefined for all else. */
  readonly error?: unknown;
}

export interface LegacyMcpServer extends FakeHttpServer {
  readonly received: ReceivedMessage[];
  /** Makes every session unknown. */
  forgetSessions(): void;
}

const echo = {
  name: "echo",
  description: "Returns its arguments",
  inputSchema: { type: "object", properties: { v: { type: "number" } } },
  outputSchema: { type: "object", properties: { v: { type: "number" } }, required: ["v"] },
};

/** `answer` replaces the result of `tools/call`; it may answer with an event stream by returning text. */
export async function legacyMcpServer(options: {
  readonly sessions: boolean;
  readonly answer?: (message: ReceivedMessage) => { readonly stream: string } | "HANG" | null;
}): Promise<LegacyMcpServer> {
  const received: ReceivedMessage[] = [];
  let known = new Set<string>();
  let counter = 0;
  const server = await fakeHttpServer((request, response, body) => {
    if (request.method !== "POST") return sendJson(response, 405, {});
    const { method, id, params = {}, error } = JSON.parse(body) as ReceivedMessage;
    const session = (request.headers["mcp-session-id"] as string | undefined) ?? null;
    const message = { method, id, params, session, error };
    received.push(message);
    const result = (value: unknown, headers = {}) =>
      sendJson(response, 200, { jsonrpc: "2.0", id, result: value }, headers);
    if (method === "initialize") {
      counter++;
      known.add(`session-${counter}`);
      const headers = options.sessions ? { "mcp-session-id": `session-${counter}` } : {};
      const serverInfo = { name: "legacy", version: "1" };
      return result({ protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo }, headers);
    }
    if (method === "server/discover") {
      return sendJson(response, 200, { jsonrpc: "2.0", id, error: { code: -32_601, message: "Method not found" } });
    }
    if (options.sessions && (session === null || !known.has(session))) {
      return sendJson(response, 404, {
        jsonrpc: "2.0",
        id: null,
        error: { code: -32_001, message: "Session not found" },
      });
    }
    if (id === undefined || method === undefined) return response.writeHead(202).end();
    if (method === "tools/list") return result({ tools: [echo] });
    const answer = options.answer?.(message) ?? null;
    if (answer === "HANG") return;
    if (answer !== null) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      return response.end(answer.stream);
    }
    return result({ content: [], structuredContent: params.arguments });
  });
  return {
    ...server,
    received,
    forgetSessions: () => {
      known = new Set();
    },
  };
}

/** An MCP server that knows its callers by the header `X-Token`, and answers 401 without one. Its one tool, `read_tickets`, repeats it. */
import type { JsonObject } from "../../../src/json/json.ts";
import { type FakeHttpServer, fakeHttpServer, sendJson } from "./http-server.ts";

export interface TokenMcpServer extends FakeHttpServer {
  /** Tokens of the calls, in the order of their coming. */
  readonly heard: readonly string[];
  /** A token that is refused from now on. */
  refuse(token: string): void;
}

/** `echoes` is the form in which a token is repeated. */
export async function tokenMcpServer(echoes: (token: string) => string = (token) => token): Promise<TokenMcpServer> {
  const heard: string[] = [];
  const refused = new Set<string>();
  const server = await fakeHttpServer((request, response, text) => {
    const token = request.headers["x-token"];
    if (typeof token !== "string" || refused.has(token)) return sendJson(response, 401, {});
    if (request.method !== "POST") return sendJson(response, 405, {});
    const { id, method } = JSON.parse(text) as JsonObject;
    if (id === undefined) return sendJson(response, 202, {});
    if (method === "tools/call") heard.push(token);
    return sendJson(response, 200, { jsonrpc: "2.0", id, ...answerTo(String(method), echoes(token)) });
  });
  return { ...server, heard, refuse: (token) => void refused.add(token) };
}

function answerTo(method: string, echo: string): JsonObject {
  const tool = { name: "read_tickets", description: "Reads tickets", inputSchema: { type: "object" } };
  switch (method) {
    case "initialize": {
      const serverInfo = { name: "tickets", version: "1" };
      return { result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo } };
    }
    case "tools/list":
      return { result: { tools: [tool] } };
    case "tools/call":
      return { result: { content: [{ type: "text", text: `read as ${echo}` }] } };
    default:
      return { error: { code: -32_601, message: "unknown" } };
  }
}

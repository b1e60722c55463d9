/**
 * An MCP server, an agent behind HTTP and an A2A agent behind one address, each of which repeats the credential that it was sent, as it is and
 * encoded, in the place of an answer that the words of the call name.
 */
import type { ServerResponse } from "node:http";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { type FakeHttpServer, fakeHttpServer, sendJson } from "../../support/callees/http-server.ts";

export type EchoPlace = "result" | "error-result" | "http-error" | "rpc-error" | "stream" | "garbage";

export interface EchoingCallee extends FakeHttpServer {
  /** Credentials that calls brought, in the order of their coming. */
  readonly heard: readonly string[];
}

/** `echoes` are the forms in which a credential is repeated. */
export async function echoingCallee(echoes: (authorization: string) => string): Promise<EchoingCallee> {
  const heard: string[] = [];
  const server = await fakeHttpServer((request, response, text) => {
    const authorization = request.headers.authorization ?? "no credential";
    const echo = echoes(authorization);
    const body = (text === "" ? {} : JSON.parse(text)) as JsonObject;
    const path = request.url ?? "";
    if (path.endsWith("agent-card.json")) return sendJson(response, 200, card(`${server.url}/a2a`, echo));
    const isCall =
      body.method !== undefined ? /^(tools\/call|SendMessage|message\/send)$/.test(String(body.method)) : true;
    if (path === "/mcp" && !isCall) return handshake(response, body, echo);
    heard.push(authorization);
    answer(
      response,
      path,
      body,
      /\b(result|error-result|http-error|rpc-error|stream|garbage)\b/.exec(text)?.[1] as EchoPlace,
      echo,
    );
  });
  return { ...server, heard };
}

function handshake(response: ServerResponse, { id, method }: JsonObject, echo: string): void {
  if (id === undefined) {
    response.writeHead(202).end();
    return;
  }
  const inputSchema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
  const results: { readonly [method: string]: Json } = {
    initialize: {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: echo, version: "1" },
    },
    "tools/list": { tools: [{ name: "echo_tool", description: echo, inputSchema, _meta: { echo } }] },
  };
  const result = results[String(method)];
  const error = { code: -32_601, message: echo };
  sendJson(response, 200, { jsonrpc: "2.0", id, ...(result === undefined ? { error } : { result }) });
}

function card(url: string, echo: string): Json {
  return {
    ...{ name: "echo_a2a", description: `Repeats ${echo}`, version: "1", capabilities: {} },
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    ...{ defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain"] },
    skills: [{ id: "echo", name: "echo", description: echo, tags: ["echo"] }],
  };
}

function answer(response: ServerResponse, path: string, body: JsonObject, place: EchoPlace, echo: string): unknown {
  const rpc = (value: JsonObject) => ({ jsonrpc: "2.0", id: body.id ?? null, ...value });
  if (place === "http-error")
    return sendJson(response, 500, rpc({ error: { code: -1, message: echo } }), { "www-authenticate": "Bearer" });
  if (place === "garbage") {
    response.writeHead(200, { "content-type": "application/json" }).end(`{"${echo.slice(0, 40)}`);
    return;
  }
  if (path === "/agent") return sendJson(response, 200, agentAnswer(String(body.request_id), place, echo));
  if (place === "rpc-error")
    return sendJson(response, 200, rpc({ error: { code: -32_000, message: echo, data: { echo, [echo]: 1 } } }));
  const result = path === "/mcp" ? toolResult(place, echo) : agentTask(place, echo);
  if (place !== "stream" || path !== "/mcp") return sendJson(response, 200, rpc({ result }));
  const told = { jsonrpc: "2.0", method: "notifications/message", params: { level: "error", data: echo } };
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end([told, rpc({ result })].map((message) => `data: ${JSON.stringify(message)}\n\n`).join(""));
}

function toolResult(place: EchoPlace, echo: string): JsonObject {
  const content = [{ type: "text", text: `It heard ${echo}` }];
  if (place === "error-result") return { isError: true, content };
  const file = { uri: "file:///heard", mimeType: "text/plain", text: echo };
  const blob = { uri: "file:///blob", mimeType: "text/plain", blob: btoa(echo) };
  const resources = [file, blob].map((resource) => ({ type: "resource", resource }));
  return {
    content: [...content, ...resources],
    structuredContent: { heard: echo, [echo]: [echo] },
    _meta: { "x/heard": echo },
  };
}

function agentTask(place: EchoPlace, echo: string): JsonObject {
  const said = { messageId: "m", role: "ROLE_AGENT", parts: [{ text: `It heard ${echo}` }] };
  const state = place === "error-result" ? "TASK_STATE_FAILED" : "TASK_STATE_COMPLETED";
  const parts = [{ text: echo }, { data: { heard: echo, [echo]: echo } }];
  const artifacts = [{ artifactId: "a", name: `heard ${echo}`, description: echo, parts, metadata: { echo } }];
  return { task: { id: "t", contextId: "c", status: { state, message: said }, artifacts, metadata: { echo } } };
}

function agentAnswer(requestId: string, place: EchoPlace, echo: string): JsonObject {
  if (place === "rpc-error") return { request_id: echo, status: "success", result: echo };
  const status = place === "error-result" ? { status: "error", error: echo, result: null } : { status: "success" };
  const metadata = { duration_ms: 1, tool_used: echo, agent_version: echo };
  return { request_id: requestId, result: { heard: echo, [echo]: echo }, ...status, metadata };
}

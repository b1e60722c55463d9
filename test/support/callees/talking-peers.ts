/**
 * Peers that say more than data, behind one server: an MCP server whose tool draws, an agent of A2A 1.0 and one of 0.3 that each give a file
 * beside words and data, and an agent behind HTTP. What they say is fixed, so that a test can look for it.
 */
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { aimockCard, mastraCard } from "../catalog/cards-of-others.ts";
import { type FakeHttpServer, fakeHttpServer, sendJson } from "./http-server.ts";

/** A picture of one pixel, in base64. */
export const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
export const report = "Quarterly report";

export interface TalkingPeers {
  readonly mcpUrl: string;
  readonly newAgentUrl: string;
  readonly oldAgentUrl: string;
  /** An agent behind HTTP whose result is an object with more than its text. */
  readonly httpAgentUrl: string;
  close(): Promise<void>;
}

const inputSchema = { type: "object", properties: { v: { type: "string" } } };
const numbered = { ...inputSchema, properties: { count: { type: "integer" } } };

const content = [
  { type: "text", text: "Here is the kettle" },
  { type: "image", data: pixel, mimeType: "image/png" },
  { type: "resource", resource: { uri: "file:///kettle.md", mimeType: "text/markdown", text: "# Kettle" } },
  { type: "resource_link", uri: "https://example.com/kettle", name: "kettle" },
];

/** What the tool that draws says beside its content. */
export const drawnMeta = { "com.example/trace": { id: 7, hops: ["a", null] }, skill_id: "drawing" };

const tools: { readonly [name: string]: (given: JsonObject) => JsonObject } = {
  draw: () => ({ content, structuredContent: { drawn: "kettle" }, _meta: drawnMeta }),
  gallery: ({ count }) => ({ content: Array.from({ length: Number(count) }, () => content[1] as JsonObject) }),
};

export async function talkingPeers(): Promise<TalkingPeers> {
  const server: FakeHttpServer = await fakeHttpServer((request, response, body) => {
    const path = request.url ?? "";
    if (path === "/old/card.json") return sendJson(response, 200, { ...mastraCard, name: "old-agent", url: "/old" });
    if (path === "/new/.well-known/agent-card.json") {
      const supportedInterfaces = [{ url: `${server.url}/new`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }];
      return sendJson(response, 200, { ...aimockCard, name: "new-agent", supportedInterfaces });
    }
    if (request.method !== "POST") return sendJson(response, 405, {});
    const { id, method, params, request_id } = JSON.parse(body) as {
      readonly id?: Json;
      readonly method: string;
      readonly params?: JsonObject;
      readonly request_id: string;
    };
    if (path === "/http") {
      const result = { text: "The kettle is on the stove", degrees: 96 };
      return sendJson(response, 200, { request_id, status: "success", result });
    }
    const result = path === "/mcp" ? mcpResult(method, params ?? {}) : path === "/old" ? oldTask : newTask;
    if (id === undefined) return response.writeHead(202).end();
    const error = { code: -32_601, message: "Method not found" };
    if (result === null) return sendJson(response, 200, { jsonrpc: "2.0", id, error });
    return sendJson(response, 200, { jsonrpc: "2.0", id, result });
  });
  return {
    mcpUrl: `${server.url}/mcp`,
    newAgentUrl: `${server.url}/new`,
    oldAgentUrl: `${server.url}/old/card.json`,
    httpAgentUrl: `${server.url}/http`,
    close: () => server.close(),
  };
}

function mcpResult(method: string, params: JsonObject): JsonObject | null {
  if (method === "initialize") {
    const serverInfo = { name: "talking", version: "1" };
    return { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo };
  }
  if (method === "tools/list") {
    return {
      tools: Object.keys(tools).map((name) => ({ name, inputSchema: name === "gallery" ? numbered : inputSchema })),
    };
  }
  const { name } = params;
  return method === "tools/call" && typeof name === "string"
    ? (tools[name]?.(params.arguments as JsonObject) ?? null)
    : null;
}

const newTask = {
  task: {
    ...{ id: "t", contextId: "c" },
    status: { state: "TASK_STATE_COMPLETED" },
    artifacts: [
      { artifactId: "words", parts: [{ text: "The kettle is blue" }] },
      {
        artifactId: "rest",
        parts: [
          { data: { colour: "blue" } },
          { raw: btoa(report), mediaType: "application/pdf", filename: "report.pdf" },
        ],
      },
    ],
  },
};

const oldTask = {
  ...{ kind: "task", id: "t", contextId: "c", status: { state: "completed" } },
  artifacts: [
    {
      artifactId: "all",
      parts: [
        { kind: "text", text: "The kettle is red" },
        { kind: "data", data: { colour: "red" } },
        { kind: "file", file: { bytes: btoa(report), mimeType: "application/pdf", name: "report.pdf" } },
      ],
    },
  ],
};

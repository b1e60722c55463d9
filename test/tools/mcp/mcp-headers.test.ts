/** What a request of the revision 2026-07-28 says in its headers and its `_meta`, so that what lies between can read it. */
import type { IncomingHttpHeaders } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeHttpServer, fakeHttpServer, sendJson } from "../../support/callees/http-server.ts";
import { ToolCaller } from "../../support/callees/mcp-tool-calls.ts";

let server: FakeHttpServer;
let caller: ToolCaller;
let received: { readonly headers: IncomingHttpHeaders; readonly params: { readonly _meta: object } }[];

const header = (type: string, name: string) => ({ type, "x-mcp-header": name });

beforeEach(async () => {
  received = [];
  server = await fakeHttpServer((request, response, body) => {
    const { id, params } = JSON.parse(body);
    received.push({ headers: request.headers, params });
    sendJson(response, 200, { jsonrpc: "2.0", id, result: { resultType: "complete", content: [] } });
  });
  caller = new ToolCaller(server.url);
  const listed = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
  caller.connection = {
    ...{ era: "modern", protocolVersion: "2026-07-28" },
    discover: { supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, ...listed },
  };
  const properties = {
    region: header("string", "Region"),
    count: header("integer", "Count"),
    dry: header("boolean", "Dry"),
    missing: header("string", "Missing"),
    nested: { type: "object", properties: { city: header("string", "City") } },
  };
  caller.tools = [
    {
      ...{ name: "t", title: null, description: null, outputSchema: null, annotations: {}, metadata: {} },
      inputSchema: { type: "object", properties },
    },
  ];
});
afterEach(() => server.close());

describe("a request of 2026-07-28", () => {
  it("names revision, method and tool in headers, accepts both kinds of answer, and carries the required _meta", async () => {
    await caller.call("t", {});
    expect(received[0]?.headers).toMatchObject({
      ...{ "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "t" },
      ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
    });
    expect(received[0]?.params._meta).toMatchObject({
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": expect.any(Object),
    });
  });

  it("mirrors arguments into headers where the schema says so, encoded where they must be, and none that is absent", async () => {
    await caller.call("t", { region: "Zürich", count: 3, dry: false, nested: { city: " x" } });
    const { headers } = received[0] ?? { headers: {} };
    expect(headers).toMatchObject({
      "mcp-param-region": `=?base64?${Buffer.from("Zürich").toString("base64")}?=`,
      ...{ "mcp-param-count": "3", "mcp-param-dry": "false" },
      "mcp-param-city": `=?base64?${btoa(" x")}?=`,
    });
    expect(headers).not.toHaveProperty("mcp-param-missing");
  });

  it("has an id of its own each time", async () => {
    const ids = new Set<unknown>();
    for (const input of [{}, {}, {}])
      await caller.call("t", input, { fetch: (url, init) => fetchNoting(ids, url, init) });
    expect(ids.size).toBe(3);
  });
});

function fetchNoting(ids: Set<unknown>, url: string | URL, init?: RequestInit): Promise<Response> {
  ids.add(JSON.parse(String(init?.body)).id);
  return fetch(url, init);
}

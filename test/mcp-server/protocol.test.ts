/** What breaks the protocol is answered with the protocol's own errors, and reaches no execution. */
import { describe, expect, it } from "vitest";
import { catalogOf, FakeMcpServer, workflow } from "./fake-session.ts";
import { post, send } from "./wire.ts";

const request = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

/** What a page can send to another site without asking, and what is JSON of something else. */
const foreignTypes = [
  "text/plain",
  "text/plain; a=application/json",
  "application/x-www-form-urlencoded",
  "",
  "application/a2a+json",
];

describe("a body", () => {
  it.each([
    ["is no JSON", "{", 400, -32700],
    ["is a batch", `[${request("tools/list")}]`, 400, -32600],
    ["is no object", "7", 400, -32600],
    [
      "is nested too deeply",
      request("tools/list", { deep: JSON.parse("[".repeat(200) + "]".repeat(200)) }),
      400,
      -32600,
    ],
    ["is no message", "{}", 400, -32600],
    ["has null for an id", JSON.stringify({ jsonrpc: "2.0", id: null, method: "tools/list" }), 400, -32600],
  ])("that %s is refused", async (_, body, status, code) => {
    const world = new FakeMcpServer();
    const answer = await post(world, body, { "mcp-protocol-version": "2025-11-25" });
    expect([answer.status, answer.message.error.code]).toEqual([status, code]);
    expect(world.runs).toEqual([]);
  });

  it.each(foreignTypes)("[N86] of the type %j is refused in each revision, and nothing runs", async (type) => {
    const world = new FakeMcpServer();
    const headers = { "content-type": type };
    const older = await post(world, request("tools/call", { name: "cp__agent_orchestrate", arguments: {} }), {
      ...headers,
      "mcp-protocol-version": "2025-11-25",
    });
    const newer = await send(world, { method: "tools/call", params: { name: "x", arguments: {} } }, headers);
    for (const { message, status } of [older, newer])
      expect([status, message]).toEqual([415, { jsonrpc: "2.0", id: null, error: expect.anything() }]);
    expect(world.runs).toEqual([]);
  });
});

describe("a request", () => {
  it("for an unknown method is answered with -32601, and 404 where the revision says so", async () => {
    const answer = await send(new FakeMcpServer(), { method: "tools/erase" });
    expect([answer.status, answer.message.error.code]).toEqual([404, -32601]);
    const older = await post(new FakeMcpServer(), request("tools/erase"), { "mcp-protocol-version": "2025-11-25" });
    expect(older.message.error.code).toBe(-32601);
  });

  it("in a revision that is not spoken is told those that are", async () => {
    const meta = { "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    const headers = { "mcp-protocol-version": "2099-01-01" };
    const { message, status } = await send(new FakeMcpServer(), { method: "tools/list", meta }, headers);
    expect([status, message.error.code]).toEqual([400, -32022]);
    expect(message.error.data.supported).toContain("2026-07-28");
    const older = await post(new FakeMcpServer(), request("tools/list"), { "mcp-protocol-version": "2024-11-05" });
    expect(older.status).toBe(400);
  });

  it.each([
    ["Mcp-Method", { "mcp-method": "tools/list" }],
    ["Mcp-Name", { "mcp-name": "workflow_refund" }],
    ["MCP-Protocol-Version", { "mcp-protocol-version": "2025-11-25" }],
  ])("whose header %s says something else than its body is refused with -32020", async (_, headers) => {
    const world = new FakeMcpServer();
    const params = { name: "workflow_invoice", arguments: { amount: 1 } };
    const { message, status } = await send(world, { method: "tools/call", params }, headers);
    expect([status, message.error.code]).toEqual([400, -32020]);
    expect(world.runs).toEqual([]);
  });

  it("whose header Mcp-Name is encoded means the tool that it says once it is decoded", async () => {
    const world = new FakeMcpServer();
    world.onStart = (run) => run.finish({ status: "SUCCEEDED", output: { total: 1 } });
    const params = { name: "workflow_invoice", arguments: { amount: 1 } };
    const headers = { "mcp-name": `=?base64?${btoa("workflow_invoice")}?=` };
    const { message, headers: answered } = await send(world, { method: "tools/call", params }, headers);
    expect(message.result.structuredContent).toEqual({ total: 1 });
    expect(answered.get("content-type")).toBe("text/event-stream");
  });

  it("without the header that names its revision is refused with -32020", async () => {
    const { message, status } = await post(new FakeMcpServer(), request("tools/list"));
    expect([status, message.error.code, message.id]).toEqual([400, -32020, 1]);
  });

  it("without the _meta that the revision demands is refused with -32602", async () => {
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
    const { message, status } = await post(new FakeMcpServer(), request("tools/list"), headers);
    expect([status, message.error.code]).toEqual([400, -32602]);
  });

  it("server/discover is answered with revisions and capabilities, as JSON that may be kept", async () => {
    const { headers, message } = await send(new FakeMcpServer(), { method: "server/discover" });
    expect(headers.get("content-type")).toBe("application/json");
    expect(message.result).toMatchObject({
      ...{ resultType: "complete", supportedVersions: ["2026-07-28"], capabilities: { tools: {} } },
      ...{ ttlMs: 60_000, cacheScope: "private" },
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "planwright", version: "1.2.3" } },
    });
  });

  it.each([
    [
      "subscriptions/listen, because nothing here announces its changes",
      "subscriptions/listen",
      { notifications: { toolsListChanged: true } },
    ],
    ["initialize, which the revision does not have", "initialize", {}],
    [
      "initialize in words of older revisions",
      "initialize",
      { protocolVersion: "2026-07-28", capabilities: {}, clientInfo: { name: "c", version: "1" } },
    ],
  ])("[N48] for %s is answered with 404 and -32601", async (_, method, params) => {
    const { message, status } = await send(new FakeMcpServer(), { method, params });
    expect([status, message.error.code, message.id]).toEqual([404, -32601, 1]);
  });

  it("[N48] initialize of an older revision is answered by that revision, also beside the header", async () => {
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "c", version: "1" } };
    for (const headers of [{}, { "mcp-protocol-version": "2025-11-25" }]) {
      const { message, status } = await post(new FakeMcpServer(), request("initialize", params), headers);
      expect([status, message.result.protocolVersion]).toEqual([200, "2025-11-25"]);
    }
  });

  it.each(["GET", "DELETE"])("by %s is answered with 405: there are no sessions", async (method) => {
    const headers = { accept: "text/event-stream" };
    const response = await new FakeMcpServer().fetch()("https://planwright.test/mcp", { method, headers });
    expect(response.status).toBe(405);
  });

  it("that fails by a fault of ours tells nothing of it but to the log", async () => {
    const world = new FakeMcpServer();
    world.fault = new Error("the secret of the house");
    const params = { name: "workflow_invoice", arguments: { amount: 1 } };
    const { message } = await send(world, { method: "tools/call", params });
    expect(message.error.code).toBe(-32603);
    expect(JSON.stringify(message)).not.toContain("secret");
    expect(JSON.stringify(world.logged)).toContain("secret");
  });
});

describe("a notification", () => {
  it("is accepted with 202 and no body", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
    const answer = await post(new FakeMcpServer(), body, { "mcp-protocol-version": "2025-11-25" });
    expect([answer.status, answer.message]).toEqual([202, null]);
  });
});

describe("a caller without a scope", () => {
  it.each([
    ["tools/list", "REGISTRY_READ", { mayList: false, mayCall: true }],
    ["tools/call", "EXECUTION_START", { mayList: true, mayCall: false }],
  ])("is refused %s with the challenge that names %s", async (method, scope, rights) => {
    const world = new FakeMcpServer();
    const caller = { tenant: "default", subject: "bob", mayAnswer: true, ...rights };
    const params = method === "tools/call" ? { name: "workflow_invoice", arguments: { amount: 1 } } : {};
    const { headers, message, status } = await send(world, { method, params }, {}, { caller });
    expect(status).toBe(403);
    expect(message.error.message).toContain(scope);
    expect(headers.get("www-authenticate")).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
    expect(world.runs).toEqual([]);
  });
});

describe("the list of tools", () => {
  const many = Array.from({ length: 230 }, (_, number) => workflow(`w${String(number).padStart(3, "0")}`));

  it("comes in pages, in the same order each time, each tool once", async () => {
    const world = new FakeMcpServer();
    world.catalog = catalogOf(many.toReversed());
    const names: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | undefined = undefined as string | undefined, isFirst = true; isFirst || cursor; ) {
      isFirst = false;
      const { message } = await send(world, { method: "tools/list", params: cursor === undefined ? {} : { cursor } });
      const { nextCursor, tools, ...rest } = message.result;
      expect(rest).toMatchObject({ ttlMs: 5_000, cacheScope: "private" });
      names.push(...tools.map(({ name }: { name: string }) => name));
      sizes.push(tools.length);
      cursor = nextCursor;
    }
    expect(sizes).toEqual([101, 100, 30]);
    expect(names).toEqual(["cp__agent_orchestrate", ...many.map(({ name }) => `workflow_${name}`)]);
  });

  it("refuses a cursor that it never gave with -32602", async () => {
    const { message } = await send(new FakeMcpServer(), { method: "tools/list", params: { cursor: "../../etc" } });
    expect(message.error.code).toBe(-32602);
  });

  it("[O28] leaves orchestration out where the deployment does not offer it, and refuses to call it", async () => {
    const world = new FakeMcpServer();
    const more = { promptsServed: false };
    const listed = await send(world, { method: "tools/list" }, {}, more);
    expect(listed.message.result.tools.map(({ name }: { name: string }) => name)).toEqual(["workflow_invoice"]);
    const params = { name: "cp__agent_orchestrate", arguments: { prompt: "do" } };
    const called = await send(world, { method: "tools/call", params }, {}, more);
    expect(called.message.error.code).toBe(-32602);
  });

  it("says that the same key does nothing twice, and asks for no headers that nobody would compare", async () => {
    const world = new FakeMcpServer();
    const amount = { type: "number", "x-mcp-header": "Amount" };
    world.catalog = catalogOf([
      workflow("invoice", {
        inputSchema: { type: "object", properties: { amount, "x-mcp-header": { type: "string" } } },
      }),
    ]);
    const { message } = await send(world, { method: "tools/list" });
    const [, tool] = message.result.tools;
    expect(tool._meta).toEqual({ "dev.planwright/keyed": true });
    expect(tool.inputSchema.properties).toEqual({ amount: { type: "number" }, "x-mcp-header": { type: "string" } });
  });
});

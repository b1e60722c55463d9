/** First contact with a server: what is kept, what is dropped and why, what is said of a server that cannot be used. */
import { afterEach, describe, expect, it } from "vitest";
import { startExampleServer } from "../../../examples/mcp-server/server.ts";
import { discoverMcpServer } from "../../../src/tools/mcp/mcp-discover.ts";
import {
  type FakeHttpHandler,
  type FakeHttpServer,
  fakeHttpServer,
  sendJson,
} from "../../support/callees/http-server.ts";
import { standingClock, ToolCaller } from "../../support/callees/mcp-tool-calls.ts";

let server: FakeHttpServer;
afterEach(() => server.close());

async function serve(handle: FakeHttpHandler): Promise<ToolCaller> {
  server = await fakeHttpServer(handle);
  return new ToolCaller(server.url);
}

/** A modern server that offers `pages` of tools, cursor after cursor. */
function listing(pages: readonly (readonly object[])[]): FakeHttpHandler {
  const common = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
  return (_request, response, body) => {
    const { id, method, params } = JSON.parse(body) as { id: unknown; method: string; params: { cursor?: string } };
    const result = (value: object) => sendJson(response, 200, { jsonrpc: "2.0", id, result: { ...common, ...value } });
    if (method === "server/discover") return result({ supportedVersions: ["2026-07-28"], capabilities: { tools: {} } });
    const page = Number(params.cursor ?? 0);
    result({ tools: pages[page] ?? [], ...(page + 1 < pages.length ? { nextCursor: `${page + 1}` } : {}) });
  };
}

const tool = (name: string, inputSchema: object = { type: "object" }) => ({ name, inputSchema });

describe("discovering tools", () => {
  it.each<[what: string, handle: FakeHttpHandler, finding: string]>([
    [
      "a web page",
      (_, response) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<h1>Hello</h1>"),
      'required a JSON-RPC message, found the content type "text/html". Is this the address of an MCP endpoint, such as …/mcp?',
    ],
    [
      "JSON that is no JSON",
      (_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{"),
      "found something else",
    ],
    [
      "no such page",
      (_, response) => response.writeHead(404).end(),
      "with HTTP status 404. Is this the address of its endpoint?",
    ],
    [
      "a cut connection",
      (_, response) => response.destroy(),
      "no answer came: the connection could not be made, or it failed",
    ],
  ])("[N738] answers %s with what came and what to look at", async (_, handle, finding) => {
    const found = await (await serve(handle)).discover();
    expect(found).toMatchObject({ ok: false, failure: { message: expect.stringContaining(finding) } });
  });

  it("[N738] says of an address of the older transport what is spoken here", async () => {
    server = await fakeHttpServer((_, response) => response.writeHead(404).end());
    for (const [path, isSaid] of [
      ["/sse", true],
      ["/a/sse/", true],
      ["/mcp", false],
    ] as const) {
      const caller = new ToolCaller(server.url);
      caller.url = `${server.url}${path}`;
      const found = await caller.discover();
      const message = found.ok ? "" : found.failure.message;
      expect(message).toContain("HTTP status 404");
      expect(message.includes("streamable HTTP"), path).toBe(isSaid);
    }
  });

  it("reads every page and keeps what the server says as it says it", async () => {
    const described = {
      ...tool("b"),
      title: "B",
      outputSchema: { type: "object", properties: { x: { type: "string" } } },
      annotations: { readOnlyHint: true },
      _meta: { "dev.planwright/keyed": true },
    };
    const caller = await serve(listing([[tool("a")], [described]]));
    expect(await caller.discover()).toMatchObject({ ok: true, serverName: null, dropped: [] });
    expect(caller.tools[0]).toEqual({
      name: "a",
      title: null,
      description: null,
      inputSchema: { type: "object" },
      outputSchema: null,
      annotations: {},
      metadata: {},
    });
    expect(caller.tools[1]).toMatchObject({
      title: "B",
      outputSchema: described.outputSchema,
      annotations: { readOnlyHint: true },
      metadata: { "dev.planwright/keyed": true },
    });
  });

  it("drops a tool that breaks a rule and reports which rule", async () => {
    let deep: object = { type: "string" };
    for (let level = 0; level < 100; level++) deep = { type: "array", items: deep };
    const caller = await serve(
      listing([
        [
          tool("good"),
          tool("good"),
          tool("bad name"),
          tool("deep", { type: "object", properties: { x: deep } }),
          tool("remote", { type: "object", properties: { x: { $ref: "https://example.com/schema.json" } } }),
          tool("header", { type: "object", properties: { x: { type: "number", "x-mcp-header": "X" } } }),
        ],
      ]),
    );
    const found = await caller.discover();
    if (!found.ok) throw new Error(found.failure.message);
    expect(found.tools.map(({ name }) => name)).toEqual(["good"]);
    expect(found.dropped).toEqual([
      { name: "good", reason: expect.stringContaining("no other tool") },
      { name: "bad name", reason: expect.stringContaining("a name of 1 to 128") },
      { name: "deep", reason: expect.stringContaining("deeper") },
      { name: "remote", reason: expect.stringContaining("outside of the schema") },
      { name: "header", reason: expect.stringContaining("x-mcp-header") },
    ]);
  });

  it("[N848] drops a tool that refuses every call without a task, and takes one that leaves the choice", async () => {
    const asTask = (taskSupport: string) => ({ ...tool(taskSupport), execution: { taskSupport } });
    const found = await (
      await serve(listing([[asTask("required"), asTask("optional"), asTask("forbidden")]]))
    ).discover();
    expect(found).toMatchObject({
      tools: [{ name: "optional" }, { name: "forbidden" }],
      dropped: [{ name: "required", reason: expect.stringContaining("execution.taskSupport") }],
    });
  });

  /** The schemas of the worked example of the document Plan, Execute, Respond, as they stand there. */
  const researchOutput = {
    properties: {
      artifact_id: { type: "string" },
      artifact: {
        type: "object",
        properties: { title: { type: "string" }, sections: { type: "array" }, sources: { type: "array" } },
      },
      _metadata: { type: "object" },
    },
    required: ["artifact_id", "artifact", "_metadata"],
  };
  const createInput = {
    properties: {
      artifact_id: { type: "string", description: "Research artifact ID from research_blog" },
      skill_id: { type: "string" },
      instructions: { type: "string" },
    },
    required: ["artifact_id", "skill_id", "instructions"],
  };
  const odd = [
    { name: "research_blog", inputSchema: { type: "object" }, outputSchema: researchOutput },
    { name: "create_blog_post", inputSchema: createInput },
    { name: "no_input" },
    { name: "any_of", inputSchema: { anyOf: [{ type: "object" }, { type: "null" }] } },
    {
      name: "all_of",
      inputSchema: { allOf: [{ properties: { a: { type: "string" } } }] },
      outputSchema: { anyOf: [{}] },
    },
    { name: "list_output", inputSchema: { type: "object" }, outputSchema: { type: "array" } },
    { name: "list_input", inputSchema: { type: "array" } },
    { name: "text_input", inputSchema: "object" },
    { name: "dangling", inputSchema: { type: "object", properties: { a: { $ref: "#/$defs/nope" } } } },
    { name: "backwards", inputSchema: { type: "object" }, outputSchema: { properties: { a: { pattern: "(a)\\1" } } } },
    {
      name: "python",
      inputSchema: { type: "object", properties: { a: { type: "string", pattern: "^[\\w-.]+\\@x$" } } },
    },
    { name: 7, inputSchema: { type: "object" } },
    "not a tool",
  ];
  const kept = ["research_blog", "create_blog_post", "no_input", "any_of", "all_of", "list_output", "python"];
  const dropped = [
    { name: "list_input", reason: expect.stringContaining("one of objects") },
    { name: "text_input", reason: expect.stringContaining("expected an object or a boolean, found string") },
    { name: "dangling", reason: expect.stringContaining('/$ref, "#/$defs/nope", leads to no schema') },
    { name: "backwards", reason: expect.stringContaining("back references") },
    { name: "(tool 12 of the list)", reason: expect.stringContaining("a name of 1 to 128") },
    { name: "(tool 13 of the list)", reason: expect.stringContaining("an object that describes a tool") },
  ];

  /** A server of the older era that offers `tools`. */
  const legacyListing =
    (tools: readonly unknown[]): FakeHttpHandler =>
    (request, response, body) => {
      if (request.method !== "POST") return sendJson(response, 405, {});
      const { id, method } = JSON.parse(body) as { id?: unknown; method: string };
      if (id === undefined) return sendJson(response, 202, {});
      const result = (value: object) => sendJson(response, 200, { jsonrpc: "2.0", id, result: value });
      const serverInfo = { name: "old", version: "1" };
      if (method === "initialize")
        return result({ protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo });
      if (method === "tools/list") return result({ tools });
      sendJson(response, 200, { jsonrpc: "2.0", id, error: { code: -32_601, message: `unknown ${method}` } });
    };

  it.each([
    ["2026-07-28", listing([odd as never])],
    ["the older era", legacyListing(odd)],
  ])("[N22, N23] keeps each tool that can be used and drops the others one by one (%s)", async (_era, handle) => {
    const caller = await serve(handle);
    const found = await caller.discover();
    if (!found.ok) throw new Error(found.failure.message);
    expect(found.tools.map(({ name }) => name)).toEqual(kept);
    expect(found.dropped).toEqual(dropped);
    expect(found.tools[0]?.outputSchema).toEqual(researchOutput);
    expect(found.tools[1]?.inputSchema).toEqual(createInput);
  });

  it("[N22] reads a list of 2026-07-28 that leaves `resultType` out", async () => {
    const whole = listing([[tool("a")]]);
    const caller = await serve((request, response, body) => {
      const { id, method } = JSON.parse(body) as { id: unknown; method: string };
      if (method !== "tools/list") return whole(request, response, body);
      sendJson(response, 200, { jsonrpc: "2.0", id, result: { tools: [tool("a")] } });
    });
    expect(await caller.discover()).toMatchObject({ ok: true, tools: [{ name: "a" }], dropped: [] });
  });

  it.each([
    ["a list that is none", { result: { tools: "none" } }, "required a list of tools in `tools`"],
    ["a refusal of the list", { error: { code: -32_603, message: "the list is broken" } }, "the list is broken"],
  ])("[N26] tells the last exchange and not the first probe (%s)", async (_how, answer, words) => {
    const whole = legacyListing([]);
    const caller = await serve((request, response, body) => {
      const { id, method } = (body === "" ? {} : JSON.parse(body)) as { id: unknown; method: string };
      if (method !== "tools/list") return whole(request, response, body);
      sendJson(response, 200, { jsonrpc: "2.0", id, ...answer });
    });
    const found = await caller.discover();
    expect(found).toMatchObject({ ok: false, failure: { message: expect.stringContaining(words) } });
    expect(JSON.stringify(found)).not.toContain("-32601");
  });

  it.each([
    ["speaks a revision that nobody knows", { protocolVersion: "1999-01-01" }],
    ["does not say what it is", { serverInfo: undefined }],
  ])("[N813] does not say of a server that %s that its connection was lost", async (_, odd) => {
    const whole = legacyListing([]);
    const caller = await serve((request, response, body) => {
      const { id, method } = (body === "" ? {} : JSON.parse(body)) as { id: unknown; method: string };
      if (method !== "initialize") return whole(request, response, body);
      const result = {
        protocolVersion: "2025-06-18",
        capabilities: {},
        serverInfo: { name: "s", version: "1" },
        ...odd,
      };
      sendJson(response, 200, { jsonrpc: "2.0", id, result });
    });
    const found = await caller.discover();
    expect(found).toMatchObject({ ok: false, failure: { code: "PROTOCOL" } });
    expect(JSON.stringify(found)).not.toContain("connection failed");
  });

  it("[N813] drops a tool that no row can hold", async () => {
    const large = "x".repeat(100_000);
    const caller = await serve(
      listing([
        [
          { ...tool("title"), title: large },
          { ...tool("meta"), _meta: { large } },
          { ...tool("hints"), annotations: { large } },
          { ...tool("good"), title: "Good", _meta: { small: large.slice(0, 10_000) } },
        ],
      ]),
    );
    const found = await caller.discover();
    if (!found.ok) throw new Error(found.failure.message);
    expect(found.tools.map(({ name }) => name)).toEqual(["good"]);
    expect(found.dropped.map(({ name, reason }) => [name, reason])).toEqual([
      ["title", "required a title of at most 16384 bytes"],
      ["meta", "required annotations and metadata of at most 65536 bytes"],
      ["hints", "required annotations and metadata of at most 65536 bytes"],
    ]);
  });

  it("[N813] keeps of a list without end the reasons that fit into the row of the server", async () => {
    const caller = await serve(listing([Array.from({ length: 150_000 }, () => 7 as never)]));
    const found = await caller.discover();
    if (!found.ok) throw new Error(found.failure.message);
    expect(found.tools).toEqual([]);
    expect(found.dropped).toHaveLength(501);
    expect(found.dropped.at(-1)).toEqual({ name: "(further tools)", reason: "149500 further findings are not listed" });
  });

  it("keeps 1,000 tools and reports the others, and ends although the pages never do", async () => {
    const page = (number: number) => Array.from({ length: 50 }, (_, at) => tool(`t${number}_${at}`));
    const caller = await serve(listing(Array.from({ length: 500 }, (_, number) => page(number))));
    const found = await caller.discover();
    if (!found.ok) throw new Error(found.failure.message);
    expect(found.tools).toHaveLength(1_000);
    expect(found.dropped[0]).toEqual({ name: "t20_0", reason: "required at most 1000 tools" });
  });

  it.each<[what: string, cursor: unknown, dropped: readonly object[]]>([
    ["null", null, []],
    ["an empty text", "", []],
    ["a number", 7, [{ name: "(further tools)", reason: "required a cursor that is a text, found another" }]],
    [
      "the cursor that was asked for",
      "again",
      [
        { name: "a", reason: expect.any(String) },
        { name: "(further tools)", reason: "required a cursor that leads on, found one that was asked for before" },
      ],
    ],
  ])("[N813] ends a list whose next cursor is %s, and has each tool once", async (_, cursor, dropped) => {
    const whole = listing([[tool("a")]]);
    const caller = await serve((request, response, body) => {
      const { id, method } = JSON.parse(body) as { id: unknown; method: string };
      if (method !== "tools/list") return whole(request, response, body);
      sendJson(response, 200, { jsonrpc: "2.0", id, result: { tools: [tool("a")], nextCursor: cursor } });
    });
    const found = await caller.discover();
    if (!found.ok) throw new Error(found.failure.message);
    expect(found.tools.map(({ name }) => name)).toEqual(["a"]);
    expect(found.dropped).toEqual(dropped);
  });

  it("[N813] reports that there are pages beyond those that are read", async () => {
    const caller = await serve(listing(Array.from({ length: 80 }, (_, number) => [tool(`t${number}`)])));
    const found = await caller.discover();
    if (!found.ok) throw new Error(found.failure.message);
    expect(found.tools).toHaveLength(64);
    expect(found.dropped).toEqual([
      { name: "(further tools)", reason: "required a list of at most 64 pages, found more" },
    ]);
  });

  it("opens no standing stream and closes what it opened", async () => {
    const example = await startExampleServer(0, { delayMs: 0 });
    server = example;
    const requests: string[] = [];
    await discoverMcpServer({
      url: `${example.url}/mcp`,
      bearer: undefined,
      fetch(url, init) {
        requests.push(`${init?.method}`);
        return fetch(url, init);
      },
      signal: AbortSignal.timeout(10_000),
      clock: standingClock,
    });
    expect(requests).toEqual(["POST", "POST"]);
  });
});

describe("a server that cannot be used", () => {
  it.each([401, 403])("is UNAUTHORIZED if it answers %i", async (status) => {
    const caller = await serve((_request, response) => sendJson(response, status, {}));
    expect(await caller.discover("wrong")).toMatchObject({ ok: false, status: "UNAUTHORIZED" });
  });

  it.each([
    ["answers 500", (_request, response) => sendJson(response, 500, {})],
    ["cuts the connection", (request) => request.socket.destroy()],
    ["answers something else", (_request, response) => response.end("<html>")],
  ] as readonly [string, FakeHttpHandler][])("is UNREACHABLE if it %s", async (_how, handle) => {
    const caller = await serve(handle);
    expect(await caller.discover()).toMatchObject({ ok: false, status: "UNREACHABLE", failure: { details: {} } });
  });

  it("is UNREACHABLE when the signal is aborted while it hangs", async () => {
    const controller = new AbortController();
    const caller = await serve(() => controller.abort());
    const found = discoverMcpServer({
      url: caller.url,
      bearer: undefined,
      fetch: caller.fetch,
      signal: controller.signal,
      clock: standingClock,
    });
    expect(await found).toMatchObject({ ok: false, status: "UNREACHABLE" });
  });
});

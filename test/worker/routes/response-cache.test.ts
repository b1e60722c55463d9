/** Which answers a caller may keep, and what one is told who has the answer already. The real endpoint answers, over fake clients. */
import { Hono } from "hono";
import { beforeEach, describe, expect, it } from "vitest";
import type { AppContext } from "../../../src/worker/platform/app-context.ts";
import { responseCache } from "../../../src/worker/routes/response-cache.ts";
import { endpoint } from "../../support/graph/ask.ts";
import { fakeCatalog, localAgent } from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

let world: FakeClients;
let maxRequestCost: number;
const app = new Hono<AppContext>();
app.use(responseCache);
app.all("/graphql", ({ req }) => {
  const context = world.context();
  return endpoint.fetch(req.raw, { ...context, settings: { ...context.settings, maxRequestCost } });
});

beforeEach(() => {
  world = new FakeClients();
  maxRequestCost = 20_000;
});

async function get(query: string, headers: { readonly [name: string]: string } = {}): Promise<Response> {
  return app.request(`http://localhost/graphql?query=${encodeURIComponent(query)}`, { headers });
}

const tools = "{ tools(first: 5) { nodes { name inputSchema } } }";

describe("a registry query by GET", () => {
  it.each([
    [tools, 5],
    ["{ serverInfo { version } }", 60],
    ["{ __typename serverInfo { version } ...R } fragment R on Query { mcpServers { nodes { name } } }", 5],
    ['{ ... on Query { tool(by: { name: "echo" }) { description } } }', 5],
  ])("may be kept by its caller: %s", async (query, seconds) => {
    const response = await get(query);
    expect(response.headers.get("cache-control")).toBe(`private, max-age=${seconds}`);
    expect(response.headers.get("etag")).toMatch(/^W\/"[0-9a-f]{32}"$/);
    for (const header of ["Authorization", "Accept", "Planwright-Tenant", "Cookie"]) {
      expect(response.headers.get("vary")?.split(", ")).toContain(header);
    }
    const body = await response.text();
    expect(body).toContain('"cost"');
    expect(body).not.toContain("max-age");
  });

  it("is answered 304 without a body for who has the answer, and in full again when it changes", async () => {
    const first = await get(tools);
    const etag = first.headers.get("etag") ?? "";
    for (const condition of [etag, `"other", ${etag}`, etag.replace("W/", ""), "*"]) {
      const again = await get(tools, { "if-none-match": condition });
      expect(again.status, condition).toBe(304);
      expect(await again.text()).toBe("");
      expect(again.headers.get("etag")).toBe(etag);
      expect(again.headers.get("cache-control")).toBe("private, max-age=5");
      expect(again.headers.get("vary")).toContain("Authorization");
    }
    world.catalog = fakeCatalog("2", [{ name: "another" }]);
    const changed = await get(tools, { "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(etag);
    expect(await changed.text()).toContain("another");
  });

  it("holds for the card of an agent too, which is another one when the agent changes", async () => {
    const card = '{ agentCard(by: { agent: { name: "writer" } }) { document } }';
    world.catalog = fakeCatalog("1", [], "blog", [localAgent("writer")]);
    const etag = (await get(card)).headers.get("etag") ?? "";
    expect((await get(card, { "if-none-match": etag })).status).toBe(304);
    world.catalog = fakeCatalog("2", [], "blog", [localAgent("writer", { description: "Writes more" })]);
    const changed = await get(card, { "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain("Writes more");
  });

  it("keeps its tag when the same data is written otherwise", async () => {
    const etag = (await get(tools)).headers.get("etag");
    maxRequestCost = 10_000;
    expect((await get(tools)).headers.get("etag")).toBe(etag);
    const other = await get(tools, { accept: "application/graphql-response+json" });
    expect(other.headers.get("etag")).toBe(etag);
  });
});

describe("an answer that nobody may keep", () => {
  it.each([
    ["to another query", "{ viewer { subject } }"],
    ["to a query with another root field", "{ serverInfo { version } viewer { subject } }"],
    [
      "to a query with another root field in a fragment",
      "{ ...A } fragment A on Query { viewer { subject } ...B } fragment B on Query { serverInfo { version } }",
    ],
    [
      "to a query with another root field that is skipped",
      "{ serverInfo { version } viewer @skip(if: true) { subject } }",
    ],
    ["on the schema", "{ __schema { queryType { name } } }"],
    ["with an error of a field", "{ tools(first: -1) { nodes { name } } }"],
    ["to a document that is not valid", "{ tools { nope } }"],
    ["to a document that cannot be read", "{"],
  ])("is that %s", async (_, query) => {
    const response = await get(query, { "if-none-match": "*" });
    expect(response.status).not.toBe(304);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.has("etag")).toBe(false);
  });

  it("is that to a registry query by POST, or as a stream", async () => {
    const headers = { "content-type": "application/json", "if-none-match": "*" };
    const posted = await app.request("/graphql", { method: "POST", headers, body: JSON.stringify({ query: tools }) });
    expect(posted.headers.get("cache-control")).toBe("no-store");
    const streamed = await get(tools, { accept: "text/event-stream", "if-none-match": "*" });
    expect(streamed.status).toBe(200);
    expect(streamed.headers.get("cache-control")).toBe("no-store");
    expect(await streamed.text()).toContain("research_blog");
  });
});

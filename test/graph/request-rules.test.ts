/** What strangers send: each bound with the request that just fits and the one that does not. */

import { getIntrospectionQuery } from "graphql";
import { beforeEach, describe, expect, it } from "vitest";
import { maxNesting, maxTokens } from "../../src/graph/request-rules.ts";
import { requestSizeLimits } from "../../src/graph/request-size.ts";
import { type Answer, endpoint, send } from "./ask.ts";
import { FakeWorld } from "./fake-doors.ts";

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});

async function sendRaw(init: RequestInit & { readonly url?: string }): Promise<Response> {
  const { url = "http://localhost/graphql", ...request } = init;
  return endpoint.fetch(new Request(url, request), world.context());
}

async function codesOf(response: Response): Promise<readonly string[]> {
  const { errors = [] }: Answer = await response.json();
  return errors.map((error: { extensions?: { code?: string } }) => error.extensions?.code ?? "NONE");
}

const fits = async (query: string, variables: { readonly [name: string]: unknown } = {}) => {
  const response = await send(world, query, { variables });
  expect(await codesOf(response)).toEqual([]);
};

const refusedAsTooComplex = async (query: string, variables: { readonly [name: string]: unknown } = {}) => {
  world.calls.length = 0;
  const response = await send(world, query, { variables, headers: { accept: "application/graphql-response+json" } });
  expect(response.status).toBe(400);
  expect(await codesOf(response)).toEqual(["REQUEST_TOO_COMPLEX"]);
  expect(world.calls).toEqual([]);
};

describe("HTTP", () => {
  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/graphql",
    "",
  ])("refuses a POST of the content type %j", async (type) => {
    const body = new Blob([JSON.stringify({ query: "{ __typename }" })]);
    const response = await sendRaw({ method: "POST", headers: type === "" ? {} : { "content-type": type }, body });
    expect(response.status).toBe(415);
    expect(await codesOf(response)).toEqual(["UNSUPPORTED_MEDIA_TYPE"]);
  });

  it("takes a POST of application/json with a charset", async () => {
    const headers = { "content-type": "application/json; charset=utf-8" };
    const response = await sendRaw({ method: "POST", headers, body: JSON.stringify({ query: "{ __typename }" }) });
    expect(await response.json()).toEqual({ data: { __typename: "Query" } });
  });

  it("takes null for what is absent", async () => {
    const query = "query ($n: Int) { tools(first: $n) { nodes { name } } }";
    const body = JSON.stringify({ query, variables: null, operationName: null, extensions: null });
    const response = await sendRaw({ method: "POST", headers: { "content-type": "application/json" }, body });
    expect(await codesOf(response)).toEqual([]);
  });

  it("answers queries over GET, but not those of a page of another site", async () => {
    const url = `http://localhost/graphql?query=${encodeURIComponent("{ viewer { subject } }")}`;
    const answered = await sendRaw({ url, headers: { "sec-fetch-site": "same-origin" } });
    expect(await answered.json()).toEqual({ data: { viewer: { subject: "anonymous" } } });
    const refused = await sendRaw({ url, headers: { "sec-fetch-site": "cross-site" } });
    expect(refused.status).toBe(403);
  });

  it.each([
    'mutation { cancelExecution(input: { executionId: "x" }) { errors { code } } }',
    'subscription { executionEvents(executionId: "x") { cursor } }',
  ])("runs nothing but queries over GET: %s", async (operation) => {
    const url = `http://localhost/graphql?query=${encodeURIComponent(operation)}`;
    const response = await sendRaw({ url, headers: { accept: "application/json, text/event-stream" } });
    expect(await response.text()).not.toContain('"data":{');
    expect(world.calls).toEqual([]);
  });

  it.each(["PUT", "DELETE", "PATCH"])("refuses %s", async (method) => {
    const body = JSON.stringify({ query: "{ __typename }" });
    const response = await sendRaw({ method, headers: { "content-type": "application/json" }, body });
    expect(response.status).toBe(405);
  });

  it("does not run several operations of one request", async () => {
    const body = JSON.stringify([{ query: "{ __typename }" }, { query: "{ __typename }" }]);
    const response = await sendRaw({ method: "POST", headers: { "content-type": "application/json" }, body });
    expect(response.status).toBe(400);
  });
});

describe("documents", () => {
  it("may be as deep as the introspection query, and 20 fields at most", async () => {
    await fits(getIntrospectionQuery());
    // `__type` and `name` stand around the nested fields.
    const nest = (fields: number) =>
      `{ __type(name: "Tool") { ${"ofType { ".repeat(fields)} name ${"} ".repeat(fields)} } }`;
    await fits(nest(requestSizeLimits.depth - 2));
    await refusedAsTooComplex(nest(requestSizeLimits.depth - 1));
  });

  it("may hide no depth in fragments", async () => {
    const fragments = Array.from(
      { length: 19 },
      (_, index) => `fragment F${index} on __Type { ofType { ...F${index + 1} } }`,
    ).join(" ");
    await refusedAsTooComplex(`{ __type(name: "Tool") { ...F0 } } ${fragments} fragment F19 on __Type { name }`);
  });

  it("may have so many aliases, root fields and directives and no more", async () => {
    const { aliases, directives, rootFields } = requestSizeLimits;
    const aliased = (count: number) =>
      `{ viewer { ${Array.from({ length: count }, (_, index) => `a${index}: subject`).join(" ")} } }`;
    await fits(aliased(aliases));
    await refusedAsTooComplex(aliased(aliases + 1));
    const rooted = (count: number) => `{ ${"viewer { subject } ".repeat(count)} }`;
    await fits(rooted(rootFields));
    await refusedAsTooComplex(rooted(rootFields + 1));
    const directed = (count: number) => `{ viewer { ${"subject @include(if: true) ".repeat(count)} } }`;
    await fits(directed(directives));
    await refusedAsTooComplex(directed(directives + 1));
  });

  it("may not multiply aliases by spreading a fragment again and again", async () => {
    const fragments = Array.from(
      { length: 30 },
      (_, index) => `fragment F${index} on Viewer { a${index}: subject ...F${index + 1} ...F${index + 1} }`,
    );
    await refusedAsTooComplex(`{ viewer { ...F0 } } ${fragments.join(" ")} fragment F30 on Viewer { subject }`);
  });

  it("may not multiply lists by lists, whether sizes are written or come as variables", async () => {
    const cycle = (levels: number, size: string) =>
      `query ($n: Int = 100) { mcpServers(first: $n) { nodes { id } } tools(first: ${size}) { nodes { ${`mcpServer { tools(first: ${size}) { nodes { `.repeat(levels)} name ${"} } }".repeat(levels)} } } }`;
    await fits(cycle(1, "100"));
    await refusedAsTooComplex(cycle(2, "100"));
    await refusedAsTooComplex(cycle(2, "$n"), { n: 100 });
    await fits(cycle(2, "$n"), { n: 10 });
    const nodes =
      "query ($ids: [ID!]!) { nodes(ids: $ids) { ... on McpServer { tools(first: 100) { nodes { referableFields { path } } } } } }";
    await fits(nodes, { ids: ["x"] });
    await refusedAsTooComplex(nodes, { ids: Array(100).fill("x") });
  });

  it("of 4000 tokens are read, and one more is refused before it is parsed", async () => {
    // 16 tokens stand before the numbers and 8 after them; a comment is none.
    const wide = (tokens: number) =>
      `{ validatePlan(input: { source: {}, bindings: { list: [${"1 ".repeat(tokens - 24)}] } }) { valid } } # [[[`;
    await fits(wide(maxTokens));
    await refusedAsTooComplex(wide(maxTokens + 1));
  });

  it("that nest brackets are refused before a parser recurses into them", async () => {
    const nested = (levels: number) =>
      `{ validatePlan(input: { source: {}, bindings: { a: ${"[".repeat(levels)}${"]".repeat(levels)} } }) { valid } }`;
    // `{`, `(`, `{`, `{` stand around the list.
    await fits(nested(maxNesting - 4));
    await refusedAsTooComplex(nested(maxNesting - 3));
    await refusedAsTooComplex(nested(400_000));
    await refusedAsTooComplex(`${"{a".repeat(100_000)}`);
  });

  it("with brackets in strings are not mistaken for nested ones", async () => {
    await fits(`{ execution(by: { idempotencyKey: "${"[".repeat(500)}" }) { id } }`);
  });
});

describe("introspection", () => {
  it("is answered to callers with credentials", async () => {
    const response = await send(world, "{ __schema { queryType { name } } }");
    expect(await response.json()).toEqual({ data: { __schema: { queryType: { name: "Query" } } } });
  });
});

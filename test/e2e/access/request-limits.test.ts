/**
 * What strangers send to the real Worker: refused with a code and within seconds, never as a fault of ours, and no answer tells
 * more than the request itself held.
 */
import { request as httpRequest } from "node:http";
import { gzipSync } from "node:zlib";
import { getIntrospectionQuery } from "graphql";
import { createClient } from "graphql-ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestLimits } from "../../../src/graph/base/request-limits.ts";
import { type RunningWorker, startWorker } from "../../support/deployed/running-worker.ts";
import { longestMs, refusalCodes, sent } from "./refusals.ts";

const json = { "content-type": "application/json" };

const repeated = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join(" ");
const bodyOf = (query: string, variables: unknown = {}) => JSON.stringify({ query, variables });
const deepList = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

/** Bodies of JSON, each with the one code of its refusal. */
const bodies: readonly (readonly [what: string, code: string, body: string | Uint8Array<ArrayBuffer>])[] = [
  [
    "500 aliases of one field",
    "REQUEST_TOO_COMPLEX",
    bodyOf(`{ ${repeated(500, (i) => `a${i}: viewer { subject }`)} }`),
  ],
  [
    "500 aliases hidden in fragments",
    "REQUEST_TOO_COMPLEX",
    bodyOf(`{ viewer { ...F ...F } } fragment F on Viewer { ${repeated(250, (i) => `a${i}: subject`)} }`),
  ],
  ["a document of 5000 levels", "REQUEST_TOO_COMPLEX", bodyOf(`${"{ node(id: 1) ".repeat(5_000)}${"}".repeat(5_000)}`)],
  ["a document of 150000 levels", "REQUEST_TOO_COMPLEX", bodyOf("{a".repeat(150_000))],
  [
    "a literal of 100000 levels",
    "REQUEST_TOO_COMPLEX",
    bodyOf(`{ validatePlan(input: { source: ${deepList(100_000)} }) { valid } }`),
  ],
  [
    "a document of a million commas and 4001 tokens",
    "REQUEST_TOO_COMPLEX",
    bodyOf(`{ ${"a,".repeat(4_100)}${",".repeat(900_000)} }`),
  ],
  ["a document of one name of a million letters", "GRAPHQL_VALIDATION_FAILED", bodyOf(`{ ${"a".repeat(1_000_000)} }`)],
  ["3000 unknown fields", "GRAPHQL_VALIDATION_FAILED", bodyOf(`{ viewer { ${repeated(3_000, (i) => `x${i}`)} } }`)],
  ["1900 fields that conflict", "REQUEST_TOO_COMPLEX", bodyOf(`{ viewer { ${repeated(950, (i) => `a: f${i}`)} } }`)],
  [
    "a ring of 300 fragments with long names",
    "GRAPHQL_VALIDATION_FAILED",
    bodyOf(
      `{ viewer { ...${"f".repeat(500)}0 } } ${repeated(300, (i) => `fragment ${"f".repeat(500)}${i} on Viewer { subject ...${"f".repeat(500)}${(i + 1) % 300} }`)}`,
    ),
  ],
  ["100 directives", "REQUEST_TOO_COMPLEX", bodyOf(`{ viewer { subject ${"@include(if: true) ".repeat(100)} } }`)],
  [
    "100 operations",
    "REQUEST_TOO_COMPLEX",
    JSON.stringify({ query: repeated(100, (i) => `query Q${i} { viewer { subject } }`), operationName: "Q1" }),
  ],
  [
    "types of types of types",
    "GRAPHQL_VALIDATION_FAILED",
    bodyOf(`{ __type(name: "Query") { ${"fields { type { ".repeat(3)} name ${"} } ".repeat(3)} } }`),
  ],
  [
    "the fields of all types under many names",
    "REQUEST_TOO_COMPLEX",
    bodyOf(`{ __schema { ${repeated(20, (i) => `a${i}: types { fields { type { fields { name } } } }`)} } }`),
  ],
  ["a page of a billion", "REQUEST_TOO_COMPLEX", bodyOf("{ executions(first: 1000000000) { nodes { id } } }")],
  [
    "a page of a billion by variable",
    "REQUEST_TOO_COMPLEX",
    bodyOf("query ($n: Int) { tools(first: $n) { nodes { name } } }", { n: 1_000_000_000 }),
  ],
  [
    "a page of a billion by default value",
    "REQUEST_TOO_COMPLEX",
    bodyOf("query ($n: Int = 1000000000) { tools(first: $n) { nodes { name } } }"),
  ],
  [
    "a page of infinitely many",
    "REQUEST_TOO_COMPLEX",
    '{"query":"query ($n: Int) { tools(first: $n) { pageInfo { endCursor } } }","variables":{"n":1e999}}',
  ],
  [
    "pages within pages",
    "REQUEST_TOO_COMPLEX",
    bodyOf(
      "{ tools(first: 100) { nodes { mcpServer { tools(first: 100) { nodes { mcpServer { tools(first: 100) { nodes { name } } } } } } } } }",
    ),
  ],
  [
    "100000 ids",
    "REQUEST_TOO_COMPLEX",
    bodyOf("query ($ids: [ID!]!) { nodes(ids: $ids) { id } }", { ids: Array(100_000).fill("x") }),
  ],
  [
    "variables of 250000 levels",
    "REQUEST_TOO_COMPLEX",
    `{"query":"{ __typename }","variables":{"a":${deepList(250_000)}}}`,
  ],
  ["a body of 500000 levels", "REQUEST_TOO_COMPLEX", deepList(500_000)],
  ["a body that never closes", "REQUEST_TOO_COMPLEX", '{"a":'.repeat(200_000)],
  ["a list of operations", "BAD_USER_INPUT", JSON.stringify(Array(10).fill({ query: "{ viewer { subject } }" }))],
  ["no JSON", "BAD_USER_INPUT", "{ viewer { subject } }"],
  ["nothing", "BAD_USER_INPUT", ""],
  ["compressed JSON", "BAD_USER_INPUT", new Uint8Array(gzipSync(bodyOf("{ viewer { subject } }")))],
  ["bytes that are no text", "BAD_USER_INPUT", new Uint8Array(1_000).fill(0xff)],
  ["a document of zeros", "GRAPHQL_PARSE_FAILED", bodyOf("\u0000".repeat(1_000))],
  ["half of a surrogate pair", "GRAPHQL_PARSE_FAILED", '{"query":"{ viewer { \\ud800 } }"}'],
  ["text that never ends", "GRAPHQL_PARSE_FAILED", bodyOf(`{ node(id: "${"x".repeat(500_000)}`)],
  [
    "a number of 500000 digits",
    "GRAPHQL_VALIDATION_FAILED",
    bodyOf(`{ tools(after: ${"9".repeat(500_000)}) { nodes { name } } }`),
  ],
  ["one byte above 1 MiB", "REQUEST_TOO_LARGE", bodyOf("x".repeat(requestLimits.bytes))],
];

let worker: RunningWorker;
let url: string;

describe("a deployment that serves the caller", () => {
  beforeAll(async () => {
    worker = await startWorker({ ALLOWED_ORIGINS: "https://app.example.com" });
    url = worker.planwright.endpoint;
    // The first request builds the schema.
    await worker.planwright.ask("{ viewer { subject } }");
  });
  afterAll(() => worker?.close());

  it.each(bodies)("refuses %s with %s", async (_, code, body) => {
    const accept = "application/graphql-response+json";
    expect(refusalCodes(await sent(url, { method: "POST", headers: { ...json, accept }, body }))).toEqual([code]);
  });

  it.each([
    ["text", { "content-type": "text/plain" }],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }],
    ["an upload", { "content-type": "multipart/form-data; boundary=x" }],
    ["bare GraphQL", { "content-type": "application/graphql" }],
  ])("refuses %s, which a page may send without being asked", async (_, headers) => {
    const body = bodyOf("{ viewer { subject } }");
    expect(refusalCodes(await sent(url, { method: "POST", headers, body }))).toEqual(["UNSUPPORTED_MEDIA_TYPE"]);
  });

  it.each([
    ["variables that are no JSON", "query={__typename}&variables={", "BAD_USER_INPUT"],
    ["variables of 1000 levels", `query={__typename}&variables=${"[".repeat(1_000)}`, "REQUEST_TOO_COMPLEX"],
    ["no query", "", "BAD_USER_INPUT"],
    ["broken escapes", "query=%E0%A4%A", "GRAPHQL_PARSE_FAILED"],
    ["a mutation", `query=${encodeURIComponent("mutation { createSubscriptionToken { token } }")}`, "BAD_REQUEST"],
  ])("refuses %s over GET", async (_, search, code) => {
    const accept = "application/graphql-response+json";
    expect(refusalCodes(await sent(`${url}?${search}`, { headers: { accept } }))).toEqual([code]);
  });

  it("answers its largest requests within the budget of time", async () => {
    const conflicts = `{ ${repeated(20, () => `viewer { ${"subject ".repeat(180)} }`)} }`;
    for (const query of [getIntrospectionQuery(), conflicts]) {
      const { elapsedMs, status } = await sent(url, { method: "POST", headers: json, body: bodyOf(query) });
      expect(status).toBe(200);
      expect(elapsedMs).toBeLessThan(longestMs);
    }
  });

  it("holds an operation over a WebSocket to the same limits, and tells its cost", async () => {
    const client = createClient({ url: url.replace("http", "ws"), retryAttempts: 0, lazy: false });
    const first = async (query: string, variables: { readonly [name: string]: unknown } = {}) => {
      for await (const answer of client.iterate({ query, variables })) return answer;
      return null;
    };
    const refused = (query: string, variables?: { readonly [name: string]: unknown }) =>
      expect(first(query, variables)).rejects.toMatchObject([{ extensions: { code: "REQUEST_TOO_COMPLEX" } }]);
    expect(await first("{ viewer { subject } }")).toMatchObject({ extensions: { cost: { requested: 1 } } });
    await refused(`{ ${repeated(500, (i) => `a${i}: viewer { subject }`)} }`);
    await refused("{a".repeat(5_000));
    await refused("query ($n: Int) { tools(first: $n) { nodes { name } } }", { n: 1_000_000_000 });
    await refused(`subscription { ${repeated(31, (i) => `a${i}: executionEvents(executionId: "x") { cursor }`)} }`);
    await client.dispose();
  });

  it("closes a WebSocket with 4400 for a message that is nested too deeply", async () => {
    const socket = new WebSocket(url.replace("http", "ws"), "graphql-transport-ws");
    const { promise, resolve } = Promise.withResolvers<number>();
    socket.addEventListener("close", ({ code }) => resolve(code));
    socket.addEventListener("open", () => socket.send('{"type":"connection_init"}'));
    socket.addEventListener("message", () => {
      const payload = `{"query":"{ __typename }","variables":{"a":${deepList(250_000)}}}`;
      socket.send(`{"id":"1","type":"subscribe","payload":${payload}}`);
    });
    expect(await promise).toBe(4400);
  });

  it("refuses pages of foreign origins, by POST, GET and the handshake of a WebSocket", async () => {
    const origin = "https://evil.example.com";
    const posted = await sent(url, { method: "POST", headers: { ...json, origin }, body: bodyOf("{ __typename }") });
    expect(refusalCodes(posted)).toEqual(["FORBIDDEN"]);
    expect(refusalCodes(await sent(`${url}?query={__typename}`, { headers: { origin } }))).toEqual(["FORBIDDEN"]);
    expect(await handshake(url, { origin })).toBe(403);
    expect(await handshake(url, { origin: "null" })).toBe(403);
    expect(await handshake(url, { origin: "https://app.example.com" })).toBe(101);
    expect(await handshake(url, { origin: new URL(url).origin })).toBe(101);
    expect(await handshake(url, {})).toBe(101);
  });

  it("keeps what a page may not: with an allowed origin the answer is readable, and its tag too", async () => {
    const headers = { origin: "https://app.example.com" };
    const response = await fetch(`${url}?query={tools{nodes{name}}}`, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe(headers.origin);
    const etag = response.headers.get("etag") ?? "";
    await response.text();
    const again = await fetch(`${url}?query={tools{nodes{name}}}`, { headers: { ...headers, "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect(again.headers.get("access-control-allow-origin")).toBe(headers.origin);
    expect(await again.text()).toBe("");
  });
});

describe("a deployment that does not know the caller", () => {
  beforeAll(async () => {
    worker = await startWorker({ AUTH_MODE: "keys", GRAPHIQL: "true" });
    url = worker.planwright.endpoint;
  });
  afterAll(() => worker?.close());

  it.each([
    ["introspection", getIntrospectionQuery()],
    ["a name that nearly exists", "{ viewe { subjec } }"],
    ["a document that cannot be read", "{ viewer {"],
    ["a page of a billion", "{ executions(first: 1000000000) { nodes { id } } }"],
  ])("tells it nothing of the schema: %s", async (_, query) => {
    for (const seen of [
      await sent(url, { method: "POST", headers: json, body: bodyOf(query) }),
      await sent(`${url}?query=${encodeURIComponent(query)}`, {}),
      await sent(`${url}?query=${encodeURIComponent(query)}`, { headers: { accept: "text/event-stream" } }),
      await sent(url, { method: "POST", headers: { ...json, authorization: "Bearer pw_x_y" }, body: bodyOf(query) }),
    ]) {
      expect(seen.status).toBe(401);
      expect(seen.text).not.toMatch(/viewer|subject|Query|Execution|Field|__schema|Syntax/);
      expect(refusalCodes(seen)).toEqual(["UNAUTHENTICATED"]);
    }
  });

  it("shows it GraphiQL with the published examples, and without any other word of the schema", async () => {
    const texts = await Promise.all(
      ["", "/page.js", "/page.css"].map(async (file) => (await sent(new URL(`/graphiql${file}`, url).href, {})).text),
    );
    const page = texts.join("\n");
    expect(page).toContain("executePlan");
    expect(page).not.toMatch(/McpServer|StepFinished|EventCursor|retryExecution|createApiKey/);
  });
});

/** The status of the answer to the handshake of a WebSocket. */
function handshake(address: string, headers: { readonly [name: string]: string }): Promise<number> {
  const { promise, reject, resolve } = Promise.withResolvers<number>();
  const upgrade = {
    ...{ connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" },
    ...{ "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==", "sec-websocket-protocol": "graphql-transport-ws" },
  };
  const request = httpRequest(address, { headers: { ...upgrade, ...headers } });
  request.on("response", (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  request.on("upgrade", (response, socket) => {
    socket.destroy();
    resolve(response.statusCode ?? 0);
  });
  request.on("error", reject);
  request.end();
  return promise;
}

/** What strangers send: each bound with the request that just fits and the one that does not. */

import { buildSchema, GraphQLError, getIntrospectionQuery } from "graphql";
import { beforeEach, describe, expect, it } from "vitest";
import { requestLimits } from "../../../src/graph/base/request-limits.ts";
import { graphEndpoint } from "../../../src/graph/transport/endpoint.ts";
import { maxJson } from "../../../src/plan/limits.ts";
import { type Answer, endpoint, send } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
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
    expect(await response.json()).toMatchObject({ data: { __typename: "Query" } });
  });

  it("takes null for what is absent", async () => {
    const query = "query ($n: Int) { tools(first: $n) { nodes { name } } }";
    const body = JSON.stringify({ query, variables: null, operationName: null, extensions: null });
    const response = await sendRaw({ method: "POST", headers: { "content-type": "application/json" }, body });
    expect(await codesOf(response)).toEqual([]);
  });

  it("[N985] takes an empty operation name for none, over POST as over GET", async () => {
    const send = (query: string) => {
      const init = { method: "POST", headers: { "content-type": "application/json" } };
      return sendRaw({ ...init, body: JSON.stringify({ query, operationName: "" }) });
    };
    expect(await (await send("query Q { __typename }")).json()).toMatchObject({ data: { __typename: "Query" } });
    expect(await codesOf(await send("query Q { __typename } query R { __typename }"))).toEqual([
      "OPERATION_RESOLUTION_FAILURE",
    ]);
    const url = `http://localhost/graphql?operationName=&query=${encodeURIComponent("query Q { __typename }")}`;
    expect(await (await sendRaw({ url })).json()).toMatchObject({ data: { __typename: "Query" } });
  });

  it("ignores members of the body that the protocol does not know", async () => {
    const body = JSON.stringify({ query: "{ __typename }", id: "x", persisted: { deep: [1] }, __proto__: 1 });
    const response = await sendRaw({ method: "POST", headers: { "content-type": "application/json" }, body });
    expect(await response.json()).toMatchObject({ data: { __typename: "Query" } });
  });

  it("answers queries over GET, with variables", async () => {
    const query = encodeURIComponent("query Q($yes: Boolean!) { viewer { subject @include(if: $yes) } }");
    const url = `http://localhost/graphql?query=${query}&operationName=Q&variables=${encodeURIComponent('{"yes":true}')}`;
    expect(await (await sendRaw({ url })).json()).toMatchObject({ data: { viewer: { subject: "anonymous" } } });
  });

  it.each([
    ["mutation", 'mutation { cancelExecution(input: { executionId: "x" }) { errors { code } } }', "application/json"],
  ])("runs no %s over GET", async (_, operation, accept) => {
    const url = `http://localhost/graphql?query=${encodeURIComponent(operation)}`;
    const response = await sendRaw({ url, headers: { accept } });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
    expect(await response.text()).not.toContain('"data":{');
    expect(world.calls).toEqual([]);
  });

  it.each(["*/*", "application/json"])(
    "[N50] runs no subscription over GET that accepts %s, and says what to accept",
    async (accept) => {
      const operation = 'subscription { executionEvents(executionId: "x") { cursor } }';
      const url = `http://localhost/graphql?query=${encodeURIComponent(operation)}`;
      const response = await sendRaw({ url, headers: { accept } });
      expect(response.status).toBe(406);
      const { errors } = (await response.json()) as { errors: { message: string }[] };
      expect(errors[0]?.message).toBe(
        `Cannot run a subscription over GET: required text/event-stream in the header Accept, found ${JSON.stringify(accept)}`,
      );
      expect(world.calls).toEqual([]);
    },
  );

  it.each(["PUT", "DELETE", "PATCH"])(
    "[N50] answers %s with 405 and what is allowed, whatever is accepted",
    async (method) => {
      for (const accept of ["text/event-stream", "application/json", "*/*"]) {
        const response = await sendRaw({ method, headers: { accept } });
        expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, POST"]);
        expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "BAD_USER_INPUT" } }] });
      }
    },
  );

  it.each([
    ["application/json, application/json", 200],
    ["application/json; charset=utf-8, Application/JSON", 200],
    ["application/json, text/plain", 415],
    [",", 415],
  ])("[N50] takes a content type that was given twice if both are the same: %s", async (type, status) => {
    const body = JSON.stringify({ query: "{ __typename }" });
    expect((await sendRaw({ method: "POST", headers: { "content-type": type }, body })).status).toBe(status);
  });

  it.each([
    ["application/json;q=0.5, application/graphql-response+json;q=0.9", "application/graphql-response+json"],
    ["application/graphql-response+json;q=0.1, application/json", "application/json"],
    ["application/graphql-response+json, application/json", "application/graphql-response+json"],
    ["text/html;q=0.9, */*;q=0.1", "application/json"],
    ["application/json;q=0, */*", "application/graphql-response+json"],
    ["text/event-stream;q=0.9, application/json;q=0.1", "application/json"],
  ])("[N50] answers a query that accepts %s as %s", async (accept, type) => {
    const url = "http://localhost/graphql?query={__typename}";
    const response = await sendRaw({ url, headers: { accept } });
    expect(response.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
  });

  it.each(["application/json;q=0", "application/json;q=0, text/html", "*/*;q=0"])(
    "[N50] answers a query that accepts only %s with 406",
    async (accept) => {
      const response = await sendRaw({ url: "http://localhost/graphql?query={__typename}", headers: { accept } });
      expect(response.status).toBe(406);
    },
  );

  it.each([
    ["no JSON", '{"query":'],
    ["an empty body", ""],
    ["no object", "null"],
    ["a number", "1"],
    ["a list of operations", '[{"query":"{ __typename }"},{"query":"{ __typename }"}]'],
    ["no query", "{}"],
    ["a query that is no text", '{"query":{"a":1}}'],
    ["variables that are no object", '{"query":"{ __typename }","variables":[1]}'],
    ["variables that are text", '{"query":"{ __typename }","variables":"{}"}'],
    ["an operation name that is no text", '{"query":"{ __typename }","operationName":1}'],
    ["extensions that are no object", '{"query":"{ __typename }","extensions":"x"}'],
  ])("refuses %s as malformed", async (_, body) => {
    const response = await sendRaw({ method: "POST", headers: { "content-type": "application/json" }, body });
    expect(response.status).toBe(400);
    expect(await codesOf(response)).toEqual(["BAD_USER_INPUT"]);
  });

  it.each(["variables", "extensions"])("refuses %s of a URL that are no JSON as malformed", async (name) => {
    const response = await sendRaw({ url: `http://localhost/graphql?query={__typename}&${name}={` });
    expect(response.status).toBe(400);
    expect(await codesOf(response)).toEqual(["BAD_USER_INPUT"]);
  });

  it("reads JSON of 128 levels and refuses one more before it is parsed", async () => {
    const { jsonDepth } = requestLimits;
    const bodyOf = (levels: number) => {
      // The body and its variables stand around the list; brackets in text are none.
      const deep = `${"[".repeat(levels - 2)}"]]\\"[[["${"]".repeat(levels - 2)}`;
      return `{"query":"{ __typename }","variables":{"deep":${deep}}}`;
    };
    const send = (body: string) => sendRaw({ method: "POST", headers: { "content-type": "application/json" }, body });
    expect(await (await send(bodyOf(jsonDepth))).json()).toMatchObject({ data: { __typename: "Query" } });
    for (const body of [bodyOf(jsonDepth + 1), bodyOf(500_000), "[".repeat(1_000_000), '{"a":'.repeat(200_000)]) {
      const response = await send(body);
      expect(response.status).toBe(400);
      expect(await codesOf(response)).toEqual(["REQUEST_TOO_COMPLEX"]);
    }
    const url = `http://localhost/graphql?query={__typename}&variables=${"[".repeat(200)}`;
    expect(await codesOf(await sendRaw({ url }))).toEqual(["REQUEST_TOO_COMPLEX"]);
  });

  it("[N187] reads as many values and names as a request may hold, and refuses one more before it is parsed", async () => {
    const { names, values } = maxJson;
    const send = (variables: unknown) =>
      sendRaw({
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ query: "{ __typename }", variables }),
      });
    const listOf = (count: number) => ({ list: Array.from({ length: count }, () => 1) });
    const namesOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, 1]));
    // The body, its two members and the list; the names of these members.
    expect(await (await send(listOf(values - 4))).json()).toMatchObject({ data: { __typename: "Query" } });
    expect(await (await send(namesOf(names - 2))).json()).toMatchObject({ data: { __typename: "Query" } });
    for (const variables of [listOf(values), namesOf(names - 1)]) {
      const response = await send(variables);
      expect(response.status).toBe(400);
      expect(await codesOf(response)).toEqual(["REQUEST_TOO_COMPLEX"]);
    }
  });

  it.each(["PUT", "DELETE", "PATCH"])("refuses %s", async (method) => {
    const body = JSON.stringify({ query: "{ __typename }" });
    const response = await sendRaw({ method, headers: { "content-type": "application/json" }, body });
    expect(response.status).toBe(405);
  });
});

describe("documents", () => {
  it("may be as deep as the introspection query, and 20 fields at most", async () => {
    await fits(getIntrospectionQuery());
    // `__type` and `name` stand around the nested fields.
    const nest = (fields: number) =>
      `{ __type(name: "Tool") { ${"ofType { ".repeat(fields)} name ${"} ".repeat(fields)} } }`;
    await fits(nest(requestLimits.depth - 2));
    await refusedAsTooComplex(nest(requestLimits.depth - 1));
  });

  it("may hide no depth in fragments", async () => {
    const fragments = Array.from(
      { length: 19 },
      (_, index) => `fragment F${index} on __Type { ofType { ...F${index + 1} } }`,
    ).join(" ");
    await refusedAsTooComplex(`{ __type(name: "Tool") { ...F0 } } ${fragments} fragment F19 on __Type { name }`);
  });

  it("may have so many aliases, root fields and directives and no more", async () => {
    const { aliases, directives, rootFields } = requestLimits;
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
    await fits(wide(requestLimits.tokens));
    await refusedAsTooComplex(wide(requestLimits.tokens + 1));
  });

  it("that nest brackets are refused before a parser recurses into them", async () => {
    const nested = (levels: number) =>
      `{ validatePlan(input: { source: {}, bindings: { a: ${"[".repeat(levels)}${"]".repeat(levels)} } }) { valid } }`;
    // `{`, `(`, `{`, `{` stand around the list.
    await fits(nested(requestLimits.nesting - 4));
    await refusedAsTooComplex(nested(requestLimits.nesting - 3));
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
    expect(await response.json()).toMatchObject({ data: { __schema: { queryType: { name: "Query" } } } });
  });

  it("does not multiply types by their fields again and again", async () => {
    const nested = (times: number) => `${"fields { type { ".repeat(times)} name ${"} } ".repeat(times)}`;
    expect(await codesOf(await send(world, `{ __type(name: "Query") { ${nested(3)} } }`))).toEqual([
      "GRAPHQL_VALIDATION_FAILED",
    ]);
    await refusedAsTooComplex(`{ __schema { types { ${nested(3)} } } }`);
    await refusedAsTooComplex(
      `{ __schema { ${Array.from({ length: 20 }, (_, index) => `a${index}: types { ${nested(2)} }`).join(" ")} } }`,
    );
  });
});

describe("errors", () => {
  it("of one document are 100 at most, and point at 10 places each", async () => {
    const unknown = Array.from({ length: 3_000 }, (_, index) => `x${index}`).join(" ");
    const { errors }: Answer = await (await send(world, `{ viewer { ${unknown} } }`)).json();
    expect(errors).toHaveLength(requestLimits.errors + 1);
    const named = (field: string) => Array.from({ length: 12 }, (_, index) => `a${index}: ${field}`).join(" ");
    const { errors: conflicts }: Answer = await (
      await send(world, `{ viewer { ${named("subject")} } viewer { ${named("scopes")} } }`)
    ).json();
    const places = conflicts.map((error: Answer) => error.locations?.length ?? 0);
    expect(Math.max(...places)).toBe(requestLimits.errorLocations);
  });

  it("of one answer are 100 at most, the last of which says how many there were", async () => {
    const broken = () => Array.from({ length: 250 }, () => new GraphQLError("broken"));
    const schema = buildSchema("type Query { list: [Int] }");
    const list = schema.getQueryType()?.getFields().list;
    if (list !== undefined) list.resolve = broken;
    const request = new Request("http://localhost/graphql?query={list}");
    const response = await graphEndpoint(schema).fetch(request, world.context());
    const { data, errors }: Answer = await response.json();
    expect(data.list).toHaveLength(250);
    expect(errors).toHaveLength(requestLimits.errors);
    expect(errors.at(-1).message).toContain("found 250");
  });

  it.each([
    "{ viewer { subjec } }",
    "{ viewer { ... on View { subject } } }",
    "{ executions(firts: 1) { nodes { id } } }",
    "{ executions(filter: { status: [RUNNIN] }) { nodes { id } } }",
    "{ executions(filter: { statu: RUNNING }) { nodes { id } } }",
  ])("[N143] name what a misspelt name resembles: %s", async (query) => {
    const text = await (await send(world, query)).text();
    expect(text).toContain("GRAPHQL_VALIDATION_FAILED");
    expect(text).toMatch(/did you mean/i);
    expect(world.calls).toEqual([]);
  });

  it("[N143] on variables name what a misspelt name resembles, and quote no more than 500 characters", async () => {
    const query = "query ($filter: ExecutionFilter) { executions(filter: $filter) { nodes { id } } }";
    for (const [filter, nearest] of [
      [{ statu: "RUNNING" }, 'Did you mean "status"'],
      [{ status: ["RUNNIN"] }, 'Did you mean the enum value "RUNNING"'],
      [{ status: "x".repeat(100_000) }, "xxx"],
    ] as const) {
      const { errors }: Answer = await (await send(world, query, { variables: { filter } })).json();
      expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
      expect(errors[0].message).toContain(nearest);
      expect(errors[0].message.length).toBeLessThanOrEqual(requestLimits.messageCharacters);
    }
  });

  it("on documents quote no more than 500 characters", async () => {
    const { errors }: Answer = await (await send(world, `{ viewer { ${"x".repeat(100_000)} } }`)).json();
    expect(errors[0].message).toHaveLength(requestLimits.messageCharacters);
  });
});

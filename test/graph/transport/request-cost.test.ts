/** What a request may cost: counted from the schema's directives before anything runs, and told in every answer. */
import {
  buildSchema as buildBareSchema,
  GraphQLNonNull,
  getIntrospectionQuery,
  isInterfaceType,
  isListType,
  isObjectType,
  parse,
} from "graphql";
import { beforeEach, describe, expect, it } from "vitest";
import { buildSchema } from "../../../src/graph/schema.ts";
import { fieldCost } from "../../../src/graph/transport/field-cost.ts";
import { requestSize } from "../../../src/graph/transport/request-size.ts";
import { specs } from "../../../src/worker/settings/setting-specs.ts";
import { processorMs } from "../../support/engine/processor-time.ts";
import { type Answer, ask, endpoint, executePlan, schemaText, send } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

const directives = `
  directive @cost(weight: Int!) on FIELD_DEFINITION
  directive @listSize(assumedSize: Int!, slicingArguments: [String!]! = []) on FIELD_DEFINITION
`;
const schema = buildBareSchema(`
  ${directives}
  type Query {
    thing: Thing
    dear: Thing @cost(weight: 7)
    free: Int
    dearNumber: Int @cost(weight: 3)
    node: Node
    either: Either
    page(first: Int, last: Int): Page @listSize(assumedSize: 10, slicingArguments: ["first", "last"])
    chosen(ids: [ID!]): [Thing] @listSize(assumedSize: 4, slicingArguments: ["ids"])
    found(by: Search): [Thing] @listSize(assumedSize: 5, slicingArguments: ["by.page.size"])
  }
  input Search { page: PageInput }
  input PageInput { size: Int }
  interface Node { id: ID }
  type Thing implements Node { id: ID thing: Thing page(first: Int): Page @listSize(assumedSize: 10, slicingArguments: ["first"]) }
  type Page { nodes: [Thing] total: Int }
  union Either = Thing | Page
`);

type Variables = { readonly [name: string]: unknown };

/** Cost of the first operation of a document. */
function cost(query: string, variables: Variables = {}): number {
  const document = parse(query);
  const [operation] = document.definitions;
  if (operation?.kind !== "OperationDefinition") throw new Error("the document begins with no operation");
  return requestSize(document, operation, schema, variables).cost;
}

describe("the cost of an operation", () => {
  it("is 1 for each field of an object, interface or union, nothing for others, and what @cost says", () => {
    expect(cost("{ thing { id } }")).toBe(1);
    expect(cost("{ thing { thing { id } } node { id } either { __typename } }")).toBe(4);
    expect(cost("{ free }")).toBe(0);
    expect(cost("{ dear { thing { id } } dearNumber }")).toBe(11);
  });

  it("counts what lies below a list once for each item, lists within lists multiplied", () => {
    expect(cost("{ page(first: 3) { nodes { thing { id } } } }")).toBe(1 + 3 * 2);
    expect(cost("{ page(first: 3) { nodes { page(first: 5) { nodes { id } } } } }")).toBe(1 + 3 * (1 + 1 + 5));
  });

  it("counts each item as 1 at least, so that no page is free for who selects nothing of it", () => {
    expect(cost("{ page(first: 1000) { total } }")).toBe(1_001);
    expect(cost('{ chosen(ids: ["a", "b"]) { id } }')).toBe(1 + 2);
  });

  it.each([
    ["a literal", "{ page(first: 50) { total } }", {}, 50],
    ["a variable", "query ($n: Int) { page(first: $n) { total } }", { n: 50 }, 50],
    ["the default value of a variable", "query ($n: Int = 50) { page(first: $n) { total } }", {}, 50],
    ["a variable before its default value", "query ($n: Int = 5) { page(first: $n) { total } }", { n: 50 }, 50],
    ["the larger of two", "{ page(first: 5, last: 50) { total } }", {}, 50],
    ["the length of a list", '{ chosen(ids: ["a", "b", "c"]) { id } }', {}, 3],
    ["the length of a list by variable", "query ($ids: [ID!]) { chosen(ids: $ids) { id } }", { ids: ["a", "b"] }, 2],
    ["a path within an argument", "{ found(by: { page: { size: 50 } }) { id } }", {}, 50],
    ["a path, by variable", "query ($s: Int) { found(by: { page: { size: $s } }) { id } }", { s: 50 }, 50],
    ["a path within a variable", "query ($by: Search) { found(by: $by) { id } }", { by: { page: { size: 50 } } }, 50],
  ] as const)("takes the size of a page from %s", (_, query, variables, items) => {
    expect(cost(query, variables)).toBe(1 + items);
  });

  it.each([
    ["nothing", "{ page { total } }", {}],
    ["null", "{ page(first: null) { total } }", {}],
    ["a variable that is null", "query ($n: Int = 1) { page(first: $n) { total } }", { n: null }],
    ["a variable without a value", "query ($n: Int) { page(first: $n) { total } }", {}],
    ["a negative number", "{ page(first: -1) { total } }", {}],
    ["a negative variable", "query ($n: Int) { page(first: $n) { total } }", { n: -1_000 }],
    ["text", "query ($n: Int) { page(first: $n) { total } }", { n: "1" }],
    ["a value of a prototype", "query ($n: Int) { page(first: $toString) { total } }", {}],
  ] as const)("assumes the size that the schema names for %s", (_, query, variables) => {
    expect(cost(query, variables)).toBe(1 + 10);
  });

  it("never sinks below an empty page, whatever its size", () => {
    expect(cost("{ page(first: 0) { nodes { thing { id } } } }")).toBe(1 + 2);
    expect(cost("query ($n: Int) { page(first: $n) { total } }", { n: Number.NaN })).toBe(1 + 10);
  });

  it("counts a fragment wherever it is spread, and walks it once", () => {
    const spread = (times: number) => `{ ${"thing { ...F } ".repeat(times)} } fragment F on Thing { thing { id } }`;
    expect(cost(spread(3))).toBe(6);
    const chain = Array.from(
      { length: 60 },
      (_, index) => `fragment F${index} on Thing { ...F${index + 1} ...F${index + 1} }`,
    );
    const startedAt = processorMs();
    expect(cost(`{ thing { ...F0 } } ${chain.join(" ")} fragment F60 on Thing { thing { id } }`)).toBeGreaterThan(
      2 ** 59,
    );
    expect(processorMs() - startedAt).toBeLessThan(2_000);
  });

  it("counts descriptions of the schema: all of it once fits, the fields of all fields again and again do not", () => {
    const built = buildSchema(schemaText);
    const described = (query: string) => {
      const document = parse(query);
      const operation = document.definitions.find((definition) => definition.kind === "OperationDefinition");
      if (operation?.kind !== "OperationDefinition") throw new Error("no operation");
      return requestSize(document, operation, built, {}).cost;
    };
    const all = { descriptions: true, specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true };
    const standard = described(getIntrospectionQuery({ ...all, inputValueDeprecation: true, oneOf: true }));
    expect(standard).toBeGreaterThan(1_000);
    expect(standard).toBeLessThan(Number(specs.MAX_REQUEST_COST.fallback) * 0.9);
    const aliased = (count: number, name: string, field: string) =>
      Array.from({ length: count }, (_, index) => `${name}${index}: ${field}`).join(" ");
    const fields = aliased(4, "b", "fields { type { ofType { ofType { fields { name args { name } } } } } }");
    expect(described(`{ __schema { ${aliased(5, "a", `types { ${fields} }`)} } }`)).toBeGreaterThan(200_000);
    expect(described('{ __type(name: "Tool") { fields { name } } }')).toBe(5);
  });

  it("ends for fragments within themselves and for names that do not exist", () => {
    expect(cost("{ thing { ...F } } fragment F on Thing { thing { ...F } }")).toBe(2);
    expect(cost("{ nothing { thing } thing { ...Missing ... on Missing { id } } }")).toBe(1);
  });
});

describe("the schema", () => {
  it("has a known size for every list of objects that a page does not bound", () => {
    const built = buildSchema(schemaText);
    const unsized: string[] = [];
    for (const type of Object.values(built.getTypeMap())) {
      if (!isObjectType(type) || type.name.startsWith("__") || /(?:Connection|Payload)$/.test(type.name)) continue;
      for (const field of Object.values(type.getFields())) {
        const bare = field.type instanceof GraphQLNonNull ? field.type.ofType : field.type;
        const isSized = field.astNode?.directives?.some(({ name }) => name.value === "listSize") ?? false;
        if (isListType(bare) && isObjectType(Object(bare.ofType).ofType ?? bare.ofType) && !isSized)
          unsized.push(`${type.name}.${field.name}`);
      }
    }
    expect(unsized).toEqual([]);
  });

  it("has a price for every object that a list of conversations wakes, so that no request reads them all whole", () => {
    const built = buildSchema(schemaText);
    const costOf = (selection: string) => {
      const document = parse(`{ conversations(first: 100) { nodes { ${selection} } } }`);
      const [operation] = document.definitions;
      if (operation?.kind !== "OperationDefinition") throw new Error("the document begins with no operation");
      return requestSize(document, operation, built, {}).cost;
    };
    const listed = costOf("chatId");
    expect(costOf("messages(first: 1) { nodes { text } }") - listed).toBeGreaterThanOrEqual(100 * 10);
    expect(costOf("execution { status }") - listed).toBeGreaterThanOrEqual(100 * 10);
    const budget = Number(specs.MAX_REQUEST_COST.fallback);
    expect(costOf("messages(first: 100) { nodes { text execution { status } } }")).toBeGreaterThan(budget);
    expect(costOf("messages(first: 100) { nodes { text } } m: messages(last: 100) { nodes { text } }")).toBeGreaterThan(
      budget,
    );
  });

  it("has a price for each frame, which is read and sent whole", () => {
    const document = parse(`{ execution(by: { id: "x" }) { events(first: 100) { nodes { chatFrame } } } }`);
    const [operation] = document.definitions;
    if (operation?.kind !== "OperationDefinition") throw new Error("the document begins with no operation");
    const { cost: whole } = requestSize(document, operation, buildSchema(schemaText), {});
    expect(whole).toBeGreaterThanOrEqual(100 * 5);
  });

  it("has for a field of an interface no lower cost than for that of any type which implements it", () => {
    const built = buildSchema(schemaText);
    const compared: string[] = [];
    for (const type of Object.values(built.getTypeMap())) {
      for (const field of isInterfaceType(type) ? Object.values(type.getFields()) : []) {
        for (const implementing of isInterfaceType(type) ? built.getPossibleTypes(type) : []) {
          const own = implementing.getFields()[field.name];
          if (own === undefined) throw new Error(`${implementing.name} lacks ${field.name}`);
          const [known, real] = [fieldCost(built, field), fieldCost(built, own)];
          compared.push(`${implementing.name}.${field.name}`);
          expect(known.weight, compared.at(-1)).toBeGreaterThanOrEqual(real.weight);
          expect(known.list?.assumedSize ?? 0, compared.at(-1)).toBeGreaterThanOrEqual(real.list?.assumedSize ?? 0);
        }
      }
    }
    expect(compared.length).toBeGreaterThan(50);
  });

  it("names only arguments that exist as those that bound a list", () => {
    const built = buildSchema(schemaText);
    for (const type of Object.values(built.getTypeMap())) {
      for (const field of isObjectType(type) ? Object.values(type.getFields()) : []) {
        const sized = field.astNode?.directives?.find(({ name }) => name.value === "listSize");
        const slicing = sized?.arguments?.find(({ name }) => name.value === "slicingArguments")?.value;
        for (const value of slicing?.kind === "ListValue" ? slicing.values : []) {
          const name = value.kind === "StringValue" ? value.value : "";
          expect(
            field.args.map((argument) => argument.name),
            `${type.name}.${field.name}`,
          ).toContain(name);
        }
      }
    }
  });
});

describe("the endpoint", () => {
  let world: FakeClients;
  const withBudget = async (maxRequestCost: number, query: string, variables: Variables = {}): Promise<Response> => {
    const context = world.context();
    return endpoint.fetch(
      new Request("http://localhost/graphql", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ query, variables }),
      }),
      { ...context, settings: { ...context.settings, maxRequestCost } },
    );
  };
  beforeEach(() => {
    world = new FakeClients();
  });

  it("tells the cost and the budget in every answer, also one with errors", async () => {
    const { maxRequestCost: maximum } = world.context().settings;
    const { extensions } = await ask(world, "{ viewer { subject } executions(first: 3) { nodes { id } } }");
    expect(extensions).toEqual({ cost: { requested: 1 + 10 + 3, maximum } });
    const failed: Answer = await ask(world, "query ($n: Int!) { tools(first: $n) { nodes { name } } }", {
      variables: { n: "x" },
    });
    expect(failed).toMatchObject({ errors: [{}], extensions: { cost: { requested: 26, maximum } } });
  });

  it("tells the cost of the operation that was asked for, not of the others of its document", async () => {
    const query = "query A { viewer { subject } } query B { executions(first: 3) { nodes { id } } }";
    const body = JSON.stringify({ query, operationName: "A" });
    const headers = { "content-type": "application/json" };
    const request = new Request("http://localhost/graphql", { method: "POST", headers, body });
    const answer: Answer = await (await endpoint.fetch(request, world.context())).json();
    expect(answer.extensions.cost.requested).toBe(1);
  });

  it("runs what costs the whole budget and refuses what costs one more, before anything is reached", async () => {
    const query = "query ($n: Int) { executions(first: $n) { nodes { id } } }";
    const fits: Answer = await (await withBudget(30, query, { n: 20 })).json();
    expect(fits.errors).toBeUndefined();
    expect(world.calls.length).toBeGreaterThan(0);
    world.calls.length = 0;
    const response = await withBudget(30, query, { n: 21 });
    expect(response.status).toBe(400);
    const { errors }: Answer = await response.json();
    expect(errors).toMatchObject([
      { extensions: { code: "REQUEST_TOO_COMPLEX", cost: { requested: 31, maximum: 30 } } },
    ]);
    expect(world.calls).toEqual([]);
  });

  it.each([1_000_000, 2_147_483_647])("refuses a page of %i items before its resolver sees it", async (first) => {
    for (const below of ["nodes { name }", "pageInfo { endCursor }", "__typename"]) {
      const response = await send(world, `{ tools(first: ${first}) { ${below} } }`);
      const { errors }: Answer = await response.json();
      expect(errors, below).toMatchObject([{ extensions: { code: "REQUEST_TOO_COMPLEX" } }]);
    }
    expect(world.calls).toEqual([]);
  });

  it("does not remember a verdict for other variables of the same document", async () => {
    const query = "query ($n: Int) { executions(first: $n) { nodes { id } } }";
    for (const [n, status] of [
      [5, 200],
      [500, 400],
      [5, 200],
    ] as const) {
      expect((await withBudget(100, query, { n })).status).toBe(status);
    }
  });

  it("[N805] opens a fragment once in each place, however many ways lead to it through others", async () => {
    const source = { plan: { steps: [{ tool: { toolName: "echo" } }] } };
    const { execution } = await executePlan(world, { source });
    const length = 60;
    const chain = Array.from({ length }, (_, at) => `fragment f${at} on Execution { ...f${at + 1} ...f${at + 1} }`);
    const fragments = `${chain.join(" ")} fragment f${length} on Execution { title }`;
    const begun = processorMs();
    const query = `{ executions(first: 1) { nodes { ...f0 } } execution(by: { id: "${execution.id}" }) { ...f0 } } ${fragments}`;
    const { errors, data }: Answer = await ask(world, query);
    expect(errors).toBeUndefined();
    expect(data.execution).toEqual({ title: "echo" });
    expect(processorMs() - begun).toBeLessThan(3_000);
  });
});

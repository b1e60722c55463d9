/** The answers of subscriptions by a selection that was read once, beside those of the library. */
import {
  type ExecutionResult,
  executeSubscriptionEvent,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  GraphQLSchema,
  GraphQLString,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
} from "graphql";
import { describe, expect, it } from "vitest";
import type { ExecutionEvent, RecordedEvent } from "../../../src/execution/events/event.ts";
import { eventKinds } from "../../../src/execution/views/public-event.ts";
import type { BatchSource } from "../../../src/graph/base/list-sources.ts";
import { buildSchema } from "../../../src/graph/schema.ts";
import { selectionReader } from "../../../src/graph/transport/selection-reader.ts";
import { subscribe } from "../../../src/graph/transport/subscription-cursor.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import { exampleEvents, exampleTime } from "../../support/engine/example-events.ts";
import { executePlan, schemaText } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

function argsOf(schema: GraphQLSchema, text: string, more: object = {}): ValidatedSubscriptionArgs {
  const args = validateSubscriptionArgs({ schema, document: parse(text), ...more });
  if (!("schema" in args)) throw new Error(`The subscription is refused: ${args.join("\n")}`);
  return args;
}

/** The answer of the library; and that of the reader, which must be the same, or none where the library has errors. */
async function compared(args: ValidatedSubscriptionArgs, item: object): Promise<ExecutionResult> {
  const library = await executeSubscriptionEvent({ ...args, rootValue: { ...item } });
  const read = await selectionReader(args)?.({ ...item });
  if (library.errors === undefined) expect(JSON.stringify(read)).toBe(JSON.stringify(library.data));
  else expect(read).toBeUndefined();
  return library;
}

const schema = buildSchema(schemaText);

/** Every field of `type` that needs no argument, with all fields below it. Each has a name of its own, as types differ in theirs. */
function everyField(type: GraphQLOutputType, depth: number, prefix: string): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return "";
  if (isAbstractType(named)) {
    const possible = schema.getPossibleTypes(named);
    const parts = possible.map((of) => `... on ${of.name} ${everyField(of, depth, `${prefix}${of.name}_`)}`);
    return `{ __typename ${parts.join(" ")} }`;
  }
  if (!isObjectType(named)) throw new Error(`${named} is no type of an answer`);
  const fields = Object.values(named.getFields()).filter(
    (field) => !field.args.some(isRequiredArgument) && (depth > 0 || isLeafType(getNamedType(field.type))),
  );
  const parts = fields.map(
    (field) => `${prefix}${field.name}: ${field.name} ${everyField(field.type, depth - 1, `${prefix}${field.name}_`)}`,
  );
  return `{ __typename ${parts.join(" ")} }`;
}

const subscriptionTo = (selection: string) =>
  `subscription ($with: Boolean = true, $without: Boolean = false) { executionEvents(executionId: "id") { events ${selection} cursor caughtUp status gap { firstSequence } } }`;

/** The events that are sent before they are stored have no example among those of webhooks. */
const examples: { readonly [kind: string]: object } = {
  ...exampleEvents,
  TextProduced: { streamId: "s", offset: 0, text: "words" },
  StepProgressed: { step: "a", group: null, attempt: 1, progress: 1, total: 2, message: "half", level: "INFO" },
};

describe("the answer of a selection that was read once", async () => {
  const world = new FakeClients();
  await executePlan(world, { source: { plan: { steps: [{ tool: { toolName: "echo" } }] } } });
  const [execution = ""] = world.executions.keys();
  const contextValue = { ...world.context(), request: new Request("http://localhost/graphql") };

  const itemOf = (...events: readonly ExecutionEvent[]): BatchSource => {
    const recorded = events.map((event, at): RecordedEvent => {
      const transitions = [{ from: "plan_init", event: "start_plan", to: "planner_active" }] as const;
      return { sequence: at + 1, occurredAt: exampleTime, hidden: false, transitions, event };
    });
    const page = { after: 0, cursor: events.length, caughtUp: true, gap: null, status: "RUNNING" } as const;
    return { execution, page: { ...page, events: recorded }, position: "cursor" };
  };
  const exampleOf = (kind: string) => ({ kind, ...examples[kind] }) as unknown as ExecutionEvent;

  it.each(eventKinds)("[N950] is that of the library for each field of %s", async (kind) => {
    const type = schema.getType(kind);
    if (!isObjectType(type)) throw new Error(`The schema has no event ${kind}`);
    const item = itemOf(exampleOf(kind));
    let usual = 0;
    for (const field of Object.values(type.getFields())) {
      const selection = `{ ... on ${kind} { ${field.name} ${everyField(field.type, 2, "")} } }`;
      const { errors } = await compared(argsOf(schema, subscriptionTo(selection), { contextValue }), item);
      if (errors === undefined) usual += 1;
    }
    // Those that every event has, at least.
    expect(usual).toBeGreaterThanOrEqual(7);
  });

  it("[N950] is that of the library for events of many kinds, through fragments and conditions", async () => {
    const output = storedValue(JSON.parse('{"then":1,"nothing":null}'));
    const finished = {
      ...{ kind: "StepFinished", step: "a", group: null, status: "SUCCEEDED", attempt: 1, callId: "c" },
      ...{ outcome: "ANSWERED", output, content: null, failure: null, warning: null, reused: false },
    } as unknown as ExecutionEvent;
    const item = itemOf(finished, exampleOf("TextProduced"), exampleOf("ExecutionResumed"), finished);
    const text = `${subscriptionTo(`{
      ...Base @include(if: $with)
      ...Base
      position: sequence
      sequence @skip(if: $without)
      stepId @skip(if: $with)
      ... @include(if: $without) { hidden }
      ... on ExecutionEvent { transitions { from } transitions { to } }
      ... on StepFinished { ...Finished output { byteSize } }
      ... on TextProduced { text }
    }`)}
      fragment Base on ExecutionEvent { __typename occurredAt ...Type }
      fragment Type on ExecutionEvent { type ... on ExecutionResumed { count } }
      fragment Finished on StepFinished { output { value preview(maxCharacters: 5) } stepStatus: status }`;
    const { data, errors } = await compared(argsOf(schema, text, { contextValue }), item);
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).toContain(
      '"output":{"value":{"then":1,"nothing":null},"preview":"{\\"the","byteSize":',
    );
  });

  it("[N951] is the library's where a field fails", async () => {
    const gone = { ...exampleOf("StepStarted"), arguments: { bytes: 90_000, digest: "d" } } as ExecutionEvent;
    const text = subscriptionTo("{ ... on StepStarted { arguments { value(maxBytes: 100000) } } }");
    const { errors } = await compared(argsOf(schema, text, { contextValue }), itemOf(gone));
    expect(errors?.[0]?.extensions.code).toBe("GONE");
  });
});

describe("a fault in an answer of a subscription", () => {
  let resolved = 0;
  const node: GraphQLInterfaceType = new GraphQLInterfaceType({
    name: "Node",
    fields: { text: { type: GraphQLString } },
    resolveType: (source: { readonly of?: string }) => source.of ?? "Thing",
  });
  const field = (type: GraphQLOutputType, resolve: (source: unknown, info: GraphQLResolveInfo) => unknown) => ({
    type,
    resolve: (source: unknown, _: unknown, __: unknown, info: GraphQLResolveInfo) => {
      resolved += 1;
      return resolve(source, info);
    },
  });
  const thing = new GraphQLObjectType({
    name: "Thing",
    interfaces: [node],
    fields: (): Record<string, ReturnType<typeof field>> => ({
      text: field(GraphQLString, () => "text"),
      later: field(GraphQLString, async () => "later"),
      slow: field(GraphQLString, () => new Promise((resolve) => setTimeout(resolve, 1, "slow"))),
      place: field(GraphQLString, (_, { path }) => path.typename),
      throws: field(GraphQLString, () => {
        throw new Error("no");
      }),
      rejects: field(GraphQLString, async () => {
        throw new Error("no");
      }),
      error: field(thing, () => new Error("no")),
      nothing: field(new GraphQLNonNull(GraphQLString), () => null),
      nothingLater: field(new GraphQLNonNull(GraphQLString), async () => undefined),
      noNumber: field(GraphQLInt, () => "many"),
      noList: field(new GraphQLList(GraphQLString), () => 5),
      set: field(new GraphQLList(GraphQLString), () => new Set(["a"])),
      lists: field(new GraphQLList(new GraphQLList(GraphQLString)), () => [["a", Promise.resolve("b"), null], null]),
      promises: field(new GraphQLList(thing), () => [Promise.resolve({}), {}]),
      rejected: field(new GraphQLList(thing), () => [Promise.reject(new Error("no")), {}]),
      mixed: field(new GraphQLList(thing), () => [{}, Promise.reject(new Error("no"))]),
      noType: field(node, () => ({ of: "Nothing" })),
      wrongType: field(node, () => ({ of: "Query" })),
      below: field(thing, () => ({})),
      belowLater: field(new GraphQLNonNull(thing), async () => ({})),
      node: field(node, () => ({})),
    }),
  });
  async function* three() {
    for (const position of ["1", "2", "3"]) yield { position };
  }
  const query = new GraphQLObjectType({ name: "Query", fields: { text: { type: GraphQLString } } });
  const subscription = new GraphQLObjectType({
    name: "Subscription",
    fields: { thing: { type: thing, subscribe: three, resolve: () => ({}) } },
  });
  const small = new GraphQLSchema({ query, subscription, types: [thing] });
  const asking = (selection: string) => argsOf(small, `subscription { thing { ${selection} } }`);

  it.each([
    "text later below { later belowLater { text later } text } node { text }",
    "place below { place }",
    "belowLater { belowLater { slow } }",
    "lists promises { later text }",
    "first: later second: text first: later",
    "toJSON: text constructor: later",
  ])("[N950] is none in { %s }", async (selection) => {
    expect((await compared(asking(selection), {})).errors).toBeUndefined();
  });

  it.each([
    "text throws",
    "text rejects later",
    "error { text }",
    "nothing",
    "below { nothing }",
    "nothingLater",
    "belowLater { nothingLater rejects throws }",
    "noNumber",
    "noList",
    "noType { text }",
    "wrongType { text }",
    "rejected { rejects }",
    "promises { rejects nothing }",
  ])("[N951] is that of the library in { %s }", async (selection) => {
    expect((await compared(asking(selection), {})).errors).not.toBeUndefined();
  });

  it("[N972] leaves no rejection unhandled behind an item that has a fault", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", note);
    expect((await compared(asking("mixed { nothing }"), {})).errors).not.toBeUndefined();
    await new Promise((done) => setTimeout(done, 1));
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });

  it("[N950] opens a fragment that is reached in ever more ways once", async () => {
    const chain = Array.from(
      { length: 40 },
      (_, at) => `fragment F${at} on Thing { text ...F${at + 1} ...F${at + 1} }`,
    );
    const text = `subscription { thing { ...F0 } } ${chain.join(" ")} fragment F40 on Thing { later }`;
    expect((await compared(argsOf(small, text), {})).data).toEqual({ thing: { text: "text", later: "later" } });
  });

  it("[N951] has the library answer what the reader does not know, without an error", async () => {
    for (const selection of ["set", "__proto__: text"]) {
      const args = asking(selection);
      expect(await selectionReader(args)?.({})).toBeUndefined();
      expect((await executeSubscriptionEvent(args)).errors).toBeUndefined();
    }
  });

  const seen = async (selection: string) => {
    const contextValue = {
      caller: { tenant: "acme", subject: selection, groups: [], scopes: [] },
      request: new Request("http://localhost/graphql"),
    };
    const results = await subscribe({
      schema: small,
      document: parse(`subscription { thing { ${selection} } }`),
      contextValue,
    });
    if (!(Symbol.asyncIterator in results)) throw new Error(JSON.stringify(results));
    resolved = 0;
    const answers: ExecutionResult[] = [];
    for await (const answer of results) answers.push(answer);
    return answers;
  };

  it("[N951] makes each field resolve twice once, and later items by the library alone", async () => {
    expect(await seen("text later")).toEqual(
      ["1", "2", "3"].map((cursor) => ({ data: { thing: { text: "text", later: "later" } }, extensions: { cursor } })),
    );
    expect(resolved).toBe(6);
    const failed = await seen("text throws");
    expect(failed.map(({ errors }) => errors?.map(({ message, path }) => [message, path]))).toEqual(
      Array(3).fill([["no", ["thing", "throws"]]]),
    );
    expect(resolved).toBe(8);
  });
});

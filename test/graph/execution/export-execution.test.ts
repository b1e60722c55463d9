/** An execution as one JSON document: that nothing of the API is missing, and that what cannot be read is not passed over. */
import { type GraphQLObjectType, getNamedType, isObjectType, print } from "graphql";
import { beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import { requestError } from "../../../src/graph/base/request-error.ts";
import { exportDocuments } from "../../../src/graph/execution/export-document.ts";
import { exportExecution } from "../../../src/graph/execution/export-execution.ts";
import { buildSchema } from "../../../src/graph/schema.ts";
import { type Answer, executePlan, schemaText } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { finishedEvent, largeFrame, storedValue } from "../../support/graph/fake-views.ts";

const schema = buildSchema(schemaText);
const documents = exportDocuments(schema);

let world: FakeClients;
let id: string;
let name: string;

beforeEach(async () => {
  world = new FakeClients();
  id = (await executePlan(world, { source: { plan: { steps: [{ tool: { stepId: "s0", toolName: "echo" } }] } } }))
    .execution.id;
  [name = ""] = world.executions.keys();
});

async function exported(caller: Partial<Caller> = {}, exportedId = id): Promise<Answer> {
  const request = new Request("http://localhost/export");
  const pieces = await exportExecution(schema, exportedId, { ...world.context(caller), request });
  if (pieces === undefined) return null;
  let text = "";
  for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next()) text += piece.value;
  return JSON.parse(text);
}

function missingFields(type: GraphQLObjectType, text: string): readonly string[] {
  return Object.keys(type.getFields()).filter((field) => !new RegExp(`\\b${field}\\b`).test(text));
}

describe("what an export asks for", () => {
  it("is every field of an execution, but for its log, fields that need arguments, and other executions as a whole", () => {
    const execution = schema.getType("Execution") as GraphQLObjectType;
    // A webhook has `events` too: the kinds that it is told of.
    const text = print(documents.execution).replace(/\bwebhooks \{[^}]*\}/, "webhooks");
    expect(missingFields(execution, text)).toEqual(["modelCall", "root", "events", "projection", "account"]);
  });

  it("is every field of every event, but for its frame, which says the same again, and other executions as a whole", () => {
    const text = print(documents.events);
    const event = schema.getType("ExecutionEvent");
    const kinds = event === undefined || isObjectType(event) ? [] : schema.getPossibleTypes(event as never);
    expect(kinds.length).toBeGreaterThan(20);
    for (const kind of kinds) {
      expect(text).toContain(`... on ${kind.name} {`);
      const missing = missingFields(kind, text).filter(
        (field) => field !== "chatFrame" && getNamedType(kind.getFields()[field]?.type)?.name !== "Execution",
      );
      expect(missing, kind.name).toEqual([]);
    }
  });
});

describe("an exported execution", () => {
  it("[N966] does not count what it takes now, so that no list is asked for that, and no access token gets an error for it", async () => {
    let asked = 0;
    const { descendants } = world.clients.index;
    Object.assign(world.clients.index, {
      descendants: (...given: Parameters<typeof descendants>) => {
        asked += 1;
        return descendants(...given);
      },
    });
    expect((await exported()).errors).toEqual([]);
    const grant = { thing: { kind: "EXECUTION", execution: name }, actions: ["READ"], isVouched: true } as const;
    const { errors } = await exported({ scopes: ["EXECUTION_READ"], grant });
    // The list of the executions that it started is none of an access token.
    expect(errors.map(({ path }: Answer) => path)).toEqual(["/execution/children"]);
    expect(asked).toBe(0);
  });

  it("is neither one that does not exist nor whole where its object cannot be reached now", async () => {
    const away = () => Promise.reject(requestError("UNAVAILABLE", "Cannot reach the object: it is being moved"));
    const { events } = world.clients.executions;
    Object.assign(world.clients.executions, { events: away });
    world.append(name, finishedEvent());
    world.change(name, { sequence: 1 });
    await expect(exported()).rejects.toMatchObject({ extensions: { code: "UNAVAILABLE" } });
    Object.assign(world.clients.executions, { events });
    expect((await exported()).events).toHaveLength(1);
    Object.assign(world.clients.executions, { read: away });
    await expect(exported()).rejects.toMatchObject({ extensions: { code: "UNAVAILABLE" } });
  });

  it("has its facts, its whole log and values of any size", async () => {
    const large = { text: "x".repeat(200_000) };
    world.keep(name, "7 output", large);
    world.changeStep(name, "s0", { status: "SUCCEEDED", output: largeFrame(large, "output", 7) });
    for (let count = 1; count <= 60; count++) world.append(name, { kind: "ExecutionResumed", count });
    world.append(name, finishedEvent());
    world.change(name, { status: "SUCCEEDED", sequence: 61 });
    const document = await exported();
    expect(document).toMatchObject({ format: "planwright.execution/1", version: expect.any(String), errors: [] });
    expect(document.execution).toMatchObject({ id, status: "SUCCEEDED", lastSequence: 61 });
    expect(document.execution.steps[0].output.value).toEqual(large);
    expect(document.events.map(({ sequence }: Answer) => sequence)).toEqual(
      Array.from({ length: 61 }, (_, index) => index + 1),
    );
    expect(document.events.at(-1)).toMatchObject({ __typename: "ExecutionFinished", type: "EXECUTION_FINISHED" });
  });

  it("ends with the event that its facts reflect, whatever has happened since", async () => {
    for (let count = 1; count <= 3; count++) world.append(name, { kind: "ExecutionResumed", count });
    world.change(name, { sequence: 2 });
    const { events } = await exported();
    expect(events.map(({ sequence }: Answer) => sequence)).toEqual([1, 2]);
  });

  it("[T33] shows events that only coordinate agents to nobody who may not see them", async () => {
    const said = {
      kind: "MessageAdded",
      messageId: "m",
      author: "AGENT",
      agentName: "A",
      turn: 1,
      uiHidden: true,
    } as const;
    world.append(name, { ...said, text: storedValue("NEXT") }, { hidden: true });
    world.append(name, finishedEvent());
    world.change(name, { sequence: 2 });
    const shown = await exported({ scopes: ["EXECUTION_READ"] });
    expect(shown.includesHiddenEvents).toBe(false);
    expect(shown.events.map(({ sequence }: Answer) => sequence)).toEqual([2]);
    expect(JSON.stringify(shown)).not.toContain("NEXT");
    const all = await exported();
    expect(all.includesHiddenEvents).toBe(true);
    expect(all.events).toHaveLength(2);
  });

  it("says which values are not kept any more, and that of them alone", async () => {
    world.changeStep(name, "s0", { status: "SUCCEEDED", output: largeFrame({ a: 1 }, "output", 9) });
    const { errors, execution } = await exported();
    expect(execution.steps[0]).toMatchObject({ status: "SUCCEEDED" });
    const gone = { code: "GONE", message: expect.stringContaining("retention") };
    expect(errors).toEqual([{ path: "/execution/steps/0/output/value", ...gone }]);
  });

  it("has each large value of its log in full, read one event at a time, and names what is gone by its place", async () => {
    const large = { text: "x".repeat(100_000) };
    const finished = {
      kind: "StepFinished",
      step: "s0",
      group: null,
      status: "SUCCEEDED",
      attempt: 1,
      callId: "c",
    } as const;
    const rest = { outcome: null, content: null, failure: null, warning: null, reused: false } as const;
    for (let count = 1; count <= 27; count++) world.append(name, { kind: "ExecutionResumed", count });
    world.append(name, { kind: "ExecutionResumed", count: 28 }, { hidden: true });
    for (const sequence of [29, 30, 31]) {
      const { inline: _, ...output } = storedValue(large);
      world.append(name, { ...finished, ...rest, output });
      if (sequence !== 30) world.keep(name, `${sequence} output`, large);
    }
    world.change(name, { sequence: 31 });
    const context = world.context({ scopes: ["EXECUTION_READ"] });
    const limits: number[] = [];
    const executions = {
      ...context.clients.executions,
      events: (execution: string, after: number, limit: number) => {
        limits.push(limit);
        return context.clients.executions.events(execution, after, limit);
      },
    };
    const request = new Request("http://localhost/export");
    const clients = { ...context.clients, executions };
    let text = "";
    const pieces = await exportExecution(schema, id, { ...context, clients, request });
    for (let piece = await pieces?.next(); piece?.done === false; piece = await pieces?.next()) text += piece.value;
    const { errors, events } = JSON.parse(text) as Answer;
    expect(events.slice(26).map(({ sequence }: Answer) => sequence)).toEqual([27, 29, 30, 31]);
    expect(events.slice(27).map(({ output }: Answer) => output.value)).toEqual([large, null, large]);
    expect(errors).toEqual([expect.objectContaining({ path: "/events/28/output/value", code: "GONE" })]);
    expect(limits).toEqual([25, 25, 1, 1, 1]);
  });

  it("[N28] has every value of a log that is larger than any answer of the API", async () => {
    const large = { text: "x".repeat(3_000_000) };
    const { inline: _, ...output } = storedValue(large);
    const rest = { outcome: null, content: null, failure: null, warning: null, reused: false, group: null } as const;
    const sequences = [1, 2, 3, 4, 5, 6, 7];
    for (const sequence of sequences) {
      const end = { kind: "StepFinished", step: "s0", status: "SUCCEEDED", attempt: 1, callId: "c" } as const;
      world.append(name, { ...end, ...rest, output });
      world.keep(name, `${sequence} output`, large);
    }
    world.change(name, { sequence: 7 });
    const { errors, events } = await exported();
    expect(errors).toEqual([]);
    expect(events.map((event: Answer) => event.output.value?.text.length)).toEqual(sequences.map(() => 3_000_000));
  });

  it("shows large values in its log alone where all of them would be too much at a time, and says so", async () => {
    const large = { text: "x".repeat(8_400_000) };
    world.keep(name, "7 output", large);
    world.changeStep(name, "s0", { status: "SUCCEEDED", output: largeFrame(large, "output", 7) });
    const { errors, execution } = await exported();
    expect(execution.steps[0].output).toEqual({ byteSize: 8_400_011, value: null });
    const path = "/execution/steps/0/output";
    expect(errors).toEqual([
      { path, code: "LIMIT_EXCEEDED", message: expect.stringContaining("those of steps are among the events") },
    ]);
  });

  it("breaks off where it cannot be read to its end, so that no part is taken for the whole", async () => {
    world.append(name, finishedEvent());
    world.change(name, { sequence: 1 });
    const context = world.context();
    const executions = { ...context.clients.executions, events: () => Promise.reject(new Error("the object is gone")) };
    const request = new Request("http://localhost/export");
    const clients = { ...context.clients, executions };
    const pieces = await exportExecution(schema, id, { ...context, clients, request });
    const first = await pieces?.next();
    expect(() => JSON.parse(first?.value ?? "")).toThrow("JSON");
    await expect(pieces?.next()).rejects.toThrow("Cannot answer: this software failed");
  });

  it.each(["", "x", "a".repeat(300)])("is nothing for an id that is none", async (unknown) => {
    expect(await exported({}, unknown)).toBeNull();
  });
});

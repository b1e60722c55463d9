/** Plans that must be refused: each with a typed error that names the place, nothing called, nothing stored. */
import { beforeEach, describe, expect, it } from "vitest";
import { maxDefinitionBytes } from "../../../src/graph/start/check-plan.ts";
import { executePlan, executePlanText, send } from "../../support/graph/ask.ts";
import { fakeCatalog } from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
});

/** Refusals may read the catalog; executions must not hear of them. */
function expectNothingStarted() {
  expect(world.calls.filter((call) => !call.startsWith("catalog."))).toEqual([]);
  expect(world.executions.size).toBe(0);
}

const call = (tool_name: string, args: object) => ({ tool_name, arguments: args });
const calls = (...list: object[]) => ({ document: { type: "tool_calls", reasoning: "", calls: list } });
const tool = (toolName: string, more: object = {}) => ({ tool: { toolName, ...more } });
const typed = (...steps: object[]) => ({ plan: { steps } });

describe("a plan that is refused", () => {
  it("[P17] names everything about a field that does not exist, and the nearest that does", async () => {
    const source = calls(
      call("research_blog", { topic: "edge" }),
      call("create_blog_post", { artifact_id: "$0.output.artifact_ids" }),
    );
    const { errors } = await executePlan(world, { source });
    expect(errors).toMatchObject([
      {
        __typename: "TemplateError",
        code: "TEMPLATE_INVALID",
        reason: "FIELD_NOT_FOUND",
        path: ["input", "source", "document", "calls", "1", "arguments", "artifact_id"],
        stepIndex: 1,
        argument: "artifact_id",
        template: "$0.output.artifact_ids",
        sourceCallable: "research_blog",
        field: "artifact_ids",
      },
    ]);
    expect(errors[0].availableFields).toContain("artifact_id");
    expect(errors[0].nearestNames[0]).toBe("artifact_id");
    expectNothingStarted();
  });

  it.each([
    ["a reference to a step that does not exist", "INDEX_OUT_OF_BOUNDS", "$7.output.artifact_id"],
    ["a reference to a later step", "FORWARD_REFERENCE", "$2.output.url"],
    ["a reference to its own step", "SELF_REFERENCE", "$1.output.url"],
    ["a reference to an unknown binding", "UNKNOWN_BINDING", "{{bindings.nope}}"],
    ["a reference to nothing that exists", "UNKNOWN_STEP", "{{steps.nope.output.x}}"],
    ["a malformed reference", "SYNTAX", "{{ result.[ }}"],
    ["a path through __proto__", "FIELD_NOT_FOUND", "$0.output.__proto__.toString"],
    ["a path through constructor", "FIELD_NOT_FOUND", "$0.output.constructor.name"],
  ])("[P17] says %s: %s", async (_, reason, template) => {
    const source = calls(
      call("research_blog", { topic: "edge" }),
      call("create_blog_post", { artifact_id: template }),
      call("create_blog_post", { artifact_id: "fixed" }),
    );
    const { errors } = await executePlan(world, { source });
    expect(errors).toMatchObject([{ __typename: "TemplateError", reason, stepIndex: 1, argument: "artifact_id" }]);
    expectNothingStarted();
  });

  it("[P14] says that types cannot fit, with both", async () => {
    const source = calls(
      call("research_blog", { topic: "edge" }),
      call("create_blog_post", { artifact_id: "a", count: "$0.output.artifact_id" }),
    );
    const { errors } = await executePlan(world, { source });
    expect(errors).toMatchObject([{ reason: "TYPE_MISMATCH", argument: "count", actualType: "string" }]);
    expect(errors[0].expectedType).toMatch(/integer|number/);
    expectNothingStarted();
  });

  it("names the nearest tools for one that does not exist", async () => {
    const { errors } = await executePlan(world, { source: calls(call("reserch_blog", {})) });
    expect(errors).toMatchObject([
      {
        __typename: "UnknownCallableError",
        name: "reserch_blog",
        nearestNames: ["research_blog"],
        path: ["input", "source", "document", "calls", "0", "tool_name"],
      },
    ]);
    expectNothingStarted();
  });

  it.each(["__proto__", "constructor", "toString"])("does not take %s for a tool", async (name) => {
    const { errors } = await executePlan(world, { source: calls(call(name, {})) });
    expect(errors).toMatchObject([{ __typename: "UnknownCallableError", name }]);
    expectNothingStarted();
  });

  it("[P11] reports all problems at once", async () => {
    const source = calls(
      call("nope", {}),
      call("create_blog_post", { artifact_id: "$9.output.x" }),
      call("create_blog_post", { artifact_id: "$2.output.x" }),
    );
    const { errors } = await executePlan(world, { source });
    expect(errors.map((error: { code: string }) => error.code).sort()).toEqual([
      "TEMPLATE_INVALID",
      "TEMPLATE_INVALID",
      "UNKNOWN_CALLABLE",
    ]);
    expectNothingStarted();
  });

  it("[R7] refuses steps that wait for one another", async () => {
    const source = typed(tool("echo", { stepId: "a", after: ["b"] }), tool("echo", { stepId: "b", after: ["a"] }));
    const { errors } = await executePlan(world, { source });
    expect(errors.length).toBeGreaterThan(0);
    expectNothingStarted();
  });

  it("[R8] refuses two steps of one id, and two of one result key", async () => {
    const ids = await executePlan(world, {
      source: typed(tool("echo", { stepId: "a" }), tool("echo", { stepId: "a" })),
    });
    expect(ids.errors).toMatchObject([{ code: "INVALID_INPUT", path: expect.arrayContaining(["stepId"]) }]);
    const keys = await executePlan(world, {
      source: typed(tool("echo", { resultKey: "k" }), tool("echo", { resultKey: "k" })),
    });
    expect(keys.errors).toMatchObject([{ code: "INVALID_INPUT", path: expect.arrayContaining(["resultKey"]) }]);
    expectNothingStarted();
  });

  it("[O6] refuses a group within a group", async () => {
    const group = (...steps: object[]) => ({ parallel: { steps } });
    const { errors } = await executePlan(world, { source: typed(group(group(tool("echo")))) });
    expect(errors[0]).toMatchObject({
      code: "INVALID_INPUT",
      path: expect.arrayContaining(["input", "source", "plan", "steps", "0", "parallel"]),
    });
    expectNothingStarted();
  });

  it("[O13] refuses one call more than the limit, and names limit, maximum and found", async () => {
    const source = typed(...Array.from({ length: 13 }, () => tool("echo")));
    const { errors } = await executePlan(world, { source });
    expect(errors).toMatchObject([{ __typename: "LimitError", limit: "maxSteps", maximum: 12, found: 13 }]);
    expectNothingStarted();
    const twelve = await executePlan(world, { source: typed(...Array.from({ length: 12 }, () => tool("echo"))) });
    expect(twelve.errors).toEqual([]);
  });

  it("[O25] lets a request raise a limit up to the cap and no further", async () => {
    const source = typed(...Array.from({ length: 13 }, () => tool("echo")));
    const raised = await executePlan(world, { source, options: { limits: { maxSteps: 1_000 } } });
    expect(raised.errors).toEqual([]);
    world = new FakeClients();
    const path = ["input", "options", "limits", "maxSteps"];
    const one = typed(tool("echo"));
    for (const maxSteps of [0, 1_001]) {
      const { errors } = await executePlan(world, { source: one, options: { limits: { maxSteps } } });
      expect(errors).toMatchObject([{ path }]);
    }
    expectNothingStarted();
  });

  it.each([65, 100])("refuses JSON of %i levels wherever it stands", async (levels) => {
    const deep = `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
    const options = '"options":{"idempotencyKey":"deep"}';
    const echo = '"source":{"plan":{"steps":[{"tool":{"toolName":"echo"}}]}}';
    for (const input of [
      `{"source":{"plan":{"steps":[{"tool":{"toolName":"echo","arguments":${deep}}}]}},${options}}`,
      `{"source":{"document":${deep}},${options}}`,
      `{${echo},"bindings":${deep},${options}}`,
    ]) {
      const { errors } = await executePlanText(world, input);
      expect(errors[0]).toMatchObject({ __typename: "LimitError", limit: "maxJsonDepth", maximum: 64 });
    }
    expect(world.executions.size).toBe(0);
  });

  it("refuses a plan that is too large", async () => {
    const source = typed(tool("echo", { arguments: { text: "x".repeat(100_001) } }));
    const { errors } = await executePlan(world, { source });
    expect(errors).toMatchObject([{ code: "LIMIT_EXCEEDED", limit: "maxPlanBytes", maximum: 100_000 }]);
    expectNothingStarted();
  });

  it("[O2] refuses both sources, and neither", async () => {
    for (const source of [{}, { plan: null }, { plan: { steps: [tool("echo")] }, document: { steps: [] } }]) {
      const { errors } = await executePlan(world, { source });
      expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "source"] }]);
    }
    const dialect = await executePlan(world, { source: { ...typed(tool("echo")), dialect: "TOOL_CALLS" } });
    expect(dialect.errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "source", "dialect"] }]);
    expectNothingStarted();
  });

  it("[O5] refuses what belongs to an agent where a tool is named", async () => {
    const agent = { agent_id: "echo", prompt: "please", with: {} };
    const { errors } = await executePlan(world, {
      source: { document: { steps: [{ type: "agent", id: "a", agent }] } },
    });
    expect(errors[0]).toMatchObject({ code: "INVALID_INPUT", path: expect.arrayContaining(["prompt"]) });
    expectNothingStarted();
  });

  it("refuses a document of no known shape and one with unknown keys", async () => {
    for (const document of [{}, { type: "poem" }, { steps: "none" }, { steps: [{ loop: {} }] }]) {
      const { errors } = await executePlan(world, { source: { document } });
      expect(errors[0]).toMatchObject({ code: "INVALID_INPUT" });
      expect(errors[0].path.slice(0, 3)).toEqual(["input", "source", "document"]);
    }
    expectNothingStarted();
  });
});

describe("data that looks like something else", () => {
  it("[E13] keeps __proto__ and constructor as keys of arguments and bindings", async () => {
    const text = '{"__proto__":{"polluted":true},"constructor":{"name":"x"}}';
    const { errors } = await executePlan(world, {
      source: typed(tool("echo", { arguments: JSON.parse(text) })),
      bindings: JSON.parse(text),
    });
    expect(errors).toEqual([]);
    const [stored] = world.executions.values();
    expect(JSON.stringify(stored?.request.bindings)).toBe(text);
    expect(JSON.stringify(stored?.request.plan?.steps)).toContain('"__proto__":{"polluted":true}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it("[E13] does the same for keys in literals of the document", async () => {
    const query = `mutation { executePlan(input: { source: { plan: { steps: [{ tool: { toolName: "echo" } }] } },
      bindings: { __proto__: { polluted: true }, constructor: 1 } }) { errors { code } } }`;
    const response = await send(world, query);
    expect(await response.json()).toMatchObject({ data: { executePlan: { errors: [] } } });
    const [stored] = world.executions.values();
    expect(JSON.stringify(stored?.request.bindings)).toBe('{"__proto__":{"polluted":true},"constructor":1}');
  });

  it("[E13] never reads a reference in a binding", async () => {
    const bindings = { text: "$5.output.x", other: "{{steps.nope.output.x}}" };
    const source = typed(tool("echo", { arguments: { a: "{{bindings.text}}" } }));
    const { errors } = await executePlan(world, { source, bindings });
    expect(errors).toEqual([]);
    const [stored] = world.executions.values();
    expect(stored?.request.bindings).toEqual(bindings);
  });

  it("puts variables into JSON literals where they stand", async () => {
    const query = `mutation ($topic: JSON) { executePlan(input: { source: { plan: { steps: [
      { tool: { toolName: "echo", arguments: { list: [$topic, 1.5, true, null, "x"] } } }] } } }) { errors { code } } }`;
    await send(world, query, { variables: { topic: { deep: [1] } } });
    const [stored] = world.executions.values();
    expect(stored?.request.plan?.steps[0]).toMatchObject({
      arguments: { kind: "literal", value: { list: [{ deep: [1] }, 1.5, true, null, "x"] } },
    });
  });

  it("[E15] calls tools whose definitions would not fit into the row that pins them", async () => {
    const description = "x".repeat(200_000);
    const large = ["a", "b", "c", "d", "e", "f"].map((name) => ({
      name,
      input: { type: "object", properties: { topic: { type: "string", description } } },
    }));
    world.catalog = fakeCatalog("1", large);
    const few = await executePlan(world, { source: typed(...large.slice(0, 4).map(({ name }) => tool(name))) });
    expect(few.errors).toEqual([]);
    world.executions.clear();
    world.calls.length = 0;
    const { errors } = await executePlan(world, { source: typed(...large.map(({ name }) => tool(name))) });
    expect(errors).toMatchObject([
      { __typename: "LimitError", limit: "definitionBytes", maximum: maxDefinitionBytes, path: ["input", "source"] },
    ]);
    expect(errors[0].found).toBeGreaterThan(maxDefinitionBytes);
    expectNothingStarted();
  });

  it("[E2] is so much longer in its stored form that it would not fit into a row beside large definitions", async () => {
    const properties = { topic: { type: "string", description: "x".repeat(800_000) }, list: {} };
    world.catalog = fakeCatalog("1", [{ name: "large", input: { type: "object", properties } }]);
    // Beside a reference every item of a list is stored by itself.
    const list = (count: number) => ["{{bindings.x}}", ...Array.from({ length: count }, () => 1)];
    const input = (count: number) => ({
      source: typed(tool("large", { arguments: { list: list(count) } })),
      bindings: { x: 1 },
    });
    expect((await executePlan(world, input(1_000))).errors).toEqual([]);
    world.executions.clear();
    world.calls.length = 0;
    const { errors } = await executePlan(world, input(48_000));
    expect(errors).toMatchObject([{ __typename: "LimitError", limit: "storedBytes", maximum: 1_900_000 }]);
    expectNothingStarted();
  });
});

/** From what is sent as a workflow to a version of it: schemas and where they come from, the hash, and what is refused. */
import { describe, expect, it } from "vitest";
import { compileWorkflow, type WorkflowInput } from "../../../src/catalog/snapshot/compile-workflow.ts";
import type { RegisteredWorkflow } from "../../../src/catalog/workflow-registration.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import { catalogOf, localAgent, savedWorkflow, workflowInput } from "../../support/catalog/small-catalog.ts";

const text = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
const declared: JsonObject = { type: "object", properties: { topic: { type: "string" } }, required: ["topic"] };
const given: JsonObject = { type: "object", properties: { topic: { type: "string" }, more: {} } };

function compile(input: WorkflowInput, catalog = catalogOf()) {
  return compileWorkflow(input, catalog, builtInLimits);
}

function compiled(input: WorkflowInput, catalog = catalogOf()) {
  const compilation = compile(input, catalog);
  if (!compilation.ok) throw new Error(JSON.stringify(compilation.problems, null, 1));
  return compilation.registration;
}

function problems(input: WorkflowInput, catalog = catalogOf()) {
  const compilation = compile(input, catalog);
  return compilation.ok ? [] : compilation.problems;
}

const typed = (...steps: readonly JsonObject[]) => ({ source: { kind: "TYPED" as const, plan: { steps } } });
const call = (stepId: string, more: JsonObject = {}) => ({
  tool: { stepId, toolName: "read", arguments: { topic: "a" }, ...more },
});

describe("the schemas of a workflow", () => {
  it("[W3][W13][C22] are not those of the callables of its first and last step, however rich they are", () => {
    expect(compiled(workflowInput("w", ["read", "write"]))).toMatchObject({
      ...{ inputSchema: text, inputSchemaSource: "DEFAULT", outputSchema: null, outputSchemaSource: null },
    });
    const saved = savedWorkflow("inner", ["read"], catalogOf());
    const inner: RegisteredWorkflow = { ...saved, inputSchema: text, outputSchema: declared };
    const agent = localAgent("writer", { tools: ["read"] });
    const around = compiled(workflowInput("w", ["workflow_inner", "peer_writer"]), catalogOf([agent], [inner]));
    expect(around).toMatchObject({ inputSchemaSource: "DEFAULT", outputSchemaSource: null, outputSchema: null });
  });

  it("[W3] are those that its first and last step themselves declare", () => {
    const first = call("a", { inputSchema: declared, outputSchema: given });
    const last = call("b", { after: ["a"], inputSchema: given, outputSchema: declared });
    expect(compiled({ ...workflowInput("w", []), ...typed(first, last) })).toMatchObject({
      ...{ inputSchema: declared, inputSchemaSource: "INFERRED" },
      ...{ outputSchema: declared, outputSchemaSource: "INFERRED" },
    });
  });

  it("[W3][W14] are inferred from the step that it starts with, wherever that stands in the plan", () => {
    const later = call("b", { after: ["a"], inputSchema: given });
    const start = call("a", { inputSchema: declared });
    expect(compiled({ ...workflowInput("w", []), ...typed(later, start) })).toMatchObject({
      ...{ inputSchema: declared, inputSchemaSource: "INFERRED", outputSchemaSource: null },
    });
    const words = call("a", { arguments: { topic: "{{input.text}}" } });
    expect(compiled({ ...workflowInput("w", []), ...typed(later, words) }).inputSchemaSource).toBe("DEFAULT");
  });

  it("[W3] are those that are given, before all others", () => {
    const step = call("a", { inputSchema: declared, outputSchema: declared });
    const more = { inputSchema: given, outputSchema: given };
    expect(compiled({ ...workflowInput("w", []), ...typed(step), ...more })).toMatchObject({
      ...{ inputSchema: given, inputSchemaSource: "EXPLICIT", outputSchema: given, outputSchemaSource: "EXPLICIT" },
    });
  });

  it("are not inferred from a group, and the output not from a step that it is not made of", () => {
    const child = call("c", { inputSchema: declared, outputSchema: declared });
    const group = { parallel: { stepId: "g", steps: [child] } };
    expect(compiled({ ...workflowInput("w", []), ...typed(group) })).toMatchObject({
      ...{ inputSchemaSource: "DEFAULT", outputSchemaSource: null },
    });
    const template = {
      ...typed(call("a", { outputSchema: declared })),
      output: { said: "{{ steps.a.output.topic }}" },
    };
    expect(compiled({ ...workflowInput("w", []), ...template })).toMatchObject({ outputSchemaSource: null });
  });

  it("decide what its steps may take from the input", () => {
    const reads = (field: string) => call("a", { arguments: { topic: `{{ input.${field} }}` } });
    const input = (field: string, inputSchema: JsonObject | null) => {
      return { ...workflowInput("w", []), ...typed(reads(field)), inputSchema };
    };
    expect(problems(input("text", null))).toEqual([]);
    expect(problems(input("topic", declared))).toEqual([]);
    expect(problems(input("topic", null))).toMatchObject([{ kind: "TEMPLATE_INVALID", field: "topic" }]);
  });

  it("are refused if they must be fetched, never end, are not bounded or take no parameters", () => {
    const large = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, { type: "string" }]));
    const wrong: readonly JsonObject[] = [
      { type: "object", properties: { a: { $ref: "https://example.com/schema.json" } } },
      { type: "object", properties: large },
      { type: "object", properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: { allOf: [{ $ref: "#/$defs/a" }] } } },
      { type: "array" },
      { type: "object", properties: { input_artifact: {}, _input_artifact: {} } },
    ];
    for (const schema of wrong) {
      expect(problems(workflowInput("w", ["read"], { inputSchema: schema }))).toMatchObject([
        { path: ["inputSchema"] },
      ]);
    }
    const output = { outputSchema: { $ref: "other.json" } };
    expect(problems(workflowInput("w", ["read"], output))).toMatchObject([{ path: ["outputSchema"] }]);
    const step = call("a", { inputSchema: { type: "string" } });
    const paths = problems({ ...workflowInput("w", []), ...typed(step) }).map(({ path }) => path.join("."));
    expect(paths).toContain("source.plan.steps.0.tool.inputSchema");
  });

  it("may refer to themselves", () => {
    const tree = { type: "object", properties: { child: { $ref: "#" } } };
    expect(compiled(workflowInput("w", ["read"], { inputSchema: tree })).inputSchema).toEqual(tree);
  });
});

describe("the version of a workflow", () => {
  const version = (more: Partial<WorkflowInput> = {}) => compiled(workflowInput("w", ["read"], more)).version;

  it("is the same for the same definition, whatever is said of it for people", () => {
    expect(version()).toMatch(/^[0-9a-f]{64}$/);
    expect(version({ description: "Other words", public: true })).toBe(version());
    expect(version({ inputSchema: text })).toBe(version());
  });

  it("is another one for everything that decides a run", () => {
    const others = [
      version({ inputSchema: given }),
      version({ outputSchema: given }),
      version({ output: "{{ steps.s0.output }}" }),
      version(typed(call("s0", { arguments: { topic: "b" } }))),
      compiled(workflowInput("v", ["read"])).version,
    ];
    expect(new Set([version(), ...others]).size).toBe(others.length + 1);
  });
});

describe("a workflow", () => {
  it("that calls itself is refused, directly or through others, also before it is there", () => {
    for (const name of ["w", "workflow_w"]) {
      expect(problems(workflowInput("w", ["read", name]))).toMatchObject([
        { kind: "INVALID_INPUT", message: expect.stringContaining("does not call itself") },
      ]);
    }
    const saved = savedWorkflow("w", ["read"], catalogOf());
    const around = savedWorkflow("around", ["workflow_w"], catalogOf([], [saved]));
    const agent = localAgent("writer", { tools: ["around"] });
    for (const name of ["workflow_around", "peer_writer"]) {
      expect(problems(workflowInput("w", [name]), catalogOf([agent], [saved, around]))).toMatchObject([
        { message: expect.stringContaining(JSON.stringify(name)) },
      ]);
    }
    const early = localAgent("early", { tools: ["workflow_w"] });
    expect(problems(workflowInput("w", ["peer_early"]), catalogOf([early]))).toHaveLength(1);
  });

  it("[R18] is refused with a name that could be taken for another one", () => {
    const catalog = catalogOf(
      [localAgent("the-writer")],
      [savedWorkflow("the-plan", ["read"], catalogOf())],
      [...["read", "write", "workflow_x", "a-b"]],
    );
    for (const name of ["the_writer", "peer_the_writer", "the_plan", "x", "a_b", "read", "cp__agent_orchestrate"]) {
      const [problem] = problems(workflowInput(name, ["read"]), catalog);
      expect(problem).toMatchObject({ kind: "INVALID_INPUT", path: ["name"] });
    }
    expect(problems(workflowInput("the-plan", ["read"]), catalog)).toEqual([]);
  });

  it.each(["", "a b", "a.b", "ä", "x".repeat(49)])("is refused with the name %j, which tools cannot have", (name) => {
    expect(problems(workflowInput(name, ["read"]))).toMatchObject([{ path: ["name"] }]);
  });

  it("[W14] starts with one step", () => {
    const two = typed(call("a"), call("b"));
    expect(problems({ ...workflowInput("w", []), ...two })).toMatchObject([{ path: ["source", "plan", "steps"] }]);
    const calls = ["1", "2"].map((topic) => ({ tool_name: "read", arguments: { topic } }));
    const document = { type: "tool_calls", reasoning: "", calls };
    const source = { kind: "DOCUMENT", document, dialect: undefined } as const;
    expect(problems(workflowInput("w", [], { source, schedule: "DATAFLOW" }))).toMatchObject([
      { path: ["source", "document", "calls"] },
    ]);
  });

  it("tells every problem of its plan at its place, and stores what can be sent back", () => {
    const steps = typed(call("a", { toolName: "nope" }), call("b", { after: ["c"] }));
    expect(
      problems({ ...workflowInput("w", []), ...steps, description: "" }).map(({ path }) => path.join(".")),
    ).toEqual(["description", "source.plan.steps.0.tool.toolName", "source.plan.steps.1.tool.after.0"]);
    const { document, version } = compiled(workflowInput("w", ["read", "write"]));
    expect(compiled({ ...workflowInput("w", []), source: { kind: "TYPED", plan: document } }).version).toBe(version);
  });
});

/** What plans of workflows have beside others: an input, schemas of their own steps, an output, one step that starts them. */
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonSchema } from "../../../src/json/json.ts";
import { documentOf } from "../../../src/plan/dialects/plan-document.ts";
import { operandDocument } from "../../../src/plan/operands/operand.ts";
import { startProblems, startSteps } from "../../../src/plan/order/start-steps.ts";
import { accepted, compile, onlyProblem, problemsOf, typed } from "../../support/plan/compiled-plan.ts";

const text = { type: "string" };
const input: JsonSchema = {
  type: "object",
  properties: { amount: { type: "integer" }, note: text },
  required: ["amount"],
};
const strict = (count: string) => ({ tool: { stepId: "s", toolName: "strict", arguments: { name: "name", count } } });
const stepPlace = ["source", "plan", "steps", "0", "tool"];

describe("[C1] the input of a workflow", () => {
  it("[P13][P14] is typed by its schema, in arguments and in conditions", () => {
    const { plan, references } = accepted(typed([strict("{{input.amount}}")], { input }));
    expect(references).toMatchObject([
      { sourceStepId: undefined, source: "/amount", presence: "required", relation: "subset" },
    ]);
    expect(documentOf(plan).steps).toMatchObject([{ tool: { arguments: { count: "{{input.amount}}" } } }]);
    expect(onlyProblem(typed([strict("{{input.amuont}}")], { input }))).toMatchObject({
      reason: "FIELD_NOT_FOUND",
      field: "amuont",
      nearestNames: ["amount"],
      availableFields: ["amount", "note"],
      message: expect.stringContaining('the input has no field "amuont"'),
    });
    expect(onlyProblem(typed([strict("{{input.note}}")], { input }))).toMatchObject({ reason: "TYPE_MISMATCH" });
    const conditional = { tool: { toolName: "echo", when: "${input.amount} > 5 and {{input}} != null" } };
    const [step] = accepted(typed([conditional], { input })).plan.steps;
    expect(step?.when?.references).toMatchObject([
      { root: "input", path: ["amount"] },
      { root: "input", path: [] },
    ]);
  });

  it("[R10] does not exist in other plans, and execution is refused in all", () => {
    expect(onlyProblem(typed([strict("{{input.amount}}")]))).toMatchObject({ reason: "NOT_REFERABLE" });
    expect(onlyProblem(typed([strict("{{input.amount}}")], {}))).toMatchObject({
      reason: "NOT_REFERABLE",
    });
    expect(onlyProblem(typed([strict("{{execution.id}}")], { input }))).toMatchObject({ reason: "NOT_REFERABLE" });
  });
});

describe("schemas that a step declares", () => {
  const outputSchema = { type: "object", properties: { total: { type: "integer" } }, required: ["total"] };

  it("[P13][C4] type what refers to it, also of a tool that declares no output", () => {
    const silent = { tool: { stepId: "a", toolName: "silent", outputSchema } };
    const reading = (field: string) => ({ tool: { toolName: "strict", arguments: { name: "name", count: field } } });
    expect(accepted(typed([silent, reading("{{a.output.total}}")])).references).toMatchObject([
      { presence: "required", relation: "subset" },
    ]);
    expect(onlyProblem(typed([silent, reading("{{a.output.sum}}")]))).toMatchObject({ reason: "FIELD_NOT_FOUND" });
    const group = {
      parallel: { stepId: "g", steps: [{ tool: { toolName: "silent", resultKey: "k", outputSchema } }] },
    };
    expect(accepted(typed([group, reading("{{g.output.k.total}}")])).references).toMatchObject([
      { relation: "subset" },
    ]);
  });

  it("[P14] are demanded of its arguments beside the input schema of its tool", () => {
    const inputSchema = { type: "object", properties: { value: text }, required: ["value"] };
    const step = (args: object) => ({ tool: { toolName: "echo", arguments: args, inputSchema } });
    accepted(typed([step({ value: "x" })]));
    for (const wrong of [{}, { value: 1 }]) {
      expect(onlyProblem(typed([step(wrong)]))).toMatchObject({
        kind: "SCHEMA_VIOLATION",
        path: [...stepPlace, "arguments"],
        message: expect.stringContaining("the input schema that the step declares"),
      });
    }
  });

  it("are bounded like schemas from elsewhere and never fetched", () => {
    let deep: JsonObject = {};
    for (let level = 0; level < 70; level += 1) deep = { not: deep };
    const settings = { bindings: {} };
    const many = { anyOf: Array.from({ length: 2_001 }, () => ({})) };
    for (const [schema, found] of [
      [{ $ref: "https://example.com/schema.json" }, "outside of the schema"],
      [{ $ref: "#" }, "leads back to itself"],
      ["text", "expected an object or a boolean"],
      [many, "more than 2000 schemas"],
      [{ $schema: "http://json-schema.org/draft-03/schema#" }, "its dialect is"],
    ] as const) {
      for (const member of ["inputSchema", "outputSchema"]) {
        const problem = onlyProblem(typed([{ tool: { toolName: "echo", [member]: schema } }], settings));
        expect(problem).toMatchObject({ kind: "INVALID_INPUT", path: [...stepPlace, member] });
        expect(problem.message).toContain(found);
      }
    }
    expect(onlyProblem(typed([{ tool: { toolName: "echo", inputSchema: deep } }]))).toMatchObject({
      kind: "LIMIT_EXCEEDED",
      limit: "maxJsonDepth",
    });
  });

  it("[C1] survive the document of the plan and count in its hash", () => {
    const declared = { tool: { stepId: "a", toolName: "silent", inputSchema: { type: "object" }, outputSchema } };
    const compiled = accepted(typed([declared]));
    const document = JSON.parse(JSON.stringify(documentOf(compiled.plan)));
    const again = accepted(compile({ kind: "DOCUMENT", document, dialect: undefined }));
    expect(again.plan).toEqual(compiled.plan);
    expect(again.planHash).toBe(compiled.planHash);
    const plain = accepted(typed([{ tool: { stepId: "a", toolName: "silent" } }]));
    expect(plain.planHash).not.toBe(compiled.planHash);
  });
});

describe("the output of a workflow", () => {
  const steps = [
    { tool: { stepId: "a", toolName: "echo", resultKey: "first" } },
    { tool: { stepId: "b", toolName: "strict", when: "${input.amount} > 5", arguments: { name: "name" } } },
  ];
  const of = (output: JsonObject | string, more: object = {}) =>
    typed(steps, { input, output, outputPath: ["workflow", "output"], ...more });

  it("[C1][R11] is a template over steps, their keys and the input", () => {
    const template = {
      sum: "{{a.output.count}}",
      note: { coalesce: ["{{b.output.done}}", "{{input.note}}", "none"] },
      all: "$0.output",
    };
    const { output } = accepted(of({ ...template, key: "at {{result.first.value}}" }));
    expect(output === undefined ? null : operandDocument(output)).toEqual({
      all: "{{steps.a.output}}",
      key: "at {{steps.a.output.value}}",
      note: { coalesce: ["{{steps.b.output.done}}", "{{input.note}}", "none"] },
      sum: "{{steps.a.output.count}}",
    });
    expect(accepted(typed(steps, { input })).output).toBeUndefined();
  });

  it("[P12][P13][P15] is checked like arguments, at its own place", () => {
    for (const [value, reason] of [
      ["{{a.output.cuont}}", "FIELD_NOT_FOUND"],
      ["{{c.output}}", "UNKNOWN_STEP"],
      ["$2.output.x", "INDEX_OUT_OF_BOUNDS"],
      ["{{bindings.b}}", "UNKNOWN_BINDING"],
      ["{{input.x}}", "FIELD_NOT_FOUND"],
      ["{{a.output", "SYNTAX"],
    ] as const) {
      expect(onlyProblem(of({ x: { y: value } }, { bindings: { b: 1 } }))).toMatchObject({
        kind: "TEMPLATE_INVALID",
        reason,
        path: ["workflow", "output", "x", "y"],
        stepId: "",
      });
    }
    const child = { tool: { stepId: "c", toolName: "echo" } };
    const group = { parallel: { mergeStrategy: "FIRST_SUCCESS", steps: [child] } };
    expect(onlyProblem(typed([group], { output: "{{c.output.count}}" }))).toMatchObject({
      reason: "NOT_REFERABLE",
      path: ["output"],
    });
  });

  it("[P14] is compared with the schema that it must satisfy, null for what a skipped step gives", () => {
    const outputSchema = {
      type: "object",
      properties: { sum: { type: "integer" }, done: { type: "boolean" } },
      required: ["sum"],
    };
    accepted(of({ sum: "{{a.output.count}}", done: "{{b.output.done}}" }, { outputSchema }));
    expect(onlyProblem(of({ sum: "{{a.output.value}}" }, { outputSchema }))).toMatchObject({
      reason: "TYPE_MISMATCH",
      path: ["workflow", "output", "sum"],
    });
    expect(onlyProblem(of({ done: true }, { outputSchema }))).toMatchObject({
      kind: "SCHEMA_VIOLATION",
      path: ["workflow", "output"],
    });
  });

  it("is bounded like the plan", () => {
    expect(problemsOf(of("x".repeat(200_000)))).toMatchObject([{ kind: "LIMIT_EXCEEDED", limit: "maxPlanBytes" }]);
  });
});

describe("[W14] the step that starts a workflow", () => {
  const graphOf = (...steps: readonly object[]) => accepted(typed(steps)).graph;
  const echo = (stepId: string, more: object = {}) => ({ tool: { stepId, toolName: "echo", ...more } });

  it("is the only one that waits for no other", () => {
    const graph = graphOf(echo("a"), echo("b", { after: ["a"] }), echo("c", { when: "{{a.output.count}} > 0" }));
    expect(startSteps(graph)).toEqual(["a"]);
    expect(startProblems(graph, ["steps"])).toEqual([]);
  });

  it("is refused if there are several or none", () => {
    const two = graphOf(echo("a"), echo("b"), echo("c", { after: ["a", "b"] }));
    expect(startProblems(two, ["steps"])).toMatchObject([
      { kind: "INVALID_INPUT", path: ["steps"], message: expect.stringContaining('found "a", "b"') },
    ]);
    const document = { type: "direct_response", content: "hello" };
    const none = accepted(compile({ kind: "DOCUMENT", document, dialect: undefined })).graph;
    expect(startProblems(none, ["steps"])).toMatchObject([{ message: expect.stringContaining("found none") }]);
  });
});

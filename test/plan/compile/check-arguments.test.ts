import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../src/json/json.ts";
import { checkArguments } from "../../../src/plan/compile/check-arguments.ts";
import { toolOf } from "../../support/plan/callables.ts";
import { accepted, onlyProblem, toolCalls, typed } from "../../support/plan/compiled-plan.ts";

const a = { tool: { stepId: "a", toolName: "echo" } };

function violations(args: object) {
  const problem = onlyProblem(typed([a, { tool: { stepId: "s", toolName: "strict", arguments: args } }]));
  if (problem.kind !== "SCHEMA_VIOLATION") throw new Error(`Expected a violation, found ${problem.kind}`);
  expect(problem.path).toEqual(["source", "plan", "steps", "1", "tool", "arguments"]);
  return problem.violations.map(({ instance, keyword }) => [instance, keyword]);
}

describe("arguments against the input schema", () => {
  it("[P19] refuses literals that break the schema, a missing and an unknown argument, all in one", () => {
    expect(violations({ count: "3", extra: 1 })).toEqual([
      ["", "required"],
      ["/count", "type"],
      ["", "additionalProperties"],
    ]);
  });

  it("[P19] does so as well beside references", () => {
    expect(violations({ count: "{{a.output.count}}", extra: 1 })).toEqual([
      ["", "additionalProperties"],
      ["", "required"],
    ]);
    expect(violations({ count: "{{a.output.count}}", name: "x" })).toEqual([["/name", "minLength"]]);
  });

  function withInput(inputSchema: JsonSchema, args: object) {
    const producer = toolOf(
      "echo",
      {},
      { type: "object", properties: { s: { type: "string" }, n: { type: "integer" } }, required: ["s", "n"] },
    );
    const consumer = toolOf("consumer", inputSchema, null);
    const callable = (name: string) => [producer, consumer].find((one) => one.name === name);
    return toolCalls(
      [
        { tool_name: "echo", arguments: {} },
        { tool_name: "consumer", arguments: args },
      ],
      { callable },
    );
  }

  it("[N800] warns of an argument that nobody declares, with the nearest name, unless the schema says whether there may be others", () => {
    const properties = { text: { type: "string" } };
    const warned = (schema: object, args: object) => {
      const compilation = withInput({ type: "object", ...schema }, args);
      return accepted(compilation).warnings.filter(({ code }) => code === "ARGUMENT_UNKNOWN");
    };
    for (const args of [{ txt: "a" }, { txt: "$0.output.s" }])
      expect(warned({ properties }, args)).toMatchObject([
        {
          path: ["source", "document", "calls", "1", "arguments", "txt"],
          message: expect.stringMatching(/it declares no argument "txt" and may ignore it; nearest: text$/),
        },
      ]);
    expect(warned({ properties }, { text: "a" })).toEqual([]);
    expect(warned({ properties, additionalProperties: true }, { txt: "a" })).toEqual([]);
    expect(warned({ properties, anyOf: [{ required: ["text"] }, {}] }, { txt: "a" })).toEqual([]);
    expect(warned({}, { txt: "a" })).toEqual([]);
  });

  it("[P14] checks references within objects and arrays where they stand", () => {
    const schema = {
      type: "object",
      properties: {
        list: { type: "array", items: { type: "integer" } },
        inner: { $ref: "#/$defs/inner" },
      },
      $defs: {
        inner: { type: "object", properties: { n: { type: "number" } }, required: ["n"], additionalProperties: false },
      },
    };
    expect(withInput(schema, { list: [1, "$0.output.n"], inner: { n: "$0.output.n" } }).ok).toBe(true);
    expect(onlyProblem(withInput(schema, { list: [1, "$0.output.s"] }))).toMatchObject({ argument: "list.1" });
    expect(onlyProblem(withInput(schema, { inner: { n: "$0.output.s" } }))).toMatchObject({ argument: "inner.n" });
    expect(onlyProblem(withInput(schema, { inner: { m: "$0.output.n" } }))).toMatchObject({
      kind: "SCHEMA_VIOLATION",
      violations: [
        { instance: "/inner", keyword: "additionalProperties" },
        { instance: "/inner", keyword: "required" },
      ],
    });
    expect(onlyProblem(withInput(schema, { list: { x: "$0.output.n" } }))).toMatchObject({
      violations: [{ instance: "/list", keyword: "type" }],
    });
  });

  it("[P14] refuses arguments that no branch of a union accepts, and leaves open what a branch may accept", () => {
    const schema = {
      type: "object",
      anyOf: [
        { properties: { kind: { const: "text" }, value: { type: "string" } }, required: ["kind", "value"] },
        { properties: { kind: { const: "number" }, value: { type: "number" } }, required: ["kind", "value"] },
      ],
    };
    expect(withInput(schema, { kind: "text", value: "$0.output.s" }).ok).toBe(true);
    expect(onlyProblem(withInput(schema, { kind: "text", value: "$0.output.n" })).kind).toBe("SCHEMA_VIOLATION");
  });

  it("[C4] never refuses an argument of an open schema, nor one that integer and number or null make wider", () => {
    expect(withInput({}, { any: "$0.output.s" }).ok).toBe(true);
    expect(withInput(true, { any: "$0.output.s" }).ok).toBe(true);
    expect(withInput({ properties: { x: { type: ["number", "null"] } } }, { x: "$0.output.n" }).ok).toBe(true);
    expect(
      withInput({ patternProperties: { "^x": { type: "string" } }, additionalProperties: false }, { x1: "$0.output.s" })
        .ok,
    ).toBe(true);
  });

  it("[C4] treats format as an annotation", () => {
    const schema = { properties: { when: { type: "string", format: "date-time" } } };
    expect(withInput(schema, { when: "tomorrow" }).ok).toBe(true);
    expect(withInput(schema, { when: "$0.output.s" }).ok).toBe(true);
  });

  it("[P14] gives the relation of each reference to its argument", () => {
    const schema = { properties: { x: { type: "number" }, y: { type: "string", minLength: 1 } } };
    const { references } = accepted(withInput(schema, { x: "$0.output.n", y: "$0.output.s" }));
    expect(references.map(({ target, relation }) => [target, relation])).toEqual([
      ["/x", "subset"],
      ["/y", "overlap"],
    ]);
  });

  it("[C4] survives a schema that cannot be evaluated and says so", () => {
    const broken = { properties: { x: { $ref: "https://elsewhere.example/schema" } } };
    const check = checkArguments({ kind: "literal", value: { x: 1 } }, broken, new Map());
    expect(check.violations[0]?.message).toContain("Cannot evaluate the schema");
  });
});

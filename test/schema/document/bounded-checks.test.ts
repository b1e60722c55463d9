/** What checks against schemas of others may cost, counted and not timed. */
import { describe, expect, it } from "vitest";
import type { Json, JsonObject, JsonSchema } from "../../../src/json/json.ts";
import { compilePlan } from "../../../src/plan/compile/compile.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import { mostSteps, StepBudget, withinBudget } from "../../../src/schema/document/step-budget.ts";
import { violations } from "../../../src/schema/validator.ts";
import { processorMs } from "../../support/engine/processor-time.ts";

function stepsFor(schema: JsonSchema, value: Json): number {
  const budget = new StepBudget();
  withinBudget(budget, () => violations(schema, value));
  return mostSteps - budget.left;
}

const both = (reference: string) => ({ allOf: [{ $ref: reference }, { $ref: reference }] });
const chain = Array.from({ length: 40 }, (_, at) => [`d${at}`, both(`#/$defs/d${at + 1}`)] as const);
const doubling: JsonObject = { $ref: "#/$defs/d0", $defs: { ...Object.fromEntries(chain), d40: { type: "string" } } };
const many = (length: number): readonly number[] => Array.from({ length }, (_, at) => at);

describe("[N21] a check against a schema of others", () => {
  it.each<[string, JsonSchema, (size: number) => Json]>([
    ["uniqueItems over numbers", { uniqueItems: true }, many],
    ["uniqueItems over objects", { uniqueItems: true }, (size) => many(size).map((at) => ({ at }))],
    ["a pattern that tries a text in ever more ways", { pattern: "^(a+)+$" }, (size) => `${"a".repeat(size)}!`],
    ["such a pattern for names", { patternProperties: { "^(a+)+$": {} } }, (size) => ({ [`${"a".repeat(size)}!`]: 1 })],
    [
      "such a pattern for all names",
      { propertyNames: { pattern: "^(a|aa)+$" } },
      (size) => ({ [`${"a".repeat(size)}!`]: 1 }),
    ],
    [
      "a long enum",
      { items: { enum: many(1_000).map((at) => ({ at })) } },
      (size) => many(size).map(() => ({ at: -1 })),
    ],
    ["minLength", { minLength: 5, maxLength: 9 }, (size) => "a".repeat(size)],
  ])("[N21] takes steps that grow with the value (%s)", (_, schema, valueOfSize) => {
    const [small, large] = [stepsFor(schema, valueOfSize(1_000)), stepsFor(schema, valueOfSize(4_000))];
    expect(small).toBeGreaterThan(0);
    expect(large).toBeLessThan(4.2 * small + 100);
  });

  it.each<[string, JsonSchema, Json]>([
    ["references that double", doubling, "x"],
    [
      "many names that are required of many",
      { items: { required: many(10_000).map(String) } },
      many(10_000).map(() => ({})),
    ],
    ["a long text and a costly pattern", { pattern: "^(a+)+$" }, `${"a".repeat(1_000_000)}!`],
    [
      "what has been evaluated, carried through many schemas",
      { allOf: many(500).map(() => ({ additionalProperties: true })), unevaluatedProperties: false },
      Object.fromEntries(many(5_000).map((at) => [`k${at}`, at])),
    ],
  ])("[N21] that would take more than the budget is refused, never passed (%s)", (_, schema, value) => {
    expect(violations(schema, value)).toEqual([
      {
        instance: "",
        keyword: "$schema",
        message: expect.stringContaining("within the steps that one request may take"),
      },
    ]);
  });

  it("[N30] counts the reading of a schema once for each request, also if another request has read it", () => {
    const schema = { properties: Object.fromEntries(many(1_900).map((at) => [`p${at}`, { type: "string" }])) };
    const [first, second] = [stepsFor(schema, {}), stepsFor(schema, {})];
    expect(first).toBe(second);
    expect(first).toBeGreaterThan(60 * 1_900);
    const budget = new StepBudget();
    withinBudget(budget, () => many(10).map(() => violations(schema, {})));
    expect(mostSteps - budget.left).toBeLessThan(first + 10 * 1_000);
  });

  it("[N30] is refused where many large schemas would have to be read for one request", () => {
    const schemas = many(60).map((title) => ({
      ...{ title: String(title) },
      properties: Object.fromEntries(many(1_900).map((at) => [`p${at}`, { type: "string" }])),
    }));
    const budget = new StepBudget();
    const found = withinBudget(budget, () => schemas.map((schema) => violations(schema, {})));
    expect(found.filter((each) => each.length === 0)).toHaveLength(6);
    expect(found.at(-1)?.[0]?.message).toContain("within the steps that one request may take");
    // Once the budget is used up, nothing further is read.
    expect(budget.left).toBeGreaterThan(-2 * 60 * 1_900);
  });

  it("[N804] lists the patterns of a schema once, and not for each object without members", () => {
    const patternProperties = Object.fromEntries(many(1_000).map((at) => [`^a${at}$`, {}]));
    const begun = processorMs();
    expect(
      violations(
        { items: { patternProperties } },
        many(20_000).map(() => ({})),
      ),
    ).toEqual([]);
    expect(processorMs() - begun).toBeLessThan(1_000);
  });

  it("[N21] shares its budget with all others of one request, so that a plan of sixty costly steps costs no more than one", () => {
    const document = {
      type: "tool_calls",
      calls: many(60).map(() => ({ tool_name: "echo", arguments: { x: "y" } })),
    };
    const callable = {
      ...{ kind: "TOOL", name: "echo", title: null, description: null, outputSchema: null },
      inputSchema: { type: "object", properties: { x: { ...doubling, $id: "urn:x" } } },
    };
    const budget = new StepBudget();
    const compilation = withinBudget(budget, () =>
      compilePlan({
        source: { kind: "DOCUMENT", document, dialect: "TOOL_CALLS" },
        bindings: null,
        requestedLimits: {},
        callable: () => callable as never,
        callableNames: () => ["echo"],
        settings: builtInLimits,
        sourcePath: [],
      }),
    );
    expect(compilation.ok).toBe(false);
    // Each refusal gave up as soon as the one budget was used up.
    expect(budget.left).toBeGreaterThan(-60 * 1_000);
  });
});

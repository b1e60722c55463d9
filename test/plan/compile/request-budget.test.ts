/** What all checks of one request or one answer may take together: counted and not timed. Ordinary ones fit. */
import { describe, expect, it } from "vitest";
import type { Json, JsonObject, JsonSchema } from "../../../src/json/json.ts";
import { type Compilation, compilePlan } from "../../../src/plan/compile/compile.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import { relate } from "../../../src/schema/claims/relation.ts";
import { documentSchema } from "../../../src/schema/document/located-schema.ts";
import { mostQuestionSteps, mostSteps, StepBudget, withinBudget } from "../../../src/schema/document/step-budget.ts";
import { violations } from "../../../src/schema/validator.ts";

const many = (length: number): readonly number[] => Array.from({ length }, (_, at) => at);
const mapOf = (entries: readonly (readonly [string, Json])[]): JsonObject => Object.fromEntries(entries);

function callable(name: string, inputSchema: JsonSchema, outputSchema: JsonSchema) {
  return { ...{ kind: "TOOL", name, title: null, description: null }, inputSchema, outputSchema };
}

/** Compiles a plan of `count` steps, each of which is given the output of the one before. */
function compiled(
  count: number,
  schemasOf: (at: number) => ReturnType<typeof callable>,
  budget: StepBudget,
): Compilation {
  const callables = new Map(many(count).map((at) => [`t${at}`, schemasOf(at)]));
  const calls = many(count).map((at) => ({
    ...{ tool_name: `t${at}` },
    arguments: at === 0 ? {} : { x: `$${at - 1}.output.v` },
  }));
  return withinBudget(budget, () =>
    compilePlan({
      source: { kind: "DOCUMENT", document: { type: "tool_calls", calls }, dialect: "TOOL_CALLS" },
      bindings: null,
      requestedLimits: { maxSteps: count },
      callable: (name) => callables.get(name) as never,
      callableNames: () => callables.keys(),
      settings: builtInLimits,
      sourcePath: [],
    }),
  );
}

/** A question that cannot be answered within its own steps. */
const endless = (leaf: JsonObject): JsonObject => ({
  ...{ $ref: "#/$defs/d0" },
  $defs: {
    ...mapOf(many(20).map((at) => [`d${at}`, { anyOf: many(2).map(() => ({ $ref: `#/$defs/d${at + 1}` })) }])),
    d20: leaf,
  },
});

const costly = (at: number) =>
  callable(
    `t${at}`,
    { type: "object", properties: { x: { ...endless({ type: "string", minLength: 2 }), $id: `urn:in${at}` } } },
    { type: "object", properties: { v: { ...endless({ type: "string", maxLength: 30 }), $id: `urn:out${at}` } } },
  );

const ordinary = (at: number) =>
  callable(
    `t${at}`,
    {
      type: "object",
      additionalProperties: false,
      properties: {
        x: { type: "string", minLength: 1 },
        mode: { anyOf: [{ enum: ["fast", "slow"] }, { type: "null" }] },
        page: { type: "integer", minimum: 1, maximum: 100 },
        options: { type: "object", properties: mapOf(many(10).map((option) => [`o${option}`, { type: "string" }])) },
      },
    },
    {
      type: "object",
      required: ["v"],
      properties: { v: { type: "string", maxLength: 30 }, rows: { type: "array", items: { type: "object" } } },
    },
  );

describe("[N16] all questions about schemas that one request asks", () => {
  it("[N16] count together, so that a plan of sixty costly steps asks no more of them than one of ten", () => {
    const [ten, sixty] = [new StepBudget(), new StepBudget()];
    compiled(10, costly, ten);
    compiled(60, costly, sixty);
    expect(sixty.leftForQuestions).toBeLessThan(mostQuestionSteps / 2);
    expect(sixty.leftForQuestions).toBeGreaterThanOrEqual(0);
    expect(mostSteps - sixty.left).toBeLessThan(mostSteps);
    // Where the other fifty lead is still asked, which is quickly answered.
    expect(ten.leftForQuestions - sixty.leftForQuestions).toBeLessThan(100);
  });

  it("[N16] count also where an answer is remembered, so that each request is answered alike", () => {
    const schemas = many(2).map(costly);
    const left = many(2).map(() => {
      const budget = new StepBudget();
      compiled(2, (at) => schemas[at] ?? costly(at), budget);
      return budget.leftForQuestions;
    });
    expect(left[0]).toBeLessThan(mostQuestionSteps);
    expect(left[1]).toBe(left[0]);
  });

  it("[N16] are answered as unknown, never as subset or disjoint, once there are no steps left for them", () => {
    const [text, number] = [{ anyOf: [{ type: "string" }, { type: "null" }] }, { allOf: [{ type: "number" }] }];
    const asked = () => relate(documentSchema(structuredClone(text)), documentSchema(structuredClone(number)));
    const budget = new StepBudget();
    expect(withinBudget(budget, asked)).toBe("disjoint");
    budget.answer(0, () => ({ answer: null, steps: mostQuestionSteps }));
    expect(withinBudget(budget, asked)).toBe("unknown");
  });

  it("[N16] count what a schema holds: names, patterns tried on them, values that are listed", () => {
    const text = "ab".repeat(90);
    const hostile: readonly ((at: number) => JsonObject)[] = [
      (at) => ({
        required: many(60).map((name) => `${text}${name}`),
        patternProperties: mapOf(many(60).map((name) => [`^(a|b|ab|a${name})+x{${at + 1},50}$`, { minLength: name }])),
      }),
      (at) => ({
        required: many(600).map((name) => `p${name}`),
        properties: mapOf(many(600).map((name) => [`p${name}`, { minLength: at + 2 }])),
        anyOf: many(20).map((name) => ({ properties: { [`q${name}`]: { minLength: at } } })),
      }),
      (at) => ({ minProperties: 1, enum: many(4_000).map((value) => ({ value: value + at })) }),
    ];
    for (const schemaOf of hostile) {
      const budget = new StepBudget();
      const before = budget.leftForQuestions;
      withinBudget(budget, () => relate(documentSchema(schemaOf(0)), documentSchema(schemaOf(1))));
      expect(before - budget.leftForQuestions).toBeGreaterThan(1_000);
      // The last look of each of the two questions may go beyond its steps, by the trial of one pattern or the values of one list.
      expect(before - budget.leftForQuestions).toBeLessThan(2 * (4_000 + 1_300));
    }
  });
});

describe("[N17] what ordinary schemas and values take", () => {
  it("[N17] leaves nine tenths of the budget after a plan of twenty-five steps, and answers all its questions", () => {
    const budget = new StepBudget();
    const compilation = compiled(25, ordinary, budget);
    expect(compilation).toMatchObject({ ok: true });
    expect(compilation.ok && new Set(compilation.references.map(({ relation }) => relation))).toEqual(
      new Set(["overlap"]),
    );
    expect(budget.left).toBeGreaterThan(0.9 * mostSteps);
    expect(budget.leftForQuestions).toBeGreaterThan(0.9 * mostQuestionSteps);
  });

  const row = {
    type: "object",
    required: ["id", "name", "tags", "price"],
    additionalProperties: false,
    properties: {
      id: { type: "integer" },
      name: { type: "string", minLength: 1, maxLength: 200 },
      tags: { type: "array", items: { type: "string" } },
      price: { type: "number", minimum: 0 },
      created: { type: "string", format: "date-time" },
    },
  };
  const rowOf = (id: number): Json => ({
    ...{ id, name: `Product ${id}`, tags: ["new", "sale"], price: 1.5 },
    created: "2026-01-01T00:00:00Z",
  });

  it.each<[string, JsonSchema, Json]>([
    ["10,500 rows of five members", { type: "array", items: row }, many(10_500).map(rowOf)],
    [
      "97,000 rows of one member",
      { type: "array", items: { type: "object", properties: { a: { type: "integer" } } } },
      many(97_000).map((a) => ({ a })),
    ],
    ["180,000 numbers", { type: "array", items: { type: "number" } }, many(180_000)],
    [
      "a table of 40,000 names",
      { type: "object", additionalProperties: { type: "integer" } },
      mapOf(many(40_000).map((at) => [`some-longer-name-${at}`, at])),
    ],
    [
      "30,000 texts that must differ",
      { type: "array", uniqueItems: true, items: { type: "string", maxLength: 40 } },
      many(30_000).map((at) => `abcdefghijklmnopqrstuvwxyz-${at}`),
    ],
    [
      "one long text",
      { type: "object", properties: { text: { type: "string", maxLength: 2_000_000 } } },
      { text: "a".repeat(1_000_000) },
    ],
  ])("[N17] lets an answer of 1 MB pass (%s)", (_, schema, value) => {
    expect(JSON.stringify(value).length).toBeGreaterThan(990_000);
    expect(violations(schema, value)).toEqual([]);
  });

  it.each<[string, JsonSchema, Json]>([
    [
      "a table of 100,000 names",
      { additionalProperties: { type: "integer" } },
      mapOf(many(100_000).map((at) => [`k${at}`, at])),
    ],
    ["numbers of 600 digits", { items: { multipleOf: 1e-300 } }, many(2_000).map(() => Number.MAX_VALUE)],
    ["300,000 numbers", { items: { type: "number" } }, many(300_000)],
  ])("[N17] refuses what would take longer (%s)", (_, schema, value) => {
    expect(violations(schema, value)[0]?.message).toContain("within the steps that one request may take");
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import type { PathSegment } from "../../../src/json/value-path.ts";
import { documentOf } from "../../../src/plan/dialects/plan-document.ts";
import { planHash } from "../../../src/plan/dialects/plan-hash.ts";
import type { Operand, Plan, PlanStep, Reference, ToolStep } from "../../../src/plan/plan.ts";
import { accepted, compile, toolCalls, typed } from "../../support/plan/compiled-plan.ts";

const bindings = JSON.parse('{"topic":1,"a.b":2,"__proto__":3,"constructor":4}') as JsonObject;
const limits = { maxSteps: 100 };

function again(plan: Plan) {
  // Not by way of text: V8 13.6 reads the key `}"` as `}\` where it has read `}\` at the same place before.
  const document = structuredClone(documentOf(plan)) as Json;
  return accepted(compile({ kind: "DOCUMENT", document, dialect: undefined }, { bindings, requestedLimits: limits }));
}

/** A plan without the spellings of its references. */
function unspelled(plan: Plan): unknown {
  const drop = (operand: Operand): unknown => {
    switch (operand.kind) {
      case "literal":
        return operand;
      case "reference":
        return { ...operand.reference, expression: "" };
      case "text":
        return operand.parts.map((part) => (typeof part === "string" ? part : { ...part, expression: "" }));
      case "object":
        return operand.entries.map(([key, value]) => [key, drop(value)]);
      case "array":
        return operand.items.map(drop);
      case "coalesce":
        return { coalesce: operand.choices.map(drop) };
      case "cel":
        return { cel: operand.cel };
    }
  };
  const step = (one: PlanStep): unknown =>
    one.kind === "TOOL" ? { ...one, arguments: drop(one.arguments) } : { ...one, children: one.children.map(step) };
  return { ...plan, steps: plan.steps.map(step) };
}

const hostileText = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom("{", "}", "\\", "$", "0", ".", "output", "a", '"', "[") }),
  fc.constantFrom("{{", "\\{{", "{{steps.a.output}}", "$0.output.x", "$$0.output.x", "__proto__", "coalesce", "\ud800"),
);
const hostileKey = fc.oneof(
  hostileText,
  fc.constantFrom("coalesce", "\\coalesce", "\\\\coalesce", "__proto__", "constructor", "1"),
);

/** JSON with hostile keys: `Object.fromEntries` makes `__proto__` a key like any other. */
const hostileJson = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    hostileText,
    fc.constantFrom<Json>(null, true, 0, -1.5),
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .array(fc.tuple(hostileKey, tie("value")), { maxLength: 3 })
      .map((entries) => Object.fromEntries(entries) as Json),
  ),
})).value;

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => sorted(item as Json));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member as Json)])) as Json;
}

const segment: fc.Arbitrary<PathSegment> = fc.oneof(hostileText, fc.nat());
const reference = (ids: readonly string[]): fc.Arbitrary<Reference> =>
  fc
    .record({
      target: fc.constantFrom(
        ...ids.map((id) => ({ root: "steps" as const, id })),
        ...Object.keys(bindings).map((id) => ({ root: "bindings" as const, id })),
      ),
      path: fc.array(segment, { maxLength: 3 }),
    })
    .map(({ target, path }) => ({ ...target, path, expression: "" }));

/** Operands as the compiler makes them: what holds no reference is one literal, entries are in order. */
const operand = (ids: readonly string[]) =>
  fc.letrec<{ operand: Operand }>((tie) => ({
    operand: fc.oneof(
      { maxDepth: 3 },
      hostileJson.map((value): Operand => ({ kind: "literal", value: sorted(value) })),
      reference(ids).map((one): Operand => ({ kind: "reference", reference: one })),
      fc
        .tuple(
          hostileText,
          reference(ids),
          hostileText.filter((text) => text !== ""),
        )
        .map(
          ([before, one, after]): Operand => ({
            kind: "text",
            parts: before === "" ? [one, after] : [before, one, after],
          }),
        ),
      fc
        .array(tie("operand"), { minLength: 1, maxLength: 3 })
        .map((choices): Operand => ({ kind: "coalesce", choices })),
      fc
        .tuple(reference(ids), fc.array(tie("operand"), { maxLength: 2 }))
        .map(
          ([one, others]): Operand => ({ kind: "array", items: [{ kind: "reference", reference: one }, ...others] }),
        ),
      fc
        .tuple(
          fc.uniqueArray(hostileKey, { minLength: 1, maxLength: 3 }),
          reference(ids),
          fc.array(tie("operand"), { minLength: 2, maxLength: 2 }),
        )
        .map(([keys, one, others]): Operand => {
          const values: readonly Operand[] = [{ kind: "reference", reference: one }, ...others];
          const entries = keys.map((key, at): readonly [string, Operand] => [
            key,
            values[at] ?? { kind: "literal", value: null },
          ]);
          return { kind: "object", entries: entries.sort(([left], [right]) => (left < right ? -1 : 1)) };
        }),
    ),
  })).operand;

const IDS = ["a", "a.output", "0", "x:y-z", "é", "constructor", "output"];
const policy = fc.record({
  maxAttempts: fc.integer({ min: 1, max: 10 }),
  initialBackoffMs: fc.constantFrom(0, 1_000),
  timeoutMs: fc.constantFrom(null, 5),
  continueOnFailure: fc.boolean(),
  inDoubt: fc.constantFrom(null, "RETRY" as const, "ASK" as const),
});

const toolStep = (id: string, index: number | null, earlier: readonly string[]): fc.Arbitrary<ToolStep> =>
  fc
    .record({
      argument:
        earlier.length === 0
          ? hostileJson.map((value): Operand => ({ kind: "literal", value: sorted(value) }))
          : operand(earlier),
      policy,
      independent: fc.boolean(),
      resultKey: fc.constantFrom(null, `key-${id}`),
      after: fc.subarray([...earlier]),
    })
    .map(({ argument, ...rest }) => ({
      ...{ kind: "TOOL" as const, id, index, callableName: "anything", ...rest },
      arguments:
        argument.kind === "literal"
          ? { kind: "literal", value: { x: argument.value } }
          : { kind: "object", entries: [["x", argument]] },
    }));

const randomPlan: fc.Arbitrary<Plan> = fc
  .tuple(fc.subarray(IDS, { minLength: 1 }), fc.constantFrom("SEQUENTIAL" as const, "DATAFLOW" as const))
  .chain(([ids, schedule]) => {
    const steps = ids.map((id, index): fc.Arbitrary<PlanStep> => {
      const earlier = ids.slice(0, index);
      if (id !== "x:y-z") return toolStep(id, index, earlier);
      const child = toolStep("child", null, earlier).map((step) => ({
        ...step,
        independent: false,
        policy: { ...step.policy, continueOnFailure: false },
      }));
      return fc
        .record({
          child,
          maxConcurrency: fc.constantFrom(null, 2),
          mergeStrategy: fc.constantFrom("COLLECT_ALL" as const, "FIRST_SUCCESS" as const),
          continueOnFailure: fc.boolean(),
        })
        .map(({ child: only, ...rest }) => ({
          ...{ kind: "PARALLEL" as const, id, index, resultKey: null, after: [], independent: false },
          ...rest,
          children: [only],
        }));
    });
    return fc.tuple(...steps).map((list) => ({ schedule, reasoning: null, directResponse: null, steps: list }));
  });

describe("the document of a plan", () => {
  it("[C1][C3] compiles to the same plan and hash again, for random plans with hostile strings and keys", () => {
    fc.assert(
      fc.property(randomPlan, (plan) => {
        // A group has only the fields of its result keys, so references into it are left to other tests.
        const refersToGroup = JSON.stringify(plan).includes('"root":"steps","id":"x:y-z"');
        fc.pre(!refersToGroup);
        const compiled = again(plan);
        expect(unspelled(compiled.plan)).toEqual(unspelled(plan));
        expect(compiled.planHash).toBe(planHash(plan));
      }),
      { numRuns: 300 },
    );
  });

  it("[C1] writes references in canonical spelling, with brackets where a name needs them", () => {
    const { plan } = accepted(
      typed([
        { tool: { stepId: "x.y", toolName: "anything" } },
        { tool: { toolName: "anything", arguments: { a: '$0.output.list[0]["a.b"]', b: "{{ x.y.output.t }}!" } } },
      ]),
    );
    expect(documentOf(plan)).toEqual({
      schedule: "DATAFLOW",
      steps: [
        { tool: { stepId: "x.y", toolName: "anything" } },
        {
          tool: {
            stepId: "step1",
            toolName: "anything",
            arguments: { a: '{{steps["x.y"].output.list[0]["a.b"]}}', b: '{{steps["x.y"].output.t}}!' },
          },
        },
      ],
    });
  });

  it("[P4] writes an answer without steps as a direct response", () => {
    const document = { type: "direct_response", content: "{{ hello" };
    const compiled = accepted(compile({ kind: "DOCUMENT", document, dialect: undefined }, { schedule: "DATAFLOW" }));
    expect(documentOf(compiled.plan)).toEqual(document);
    expect(again(compiled.plan).planHash).toBe(compiled.planHash);
  });

  it("[P5] keeps the reasoning and the schedule", () => {
    const { plan } = accepted(
      compile({
        kind: "DOCUMENT",
        document: { type: "tool_calls", reasoning: "r", calls: [{ tool_name: "echo" }] },
        dialect: undefined,
      }),
    );
    expect(again(plan).plan).toEqual(plan);
  });
});

describe("the hash of a plan", () => {
  const calls = (template: string) => [
    { tool_name: "echo", arguments: {} },
    { tool_name: "anything", arguments: { value: template } },
  ];

  it("[C1] is the same however a reference is spelled, and whatever the order of keys", () => {
    const spellings = [
      "$0.output.value",
      "{{steps.step0.output.value}}",
      "{{ step0.output.value }}",
      '{{step0.output["value"]}}',
    ];
    const hashes = new Set(spellings.map((spelling) => accepted(toolCalls(calls(spelling))).planHash));
    expect(hashes.size).toBe(1);
    const order = (args: object) => accepted(toolCalls([{ tool_name: "anything", arguments: args }])).planHash;
    expect(order({ a: { x: 1, y: "$$0.output" }, b: 2 })).toBe(order({ b: 2, a: { y: "$$0.output", x: 1 } }));
  });

  it("[C1] differs between a reference and the text that looks like it", () => {
    expect(accepted(toolCalls(calls("$0.output.value"))).planHash).not.toBe(
      accepted(toolCalls(calls("$$0.output.value"))).planHash,
    );
  });
});

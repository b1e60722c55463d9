/** Random canonical plans with hostile strings and keys, for properties of everything that writes plans. */
import fc from "fast-check";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import type { PathSegment } from "../../../src/json/value-path.ts";
import type { Operand, Plan, PlanStep, Reference, ToolStep } from "../../../src/plan/plan.ts";

/** What the plans refer to beside their steps. */
export const randomBindings = JSON.parse('{"topic":1,"a.b":2,"__proto__":3,"constructor":4}') as JsonObject;

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
        ...Object.keys(randomBindings).map((id) => ({ root: "bindings" as const, id })),
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

export const randomPlan: fc.Arbitrary<Plan> = fc
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

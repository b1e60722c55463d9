/** The same expressions in another implementation of CEL. It has two kinds of number, so literals are written as fractions for it. */
import { Environment } from "@marcbachmann/cel-js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../../src/json/json.ts";
import { evaluateExpression } from "../../../src/plan/expressions/evaluate-expression.ts";
import type { CelExpression } from "../../../src/plan/plan.ts";
import { volume } from "../../support/engine/volume.ts";

const other = new Environment({ homogeneousAggregateLiterals: false })
  .registerVariable("v", "map<string, dyn>")
  .registerOperator("string in string", (part: string, text: string) => text.includes(part));

/** As it takes JSON. */
function otherValue(value: Json): unknown {
  if (isJsonArray(value)) return value.map(otherValue);
  if (!isJsonObject(value)) return value;
  return new Map(Object.entries(value).map(([key, member]) => [key, otherValue(member)]));
}

function ownValue(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(ownValue);
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, member]) => [String(key), ownValue(member)]));
  return value;
}

/** What the other implementation gives; FAULT where it has no value. */
function theirs(cel: string, values: JsonObject): unknown {
  try {
    return ownValue(other.evaluate(cel, { v: otherValue(values) }));
  } catch {
    return "FAULT";
  }
}

function ours(cel: string, values: JsonObject): unknown {
  const references = [0, 1, 2, 3, 4].map(
    (at) => ({ root: "bindings", id: `r${at}`, path: [], expression: `r${at}` }) as const,
  );
  const expression: CelExpression = { expression: cel, cel, references };
  const evaluated = evaluateExpression(expression, {
    bytesOf: () => undefined,
    read: ({ id }) => {
      const value = Object.hasOwn(values, id) ? values[id] : undefined;
      return value === undefined ? { found: false, reason: "nothing" } : { found: true, value };
    },
  });
  return evaluated.ok ? evaluated.value : "FAULT";
}

const json: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, -2, 1.5, "", "a", "ab", "😀", [], {}, [1], ["a", 1], { a: 1 }, [
    [1],
    [2],
  ]),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as Json),
);
const operand = fc.constantFrom("v.r0", "v.r1", "v.r2", "v.r3", "v.r4");
const leaf = fc.oneof(
  { weight: 4, arbitrary: operand },
  { weight: 2, arbitrary: fc.constantFrom("1.0", "-2.5", '"a"', '""', "true", "null", "[1.0, 2.0]", '{"a": 1.0}') },
);

const expression = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc
      .tuple(tie("any"), fc.constantFrom("==", "!=", "<", ">=", "in", "+", "-", "*", "&&", "||"), tie("any"))
      .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
    fc.tuple(tie("any"), tie("any"), tie("any")).map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
    tie("any").map((one) => `!(${one})`),
    tie("any").map((one) => `size(${one})`),
    fc
      .tuple(tie("any"), fc.constantFrom("contains", "startsWith", "endsWith"), tie("any"))
      .map(([a, name, b]) => `(${a}).${name}(${b})`),
    fc
      .tuple(operand, fc.constantFrom("map", "filter", "exists", "all"), tie("any"))
      .map(([list, name, body]) => `${list}.${name}(x, ${body})`),
    fc
      .tuple(operand, fc.constantFrom("x", "x + x", "x == 1.0", "x > 0.0", "size(x)"))
      .map(([list, body]) => `${list}.map(x, ${body})`),
    fc.tuple(tie("any"), tie("any")).map(([a, b]) => `[${a}, ${b}]`),
  ),
})).any;

it("[N318] agrees with another implementation of CEL, on values and on what has none", () => {
  let values = 0;
  fc.assert(
    fc.property(expression, json, json, json, json, (cel, r0, r1, r2, r3) => {
      const bound = { r0, r1, r2, r3 };
      const [their, own] = [theirs(cel, bound), ours(cel, bound)];
      // What their checker of types refuses as written is a value here, such as text beside a number in a comparison; what has two kinds of number there, one.
      if (their === "FAULT" || own === "FAULT") return;
      values += 1;
      // There a fraction may leave the numbers that JSON has.
      if (typeof their === "number" && !Number.isFinite(their)) return;
      expect([cel, own]).toEqual([cel, their]);
    }),
    { numRuns: volume({ sample: 1_000, whole: 4_000 }) },
  );
  expect(values).toBeGreaterThan(volume({ sample: 75, whole: 300 }));
});

it("[N318] has a value where the other implementation has one, but for arithmetic that JSON has no number for", () => {
  fc.assert(
    fc.property(expression, json, json, json, json, (cel, r0, r1, r2, r3) => {
      const bound = { r0, r1, r2, r3 };
      const their = theirs(cel, bound);
      if (their === "FAULT" || /[-+*]/.test(cel) || /\.(map|filter|exists|all)\(/.test(cel)) return;
      expect([cel, bound, ours(cel, bound)]).toEqual([cel, bound, their]);
    }),
    { numRuns: volume({ sample: 800, whole: 3_000 }) },
  );
});

/** What is known of the value of an expression before anything ran: nothing more than is certain, and nothing less than stands in the schemas. */
import { describe, expect, it } from "vitest";
import type { Json, JsonSchema } from "../../../src/json/json.ts";
import { evaluateExpression } from "../../../src/plan/expressions/evaluate-expression.ts";
import { treeOf } from "../../../src/plan/expressions/expression-text.ts";
import { expressionType } from "../../../src/plan/expressions/expression-type.ts";
import { documentSchema } from "../../../src/schema/document/located-schema.ts";
import { expressionOf } from "../../support/plan/expression-values.ts";

const integer = { type: "integer" };
const number = { type: "number" };
const list = (items: JsonSchema): JsonSchema => ({ type: "array", items });
const who = {
  type: "object",
  properties: { first: { type: "string" }, last: { type: "string" } },
  required: ["first"],
};
const whole = { type: "object", properties: { first: { type: "string" } }, required: ["first"] };
const loose = { type: "object", properties: { first: { type: "string" } } };

/** The schemas of `text`, whose only operand fits one of `operand`. */
function typeOf(text: string, ...operand: readonly JsonSchema[]): readonly JsonSchema[] {
  const typed = expressionType(treeOf(expressionOf(text)), () => operand.map((schema) => documentSchema(schema)));
  if (!typed.ok) throw new Error(typed.finding);
  return typed.type.map(({ schema }) => schema);
}

describe("the type of an expression", () => {
  it.each<readonly [string, readonly JsonSchema[], readonly JsonSchema[]]>([
    ["sum({{x}})", [list(integer)], [integer]],
    ["sum({{x}})", [list(number)], [number]],
    ["sum({{x}})", [true], [number]],
    ["{{x}} / 2", [integer], [number]],
    ["{{x}} * 2", [integer], [integer]],
    ["{{x}} * 2", [number], [number]],
    ["-{{x}}", [number], [number]],
    ["flatten({{x}})", [list(list(integer))], [list(integer)]],
    ["{{x}}.map(i, i / 2)", [list(integer)], [list(number)]],
    ["{{x}}.filter(i, i > 2)", [list(integer)], [list(integer)]],
    ["default({{x}}, 'none')", [{ type: "null" }, integer], [integer, { const: "none" }]],
    ["true ? {{x}} : 'none'", [{ type: "null" }, integer], [{ type: "null" }, integer, { const: "none" }]],
    [
      "pick({{x}}, ['first', 'last'])",
      [who],
      [{ type: "object", properties: who.properties, required: ["first"], additionalProperties: false }],
    ],
    [
      "pick({{x}}, ['first'])",
      [whole, loose],
      [
        {
          type: "object",
          properties: { first: { anyOf: [{ type: "string" }, { type: "string" }] } },
          required: [],
          additionalProperties: false,
        },
      ],
    ],
  ])("[N313] %s of %j is %j", (text, operand, type) => {
    expect(typeOf(text, ...operand)).toEqual(type);
  });
});

describe("the bytes that an expression reads", () => {
  it("[N315] are refused where they are known to be too many, without reading them", () => {
    const reads: string[] = [];
    const read = ({ expression }: { readonly expression: string }): { readonly found: true; readonly value: Json } => {
      reads.push(expression);
      return { found: true, value: 1 };
    };
    const evaluated = evaluateExpression(expressionOf("{{small}} + {{large}}"), {
      read,
      bytesOf: ({ id }) => (id === "large" ? 20_000_000 : 1),
    });
    expect(evaluated).toMatchObject({ ok: false, kind: "LIMIT", finding: expect.stringContaining("at least 2000000") });
    expect(reads).toEqual(["{{small}}"]);
  });
});

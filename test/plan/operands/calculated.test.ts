/** Paths through lists and calculated values, resolved within the bounds of a value. */
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { resolveBounded } from "../../../src/plan/operands/bounded-operand.ts";
import { resolveOperand } from "../../../src/plan/operands/resolve.ts";
import type { Operand } from "../../../src/plan/plan.ts";
import { readText } from "../../../src/plan/reference.ts";
import { bindingOf, expressionOf, readerOf } from "../../support/plan/expression-values.ts";

function reference(text: string): Operand {
  const meaning = readText(text);
  if (meaning.kind !== "REFERENCE") throw new Error(`Expected a reference, found ${text}`);
  return { kind: "reference", reference: bindingOf(meaning.expression) };
}

const cel = (text: string): Operand => ({ kind: "cel", ...expressionOf(text) });
const literal = (value: Json): Operand => ({ kind: "literal", value });
const resolved = (operand: Operand, values: JsonObject, maxBytes = 10_000) =>
  resolveBounded("the arguments of t", operand, readerOf(values), maxBytes);

const values = {
  list: [
    { name: "a", tags: [{ t: 1 }, { t: 2 }] },
    { name: "b", tags: [] },
  ],
  none: [],
  nothing: null,
  text: "abc",
};

describe("a reference through a list", () => {
  it.each<readonly [string, Json]>([
    ["{{list[-1].name}}", "b"],
    ["{{list[-2].tags[-1].t}}", 2],
    ["{{list[*].name}}", ["a", "b"]],
    ["{{list[*]}}", values.list],
    ["{{list[*].tags[*].t}}", [[1, 2], []]],
    ["{{list[*].tags[*]}}", [[{ t: 1 }, { t: 2 }], []]],
    ["{{none[*].name}}", []],
    ["{{list[0].tags[*].t}}", [1, 2]],
  ])("[N310] of %s reads %j, and what is nested stays nested", (text, value) => {
    expect(resolved(reference(text), values)).toEqual({ ok: true, value });
    expect(resolved({ kind: "array", items: [reference(text), reference(text)] }, values)).toEqual({
      ok: true,
      value: [value, value],
    });
  });

  it.each([
    ["{{none[-1]}}", 'an array of 0 items without "-1"'],
    ["{{list[-3].name}}", 'an array of 2 items without "-3"'],
    ["{{list[*].nam}}", 'an object without "nam" at [0]'],
    ["{{list[*].tags[0]}}", 'an object without "tags.0" at [1]'],
    ["{{list[*].tags[*].x}}", 'an object without "x" at [0] at [0]'],
    ["{{text[*]}}", "a string where [*] needs a list"],
    ["{{list[*].name[*]}}", "a string where [*] needs a list at [0]"],
    ["{{nothing[*]}}", "null where [*] needs a list"],
  ])("[N310] of %s has no value: %s", (text, found) => {
    expect(resolved(reference(text), values)).toMatchObject({
      ok: false,
      failure: { code: "UNRESOLVED_REFERENCE", details: { expression: text, found } },
    });
  });

  it("[N310] is another value than one through the same list to another member, where both stand in one value", () => {
    const items = ["{{list[*].name}}", "{{list[*].tags}}", "{{list[*]}}", "{{list}}"].map(reference);
    const value = [["a", "b"], values.list.map(({ tags }) => tags), values.list, values.list];
    expect(resolved({ kind: "array", items }, values)).toEqual({ ok: true, value });
  });
});

describe("a calculated value", () => {
  it("[N316, C3] of a choice is null where one is and nothing better follows, whatever has no value behind it", () => {
    const choices = [cel("{{missing}} + 1"), cel("{{nothing}}"), reference("{{missing}}")];
    const operand: Operand = { kind: "coalesce", choices };
    expect(resolved(operand, values)).toEqual({ ok: true, value: null });
    expect(resolveOperand(operand, readerOf(values).read)).toEqual({ ok: true, value: null });
  });

  it("[N316] stands in objects, lists and choices, is JSON of any kind, and is evaluated once", () => {
    const operand: Operand = {
      kind: "object",
      entries: [
        ["a", cel("size({{list}})")],
        ["b", { kind: "array", items: [cel("{{list[*].name}}.join('')"), literal(1)] }],
        ["c", { kind: "coalesce", choices: [cel("{{missing}} + 1"), cel("{{nothing}}"), cel("{'x': {{text}}}")] }],
        ["d", { kind: "coalesce", choices: [cel("{{missing}} + 1"), literal("else")] }],
      ],
    };
    const value = { a: 2, b: ["ab", 1], c: { x: "abc" }, d: "else" };
    expect(resolved(operand, values)).toEqual({ ok: true, value });
    expect(resolveOperand(operand, readerOf(values).read)).toEqual({ ok: true, value });
  });

  it("[N312] that has none fails with the place in the words of the author; a choice stands in only for what is absent", () => {
    for (const [text, code, found] of [
      ["1 / size({{none}})", "EXPRESSION_FAILED", "division by zero: 1 / 0"],
      ["{{text}} - 1", "EXPRESSION_FAILED", "no such overload: string - number"],
      ["{{missing}} - 1", "UNRESOLVED_REFERENCE", "{{missing}} has no value, found nothing"],
      ["{{list}}.map(x, {{list}}.map(y, y.zzz))", "UNRESOLVED_REFERENCE", 'object without "zzz"'],
    ] as const) {
      const failure = { code, retryable: false, details: { expression: text, found } };
      expect(resolved(cel(text), values)).toMatchObject({ ok: false, failure });
      expect(resolved({ kind: "object", entries: [["a", cel(text)]] }, values)).toMatchObject({ ok: false, failure });
      const choice = resolved({ kind: "coalesce", choices: [cel(text), literal("else")] }, values);
      if (code === "UNRESOLVED_REFERENCE") expect(choice).toEqual({ ok: true, value: "else" });
      else expect(choice).toMatchObject({ ok: false, failure });
    }
    const list = Array.from({ length: 3_000 }, (_, at) => at);
    expect(resolved(cel("{{l}}.map(x, {{l}}.map(y, x + y))"), { l: list }, 1e9)).toMatchObject({
      ok: false,
      failure: { code: "LIMIT_EXCEEDED", details: { found: "more than 1000000 operations" } },
    });
  });

  it("[N316] is no larger and no deeper than a value may be, and a choice that is not taken is not evaluated", () => {
    const list = Array.from({ length: 1_000 }, (_, at) => at);
    expect(resolved(cel("{{l}}.map(x, {{l}})"), { l: list }, 1_000_000)).toMatchObject({
      ok: false,
      failure: { code: "LIMIT_EXCEEDED", message: expect.stringContaining("MAX_ARGUMENT_BYTES") },
    });
    expect(
      resolved({ kind: "array", items: [cel("{{t}}"), cel("{{t}}")] }, { t: "x".repeat(600) }, 1_000),
    ).toMatchObject({ ok: false });
    expect(resolved({ kind: "array", items: [cel("{{t}}")] }, { t: "x".repeat(600) }, 1_000)).toMatchObject({
      ok: true,
    });
    let deep: Json = 1;
    for (let level = 0; level < 120; level += 1) deep = [deep];
    const wrapped = `${"[".repeat(20)}{{d}}${"]".repeat(20)}`;
    expect(resolved(cel(wrapped), { d: deep }, 1_000_000)).toMatchObject({
      ok: false,
      failure: { code: "LIMIT_EXCEEDED" },
    });
    expect(resolved({ kind: "coalesce", choices: [literal(1), cel("1 / 0")] }, {})).toEqual({ ok: true, value: 1 });
  });
});

/** Conditions of Agent Mesh: parsed, never substituted. What its text would say is compared as a value. */
import { describe, expect, it } from "vitest";
import { translateCondition } from "../../../src/catalog/agent-mesh/mesh-condition.ts";
import { durationMs } from "../../../src/catalog/agent-mesh/mesh-duration.ts";
import { meshOutcome } from "../../support/plan/mesh-condition.ts";

const constant = (text: string) => {
  const translated = translateCondition(text, () => ({ ok: false, finding: "required no template" }));
  return translated.ok ? translated.text : { refused: translated.finding };
};

describe("a condition of Agent Mesh", () => {
  it.each([
    ["'a' == 'a' and 1 < 2 <= 2.5", true],
    ["not ('a' in 'cat') or 3 > 4", false],
    ["True and null == None and -1 < +1", true],
    ["'1' == 1", false],
    ["1 == true", true],
    ["'dog' not in 'a cat'", true],
    ["not not 'text'", true],
    ["(0 or '') or none", false],
    ["1 < 3 < 2", false],
  ])("[N351] of constants is what it always is: %s", (text, result) => {
    expect(constant(text)).toBe(String(result));
  });

  it.each([
    ["", "found the end"],
    ["total > 5", 'found "total"'],
    ["len('abc') > 1", 'found "len"'],
    ["1 + 2 == 3", 'found "+"'],
    ["1 is 1", 'found "is"'],
    ["[1] == 1", 'found "[1] == 1"'],
    ["'a' == 'b", "found"],
    ["'a'.upper() == 'A'", 'found ".upper()'],
    ["1 < 'a'", "required two numbers or two texts"],
    ["'a\\x41' == 'b'", "found \\x"],
    [`${"(".repeat(40)}1${")".repeat(40)}`, "at most 32 levels"],
    ["'x' == 'y' or ".repeat(400), "at most 4096 characters"],
    ["__import__('os')", 'found "__import__"'],
    ["not", "found the end"],
  ])("[N351] is refused for what is no comparison: %s", (text, finding) => {
    expect(constant(text)).toEqual({ refused: expect.stringContaining(finding) });
  });

  const order = { total: 7, tags: ["a", "b"], paid: true, name: "Ada O'Hara", note: null, deep: { flag: null } };
  it.each([
    ["{{order.output.total}} > 5 and {{order.output.total}} != 8", true],
    ["'{{order.output.total}}' == '7'", true],
    ["'{{order.output.paid}}' == 'True'", true],
    ["'{{order.output.paid}}' == 'true'", false],
    ["'{{order.output.paid}}' != 'False'", true],
    ['"{{order.output.name}}" == "Ada O\'Hara"', true],
    ["'O\\'H' in '{{order.output.name}}'", true],
    ["'x' not in '{{order.output.name}}'", true],
    ["'a' in {{order.output.tags}}", true],
    ["{{order.output.note}} == null", true],
    ["'{{order.output.note}}' == 'None'", true],
    ["'{{order.output.deep.flag.more}}' == 'None'", true],
    ["{{order.output.note}} != none", false],
    ["not {{order.output.paid}} or {{order.output.total}} >= 7", true],
    ["{{workflow.parameters.mode}} == 'fast' or '{{workflow.input.mode}}' == 'fast'", true],
    ["{{ order.output.total }} < {{order.output.total}}", false],
    // What is absent makes all of it false, whatever else it says.
    ["{{order.output.missing}} == 1", false],
    ["{{order.output.missing}} != 1", false],
    ["not {{order.output.missing}}", false],
    ["{{other.output.x}} == 1 or 1 == 1", true],
  ])("[N351] compares values: %s", (text, result) => {
    expect(meshOutcome(text, { order, workflow_input: { mode: "fast" } })).toBe(result);
  });

  it("[N351] never reads what a value says as a part of itself", () => {
    const hostile = ["' or 1 == 1 or '", "{{order.output.total}}", "x' == 'x", 'a" or "a" == "a', "__import__('os')"];
    for (const name of hostile) {
      expect(meshOutcome("'{{order.output.name}}' == 'Ada'", { order: { name } }), name).toBe(false);
      expect(meshOutcome("{{order.output.name}} == 'Ada'", { order: { name } }), name).toBe(false);
      expect(meshOutcome("'{{order.output.name}}' != 'Ada'", { order: { name } }), name).toBe(true);
    }
  });

  it.each([
    ["'total {{order.output.total}}' == 'total 7'", "one within a longer text"],
    ["'{{order.output.total}}'", "required a comparison"],
    ["'{{order.output.total}}' == 7", "required a text"],
    ["{{order.total}} == 7", "required order.output"],
    ["{{workflow.name}} == 'a'", "required workflow.input"],
    ["{{order.output.list[0]}} == 1", "required names joined by dots"],
  ])("[N351] is refused for a template that it could not mean: %s", (text, finding) => {
    expect(meshOutcome(text, {})).toEqual({ refused: expect.stringContaining(finding) });
  });
});

it.each([
  ["30s", 30_000],
  [" 1.5 M ", 90_000],
  ["2h", 7_200_000],
  ["0.5d", 43_200_000],
  ["45", 45_000],
  [2.5, 2_500],
  ["s", undefined],
  ["-3s", undefined],
  ["3w", undefined],
  ["", undefined],
  [-1, undefined],
])("[N351] a duration %j is %j ms", (text, ms) => {
  expect(durationMs(text)).toBe(ms);
});

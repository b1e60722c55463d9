/** Checks of answers that could hang are never begun. */
import { describe, expect, it } from "vitest";
import type { Json, JsonSchema } from "../../../src/plan/json.ts";
import { checkRefusal, uncheckablePattern } from "../../../src/plan/schema/answer-cost.ts";
import { violations } from "../../../src/plan/validator.ts";

const matching = (pattern: string): JsonSchema => ({ type: "object", properties: { a: { type: "string", pattern } } });
const evil = "^(a+)+$";

describe("a schema that people are asked by", () => {
  it.each<[string, JsonSchema]>([
    ["a pattern that tries a text in ever more ways", matching(evil)],
    ["one that cannot be understood", matching("^(a)\\1$")],
    ["one for names of members", { type: "object", patternProperties: { [evil]: {} } }],
    ["one in a definition", { type: "object", $defs: { x: { pattern: evil } } }],
    [
      "one where a reference may lead anywhere",
      { type: "object", "x-other": [{ pattern: evil }], $ref: "#/x-other/0" },
    ],
  ])("is found to hold %s", (_, schema) => {
    expect(uncheckablePattern(schema)).not.toBeNull();
  });

  it.each([
    "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$",
    "^[a-z0-9]+(-[a-z0-9]+)*$",
    "^\\d{4}-\\d{2}-\\d{2}$",
    "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
    "\\S",
    "^(yes|no)$",
  ])("may hold %s, as forms do", (pattern) => {
    expect(uncheckablePattern(matching(pattern))).toBeNull();
    expect(checkRefusal(matching(pattern), { a: "x".repeat(100) })).toBeNull();
  });

  it("may name a member pattern", () => {
    expect(uncheckablePattern({ type: "object", properties: { pattern: { type: "string" } } })).toBeNull();
  });
});

describe("an answer that could not be checked in bounded time", () => {
  const unique: JsonSchema = { type: "object", properties: { a: { type: "array", uniqueItems: true } } };
  it.each<[string, JsonSchema, Json]>([
    ["of one long text", matching("a*b"), { a: "a".repeat(200_000) }],
    ["of many texts", matching("^[ab]*a[ab]*$"), { a: Array.from({ length: 500 }, () => "b".repeat(500)) }],
    ["with a long name", { type: "object", patternProperties: { "a*b": {} } }, { ["a".repeat(200_000)]: 1 }],
    ["of many items that may not repeat", unique, { a: Array.from({ length: 30_000 }, (_, at) => [at]) }],
  ])("is refused before the check (%s)", (_, schema, answer) => {
    expect(checkRefusal(schema, answer)).toContain("required");
  });

  it("is none that is as large and is checked soon", () => {
    const answer = { a: "a".repeat(200_000) };
    for (const schema of [matching("^[a-z]*$"), matching("^x"), { type: "object" }]) {
      expect(checkRefusal(schema, answer)).toBeNull();
      violations(schema, answer);
    }
    const items = { a: Array.from({ length: 2_000 }, (_, at) => at) };
    expect(checkRefusal(unique, items)).toBeNull();
  });
});

/** Structured output against its model, where the schema alone does not say that something is wrong. */
import { describe, expect, it } from "vitest";
import { checkedOutput } from "../../../src/execution/turns/checked-output.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";

function check(properties: JsonObject, given: Json) {
  const schema = { type: "object", properties, additionalProperties: false };
  return checkedOutput({ name: "M", schema }, given, undefined);
}

describe("output of an agent", () => {
  it("[T10] breaks its model with a number that would be stored as null", () => {
    const given: Json = JSON.parse('{"list": [1, {"a/b": 1e999}]}');
    expect(check({ list: { type: "array" } }, given)).toEqual({
      data: given,
      violations: [{ pointer: "/list/1/a~1b", message: expect.stringContaining("a number that JSON can hold") }],
    });
    expect(check({ size: { type: "number" } }, JSON.parse('{"size": -1e999}')).violations).toHaveLength(1);
    expect(check({ size: { type: "number" } }, { size: 1e308 }).violations).toEqual([]);
  });

  it("breaks its model if the defaults that it leaves out are too much together", () => {
    const part: JsonObject = { type: "object", properties: { text: { type: "string", default: "x".repeat(10_000) } } };
    const given = (count: number) => ({ parts: Array.from({ length: count }, () => ({})) });
    expect(check({ parts: { type: "array", items: part } }, given(2)).violations).toEqual([]);
    const large = check({ parts: { type: "array", items: part } }, given(50_000));
    expect(large.violations).toEqual([{ pointer: "", message: expect.stringContaining("more than 262144 bytes") }]);
    expect(large.data).toEqual(given(50_000));
  });
});

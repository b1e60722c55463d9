/** One answer to whether two values are the same JSON, for plans, forms, differences and lines of the dashboard. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, type Json, sameJson } from "../../src/json/json.ts";

describe("two values", () => {
  it("are the same JSON exactly where their canonical texts are equal", () => {
    const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(sameJson(one, other)).toBe(canonicalJson(one) === canonicalJson(other));
        expect(sameJson(one, JSON.parse(canonicalJson(one)))).toBe(true);
      }),
    );
  });

  it("of any other kind are the same as themselves alone, and a member that is absent is not one that is null", () => {
    const own = JSON.parse('{"__proto__": 1}') as Json;
    expect(sameJson(own, JSON.parse('{"__proto__": 1}'))).toBe(true);
    expect(sameJson(own, { constructor: 1 })).toBe(false);
    expect(sameJson(undefined, undefined)).toBe(true);
    expect(sameJson(undefined, null)).toBe(false);
    expect(sameJson({ a: undefined }, { b: undefined })).toBe(false);
    expect(sameJson([], {})).toBe(false);
    expect(sameJson({ 0: "a" }, ["a"])).toBe(false);
  });
});

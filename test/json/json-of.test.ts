import { describe, expect, it } from "vitest";
import { jsonOf } from "../../src/json/json-of.ts";

class Money {
  readonly amount = 1;
}
const circle: { self?: unknown } = {};
circle.self = circle;
let deep: unknown = 1;
for (let level = 0; level < 2_000; level += 1) deep = [deep];
const shared = { a: 1 };

describe("the JSON of a value of JavaScript", () => {
  it("is a copy without members that are undefined; the same object may stand in two places", () => {
    const value = { text: "a", none: undefined, list: [1, null, { deep: true }], both: [shared, shared] };
    const read = jsonOf(value);
    expect(read).toEqual({
      ok: true,
      value: { text: "a", list: [1, null, { deep: true }], both: [{ a: 1 }, { a: 1 }] },
    });
    expect(Object.keys((read as { value: object }).value)).not.toContain("none");
    const hostile: unknown = JSON.parse('{"__proto__": {"a": 1}}');
    expect(JSON.stringify(jsonOf(hostile))).toBe('{"ok":true,"value":{"__proto__":{"a":1}}}');
    expect(jsonOf(Object.assign(Object.create(null), { a: 1 }))).toEqual({ ok: true, value: { a: 1 } });
  });

  it.each([
    ["undefined", undefined, "", "undefined"],
    ["a big integer", { price: 1n }, ".price", "a bigint"],
    ["a date", { items: [{ at: new Date(0) }] }, ".items[0].at", "a Date"],
    ["no number", [1, Number.NaN], "[1]", "NaN"],
    ["a hole", [undefined], "[0]", "undefined"],
    ["a class instance", { "a b": new Money() }, '["a b"]', "a Money"],
    ["a response", new Response("x"), "", "a Response"],
    ["a map", { map: new Map() }, ".map", "a Map"],
    ["a function", { run: () => 1 }, ".run", "a function"],
    ["a circle", circle, ".self", "an object that holds itself"],
  ])("says where %s stands", (_, value, place, found) => {
    expect(jsonOf(value)).toEqual({ ok: false, place, found });
  });

  it("refuses what cannot be read to its end", () => {
    expect(jsonOf(deep)).toMatchObject({ ok: false, found: expect.stringContaining("more than 1024") });
    const thrower = Object.defineProperty({}, "a", {
      enumerable: true,
      get: () => {
        throw new Error("no");
      },
    });
    expect(jsonOf(thrower)).toEqual({ ok: false, place: "", found: "a value that cannot be read" });
  });
});

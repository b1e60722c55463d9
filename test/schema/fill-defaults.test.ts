import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json/json.ts";
import { maxDefaultedBytes, withDefaults } from "../../src/schema/fill-defaults.ts";
import { processorMs } from "../support/engine/processor-time.ts";

const part: JsonObject = {
  type: "object",
  properties: { name: { type: "string" }, size: { type: "integer", default: 3 } },
  required: ["name"],
  additionalProperties: false,
};
const schema: JsonObject = {
  type: "object",
  properties: {
    mode: { type: "string", default: "form" },
    part: { $ref: "#/$defs/Part" },
    parts: { type: "array", items: { anyOf: [{ $ref: "#/$defs/Part" }, { type: "null" }, { type: "string" }] } },
    free: { type: "object" },
  },
  $defs: { Part: part },
};

describe("defaults", () => {
  it("[R10] stand where a value leaves them out, at every depth, and nowhere else", () => {
    const value = { part: { name: "a" }, parts: [{ name: "b", size: 9 }, null, "x", { name: "c" }], free: { a: {} } };
    expect(withDefaults(schema, value)).toEqual({
      mode: "form",
      part: { name: "a", size: 3 },
      parts: [{ name: "b", size: 9 }, null, "x", { name: "c", size: 3 }],
      free: { a: {} },
    });
    expect(withDefaults(schema, { mode: "api" })).toEqual({ mode: "api" });
  });

  it("[R10] are filled themselves, where they are models that leave something out", () => {
    const whole: JsonObject = { ...schema, properties: { part: { $ref: "#/$defs/Part", default: { name: "d" } } } };
    expect(withDefaults(whole, {})).toEqual({ part: { name: "d", size: 3 } });
  });

  it("are put in up to a bound, however often a small value leaves out a large one", () => {
    const large = { type: "object", properties: { text: { type: "string", default: "x".repeat(1_000) } } };
    const list: JsonObject = { type: "array", items: large };
    const many = (count: number) => Array.from({ length: count }, () => ({}));
    const startedAt = processorMs();
    expect(withDefaults(list, many(maxDefaultedBytes / 2_048))).toHaveLength(maxDefaultedBytes / 2_048);
    expect(withDefaults(list, many(60_000))).toBeUndefined();
    expect(processorMs() - startedAt).toBeLessThan(2_000);
  });

  it("[N804] are looked for once in each schema, and not where the steps of one check are used up", () => {
    const few = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`p${at}`, {}]));
    const list: JsonObject = { type: "array", items: { type: "object", properties: few } };
    const empty = Array.from({ length: 10_000 }, () => ({}));
    const alternatives = Array.from({ length: 60 }, (_, at) => ({ type: "object", required: [`k${at}`] }));
    const begun = processorMs();
    expect(withDefaults(list, empty)).toEqual(empty);
    const last = empty.map(() => ({ k59: 1 }));
    expect(withDefaults({ items: { anyOf: alternatives } }, last)).toBeUndefined();
    expect(withDefaults({ items: { anyOf: alternatives } }, last.slice(0, 100))).toEqual(last.slice(0, 100));
    expect(processorMs() - begun).toBeLessThan(3_000);
  });

  it("leave values of other kinds, prototypes and schemas without end alone", () => {
    expect(withDefaults(schema, "text")).toBe("text");
    expect(withDefaults({ $ref: "#" }, { a: 1 })).toEqual({ a: 1 });
    const named = { type: "object", properties: { constructor: { type: "integer", default: 1 } } };
    expect(withDefaults(named, {})).toEqual({ constructor: 1 });
    expect(withDefaults({ type: "object", properties: {} }, JSON.parse('{"__proto__": {"a": 1}}'))).toEqual(
      JSON.parse('{"__proto__": {"a": 1}}'),
    );
  });
});

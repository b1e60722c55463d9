import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../src/json/json.ts";
import { endlessReference } from "../../src/schema/endless-reference.ts";
import { violations } from "../../src/schema/validator.ts";

describe("references of a schema", () => {
  it("are endless where they come back to the same place of the value, however they do, and nothing satisfies them", () => {
    const endless: readonly JsonSchema[] = [
      { $ref: "#" },
      { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
      { allOf: [{ not: { $ref: "#" } }] },
      { $anchor: "me", anyOf: [{ type: "null" }, { $ref: "#me" }] },
      { if: { dependentSchemas: { a: { $ref: "#" } } } },
    ];
    for (const schema of endless) {
      expect(endlessReference(schema), JSON.stringify(schema)).toMatch(/^#/);
      expect(violations(schema, { a: 1 })).not.toEqual([]);
    }
    const within = { properties: { a: { $ref: "#/$defs/x" } }, $defs: { x: { oneOf: [{ $ref: "#/$defs/x" }] } } };
    expect(endlessReference(within)).toBe("#/$defs/x");
  });

  it("are not endless where they go on with a part of the value, meet twice or lead nowhere", () => {
    const node = { anyOf: [{ type: "null" }, { properties: { left: { $ref: "#/$defs/node" } } }] };
    for (const schema of [
      true,
      { $ref: "#/$defs/node", $defs: { node } },
      { type: "object", properties: { child: { $ref: "#" } }, items: { $ref: "#" } },
      { allOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/a" }], $defs: { a: { type: "object" } } },
      { allOf: [{ $ref: "#/nowhere" }, { $ref: "https://example.com/a" }] },
      { const: { $ref: "#" } },
    ]) {
      expect(endlessReference(schema), JSON.stringify(schema)).toBeUndefined();
    }
  });

  it("are looked through quickly where they double at each step", () => {
    const chain = Array.from({ length: 900 }, (_, at) => {
      const next = { $ref: `#/$defs/d${at + 1}` };
      return [`d${at}`, { allOf: [next, { ...next }] }] as const;
    });
    expect(endlessReference({ $ref: "#/$defs/d0", $defs: { ...Object.fromEntries(chain), d900: {} } })).toBeUndefined();
  });
});

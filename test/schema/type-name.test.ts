/** Names of types in messages. */

import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../src/json/json.ts";
import { documentSchema } from "../../src/schema/document/located-schema.ts";
import { typeName } from "../../src/schema/type-name.ts";

const NAMES: readonly (readonly [JsonSchema, string])[] = [
  [{ type: "string" }, "string"],
  [{ type: ["integer", "null"] }, "integer or null"],
  [{ type: "array", items: { type: "string" } }, "array of string"],
  [{ type: "array", items: { type: ["string", "null"] } }, "array of (string or null)"],
  [{ type: "array" }, "array"],
  [{ type: "object", properties: {} }, "object"],
  [{ properties: { a: {} } }, "object"],
  [{ enum: ["a", "b", 1] }, "string or integer"],
  [{ const: null }, "null"],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string or null"],
  [{ anyOf: [{ type: "string" }, {}] }, "any value"],
  [{ allOf: [{ minLength: 1 }, { type: "string" }] }, "string"],
  [{ $defs: { id: { type: "integer" } }, $ref: "#/$defs/id" }, "integer"],
  [{ $ref: "#" }, "any value"],
  [{ type: ["string", "number", "boolean", "null", "array"] }, "string or number or boolean or null or others"],
  [{}, "any value"],
  [true, "any value"],
  [false, "no value"],
];

describe("[P14] names of types", () => {
  it.each(NAMES)("[P14] call %j %s", (schema, name) => {
    expect(typeName(documentSchema(schema))).toBe(name);
  });
});

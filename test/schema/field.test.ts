/** Whether a path leads to something in the values that a schema describes. */

import { describe, expect, it } from "vitest";
import { type JsonSchema, objectOf } from "../../src/json/json.ts";
import { relate } from "../../src/schema/claims/relation.ts";
import { documentSchema } from "../../src/schema/document/located-schema.ts";
import { fieldAt, type PathSegment } from "../../src/schema/field.ts";
import { processorMs } from "../support/engine/processor-time.ts";

const string = { type: "string" };
const integer = { type: "integer" };
const blog = {
  type: "object",
  properties: {
    artifact_id: string,
    artifact: {
      type: "object",
      properties: { title: string, words: integer, tags: { type: "array", items: string, minItems: 1 } },
      required: ["title", "tags"],
    },
  },
  required: ["artifact_id", "artifact"],
};

function presence(schema: JsonSchema, path: readonly PathSegment[]): string {
  return fieldAt(schema, path).presence;
}

/** How the value at `path` relates to `target`; "missing" if there is none. */
function relationAt(schema: JsonSchema, path: readonly PathSegment[], target: JsonSchema): string {
  const field = fieldAt(schema, path);
  return field.presence === "missing" ? "missing" : relate(field.value, documentSchema(target));
}

describe("[P13] fields of tool outputs", () => {
  it("[P13] are required when every object on the way requires the next", () => {
    expect(presence(blog, [])).toBe("required");
    expect(presence(blog, ["artifact_id"])).toBe("required");
    expect(presence(blog, ["artifact", "title"])).toBe("required");
    expect(presence(blog, ["artifact", "words"])).toBe("optional");
    expect(relationAt(blog, ["artifact", "title"], string)).toBe("subset");
    expect(relationAt(blog, ["artifact", "title"], integer)).toBe("disjoint");
  });

  it("[P13] are missing when others are declared, with the place and the fields that exist there", () => {
    expect(fieldAt(blog, ["artifact_idd"])).toEqual({
      presence: "missing",
      at: 0,
      availableFields: ["artifact_id", "artifact"],
    });
    expect(fieldAt(blog, ["artifact", "author", "name"])).toEqual({
      presence: "missing",
      at: 1,
      availableFields: ["title", "words", "tags"],
    });
    expect(fieldAt(blog, ["artifact", "title", "length"])).toEqual({ presence: "missing", at: 2, availableFields: [] });
  });

  it("[C4] are unknown where the schema says nothing, so that a plan over a loose schema is not refused", () => {
    for (const loose of [
      true,
      {},
      { type: "object" },
      { ...blog, additionalProperties: true },
      { ...blog, additionalProperties: {} },
    ]) {
      expect(presence(loose, ["anything", "inside"])).toBe("unknown");
    }
    expect(presence({ $ref: "https://example.com/blog" }, ["a"])).toBe("unknown");
    expect(presence({ ...blog, $schema: "http://json-schema.org/draft-04/schema#" }, ["nothing"])).toBe("unknown");
    expect(presence({ ...blog, $dynamicRef: "#x" }, ["nothing"])).toBe("unknown");
    expect(presence({ ...blog, unevaluatedProperties: true }, ["nothing"])).toBe("unknown");
  });

  it("[P13] are found by pattern, and by what additional properties are", () => {
    const schema = {
      type: "object",
      properties: { a: integer },
      patternProperties: { "^x-": string },
      additionalProperties: integer,
    };
    expect(relationAt(schema, ["x-trace"], string)).toBe("subset");
    expect(relationAt(schema, ["other"], string)).toBe("disjoint");
    expect(presence({ type: "object", patternProperties: { "^x-": string }, additionalProperties: false }, ["y"])).toBe(
      "missing",
    );
    expect(presence({ type: "object", properties: { a: integer }, required: ["b"] }, ["b"])).toBe("required");
    expect(presence({ type: "object", properties: { a: false, b: {} } }, ["a"])).toBe("missing");
    expect(presence({ type: "object", properties: { a: integer }, patternProperties: { "(": string } }, ["b"])).toBe(
      "unknown",
    );
  });

  it("[P13] of arrays are items, required as far as the array is that long", () => {
    expect(presence(blog, ["artifact", "tags", 0])).toBe("required");
    expect(presence(blog, ["artifact", "tags", "1"])).toBe("optional");
    expect(presence(blog, ["artifact", "tags", "first"])).toBe("missing");
    const pair = { type: "array", prefixItems: [string, integer], items: false, minItems: 1 };
    expect(relationAt(pair, [1], integer)).toBe("subset");
    expect(presence(pair, [0])).toBe("required");
    expect(presence(pair, [2])).toBe("missing");
    expect(presence({ type: "array", items: string, maxItems: 2 }, [1])).toBe("optional");
    expect(presence({ type: "array", items: string, maxItems: 2 }, [2])).toBe("missing");
    expect(presence({ type: "array", items: string }, [-1])).toBe("optional");
    expect(presence({ type: "array", items: string, minItems: 2 }, [-2])).toBe("required");
    expect(presence({ type: "array", items: string, minItems: 2 }, [-3])).toBe("optional");
    expect(presence({ type: "array", items: string, maxItems: 2 }, [-3])).toBe("missing");
    expect(presence({ type: "array" }, [-1])).toBe("unknown");
    expect(presence({ type: "object", properties: { "-1": string } }, [-1])).toBe("missing");
    expect(presence({ type: "array", prefixItems: [], items: false }, [-1])).toBe("missing");
    expect(fieldAt({ type: "array", prefixItems: [string], items: { type: "null" } }, [-1])).toMatchObject({
      value: { schema: { anyOf: [string, { type: "null" }] } },
    });
    expect(presence({ type: "array" }, [3])).toBe("unknown");
    expect(presence({ type: "array", minItems: 2 }, [1])).toBe("required");
    expect(presence({ type: "array", minItems: 2 }, [2])).toBe("unknown");
  });

  it("[P13] behind something that may be null are optional", () => {
    const nullable = {
      type: "object",
      properties: { o: { type: ["object", "null"], properties: { a: string }, required: ["a"] } },
      required: ["o"],
    };
    expect(presence(nullable, ["o", "a"])).toBe("optional");
    const either = { anyOf: [{ type: "null" }, { type: "object", properties: { a: string }, required: ["a"] }] };
    expect(presence(either, ["a"])).toBe("optional");
    expect(presence({ properties: { a: string }, required: ["a"] }, ["a"])).toBe("required");
  });

  it("[P13] of alternatives are required only if each alternative requires them, and missing only if none has them", () => {
    const circle = {
      type: "object",
      properties: { kind: { const: "circle" }, radius: integer },
      required: ["kind", "radius"],
    };
    const label = {
      type: "object",
      properties: { kind: { const: "label" }, text: string },
      required: ["kind", "text"],
    };
    for (const keyword of ["anyOf", "oneOf"]) {
      const schema = { [keyword]: [circle, label] };
      expect(presence(schema, ["kind"])).toBe("required");
      expect(relationAt(schema, ["kind"], { enum: ["circle", "label"] })).toBe("subset");
      expect(presence(schema, ["radius"])).toBe("optional");
      expect(fieldAt(schema, ["color"])).toEqual({
        presence: "missing",
        at: 0,
        availableFields: ["kind", "radius", "text"],
      });
    }
    expect(presence({ anyOf: [circle, { type: "object" }] }, ["radius"])).toBe("optional");
    expect(relationAt({ anyOf: [circle, { type: "object" }] }, ["radius"], string)).toBe("overlap");
    expect(presence({ anyOf: [circle, { type: "object" }] }, ["color"])).toBe("unknown");
  });

  it("[P13] of combined schemas are those of all parts", () => {
    const parts = { allOf: [{ properties: { a: string } }, { properties: { b: integer }, required: ["b"] }] };
    expect(presence(parts, ["a"])).toBe("optional");
    expect(presence(parts, ["b"])).toBe("required");
    expect(presence(parts, ["c"])).toBe("missing");
    const narrowed = {
      properties: { a: { type: ["string", "integer"] } },
      allOf: [{ properties: { a: { type: ["integer", "null"] } } }],
    };
    expect(relationAt(narrowed, ["a"], integer)).toBe("subset");
    const oneRequired = { properties: { a: string }, anyOf: [{ required: ["a"] }, { required: ["b"] }] };
    expect(presence(oneRequired, ["a"])).toBe("optional");
    expect(presence(oneRequired, ["b"])).toBe("optional");
    expect(presence(oneRequired, ["c"])).toBe("missing");
  });

  it("[P13] declared only under a condition are optional, never missing", () => {
    const conditional = objectOf<JsonSchema | object>([
      ["properties", { a: string }],
      ["if", { required: ["a"] }],
      ["then", { properties: { b: string } }],
    ]) as JsonSchema;
    expect(presence(conditional, ["b"])).not.toBe("missing");
    const dependent = {
      properties: { a: string },
      dependentSchemas: { a: { properties: { b: string }, required: ["b"] } },
    };
    expect(presence(dependent, ["b"])).toBe("optional");
    expect(presence(dependent, ["c"])).toBe("missing");
  });

  it("[P13] are followed through local references, around a recursion as often as the path asks", () => {
    const tree = { type: "object", properties: { value: string, next: { $ref: "#" } }, required: ["value", "next"] };
    expect(presence(tree, ["next", "next", "next", "value"])).toBe("required");
    expect(presence(tree, ["next", "next", "velue"])).toBe("missing");
    const referring = {
      $defs: { o: { type: "object", properties: { a: string } } },
      $ref: "#/$defs/o",
      required: ["a"],
    };
    expect(presence(referring, ["a"])).toBe("required");
    expect(presence({ ...referring, $schema: "http://json-schema.org/draft-07/schema#" }, ["a"])).toBe("optional");
    expect(presence({ $ref: "#" }, ["a"])).toBe("unknown");
  });

  it("[P13] reads only own properties, so parts of a prototype are missing like any other name", () => {
    for (const name of ["__proto__", "constructor", "toString"]) expect(presence(blog, [name])).toBe("missing");
    const declared = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
    );
    expect(presence(declared, ["__proto__"])).toBe("required");
    expect(fieldAt(declared, ["x"])).toEqual({ presence: "missing", at: 0, availableFields: ["__proto__"] });
  });

  it("[P13] answers unknown rather than search a schema that multiplies for ever", () => {
    const entries = Array.from({ length: 40 }, (_, index) => {
      const next = { $ref: `#/$defs/d${index + 1}` };
      return [`d${index}`, { anyOf: [next, { allOf: [next, next] }] }] as const;
    });
    const bomb = {
      $ref: "#/$defs/d0",
      $defs: objectOf<JsonSchema>([...entries, ["d40", { properties: { a: string } }]]),
    };
    const startedAt = processorMs();
    expect(presence(bomb, ["b"])).toBe("unknown");
    expect(processorMs() - startedAt).toBeLessThan(1_000);
  });
});

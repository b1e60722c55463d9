/** Pairs of schemas and how the first relates to the second. Every answer but "unknown" is checked against a validator. */

import { type JsonSchema, objectOf } from "../../../src/json/json.ts";
import type { Relation } from "../../../src/schema/claims/relation.ts";

export interface RelationVector {
  readonly about: string;
  readonly left: JsonSchema;
  readonly right: JsonSchema;
  readonly relation: Relation;
}

const string = { type: "string" };
const integer = { type: "integer" };
const number = { type: "number" };
const object = { type: "object" };
const array = { type: "array" };
const named = { type: "object", properties: { name: string }, required: ["name"] };
const tree = { type: "object", properties: { value: number, next: { $ref: "#" } }, required: ["value"] };
const integerTree = { type: "object", properties: { value: integer, next: { $ref: "#" } }, required: ["value"] };
const textTree = { type: "object", properties: { value: string, next: { $ref: "#" } }, required: ["value"] };
const listOf = (item: JsonSchema) => ({
  $defs: {
    list: {
      anyOf: [
        { type: "null" },
        { type: "object", properties: { item, rest: { $ref: "#/$defs/list" } }, required: ["item", "rest"] },
      ],
    },
  },
  $ref: "#/$defs/list",
});
const circle = {
  type: "object",
  properties: { kind: { const: "circle" }, radius: number },
  required: ["kind", "radius"],
};
const square = { type: "object", properties: { kind: { const: "square" }, side: number }, required: ["kind", "side"] };

// Written with a list because an object literal with a member called "then" could be taken for a promise.
function when(test: JsonSchema, yes: JsonSchema, no: JsonSchema): JsonSchema {
  return objectOf([
    ["if", test],
    ["then", yes],
    ["else", no],
  ]);
}

function group(
  about: string,
  ...rows: readonly (readonly [JsonSchema, JsonSchema, Relation])[]
): readonly RelationVector[] {
  return rows.map(([left, right, relation]) => ({ about, left, right, relation }));
}

export const RELATION_VECTORS: readonly RelationVector[] = [
  ...group(
    "types and unions of types",
    [string, string, "subset"],
    [string, integer, "disjoint"],
    [string, { type: ["string", "null"] }, "subset"],
    [{ type: ["string", "null"] }, string, "overlap"],
    [{ type: ["string", "null"] }, { type: ["integer", "null"] }, "overlap"],
    [{ type: ["string", "boolean"] }, { type: ["integer", "null"] }, "disjoint"],
    [{ type: "boolean" }, { enum: [true, false] }, "subset"],
    [{ type: "null" }, { const: null }, "subset"],
  ),
  ...group(
    "integers and numbers",
    [integer, number, "subset"],
    [number, integer, "overlap"],
    [{ type: ["integer", "number"] }, number, "subset"],
    [{ enum: [1, 2.0] }, integer, "subset"],
    [{ enum: [1.5] }, integer, "disjoint"],
    [{ type: "number", multipleOf: 1 }, integer, "subset"],
  ),
  ...group(
    "true, false and empty schemas",
    [true, true, "subset"],
    [string, true, "subset"],
    [string, {}, "subset"],
    [true, string, "overlap"],
    [{}, object, "overlap"],
    [string, false, "disjoint"],
    [{ title: "x", description: "y", default: 3 }, { examples: [1] }, "subset"],
    [true, { not: { not: {} } }, "subset"],
  ),
  ...group(
    "enum and const",
    [{ enum: ["a"] }, { enum: ["a", "b"] }, "subset"],
    [{ enum: ["a", "b"] }, { enum: ["b", "c"] }, "overlap"],
    [{ enum: ["a"] }, { enum: ["b"] }, "disjoint"],
    [{ const: { a: 1, b: [2] } }, { enum: [{ b: [2], a: 1 }] }, "subset"],
    [{ const: "a" }, { type: "string", maxLength: 1 }, "subset"],
    [{ const: "abc" }, { type: "string", maxLength: 1 }, "disjoint"],
    [{ const: { name: "x" } }, named, "subset"],
    [{ const: { name: 1 } }, named, "disjoint"],
    [string, { const: "a" }, "overlap"],
    [{ enum: [1, "1"] }, { enum: ["1", true] }, "overlap"],
  ),
  ...group(
    "intervals",
    [{ type: "number", minimum: 5 }, { type: "number", minimum: 1 }, "subset"],
    [{ type: "number", minimum: 1 }, { type: "number", minimum: 5 }, "overlap"],
    [{ type: "number", minimum: 5 }, { type: "number", maximum: 4 }, "disjoint"],
    [{ type: "number", minimum: 5 }, { type: "number", exclusiveMaximum: 5 }, "disjoint"],
    [{ type: "number", exclusiveMinimum: 5 }, { type: "number", minimum: 5 }, "subset"],
    [{ type: "number", minimum: 5 }, { type: "number", exclusiveMinimum: 5 }, "overlap"],
    [{ type: "integer", exclusiveMinimum: 0 }, { type: "integer", minimum: 1 }, "subset"],
    [{ type: "integer", minimum: 1, maximum: 3 }, { enum: [1, 2, 3] }, "subset"],
    [{ type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 2 }, string, "subset"],
    [
      { type: "integer", minimum: 1, maximum: 8 },
      {
        anyOf: [
          { type: "integer", maximum: 4 },
          { type: "integer", minimum: 5 },
        ],
      },
      "subset",
    ],
    [
      { type: "number", minimum: 1, maximum: 8 },
      {
        anyOf: [
          { type: "number", maximum: 4 },
          { type: "number", minimum: 5 },
        ],
      },
      "overlap",
    ],
  ),
  ...group(
    "multiples",
    [{ type: "integer", multipleOf: 10 }, { type: "integer", multipleOf: 5 }, "subset"],
    [{ type: "integer", multipleOf: 5 }, { type: "integer", multipleOf: 10 }, "overlap"],
    [{ type: "number", multipleOf: 6 }, { type: "number", multipleOf: 1.5 }, "subset"],
    [{ type: "number", multipleOf: 0.01 }, { type: "number", multipleOf: 0.01 }, "subset"],
    [{ type: "number", multipleOf: 0.01 }, { type: "number", multipleOf: 0.1 }, "unknown"],
    [{ allOf: [{ type: "integer", multipleOf: 3 }, { multipleOf: 5 }] }, { multipleOf: 15 }, "subset"],
    [{ type: "integer", multipleOf: 10, minimum: 1, maximum: 9 }, { type: "integer" }, "subset"],
    [{ type: "integer", multipleOf: 10, minimum: 1 }, { type: "integer", maximum: 9 }, "disjoint"],
  ),
  ...group(
    "lengths of strings",
    [{ type: "string", minLength: 2 }, { type: "string", minLength: 1 }, "subset"],
    [string, { type: "string", minLength: 1 }, "overlap"],
    [{ type: "string", maxLength: 2 }, { type: "string", minLength: 3 }, "disjoint"],
    [{ type: "string", maxLength: 2 }, { type: "string", minLength: 2 }, "overlap"],
    [{ enum: ["😀"] }, { type: "string", maxLength: 1 }, "subset"],
    [string, { minLength: 0 }, "subset"],
  ),
  ...group(
    "patterns",
    [{ type: "string", pattern: "^a" }, { type: "string", pattern: "^a" }, "subset"],
    [{ type: "string", pattern: "^a" }, { type: "string", pattern: "^[ab]" }, "unknown"],
    [{ type: "string", pattern: "^[a-z]+$" }, { type: "string", minLength: 1 }, "subset"],
    [{ type: "string", pattern: "^[a-z]{3,}$" }, { type: "string", maxLength: 2 }, "disjoint"],
    [{ enum: ["abc", "b"] }, { type: "string", pattern: "^[a-z]+$" }, "subset"],
    [{ enum: ["A"] }, { type: "string", pattern: "^[a-z]+$" }, "disjoint"],
    [string, { type: "string", pattern: ".*" }, "subset"],
    [string, { type: "string", pattern: "(" }, "unknown"],
    [{ type: "string", pattern: "a" }, integer, "disjoint"],
  ),
  ...group(
    "formats, which some validators assert and others do not",
    [{ type: "string", format: "email" }, string, "subset"],
    [{ type: "string", format: "email" }, { type: "string", format: "email" }, "subset"],
    [{ type: "string", format: "email" }, { type: "string", format: "date" }, "unknown"],
    [string, { type: "string", format: "date" }, "unknown"],
    [{ type: "string", format: "date" }, integer, "disjoint"],
    [integer, { format: "date", type: ["string", "integer"] }, "unknown"],
  ),
  ...group(
    "items",
    [{ type: "array", items: integer }, { type: "array", items: number }, "subset"],
    [{ type: "array", items: integer }, { type: "array", items: string }, "overlap"],
    [{ type: "array", items: integer, minItems: 1 }, { type: "array", items: string }, "disjoint"],
    [{ type: "array", items: string }, array, "subset"],
    [array, { type: "array", items: {} }, "subset"],
    [{ type: "array", minItems: 2 }, { type: "array", minItems: 1 }, "subset"],
    [{ type: "array", maxItems: 1 }, { type: "array", minItems: 2 }, "disjoint"],
    [{ type: "array", items: false }, { type: "array", maxItems: 0 }, "subset"],
    [{ type: "array", prefixItems: [integer, string] }, { type: "array", prefixItems: [number] }, "subset"],
    [{ type: "array", prefixItems: [integer], items: integer }, { type: "array", items: integer }, "subset"],
    [{ type: "array", prefixItems: [string], minItems: 1 }, { type: "array", items: integer }, "disjoint"],
    [{ type: "array", prefixItems: [string] }, { type: "array", items: integer }, "overlap"],
    [{ type: "array", prefixItems: [string], items: false }, { type: "array", maxItems: 1 }, "subset"],
    [{ type: "array", prefixItems: [string, string], items: false, minItems: 3 }, array, "subset"],
  ),
  ...group(
    "contains and uniqueItems",
    [{ type: "array", contains: integer }, { type: "array", minItems: 1 }, "subset"],
    [{ type: "array", contains: integer }, { type: "array", contains: number }, "subset"],
    [{ type: "array", items: string }, { type: "array", contains: integer }, "disjoint"],
    [{ type: "array", items: string, minItems: 1 }, { type: "array", contains: string }, "subset"],
    [{ type: "array", contains: integer, minContains: 2 }, { type: "array", minItems: 2 }, "subset"],
    [{ type: "array", contains: integer }, { type: "array", contains: integer, maxContains: 1 }, "unknown"],
    [{ type: "array", uniqueItems: true }, array, "subset"],
    [array, { type: "array", uniqueItems: true }, "overlap"],
    [{ type: "array", maxItems: 1 }, { type: "array", uniqueItems: true }, "subset"],
    [{ type: "array", uniqueItems: false }, array, "subset"],
  ),
  ...group(
    "properties and required",
    [named, object, "subset"],
    [object, named, "overlap"],
    [{ ...named, properties: { name: integer } }, named, "disjoint"],
    [{ type: "object", properties: { name: integer } }, { type: "object", properties: { name: string } }, "overlap"],
    [{ type: "object", properties: { name: string } }, named, "overlap"],
    [{ type: "object", required: ["a", "b"] }, { type: "object", required: ["b"] }, "subset"],
    [
      { type: "object", properties: { name: string, age: integer } },
      { type: "object", properties: { name: string } },
      "subset",
    ],
    [
      { type: "object", properties: { o: named }, required: ["o"] },
      { type: "object", properties: { o: object } },
      "subset",
    ],
    [{ type: "object", properties: { name: false } }, named, "disjoint"],
  ),
  ...group(
    "additionalProperties, patternProperties and propertyNames",
    [{ type: "object", properties: { a: string }, additionalProperties: false }, named, "disjoint"],
    [named, { ...named, additionalProperties: false }, "overlap"],
    [{ ...named, additionalProperties: false }, { ...named, additionalProperties: integer }, "subset"],
    [{ type: "object", additionalProperties: integer }, { type: "object", additionalProperties: number }, "subset"],
    [
      { type: "object", additionalProperties: string, required: ["a"] },
      { type: "object", properties: { a: integer } },
      "disjoint",
    ],
    [
      { type: "object", patternProperties: { "^x-": integer } },
      { type: "object", patternProperties: { "^x-": number } },
      "subset",
    ],
    [
      { type: "object", properties: { "x-1": string }, required: ["x-1"] },
      { type: "object", patternProperties: { "^x-": integer } },
      "disjoint",
    ],
    [
      { type: "object", properties: { a: string }, additionalProperties: false },
      { type: "object", patternProperties: { "^x-": integer } },
      "subset",
    ],
    [
      { type: "object", patternProperties: { "^x-": string }, additionalProperties: false },
      { type: "object", propertyNames: { minLength: 2 } },
      "unknown",
    ],
    [
      { type: "object", properties: { abc: {} }, additionalProperties: false },
      { type: "object", propertyNames: { minLength: 2 } },
      "subset",
    ],
    [{ type: "object", required: ["a"] }, { type: "object", propertyNames: { minLength: 2 } }, "disjoint"],
    [
      { type: "object", propertyNames: { maxLength: 2 } },
      { type: "object", propertyNames: { maxLength: 3 } },
      "subset",
    ],
  ),
  ...group(
    "numbers of properties and dependencies",
    [{ type: "object", required: ["a", "b"] }, { type: "object", minProperties: 2 }, "subset"],
    [{ type: "object", required: ["a", "b"] }, { type: "object", maxProperties: 1 }, "disjoint"],
    [
      { type: "object", properties: { a: {} }, additionalProperties: false },
      { type: "object", maxProperties: 1 },
      "subset",
    ],
    [
      { type: "object", properties: { a: {} }, additionalProperties: false },
      { type: "object", minProperties: 2 },
      "disjoint",
    ],
    [{ type: "object", minProperties: 3 }, { type: "object", minProperties: 1 }, "subset"],
    [{ type: "object", maxProperties: 0 }, { type: "object", additionalProperties: false }, "subset"],
    [{ type: "object", required: ["a", "b"] }, { type: "object", dependentRequired: { a: ["b"] } }, "subset"],
    [
      { type: "object", dependentRequired: { a: ["b"] }, required: ["a"] },
      { type: "object", required: ["b"] },
      "subset",
    ],
    [
      { type: "object", required: ["a"], properties: { b: false } },
      { type: "object", dependentRequired: { a: ["b"] } },
      "disjoint",
    ],
    [
      { type: "object", dependentSchemas: { a: { required: ["b"] } }, required: ["a"] },
      { type: "object", required: ["b"] },
      "subset",
    ],
    [{ type: "object", unevaluatedProperties: false }, object, "subset"],
    [object, { type: "object", unevaluatedProperties: false }, "unknown"],
  ),
  ...group(
    "allOf, anyOf, oneOf",
    [{ allOf: [string, { minLength: 1 }] }, { type: "string", minLength: 1 }, "subset"],
    [{ type: "string", minLength: 1 }, { allOf: [string, { minLength: 1 }] }, "subset"],
    [{ allOf: [string, integer] }, object, "subset"],
    [{ anyOf: [string, integer] }, { type: ["string", "integer"] }, "subset"],
    [{ type: ["string", "integer"] }, { anyOf: [string, integer] }, "subset"],
    [{ anyOf: [string, integer] }, string, "overlap"],
    [{ anyOf: [string, integer] }, object, "disjoint"],
    [string, { oneOf: [string, integer] }, "subset"],
    [string, { oneOf: [string, { minLength: 1 }] }, "overlap"],
    [string, { oneOf: [string, string] }, "disjoint"],
    [circle, { oneOf: [circle, square] }, "subset"],
    [{ oneOf: [circle, square] }, { anyOf: [square, circle] }, "subset"],
    [{ oneOf: [circle, square] }, circle, "overlap"],
    [{ ...circle, required: ["radius"] }, { oneOf: [circle, square] }, "overlap"],
  ),
  ...group(
    "not and if",
    [string, { not: integer }, "subset"],
    [string, { not: string }, "disjoint"],
    [{ not: string }, string, "disjoint"],
    [{ not: { not: string } }, string, "subset"],
    [{ type: "string", not: { minLength: 2 } }, { type: "string", maxLength: 1 }, "subset"],
    [{ type: "integer", not: { enum: [1] } }, { const: 1 }, "disjoint"],
    [{ type: "object", not: { required: ["a"] } }, { type: "object", required: ["a"] }, "disjoint"],
    [when(string, { minLength: 1 }, integer), { type: ["string", "integer"] }, "subset"],
    [{ type: "string", minLength: 1 }, when(string, { minLength: 1 }, integer), "subset"],
    [{ type: "boolean" }, when(string, true, integer), "disjoint"],
  ),
  ...group(
    "references and recursion",
    [integerTree, tree, "subset"],
    [tree, integerTree, "overlap"],
    [textTree, tree, "disjoint"],
    [listOf(integer), listOf(number), "subset"],
    [listOf(string), listOf(integer), "overlap"],
    [{ $defs: { id: string }, $ref: "#/$defs/id" }, string, "subset"],
    [{ $defs: { id: { $anchor: "id", type: "string" } }, $ref: "#id" }, integer, "disjoint"],
    [{ $defs: { id: string }, $ref: "#/$defs/id", minLength: 1 }, { type: "string", minLength: 1 }, "subset"],
    [{ type: "object", properties: { next: { $ref: "#" } }, required: ["next"] }, integer, "subset"],
  ),
];

/** Pairs that the validator of these tests reads in its own way or cannot compile; the answers are the standard's. */
export const UNCHECKED_VECTORS: readonly RelationVector[] = [
  ...group(
    "nullable, which some validators heed and others do not",
    [{ type: "string", nullable: true }, string, "unknown"],
    [{ type: "string", nullable: true }, { type: ["string", "null"] }, "subset"],
    [{ type: "null" }, { type: "string", nullable: true }, "unknown"],
    [integer, { type: "string", nullable: true }, "disjoint"],
  ),
  ...group(
    "what cannot be understood",
    [string, { $ref: "https://example.com/schema" }, "unknown"],
    [{ $ref: "#/$defs/nowhere" }, string, "unknown"],
    [{ type: "string", $ref: "#/$defs/nowhere" }, string, "subset"],
    [{ type: "string", $ref: "#/$defs/nowhere" }, integer, "disjoint"],
    [string, { $schema: "http://json-schema.org/draft-04/schema#", type: "integer" }, "unknown"],
    [{ $ref: "#" }, string, "unknown"],
    [string, { type: "text" }, "unknown"],
    [{ type: "integer", minimum: "1" }, integer, "subset"],
    [integer, { type: "integer", minimum: "1" }, "unknown"],
    [string, { $dynamicRef: "#x" }, "unknown"],
  ),
  ...group(
    "draft-07",
    [
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "array",
        items: [string],
        additionalItems: false,
        minItems: 1,
      },
      { type: "array", prefixItems: [integer] },
      "disjoint",
    ],
    [
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        definitions: { id: string },
        properties: { a: { $ref: "#/definitions/id", type: "integer" } },
        required: ["a"],
        type: "object",
      },
      { type: "object", properties: { a: string } },
      "subset",
    ],
    [
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "object",
        dependencies: { a: ["b"] },
        required: ["a"],
      },
      { type: "object", required: ["b"] },
      "subset",
    ],
  ),
];

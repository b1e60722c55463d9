/** Random schemas from few names and small constants, so that two of them often speak about the same values. */

import fc from "fast-check";
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  objectOf,
} from "../../../src/json/json.ts";

const NAMES = ["a", "b", "c"];
const PATTERNS = ["^a", "b$", "^[a-z]+$", ".{2,}", "^x-", "a|b", "^ab$"];
const TYPES = ["string", "number", "integer", "boolean", "null", "array", "object"];
const VALUES: readonly Json[] = [null, true, 0, 1, 2, 0.5, "", "a", "ab", "b", [], [1], {}, { a: 1 }, { a: "a", b: 2 }];

const name = fc.constantFrom(...NAMES);
const size = fc.integer({ min: 0, max: 3 });
const bound = fc.constantFrom(-1, 0, 0.5, 1, 2, 3);

const numeric = record({
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  multipleOf: fc.constantFrom(0.5, 1, 2, 3, 1.5),
});
const textual = record({ minLength: size, maxLength: size, pattern: fc.constantFrom(...PATTERNS) });

const { schema } = fc.letrec<{ schema: JsonSchema; inner: JsonSchema }>((tie) => {
  const inner = tie("inner");
  const some = (of: fc.Arbitrary<JsonSchema>) => fc.array(of, { minLength: 1, maxLength: 3 });
  const listing = record({
    items: inner,
    prefixItems: some(inner),
    contains: inner,
    minContains: size,
    maxContains: size,
    minItems: size,
    maxItems: size,
    uniqueItems: fc.boolean(),
    // The validator accepts [] for "contains" beside "prefixItems", which the standard does not.
  }).map((keywords) => (Object.hasOwn(keywords, "prefixItems") ? without(keywords, "contains") : keywords));
  const members = record({
    properties: fc.dictionary(name, inner, { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
    required: fc.uniqueArray(name, { maxLength: 2 }),
    additionalProperties: inner,
    patternProperties: fc.dictionary(fc.constantFrom("^a", "^x-", "b|c"), inner, {
      minKeys: 1,
      maxKeys: 1,
      noNullPrototype: true,
    }),
    propertyNames: fc.oneof(textual, inner),
    minProperties: size,
    maxProperties: size,
    dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), {
      maxKeys: 1,
      noNullPrototype: true,
    }),
    dependentSchemas: fc.dictionary(name, inner, { minKeys: 1, maxKeys: 1, noNullPrototype: true }),
  });
  const combining = record({
    allOf: some(inner),
    anyOf: some(inner),
    oneOf: some(inner),
    not: inner,
    if: inner,
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
    then: inner,
    else: inner,
    $ref: fc.constant("#/$defs/x"),
  });
  const typed = (type: Json, keywords: fc.Arbitrary<JsonObject>) =>
    keywords.map((rest): JsonObject => ({ type, ...rest }));
  const valued = record({
    enum: fc.uniqueArray(fc.constantFrom(...VALUES), { minLength: 1, maxLength: 3 }),
    const: fc.constantFrom(...VALUES),
  });
  const simple = fc.oneof(
    fc.subarray(TYPES, { minLength: 1, maxLength: 2 }).map((type): JsonObject => ({ type })),
    typed("number", numeric),
    typed("integer", numeric),
    typed("string", textual),
    valued,
  );
  const mixed = fc
    .tuple(simple, fc.oneof(listing, members, combining))
    .map(([left, right]): JsonObject => ({ ...left, ...right }));
  return {
    inner: fc.oneof({ maxDepth: 3, depthIdentifier: "schema" }, simple, fc.boolean(), tie("schema")),
    schema: fc.oneof(
      { maxDepth: 3, depthIdentifier: "schema" },
      simple,
      typed("array", listing),
      typed("object", members),
      typed("object", members),
      combining,
      mixed,
    ),
  };
});

/** A document that may refer to its own `#/$defs/x`. */
export const randomDocument: fc.Arbitrary<JsonObject> = fc
  .tuple(schema, schema)
  .map(([root, definition]) => ({ ...(root as JsonObject), $defs: { x: definition } }));

/** A document that describes objects with fields in one another, as the outputs of tools do. */
export const randomRecord: fc.Arbitrary<JsonObject> = fc
  .tuple(fields(fc.oneof(schema, fields(schema), items(schema))), schema, fc.oneof(fc.constant({}), randomDocument))
  .map(([own, definition, further]) => ({ ...without(further, "type"), ...own, $defs: { x: definition } }));

function fields(value: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonObject> {
  const properties = fc.dictionary(name, value, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
  return fc
    .tuple(properties, fc.uniqueArray(name, { maxLength: 2 }), fc.constantFrom("object", ["object", "null"], "object"))
    .map(([declared, required, type]) => ({ type, properties: declared, required }));
}

function items(value: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonObject> {
  return fc.tuple(value, size).map(([item, minItems]) => ({ type: "array", items: item, minItems }));
}

/** A document and a second one that is unrelated, or made from the first by leaving keywords out or changing constants. */
export const randomPair: fc.Arbitrary<readonly [JsonObject, JsonObject]> = fc.oneof(
  fc.tuple(randomDocument, randomDocument),
  fc.tuple(randomDocument, fc.infiniteStream(fc.integer({ min: 0, max: 11 }))).map(([document, choices]) => {
    const changed = alter(document, () => Number(choices.next().value)) as JsonObject;
    return [document, changed] as const;
  }),
);

function alter(value: Json, choose: () => number): Json {
  if (typeof value === "number" && choose() === 0) return value > 0.5 ? value - 0.5 : value;
  if (isJsonArray(value)) return value.map((item) => alter(item, choose));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([keyword]) => keyword === "$defs" || keyword === "x" || choose() > 1);
  return objectOf(kept.map(([keyword, inside]) => [keyword, alter(inside as Json, choose)] as const));
}

function without(schema: JsonObject, keyword: string): JsonObject {
  return objectOf(Object.entries(schema).filter(([name]) => name !== keyword));
}

function record(keywords: { readonly [keyword: string]: fc.Arbitrary<Json> }): fc.Arbitrary<JsonObject> {
  const picked = fc.subarray(Object.keys(keywords), {
    minLength: 0,
    maxLength: Math.min(3, Object.keys(keywords).length),
  });
  return picked.chain((names) =>
    fc.record(objectOf(names.map((keyword) => [keyword, keywords[keyword] ?? fc.constant(null)] as const)), {
      noNullPrototype: true,
    }),
  );
}

/**
 * Values to try schemas with, made from the schemas' own constants (bounds and their neighbours, listed values, names,
 * lengths), so that they fall on both sides of every keyword. Deterministic for a seed.
 */

import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  ownValue,
} from "../../../src/json/json.ts";

const SCALARS: readonly Json[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  2,
  3,
  0.5,
  6,
  "",
  "a",
  "b",
  "ab",
  "abc",
  "x-1",
  "a1",
  [],
  {},
];
const EXTRA_NAMES = ["a", "b", "c", "x-1", "zz"];

/** Up to about `count` values that `schemas` make interesting. */
export function sampleValues(schemas: readonly JsonSchema[], count: number, seed = 1): readonly Json[] {
  const random = randomNumbers(seed);
  const values = [...SCALARS];
  const pool = [...SCALARS, ...schemas.flatMap(constantsIn)];
  for (const schema of schemas) values.push(...ownConstants(schema));
  while (values.length < count) {
    const schema = schemas[Math.floor(random() * schemas.length)] ?? true;
    values.push(valueLike(schema, { root: schema, others: schemas, pool, random }, 4));
  }
  return values;
}

interface Source {
  readonly root: JsonSchema;
  readonly others: readonly JsonSchema[];
  readonly pool: readonly Json[];
  readonly random: () => number;
}

function valueLike(schema: JsonSchema, source: Source, depth: number): Json {
  const { random, pool } = source;
  const pick = <Item>(items: readonly Item[], otherwise: Item): Item =>
    items[Math.floor(random() * items.length)] ?? otherwise;
  if (depth <= 0 || typeof schema === "boolean" || random() < 0.05) return pick(pool, null);
  const merged = flattened(schema, source, depth);
  const constants = merged.flatMap(ownConstants);
  const properties = merged.flatMap((part) => entriesOf(part, "properties"));
  const required = merged.flatMap((part) => listOf(part, "required")).filter((name) => typeof name === "string");
  const items = merged.flatMap((part) => [
    ...listOf(part, "items"),
    ...schemasAt(part, "items"),
    ...schemasAt(part, "contains"),
  ]);
  const prefix = merged.map((part) => listOf(part, "prefixItems")).find((list) => list.length > 0) ?? [];
  const shapes: (() => Json)[] = [];
  if (constants.length > 0) shapes.push(() => pick(constants, null));
  if (properties.length > 0 || required.length > 0 || mentions(merged, "object")) {
    shapes.push(() => {
      const members = new Map<string, Json>();
      for (const name of required) if (random() < 0.93) members.set(name, pick(pool, null));
      for (const [name, value] of properties) {
        const wanted = required.includes(name) ? 0.95 : 0.5;
        if (random() < wanted) members.set(name, valueLike(value as JsonSchema, source, depth - 1));
      }
      const others = merged.flatMap((part) => [
        ...schemasAt(part, "additionalProperties"),
        ...entriesOf(part, "patternProperties").map(([, value]) => value as JsonSchema),
      ]);
      while (random() < 0.3) {
        const name = pick(EXTRA_NAMES, "zz");
        if (!members.has(name)) members.set(name, valueLike(pick(others, true), source, depth - 1));
      }
      return Object.fromEntries(members);
    });
  }
  if (items.length > 0 || prefix.length > 0 || mentions(merged, "array")) {
    shapes.push(() => {
      const length = Math.floor(random() * 4);
      return Array.from({ length }, (_, index) =>
        valueLike((prefix[index] as JsonSchema | undefined) ?? (pick(items, true) as JsonSchema), source, depth - 1),
      );
    });
  }
  return shapes.length === 0 ? pick(pool, null) : pick(shapes, () => null)();
}

/** The schema with what it combines, one branch of each choice. */
function flattened(schema: JsonSchema, source: Source, depth: number): readonly JsonObject[] {
  if (!isJsonObject(schema) || depth <= 0) return [];
  const parts: JsonSchema[] = [...schemasAt(schema, "then"), ...schemasAt(schema, "else"), ...schemasAt(schema, "if")];
  const reference = ownValue(schema, "$ref");
  if (reference === "#") parts.push(source.root);
  if (typeof reference === "string" && reference.startsWith("#/$defs/")) {
    for (const root of source.others) {
      const definitions = isJsonObject(root) ? ownValue(root, "$defs") : undefined;
      const target = isJsonObject(definitions) ? ownValue(definitions, reference.slice("#/$defs/".length)) : undefined;
      if (target !== undefined) parts.push(target as JsonSchema);
    }
  }
  parts.push(...(listOf(schema, "allOf") as JsonSchema[]));
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = listOf(schema, keyword) as JsonSchema[];
    const branch = branches[Math.floor(source.random() * branches.length)];
    if (branch !== undefined) parts.push(branch);
  }
  return [schema, ...parts.flatMap((part) => flattened(part, source, depth - 1))];
}

function mentions(parts: readonly JsonObject[], type: string): boolean {
  return parts.some((part) => ownValue(part, "type") === type || listOf(part, "type").includes(type));
}

/** Values on both sides of what one schema says about scalars. */
function ownConstants(schema: JsonSchema): readonly Json[] {
  if (!isJsonObject(schema)) return [];
  const values: Json[] = [...listOf(schema, "enum")];
  const constant = ownValue(schema, "const");
  if (constant !== undefined) values.push(constant);
  for (const keyword of ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]) {
    const bound = ownValue(schema, keyword);
    if (typeof bound === "number") values.push(bound, bound - 1, bound + 1, bound - 0.5, bound + 0.5);
  }
  const divisor = ownValue(schema, "multipleOf");
  if (typeof divisor === "number") values.push(divisor, -divisor, 2 * divisor, 3 * divisor, 4 * divisor, 5 * divisor);
  for (const keyword of ["minLength", "maxLength"]) {
    const length = ownValue(schema, keyword);
    if (typeof length !== "number") continue;
    for (const size of [length - 1, length, length + 1]) if (size >= 0 && size < 50) values.push("a".repeat(size));
  }
  return values;
}

function constantsIn(schema: JsonSchema): readonly Json[] {
  if (!isJsonObject(schema)) return [];
  const inside = Object.values(schema).flatMap((value): readonly Json[] => {
    if (isJsonArray(value)) return value.flatMap((item) => constantsIn(item as JsonSchema));
    return isJsonObject(value)
      ? [...constantsIn(value), ...Object.values(value).flatMap((item) => constantsIn(item as JsonSchema))]
      : [];
  });
  return [...ownConstants(schema), ...inside];
}

function listOf(schema: JsonObject, keyword: string): readonly Json[] {
  const value = ownValue(schema, keyword);
  return isJsonArray(value) ? value : [];
}

function schemasAt(schema: JsonObject, keyword: string): readonly JsonSchema[] {
  const value = ownValue(schema, keyword);
  return isJsonObject(value) ? [value] : [];
}

function entriesOf(schema: JsonObject, keyword: string): readonly (readonly [string, Json])[] {
  const value = ownValue(schema, keyword);
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

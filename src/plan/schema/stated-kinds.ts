/** Which kinds of value a schema openly allows, read off without a search: never too few, sometimes too many. */

import { isJsonArray, type Json, type JsonObject, type JsonSchema, ownValue } from "../json.ts";
import { EVERY_KIND, type KindSet, kindOf, kindsOfType, NO_KIND, only } from "./json-kind.ts";
import { dialectOf, type LocatedSchema, resolveReference, within } from "./located-schema.ts";
import { isJsonSchema } from "./subschemas.ts";

// Schemas looked into for one answer. References can make a small document say a lot.
const MOST_SCHEMAS = 64;

interface Budget {
  left: number;
}

/** The kinds of values that may fit `located`. */
export function statedKinds(located: LocatedSchema): KindSet {
  return kindsWithin(located, { left: MOST_SCHEMAS });
}

function kindsWithin(located: LocatedSchema, budget: Budget): KindSet {
  const { root, schema } = located;
  if (budget.left <= 0) return EVERY_KIND;
  budget.left -= 1;
  if (typeof schema === "boolean") return schema ? EVERY_KIND : NO_KIND;
  const dialect = dialectOf(root);
  if (dialect === null) return EVERY_KIND;
  const reference = ownValue(schema, "$ref");
  let kinds = EVERY_KIND;
  if (typeof reference === "string") {
    const target = resolveReference(located, reference);
    if (target !== null) kinds &= kindsWithin(target, budget);
  }
  if (reference !== undefined && dialect === "draft-07") return kinds;
  kinds &= ownKinds(schema);
  for (const part of partsOf(schema, "allOf")) kinds &= kindsWithin(within(located, part), budget);
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = partsOf(schema, keyword);
    if (branches.length === 0) continue;
    kinds &= branches.reduce<KindSet>((union, part) => union | kindsWithin(within(located, part), budget), NO_KIND);
  }
  return kinds;
}

function ownKinds(schema: JsonObject): KindSet {
  let kinds = EVERY_KIND;
  const type = ownValue(schema, "type");
  const allowed = type === undefined ? null : kindsOfType(type);
  // Some validators read `nullable`, others do not.
  if (allowed !== null) kinds &= allowed.kinds | (Object.hasOwn(schema, "nullable") ? only("null") : NO_KIND);
  const listed = ownValue(schema, "enum");
  if (isJsonArray(listed)) kinds &= kindsAmong(listed);
  const constant = ownValue(schema, "const");
  if (constant !== undefined) kinds &= only(kindOf(constant));
  return kinds;
}

function kindsAmong(values: readonly Json[]): KindSet {
  return values.reduce<KindSet>((kinds, value) => kinds | only(kindOf(value)), NO_KIND);
}

// A list that holds what is no schema says nothing.
function partsOf(schema: JsonObject, keyword: string): readonly JsonSchema[] {
  const parts = ownValue(schema, keyword);
  if (!isJsonArray(parts)) return [];
  return parts.every(isJsonSchema) ? parts.filter(isJsonSchema) : [];
}

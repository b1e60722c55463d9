/** Which kinds of value a schema openly allows, read off without a search: never too few, sometimes too many. */

import { isJsonArray, type Json, type JsonObject, type JsonSchema, ownValue } from "../json/json.ts";
import { EVERY_KIND, includes, type KindSet, kindOf, kindsOfType, NO_KIND, only } from "./document/json-kind.ts";
import { dialectOf, type LocatedSchema, resolveReference, within } from "./document/located-schema.ts";
import { isJsonSchema } from "./document/subschemas.ts";

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
  if (dialect === undefined) return EVERY_KIND;
  const reference = ownValue(schema, "$ref");
  let kinds = EVERY_KIND;
  if (typeof reference === "string") {
    const target = resolveReference(located, reference);
    if (target !== undefined) kinds &= kindsWithin(target, budget);
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

/** Whether `located` openly says that every number which may fit it is an integer; said of no number at all, too. */
export function statesOnlyIntegers(located: LocatedSchema): boolean {
  return onlyIntegersWithin(located, { left: MOST_SCHEMAS });
}

function onlyIntegersWithin(located: LocatedSchema, budget: Budget): boolean {
  const { root, schema } = located;
  if (budget.left <= 0) return false;
  budget.left -= 1;
  if (typeof schema === "boolean") return !schema;
  const dialect = dialectOf(root);
  if (dialect === undefined) return false;
  const isPartWhole = (part: JsonSchema) => onlyIntegersWithin(within(located, part), budget);
  const reference = ownValue(schema, "$ref");
  const target = typeof reference === "string" ? resolveReference(located, reference) : undefined;
  if (target !== undefined && onlyIntegersWithin(target, budget)) return true;
  if (reference !== undefined && dialect === "draft-07") return false;
  if (ownOnlyIntegers(schema) || partsOf(schema, "allOf").some(isPartWhole)) return true;
  return ["anyOf", "oneOf"].some((keyword) => {
    const branches = partsOf(schema, keyword);
    return branches.length > 0 && branches.every(isPartWhole);
  });
}

function ownOnlyIntegers(schema: JsonObject): boolean {
  if (!includes(ownKinds(schema), "number")) return true;
  const type = ownValue(schema, "type");
  if (type !== undefined && kindsOfType(type)?.integersOnly === true) return true;
  const listed = ownValue(schema, "enum");
  const constant = ownValue(schema, "const");
  const isWhole = (value: Json) => typeof value !== "number" || Number.isInteger(value);
  return (isJsonArray(listed) && listed.every(isWhole)) || (constant !== undefined && isWhole(constant));
}

function ownKinds(schema: JsonObject): KindSet {
  let kinds = EVERY_KIND;
  const type = ownValue(schema, "type");
  const allowed = type === undefined ? undefined : kindsOfType(type);
  // Some validators read `nullable`, others do not.
  if (allowed !== undefined) kinds &= allowed.kinds | (Object.hasOwn(schema, "nullable") ? only("null") : NO_KIND);
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

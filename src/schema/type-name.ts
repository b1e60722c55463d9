/** A short name for what a schema describes, as people say it: `string`, `integer or null`, `array of string`. For messages only. */

import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../json/json.ts";
import { kindOf } from "./document/json-kind.ts";
import { type LocatedSchema, resolveReference, within } from "./document/located-schema.ts";
import { isJsonSchema } from "./document/subschemas.ts";

const DEEPEST = 4;
const MOST_ALTERNATIVES = 4;
const ANY = "any value";

/**
 * Names the type of values that fit `located`.
 *
 * @example
 * ```ts
 * import { documentSchema } from "./document/located-schema.ts";
 * typeName(documentSchema({ type: ["integer", "null"] })); // "integer or null"
 * typeName(documentSchema({ type: "array", items: { type: "string" } })); // "array of string"
 * ```
 */
export function typeName(located: LocatedSchema): string {
  const names = namesOf(located, 0);
  if (names === undefined) return ANY;
  if (names.length === 0) return "no value";
  const shown = names.length > MOST_ALTERNATIVES ? [...names.slice(0, MOST_ALTERNATIVES), "others"] : names;
  return shown.join(" or ");
}

// The alternatives, or undefined if nothing narrows them down.
function namesOf(located: LocatedSchema, depth: number): readonly string[] | undefined {
  const { schema } = located;
  if (typeof schema === "boolean") return schema ? undefined : [];
  if (depth > DEEPEST) return undefined;
  return (
    ownNames(located, schema, depth) ??
    referenceNames(located, schema, depth) ??
    combinedNames(located, schema, depth) ??
    structureNames(located, schema, depth)
  );
}

function ownNames(located: LocatedSchema, schema: JsonObject, depth: number): readonly string[] | undefined {
  const type = ownValue(schema, "type");
  const types =
    typeof type === "string" ? [type] : isJsonArray(type) ? type.filter((name) => typeof name === "string") : [];
  if (types.length > 0) {
    return distinct(types.map((name) => (name === "array" ? arrayName(located, schema, depth) : name)));
  }
  const listed = ownValue(schema, "enum");
  if (isJsonArray(listed)) return distinct(listed.map(valueName));
  const constant = ownValue(schema, "const");
  return constant === undefined ? undefined : [valueName(constant)];
}

function valueName(value: Json): string {
  return Number.isInteger(value) ? "integer" : kindOf(value);
}

function arrayName(located: LocatedSchema, schema: JsonObject, depth: number): string {
  const items = ownValue(schema, "items");
  const names = isJsonObject(items) ? namesOf(within(located, items), depth + 1) : undefined;
  if (names === undefined || names.length === 0) return "array";
  return `array of ${names.length === 1 ? names[0] : `(${names.slice(0, MOST_ALTERNATIVES).join(" or ")})`}`;
}

function referenceNames(located: LocatedSchema, schema: JsonObject, depth: number): readonly string[] | undefined {
  const reference = ownValue(schema, "$ref");
  const target = typeof reference === "string" ? resolveReference(located, reference) : undefined;
  return target === undefined ? undefined : namesOf(target, depth + 1);
}

function combinedNames(located: LocatedSchema, schema: JsonObject, depth: number): readonly string[] | undefined {
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = partsOf(located, schema, keyword, depth);
    if (branches.length === 0) continue;
    return branches.includes(undefined) ? undefined : distinct(branches.flatMap((names) => names ?? []));
  }
  return partsOf(located, schema, "allOf", depth).find((names) => names !== undefined);
}

function partsOf(located: LocatedSchema, schema: JsonObject, keyword: string, depth: number) {
  const parts = ownValue(schema, keyword);
  if (!isJsonArray(parts)) return [];
  return parts
    .slice(0, 2 * MOST_ALTERNATIVES)
    .map((part) => (isJsonSchema(part) ? namesOf(within(located, part), depth + 1) : undefined));
}

// A schema without a type often still shows by its keywords which one is meant.
function structureNames(located: LocatedSchema, schema: JsonObject, depth: number): readonly string[] | undefined {
  if (Object.hasOwn(schema, "properties")) return ["object"];
  return Object.hasOwn(schema, "items") ? [arrayName(located, schema, depth)] : undefined;
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

/**
 * The table of keywords that hold schemas. Property names, constants, defaults and examples can look like schemas and are none, so every
 * walk over a document uses this table.
 */

import { isJsonArray, isJsonObject, type Json, type JsonObject, type JsonSchema, ownValue } from "../../json/json.ts";

const ONE_SCHEMA = [
  "additionalItems",
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
] as const;

// `items` is a list of schemas in draft-07.
const LIST_OF_SCHEMAS = ["allOf", "anyOf", "items", "oneOf", "prefixItems"] as const;

// In `dependencies` a member may also be a list of names, which is skipped because it is no schema.
const MAP_OF_SCHEMAS = [
  "$defs",
  "definitions",
  "dependencies",
  "dependentSchemas",
  "patternProperties",
  "properties",
] as const;

export function isJsonSchema(value: Json | undefined): value is JsonSchema {
  return typeof value === "boolean" || isJsonObject(value);
}

/** The schemas directly inside `schema`, in no promised order. */
export function directSubschemas(schema: JsonObject): readonly JsonSchema[] {
  const found: JsonSchema[] = [];
  for (const keyword of ONE_SCHEMA) {
    const value = ownValue(schema, keyword);
    if (isJsonSchema(value)) found.push(value);
  }
  for (const keyword of LIST_OF_SCHEMAS) {
    const value = ownValue(schema, keyword);
    if (isJsonArray(value)) found.push(...value.filter(isJsonSchema));
  }
  for (const keyword of MAP_OF_SCHEMAS) {
    const value = ownValue(schema, keyword);
    if (isJsonObject(value)) found.push(...Object.values(value).filter(isJsonSchema));
  }
  return found;
}

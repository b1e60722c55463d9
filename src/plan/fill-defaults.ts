/**
 * Defaults of a schema put where a value that satisfies it leaves them out, as the document Auto-tools does with validated output: what is
 * declared has an effect (R10). Knows the schemas that models of output are compiled to: properties, items, local references, alternatives.
 */
import { isJsonArray, isJsonObject, type Json, type JsonSchema, objectOf, ownValue } from "./json.ts";
import { documentSchema, type LocatedSchema, resolveReference, within } from "./schema/located-schema.ts";
import { violationsAt } from "./validator.ts";

const MAX_DEPTH = 128;

/** `value`, which satisfies `schema`, with what it left out. The same value if nothing has a default. */
export function withDefaults(schema: JsonSchema, value: Json): Json {
  return filled(documentSchema(schema), value, 0);
}

function filled(located: LocatedSchema, value: Json, depth: number): Json {
  const { schema } = located;
  if (typeof value !== "object" || value === null || !isJsonObject(schema) || depth > MAX_DEPTH) return value;
  const reference = ownValue(schema, "$ref");
  const target = typeof reference === "string" ? resolveReference(located, reference) : null;
  if (target !== null) return filled(target, value, depth + 1);
  const alternatives = ownValue(schema, "anyOf");
  if (isJsonArray(alternatives)) {
    const fitting = alternatives.filter(isJsonObject).map((alternative) => within(located, alternative));
    const chosen = fitting.find((alternative) => violationsAt(alternative, value).length === 0);
    return chosen === undefined ? value : filled(chosen, value, depth + 1);
  }
  if (isJsonArray(value)) {
    const items = ownValue(schema, "items");
    if (!isJsonObject(items)) return value;
    return value.map((item) => filled(within(located, items), item, depth + 1));
  }
  const properties = ownValue(schema, "properties");
  if (!isJsonObject(value) || !isJsonObject(properties)) return value;
  const given = Object.entries(value).map(([key, member]): readonly [string, Json] => {
    const inner = ownValue(properties, key);
    return [key, isJsonObject(inner) ? filled(within(located, inner), member, depth + 1) : member];
  });
  const left = Object.entries(properties).flatMap(([key, inner]): (readonly [string, Json])[] => {
    const fallback = isJsonObject(inner) && !Object.hasOwn(value, key) ? ownValue(inner, "default") : undefined;
    return fallback === undefined ? [] : [[key, fallback]];
  });
  return objectOf([...given, ...left]);
}

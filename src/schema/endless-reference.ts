/**
 * References that lead back to their own place without descending into a part of the value. The check of such a schema never ends, and no
 * value satisfies it. A schema that refers to itself for a part of the value, as trees do, is not one of them.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonSchema, ownValue } from "../json/json.ts";
import { documentSchema, type LocatedSchema, resolveReference, within } from "./document/located-schema.ts";
import { directSubschemas, isJsonSchema } from "./document/subschemas.ts";

/** Keywords whose schemas are asked of the very value that the schema around them is asked of. */
const samePlace = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else"] as const;
const samePlaceByName = ["dependentSchemas", "dependencies"] as const;

/**
 * The first reference of `schema`, a document within the usual limits, by which it would be asked forever; or undefined.
 *
 * @example
 * ```ts
 * endlessReference({ $ref: "#" }); // "#"
 * endlessReference({ type: "object", properties: { child: { $ref: "#" } } }); // undefined
 * ```
 */
export function endlessReference(schema: JsonSchema): string | undefined {
  const done = new Set<JsonSchema>();
  const waiting = [documentSchema(schema)];
  const seen = new Set<JsonSchema>();
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (!isJsonObject(part.schema) || seen.has(part.schema)) continue;
    seen.add(part.schema);
    const found = endlessFrom(part, new Set(), done);
    if (found !== undefined) return found;
    for (const inner of directSubschemas(part.schema)) waiting.push(within(part, inner));
  }
  return undefined;
}

function endlessFrom(part: LocatedSchema, above: Set<JsonSchema>, done: Set<JsonSchema>): string | undefined {
  const { schema } = part;
  if (!isJsonObject(schema) || done.has(schema)) return undefined;
  above.add(schema);
  const reference = ownValue(schema, "$ref");
  const target = typeof reference === "string" ? resolveReference(part, reference) : undefined;
  if (typeof reference === "string" && target !== undefined) {
    const found = above.has(target.schema) ? reference : endlessFrom(target, above, done);
    if (found !== undefined) return found;
  }
  for (const inner of askedOfTheSame(schema)) {
    const found = endlessFrom(within(part, inner), above, done);
    if (found !== undefined) return found;
  }
  above.delete(schema);
  done.add(schema);
  return undefined;
}

function askedOfTheSame(schema: JsonObject): readonly JsonSchema[] {
  const values = samePlace.flatMap((keyword) => {
    const value = ownValue(schema, keyword);
    return isJsonArray(value) ? value : value === undefined ? [] : [value];
  });
  const named = samePlaceByName.flatMap((keyword) => {
    const value = ownValue(schema, keyword);
    return isJsonObject(value) ? Object.values(value) : [];
  });
  return [...values, ...named].filter(isJsonSchema);
}

/** One sentence for people: the finding and the requirement. */
export function describeEndlessReference(reference: string): string {
  return `Cannot use the schema: its reference "${reference.slice(0, 200)}" leads back to itself without coming to a part of the value, only references that end are allowed`;
}

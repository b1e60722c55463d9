/**
 * Schemas that are put together from others, for the value of an expression or an operand. Each is a document of its own. A large one
 * states only its kind: the same part may be in it many times, so that its size as a text does not measure its memory.
 */
import { isJsonArray, isJsonObject, type Json, type JsonSchema, objectOf } from "../../json/json.ts";
import { dialectOf, documentSchema, type LocatedSchema } from "../../schema/document/located-schema.ts";

/** Parts of a schema that is put together, each counted as often as it stands in it. */
const mostParts = 500;

/** Schemas that were put together here, each with the number of its parts. */
const parts = new WeakMap<object, number>();
const mentions = new WeakMap<object, boolean>();

/** `located` outside of its document. Keywords that need their document accept anything. */
export function standalone({ root, schema }: LocatedSchema): JsonSchema {
  if (isJsonObject(schema) && parts.has(schema)) return schema;
  return dialectOf(root) === "2020-12" && !mentionsReference(schema) ? schema : true;
}

/** Whether `schema` may point at other places of its document, so that parts of it mean nothing elsewhere. Errs towards yes. */
export function mentionsReference(schema: Json): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  const known = mentions.get(schema);
  if (known !== undefined) return known;
  const found = isJsonArray(schema)
    ? schema.some(mentionsReference)
    : Object.entries(schema).some(([key, value]) => referring.has(key) || mentionsReference(value));
  mentions.set(schema, found);
  return found;
}

const referring: ReadonlySet<string> = new Set(["$ref", "$dynamicRef", "$recursiveRef", "$id", "$schema"]);

/** A schema of the values that fit one of `alternatives`. */
export function anyOf(alternatives: readonly LocatedSchema[]): JsonSchema {
  const schemas = [...new Set(alternatives.map(standalone))];
  const [only] = schemas;
  if (schemas.length === 1 && only !== undefined) return only;
  return schemas.includes(true) ? true : made({ anyOf: schemas }, schemas, true);
}

/** The lists of such items; `length` where it is known. */
export function listOf(items: readonly LocatedSchema[], length?: number): LocatedSchema {
  const item = items.length === 0 ? true : anyOf(items);
  const bounds = length === undefined ? {} : { minItems: length, maxItems: length };
  return documentSchema(made({ type: "array", items: item, ...bounds }, [item], { type: "array" }));
}

/** The objects with exactly these members; all of them are required unless `required` says otherwise. */
export function objectSchema(
  members: readonly (readonly [string, JsonSchema])[],
  required: readonly string[] = members.map(([key]) => key),
): LocatedSchema {
  const schema = { type: "object", properties: objectOf(members), required, additionalProperties: false };
  return documentSchema(
    made(
      schema,
      members.map(([, value]) => value),
      { type: "object" },
    ),
  );
}

function made(schema: JsonSchema & object, within: readonly JsonSchema[], instead: JsonSchema): JsonSchema {
  const count = within.reduce((sum, part) => sum + (isJsonObject(part) ? (parts.get(part) ?? 1) : 1), 1);
  if (count > mostParts) return instead;
  parts.set(schema, count);
  return schema;
}

/** Questions of the translation about schemas, and the fields that it adds to them. */
import { isJsonObject, type Json, type JsonSchema, objectOf, ownValue } from "../../json/json.ts";

/** The schema with further fields, of which nothing is known. One that permits no others stays as it is. */
export function withFields(schema: JsonSchema, fields: readonly (readonly string[])[]): JsonSchema {
  return fields.reduce(withField, schema);
}

function withField(schema: JsonSchema, [head, ...rest]: readonly string[]): JsonSchema {
  if (head === undefined || !isJsonObject(schema) || ownValue(schema, "additionalProperties") === false) return schema;
  const properties = ownValue(schema, "properties");
  const known = isJsonObject(properties) ? properties : {};
  const declared = ownValue(known, head);
  const inner = rest.length === 0 ? (declared ?? true) : withField(isJsonObject(declared) ? declared : {}, rest);
  return { ...schema, properties: objectOf([...Object.entries(known), [head, inner]]) };
}

/** The texts of a list such as `required`. */
export function listOf(schema: JsonSchema | undefined, keyword: string): readonly string[] {
  const list = isJsonObject(schema) ? ownValue(schema, keyword) : undefined;
  return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
}

/** Whether an object of the schema may have the member. */
export function mayHave(schema: JsonSchema | undefined, name: string): boolean {
  if (!isJsonObject(schema) || ownValue(schema, "additionalProperties") !== false) return true;
  return propertyOf(schema, name) !== undefined;
}

export function propertyOf(schema: JsonSchema | undefined, name: string): Json | undefined {
  const properties = isJsonObject(schema) ? ownValue(schema, "properties") : undefined;
  return isJsonObject(properties) ? ownValue(properties, name) : undefined;
}

/** The one type that a schema states. */
export function typeOf(schema: Json | undefined): string | undefined {
  const type = isJsonObject(schema) ? ownValue(schema, "type") : undefined;
  return typeof type === "string" ? type : undefined;
}

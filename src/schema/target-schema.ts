/**
 * What a schema demands of a part of a value, asked for each literal and reference of the arguments. Only conditions that every fitting
 * value must meet are followed, so a value that breaks one of them is certainly wrong. The rest is checked at run time. An object is closed
 * here only by `additionalProperties: false`, unlike in `field.ts`, which reads what may be taken from an output.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonSchema, ownValue } from "../json/json.ts";
import { type LocatedSchema, resolveReference, within } from "./document/located-schema.ts";

/** What a member or item must satisfy; undefined if nothing is known. */
export type Demanded =
  | { readonly accepted: true; readonly schema: LocatedSchema | undefined }
  | { readonly accepted: false };

const MAX_REFERENCES = 32;
const OPEN: Demanded = { accepted: true, schema: undefined };

/** What `target` demands of the member `key` of an object. */
export function demandedMember(target: LocatedSchema, key: string): Demanded {
  const { located, schema } = followed(target);
  if (schema === undefined) return OPEN;
  const declared = ownSchema(schema, "properties", key);
  if (declared !== undefined) return { accepted: true, schema: within(located, declared) };
  const patterns = ownValue(schema, "patternProperties");
  if (isJsonObject(patterns) && Object.keys(patterns).length > 0) return OPEN;
  const additional = ownValue(schema, "additionalProperties");
  if (additional === false) return { accepted: false };
  if (isJsonObject(additional)) return { accepted: true, schema: within(located, additional) };
  return combines(schema) ? OPEN : { accepted: true, schema: within(located, true) };
}

/** What `target` demands of the item at `index` of an array. */
export function demandedItem(target: LocatedSchema, index: number): Demanded {
  const { located, schema } = followed(target);
  if (schema === undefined) return OPEN;
  const items = ownValue(schema, "items");
  const prefix = ownValue(schema, "prefixItems") ?? items;
  const own = isJsonArray(prefix) ? prefix[index] : undefined;
  if (isJsonObject(own)) return { accepted: true, schema: within(located, own) };
  if (own !== undefined || isJsonArray(items)) return OPEN;
  if (items === false) return { accepted: false };
  if (isJsonObject(items)) return { accepted: true, schema: within(located, items) };
  return combines(schema) ? OPEN : { accepted: true, schema: within(located, true) };
}

/** Whether `target` accepts some value of a kind, by its `type`. Undefined if it has none. */
export function declaresKind(target: LocatedSchema, kind: "object" | "array" | "string"): boolean | undefined {
  const { schema } = followed(target);
  const type = schema === undefined ? undefined : ownValue(schema, "type");
  if (typeof type === "string") return type === kind;
  return isJsonArray(type) ? type.includes(kind) : undefined;
}

/**
 * Names of members that every object which fits `target` has.
 *
 * @example
 * ```ts
 * import { documentSchema } from "./document/located-schema.ts";
 * requiredMembers(documentSchema({ type: "object", required: ["city"] })); // ["city"]
 * ```
 */
export function requiredMembers(target: LocatedSchema): readonly string[] {
  const { schema } = followed(target);
  const required = schema === undefined ? undefined : ownValue(schema, "required");
  return isJsonArray(required) ? required.filter((name) => typeof name === "string") : [];
}

/** Names of members that `target` declares. */
export function declaredMembers(target: LocatedSchema): readonly string[] {
  const { schema } = followed(target);
  const properties = schema === undefined ? undefined : ownValue(schema, "properties");
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** Whether `target` says of members that it does not declare whether there may be any. */
export function limitsMembers(target: LocatedSchema): boolean {
  const { schema } = followed(target);
  const keywords = ["additionalProperties", "patternProperties", "propertyNames", "unevaluatedProperties"];
  return schema !== undefined && keywords.some((keyword) => ownValue(schema, keyword) !== undefined);
}

/** Whether `target` demands more of a whole object than of its members one by one. */
export function demandsCombination(target: LocatedSchema): boolean {
  const { schema } = followed(target);
  return schema !== undefined && combines(schema);
}

function combines(schema: JsonObject): boolean {
  return Object.keys(schema).some((keyword) => COMBINATIONS.has(keyword));
}

const COMBINATIONS: ReadonlySet<string> = new Set([
  "allOf",
  "$dynamicRef",
  "$recursiveRef",
  "anyOf",
  "const",
  "contains",
  "dependencies",
  "dependentRequired",
  "dependentSchemas",
  "enum",
  "if",
  "maxProperties",
  "minProperties",
  "not",
  "oneOf",
  "patternProperties",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

// The object behind local references. Whether keywords beside `$ref` count depends on the dialect; what is behind it always does.
function followed(target: LocatedSchema): { readonly located: LocatedSchema; readonly schema: JsonObject | undefined } {
  let located = target;
  for (let hops = 0; hops < MAX_REFERENCES; hops += 1) {
    if (!isJsonObject(located.schema)) return { located, schema: undefined };
    const reference = ownValue(located.schema, "$ref");
    if (reference === undefined) return { located, schema: located.schema };
    const next = typeof reference === "string" ? resolveReference(located, reference) : undefined;
    if (next === undefined) return { located, schema: undefined };
    located = next;
  }
  return { located, schema: undefined };
}

function ownSchema(schema: JsonObject, keyword: string, name: string): JsonSchema | undefined {
  const map = ownValue(schema, keyword);
  const found = isJsonObject(map) ? ownValue(map, name) : undefined;
  return typeof found === "boolean" || isJsonObject(found) ? found : undefined;
}

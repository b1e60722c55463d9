/**
 * The input of a callable that takes parameters or an artifact, as language models and plans see it (W6, C20): everything is optional and
 * nullable, beside one argument for the artifact. It is never stricter than the schema that it is made from, which is enforced at the call.
 */

import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  objectOf,
  ownValue,
} from "../json/json.ts";
import type { DualMode } from "../plan/callable.ts";
import { documentSchema, resolveReference, within } from "../schema/document/located-schema.ts";
import { directSubschemas } from "../schema/document/subschemas.ts";

/** Keywords that hold for the document wherever its root leads. */
const ofDocument = ["$schema", "$id", "$defs", "definitions", "title"];
const longestChain = 8;

/** Name of the argument for the artifact: `input_artifact`, else `_input_artifact`; undefined if the schema has both as properties. */
export function artifactArgumentOf(strict: JsonObject): DualMode["artifactArgument"] | undefined {
  const properties = propertiesOf(inputObject(strict));
  if (!Object.hasOwn(properties, "input_artifact")) return "input_artifact";
  return Object.hasOwn(properties, "_input_artifact") ? undefined : "_input_artifact";
}

/** The loose form of `strict`, a schema of objects. */
export function looseSchema(strict: JsonObject, artifactArgument: DualMode["artifactArgument"]): JsonObject {
  const input = inputObject(strict);
  const properties = Object.entries(propertiesOf(input)).map(([name, schema]) => [name, nullable(schema)] as const);
  const others = ownValue(input, "additionalProperties");
  // Members that another keyword declares beside `properties` are known too.
  const isOpen = others === undefined || Object.hasOwn(input, "patternProperties");
  const artifact = [artifactArgument, artifactSchema] as const;
  const loose = objectOf<Json>([
    ...Object.entries(strict).filter(([keyword]) => ofDocument.includes(keyword)),
    ["type", "object"],
    ["properties", objectOf([...properties, artifact])],
    ...(isOpen ? [] : [["additionalProperties", others === false ? false : nullable(others)] as const]),
  ]);
  if (leadsSomewhere(loose)) return loose;
  // A reference pointed into a part that was moved or left out: then only the names are shown.
  const names = properties.map(([name]) => [name, {}] as const);
  return { type: "object", properties: objectOf<Json>([...names, artifact]) };
}

/** The schema that says which members the input has: the root, or where its reference leads. */
export function inputObject(strict: JsonObject): JsonObject {
  let at = documentSchema(strict);
  for (let hop = 0; hop < longestChain && isJsonObject(at.schema); hop++) {
    const reference = ownValue(at.schema, "$ref");
    if (typeof reference !== "string" || Object.hasOwn(at.schema, "properties")) return at.schema;
    const target = resolveReference(at, reference);
    if (target === undefined) return at.schema;
    at = target;
  }
  return isJsonObject(at.schema) ? at.schema : {};
}

const artifactSchema: JsonObject = {
  type: ["string", "null"],
  description: "Name or artifact:// address of a stored JSON artifact that holds all parameters, given instead of them",
};

function propertiesOf(schema: JsonObject): JsonObject {
  const properties = ownValue(schema, "properties");
  return isJsonObject(properties) ? properties : {};
}

/** Whether every reference of the document leads to a schema. */
function leadsSomewhere(schema: JsonObject): boolean {
  const seen = new Set<JsonSchema>();
  const waiting = [documentSchema(schema)];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (!isJsonObject(part.schema) || seen.has(part.schema)) continue;
    seen.add(part.schema);
    const reference = ownValue(part.schema, "$ref");
    if (typeof reference === "string" && resolveReference(part, reference) === undefined) return false;
    for (const inner of directSubschemas(part.schema)) waiting.push(within(part, inner));
  }
  return true;
}

/** `schema` or null. Added in place where it can be, so that pointers into the schema hold. */
export function nullable(schema: Json): Json {
  if (schema === false) return { type: "null" };
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema);
  const inPlace = entries.map(([keyword, value]) => [keyword, withNull(keyword, value)] as const);
  const isDone = inPlace.every(([, value]) => value !== undefined);
  if (isDone) return objectOf(inPlace as readonly (readonly [string, Json])[]);
  return { anyOf: [schema, { type: "null" }] };
}

/** Keywords that accept null with every value of theirs. */
const blindToNull: ReadonlySet<string> = new Set([
  "$comment",
  "$defs",
  "$id",
  "$schema",
  "$anchor",
  "default",
  "definitions",
  "deprecated",
  "description",
  "examples",
  "format",
  "readOnly",
  "title",
  "writeOnly",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
  "additionalItems",
  "additionalProperties",
  "contains",
  "dependencies",
  "dependentRequired",
  "dependentSchemas",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "items",
  "maxContains",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minContains",
  "minItems",
  "minLength",
  "minProperties",
  "minimum",
  "multipleOf",
  "pattern",
  "patternProperties",
  "prefixItems",
  "properties",
  "propertyNames",
  "required",
  "unevaluatedItems",
  "unevaluatedProperties",
  "uniqueItems",
]);

/** The keyword's value with which null passes too; undefined if it cannot be said in place. */
function withNull(keyword: string, value: Json): Json | undefined {
  if (blindToNull.has(keyword)) return value;
  if (keyword === "type" && typeof value === "string") return value === "null" ? value : [value, "null"];
  if ((keyword === "type" || keyword === "enum") && isJsonArray(value)) {
    const none = keyword === "type" ? "null" : null;
    return value.includes(none) ? value : [...value, none];
  }
  if (keyword === "anyOf" && isJsonArray(value)) return [...value, { type: "null" }];
  return undefined;
}

/**
 * Which schemas a provider can enforce without changing their meaning. For other schemas OpenAI's strict mode refuses the request and
 * Anthropic loses data, because it closes open objects; there the prompt alone asks for the shape. Every reply is checked against the
 * whole schema anyway.
 */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  objectOf,
  ownValue,
} from "../../json/json.ts";

interface Subset {
  /** Every other keyword puts a schema outside. */
  readonly keywords: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  /** Whether other keywords may stand beside a `$ref`. */
  readonly mayAddToReference: boolean;
  readonly maxDepth: number;
  readonly maxProperties: number;
  readonly maxOptionalProperties: number;
  readonly maxEnumValues: number;
}

interface Count {
  properties: number;
  optionalProperties: number;
  enumValues: number;
  readonly definitions: JsonObject;
  /** The greatest depth at which a definition was read and fits. */
  readonly fitting: Map<string, number>;
}

const shapes = ["type", "properties", "required", "additionalProperties", "items", "anyOf", "enum", "const"];
const notes = ["title", "description"];
const numbers = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const formats = ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];

/** https://developers.openai.com/api/docs/guides/structured-outputs, "Supported schemas". */
const openAi: Subset = {
  keywords: new Set([...shapes, ...notes, ...numbers, "pattern", "format", "minItems", "maxItems"]),
  formats: new Set(formats),
  mayAddToReference: false,
  maxDepth: 10,
  maxProperties: 5_000,
  maxOptionalProperties: 0,
  maxEnumValues: 1_000,
};

/** The library moves bounds that Anthropic does not know into the description, so they may stand. */
const anthropic: Subset = {
  keywords: new Set([...openAi.keywords, "minLength", "maxLength", "uniqueItems"]),
  formats: new Set([...formats, "uri"]),
  // The library takes them away.
  mayAddToReference: true,
  maxDepth: 10,
  maxProperties: 1_000,
  // More make the provider's grammar too large.
  maxOptionalProperties: 10,
  maxEnumValues: 1_000,
};

/** `schema` in the form that OpenAI's strict mode takes (`strictForm`). Undefined if it takes none of this meaning. */
export function openAiStrict(schema: JsonSchema): JsonObject | undefined {
  if (!isJsonObject(schema)) return undefined;
  const form = strictForm(schema);
  return fits(form, openAi) ? form : undefined;
}

/** Whether Anthropic's `output_config.format` takes `schema` as it is meant. */
export function fitsAnthropicFormat(schema: JsonSchema): boolean {
  return fits(schema, anthropic);
}

function fits(schema: JsonSchema, subset: Subset): boolean {
  if (!isJsonObject(schema) || schema.type !== "object" || schema.anyOf !== undefined) return false;
  const { $defs = {}, ...root } = schema;
  if (!isJsonObject($defs)) return false;
  const count: Count = {
    properties: 0,
    optionalProperties: 0,
    enumValues: 0,
    definitions: $defs,
    fitting: new Map(),
  };
  return (
    partFits(root, subset, count, 0) &&
    // One that nothing refers to was not read.
    Object.keys($defs).every((name) => count.fitting.has(name)) &&
    count.properties <= subset.maxProperties &&
    count.optionalProperties <= subset.maxOptionalProperties &&
    count.enumValues <= subset.maxEnumValues
  );
}

function partFits(schema: Json | undefined, subset: Subset, count: Count, depth: number): boolean {
  if (!isJsonObject(schema) || depth > subset.maxDepth) return false;
  if (schema.$ref !== undefined) return referenceFits(schema, subset, count, depth);
  if (Object.keys(schema).some((keyword) => !subset.keywords.has(keyword))) return false;
  if (
    schema.type === undefined &&
    schema.anyOf === undefined &&
    schema.enum === undefined &&
    schema.const === undefined
  ) {
    return false;
  }
  if (schema.format !== undefined && !subset.formats.has(String(schema.format))) return false;
  if (isJsonArray(schema.enum)) count.enumValues += schema.enum.length;
  const inner = (part: Json | undefined) => partFits(part, subset, count, depth + 1);
  if (hasType(schema.type, "array") && !inner(schema.items)) return false;
  if (schema.anyOf !== undefined && !(isJsonArray(schema.anyOf) && schema.anyOf.every(inner))) return false;
  if (!hasType(schema.type, "object")) return schema.properties === undefined;
  // Neither provider can express an open object.
  if (!isJsonObject(schema.properties) || schema.additionalProperties !== false) return false;
  const names = Object.keys(schema.properties);
  const required = isJsonArray(schema.required) ? schema.required : [];
  count.properties += names.length;
  count.optionalProperties += names.filter((name) => !required.includes(name)).length;
  return Object.values(schema.properties).every(inner);
}

/** Only to a definition of the schema itself. One that contains itself gets too deep: not every provider takes that. */
function referenceFits({ $ref, ...beside }: JsonObject, subset: Subset, count: Count, depth: number): boolean {
  const [, name] = typeof $ref === "string" ? (/^#\/\$defs\/([^/~%]+)$/.exec($ref) ?? []) : [];
  if (name === undefined) return false;
  if (Object.keys(beside).some((keyword) => !subset.mayAddToReference || !notes.includes(keyword))) return false;
  if ((count.fitting.get(name) ?? -1) >= depth) return true;
  const doesFit = partFits(ownValue(count.definitions, name), subset, count, depth);
  if (doesFit) count.fitting.set(name, depth);
  return doesFit;
}

/**
 * A schema of the same meaning in the words of the strict mode: without titles and descriptions beside a reference, and with the types of
 * listed values, which it requires to be said.
 */
function strictForm(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).flatMap(([keyword, value]): (readonly [string, Json])[] => {
    if (schema.$ref !== undefined && notes.includes(keyword)) return [];
    if (keyword === "items") return [[keyword, partForm(value)]];
    if (keyword === "anyOf" && isJsonArray(value)) return [[keyword, value.map(partForm)]];
    const isMap = keyword === "properties" || keyword === "$defs";
    if (!isMap || !isJsonObject(value)) return [[keyword, value]];
    return [[keyword, objectOf(Object.entries(value).map(([name, part]) => [name, partForm(part)]))]];
  });
  const listed = isJsonArray(schema.enum) ? schema.enum : schema.const === undefined ? [] : [schema.const];
  if (listed.length === 0 || schema.type !== undefined) return objectOf(entries);
  const types = [...new Set(listed.map(typeOf))];
  return objectOf([["type", types.length === 1 ? (types[0] ?? null) : types], ...entries]);
}

function partForm(part: Json): Json {
  return isJsonObject(part) ? strictForm(part) : part;
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  return isJsonArray(value) ? "array" : typeof value;
}

function hasType(type: Json | undefined, name: string): boolean {
  return type === name || (isJsonArray(type) && type.includes(name));
}

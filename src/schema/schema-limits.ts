/** The reasons to refuse a schema from outside before anything else reads it: it cannot be bounded, understood or resolved. */

import {
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  jsonDepth,
  ownValue,
  utf8Bytes,
} from "../json/json.ts";
import { jsonPointer } from "../json/value-path.ts";
import {
  dialectOf,
  documentSchema,
  type LocatedSchema,
  pointsThroughResource,
  resolveReference,
  within,
} from "./document/located-schema.ts";
import { directSubschemas, isJsonSchema } from "./document/subschemas.ts";
import { patternRefusal } from "./pattern/pattern.ts";

export interface SchemaLimits {
  /** Levels of nested objects and arrays. */
  readonly maxDepth: number;
  readonly maxSubschemas: number;
  /** Size as JSON text. */
  readonly maxBytes: number;
}

const DEFAULT_SCHEMA_LIMITS: SchemaLimits = { maxDepth: 64, maxSubschemas: 2_000, maxBytes: 256 * 1024 };

export type SchemaProblem =
  | { readonly problem: "NOT_A_SCHEMA"; readonly found: string }
  | { readonly problem: "TOO_DEEP"; readonly maxDepth: number }
  | { readonly problem: "TOO_LARGE"; readonly bytes: number; readonly maxBytes: number }
  | { readonly problem: "TOO_MANY_SUBSCHEMAS"; readonly maxSubschemas: number }
  | { readonly problem: "UNSUPPORTED_DIALECT"; readonly dialect: string }
  | (AtKeyword & { readonly problem: "EXTERNAL_REFERENCE"; readonly reference: string })
  | (AtKeyword & { readonly problem: "DANGLING_REFERENCE"; readonly reference: string })
  | (AtKeyword & { readonly problem: "CROSSING_REFERENCE"; readonly reference: string })
  | (AtKeyword & { readonly problem: "UNSUPPORTED_KEYWORD" })
  | (AtKeyword & { readonly problem: "PATTERN"; readonly refusal: string });

interface AtKeyword {
  /** JSON Pointer to the keyword, or to the pattern among `patternProperties`. */
  readonly place: string;
}

/**
 * The first reason to refuse `schema`, or undefined. References are never fetched, so one that leaves the document is refused, like all that
 * no value could be checked by: references that lead nowhere and patterns that are none or could take unbounded time.
 *
 * @example
 * ```ts
 * schemaProblem({ type: "string" }); // undefined
 * schemaProblem({ $ref: "https://example.com/other.json" })?.problem; // "EXTERNAL_REFERENCE"
 * ```
 */
export function schemaProblem(
  schema: unknown,
  limits: SchemaLimits = DEFAULT_SCHEMA_LIMITS,
): SchemaProblem | undefined {
  const document = schema as Json;
  if (!isJsonSchema(document)) return { problem: "NOT_A_SCHEMA", found: nameOf(schema) };
  // Depth comes first: the checks after it recurse.
  if (jsonDepth(document, limits.maxDepth + 1) > limits.maxDepth) {
    return { problem: "TOO_DEEP", maxDepth: limits.maxDepth };
  }
  const bytes = utf8Bytes(JSON.stringify(document));
  if (bytes > limits.maxBytes) return { problem: "TOO_LARGE", bytes, maxBytes: limits.maxBytes };
  if (dialectOf(document) === undefined && isJsonObject(document)) {
    return { problem: "UNSUPPORTED_DIALECT", dialect: JSON.stringify(ownValue(document, "$schema")) };
  }
  return problemInside(documentSchema(document), limits);
}

function problemInside(document: LocatedSchema, limits: SchemaLimits): SchemaProblem | undefined {
  const seen = new Set<JsonSchema>();
  const waiting = [document];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const { schema } = part;
    // Unlike object schemas, which are counted once each, true and false cost nothing.
    if (!isJsonObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    if (seen.size > limits.maxSubschemas) {
      return { problem: "TOO_MANY_SUBSCHEMAS", maxSubschemas: limits.maxSubschemas };
    }
    const at = (...path: readonly string[]) => placeIn(document.schema, schema) + jsonPointer(path);
    if (Object.hasOwn(schema, "$recursiveRef")) return { problem: "UNSUPPORTED_KEYWORD", place: at("$recursiveRef") };
    for (const keyword of ["$ref", "$dynamicRef"]) {
      const reference = ownValue(schema, keyword);
      if (typeof reference !== "string") continue;
      const target = resolveReference(part, reference);
      if (target === undefined) return { problem: whyUnresolved(part, reference), reference, place: at(keyword) };
      // A pointer may lead to where schemas are not usually found.
      waiting.push(target);
    }
    const refused = patternProblem(schema);
    if (refused !== undefined) return { problem: "PATTERN", refusal: refused.refusal, place: at(...refused.path) };
    for (const inner of directSubschemas(schema)) waiting.push(within(part, inner));
  }
  return undefined;
}

function whyUnresolved(part: LocatedSchema, reference: string) {
  if (pointsThroughResource(part, reference)) return "CROSSING_REFERENCE";
  return reference.startsWith("#") ? "DANGLING_REFERENCE" : "EXTERNAL_REFERENCE";
}

/** JSON Pointer to `part`, which lies somewhere in `document`. */
function placeIn(document: JsonSchema, part: JsonObject): string {
  const waiting: (readonly [Json, string])[] = [[document, ""]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, place] = next;
    if (value === part) return place;
    if (typeof value !== "object" || value === null) continue;
    for (const [name, inner] of Object.entries(value)) waiting.push([inner, place + jsonPointer([name])]);
  }
  return "";
}

interface RefusedPattern {
  readonly refusal: string;
  readonly path: readonly string[];
}

function patternProblem(schema: JsonObject): RefusedPattern | undefined {
  const pattern = ownValue(schema, "pattern");
  const refusal = typeof pattern === "string" ? patternRefusal(pattern) : undefined;
  if (refusal !== undefined) return { refusal, path: ["pattern"] };
  const byPattern = ownValue(schema, "patternProperties");
  for (const source of isJsonObject(byPattern) ? Object.keys(byPattern) : []) {
    const inNames = patternRefusal(source);
    if (inNames !== undefined) return { refusal: inNames, path: ["patternProperties", source] };
  }
  return undefined;
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** One sentence for people: what was found and what would be accepted. */
export function describeSchemaProblem(problem: SchemaProblem): string {
  switch (problem.problem) {
    case "NOT_A_SCHEMA":
      return `Cannot use the schema: expected an object or a boolean, found ${problem.found}`;
    case "TOO_DEEP":
      return `Cannot use the schema: it is nested deeper than ${problem.maxDepth} levels`;
    case "TOO_LARGE":
      return `Cannot use the schema: it has ${problem.bytes} bytes, at most ${problem.maxBytes} are allowed`;
    case "TOO_MANY_SUBSCHEMAS":
      return `Cannot use the schema: it holds more than ${problem.maxSubschemas} schemas`;
    case "UNSUPPORTED_DIALECT":
      return `Cannot use the schema: its dialect is ${problem.dialect}, supported are JSON Schema 2020-12 and draft-07`;
    case "EXTERNAL_REFERENCE":
      return `Cannot use the schema: ${problem.place} refers to "${problem.reference.slice(0, 200)}" outside of the schema, only references within it are allowed`;
    case "DANGLING_REFERENCE":
      return `Cannot use the schema: ${problem.place}, "${problem.reference.slice(0, 200)}", leads to no schema of it`;
    case "CROSSING_REFERENCE":
      return `Cannot use the schema: ${problem.place}, "${problem.reference.slice(0, 200)}", points through a schema with an $id of its own, which has no meaning in draft 2020-12; required a reference that begins with this $id`;
    case "UNSUPPORTED_KEYWORD":
      return `Cannot use the schema: ${problem.place} is a keyword which draft 2020-12 and draft-07 do not have`;
    case "PATTERN":
      return `Cannot use the schema: at ${problem.place.slice(0, 300)} ${problem.refusal}`;
  }
}

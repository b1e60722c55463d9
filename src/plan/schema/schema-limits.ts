/** What is refused in a schema that comes from outside, before anything else looks at it: what could not be bounded, understood or resolved. */

import { isJsonObject, type Json, type JsonObject, type JsonSchema, jsonDepth, ownValue, utf8Bytes } from "../json.ts";
import { dialectOf, documentSchema, type LocatedSchema, resolveReference, within } from "./located-schema.ts";
import { patternRefusal } from "./pattern.ts";
import { directSubschemas, isJsonSchema } from "./subschemas.ts";

export interface SchemaLimits {
  /** Levels of nested objects and arrays. */
  readonly maxDepth: number;
  readonly maxSubschemas: number;
  /** Size as JSON text. */
  readonly maxBytes: number;
}

export const DEFAULT_SCHEMA_LIMITS: SchemaLimits = { maxDepth: 64, maxSubschemas: 2_000, maxBytes: 256 * 1024 };

export type SchemaProblem =
  | { readonly problem: "NOT_A_SCHEMA"; readonly found: string }
  | { readonly problem: "TOO_DEEP"; readonly maxDepth: number }
  | { readonly problem: "TOO_LARGE"; readonly bytes: number; readonly maxBytes: number }
  | { readonly problem: "TOO_MANY_SUBSCHEMAS"; readonly maxSubschemas: number }
  | { readonly problem: "UNSUPPORTED_DIALECT"; readonly dialect: string }
  | { readonly problem: "EXTERNAL_REFERENCE"; readonly reference: string }
  | { readonly problem: "DANGLING_REFERENCE"; readonly keyword: string; readonly reference: string }
  | { readonly problem: "UNSUPPORTED_KEYWORD"; readonly keyword: string }
  | { readonly problem: "PATTERN"; readonly keyword: string; readonly refusal: string };

/**
 * The first reason to refuse `schema`, or null. References are never fetched, so one that leaves the document is refused, like all that
 * no value could be checked by: references that lead nowhere and patterns that are none or could take unbounded time.
 */
export function schemaProblem(schema: unknown, limits: SchemaLimits = DEFAULT_SCHEMA_LIMITS): SchemaProblem | null {
  const document = schema as Json;
  if (!isJsonSchema(document)) return { problem: "NOT_A_SCHEMA", found: nameOf(schema) };
  // Depth comes first: the checks after it recurse.
  if (jsonDepth(document, limits.maxDepth + 1) > limits.maxDepth) {
    return { problem: "TOO_DEEP", maxDepth: limits.maxDepth };
  }
  const bytes = utf8Bytes(JSON.stringify(document));
  if (bytes > limits.maxBytes) return { problem: "TOO_LARGE", bytes, maxBytes: limits.maxBytes };
  if (dialectOf(document) === null && isJsonObject(document)) {
    return { problem: "UNSUPPORTED_DIALECT", dialect: JSON.stringify(ownValue(document, "$schema")) };
  }
  return problemInside(documentSchema(document), limits);
}

function problemInside(document: LocatedSchema, limits: SchemaLimits): SchemaProblem | null {
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
    if (Object.hasOwn(schema, "$recursiveRef")) return { problem: "UNSUPPORTED_KEYWORD", keyword: "$recursiveRef" };
    for (const keyword of ["$ref", "$dynamicRef"]) {
      const reference = ownValue(schema, keyword);
      if (typeof reference !== "string") continue;
      const target = resolveReference(part, reference);
      if (target === null && !reference.startsWith("#")) return { problem: "EXTERNAL_REFERENCE", reference };
      if (target === null) return { problem: "DANGLING_REFERENCE", keyword, reference };
      // A pointer may lead to where schemas are not usually found.
      waiting.push(target);
    }
    const refused = patternProblem(schema);
    if (refused !== null) return refused;
    for (const inner of directSubschemas(schema)) waiting.push(within(part, inner));
  }
  return null;
}

function patternProblem(schema: JsonObject): SchemaProblem | null {
  const pattern = ownValue(schema, "pattern");
  const refusal = typeof pattern === "string" ? patternRefusal(pattern) : null;
  if (refusal !== null) return { problem: "PATTERN", keyword: "pattern", refusal };
  const byPattern = ownValue(schema, "patternProperties");
  for (const source of isJsonObject(byPattern) ? Object.keys(byPattern) : []) {
    const inNames = patternRefusal(source);
    if (inNames !== null) return { problem: "PATTERN", keyword: "patternProperties", refusal: inNames };
  }
  return null;
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
      return `Cannot use the schema: it refers to "${problem.reference}" outside itself, only references within it are allowed`;
    case "DANGLING_REFERENCE":
      return `Cannot use the schema: its ${problem.keyword} "${problem.reference.slice(0, 200)}" leads to no schema of it`;
    case "UNSUPPORTED_KEYWORD":
      return `Cannot use the schema: it holds the keyword ${problem.keyword}, which draft 2020-12 and draft-07 do not have`;
    case "PATTERN":
      return `Cannot use the schema: in ${problem.keyword} ${problem.refusal}`;
  }
}

/** What is refused in a schema that comes from outside, before anything else looks at it: what could not be bounded, understood or resolved. */

import { isJsonObject, type Json, type JsonSchema, jsonDepth, ownValue, utf8Bytes } from "../json.ts";
import { dialectOf, documentSchema, type LocatedSchema, resolveReference, within } from "./located-schema.ts";
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
  | { readonly problem: "EXTERNAL_REFERENCE"; readonly reference: string };

/** The first reason to refuse `schema`, or null. References are never fetched, so one that leaves the document is refused. */
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
    for (const keyword of ["$ref", "$dynamicRef", "$recursiveRef"]) {
      const reference = ownValue(schema, keyword);
      if (typeof reference !== "string") continue;
      const target = resolveReference(part, reference);
      if (target === null && !reference.startsWith("#")) return { problem: "EXTERNAL_REFERENCE", reference };
      // A pointer may lead to where schemas are not usually found.
      if (target !== null) waiting.push(target);
    }
    for (const inner of directSubschemas(schema)) waiting.push(within(part, inner));
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
  }
}

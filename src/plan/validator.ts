/**
 * Checks JSON against schemas that arrive at run time, with an interpreter, because the platform compiles no code (P19). Schemas are
 * copied before the interpreter sees them: it writes into what it is given, and it asserts `format`, which is an annotation.
 * A schema that cannot be interpreted is a violation, never a silent yes; so is one that takes far more work than its size and that of the
 * value explain, as references to references that double at each step do.
 */
import { dereference, type Schema, type SchemaDraft, validate } from "@cfworker/json-schema";
import { isJsonArray, isJsonObject, type Json, type JsonObject, type JsonSchema, objectOf, ownValue } from "./json.ts";
import type { SchemaViolation } from "./problem.ts";
import { documentSchema, type LocatedSchema } from "./schema/located-schema.ts";

/** More are not reported. */
const MAX_VIOLATIONS = 50;

/** Schemas that one check may apply, and as many again for each part of the value. */
const MOST_STEPS = 500_000;
const MOST_STEPS_PER_PART = 50;

/** Keywords that only say that something within them failed, which is reported by itself. */
const WRAPPERS: ReadonlySet<string> = new Set([
  "$ref",
  "allOf",
  "if",
  "items",
  "patternProperties",
  "prefixItems",
  "properties",
]);

/** A schema document as the interpreter wants it. */
interface Prepared {
  readonly draft: SchemaDraft;
  readonly lookup: Record<string, Schema | boolean>;
  /** The copy of each object of the document. */
  readonly copies: ReadonlyMap<JsonObject, Schema>;
}

const preparedByRoot = new WeakMap<JsonObject, Prepared>();

/** What the check at work may still do. Checks are never interleaved, because none waits for anything. */
let stepsLeft = 0;
/** The value that is checked, until its size has been granted. */
let ungranted: Json | undefined;

/** How `value` fails `schema`, a whole document. Empty if it fits. */
export function violations(schema: JsonSchema, value: Json): readonly SchemaViolation[] {
  return violationsAt(documentSchema(schema), value);
}

/** How `value` fails a schema inside a document. Empty if it fits. */
export function violationsAt({ root, schema }: LocatedSchema, value: Json): readonly SchemaViolation[] {
  if (schema === true) return [];
  try {
    const document = isJsonObject(root) ? root : isJsonObject(schema) ? schema : null;
    if (document === null || schema === false)
      return [{ instance: "", keyword: "false", message: "No value is accepted" }];
    const inDocument = prepare(document);
    const copy = inDocument.copies.get(schema);
    // A schema that was made by combining others is no part of the document.
    const { draft, lookup, copies } = copy === undefined ? prepare(schema) : inDocument;
    stepsLeft = MOST_STEPS;
    ungranted = value;
    const result = validate(value, copy ?? copies.get(schema) ?? false, draft, lookup, false);
    return result.valid ? [] : report(result.errors);
  } catch (error) {
    return [{ instance: "", keyword: "$schema", message: `Cannot evaluate the schema: ${reasonOf(error)}` }];
  } finally {
    ungranted = undefined;
  }
}

/** Why a schema cannot be interpreted. What the runtime says where the interpreter fell over names its inside, so it is not repeated. */
function reasonOf(error: unknown): string {
  if (error instanceof TypeError) return "required keywords with values that they can have, found another value";
  if (error instanceof RangeError) return "required schemas that can be followed to their end, found none";
  if (error instanceof URIError) return "required keys of whole characters, found half of a pair";
  return String(error instanceof Error ? error.message : error)
    .split("\n", 1)
    .join("")
    .slice(0, 300);
}

/** Counts one more schema that is applied. Throws where there were too many. */
function takeStep(): void {
  stepsLeft -= 1;
  if (stepsLeft >= 0) return;
  // Counted only now: most values never need it.
  if (ungranted !== undefined) stepsLeft = MOST_STEPS_PER_PART * partsIn(ungranted);
  ungranted = undefined;
  if (stepsLeft <= 0) throw new Error("it takes more steps than are allowed");
}

function partsIn(value: Json): number {
  let count = 0;
  const waiting: Json[] = [value];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    count += 1;
    if (typeof part === "object" && part !== null) for (const inner of Object.values(part)) waiting.push(inner);
  }
  return count;
}

function prepare(root: JsonObject): Prepared {
  const known = preparedByRoot.get(root);
  if (known !== undefined) return known;
  const copies = new Map<JsonObject, Schema>();
  const copy = copySchema(root, copies) as Schema;
  const prepared = { draft: draftOf(root), lookup: dereference(copy), copies };
  preparedByRoot.set(root, prepared);
  return prepared;
}

function draftOf(root: JsonObject): SchemaDraft {
  const dialect = ownValue(root, "$schema");
  if (typeof dialect !== "string") return "2020-12";
  if (dialect.includes("draft-04")) return "4";
  if (dialect.includes("draft-06") || dialect.includes("draft-07")) return "7";
  return dialect.includes("2019-09") ? "2019-09" : "2020-12";
}

// Keywords whose value is a map of schemas by name, and data that only looks like a schema.
const MAPS: ReadonlySet<string> = new Set([
  "$defs",
  "definitions",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);
const DATA: ReadonlySet<string> = new Set([
  "const",
  "enum",
  "default",
  "examples",
  "required",
  "type",
  "dependentRequired",
]);

function copySchema(value: Json, copies: Map<JsonObject, Schema>): Json {
  if (isJsonArray(value)) return value.map((item) => copySchema(item, copies));
  if (!isJsonObject(value)) return value;
  const members: (readonly [string, Json])[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (key === "format" || member === undefined) continue;
    if (DATA.has(key)) members.push([key, member]);
    else if (MAPS.has(key) && isJsonObject(member)) members.push([key, copyMap(member, copies)]);
    else members.push([key, copySchema(member, copies)]);
  }
  const copy = objectOf(members);
  // The interpreter reads `format` of every schema that it applies, and no copy has one.
  Object.defineProperty(copy, "format", { get: takeStep });
  copies.set(value, copy as Schema);
  return copy;
}

function copyMap(map: JsonObject, copies: Map<JsonObject, Schema>): Json {
  return objectOf(Object.entries(map).map(([name, schema]) => [name, copySchema(schema, copies)]));
}

function report(errors: ReturnType<typeof validate>["errors"]): readonly SchemaViolation[] {
  const keywords = new Set(errors.map(({ keyword }) => keyword));
  const isNoise = (keyword: string) =>
    WRAPPERS.has(keyword) || (keyword === "false" && keywords.has("additionalProperties"));
  const telling = errors.filter(({ keyword }) => !isNoise(keyword));
  return (telling.length > 0 ? telling : errors)
    .slice(0, MAX_VIOLATIONS)
    .map(({ instanceLocation, keyword, error }) => ({
      instance: decodeURIComponent(instanceLocation.slice(1)),
      keyword,
      message: error,
    }));
}

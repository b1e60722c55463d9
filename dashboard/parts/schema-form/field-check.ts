/**
 * Checks a value against its schema while somebody writes it, with the check of the server. The server decides, so slow checks are left to
 * it: patterns that may take long on texts of the length at hand, and a schema whose check was slow.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectOf } from "../../../src/json/json.ts";
import { matches, readPattern } from "../../../src/schema/pattern/pattern.ts";
import { answerViolations, violations } from "../../../src/schema/validator.ts";
import { type FieldProblem, fieldProblems } from "./field-problem.ts";

const slowMs = 60;

/** Keywords under which a schema that accepts more makes the whole accept less. */
const inverting = new Set(["not", "oneOf", "if", "contains", "unevaluatedItems", "unevaluatedProperties"]);
/** Keywords whose value holds schemas by names that anybody chose. */
const maps = new Set(["properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"]);
/** Keywords whose value is data, in which nothing is a schema. */
const data = new Set(["const", "enum", "default", "examples", "required"]);

interface Checked {
  readonly schema: JsonObject | null;
  /** Texts up to this length were weighed. */
  readonly longest: number;
}

const prepared = new WeakMap<JsonObject, Checked>();
const slow = new WeakSet<JsonObject>();

/**
 * Violations of a schema by a value, as far as the page can find them. Formats count where the server asserts them: in answers of people.
 */
export function checkValue(schema: unknown, value: Json, assertsFormats = false): readonly FieldProblem[] {
  if (!isJsonObject(schema) || slow.has(schema)) return [];
  const safe = withoutSlowPatterns(schema, longestText(value));
  if (safe === null) return [];
  const startedAt = performance.now();
  // A schema that cannot be evaluated is no fault of who writes the value.
  const found = (assertsFormats ? answerViolations : violations)(safe, value).filter(
    ({ keyword }) => keyword !== "$schema",
  );
  if (performance.now() - startedAt > slowMs) slow.add(schema);
  return fieldProblems(found);
}

/** The schema without patterns that texts of that length should not be tried against. Null if none is left to check with. */
export function withoutSlowPatterns(schema: JsonObject, longest: number): JsonObject | null {
  const known = prepared.get(schema);
  if (known !== undefined && known.longest >= longest) return known.schema;
  const length = Math.max(100, 10 ** Math.ceil(Math.log10(Math.max(1, longest))));
  const safe = cleared(schema, length, false);
  const result = isJsonObject(safe) ? safe : null;
  prepared.set(schema, { schema: result, longest: length });
  return result;
}

/** Stands for a schema of which nothing certain is left. */
const unknown = Symbol("cannot be checked here");

function cleared(part: Json, length: number, isInverted: boolean): Json | typeof unknown {
  if (isJsonArray(part)) {
    const items: Json[] = [];
    for (const item of part) {
      const next = cleared(item, length, isInverted);
      if (next === unknown) return unknown;
      items.push(next);
    }
    return items;
  }
  if (!isJsonObject(part)) return part;
  const members: [string, Json][] = [];
  for (const [key, member] of Object.entries(part)) {
    if (key === "pattern" && typeof member === "string" && isSlow(member, length)) {
      if (isInverted) return unknown;
      continue;
    }
    const next = clearedKeyword(key, member, length, isInverted || inverting.has(key));
    if (next === unknown) return unknown;
    members.push([key, next]);
  }
  return objectOf(members);
}

function clearedKeyword(keyword: string, value: Json, length: number, isInverted: boolean): Json | typeof unknown {
  if (data.has(keyword)) return value;
  if (!maps.has(keyword) || !isJsonObject(value)) return cleared(value, length, isInverted);
  const members: [string, Json][] = [];
  for (const [name, schema] of Object.entries(value)) {
    // Which members are additional depends on patterns of their names.
    if (keyword === "patternProperties" && isSlow(name, length)) return unknown;
    const next = cleared(schema, length, isInverted);
    if (next === unknown) return unknown;
    members.push([name, next]);
  }
  return objectOf(members);
}

/** More than the trial of one pattern takes at most. */
const stepsOfTrial = 4_000;

function isSlow(source: string, length: number): boolean {
  const pattern = readPattern(source);
  return pattern === undefined || matches(pattern, "a".repeat(length), { left: stepsOfTrial }) === undefined;
}

function longestText(value: Json): number {
  let longest = 0;
  const waiting: Json[] = [value];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part === "string") longest = Math.max(longest, part.length);
    else if (isJsonArray(part)) for (const item of part) waiting.push(item);
    else if (isJsonObject(part)) {
      for (const [key, member] of Object.entries(part)) {
        longest = Math.max(longest, key.length);
        waiting.push(member);
      }
    }
  }
  return longest;
}

/**
 * Values read in the shapes of this software. Findings of zod become problems of the request: one for each unknown key, each with its place
 * and with the keys that can stand there.
 */
import * as z from "zod";
import { isJsonObject, type JsonObject, type JsonSchema } from "../json/json.ts";
import { madeOnce } from "../json/made-once.ts";
import { nearestNames, suggested } from "../json/nearest-name.ts";
import { describeEndlessReference, endlessReference } from "../schema/endless-reference.ts";
import { describeSchemaProblem, schemaProblem } from "../schema/schema-limits.ts";
import type { PlanProblem } from "./problem.ts";

/** A JSON object of any content, handed on as it is. A record would lose the key `__proto__`. */
export const jsonObject = madeOnce(() => z.custom<JsonObject>(isJsonObject, "expected a JSON object"));

/** A JSON Schema that somebody else wrote, within bounds; handed on as it is. */
export const foreignSchema = madeOnce(() =>
  z.custom<JsonSchema>().superRefine((schema, context) => {
    const problem = schemaProblem(schema);
    const endless = problem === undefined ? endlessReference(schema) : undefined;
    if (problem !== undefined) context.addIssue({ code: "custom", message: describeSchemaProblem(problem) });
    else if (endless !== undefined) context.addIssue({ code: "custom", message: describeEndlessReference(endless) });
  }),
);

export type ParsedShape<Value> =
  | { readonly ok: true; readonly data: Value }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };

/** Reads `value`, which stands at `path`, in `shape`; or gives a problem for each finding. */
export function parsedShape<Value>(
  shape: z.ZodType<Value>,
  value: unknown,
  path: readonly string[],
): ParsedShape<Value> {
  const parsed = shape.safeParse(value, { error: keysOfShape });
  if (parsed.success) return { ok: true, data: parsed.data };
  const problems = parsed.error.issues.flatMap((issue) => {
    const place = [...path, ...issue.path.map(String)];
    if (issue.code !== "unrecognized_keys") return [invalidInput(place, findingOf(issue, valueAt(value, issue.path)))];
    const known = issue.message.split(" ");
    return issue.keys.map((key) => {
      const advice = suggested(nearestNames(key, known), known);
      return invalidInput([...place, key], `there is no such key here${advice}`);
    });
  });
  return { ok: false, problems };
}

/** What was expected, in the words of the shape or else by its type or values, and what was found there. */
function findingOf(issue: z.core.$ZodIssue, found: unknown): string {
  const expected = expectation(issue);
  return /\bfound\b/.test(expected) || !expected.startsWith("expected")
    ? expected
    : `${expected}, found ${shown(found)}`;
}

/** The words of the shape. Zod's own are put into ours. */
function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type" && issue.message.startsWith("Invalid input"))
    return `expected ${typeNames[issue.expected] ?? issue.expected}`;
  if (issue.code === "invalid_value" && issue.message.startsWith("Invalid option"))
    return `expected one of ${issue.values.map(String).join(", ")}`;
  return uncapitalized(issue.message);
}

const typeNames: { readonly [type: string]: string } = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found: unknown = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

/** A value of a request in few words. */
function shown(value: unknown): string {
  if (value === undefined) return "none";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** The message of an issue of unknown keys: the keys of the shape, with spaces between them. Zod says the rest itself. */
function keysOfShape({ code, inst }: z.core.$ZodRawIssue): string | undefined {
  return code === "unrecognized_keys" && inst instanceof z.ZodObject ? Object.keys(inst.shape).join(" ") : undefined;
}

/**
 * A problem of the kind INVALID_INPUT whose message names the place.
 *
 * @example
 * ```ts
 * invalidInput(["plan", "steps"], "expected a list").message; // "Cannot read plan.steps: expected a list"
 * ```
 */
export function invalidInput(path: readonly string[], finding: string): PlanProblem {
  return { kind: "INVALID_INPUT", message: `Cannot read ${path.join(".") || "the plan"}: ${finding}`, path };
}

function uncapitalized(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

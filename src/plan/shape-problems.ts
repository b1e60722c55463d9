/** Findings of zod in the shapes of this software, as problems of the request: one for each unknown key, each with its place. */
import * as z from "zod";
import { isJsonObject, type JsonObject, type JsonSchema } from "../json/json.ts";
import { madeOnce } from "../json/made-once.ts";
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

/** Problems for every issue of `error`; `path` is the place of the parsed value. */
export function shapeProblems(error: z.ZodError, path: readonly string[]): readonly PlanProblem[] {
  return error.issues.flatMap((issue) => {
    const place = [...path, ...issue.path.map(String)];
    if (issue.code !== "unrecognized_keys") return [invalidInput(place, uncapitalized(issue.message))];
    return issue.keys.map((key) => invalidInput([...place, key], "there is no such key here"));
  });
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

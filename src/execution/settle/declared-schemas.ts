/**
 * The schemas that the author of a plan declares for a step beside those of its callable, enforced just before its call and just after (P19).
 */

import type { Failure } from "../../json/failure.ts";
import type { Json, JsonSchema } from "../../json/json.ts";
import type { ToolStep } from "../../plan/plan.ts";
import { violations } from "../../schema/validator.ts";
import type { CallResult } from "../events/attempt.ts";
import { declaredOutput } from "../events/declared-output.ts";

/** Why the resolved arguments of `step` break its declared schema. Undefined if they do not, and if it declares none. */
export function declaredInputFailure({ id, inputSchema }: ToolStep, given: Json): Failure | undefined {
  if (inputSchema === undefined) return undefined;
  const what = `the resolved arguments do not satisfy the input schema that step ${id} declares`;
  return failureOf("INPUT_INVALID", what, inputSchema, given);
}

/** The output of `step` as it declares it, the JSON of its text included; a failure if it is another (R24). */
export function declaredStepOutput(
  { id, outputSchema }: ToolStep,
  result: Pick<CallResult, "content" | "output">,
): { readonly ok: true; readonly output: Json | undefined } | { readonly ok: false; readonly failure: Failure } {
  if (outputSchema === undefined) return { ok: true, output: result.output };
  return declaredOutput(result, outputSchema, `the result of step ${id}`, "the step");
}

function failureOf(code: "INPUT_INVALID", what: string, schema: JsonSchema, value: Json): Failure | undefined {
  const broken = violations(schema, value);
  const [first] = broken;
  if (first === undefined) return undefined;
  const details = broken.map((violation) => ({ ...violation }));
  return { code, message: `${what}: ${first.message}`, retryable: false, details };
}

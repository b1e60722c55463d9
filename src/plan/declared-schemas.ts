/** What the author of a plan declares of a step beside what its callable does: enforced just before its call and just after (P19). */
import type { CallResult } from "./attempt.ts";
import type { Failure } from "./failure.ts";
import type { Json, JsonSchema } from "./json.ts";
import type { ToolStep } from "./plan.ts";
import { violations } from "./validator.ts";

/** Why the resolved arguments of `step` are not what it declares; null if they are, and if it declares nothing. */
export function declaredInputFailure({ id, inputSchema }: ToolStep, given: Json): Failure | null {
  if (inputSchema === undefined) return null;
  const what = `the resolved arguments do not satisfy the input schema that step ${id} declares`;
  return failureOf("INPUT_INVALID", what, inputSchema, given);
}

/** Why what came back of `step` is not what it declares; null if it is, and if it declares nothing (R24). */
export function declaredOutputFailure(
  { id, outputSchema }: ToolStep,
  { output }: Pick<CallResult, "output">,
): Failure | null {
  if (outputSchema === undefined) return null;
  const what = `the output does not satisfy the output schema that step ${id} declares`;
  if (output !== undefined) return failureOf("OUTPUT_INVALID", what, outputSchema, output);
  return { code: "OUTPUT_INVALID", message: `${what}: there is none`, retryable: false, details: null };
}

function failureOf(
  code: "INPUT_INVALID" | "OUTPUT_INVALID",
  what: string,
  schema: JsonSchema,
  value: Json,
): Failure | null {
  const broken = violations(schema, value);
  const [first] = broken;
  if (first === undefined) return null;
  const details = broken.map((violation) => ({ ...violation }));
  return { code, message: `${what}: ${first.message}`, retryable: false, details };
}

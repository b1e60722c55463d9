/**
 * The output of a call whose schema was declared for it, by the registration of its server or by the step. Such callees mostly write JSON into
 * their text, so the text is read where there is no structured content (P19). A failure says which of the two it was: a text that is no
 * JSON, or JSON that does not satisfy the schema.
 */

import type { Failure } from "../../json/failure.ts";
import { isJsonObject, type Json, type JsonSchema } from "../../json/json.ts";
import { jsonInText, resultText, whyNoJson } from "../../plan/result-text.ts";
import { type SchemaViolation, violations } from "../../schema/validator.ts";
import type { CallResult } from "./attempt.ts";

const reportedViolations = 20;
/** Characters of a text that a failure quotes. */
const quoted = 80;

export type DeclaredOutput =
  | { readonly ok: true; readonly output: Json }
  /** `output` is the value that broke the schema. Undefined if there was nothing to check. */
  | { readonly ok: false; readonly output: Json | undefined; readonly failure: Failure };

/** `subject` completes "Cannot accept …", `declarer` completes "the output schema that … declares". */
export function declaredOutput(
  { content, output }: Pick<CallResult, "content" | "output">,
  schema: JsonSchema,
  subject: string,
  declarer: string,
): DeclaredOutput {
  const required = `Cannot accept ${subject}: the output schema that ${declarer} declares`;
  const broken = output === undefined ? [] : violations(schema, output);
  if (output !== undefined && broken.length === 0) return { ok: true, output };
  // An agent without structured data has its text as the only member of its output.
  const isText = output === undefined || isTextAlone(output);
  const text = isText ? resultText(content, output) : "";
  const read = isText ? jsonInText(text) : undefined;
  if (read !== undefined) {
    const found = violations(schema, read);
    if (found.length === 0) return { ok: true, output: read };
    const message = `${required} is not satisfied by the JSON of its text: ${found[0]?.message}`;
    return { ok: false, output: read, failure: invalid(message, found) };
  }
  if (output !== undefined) {
    const message = `${required} is not satisfied by its output: ${broken[0]?.message}`;
    return { ok: false, output, failure: invalid(message, broken) };
  }
  const start = JSON.stringify(text.slice(0, quoted));
  const found = text === "" ? "neither that nor a text" : `a text that ${whyNoJson(text)}, beginning with ${start}`;
  const message = `${required} requires structured content, or a text that is JSON; found ${found}`;
  return { ok: false, output: undefined, failure: invalid(message, []) };
}

function isTextAlone(output: Json): boolean {
  return isJsonObject(output) && Object.keys(output).length === 1 && typeof output.text === "string";
}

function invalid(message: string, found: readonly SchemaViolation[]): Failure {
  const details = { violations: found.slice(0, reportedViolations).map((violation) => ({ ...violation })) };
  return { code: "OUTPUT_INVALID", message, retryable: false, details };
}

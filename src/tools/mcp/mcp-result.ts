/**
 * From the result of `tools/call` to the result of an attempt: the part of it that is the output (P18, P19, protocols), the failures of the
 * tool (P21, R24), and the check of the output against the declared schema.
 *
 *  - A tool without an output schema: the output is its structured content, unchecked, or nothing. Its text is always there.
 *  - A schema of the registration: structured content, else the JSON of the text.
 *  - A schema of the tool itself: structured content. JSON in its text is no output (P18), unless the registration says so
 *    with WARN or OFF; the step then bears a warning.
 */
import { withVirtualArtifactFields } from "../../catalog/artifact.ts";
import type { AttemptResult, CallResult } from "../../execution/events/attempt.ts";
import { declaredOutput } from "../../execution/events/declared-output.ts";
import type { StepWarning } from "../../execution/events/step-warning.ts";
import type { Failure } from "../../json/failure.ts";
import type { Json, JsonObject, JsonSchema } from "../../json/json.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import { jsonInText, resultText, whyNoJson } from "../../plan/result-text.ts";
import { violations } from "../../schema/validator.ts";

/** A result as the protocol has it, already checked by the library. */
export interface McpToolResult {
  readonly content: Json;
  readonly structuredContent?: Json | undefined;
  readonly isError?: boolean | undefined;
  readonly _meta?: JsonObject | undefined;
}

const reportedViolations = 20;

/** Judges a complete result of `callable`. `subject` names the call in messages. */
export function attemptOfResult(subject: string, callable: CallableDefinition, received: McpToolResult): AttemptResult {
  const result: CallResult = {
    output: received.structuredContent,
    content: received.content,
    metadata: received._meta ?? null,
    isPartial: false,
  };
  if (received.isError === true) return failed(toolError(subject, received.content), result);
  const { outputSchema, outputValidation } = callable;
  if (outputSchema === null) return succeeded(result, undefined, []);
  if (callable.outputSchemaIsGiven === true) return ofGivenSchema(subject, outputSchema, outputValidation, result);
  if (result.output !== undefined) return checked(subject, outputSchema, outputValidation, result, []);
  const text = resultText(result.content, undefined);
  const output = jsonInText(text);
  if (output === undefined) {
    const found = text === "" ? "no text either" : `its text ${whyNoJson(text)}`;
    return failed(outputInvalid(subject, `required structured content, found none, and ${found}`, []), result);
  }
  const where = "the output schema of the tool demands structured content, and its JSON stood in the text alone";
  if (outputValidation === "STRICT") {
    const advice = "outputValidation WARN of its server would accept the JSON of the text";
    return failed(outputInvalid(subject, `${where}; ${advice}`, []), result);
  }
  const warning: StepWarning = { code: "JSON_IN_TEXT", message: `Took the JSON of the text: ${where}`, details: null };
  return checked(subject, outputSchema, outputValidation, { ...result, output }, [warning]);
}

/** The schema is not the tool's own, so the tool breaks no promise with JSON in its text. */
function ofGivenSchema(
  subject: string,
  schema: JsonSchema,
  validation: CallableDefinition["outputValidation"],
  result: CallResult,
): AttemptResult {
  const declared = declaredOutput(result, schema, `the result of ${subject}`, "its registration");
  if (declared.ok) return succeeded({ ...result, output: declared.output }, undefined, []);
  const read = { ...result, output: declared.output };
  if (declared.output === undefined || validation === "STRICT") return failed(declared.failure, read);
  return succeeded(read, validation === "WARN" ? declared.failure : undefined, []);
}

function checked(
  subject: string,
  schema: JsonSchema,
  validation: CallableDefinition["outputValidation"],
  result: CallResult,
  warnings: readonly StepWarning[],
): AttemptResult {
  const found = validation === "OFF" || result.output === undefined ? [] : violations(schema, result.output);
  const [first] = found;
  if (first === undefined) return succeeded(result, undefined, warnings);
  const place = first.instance === "" ? "" : ` at ${first.instance}`;
  const failure = outputInvalid(
    subject,
    `the structured content does not satisfy the output schema${place}: ${first.message.slice(0, 500)}`,
    found.slice(0, reportedViolations).map((violation) => ({ ...violation })),
  );
  return validation === "WARN" ? succeeded(result, failure, warnings) : failed(failure, result);
}

function succeeded(result: CallResult, warning: Failure | undefined, warnings: readonly StepWarning[]): AttemptResult {
  const { metadata, output } = result;
  const finished = output === undefined ? result : withOutput(result, withVirtualArtifactFields(output, metadata));
  return { kind: "SUCCEEDED", result: finished, warning, ...(warnings.length === 0 ? {} : { warnings }) };
}

function withOutput(result: CallResult, output: Json): CallResult {
  return result.output === output ? result : { ...result, output };
}

function failed(failure: Failure, result: CallResult): AttemptResult {
  return { kind: "FAILED", outcome: "ANSWERED", failure, result };
}

function toolError(subject: string, content: Json): Failure {
  const text = resultText(content, undefined).slice(0, 500) || "no text was given";
  return { code: "TOOL_ERROR", message: `Cannot complete ${subject}: ${text}`, retryable: true, details: {} };
}

function outputInvalid(subject: string, finding: string, found: readonly Json[]): Failure {
  return {
    code: "OUTPUT_INVALID",
    message: `Cannot accept the result of ${subject}: ${finding}`,
    retryable: false,
    details: { violations: found },
  };
}

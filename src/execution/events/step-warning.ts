/**
 * Warnings about a result that was accepted all the same. They are stored with the end of the step; their names are those of the API.
 */
import type { Failure } from "../../json/failure.ts";
import type { Json } from "../../json/json.ts";

export type StepWarningCode =
  /** The output does not satisfy its schema. */
  | "OUTPUT_INVALID"
  /** The answer breaks its protocol, and its meaning is certain all the same. */
  | "PROTOCOL"
  /** The output is the JSON of the text, where the tool owed structured content (P18, R24). */
  | "JSON_IN_TEXT"
  /** Not every attachment was kept as an artifact; the content has it all the same. */
  | "ATTACHMENTS_NOT_KEPT"
  /** The step was skipped because it takes the output of one that was skipped. */
  | "INPUT_SKIPPED";

export interface StepWarning {
  readonly code: StepWarningCode;
  readonly message: string;
  readonly details: Json;
}

/** Every warning of a step. Violations of a schema or a protocol are stored as a failure. */
export function allWarnings(
  warning: Failure | null,
  warnings: readonly StepWarning[] | undefined,
): readonly StepWarning[] {
  if (warning === null) return warnings ?? [];
  const code = warning.code === "PROTOCOL" ? "PROTOCOL" : "OUTPUT_INVALID";
  return [{ code, message: warning.message, details: warning.details }, ...(warnings ?? [])];
}

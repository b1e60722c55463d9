/** What is to be known of a result that was taken all the same. Stored with the end of its step; the names are those of the API. */
import type { Failure } from "./failure.ts";
import type { Json } from "./json.ts";

export type StepWarningCode =
  /** The output does not satisfy its schema. */
  | "OUTPUT_INVALID"
  /** The output is the JSON of the text, where the tool owed structured content (P18, R24). */
  | "JSON_IN_TEXT"
  /** An image, a sound or a resource of the result is not kept as an artifact. */
  | "ATTACHMENT_NOT_KEPT";

export interface StepWarning {
  readonly code: StepWarningCode;
  readonly message: string;
  readonly details: Json;
}

/** Every warning of a step. Rows of 0.7.0 hold one at most, as a failure. */
export function allWarnings(
  warning: Failure | null,
  warnings: readonly StepWarning[] | undefined,
): readonly StepWarning[] {
  const first =
    warning === null ? [] : [{ code: "OUTPUT_INVALID" as const, message: warning.message, details: warning.details }];
  return [...first, ...(warnings ?? [])];
}

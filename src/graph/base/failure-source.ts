/** Failures of steps and executions in the shape of the schema. */
import type { Failure } from "../../json/failure.ts";
import type { ExecutionFailure } from "./schema.generated.ts";

export function failureSource(failure: Failure, stepId: string | null): ExecutionFailure {
  const { code, message, retryable, details } = failure;
  return { code, message, retryable, details, stepId };
}

/** Null stays null. */
export function optionalFailure(failure: Failure | null, stepId: string | null): ExecutionFailure | null {
  return failure === null ? null : failureSource(failure, stepId);
}

/** Failures of steps and executions in the shape of the schema. */
import type { Failure } from "../../json/failure.ts";
import type { ExecutionFailure, Maybe } from "./schema.generated.ts";

export function failureSource(failure: Failure, stepId: Maybe<string>): ExecutionFailure {
  const { code, message, retryable, details } = failure;
  return { code, message, retryable, details, stepId };
}

/** Nothing stays nothing. */
export function optionalFailure(failure: Maybe<Failure>, stepId: Maybe<string>): Maybe<ExecutionFailure> {
  return failure && failureSource(failure, stepId);
}

/** The one place that says which statuses have a result, whole or in part. */
import type { StepStatus } from "./event.ts";

/**
 * Whether a step or an execution with this status gave a result.
 *
 * @example
 * ```ts
 * hasSucceeded("PARTIAL"); // true
 * hasSucceeded("SKIPPED"); // false
 * ```
 */
export function hasSucceeded(status: StepStatus): status is "SUCCEEDED" | "PARTIAL" {
  return status === "SUCCEEDED" || status === "PARTIAL";
}

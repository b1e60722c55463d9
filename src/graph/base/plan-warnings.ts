/**
 * Warnings of the compiler in the form of the API.
 */
import type { PlanWarning as Found } from "../../plan/problem.ts";
import type { PlanWarning } from "./schema.generated.ts";

/** The warnings with their places in the request, which starts at `input`. */
export function placedWarnings(warnings: readonly Found[]): readonly PlanWarning[] {
  return warnings.map((warning) => ({ ...warning, path: ["input", ...warning.path] }));
}

/** The approval of the whole plan while it is open. It belongs to no step, and no step begins until it is resolved. */
import type { ExecutionState } from "./state.ts";
import type { HumanInputState } from "./step-state.ts";

/** Undefined if it was resolved, and if none was requested. */
export function openPlanApproval({ planApproval }: ExecutionState): HumanInputState | undefined {
  return planApproval !== undefined && planApproval.resolution === undefined ? planApproval : undefined;
}

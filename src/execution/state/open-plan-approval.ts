/** The approval of the whole plan while it is open. It belongs to no step, and no step begins until it is resolved. */
import type { ExecutionState } from "./state.ts";
import type { HumanInputState } from "./step-state.ts";

/** Null if it was resolved, and if none was requested. */
export function openPlanApproval({ planApproval }: ExecutionState): HumanInputState | null {
  return planApproval !== null && planApproval.resolution === null ? planApproval : null;
}

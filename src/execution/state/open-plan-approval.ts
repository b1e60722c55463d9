/** The approval of a whole plan. It belongs to no step, and no step of the plan begins until it is resolved. */
import type { ExecutionState } from "./state.ts";
import type { HumanInputState } from "./step-state.ts";

/** Whether a person permits the plan as a whole before anything of it begins. A workflow below was shown as a step of its caller's plan. */
export function needsPlanApproval({ pinned: { approval, origin, startedWith, turns } }: ExecutionState): boolean {
  const wasShown = origin.parent !== null && startedWith === "WORKFLOW";
  return approval === "PLAN" && !wasShown && turns === null;
}

/** The questions about the plans of all rounds, oldest first. */
export function planApprovals({ earlierPlanApprovals, planApproval }: ExecutionState): readonly HumanInputState[] {
  return planApproval === undefined ? earlierPlanApprovals : [...earlierPlanApprovals, planApproval];
}

/** Undefined if it was resolved, and if none was requested. */
export function openPlanApproval({ planApproval }: ExecutionState): HumanInputState | undefined {
  return planApproval !== undefined && planApproval.resolution === undefined ? planApproval : undefined;
}

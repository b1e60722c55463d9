/** The approval of a whole plan. It belongs to no step, and no step of the plan begins until it is resolved. */
import type { Failure } from "../../json/failure.ts";
import type { HumanInputResolved } from "../events/event.ts";
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

/** Why nothing of a plan may begin once the question about it has ended so. Undefined if it may, or if the whole execution ends. */
export function notPermitted({
  reason,
  resolution,
}: Pick<HumanInputResolved, "reason" | "resolution">): Failure | undefined {
  if (resolution === "EXPIRED")
    return {
      code: "HUMAN_INPUT_EXPIRED",
      message: "no person permitted the plan in time",
      retryable: true,
      details: null,
    };
  if (resolution !== "DECLINED") return undefined;
  const message = `a person declined the plan${reason === null ? "" : `: ${reason}`}`;
  return { code: "REJECTED_BY_HUMAN", message, retryable: false, details: null };
}

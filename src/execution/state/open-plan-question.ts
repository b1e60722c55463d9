/** The question about the whole plan, which is of no step, as long as it is open: nothing of the plan begins meanwhile. */
import type { ExecutionState, QuestionState } from "./state.ts";

/** Null if it was answered, and if none was asked. */
export function openPlanQuestion({ planQuestion }: ExecutionState): QuestionState | null {
  return planQuestion !== null && planQuestion.resolution === null ? planQuestion : null;
}

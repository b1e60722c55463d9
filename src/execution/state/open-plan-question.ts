/** The question about the whole plan while it is open. It belongs to no step, and nothing of the plan begins meanwhile. */
import type { ExecutionState, QuestionState } from "./state.ts";

/** Null if it was answered, and if none was asked. */
export function openPlanQuestion({ planQuestion }: ExecutionState): QuestionState | null {
  return planQuestion !== null && planQuestion.resolution === null ? planQuestion : null;
}

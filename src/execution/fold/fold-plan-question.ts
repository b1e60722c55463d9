/** The fold of the question about the whole plan, which belongs to no step. Nothing of the plan begins while it is open. */
import type { HumanInputResolved } from "../events/event.ts";
import type { WaitingForPlanApproval } from "../events/step-waiting.ts";
import { questionAsked, questionResolved } from "../state/question-state.ts";
import type { ExecutionState } from "../state/state.ts";

export function planQuestionAsked(state: ExecutionState, event: WaitingForPlanApproval, at: number): ExecutionState {
  const planQuestion = questionAsked(event, state.sequence, at, null);
  return { ...state, planQuestion, startedAt: state.startedAt ?? at };
}

export function planQuestionResolved(state: ExecutionState, event: HumanInputResolved, at: number): ExecutionState {
  const { planQuestion, sequence } = state;
  if (planQuestion?.requestId !== event.requestId) return state;
  return { ...state, planQuestion: questionResolved(planQuestion, event, sequence, at), resumptions: 0 };
}

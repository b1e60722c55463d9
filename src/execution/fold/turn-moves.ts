/**
 * The moves of the state machine of an execution with turns (O20): each turn is a step that is dispatched and awaited. The ends of its
 * steps move nothing, because only the next event shows whether the turn was the last.
 */
import type { ExecutionEvent, ExecutionFinished } from "../events/event.ts";
import type { OrchestrationEvent, OrchestrationState } from "../events/orchestration-state.ts";

/** The moves that `event` causes in the state `before`. */
export function turnMoves(before: OrchestrationState, event: ExecutionEvent): readonly Move[] {
  switch (event.kind) {
    case "ExecutionStarted":
      return [
        ["start_plan", "planner_active"],
        ["planner_finished", "plan_validated"],
      ];
    case "TurnStarted":
      return before === "plan_validated"
        ? [[null, "dispatching_step"]]
        : [...awaited(before), ["step_succeeded", "dispatching_step"]];
    case "ModelCallStarted":
    case "StepStarted":
    case "StepWaiting":
      return awaited(before);
    case "ExecutionFinished":
      return finalMoves(before, event);
    default:
      return [];
  }
}

function finalMoves(before: OrchestrationState, { failure, status }: ExecutionFinished): readonly Move[] {
  if (failure?.code === "EXECUTION_TIMEOUT") return [["timeout", "failed"]];
  if (failure?.code === "CRASH_LOOP") return [["panic", "failed"]];
  // No turn has begun, or nothing is awaited any more.
  if (status === "CANCELLED" || before === "plan_validated") return [[null, "failed"]];
  return [...awaited(before), status === "FAILED" ? ["step_failed", "failed"] : ["step_succeeded", "completed"]];
}

function awaited(before: OrchestrationState): readonly Move[] {
  return before === "dispatching_step" ? [[null, "awaiting_results"]] : [];
}

export type Move = readonly [OrchestrationEvent | null, OrchestrationState];

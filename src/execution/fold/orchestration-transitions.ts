/**
 * The state machine of the document Agent orchestration: exactly its eight states and its events (O20, O21).
 * It is a view of the journal: the moves of an event are computed once, when the event is appended, and stored with it.
 * Routing, answering and people do not move it; an agent that was chosen is a plan like any other. All rounds of an execution are one plan to
 * it: while another may follow, the last step of one neither completes nor fails it.
 */

import type { Plan } from "../../plan/plan.ts";
import type { ExecutionEvent, StepFinished } from "../events/event.ts";
import type { OrchestrationEvent, OrchestrationState, OrchestrationTransition } from "../events/orchestration-state.ts";
import { mayPlanAgain } from "../state/round-state.ts";
import { type ExecutionState, nodeAt } from "../state/state.ts";
import { type Move, turnMoves } from "./turn-moves.ts";

/** Every permitted move; null is an automatic one. The test of the table reads it too. */
export const orchestrationTransitions: {
  readonly [From in OrchestrationState]: readonly (readonly [OrchestrationEvent | null, OrchestrationState])[];
} = {
  plan_init: [
    ["start_plan", "planner_active"],
    ["timeout", "failed"],
    ["panic", "failed"],
    [null, "failed"],
  ],
  planner_active: [
    ["planner_finished", "plan_validated"],
    ["validation_failed", "failed"],
    ["timeout", "failed"],
    ["panic", "failed"],
    [null, "failed"],
  ],
  plan_validated: [
    [null, "dispatching_step"],
    // A plan that answers by itself has no step to dispatch.
    [null, "completed"],
    ["timeout", "failed"],
    ["panic", "failed"],
    [null, "failed"],
  ],
  dispatching_step: [
    [null, "awaiting_results"],
    ["timeout", "failed"],
    ["panic", "failed"],
    [null, "failed"],
  ],
  awaiting_results: [
    ["step_succeeded", "dispatching_step"],
    ["step_succeeded", "completed"],
    ["parallel_complete", "merging_results"],
    // A step that may fail lets the plan continue.
    ["step_failed", "dispatching_step"],
    ["step_failed", "completed"],
    ["step_failed", "failed"],
    ["timeout", "failed"],
    ["panic", "failed"],
    [null, "failed"],
  ],
  merging_results: [
    [null, "dispatching_step"],
    [null, "completed"],
    ["timeout", "failed"],
    ["panic", "failed"],
    [null, "failed"],
  ],
  completed: [],
  failed: [],
};

/** The moves that `event` causes: `before` is the machine's state before it, `after` the execution folded with it. */
export function movesOf(
  before: OrchestrationState,
  event: ExecutionEvent,
  after: ExecutionState,
): readonly OrchestrationTransition[] {
  if (before === "completed" || before === "failed") return [];
  let from: OrchestrationState = before;
  const moves = after.turns === undefined ? plannedMoves(before, event, after) : turnMoves(before, event);
  return moves.map(([cause, to]) => {
    if (!orchestrationTransitions[from].some(([permitted, target]) => permitted === cause && target === to)) {
      throw new Error(`the state machine has no move from ${from} by ${cause ?? "itself"} to ${to}`);
    }
    const made: OrchestrationTransition = { from, event: cause, to };
    from = to;
    return made;
  });
}

function plannedMoves(before: OrchestrationState, event: ExecutionEvent, after: ExecutionState): readonly Move[] {
  switch (event.kind) {
    case "ExecutionStarted":
      return [["start_plan", "planner_active"], ...(event.plan === null ? [] : validated(event.plan))];
    case "PlanProposed":
      if (event.round === undefined) return validated(event.plan);
      return before === "merging_results" && event.plan.steps.length > 0 ? [[null, "dispatching_step"]] : [];
    case "PlanRejected":
      return event.correcting || event.round !== undefined ? [] : [["validation_failed", "failed"]];
    case "StepStarted":
      return awaited(before);
    case "StepWaiting":
      // A question about the whole plan dispatches nothing.
      return event.step === null ? [] : awaited(before);
    case "StepFinished":
      return stepMoves(before, event, after);
    // The machine knows no steps after its end: it ends with the event that decides the end.
    case "FinallyStarted":
    case "ExecutionFinished": {
      if (event.failure?.code === "EXECUTION_TIMEOUT") return [["timeout", "failed"]];
      if (event.failure?.code === "CRASH_LOOP") return [["panic", "failed"]];
      if (event.status === "CANCELLED") return [[null, "failed"]];
      // Routing or planning failed for good, or no agent fits. The results of steps have moved the machine before.
      if (event.status === "FAILED")
        return [before === "planner_active" ? ["validation_failed", "failed"] : [null, "failed"]];
      return completed(before);
    }
    default:
      return [];
  }
}

/** An execution that may plan again waits for its end where its last step left it. */
function completed(before: OrchestrationState): readonly Move[] {
  if (before === "dispatching_step")
    return [
      [null, "awaiting_results"],
      ["step_succeeded", "completed"],
    ];
  return [before === "awaiting_results" ? ["step_succeeded", "completed"] : [null, "completed"]];
}

function validated({ steps }: Plan): readonly Move[] {
  const planned: Move = ["planner_finished", "plan_validated"];
  return steps.length === 0 ? [planned] : [planned, [null, "dispatching_step"]];
}

function stepMoves(before: OrchestrationState, event: StepFinished, after: ExecutionState): readonly Move[] {
  const ordinal = after.pinned.graph.ordinalOf.get(event.step);
  // After a cancel the machine only waits for the end. Answers change nothing.
  if (ordinal === undefined || event.group !== null || after.cancelRequested !== undefined) return [];
  if (event.failure?.code === "EXECUTION_TIMEOUT") return [["timeout", "failed"]];
  if (event.failure?.code === "CRASH_LOOP") return [["panic", "failed"]];
  if (event.status === "CANCELLED") return [];
  const isLast = after.unfinished === 0;
  const staysOpen = mayPlanAgain(after);
  const next: OrchestrationState = isLast ? "completed" : "dispatching_step";
  if (event.status === "FAILED") {
    if (staysOpen && (isLast || after.haltedBy === ordinal)) return awaited(before);
    return [...awaited(before), ["step_failed", after.haltedBy === ordinal ? "failed" : next]];
  }
  // A step that its condition keeps from running counts as a success; of a group nothing is merged then.
  if (event.status !== "SKIPPED" && nodeAt(after, ordinal).step.kind !== "TOOL") {
    const merged: readonly Move[] = [...awaited(before), ["parallel_complete", "merging_results"]];
    return staysOpen && isLast ? merged : [...merged, [null, next]];
  }
  return staysOpen && isLast ? awaited(before) : [...awaited(before), ["step_succeeded", next]];
}

/** Results are awaited as soon as anything that was dispatched can answer. */
function awaited(before: OrchestrationState): readonly Move[] {
  return before === "dispatching_step" ? [[null, "awaiting_results"]] : [];
}

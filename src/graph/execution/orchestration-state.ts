/** States of the state machine in the spelling of the schema. */
import type { OrchestrationState } from "../../execution/events/orchestration-state.ts";
import type { ExecutionState } from "../base/schema.generated.ts";

const names: { readonly [State in OrchestrationState]: ExecutionState } = {
  plan_init: "PLAN_INIT",
  planner_active: "PLANNER_ACTIVE",
  plan_validated: "PLAN_VALIDATED",
  dispatching_step: "DISPATCHING_STEP",
  awaiting_results: "AWAITING_RESULTS",
  merging_results: "MERGING_RESULTS",
  completed: "COMPLETED",
  failed: "FAILED",
};

export function executionState(state: OrchestrationState): ExecutionState {
  return names[state];
}

/** The states of the state machine of the document Agent orchestration, and its transitions as events carry them. `orchestration-transitions.ts` has the permitted ones. */

/** The states of the document Agent orchestration (O20). */
export type OrchestrationState =
  | "plan_init"
  | "planner_active"
  | "plan_validated"
  | "dispatching_step"
  | "awaiting_results"
  | "merging_results"
  | "completed"
  | "failed";

/** Its events (O21). */
export type OrchestrationEvent =
  | "start_plan"
  | "planner_finished"
  | "validation_failed"
  | "step_succeeded"
  | "step_failed"
  | "parallel_complete"
  | "timeout"
  | "panic";

export interface OrchestrationTransition {
  readonly from: OrchestrationState;
  /** Null for an automatic move. */
  readonly event: OrchestrationEvent | null;
  readonly to: OrchestrationState;
}

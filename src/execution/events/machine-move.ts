/** The moves of the state machine of the document Agent orchestration, as events carry them. Which are permitted is in `machine.ts`. */

/** The states of the machine of the document Agent orchestration (O20). */
export type MachineState =
  | "plan_init"
  | "planner_active"
  | "plan_validated"
  | "dispatching_step"
  | "awaiting_results"
  | "merging_results"
  | "completed"
  | "failed";

/** Its events (O21). */
export type MachineEvent =
  | "start_plan"
  | "planner_finished"
  | "validation_failed"
  | "step_succeeded"
  | "step_failed"
  | "parallel_complete"
  | "timeout"
  | "panic";

export interface MachineTransition {
  readonly from: MachineState;
  /** Null for an automatic move. */
  readonly event: MachineEvent | null;
  readonly to: MachineState;
}

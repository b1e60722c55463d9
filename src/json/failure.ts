/** Why a step or an execution failed, as data. Messages are safe to show: no secrets, no internal addresses. */
import type { Json } from "./json.ts";

export type FailureCode =
  | "PLAN_INVALID"
  | "PLANNER_OUTPUT_INVALID"
  | "NO_ROUTE"
  | "MODEL_ERROR"
  | "AGENT_ERROR"
  | "BUDGET_EXCEEDED"
  | "INPUT_INVALID"
  | "OUTPUT_INVALID"
  | "TOOL_ERROR"
  | "UPSTREAM_UNAVAILABLE"
  | "UPSTREAM_UNAUTHORIZED"
  | "EGRESS_DENIED"
  | "STEP_TIMEOUT"
  | "EXECUTION_TIMEOUT"
  | "LIMIT_EXCEEDED"
  | "FLOW_REFUSED"
  | "REJECTED_BY_HUMAN"
  | "HUMAN_INPUT_EXPIRED"
  | "CANCELLED"
  | "UNRESOLVED_REFERENCE"
  | "OUTCOME_UNKNOWN"
  | "PROTOCOL"
  | "CRASH_LOOP"
  | "CHILDREN_FAILED"
  | "CONDITION_FAILED"
  | "EXPRESSION_FAILED"
  | "INPUT_MODE_CONFLICT"
  | "ARTIFACT_NOT_FOUND"
  | "DEPTH_EXCEEDED"
  | "CALL_CYCLE"
  | "CHILD_FAILED"
  | "INTERNAL";

export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Further facts, such as violations of a schema. */
  readonly details: Json;
}

/**
 * The state of an execution as an A2A task: states of A2A 1.0, computed the same way from a snapshot, from state and event by event.
 */
import type { ExecutionEvent, ExecutionStatus } from "../events/event.ts";
import { planApprovals } from "../state/open-plan-approval.ts";
import type { ExecutionState } from "../state/state.ts";
import type { ExecutionView } from "./execution-view.ts";

/** The states of A2A 1.0 that an execution can be in. Nothing here is refused after it began, or waits for credentials. */
export type TaskState =
  | "TASK_STATE_SUBMITTED"
  | "TASK_STATE_WORKING"
  | "TASK_STATE_INPUT_REQUIRED"
  | "TASK_STATE_COMPLETED"
  | "TASK_STATE_FAILED"
  | "TASK_STATE_CANCELED";

/** What decides the state: where the execution stands, and the questions to people that nobody has answered. */
export interface TaskStanding {
  readonly status: ExecutionStatus;
  readonly openQuestions: ReadonlySet<string>;
}

/**
 * The state of the A2A task. One that waits for a person requires input, even while other steps run.
 *
 * @example
 * ```ts
 * taskState({ status: "RUNNING", openQuestions: new Set() }); // "TASK_STATE_WORKING"
 * taskState({ status: "WAITING", openQuestions: new Set(["pay/1"]) }); // "TASK_STATE_INPUT_REQUIRED"
 * ```
 */
export function taskState({ openQuestions, status }: TaskStanding): TaskState {
  switch (status) {
    case "PENDING":
      return "TASK_STATE_SUBMITTED";
    case "RUNNING":
    case "WAITING":
      return openQuestions.size > 0 ? "TASK_STATE_INPUT_REQUIRED" : "TASK_STATE_WORKING";
    case "SUCCEEDED":
    case "PARTIAL":
      return "TASK_STATE_COMPLETED";
    case "FAILED":
      return "TASK_STATE_FAILED";
    case "CANCELLED":
      return "TASK_STATE_CANCELED";
  }
}

/** Whether the task will not change any more. */
export function isTerminalTask(state: TaskState): boolean {
  return state === "TASK_STATE_COMPLETED" || state === "TASK_STATE_FAILED" || state === "TASK_STATE_CANCELED";
}

/** Whether a caller who waits has to be told now: the task has ended, or waits for somebody. */
export function isTaskAtRest(state: TaskState): boolean {
  return isTerminalTask(state) || state === "TASK_STATE_INPUT_REQUIRED";
}

export function standingOfView({ humanInputs, status }: Pick<ExecutionView, "humanInputs" | "status">): TaskStanding {
  const open = humanInputs.filter((input) => input.status === "PENDING").map(({ requestId }) => requestId);
  return { status, openQuestions: new Set(open) };
}

/** `status` is that of `state`. */
export function standingOfState(state: ExecutionState, status: ExecutionStatus): TaskStanding {
  const questions = [...planApprovals(state), ...state.steps.flatMap((step) => step.questions)];
  const open = questions.filter(({ resolution }) => resolution === undefined).map(({ requestId }) => requestId);
  return { status, openQuestions: new Set(open) };
}

/**
 * The standing after `event`, as far as it decides the state of the task: whoever follows the events sees the same states in the same
 * order, however they come in pages.
 */
export function standingAfter(standing: TaskStanding, event: ExecutionEvent): TaskStanding {
  const { openQuestions, status } = standing;
  if (isTerminalTask(taskState(standing))) return standing;
  switch (event.kind) {
    case "ModelCallStarted":
    case "StepStarted":
      return { status: "RUNNING", openQuestions };
    case "StepWaiting": {
      const asked = event.waitsFor === "PERSON" ? [event.request.requestId] : [];
      return { status: "RUNNING", openQuestions: new Set([...openQuestions, ...asked]) };
    }
    case "HumanInputResolved": {
      const open = [...openQuestions].filter((requestId) => requestId !== event.requestId);
      return { status, openQuestions: new Set(open) };
    }
    case "ExecutionFinished":
      return { status: event.status, openQuestions: new Set() };
    default:
      return standing;
  }
}

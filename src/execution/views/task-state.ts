/**
 * The state of an execution as an A2A task: states of A2A 1.0, computed the same way from a snapshot, from state and event by event.
 */
import type { HumanInputKind } from "../../plan/human-input.ts";
import type { ExecutionEvent, ExecutionStatus } from "../events/event.ts";
import { planApprovals } from "../state/open-plan-approval.ts";
import type { ExecutionState } from "../state/state.ts";
import type { ExecutionView } from "./execution-view.ts";

/** The states of A2A 1.0 that an execution can be in. Nothing here is refused after it began. */
export type TaskState =
  | "TASK_STATE_SUBMITTED"
  | "TASK_STATE_WORKING"
  | "TASK_STATE_INPUT_REQUIRED"
  | "TASK_STATE_AUTH_REQUIRED"
  | "TASK_STATE_COMPLETED"
  | "TASK_STATE_FAILED"
  | "TASK_STATE_CANCELED";

/** The facts that decide the state: the status of the execution, and the open questions to people, with their kinds. */
export interface TaskStanding {
  readonly status: ExecutionStatus;
  readonly openQuestions: ReadonlyMap<string, HumanInputKind>;
}

/**
 * The state of the A2A task. One that waits for a person requires input, even while other steps run. It requires authorization where all
 * open questions are answered elsewhere: to connect to a server, or to permit an action of a remote agent.
 *
 * @example
 * ```ts
 * taskState({ status: "RUNNING", openQuestions: new Map() }); // "TASK_STATE_WORKING"
 * taskState({ status: "WAITING", openQuestions: new Map([["pay/1", "APPROVAL"]]) }); // "TASK_STATE_INPUT_REQUIRED"
 * taskState({ status: "WAITING", openQuestions: new Map([["mail/1", "CONNECT"]]) }); // "TASK_STATE_AUTH_REQUIRED"
 * ```
 */
export function taskState({ openQuestions, status }: TaskStanding): TaskState {
  switch (status) {
    case "PENDING":
      return "TASK_STATE_SUBMITTED";
    case "RUNNING":
    case "WAITING":
      if (openQuestions.size === 0) return "TASK_STATE_WORKING";
      return [...openQuestions.values()].every(isDoneElsewhere)
        ? "TASK_STATE_AUTH_REQUIRED"
        : "TASK_STATE_INPUT_REQUIRED";
    case "SUCCEEDED":
    case "PARTIAL":
      return "TASK_STATE_COMPLETED";
    case "FAILED":
      return "TASK_STATE_FAILED";
    case "CANCELLED":
      return "TASK_STATE_CANCELED";
  }
}

function isDoneElsewhere(kind: HumanInputKind): boolean {
  return kind === "AUTHORIZE" || kind === "CONNECT";
}

/** Whether the task will not change any more. */
export function isTerminalTask(state: TaskState): boolean {
  return state === "TASK_STATE_COMPLETED" || state === "TASK_STATE_FAILED" || state === "TASK_STATE_CANCELED";
}

/** Whether a caller who waits has to be answered now: the task has ended, or waits for somebody. */
export function isTaskAtRest(state: TaskState): boolean {
  return isTerminalTask(state) || state === "TASK_STATE_INPUT_REQUIRED" || state === "TASK_STATE_AUTH_REQUIRED";
}

export function standingOfView({ humanInputs, status }: Pick<ExecutionView, "humanInputs" | "status">): TaskStanding {
  const open = humanInputs.filter((input) => input.status === "PENDING");
  return { status, openQuestions: new Map(open.map(({ kind, requestId }) => [requestId, kind])) };
}

/** `status` is that of `state`. */
export function standingOfState(state: ExecutionState, status: ExecutionStatus): TaskStanding {
  const questions = [...planApprovals(state), ...state.steps.all.flatMap((step) => step.questions)];
  const open = questions.filter(({ resolution }) => resolution === undefined);
  return { status, openQuestions: new Map(open.map(({ kind, requestId }) => [requestId, kind])) };
}

/**
 * The progress of the task after `event`, as far as it decides the state of the task. Every reader of the events sees the same states in
 * the same order, for every division into pages.
 */
export function standingAfter(standing: TaskStanding, event: ExecutionEvent): TaskStanding {
  const { openQuestions, status } = standing;
  if (isTerminalTask(taskState(standing))) return standing;
  switch (event.kind) {
    case "ModelCallStarted":
    case "StepStarted":
      return { status: "RUNNING", openQuestions };
    case "StepWaiting": {
      const open = new Map(openQuestions);
      if (event.waitsFor === "PERSON") open.set(event.request.requestId, event.request.kind);
      return { status: "RUNNING", openQuestions: open };
    }
    case "HumanInputResolved": {
      const open = new Map(openQuestions);
      open.delete(event.requestId);
      return { status, openQuestions: open };
    }
    case "ExecutionFinished":
      return { status: event.status, openQuestions: new Map() };
    default:
      return standing;
  }
}

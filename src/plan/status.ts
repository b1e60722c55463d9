/** Where an execution stands for users (C5), and the short account of it that the index keeps. */
import { waitsForPeopleOnly } from "./clock.ts";
import type { ExecutionStatus, WaitKind } from "./event.ts";
import type { ExecutionSummary } from "./execution-view.ts";
import { type ExecutionState, nodeAt, stepAt } from "./state.ts";

/** WAITING while nothing runs until a person, a timer or a remote task answers; back-off is RUNNING. */
export function statusOf(state: ExecutionState): ExecutionStatus {
  if (state.finished !== null) return state.finished.status;
  if (state.startedAt === null) return "PENDING";
  if (state.active.length === 0) return "RUNNING";
  return state.active.every((ordinal) => stepAt(state, ordinal).wait !== null) ? "WAITING" : "RUNNING";
}

export function waitingFor(state: ExecutionState): WaitKind | null {
  if (statusOf(state) !== "WAITING") return null;
  if (waitsForPeopleOnly(state)) return "PERSON";
  const [first] = state.active;
  return first === undefined ? null : (stepAt(state, first).wait?.kind ?? null);
}

export function isFinalExecution(status: ExecutionStatus): boolean {
  return status === "SUCCEEDED" || status === "PARTIAL" || status === "FAILED" || status === "CANCELLED";
}

/** Id of the step that runs or waits; of several the one that began first. */
export function currentStep(state: ExecutionState): string | null {
  const [current] = state.active;
  return current === undefined ? null : nodeAt(state, current).step.id;
}

export function summaryOf(state: ExecutionState): ExecutionSummary {
  const { execution, subject, contextId, origin, labels } = state.pinned;
  return {
    execution,
    revision: state.sequence,
    status: statusOf(state),
    state: state.machine,
    waitingFor: waitingFor(state),
    currentStep: currentStep(state),
    subject,
    contextId,
    root: origin.root,
    parent: origin.parent?.execution ?? null,
    labels,
    callables: [...state.pinned.callables.keys()],
    startedAt: state.startedAt,
    toolCalls: state.calls,
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
    finishedAt: state.finished?.at ?? null,
  };
}

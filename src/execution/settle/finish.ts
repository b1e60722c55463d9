/**
 * How an execution ends (C6, O34): CANCELLED, then the reason for having no plan, then the deadline, then the results of its steps. Where a
 * plan has `finally` steps, that is decided and stored before the first of them begins (R9). If one of them does not succeed, SUCCEEDED
 * becomes PARTIAL, and any other end stays what it is.
 */

import type { Failure } from "../../json/failure.ts";
import type { ExecutionFinished, FinalExecutionStatus, FinallyStarted } from "../events/event.ts";
import { hasSucceeded } from "../events/has-succeeded.ts";
import { isUnrouted, requiredOutput } from "../state/model-task.ts";
import { needsPlanApproval } from "../state/open-plan-approval.ts";
import { type EndingState, type ExecutionState, nodeAt, stepAt } from "../state/state.ts";
import { isFine, type StepState } from "../state/step-state.ts";
import { nextTurn } from "../turns/next-turn.ts";
import { executionTimedOut } from "./attempt-end.ts";

/** The end of an execution, or of its steps before those of `finally`. */
export type ExecutionEnd = ExecutionFinished | FinallyStarted;

/**
 * The end of an execution in which nothing runs and nothing may begin, or undefined while it waits for something. `responseFailure` is why
 * a responder that was asked for never got to its end.
 */
export function executionEnd(
  state: ExecutionState,
  over: "CANCEL" | "EXECUTION_TIMEOUT" | undefined,
  responseFailure?: Failure,
): ExecutionEnd | undefined {
  if (state.active.length > 0) return undefined;
  if (state.ending !== undefined) return endAfterFinally(state, state.ending);
  // The result of the responder changes nothing of the end (R27).
  const { failure, response } = state.responded ?? { failure: responseFailure, response: undefined };
  return finallyFirst(state, {
    ...resultOf(state, over),
    response: response ?? null,
    responseFailure: failure ?? null,
  });
}

/** The end of an execution that never reached its steps, because routing or planning failed for good. */
export function endedBy(failure: Failure): ExecutionFinished {
  return finished("FAILED", { ...failure, step: null });
}

/** The end of an execution that was given up by `failure`, regardless of running steps. */
export function givenUpBy(state: ExecutionState, failure: Failure): ExecutionEnd {
  return state.ending === undefined ? finallyFirst(state, endedBy(failure)) : endAfterFinally(state, state.ending);
}

/** `end`, or the beginning of the steps that come first. A plan that was not permitted has none, nor has one whose end was forced. */
function finallyFirst(state: ExecutionState, end: ExecutionFinished): ExecutionEnd {
  const { cancelRequested, isPlanned, pinned, planApproval } = state;
  const isPermitted = !needsPlanApproval(state) || planApproval?.resolution === "ACCEPTED";
  const isDue = isPlanned && pinned.plan.finallyTimeoutMs !== undefined && isPermitted;
  if (!isDue || cancelRequested?.isForced === true) return end;
  const { failure, responseFailure, status } = end;
  const cause = status === "PARTIAL" ? (firstFailure(state) ?? null) : failure;
  return { kind: "FinallyStarted", status, failure: cause, responseFailure };
}

/** The end that was decided before. The steps of `finally` take nothing from a failure, and can add no more than that something is missing. */
function endAfterFinally(
  state: ExecutionState,
  { failure, responseFailure, status: decided }: EndingState,
): ExecutionFinished {
  const steps = topLevel(state).filter((ordinal) => nodeAt(state, ordinal).step.isFinally === true);
  const isWhole = steps.every((ordinal) => isFine(stepAt(state, ordinal)));
  const status = decided === "SUCCEEDED" && !isWhole ? "PARTIAL" : decided;
  return {
    ...finished(status, status === "FAILED" ? (failure ?? null) : null),
    response: state.responded?.response ?? null,
    responseFailure: responseFailure ?? null,
  };
}

function resultOf(state: ExecutionState, over: "CANCEL" | "EXECUTION_TIMEOUT" | undefined): ExecutionFinished {
  if (over === "CANCEL") return finished("CANCELLED", null);
  if (state.turns !== undefined) return turnsResult(state, over);
  if (!state.isPlanned && state.rejected !== undefined) return endedBy(state.rejected.failure);
  if (over === "EXECUTION_TIMEOUT" && wasCut(state)) return endedBy(executionTimedOut(state));
  const { plan } = state.pinned;
  if (plan.steps.length === 0) return answered(state, plan.directResponse);
  return { ...resultOfSteps(state), directResponse: requiredOutput(state) === undefined ? plan.directResponse : null };
}

/** The result of the steps of all rounds. An execution that could not make a plan that it wanted is incomplete. */
function resultOfSteps(state: ExecutionState): ExecutionFinished {
  const ends = ordinary(state).map((ordinal) => stepAt(state, ordinal));
  const notPlanned = state.rejected?.failure ?? state.furtherPlanFailure;
  if (ends.every(isFine) && notPlanned === undefined) return finished("SUCCEEDED", null);
  if (ends.some(({ status }) => hasSucceeded(status))) return finished("PARTIAL", null);
  const failure = firstFailure(state) ?? (notPlanned === undefined ? null : { ...notPlanned, step: null });
  return finished("FAILED", failure);
}

/** The result of turns: that of the last one, unless the deadline cut something off. */
function turnsResult(state: ExecutionState, over: "EXECUTION_TIMEOUT" | undefined): ExecutionFinished {
  const next = nextTurn(state);
  const isCut = next.kind !== "END" || topLevel(state).some((ordinal) => timedOut(stepAt(state, ordinal)));
  if (over !== undefined && isCut) return endedBy(executionTimedOut(state));
  if (next.kind !== "END") throw new Error("an execution cannot end while a turn is to come");
  return finished(next.status, next.failure);
}

/** Without steps the answer is the result: of the planner itself, or of the responder where no agent fits (C30). */
function answered(state: ExecutionState, directResponse: string | null): ExecutionFinished {
  const isAnswered = directResponse !== null || !isUnrouted(state) || state.responded?.response !== undefined;
  if (!isAnswered) return endedBy(noRoute);
  // A planner's text is not the output of an agent that declares one.
  return {
    ...finished("SUCCEEDED", null),
    directResponse: requiredOutput(state) === undefined ? directResponse : null,
  };
}

const noRoute: Failure = {
  code: "NO_ROUTE",
  message: "no agent fits the question",
  retryable: false,
  details: null,
};

/**
 * Whether the deadline cut something off. It did not if the last step finished by itself, even if that was noticed late. Steps that a halt
 * kept from running were not cut off by the deadline, even if the responder wrote until then.
 */
function wasCut(state: ExecutionState): boolean {
  if (state.unfinished > 0 && state.haltedBy === undefined) return true;
  return ordinary(state).some((ordinal) => timedOut(stepAt(state, ordinal)));
}

function timedOut({ failure }: StepState): boolean {
  return failure?.code === "EXECUTION_TIMEOUT";
}

function finished(status: FinalExecutionStatus, failure: ExecutionFinished["failure"]): ExecutionFinished {
  return {
    kind: "ExecutionFinished",
    status,
    failure,
    directResponse: null,
    output: null,
    response: null,
    responseFailure: null,
  };
}

function firstFailure(state: ExecutionState): (Failure & { readonly step: string | null }) | undefined {
  const failing = state.haltedBy ?? ordinary(state).find((ordinal) => stepAt(state, ordinal).failure !== undefined);
  if (failing === undefined) return undefined;
  const { failure } = stepAt(state, failing);
  return failure === undefined ? undefined : { ...failure, step: nodeAt(state, failing).step.id };
}

/** The top-level steps whose ends decide that of the execution. */
function ordinary(state: ExecutionState): readonly number[] {
  return topLevel(state).filter((ordinal) => nodeAt(state, ordinal).step.isFinally !== true);
}

function topLevel(state: ExecutionState): readonly number[] {
  return state.pinned.graph.nodes.filter((node) => node.group === undefined).map((node) => node.ordinal);
}

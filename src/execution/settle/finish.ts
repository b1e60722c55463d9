/** How an execution ends (C6, O34): CANCELLED, then what kept it from having a plan, then the deadline, then what its steps came to. */

import type { Failure } from "../../json/failure.ts";
import type { ExecutionFinished, FinalExecutionStatus } from "../events/event.ts";
import { hasSucceeded } from "../events/has-succeeded.ts";
import { isUnrouted, requiredOutput } from "../state/model-task.ts";
import { type ExecutionState, nodeAt, stepAt } from "../state/state.ts";
import { isFine, type StepState } from "../state/step-state.ts";
import { nextTurn } from "../turns/next-turn.ts";
import { executionTimedOut } from "./attempt-end.ts";

/**
 * The end of an execution in which nothing runs and nothing may begin, or undefined while it waits for something. `responseFailure` is why
 * a responder that was asked for never got to its end.
 */
export function executionEnd(
  state: ExecutionState,
  over: "CANCEL" | "EXECUTION_TIMEOUT" | undefined,
  responseFailure?: Failure,
): ExecutionFinished | undefined {
  if (state.active.length > 0) return undefined;
  // What the responder came to changes nothing of the result (R27).
  const { failure, response } = state.responded ?? { failure: responseFailure, response: undefined };
  return { ...resultOf(state, over), response: response ?? null, responseFailure: failure ?? null };
}

/** The end of an execution that never came to its steps, because routing or planning failed for good. */
export function endedBy(failure: Failure): ExecutionFinished {
  return finished("FAILED", { ...failure, step: null });
}

function resultOf(state: ExecutionState, over: "CANCEL" | "EXECUTION_TIMEOUT" | undefined): ExecutionFinished {
  if (over === "CANCEL") return finished("CANCELLED", null);
  if (state.turns !== undefined) return turnsResult(state, over);
  if (!state.isPlanned && state.rejected !== undefined) return endedBy(state.rejected.failure);
  if (over === "EXECUTION_TIMEOUT" && wasCut(state)) return endedBy(executionTimedOut(state));
  const { plan } = state.pinned;
  if (plan.steps.length === 0) return answered(state, plan.directResponse);
  const ends = topLevel(state).map((ordinal) => stepAt(state, ordinal));
  if (ends.every(isFine)) return finished("SUCCEEDED", null);
  if (ends.some(({ status }) => hasSucceeded(status))) return finished("PARTIAL", null);
  return finished("FAILED", firstFailure(state) ?? null);
}

/** What turns came to: what the last one says, unless the deadline took anything away. */
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
  // What a planner says is not what an agent owes that declares an output.
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
 * Whether the deadline took anything away; if the last step finished by itself, however late it was noticed, it did not. What a halt
 * kept from running was not taken by the deadline, even if the responder wrote until then.
 */
function wasCut(state: ExecutionState): boolean {
  if (state.unfinished > 0 && state.haltedBy === undefined) return true;
  return topLevel(state).some((ordinal) => timedOut(stepAt(state, ordinal)));
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

function firstFailure(state: ExecutionState): (Failure & { readonly step: string }) | undefined {
  const failing = state.haltedBy ?? topLevel(state).find((ordinal) => stepAt(state, ordinal).failure !== undefined);
  if (failing === undefined) return undefined;
  const { failure } = stepAt(state, failing);
  return failure === undefined ? undefined : { ...failure, step: nodeAt(state, failing).step.id };
}

function topLevel(state: ExecutionState): readonly number[] {
  return state.pinned.graph.nodes.filter((node) => node.group === undefined).map((node) => node.ordinal);
}

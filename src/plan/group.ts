/** How a group ends (O6, O18, C7): `collect` runs every child, `first_success` ends with the first child that succeeds. */
import type { InterruptionCause } from "./attempt.ts";
import type { FinalStepStatus, StepFinished } from "./event.ts";
import type { Failure } from "./failure.ts";
import { mayBegin } from "./may-begin.ts";
import { executionTimedOut, groupIsDecided } from "./settle.ts";
import { type ExecutionState, isFinal, nodeAt, stepAt } from "./state.ts";

/** The end of the open group at `ordinal`, or null while children run, wait, or are about to begin. */
export function groupEnd(state: ExecutionState, ordinal: number, over: InterruptionCause | null): StepFinished | null {
  const { children, step } = nodeAt(state, ordinal);
  const unfinished = children.filter((child) => !isFinal(stepAt(state, child).status));
  if (unfinished.some((child) => state.active.includes(child) || (over === null && mayBegin(state, child))))
    return null;
  const begun = children.some((child) => isFinal(stepAt(state, child).status));
  // Cut off before its first child, it was never run: the end of the execution says so.
  if (!begun && children.length > 0) return null;
  const { status, failure } = judged(state, ordinal, over);
  return {
    kind: "StepFinished",
    step: step.id,
    group: null,
    status,
    attempt: 0,
    callId: null,
    outcome: null,
    output: null,
    content: null,
    failure,
    warning: null,
  };
}

function judged(
  state: ExecutionState,
  ordinal: number,
  over: InterruptionCause | null,
): { readonly status: FinalStepStatus; readonly failure: Failure | null } {
  const { children } = nodeAt(state, ordinal);
  if (groupIsDecided(state, ordinal)) return { status: "SUCCEEDED", failure: null };
  if (over === "CANCEL") return { status: "CANCELLED", failure: null };
  if (over === "EXECUTION_TIMEOUT") return { status: "FAILED", failure: executionTimedOut(state) };
  const statuses = children.map((child) => stepAt(state, child).status);
  if (statuses.every((status) => status === "SUCCEEDED")) return { status: "SUCCEEDED", failure: null };
  const failure = childrenFailed(state, children);
  return { status: statuses.includes("SUCCEEDED") ? "PARTIAL" : "FAILED", failure };
}

/** One failure that names every child that failed. */
function childrenFailed(state: ExecutionState, children: readonly number[]): Failure {
  const failures = children.flatMap((child) => {
    const { failure } = stepAt(state, child);
    return failure === null
      ? []
      : [{ step: nodeAt(state, child).step.id, code: failure.code, message: failure.message }];
  });
  return {
    code: "CHILDREN_FAILED",
    message: `${failures.length} of ${children.length} steps of the group did not succeed`,
    retryable: children.some((child) => stepAt(state, child).failure?.retryable === true),
    details: failures,
  };
}

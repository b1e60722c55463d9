/** How an execution ends (C6, O34): CANCELLED, then the deadline, then what its counted steps came to. */
import type { ExecutionFinished, FinalExecutionStatus } from "./event.ts";
import type { Failure } from "./failure.ts";
import { executionTimedOut } from "./settle.ts";
import { type ExecutionState, nodeAt, stepAt } from "./state.ts";

/** The end of an execution in which nothing runs and nothing may begin, or null while it waits for something. */
export function executionEnd(
  state: ExecutionState,
  over: "CANCEL" | "EXECUTION_TIMEOUT" | null,
): ExecutionFinished | null {
  if (state.active.length > 0) return null;
  if (over === "CANCEL") return finished("CANCELLED", null);
  if (over === "EXECUTION_TIMEOUT" && wasCut(state))
    return finished("FAILED", { ...executionTimedOut(state), step: null });
  const { plan } = state.pinned;
  if (plan.steps.length === 0) return { ...finished("SUCCEEDED", null), directResponse: plan.directResponse };
  const ends = topLevel(state).map((ordinal) => stepAt(state, ordinal));
  if (ends.every((step) => step.status === "SUCCEEDED")) return finished("SUCCEEDED", null);
  if (ends.some((step) => step.status === "SUCCEEDED" || step.status === "PARTIAL")) return finished("PARTIAL", null);
  return finished("FAILED", firstFailure(state));
}

/** Whether the deadline took anything away; if the last step finished by itself, however late it was noticed, it did not. */
function wasCut(state: ExecutionState): boolean {
  if (state.unfinished > 0) return true;
  return topLevel(state).some((ordinal) => stepAt(state, ordinal).failure?.code === "EXECUTION_TIMEOUT");
}

function finished(status: FinalExecutionStatus, failure: ExecutionFinished["failure"]): ExecutionFinished {
  return { kind: "ExecutionFinished", status, failure, directResponse: null };
}

function firstFailure(state: ExecutionState): (Failure & { readonly step: string }) | null {
  const failing = state.haltedBy ?? topLevel(state).find((ordinal) => stepAt(state, ordinal).failure !== null);
  if (failing === undefined) return null;
  const { failure } = stepAt(state, failing);
  return failure === null ? null : { ...failure, step: nodeAt(state, failing).step.id };
}

function topLevel(state: ExecutionState): readonly number[] {
  return state.pinned.graph.nodes.filter((node) => node.group === null).map((node) => node.ordinal);
}

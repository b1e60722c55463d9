/**
 * How a child ended, in two forms: as the child reports it, and as the result of the call that its parent made.
 */
import type { CallResult, PollResult } from "../../execution/events/attempt.ts";
import type { ReadValue } from "../../execution/state/read-reference.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import { isFinalExecution, usageOf } from "../../execution/state/status.ts";
import type { ExecutionView } from "../../execution/views/execution-view.ts";
import { projectionOf } from "../../execution/views/projection.ts";
import { ownMetadata } from "../../execution/views/response-metadata.ts";
import type { Failure } from "../../json/failure.ts";
import type { Json } from "../../json/json.ts";
import type { ChildEnd } from "../ports/execution-peer.ts";

/** Null while it runs. */
export function childEndOf(state: ExecutionState, read: ReadValue): ChildEnd | null {
  const { finished } = state;
  if (finished === undefined) return null;
  const { failure, status } = finished;
  return { status, result: resultOf(state, read), failure: withoutStep(failure), usage: usageOf(state) };
}

/** Once retention has removed its values nothing is left of a child but how it ended. */
export function archivedChildEnd({ failure, status, usage }: ExecutionView): ChildEnd | null {
  if (!isFinalExecution(status)) return null;
  return { status: status as ChildEnd["status"], result: null, failure: withoutStep(failure), usage };
}

/** The result of a child: its output and the text of its responder. The output of failed orchestration is its projection (O3). */
function resultOf(state: ExecutionState, read: ReadValue): CallResult | null {
  const { finished } = state;
  if (finished === undefined) return null;
  const { output: position, response } = finished;
  const isFailedOrchestration = position === undefined && state.pinned.callable?.kind === "ORCHESTRATION";
  const projected = isFailedOrchestration ? projectionOf(state, "ORCHESTRATE", read) : undefined;
  const output = position === undefined ? projected : read(position);
  const text = response === null ? undefined : read(response);
  if (output === undefined && text === undefined) return null;
  const content: Json = typeof text === "string" ? [{ type: "text", text }] : [];
  // An agent of ours answers as others do (H12).
  const metadata = state.pinned.callable?.kind === "AGENT" ? ownMetadata(state, finished) : null;
  return { output, content, metadata, isPartial: finished.status === "PARTIAL" };
}

function withoutStep(failure: (Failure & { readonly step: string | null }) | null): Failure | null {
  if (failure === null) return null;
  const { step: _, ...facts } = failure;
  return facts;
}

/** The end of a child that was deleted before its parent heard of its end. */
export const deletedChild: ChildEnd = { status: "FAILED", result: null, failure: lost("it was deleted"), usage: null };

/** The end of the call that the child `name` was, for the parent (C5, W11). */
export function childResult(name: string, { failure, result, status, usage }: ChildEnd): PollResult {
  const used = usage === null ? {} : { usage };
  const failed = (failureOfCall: Failure): PollResult => {
    return { kind: "FAILED", outcome: "ANSWERED", failure: failureOfCall, result: result ?? undefined, ...used };
  };
  switch (status) {
    case "SUCCEEDED":
    case "PARTIAL":
      if (result !== null) return { kind: "SUCCEEDED", result, ...used };
      return failed(childFailure(name, lost("its result is not kept any more")));
    case "FAILED":
      return failed(childFailure(name, failure ?? lost("it does not say why")));
    case "CANCELLED": {
      const message = "the execution that the step waited for was cancelled";
      return failed({ code: "CANCELLED", message, retryable: false, details: { execution: name } });
    }
  }
}

const childFailed = "the execution that the step waited for failed: ";

/** The failure of a step by that of its child. However deep the cause lies, its message is introduced once; `details` name each execution on the way. */
function childFailure(name: string, { code, details, message, retryable }: Failure): Failure {
  return {
    code: "CHILD_FAILED",
    message: code === "CHILD_FAILED" && message.startsWith(childFailed) ? message : childFailed + message,
    retryable,
    details: { execution: name, code, message, details },
  };
}

function lost(message: string): Failure {
  return { code: "CHILD_FAILED", message, retryable: false, details: null };
}

/**
 * A finished execution as the `ExecutionResponse` of the document Host contract (H7, C5): answers to others have the shape that we accept from
 * them.
 */

import { type Json, type JsonObject, objectOf } from "../../json/json.ts";
import type { FinalExecutionStatus } from "../events/event.ts";
import { answeringStep } from "../state/planned-step.ts";
import type { ReadValue } from "../state/read-reference.ts";
import type { ExecutionState } from "../state/state.ts";
import { responseMetadata } from "./response-metadata.ts";
import { givenBy, givenBytes, truncated } from "./step-output.ts";

/** Bytes of JSON that the outputs of several steps may be together. */
const outputsBytes = 1_048_576;

const statuses = {
  SUCCEEDED: "success",
  PARTIAL: "partial",
  FAILED: "error",
  CANCELLED: "error",
} as const satisfies { readonly [Status in FinalExecutionStatus]: string };

/** The members have the order of the document. `error` is left out unless the status is `error` (H11). */
export function executionResponse(
  state: ExecutionState,
  finished: NonNullable<ExecutionState["finished"]>,
  read: ReadValue,
): JsonObject {
  const status = statuses[finished.status];
  return objectOf<Json>([
    ["request_id", state.pinned.requestId],
    ["status", status],
    ["result", resultOf(state, finished, read)],
    ...(status === "error" ? [["error", errorOf(state, finished)] as const] : []),
    ["metadata", responseMetadata(state, finished, read)],
  ]);
}

/**
 * The output of a run of a callable; the result of the chosen agent, as it came (H10); otherwise the text for the user; otherwise the
 * outputs or texts of the steps, by name.
 */
function resultOf(state: ExecutionState, finished: NonNullable<ExecutionState["finished"]>, read: ReadValue): Json {
  if (finished.output !== undefined) return read(finished.output) ?? null;
  const agent = answeringStep(state);
  if (agent !== undefined) return givenBy(state, agent, read) ?? null;
  const text = finished.response === null ? undefined : read(finished.response);
  if (typeof text === "string") return text;
  if (finished.directResponse !== null) return finished.directResponse;
  const topLevel = state.pinned.graph.nodes.filter((node) => node.group === undefined);
  let bytesLeft = outputsBytes;
  const outputs = topLevel.flatMap(({ ordinal, step }) => {
    const name = step.resultKey ?? step.id;
    const bytes = givenBytes(state, ordinal);
    if (bytes > bytesLeft) return [[name, truncated(bytes)] as const];
    bytesLeft -= bytes;
    const value = givenBy(state, ordinal, read);
    return value === undefined ? [] : [[name, value] as const];
  });
  return objectOf<Json>(outputs);
}

/** Never empty. An execution can fail without a failure of its own, if all its steps were allowed to fail. */
function errorOf(state: ExecutionState, { failure, status }: NonNullable<ExecutionState["finished"]>): string {
  if (status === "CANCELLED") return "the execution was cancelled";
  const ofStep = state.steps.all.find((step) => step.status === "FAILED" && step.failure !== undefined)?.failure;
  return failure?.message || ofStep?.message || "the execution failed";
}

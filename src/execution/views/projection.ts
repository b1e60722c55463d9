/**
 * A finished execution in the terms of the document that its plan was written in (C27): its snake case, its statuses and its order. Null
 * before the end, and for a dialect that cannot express the plan.
 */

import type { Failure } from "../../json/failure.ts";
import { type Json, type JsonObject, objectOf } from "../../json/json.ts";
import type { PlanDialect, PlanStep } from "../../plan/plan.ts";
import { groupIsDecided } from "../state/group-state.ts";
import type { ReadValue } from "../state/read-reference.ts";
import { type ExecutionState, nodeAt, stepAt } from "../state/state.ts";
import { isFine } from "../state/step-state.ts";
import { executionResponse } from "./execution-response.ts";
import { outputBytes, outputOf, textBesideOutput, truncated } from "./step-output.ts";

/** Bytes of JSON that the final bindings may be together. */
export const bindingsBytes = 1_048_576;

/** The forms of an execution for readers: the dialects of plans, and the answer of the document Host contract. */
export type ProjectionDialect = PlanDialect | "EXECUTION_RESPONSE";

export function projectionOf(state: ExecutionState, dialect: ProjectionDialect, read: ReadValue): Json {
  if (state.finished === undefined) return null;
  switch (dialect) {
    case "TOOL_CALLS":
      return toolCalls(state, read);
    case "ORCHESTRATE":
      return orchestration(state, read);
    case "EXECUTION_RESPONSE":
      return executionResponse(state, state.finished, read);
    case "TYPED":
      return null;
  }
}

/** Plan, Execute, Respond: the calls in order, each with its result. Groups have no word there. */
function toolCalls(state: ExecutionState, read: ReadValue): Json {
  const { finished } = state;
  const nodes = state.pinned.graph.nodes;
  const direct = finished?.directResponse;
  if (direct != null && nodes.length === 0) return { type: "direct_response", content: direct };
  if (nodes.some((node) => node.step.kind !== "TOOL")) return null;
  const calls = nodes.map((node) => {
    const step = stepAt(state, node.ordinal);
    const planned = node.step;
    return objectOf<Json>([
      ["tool_name", planned.kind === "TOOL" ? planned.callableName : null],
      ["arguments", step.input === undefined ? null : (read(step.input) ?? null)],
      ["status", documentStatus(state, node.ordinal)],
      ...(step.output === undefined ? [] : [["structured_content", read(step.output) ?? null] as const]),
      ...textMember(state, node.ordinal, read),
      ...errorOf(state, node.ordinal),
    ]);
  });
  return objectOf<Json>([
    ["calls", calls],
    ...(finished?.failure == null ? [] : [["error", failureJson(finished.failure)] as const]),
  ]);
}

/**
 * Agent orchestration: success, steps in the order of the plan (O35), final bindings (O36), errors if there are any (O37). Where no step
 * was ever planned, the execution itself says whether that is a success, and why not.
 */
function orchestration(state: ExecutionState, read: ReadValue): Json {
  const { finished } = state;
  const topLevel = state.pinned.graph.nodes.filter((node) => node.group === undefined);
  const ofSteps: readonly JsonObject[] = state.pinned.graph.nodes.flatMap((node) =>
    errorOf(state, node.ordinal).map(([, error]) => ({ step_id: node.step.id, ...error })),
  );
  const failure = topLevel.length === 0 ? (finished?.failure ?? null) : null;
  const errors = failure === null ? ofSteps : [failureJson(failure)];
  const direct = finished?.directResponse;
  const isSuccess =
    topLevel.length === 0
      ? finished?.status === "SUCCEEDED"
      : topLevel.every((node) => isFine(stepAt(state, node.ordinal)));
  return objectOf<Json>([
    ["success", isSuccess],
    ["steps", topLevel.map((node) => orchestrationStep(state, node.ordinal, read))],
    ["bindings", finalBindings(state, read)],
    ...(errors.length === 0 ? [] : [["errors", errors] as const]),
    ...(direct == null ? [] : [["response", direct] as const]),
  ]);
}

function orchestrationStep(state: ExecutionState, ordinal: number, read: ReadValue): JsonObject {
  const { children, step: planned } = nodeAt(state, ordinal);
  const step = stepAt(state, ordinal);
  const outputs = outputOf(state, ordinal, read);
  // The execution that made the call: one of its own, or this one. The API shows the id for the name of its object (O17, O33).
  const child = step.tasks.findLast(({ kind }) => kind === "CHILD");
  const execId = child?.handle ?? (step.callId === undefined ? undefined : state.pinned.execution);
  return objectOf<Json>([
    ["id", planned.id],
    ["type", documentType(planned)],
    ["status", documentStatus(state, ordinal)],
    ...(execId === undefined ? [] : [["exec_id", execId] as const]),
    ...(outputs === undefined ? [] : [["outputs", outputs] as const]),
    ...textMember(state, ordinal, read),
    ...errorOf(state, ordinal),
    ...(planned.kind !== "TOOL"
      ? [["children", children.map((child) => orchestrationStep(state, child, read))] as const]
      : []),
  ]);
}

/** Maps and loops have no word in the document; their own says it. */
function documentType({ kind }: PlanStep): string {
  return kind === "TOOL" ? "agent" : kind.toLowerCase();
}

/**
 * The final map of named values: initial bindings, then every output under its result key (R22). Values are JSON as they were
 * stored; one that would make the map too large is not read, and stands there as `{truncated, bytes}` (C32).
 */
export function finalBindings(state: ExecutionState, read: ReadValue): JsonObject {
  const initial = read(state.pinned.bindings);
  let bytesLeft = bindingsBytes - state.pinned.bindings.bytes;
  const named = state.pinned.graph.nodes.flatMap((node) => {
    const { resultKey } = node.step;
    if (resultKey === null) return [];
    const bytes = outputBytes(state, node.ordinal);
    if (bytes > bytesLeft) return [[resultKey, truncated(bytes)] as const];
    bytesLeft -= bytes;
    const value = outputOf(state, node.ordinal, read);
    return value === undefined ? [] : [[resultKey, value] as const];
  });
  const given = typeof initial === "object" && initial !== null ? Object.entries(initial as JsonObject) : [];
  return objectOf<Json>([...given, ...named]);
}

/** The member `text` of a step whose callee wrote more than its output says (P19). */
function textMember(state: ExecutionState, ordinal: number, read: ReadValue): readonly (readonly ["text", string])[] {
  const text = textBesideOutput(state, ordinal, read);
  return text === undefined ? [] : [["text", text]];
}

/** `skipped` are steps that never ran and those that a sibling made pointless (C7); one that was cut otherwise is `failed`. */
function documentStatus(state: ExecutionState, ordinal: number): string {
  const { status } = stepAt(state, ordinal);
  switch (status) {
    case "SUCCEEDED":
      return "success";
    case "PARTIAL":
      return "partial";
    case "FAILED":
      return "failed";
    case "SKIPPED":
      return "skipped";
    case "CANCELLED":
      return isLoser(state, ordinal) ? "skipped" : "failed";
    case "PENDING":
    case "RUNNING":
    case "WAITING":
      throw new Error(`a finished execution has a step that is ${status}`);
  }
}

/** Whether a sibling decided the group of the step before it. */
function isLoser(state: ExecutionState, ordinal: number): boolean {
  const { group } = nodeAt(state, ordinal);
  return group !== undefined && groupIsDecided(state, group);
}

/** The member `error` of a step that is `failed`, which one that was cancelled is without a failure of its own. */
function errorOf(state: ExecutionState, ordinal: number): readonly (readonly ["error", JsonObject])[] {
  const { failure, status } = stepAt(state, ordinal);
  if (failure !== undefined) return [["error", failureJson(failure)]];
  if (status !== "CANCELLED" || isLoser(state, ordinal)) return [];
  return [["error", { code: "CANCELLED", message: "the step was cut short before it ended", details: null }]];
}

function failureJson({ code, details, message }: Failure): JsonObject {
  return { code, message, details };
}

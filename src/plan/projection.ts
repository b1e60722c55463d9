/**
 * A finished execution in the words of the document that its plan was written in (C27): exactly its snake case, its statuses
 * and its order. Null before the end, and for a dialect in which the plan cannot be said.
 */
import type { PlanDialect, StepStatus } from "./event.ts";
import type { Failure } from "./failure.ts";
import { type Json, type JsonObject, objectOf } from "./json.ts";
import { groupOutput, type ReadValue } from "./read-reference.ts";
import { type ExecutionState, nodeAt, stepAt } from "./state.ts";
import type { ValuePosition } from "./stored-value.ts";

export function projectionOf(state: ExecutionState, dialect: PlanDialect, read: ReadValue): Json {
  if (state.finished === null) return null;
  switch (dialect) {
    case "TOOL_CALLS":
      return toolCalls(state, read);
    case "ORCHESTRATE":
      return orchestration(state, read);
    case "TYPED":
      return null;
  }
}

/** Plan, Execute, Respond: the calls in order, each with what became of it. Groups have no word there. */
function toolCalls(state: ExecutionState, read: ReadValue): Json {
  const { finished } = state;
  if (finished?.directResponse != null) return { type: "direct_response", content: finished.directResponse };
  const nodes = state.pinned.graph.nodes;
  if (nodes.some((node) => node.step.kind === "PARALLEL")) return null;
  const calls = nodes.map((node) => {
    const step = stepAt(state, node.ordinal);
    const planned = node.step;
    return objectOf<Json>([
      ["tool_name", planned.kind === "TOOL" ? planned.callableName : null],
      ["arguments", step.input === null ? null : (read(step.input) ?? null)],
      ["status", documentStatus(step.status)],
      ...(step.output === null ? [] : [["structured_content", read(step.output) ?? null] as const]),
      ...(step.failure === null ? [] : [["error", failureJson(step.failure)] as const]),
    ]);
  });
  return objectOf<Json>([
    ["calls", calls],
    ...(finished?.failure == null ? [] : [["error", failureJson(finished.failure)] as const]),
  ]);
}

/** Agent orchestration: success, steps in the order of the plan (O35), final bindings (O36), errors if there are any (O37). */
function orchestration(state: ExecutionState, read: ReadValue): Json {
  const topLevel = state.pinned.graph.nodes.filter((node) => node.group === null);
  const errors = state.pinned.graph.nodes.flatMap((node) => {
    const { failure } = stepAt(state, node.ordinal);
    return failure === null
      ? []
      : [objectOf<Json>([["step_id", node.step.id], ...Object.entries(failureJson(failure))])];
  });
  const direct = state.finished?.directResponse;
  return objectOf<Json>([
    ["success", topLevel.every((node) => stepAt(state, node.ordinal).status === "SUCCEEDED")],
    ["steps", topLevel.map((node) => orchestrationStep(state, node.ordinal, read))],
    ["bindings", finalBindings(state, read)],
    ...(errors.length === 0 ? [] : [["errors", errors] as const]),
    ...(direct == null ? [] : [["response", direct] as const]),
  ]);
}

function orchestrationStep(state: ExecutionState, ordinal: number, read: ReadValue): JsonObject {
  const { children, step: planned } = nodeAt(state, ordinal);
  const step = stepAt(state, ordinal);
  const outputs = planned.kind === "PARALLEL" ? groupOutput(state, ordinal, read) : outputOf(step.output, read);
  return objectOf<Json>([
    ["id", planned.id],
    ["type", planned.kind === "PARALLEL" ? "parallel" : "agent"],
    ["status", documentStatus(step.status)],
    ...(step.callId === null ? [] : [["exec_id", step.callId] as const]),
    ...(outputs === null ? [] : [["outputs", outputs] as const]),
    ...(step.failure === null ? [] : [["error", failureJson(step.failure)] as const]),
    ...(planned.kind === "PARALLEL"
      ? [["children", children.map((child) => orchestrationStep(state, child, read))] as const]
      : []),
  ]);
}

/** The final map of named values: initial bindings, then every output under its result key (R22). */
export function finalBindings(state: ExecutionState, read: ReadValue): JsonObject {
  const initial = read(state.pinned.bindings);
  const named = state.pinned.graph.nodes.flatMap((node) => {
    const { resultKey, kind } = node.step;
    const step = stepAt(state, node.ordinal);
    const value = kind === "PARALLEL" ? groupOutput(state, node.ordinal, read) : outputOf(step.output, read);
    return resultKey === null || value === null ? [] : [[resultKey, value] as const];
  });
  const given = typeof initial === "object" && initial !== null ? Object.entries(initial as JsonObject) : [];
  return objectOf<Json>([...given, ...named]);
}

/** Cancelled and never run steps are both `skipped` there: the document knows no third word. */
function documentStatus(status: StepStatus): string {
  switch (status) {
    case "SUCCEEDED":
      return "success";
    case "PARTIAL":
      return "partial";
    case "FAILED":
      return "failed";
    case "SKIPPED":
    case "CANCELLED":
      return "skipped";
    case "PENDING":
    case "RUNNING":
    case "WAITING":
      throw new Error(`a finished execution has a step that is ${status}`);
  }
}

function outputOf(position: ValuePosition | null, read: ReadValue): Json {
  return position === null ? null : (read(position) ?? null);
}

function failureJson({ code, details, message }: Failure): JsonObject {
  return { code, message, details };
}

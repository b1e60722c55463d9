/**
 * Events as frames of the document Auto-tools, for its chat clients: `chat.structured_output_ready` (T6), `chat.tool_call` (T24) and
 * `chat.tool_response` (T25), with the texts of T26. `context_variables` is the runtime's alone and stands in no frame (C15, T24). A call
 * has one `tool_call`, however often it is attempted.
 */
import { flattenAutoToolPayload } from "../../../packages/client/src/auto-tool-frames.ts";
import type { Failure } from "../../json/failure.ts";
import { isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";
import type { StoredValue, ValueSlot } from "../../json/stored-value.ts";
import { withoutContext } from "../../plan/context-parameter.ts";
import type { ExecutionEvent, StepFinished } from "../events/event.ts";
import { hasSucceeded } from "../events/has-succeeded.ts";
import type { AutoToolCall, StructuredOutputChecked } from "../events/turn-event.ts";
import { reportedFailure, toolStatusText } from "../state/auto-tool-call.ts";

export interface FramedValue {
  readonly slot: ValueSlot;
  readonly value: StoredValue;
}

/** Whether the event has a frame. */
export function hasChatFrame(event: ExecutionEvent): boolean {
  switch (event.kind) {
    case "StructuredOutputChecked":
      return event.context !== undefined;
    case "StepStarted":
      return event.autoTool !== undefined && event.attempt === 1;
    case "StepFinished":
      return event.autoTool !== undefined;
    default:
      return false;
  }
}

/** The value that the frame of an event shows whole. Undefined if it shows none, and for an event without a frame. */
export function framedValue(event: ExecutionEvent): FramedValue | undefined {
  if (!hasChatFrame(event)) return undefined;
  switch (event.kind) {
    case "StructuredOutputChecked":
      return { slot: "data", value: event.data };
    case "StepStarted":
      return { slot: "arguments", value: event.arguments };
    case "StepFinished":
      if (event.output !== null) return { slot: "output", value: event.output };
      return event.content === null ? undefined : { slot: "content", value: event.content };
    default:
      return undefined;
  }
}

/**
 * The frame of an event. `value` is the value that `framedValue` names, null where it names none. Undefined for an event without a frame.
 */
export function chatFrame(event: ExecutionEvent, value: Json): JsonObject | undefined {
  if (!hasChatFrame(event)) return undefined;
  switch (event.kind) {
    case "StructuredOutputChecked":
      return outputReady(event, value);
    case "StepStarted":
      return event.autoTool === undefined ? undefined : toolCall(event.autoTool, value);
    case "StepFinished":
      return event.autoTool === undefined ? undefined : toolResponse(event, event.autoTool, value);
    default:
      return undefined;
  }
}

/** Whether the event is the successful end of a tool that the output of an agent started (T27). Chat clients leave it out. */
export function isAutoToolSuccess(event: ExecutionEvent): boolean {
  return event.kind === "StepFinished" && event.autoTool !== undefined && hasSucceeded(event.status);
}

function outputReady(
  { agentName, context, key, modelName }: StructuredOutputChecked,
  data: Json,
): JsonObject | undefined {
  if (context === undefined) return undefined;
  return {
    kind: "structured_output_ready",
    auto_tool_mode: context.autoToolMode,
    agent_name: agentName,
    model_name: modelName,
    structured_data: data,
    context: { workflow_name: context.workflowName, chat_id: context.chatId, app_id: context.appId },
    turn_idempotency_key: key,
  };
}

function toolCall({ agentName, component, key, toolName, workflowName }: AutoToolCall, args: Json): JsonObject {
  const shown = withoutContext(args);
  const frame = {
    kind: "tool_call",
    agent: agentName,
    tool_name: toolName,
    tool_call_id: key,
    corr: key,
    // The tool itself asks the person, if it asks one (T30).
    awaiting_response: false,
    component_type: component,
    payload: {
      tool_args: isJsonObject(shown) ? shown : {},
      agent_name: agentName,
      interaction_type: "auto_tool",
      workflow_name: workflowName,
    },
  };
  // JSON in, JSON out.
  return { ...frame, flatPayload: flattenAutoToolPayload(frame) as JsonObject };
}

function toolResponse(event: StepFinished, { agentName, key, toolName }: AutoToolCall, value: Json): JsonObject {
  // That a result which reports an error makes the step fail (T27) was decided when it ended.
  const success = hasSucceeded(event.status);
  const result = resultOf(event, value);
  return {
    kind: "tool_response",
    agent: agentName,
    tool_name: toolName,
    call_id: key,
    corr: key,
    status: success ? "ok" : "error",
    success,
    content: toolStatusText(toolName, success),
    interaction_type: "auto_tool",
    payload: success || reportedFailure(result) !== undefined ? result : errorResult(event),
  };
}

/** The result of the tool: its structured output, otherwise its text, which is stored with the metadata of the answer. */
function resultOf({ output }: StepFinished, value: Json): Json {
  return output === null && isJsonObject(value) ? (ownValue(value, "content") ?? null) : value;
}

/** The text for a tool without a result (T20). */
function errorResult({ failure, status }: StepFinished): JsonObject {
  const message = failure?.message ?? `The call was ${status.toLowerCase()}`;
  return { status: "error", message, ...(isDeclined(failure ?? undefined) ? { code: "user_cancelled" } : {}) };
}

function isDeclined(failure: Failure | undefined): boolean {
  return failure?.code === "REJECTED_BY_HUMAN";
}

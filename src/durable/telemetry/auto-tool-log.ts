/**
 * Log lines of auto-tools (T38): one at each stage of a turn, whose `message` begins with `[AUTO_TOOL]` and uses the words of the document
 * that describes them. They name parameters and never show values, which may be secret. The reason why a tool was not called is always
 * logged; everything else at the level `debug`.
 */
import type { RecordedEvent, StepFinished, StepStarted } from "../../execution/events/event.ts";
import { hasSucceeded } from "../../execution/events/has-succeeded.ts";
import type { AutoToolCall, StructuredOutputChecked } from "../../execution/events/turn-event.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import { turnAgent } from "../../plan/turn-work.ts";
import { executionKeys } from "../ports/execution-keys.ts";
import type { LogLevel } from "../ports/execution-options.ts";

/** The lines that `records`, which were just stored, give rise to. */
export function logAutoTools(records: readonly RecordedEvent[], state: ExecutionState, level: LogLevel): void {
  if (state.pinned.turns === null) return;
  const detail = level === "debug" ? (text: string) => console.debug(line(text, state)) : () => undefined;
  for (const { event } of records) {
    switch (event.kind) {
      case "StructuredOutputChecked":
        logOutput(event, state, detail);
        break;
      case "StepStarted":
        if (event.autoTool !== undefined && event.attempt === 1) logCall(event, event.autoTool, detail);
        break;
      case "StepFinished":
        if (event.autoTool !== undefined) logResponse(event, event.autoTool, detail);
        break;
      // Nothing was called (T8).
      case "DuplicateSuppressed":
        detail(`Duplicate turn detected -> skipping (key=${state.pinned.turns.chatId}:${event.key})`);
        break;
    }
  }
}

function logOutput(
  { agentName, context, key, modelName, parameters, violations }: StructuredOutputChecked,
  state: ExecutionState,
  detail: (text: string) => void,
): void {
  const { turns: work } = state.pinned;
  // Not an auto-tool's (T7).
  if (work === null || context?.autoToolMode !== true) return;
  detail(`Received structured_output_ready event: agent=${agentName} turn=${key}`);
  detail(`Processing auto tool turn=${key} for agent=${agentName} workflow=${context.workflowName}`);
  const binding = turnAgent(work, agentName)?.binding ?? null;
  if (binding === null) {
    const found = `workflow=${context.workflowName} model=${modelName} agent=${agentName}`;
    console.warn(line(`No tool binding for ${found}`, state));
    return;
  }
  detail(`Binding resolved for agent=${agentName} tool=${binding.toolName} model=${modelName}`);
  if (violations.length === 0) {
    const names = (parameters ?? []).map(([parameter]) => parameter).join(", ");
    detail(`Prepared kwargs for ${binding.toolName}: ${names === "" ? "none" : names}`);
    return;
  }
  const problems = violations.map(({ message, pointer }) => `${pointer} ${withoutValue(message)}`.trim()).join("; ");
  console.warn(line(`Structured data failed validation: agent=${agentName} turn=${key} ${problems}`, state));
}

/** The kind of the problem, without the compared number and the undeclared name: both are words of the answer. */
function withoutValue(message: string): string {
  return message
    .replace(/^-?\d[\w.+-]* is /, "The number is ")
    .replace(/^(Property|Property name|Instance has) ".*" (matches|does|but)/s, "$1 … $2");
}

function logCall({ arguments: args }: StepStarted, call: AutoToolCall, detail: (text: string) => void): void {
  const { agentName, key, toolName } = call;
  detail(`Emitting chat.tool_call for agent=${agentName} tool=${toolName} turn=${key} bytes=${args.bytes}`);
}

function logResponse({ status }: StepFinished, call: AutoToolCall, detail: (text: string) => void): void {
  const { agentName, key, toolName } = call;
  const outcome = hasSucceeded(status) ? "ok" : "error";
  detail(`Emitting chat.tool_response for agent=${agentName} tool=${toolName} status=${outcome} turn=${key}`);
}

/** One line for all names, also for a reader of the message alone. */
function line(text: string, { pinned }: ExecutionState): string {
  const message = `[AUTO_TOOL] ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")}`;
  return JSON.stringify({ log: "auto_tool", message, ...executionKeys(pinned) });
}

/**
 * Facts of the events of a bound tool beside its call, so that each event is enough to make its chat frames (T24, T25). Also decides when
 * the answer of such a tool counts as a failure although the call succeeded (T27), with the texts of the document about both (T26).
 */

import type { Failure } from "../../json/failure.ts";
import { isJsonObject, type Json, ownValue } from "../../json/json.ts";
import { turnAgent } from "../../plan/turn-work.ts";
import type { ExecutionEvent } from "../events/event.ts";
import { type AutoToolCall, turnSteps } from "../events/turn-event.ts";
import type { ExecutionState } from "./state.ts";

/** Kept UTF-16 code units of a tool's failure message. */
const longestMessage = 1_000;

/** `event` with the call that it is of, if it starts or ends the tool of a turn. `state` is that before it. */
export function withAutoTool(state: ExecutionState, event: ExecutionEvent): ExecutionEvent {
  if (event.kind !== "StepStarted" && event.kind !== "StepFinished") return event;
  const autoTool = autoToolCall(state, event.step);
  return autoTool === undefined ? event : { ...event, autoTool };
}

/** The call that the step makes of the tool that is bound to the agent of its turn; undefined for every other step. */
export function autoToolCall(
  { pinned: { turns: work }, turns }: ExecutionState,
  step: string,
): AutoToolCall | undefined {
  if (work === null || turns === undefined) return undefined;
  // The tool of a turn has ended before the next turn begins.
  const turn = turns.turns.at(-1);
  if (turn === undefined || turnSteps(turn.number).tool !== step) return undefined;
  const binding = turnAgent(work, turn.agentName)?.binding ?? null;
  if (binding === null) return undefined;
  return {
    turn: turn.number,
    key: turn.key,
    agentName: turn.agentName,
    toolName: binding.toolName,
    component: binding.ui?.component ?? null,
    mode: binding.ui?.mode ?? null,
    workflowName: work.manifest.name,
    chatId: work.chatId,
    appId: work.appId,
  };
}

/** The words of the document about the end of a tool (T26). */
export function toolStatusText(toolName: string, isSuccess: boolean): string {
  return isSuccess ? `Tool ${toolName} completed successfully.` : `Tool ${toolName} reported status error.`;
}

/** Why `output` of a bound tool is a failure: it is an object that says so. Undefined if it is not. */
export function reportedFailure(output: Json | undefined): Failure | undefined {
  if (!isJsonObject(output)) return undefined;
  const status = ownValue(output, "status");
  if (typeof status !== "string" || !["error", "failed"].includes(status.toLowerCase())) return undefined;
  const message = ownValue(output, "message");
  return {
    code: "TOOL_ERROR",
    message:
      typeof message === "string" && message.trim() !== ""
        ? message.slice(0, longestMessage).toWellFormed()
        : `the tool answered with the status ${status}`,
    retryable: false,
    details: null,
  };
}

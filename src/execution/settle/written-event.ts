/**
 * An event of a row with the facts that only its values contain. The end of a run of a callable carries the output of the run (W15), the
 * end of a conversation's execution the last message of an agent to the person. Events of a bound tool name their call (T24, T25), and its
 * end is followed by the variables that it sets.
 */

import type { ExecutionEvent, ExecutionFinished } from "../events/event.ts";
import { withAutoTool } from "../state/auto-tool-call.ts";
import type { ReadValue } from "../state/read-reference.ts";
import type { ExecutionState } from "../state/state.ts";
import { type RunValues, withRunChecked, withRunOutput } from "./run-output.ts";
import { withToolVariables } from "./tool-variables.ts";

/** The stored form of `event`. `state` is that before the event, undefined before the first. */
export function writtenEvents(
  state: ExecutionState | undefined,
  event: ExecutionEvent,
  values: RunValues,
): readonly ExecutionEvent[] {
  if (state === undefined) return [event];
  if (event.kind === "FinallyStarted") return [withRunChecked(state, event, values)];
  if (event.kind === "ExecutionFinished")
    return [withRunOutput(state, withFinalText(state, event, values.read), values)];
  const named = withAutoTool(state, event);
  return named.kind === "StepFinished" ? withToolVariables(state, named) : [named];
}

function withFinalText({ turns }: ExecutionState, end: ExecutionFinished, read: ReadValue): ExecutionFinished {
  const last = turns?.messages.findLast(({ author, uiHidden }) => author === "AGENT" && !uiHidden);
  const text = last === undefined ? undefined : read(last.text);
  return typeof text === "string" ? { ...end, directResponse: text } : end;
}

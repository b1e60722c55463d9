/** The output of a finished step or group, for the projections: its value, and its size without reading it. */
import type { Json, JsonObject } from "../../json/json.ts";
import { textBeside } from "../../plan/result-text.ts";
import { groupOutput, type ReadValue, textOf } from "../state/read-reference.ts";
import { type ExecutionState, nodeAt, stepAt } from "../state/state.ts";

/** The output of a step or group; undefined if it has none. */
export function outputOf(state: ExecutionState, ordinal: number, read: ReadValue): Json | undefined {
  if (nodeAt(state, ordinal).step.kind !== "TOOL") return groupOutput(state, ordinal, read) ?? undefined;
  const { output } = stepAt(state, ordinal);
  return output === undefined ? undefined : (read(output) ?? null);
}

/** The text of a step of its own, unless its output says the same. Undefined for a group, whose steps say it. */
export function textBesideOutput(state: ExecutionState, ordinal: number, read: ReadValue): string | undefined {
  if (nodeAt(state, ordinal).step.kind !== "TOOL") return undefined;
  return textBeside(textOf(state, ordinal, read), outputOf(state, ordinal, read));
}

/** Output of a step or group; the text of a step that has a text and no output. */
export function givenBy(state: ExecutionState, ordinal: number, read: ReadValue): Json | undefined {
  return outputOf(state, ordinal, read) ?? textBesideOutput(state, ordinal, read);
}

/** Bytes of the values that `givenBy` reads. */
export function givenBytes(state: ExecutionState, ordinal: number): number {
  const { content, output } = stepAt(state, ordinal);
  return output === undefined ? outputBytes(state, ordinal) + (content?.bytes ?? 0) : outputBytes(state, ordinal);
}

/** Bytes of the output of a step, or of the outputs of the children of a group. */
export function outputBytes(state: ExecutionState, ordinal: number): number {
  const own = stepAt(state, ordinal).output?.bytes ?? 0;
  return nodeAt(state, ordinal).children.reduce((sum, child) => sum + (stepAt(state, child).output?.bytes ?? 0), own);
}

/** Stands in for a value that would make a projection too large (C32). */
export function truncated(bytes: number): JsonObject {
  return { truncated: true, bytes };
}

/**
 * Whether a further attempt writes an event of its own (E2, E3). Mostly the event of the failed attempt is the intent of the next one. That is
 * not enough where calling twice could do harm, nor for a child, which is named before it is made.
 */
import { childKeyOf } from "../../plan/run-definitions.ts";
import { effectClassAt, toolStepAt } from "./planned-step.ts";
import type { ExecutionState } from "./state.ts";

export function leavesRow(state: ExecutionState, ordinal: number): boolean {
  if (effectClassAt(state, ordinal) === "UNSAFE") return true;
  const callable = state.pinned.callables.get(toolStepAt(state, ordinal).callableName);
  return callable !== undefined && childKeyOf(state.pinned.definitions, callable) !== undefined;
}

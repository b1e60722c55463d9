/**
 * Permits of an execution (E10). An attempt in flight holds one. So does a child or remote task while a step waits for it, however long, so
 * that a fan-out never has more at work than it may (O16, O38). People, timers, events and back-off hold none. Requests that await response headers
 * are counted apart, where requests are made.
 *
 * An execution has places for its descendants: `maxDescendants`. A child begins while one is free, holds those that its row gives it, and
 * has no others for its own children. One that waits for its children does no work itself, so none waits for the place of its own parent,
 * and one place is enough for a chain of any depth.
 */
import type { ToolStep } from "../../plan/plan.ts";
import { childKeyOf } from "../../plan/run-definitions.ts";
import { type ExecutionState, nodeAt, stepAt } from "./state.ts";
import { comesByItself, openTask } from "./step-task.ts";

/** Ordinals of the steps that wait for a child or a remote task. */
export function waitingForTasks(state: ExecutionState): readonly number[] {
  return state.active.filter((ordinal) => {
    const task = openTask(stepAt(state, ordinal));
    return task !== undefined && !comesByItself(task);
  });
}

/** Whether the step at `ordinal` can have a permit beside those of `working`, the ordinals that hold one. */
export function hasPermit(state: ExecutionState, ordinal: number, working: readonly number[]): boolean {
  if (working.length >= state.pinned.limits.maxParallel) return false;
  const { group, step: wanted } = nodeAt(state, ordinal);
  if (wanted.kind === "TOOL" && freePlaces(state, working) < 1 && beginsChild(state, wanted)) return false;
  if (group === undefined) return true;
  const { step } = nodeAt(state, group);
  // Of a map no more are ready than may be unfinished, and of a loop one.
  const cap = step.kind === "PARALLEL" ? (step.maxConcurrency ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  let used = 0;
  for (const other of working) if (nodeAt(state, other).group === group) used += 1;
  return used < cap;
}

/** Places for descendants that no child of `working` holds. */
export function freePlaces(state: ExecutionState, working: readonly number[]): number {
  const { maxDescendants } = state.pinned.limits;
  if (maxDescendants === undefined) return Number.POSITIVE_INFINITY;
  let held = 0;
  for (const ordinal of working) {
    const task = openTask(stepAt(state, ordinal));
    if (task?.kind === "CHILD") held += task.places ?? 1;
  }
  return maxDescendants - held;
}

/** Whether the call of `step` is an execution of its own. */
export function beginsChild({ pinned }: ExecutionState, { callableName }: ToolStep): boolean {
  const callable = pinned.callables.get(callableName);
  return callable !== undefined && childKeyOf(pinned.definitions, callable) !== undefined;
}

/** The rows by which a step waits for a child or a remote task. */

import type { Json } from "../../json/json.ts";
import type { StepWaiting } from "../events/event.ts";
import { taskEndsAt } from "../state/clock.ts";
import { groupIdOf, toolStepAt } from "../state/planned-step.ts";
import type { ExecutionState, StepTask } from "../state/state.ts";

export interface AwaitedTask {
  readonly waitsFor: StepTask["kind"];
  readonly handle: string;
  readonly details: Json;
  readonly note: string | null;
  readonly attempt: number;
}

/** The step at `ordinal` waits from `now` on, Unix milliseconds, until its time or that of the execution is over. */
export function taskAwaited(state: ExecutionState, ordinal: number, task: AwaitedTask, now: number): StepWaiting {
  return {
    kind: "StepWaiting",
    step: toolStepAt(state, ordinal).id,
    group: groupIdOf(state, ordinal),
    ...task,
    until: taskEndsAt(state, ordinal, now),
    request: null,
    arguments: null,
    responseSchema: null,
  };
}

/** The row by which a step goes on waiting for `task`, with another note. */
export function taskNoted(state: ExecutionState, ordinal: number, task: StepTask, note: string | null): StepWaiting {
  const { attempt, details, handle, kind: waitsFor, until } = task;
  return {
    kind: "StepWaiting",
    step: toolStepAt(state, ordinal).id,
    group: groupIdOf(state, ordinal),
    waitsFor,
    handle,
    details,
    note,
    attempt,
    until,
    request: null,
    arguments: null,
    responseSchema: null,
  };
}

/** The rows by which a step waits for a child or a remote task. */

import type { WaitingForChild, WaitingForRemoteTask } from "../events/step-waiting.ts";
import { taskEndsAt } from "../state/clock.ts";
import { groupIdOf, toolStepAt } from "../state/planned-step.ts";
import type { ExecutionState } from "../state/state.ts";
import type { StepTask } from "../state/step-state.ts";

type WaitingForTask = WaitingForChild | WaitingForRemoteTask;

/** The awaited task. The step that waits, and until when, follow from the state. */
export type AwaitedTask<Wait extends WaitingForTask> = Omit<Wait, "kind" | "step" | "group" | "until">;

/** The step at `ordinal` waits from `now` on, Unix milliseconds, until its time or that of the execution is over. */
export function taskAwaited<Wait extends WaitingForTask>(
  state: ExecutionState,
  ordinal: number,
  task: AwaitedTask<Wait>,
  now: number,
) {
  return { ...stepWaits(state, ordinal, taskEndsAt(state, ordinal, now)), ...task };
}

/** The row by which a step continues waiting for `task`, with another note. */
export function taskNoted(
  state: ExecutionState,
  ordinal: number,
  task: StepTask,
  note: string | undefined,
): WaitingForTask {
  const { attempt, details, handle, kind, until } = task;
  const noted = { ...stepWaits(state, ordinal, until), attempt, handle, ...(note === undefined ? {} : { note }) };
  // Nothing is noted of a wait for an event.
  return kind === "REMOTE_TASK" ? { ...noted, waitsFor: kind, details } : { ...noted, waitsFor: "CHILD" };
}

function stepWaits(state: ExecutionState, ordinal: number, until: number | undefined) {
  return {
    kind: "StepWaiting",
    step: toolStepAt(state, ordinal).id,
    group: groupIdOf(state, ordinal) ?? null,
    ...(until === undefined ? {} : { until }),
  } as const;
}

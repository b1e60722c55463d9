/**
 * Children, remote tasks and events: the work of a step in another object or at a remote agent, and the events that it gets (design:
 * Children). A task of a step is waited for until it ends or is given up: by a cancel, the deadline, a halt, a sibling that won, its own
 * time. One that was given up is asked to stop, for an hour at most.
 */
import type { StepWaiting } from "../events/step-waiting.ts";
import type { UsageView } from "../events/usage.ts";
import { type ExecutionState, stepAt } from "./state.ts";
import { type GivenUpTask, openHumanInput, type StepState, type StepTask } from "./step-state.ts";

/** How long a task that was given up is asked to stop. Nothing runs unawaited for longer than its own time limit. */
export const stopsForMs = 3_600_000;

/** The task of a step elsewhere. Undefined if it waits for none, or for a person. */
export function openTask(step: StepState): StepTask | undefined {
  const task = taskAtWork(step);
  return task !== undefined && step.wait?.kind === task.kind ? task : undefined;
}

/** The polled task of a step: the one that it waits for, or one that waits until a person has permitted something elsewhere. */
export function polledTask(step: StepState): StepTask | undefined {
  return openTask(step) ?? (isAuthorizing(step) ? taskAtWork(step) : undefined);
}

/** Whether the step waits for a permission that its remote task finds out about by itself. */
export function isAuthorizing(step: StepState): boolean {
  return openHumanInput(step)?.kind === "AUTHORIZE";
}

/** Whether the wait of a step needs no permit and may be left at any time: an event comes by itself, and nothing works on it. */
export function comesByItself(task: StepTask | undefined): boolean {
  return task?.kind === "EVENT";
}

/** The work of a step elsewhere, also while a person answers a question of it, or the answer is delivered. */
export function taskAtWork({ tasks }: StepState): StepTask | undefined {
  const last = tasks.at(-1);
  return last !== undefined && last.standing === "WAITED_FOR" ? last : undefined;
}

/** The task of the step at `ordinal` that its attempt numbered `attempt` waited for. */
export function taskOf(state: ExecutionState, { attempt, step }: Pick<GivenUpTask, "attempt" | "step">): StepTask {
  const task = stepAt(state, step).tasks.find((known) => known.attempt === attempt);
  if (task === undefined) throw new RangeError(`attempt ${attempt} of the step at ordinal ${step} waited for nothing`);
  return task;
}

/** The abandoned tasks that have to be asked to stop at `now`, Unix milliseconds. */
export function toStop(givenUp: readonly GivenUpTask[], now: number): readonly GivenUpTask[] {
  return givenUp.filter(({ at }) => now < at + stopsForMs);
}

/**
 * The tasks of a step after it began to wait at `at`. A further row for the same task replaces its facts. The row of a further attempt,
 * which brought an answer to the task, begins a new wait.
 */
export function withTask(tasks: readonly StepTask[], event: StepWaiting, at: number): readonly StepTask[] {
  if (event.waitsFor === "TIMER" || event.waitsFor === "SUBMISSION") return tasks;
  const { attempt, handle, until } = event;
  if (handle === undefined || attempt === undefined) return tasks;
  const details = event.waitsFor === "CHILD" ? null : (event.details ?? null);
  const note = "note" in event ? event.note : undefined;
  const last = tasks.at(-1);
  if (last?.standing === "WAITED_FOR" && last.handle === handle) {
    const since = attempt === last.attempt ? last.since : at;
    return [...tasks.slice(0, -1), { ...last, details, note, until, attempt, since }];
  }
  const task: StepTask = {
    // The task at a remote agent asks a person.
    kind: event.waitsFor === "PERSON" ? "REMOTE_TASK" : event.waitsFor,
    handle,
    details,
    note,
    until,
    attempt,
    since: at,
    standing: "WAITED_FOR",
    reserved: event.waitsFor === "CHILD" ? event.reserved : undefined,
    places: event.waitsFor === "CHILD" ? event.places : undefined,
  };
  return [...tasks, task];
}

/**
 * The tasks of a step once the attempt that waits is over. An attempt with an unknown outcome has given its task up (E7). So has one that
 * could not deliver an answer to a remote task.
 */
export function withTaskOver(
  tasks: readonly StepTask[],
  { childUsage, outcome }: { readonly childUsage?: UsageView; readonly outcome: string | null },
): readonly StepTask[] {
  const last = tasks.at(-1);
  if (last?.standing !== "WAITED_FOR") return tasks;
  const isUndelivered =
    (last.kind === "REMOTE_TASK" && (outcome === "REJECTED" || outcome === "NOT_SENT")) ||
    // Only the event itself ends the wait for it.
    (last.kind === "EVENT" && outcome !== "ANSWERED");
  const standing = outcome === "UNKNOWN" || isUndelivered ? "GIVEN_UP" : "ENDED";
  return [...tasks.slice(0, -1), { ...last, standing, usage: childUsage }];
}

/**
 * The effects of a step that waits for a child, a remote task or an event. As in `nextEffects`, they follow from the state alone, except
 * for the polls of the runner: they are reads that leave no row, so only the runner knows them.
 */
import type { AttemptResult } from "../events/attempt.ts";
import { mergeStrategyOf } from "../settle/may-begin.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";
import type { StepTask } from "../state/step-state.ts";
import { comesByItself, openTask } from "../state/step-task.ts";
import type { Effect, PollInFlight } from "./effect.ts";
import { nextPollAt, nextRarePollAt } from "./poll-schedule.ts";

/** The effect of the wait for `task` at `now`, and when to ask again. `isRare` while a person is waited for as well. */
export function taskEffects(
  ordinal: number,
  task: StepTask,
  now: number,
  inFlight: PollInFlight | undefined,
  isRare = false,
): { readonly effects: readonly Effect[]; readonly wakeAt: number } {
  const endsAt = task.until ?? Number.POSITIVE_INFINITY;
  if (endsAt <= now) return { effects: [{ kind: "EXPIRE", step: ordinal }], wakeAt: Number.POSITIVE_INFINITY };
  const poll = inFlight?.handle === task.handle ? inFlight : undefined;
  const endedAt = poll?.endedAt;
  if (poll !== undefined && endedAt === undefined) return { effects: [], wakeAt: endsAt };
  const last = endedAt === undefined ? undefined : { endedAt, failures: poll?.failures ?? 0 };
  const scheduledAt = isRare ? nextRarePollAt(task, last) : nextPollAt(task, last);
  const pollAt = Math.max(scheduledAt, poll?.notBefore ?? 0);
  if (pollAt > now) return { effects: [], wakeAt: Math.min(endsAt, pollAt) };
  return { effects: [{ kind: "POLL_TASK", step: ordinal }], wakeAt: endsAt };
}

/** The result of an attempt whose child or remote task did not end in time: it may end yet, so its outcome is unknown (E7). */
export function expiredResult({ kind, since, until }: StepTask): AttemptResult & { readonly kind: "FAILED" } {
  const timeoutMs = (until ?? since) - since;
  const callee = kind === "CHILD" ? "the execution of the call" : "the task at the agent";
  return {
    kind: "FAILED",
    outcome: "UNKNOWN",
    failure: {
      code: "STEP_TIMEOUT",
      message: `${callee} did not end within ${timeoutMs} ms`,
      retryable: true,
      details: { timeoutMs },
    },
  };
}

/** Whether the step at `ordinal` waits on after a halt: as a child of a `collect` that runs, all of whose children may still begin. */
export function waitsThroughHalt(state: ExecutionState, ordinal: number): boolean {
  const task = openTask(stepAt(state, ordinal));
  return task !== undefined && !comesByItself(task) && mergeStrategyOf(state, ordinal) === "COLLECT_ALL";
}

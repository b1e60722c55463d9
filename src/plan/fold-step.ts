/** The fold of events about one step that has not finished: it starts, an attempt fails, it waits, a person answers. */
import type {
  AttemptFailed,
  ExecutionResumed,
  HumanInputResolved,
  StepFinished,
  StepStarted,
  StepWaiting,
} from "./event.ts";
import { leavesRow } from "./further-attempt.ts";
import { type AttemptState, type ExecutionState, type StepState, stepAt } from "./state.ts";
import { activated, callCounted, ordinalOf, positionOf, without, withStep, withTasksOf } from "./state-change.ts";
import { withTask, withTaskOver } from "./step-task.ts";

export function stepStarted(state: ExecutionState, event: StepStarted, at: number): ExecutionState {
  const ordinal = ordinalOf(state, event.step);
  const before = stepAt(state, ordinal);
  const step: StepState = {
    ...before,
    status: "RUNNING",
    attempt: event.attempt,
    retryAt: null,
    callId: event.callId,
    startedAt: before.startedAt ?? at,
    input: positionOf(event.arguments, state.sequence, "arguments"),
    attempts: [...before.attempts, openAttempt(event.attempt, at)],
  };
  return activated(callCounted(state, ordinal), ordinal, step, at);
}

export function attemptFailed(state: ExecutionState, event: AttemptFailed, at: number): ExecutionState {
  const ordinal = ordinalOf(state, event.step);
  const before = stepAt(state, ordinal);
  const further = event.attempt > (before.attempts.at(-1)?.number ?? 0);
  const unknown = event.outcome === "UNKNOWN";
  const step: StepState = {
    ...before,
    status: "RUNNING",
    wait: null,
    tasks: withTaskOver(before.tasks, event),
    attempt: event.attempt,
    knownFailures: before.knownFailures + (unknown ? 0 : 1),
    unknownOutcomes: before.unknownOutcomes + (unknown ? 1 : 0),
    lostByCrash: event.byCrash,
    // Without a time no attempt follows by itself: the same transaction asks a person or ends the step.
    retryAt: event.retryAt ?? at,
    outcome: event.outcome,
    failure: event.failure,
    attempts: closedAttempts(before, event.attempt, at, event),
  };
  // The row of the failed attempt before was the intent of this one (E2), so this is where it is counted.
  const counted = further ? callCounted(state, ordinal) : state;
  return {
    ...withTasksOf(counted, ordinal, step, at),
    resumptions: event.byCrash ? state.resumptions : 0,
  };
}

export function stepWaiting(state: ExecutionState, event: StepWaiting, at: number): ExecutionState {
  const ordinal = ordinalOf(state, event.step);
  const before = stepAt(state, ordinal);
  const proposed = event.arguments === null ? null : positionOf(event.arguments, state.sequence, "arguments");
  const { attempt = before.attempt, details, handle, note, request: asked, until, waitsFor: kind } = event;
  // The attempt that began to wait may have had no row of its own; its intent was that of the failure before it (E2).
  const further = attempt > (before.attempts.at(-1)?.number ?? 0);
  const tasks = withTask(before.tasks, event, at);
  const step: StepState = {
    ...before,
    status: "WAITING",
    attempt,
    attempts: further ? [...before.attempts, openAttempt(attempt, before.retryAt ?? at)] : before.attempts,
    retryAt: null,
    wait: { kind, until, handle, details, note, since: tasks === before.tasks ? at : (tasks.at(-1)?.since ?? at) },
    tasks,
    startedAt: before.startedAt ?? at,
    input: proposed ?? before.input,
    questions:
      asked === null
        ? before.questions
        : [
            ...before.questions,
            {
              ...asked,
              createdAt: at,
              expiresAt: event.until,
              arguments: proposed ?? before.input,
              resolution: null,
              resolvedAt: null,
              respondedBy: null,
              reason: null,
            },
          ],
  };
  const counted = further ? callCounted(state, ordinal) : state;
  return activated(withTasksOf(counted, ordinal, step, at), ordinal, step, at);
}

export function humanInputResolved(state: ExecutionState, event: HumanInputResolved, at: number): ExecutionState {
  const ordinal = ordinalOf(state, event.step);
  const before = stepAt(state, ordinal);
  const questions = before.questions.map((question) =>
    question.requestId === event.requestId
      ? {
          ...question,
          resolution: event.resolution,
          resolvedAt: at,
          respondedBy: event.respondedBy,
          reason: event.reason,
        }
      : question,
  );
  const answered: ExecutionState = { ...state, resumptions: 0 };
  const purpose = questions.at(-1)?.purpose;
  if (event.resolution !== "ACCEPTED") return withStep(answered, ordinal, { ...before, wait: null, questions });
  if (purpose === "IN_DOUBT") {
    return withStep(answered, ordinal, { ...before, status: "RUNNING", wait: null, retryAt: at, questions });
  }
  const permitted: StepState = { ...before, status: "PENDING", wait: null, permitted: true, questions };
  return {
    ...withStep(answered, ordinal, permitted),
    active: without(answered.active, ordinal),
    ready: [...answered.ready, ordinal],
  };
}

function openAttempt(number: number, startedAt: number): AttemptState {
  return { number, startedAt, finishedAt: null, outcome: null, failure: null, retryAt: null };
}

/** The attempts of a step with the one numbered `number` closed; one that had no row of its own is added (E2). */
export function closedAttempts(
  step: StepState,
  number: number,
  at: number,
  end: Pick<AttemptFailed | StepFinished, "outcome" | "failure"> & { readonly retryAt?: number | null },
): readonly AttemptState[] {
  if (number === 0) return step.attempts;
  const last = step.attempts.at(-1);
  const open = last?.number === number ? last : openAttempt(number, step.retryAt ?? at);
  const earlier = last?.number === number ? step.attempts.slice(0, -1) : step.attempts;
  const closed = { ...open, finishedAt: at, outcome: end.outcome, failure: end.failure, retryAt: end.retryAt ?? null };
  return [...earlier, closed];
}

/**
 * The object was lost. An attempt that was due and leaves no row of its own may have left; that is counted if the object before
 * had to make it at once (E7). From now on this one has to, so that the next loss counts.
 */
export function executionResumed(state: ExecutionState, event: ExecutionResumed, at: number): ExecutionState {
  const due = state.active.filter((ordinal) => {
    const { retryAt } = stepAt(state, ordinal);
    return retryAt !== null && retryAt <= at && !leavesRow(state, ordinal);
  });
  const counted = due.reduce((next, ordinal) => {
    const step = stepAt(next, ordinal);
    const unknownOutcomes = step.unknownOutcomes + (step.lostByCrash ? 1 : 0);
    return withStep(next, ordinal, { ...step, unknownOutcomes, lostByCrash: true, mayHaveLeftUnseen: true });
  }, state);
  return { ...counted, resumptions: event.count };
}

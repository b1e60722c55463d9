/**
 * The fold of events about one step that has not finished: it starts, an attempt fails, it waits, a person answers. The approval
 * of the whole plan belongs to no step and has functions of its own.
 */
import type {
  AttemptFailed,
  ExecutionResumed,
  HumanInputResolved,
  StepFinished,
  StepStarted,
} from "../events/event.ts";
import type { StepWaiting, WaitingForPlanApproval } from "../events/step-waiting.ts";
import { leavesRow } from "../state/attempt-row.ts";
import { requestedHumanInput, resolvedHumanInput } from "../state/human-input-state.ts";
import { notPermitted } from "../state/open-plan-approval.ts";
import { roundsOf } from "../state/round-state.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";
import {
  activated,
  callCounted,
  ordinalOf,
  positionOf,
  tasksChanged,
  without,
  withStep,
} from "../state/state-change.ts";
import { type AttemptState, openHumanInput, recordOfStep, type StepState } from "../state/step-state.ts";
import { withTask, withTaskOver } from "../state/step-task.ts";
import { withoutRound } from "./fold-plan.ts";

export function stepStarted(state: ExecutionState, event: StepStarted, at: number): ExecutionState {
  const ordinal = ordinalOf(state, event.step);
  const before = stepAt(state, ordinal);
  const { continuation, failure, outcome } = before;
  const step: StepState = {
    ...recordOfStep(before),
    status: "RUNNING",
    attempt: event.attempt,
    continuation,
    failure,
    outcome,
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
  const isUndelivered = before.continuation !== undefined && event.outcome !== "ANSWERED";
  const step: StepState = {
    ...recordOfStep(before),
    status: "RUNNING",
    // The next attempt brings the answer to a task that asked for it. A task that has answered needs nothing more.
    tasks: isUndelivered ? before.tasks : withTaskOver(before.tasks, event),
    continuation: isUndelivered ? before.continuation : undefined,
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
  const { childUsage, givenUp } = tasksChanged(state, ordinal, step, at);
  return {
    ...counted,
    steps: state.steps.with(ordinal, step),
    childUsage,
    givenUp,
    resumptions: event.byCrash ? state.resumptions : 0,
  };
}

export function stepWaiting(state: ExecutionState, event: StepWaiting, at: number): ExecutionState {
  if (event.step === null) return planApprovalRequested(state, event, at);
  const ordinal = ordinalOf(state, event.step);
  const before = stepAt(state, ordinal);
  // A step that proposes a call shows the arguments of that call. The data of a question that a step asks by itself are no arguments of a
  // call.
  const requested = event.waitsFor === "PERSON" ? event : undefined;
  const proposed = requested?.arguments && before.input === undefined ? requested.arguments : undefined;
  const attempt = ("attempt" in event ? event.attempt : undefined) ?? before.attempt;
  const { until, waitsFor: kind } = event;
  // The attempt that began to wait may have had no row of its own; its intent was that of the failure before it (E2).
  const further = attempt > (before.attempts.at(-1)?.number ?? 0);
  const tasks = withTask(before.tasks, event, at);
  const isCallee = requested?.request.purpose === "CALLEE";
  const isSince = tasks !== before.tasks && kind !== "PERSON";
  const attempts = further
    ? [...before.attempts, openAttempt(attempt, event.attemptStartedAt ?? before.retryAt ?? at)]
    : before.attempts;
  const step: StepState = {
    ...recordOfStep(before),
    status: "WAITING",
    attempt,
    // A callee that asks has answered the attempt: the request with the person's answer is another one.
    attempts: isCallee
      ? closedAttempts({ ...before, attempts }, attempt, at, { outcome: "ANSWERED", failure: null })
      : attempts,
    outcome: isCallee ? "ANSWERED" : before.outcome,
    failure: isCallee ? undefined : before.failure,
    lostByCrash: before.lostByCrash && !isCallee,
    // The callee has received the earlier answer. Only a step with an unknown outcome asks somebody first.
    continuation: isCallee || kind === "REMOTE_TASK" ? undefined : before.continuation,
    wait: {
      kind,
      until,
      handle: "handle" in event ? event.handle : undefined,
      details: ("details" in event ? event.details : undefined) ?? null,
      note: "note" in event ? event.note : undefined,
      since: isSince ? (tasks.at(-1)?.since ?? at) : at,
    },
    tasks,
    startedAt: before.startedAt ?? at,
    input: proposed === undefined ? before.input : positionOf(proposed, state.sequence, "arguments"),
    questions:
      requested === undefined
        ? before.questions
        : [...before.questions, requestedHumanInput(requested, state.sequence, at, before.input)],
  };
  const counted = further ? callCounted(state, ordinal) : state;
  const { childUsage, givenUp } = tasksChanged(state, ordinal, step, at);
  return activated({ ...counted, childUsage, givenUp }, ordinal, step, at);
}

export function humanInputResolved(state: ExecutionState, event: HumanInputResolved, at: number): ExecutionState {
  if (event.step === null) return planApprovalResolved(state, event, at);
  const ordinal = ordinalOf(state, event.step);
  const before = stepAt(state, ordinal);
  const { sequence } = state;
  const questions = before.questions.map((question) =>
    question.requestId === event.requestId ? resolvedHumanInput(question, event, sequence, at) : question,
  );
  const answered: ExecutionState = { ...state, resumptions: 0 };
  const isAccepted = event.resolution === "ACCEPTED";
  const { continuation, failure, outcome } = before;
  const record = { ...recordOfStep(before), questions };
  const begun = { ...record, continuation, failure, outcome };
  const waited: StepState = { ...begun, status: "WAITING" };
  switch (openHumanInput(before)?.purpose) {
    case "CALLEE": {
      if (!isAccepted && event.resolution !== "DECLINED") return withStep(answered, ordinal, waited);
      // The callee gets the answer in either case, by a further attempt that may leave at once.
      const response = questions.at(-1)?.response;
      const answer = { details: before.wait?.details ?? null, isAccepted, response };
      return withStep(answered, ordinal, { ...begun, status: "RUNNING", retryAt: at, continuation: answer });
    }
    case "IN_DOUBT":
      if (!isAccepted) return withStep(answered, ordinal, waited);
      return withStep(answered, ordinal, { ...begun, status: "RUNNING", retryAt: at });
    case "APPROVAL":
      if (!isAccepted) return withStep(answered, ordinal, waited);
      return {
        ...withStep(answered, ordinal, { ...record, status: "PENDING", permitted: true }),
        active: without(answered.active, ordinal),
        ready: [...answered.ready, ordinal],
      };
    // The same transaction ends a step that asks by itself.
    default:
      return withStep(answered, ordinal, waited);
  }
}

function openAttempt(number: number, startedAt: number): AttemptState {
  return { number, startedAt };
}

/** The attempts of a step with the one numbered `number` closed; one that had no row of its own is added (E2). */
export function closedAttempts(
  step: StepState,
  number: number,
  at: number,
  end: Pick<AttemptFailed | StepFinished, "outcome" | "failure"> & {
    readonly retryAt?: number | null;
    readonly attemptStartedAt?: number;
  },
): readonly AttemptState[] {
  if (number === 0) return step.attempts;
  const last = step.attempts.at(-1);
  const open = last?.number === number ? last : openAttempt(number, end.attemptStartedAt ?? step.retryAt ?? at);
  const earlier = last?.number === number ? step.attempts.slice(0, -1) : step.attempts;
  // A step that ends during the back-off ends without an attempt: the one before it has ended already.
  const finishedAt = open.finishedAt ?? at;
  const { failure, outcome, retryAt } = end;
  const closed = {
    ...open,
    finishedAt,
    outcome: outcome ?? undefined,
    failure: failure ?? undefined,
    retryAt: retryAt ?? undefined,
  };
  return [...earlier, closed];
}

/**
 * The object was lost. An attempt that was due and leaves no row of its own may have left; that is counted if the object before
 * had to make it at once (E7). From now on this one has to, so that the next loss counts.
 */
export function executionResumed(state: ExecutionState, event: ExecutionResumed, at: number): ExecutionState {
  const due = state.active.filter((ordinal) => {
    const { retryAt } = stepAt(state, ordinal);
    return retryAt !== undefined && retryAt <= at && !leavesRow(state, ordinal);
  });
  const counted = due.reduce((next, ordinal) => {
    const step = stepAt(next, ordinal);
    const unknownOutcomes = step.unknownOutcomes + (step.lostByCrash ? 1 : 0);
    return withStep(next, ordinal, { ...step, unknownOutcomes, lostByCrash: true, mayHaveLeftUnseen: true });
  }, state);
  return { ...counted, resumptions: event.count };
}

/** The question of the whole plan belongs to no step. Nothing of the plan begins while it is open. */
function planApprovalRequested(state: ExecutionState, event: WaitingForPlanApproval, at: number): ExecutionState {
  const planApproval = requestedHumanInput(event, state.sequence, at, undefined);
  return { ...state, planApproval, startedAt: state.startedAt ?? at };
}

function planApprovalResolved(state: ExecutionState, event: HumanInputResolved, at: number): ExecutionState {
  const { planApproval, sequence } = state;
  if (planApproval?.requestId !== event.requestId) return state;
  const resolved = { ...state, planApproval: resolvedHumanInput(planApproval, event, sequence, at), resumptions: 0 };
  const failure = notPermitted(event);
  return failure === undefined || roundsOf(state) === 1 ? resolved : withoutRound(resolved, failure);
}

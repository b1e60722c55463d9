/**
 * The complete list of effects that an execution calls for now. It is computed from the state alone, so that recovery after a crash is no
 * special case. The runner compares the list with its work in flight and performs the rest. `cancellation.ts` says which running calls end.
 *
 * - Effects of models are in `model-effects.ts`: they never work beside steps, except for the step of the active agent. Effects of waits
 *   for children and remote tasks are in `task-effects.ts`, those between turns in `turn-effects.ts`.
 * - Facts that follow from the state itself (a group or the execution ended, a wait lapsed) are `APPEND` effects; the runner
 *   appends them and asks again, until none is left (E4).
 * - Time passes outside: `now` is an argument, and `WAKE` says when to ask again (E6, E9).
 * - A step that waits for a permit of a child or remote task (E10) is no effect: it has not begun, and cannot.
 * - After a cancel, the deadline or a halt nothing new begins, except the remaining children of a `collect` already running.
 */

import { maxCallsAfterUnknown } from "../../plan/limits.ts";
import type { InterruptionCause } from "../events/attempt.ts";
import type { ExecutionEvent, HumanInputResolution, StepFinished } from "../events/event.ts";
import { lostWithObject } from "../events/lost-answer.ts";
import { unansweredEnd } from "../settle/answer-end.ts";
import { executionTimedOut } from "../settle/attempt-end.ts";
import { expansionDueAt, isExpandable } from "../settle/expansion.ts";
import { groupEnd } from "../settle/group.ts";
import { mayBegin } from "../settle/may-begin.ts";
import { stepEnd } from "../settle/step-end.ts";
import { leavesRow } from "../state/attempt-row.ts";
import { workDeadlineAt } from "../state/clock.ts";
import { groupIsDecided } from "../state/group-state.ts";
import { hasPermit, waitingForTasks } from "../state/permit.ts";
import { groupIdOf, toolStepAt } from "../state/planned-step.ts";
import { isStopped, isWithinStopped } from "../state/repeat-state.ts";
import { type ExecutionState, nodeAt, stepAt } from "../state/state.ts";
import { openHumanInput, type StepState } from "../state/step-state.ts";
import { comesByItself, isAuthorizing, polledTask, taskAtWork } from "../state/step-task.ts";
import { eventMissed, sleptEnd } from "../waits/wait-end.ts";
import { cancellationOf, endCause, haltsWait } from "./cancellation.ts";
import type { Effect, InFlight } from "./effect.ts";
import { closingEffects, modelEffects } from "./model-effects.ts";
import { planApprovalEffects } from "./plan-approval.ts";
import { taskEffects } from "./task-effects.ts";
import { notSubmitted, turnEffects } from "./turn-effects.ts";

export function nextEffects(state: ExecutionState, now: number, inFlight: InFlight): readonly Effect[] {
  if (state.finished !== undefined) return [];
  const over = endCause(state, now);
  if (state.modelTask !== undefined) return modelEffects(state, state.modelTask, over, now, inFlight.modelCall);
  const planApproval = planApprovalEffects(state, over, now);
  if (planApproval !== undefined) return planApproval;
  const { active, turns } = state;
  const moment: Moment = { now, over, inFlight, waiting: waitingForTasks(state) };
  const found: Found = { effects: [], facts: [], wakeAt: workDeadlineAt(state) };
  for (const ordinal of active) ofActiveStep(found, state, ordinal, moment);
  const steps = over === undefined ? beginnable(state, moment.waiting) : [];
  if (steps.length > 0) found.effects.push({ kind: "BEGIN", steps });
  let repeats = false;
  for (const group of state.openGroups) repeats = ofOpenGroup(found, state, group, moment) || repeats;
  const { effects, facts, wakeAt } = found;
  if (facts.length === 0 && active.length === 0 && !repeats && !effects.some(keepsRunning))
    return turns === undefined ? closingEffects(state, over, now) : turnEffects(state, over);
  if (facts.length > 0) effects.push({ kind: "APPEND", events: facts });
  if (wakeAt < Number.POSITIVE_INFINITY) effects.push({ kind: "WAKE", at: wakeAt });
  return effects;
}

/** What is called for, as it is found step by step. */
interface Found {
  readonly effects: Effect[];
  readonly facts: ExecutionEvent[];
  /** When to ask again. */
  wakeAt: number;
}

interface Moment {
  readonly now: number;
  /** Why the execution is over. Undefined while it is not. */
  readonly over: ReturnType<typeof endCause>;
  readonly inFlight: InFlight;
  /** Steps that wait for children and remote tasks. */
  readonly waiting: readonly number[];
}

function ofActiveStep(found: Found, state: ExecutionState, ordinal: number, moment: Moment): void {
  const step = stepAt(state, ordinal);
  const cause = cancellationOf(state, ordinal, moment.over);
  if (moment.inFlight.steps.has(ordinal))
    found.effects.push(
      cause === undefined ? { kind: "AWAIT", step: ordinal } : { kind: "ABORT", step: ordinal, cause },
    );
  else if (step.status === "WAITING") ofWaitingStep(found, state, ordinal, cause, moment);
  else if (step.retryAt === undefined) found.effects.push({ kind: "AWAIT", step: ordinal });
  else ofRetry(found, state, ordinal, cause, step.retryAt, moment);
}

function ofWaitingStep(
  found: Found,
  state: ExecutionState,
  ordinal: number,
  cause: InterruptionCause | undefined,
  { inFlight, now }: Moment,
): void {
  const step = stepAt(state, ordinal);
  const until = step.wait?.until ?? Number.POSITIVE_INFINITY;
  const task = polledTask(step);
  if (cause !== undefined || haltsWait(state, ordinal)) found.facts.push(...withdrawn(state, ordinal, step, cause));
  else if (task !== undefined && !((comesByItself(task) || isAuthorizing(step)) && until <= now)) {
    const called = taskEffects(ordinal, task, now, inFlight.polls.get(ordinal), isAuthorizing(step));
    found.effects.push(...called.effects);
    found.wakeAt = Math.min(found.wakeAt, called.wakeAt);
  } else if (until <= now) {
    // The answer that replaces a sibling's may decide the group (C7). Its effect on this step is asked once it is stored.
    if (!succeedsNow(found.facts, groupIdOf(state, ordinal))) found.facts.push(...lapsed(state, ordinal, step));
  } else found.wakeAt = Math.min(found.wakeAt, until);
}

/** Of a step whose attempt has failed, and which is to be tried again at `retryAt`. */
function ofRetry(
  found: Found,
  state: ExecutionState,
  ordinal: number,
  cause: InterruptionCause | undefined,
  retryAt: number,
  { now, waiting }: Moment,
): void {
  const step = stepAt(state, ordinal);
  if (cause !== undefined || state.haltedBy !== undefined || isWithinStopped(state, ordinal)) {
    const outcome = mayHaveLeft(state, ordinal, now) ? "UNKNOWN" : (step.outcome ?? null);
    found.facts.push(ended(state, ordinal, step, cause, outcome));
  } else if (step.unknownOutcomes > maxCallsAfterUnknown) {
    // Losses alone lead here: those of attempts without rows of their own. The failure before them, if any, was answered.
    found.facts.push(stepEnd(state, ordinal, step, "FAILED", "UNKNOWN", lostWithObject));
  } else if (retryAt > now) found.wakeAt = Math.min(found.wakeAt, retryAt);
  else if (hasPermit(state, ordinal, waiting)) found.effects.push({ kind: "ATTEMPT", step: ordinal });
}

/** Returns whether the group is to be given further items. */
function ofOpenGroup(found: Found, state: ExecutionState, group: number, { now, over }: Moment): boolean {
  const end = groupEnd(state, group, over);
  if (end !== undefined) {
    found.facts.push(end);
    return false;
  }
  if (!isExpandable(state, group, over)) return false;
  const dueAt = expansionDueAt(state, group);
  if (dueAt <= now) found.effects.push({ kind: "EXPAND", step: group });
  else found.wakeAt = Math.min(found.wakeAt, dueAt);
  return true;
}

/**
 * The ready steps that may begin beside `waiting` ones. Mostly these are all, and then the list is not copied: it is asked for after every
 * event.
 */
function beginnable(state: ExecutionState, waiting: readonly number[]): readonly number[] {
  if (waiting.length >= state.pinned.limits.maxParallel) return [];
  const restricted = state.haltedBy !== undefined || state.openGroups.some((group) => isRestricted(state, group));
  const ready = restricted ? state.ready.filter((ordinal) => mayBegin(state, ordinal)) : state.ready;
  return waiting.length === 0 ? ready : ready.filter((ordinal) => hasPermit(state, ordinal, waiting));
}

/** Whether not every ready child of the open group at `ordinal` may begin. */
function isRestricted(state: ExecutionState, ordinal: number): boolean {
  const { step } = nodeAt(state, ordinal);
  if (step.kind === "PARALLEL" && step.mergeStrategy === "FIRST_MATCH") return true;
  return groupIsDecided(state, ordinal) || isStopped(state, ordinal);
}

/**
 * Whether a call of an active step may be under way, as far as the rows show. A further attempt without a row of its own (E2) may have left
 * from its time on.
 */
export function mayHaveLeft(state: ExecutionState, ordinal: number, now: number): boolean {
  const step = stepAt(state, ordinal);
  const { retryAt, status } = step;
  const task = taskAtWork(step);
  if (task !== undefined) return !comesByItself(task);
  if (status !== "RUNNING") return false;
  return retryAt === undefined || (retryAt <= now && !leavesRow(state, ordinal));
}

/** Effects that only a runner which is gone can have begun, or should have. */
export function isBegunWork(effect: Effect): boolean {
  return begunWork.has(effect.kind);
}

const begunWork = new Set<Effect["kind"]>([
  ...(["BEGIN", "ATTEMPT", "AWAIT", "RESERVE_TURN"] as const),
  ...(["CALL_MODEL", "AWAIT_MODEL", "FIND_CALLABLES"] as const),
]);

function keepsRunning(effect: Effect): boolean {
  return effect.kind === "BEGIN" || effect.kind === "ATTEMPT" || effect.kind === "AWAIT" || effect.kind === "ABORT";
}

/** A wait that the end of the execution, a halt or a sibling made pointless. */
function withdrawn(
  state: ExecutionState,
  ordinal: number,
  step: StepState,
  cause: InterruptionCause | undefined,
): readonly ExecutionEvent[] {
  const task = taskAtWork(step);
  const outcome = task === undefined || comesByItself(task) ? step.outcome : "UNKNOWN";
  return [...inputResolved(state, ordinal, step, "WITHDRAWN"), ended(state, ordinal, step, cause, outcome ?? null)];
}

/** Whether a child of the group is about to succeed. */
function succeedsNow(facts: readonly ExecutionEvent[], group: string | undefined): boolean {
  if (group === undefined) return false;
  return facts.some((fact) => fact.kind === "StepFinished" && fact.group === group && fact.status === "SUCCEEDED");
}

function lapsed(state: ExecutionState, ordinal: number, step: StepState): readonly ExecutionEvent[] {
  if (step.wait?.kind === "SUBMISSION")
    return [stepEnd(state, ordinal, step, "FAILED", null, notSubmitted(toolStepAt(state, ordinal).callableName))];
  if (step.wait?.kind === "EVENT") return [eventMissed(state, ordinal, step.wait)];
  if (step.wait?.kind === "TIMER") return [sleptEnd(state, ordinal, step.wait.until ?? 0)];
  return [...inputResolved(state, ordinal, step, "EXPIRED"), unansweredEnd(state, ordinal)];
}

/** The end of the step's open request for human input. Empty if none is open. */
export function inputResolved(
  state: ExecutionState,
  ordinal: number,
  step: StepState,
  resolution: HumanInputResolution,
): readonly ExecutionEvent[] {
  const open = openHumanInput(step);
  if (open === undefined) return [];
  const { id } = nodeAt(state, ordinal).step;
  return [
    {
      kind: "HumanInputResolved",
      step: id,
      requestId: open.requestId,
      resolution,
      respondedBy: null,
      reason: null,
      response: null,
    },
  ];
}

/** The end of a step that is not on its way: by the deadline, else by a cancel, a halt or a sibling. */
function ended(
  state: ExecutionState,
  ordinal: number,
  step: StepState,
  cause: InterruptionCause | undefined,
  outcome: StepFinished["outcome"],
): StepFinished {
  return cause === "EXECUTION_TIMEOUT"
    ? stepEnd(state, ordinal, step, "FAILED", outcome, executionTimedOut(state))
    : stepEnd(state, ordinal, step, "CANCELLED", outcome, step.failure);
}

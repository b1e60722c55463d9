/**
 * Room `execution/fold`: how each event changes the state.
 *
 * Owns: the fold of every kind of event: executions and finished steps in this file, other events of steps, plans, models and turns in a file
 * each; the transitions of the state machine of the document Agent orchestration (`orchestration-transitions.ts`).
 * Leaves: the shape of the state to `execution/state`; the choice of the next event to `execution/settle` and `execution/effects`. Other top
 * folders come in through `execution/decide` (`transition`, `replay`).
 *
 * Invariants:
 * - State is the fold of the journal (E2). The fold is pure: the time of an event is part of it.
 * - A fact is recorded, never refused. The fold is total for every event that this code can write.
 * - Nothing changes a step or an execution that has ended (E8).
 *
 * This file applies one event to the state before it.
 */

import type { StoredValue, ValueSlot } from "../../json/stored-value.ts";
import { callablesByName } from "../../plan/callable.ts";
import { StepOrdinals } from "../../plan/order/step-ordinals.ts";
import type { ArtifactStored } from "../events/artifact-record.ts";
import type {
  CancelRequested,
  ExecutionEvent,
  ExecutionFinished,
  ExecutionStarted,
  RecordedEvent,
  StepFinished,
} from "../events/event.ts";
import { adjustedClock } from "../state/clock.ts";
import { withItemEnded } from "../state/repeat-state.ts";
import { type ExecutionState, nodeAt, noPlan, stepAt } from "../state/state.ts";
import { callCounted, ordinalOf, positionOf, tasksChanged, withGroupBegun, without } from "../state/state-change.ts";
import { StepList } from "../state/step-list.ts";
import { endedUnseen, isFinal, recordOfStep, type StepState } from "../state/step-state.ts";
import { withTaskOver } from "../state/step-task.ts";
import { noChildUsage } from "../state/usage-sum.ts";
import {
  agentRouted,
  callablesFound,
  firstModelTask,
  modelCalled,
  modelCallStarted,
  noModelUsage,
  planProposed,
  planRejected,
  textProduced,
} from "./fold-model.ts";
import { finallyStarted, itemsAdded, released, withPlan } from "./fold-plan.ts";
import {
  attemptFailed,
  closedAttempts,
  executionResumed,
  humanInputResolved,
  stepStarted,
  stepWaiting,
} from "./fold-step.ts";
import { firstTurns, turnEvent, turnStepFinished } from "./fold-turn.ts";

/** The members of a recorded event that the fold needs. */
export type FoldedEvent = Pick<RecordedEvent, "sequence" | "occurredAt" | "event">;

/** State after `recorded`. `state` is undefined before the first event, which is always `ExecutionStarted`. */
export function fold(state: ExecutionState | undefined, recorded: FoldedEvent): ExecutionState {
  const { event, occurredAt, sequence } = recorded;
  if (state === undefined) {
    if (event.kind !== "ExecutionStarted") throw new Error(`a journal cannot begin with ${event.kind}`);
    return begun(event, occurredAt, sequence);
  }
  const after = applied({ ...state, sequence, updatedAt: occurredAt }, event, occurredAt);
  const clock = adjustedClock(after, occurredAt);
  return clock === after.clock ? after : { ...after, clock };
}

function applied(state: ExecutionState, event: ExecutionEvent, at: number): ExecutionState {
  switch (event.kind) {
    case "ExecutionStarted":
      throw new Error("a journal cannot hold ExecutionStarted twice");
    case "AgentRouted":
      return agentRouted(state, event);
    case "PlanProposed":
      return planProposed(state, event, at);
    case "PlanRejected":
      return planRejected(state, event);
    case "CallablesFound":
      return callablesFound(state, event);
    case "ModelCallStarted":
      return modelCallStarted(state, event, at);
    case "ModelCalled":
      return modelCalled(state, event);
    case "TextProduced":
      return textProduced(state, event);
    case "ItemsAdded":
      return itemsAdded(state, event, at);
    case "StepStarted":
      return stepStarted(state, event, at);
    case "AttemptFailed":
      return attemptFailed(state, event, at);
    case "StepWaiting":
      return stepWaiting(state, event, at);
    case "HumanInputResolved":
      return humanInputResolved(state, event, at);
    case "ArtifactStored":
      return artifactStored(state, event, at);
    case "StepFinished":
      return stepFinished(state, event, at);
    case "CancelRequested":
      return cancelRequested(state, event, at);
    case "FinallyStarted":
      return finallyStarted(state, event, at);
    case "CallIgnored":
    case "StepProgressed":
      return state;
    case "ExecutionResumed":
      return executionResumed(state, event, at);
    case "ExecutionFinished":
      return executionFinished(state, event, at);
    case "TurnStarted":
    case "OutputSubmitted":
    case "MessageAdded":
    case "StructuredOutputChecked":
    case "DuplicateSuppressed":
    case "BindingSet":
    case "HandoffMade":
      return turnEvent(state, event, at);
  }
}

function begun(event: ExecutionStarted, at: number, sequence: number): ExecutionState {
  const { bindings, conversation, input, message, plan, ...rest } = event;
  const slot = (value: StoredValue | null, name: ValueSlot) =>
    value === null ? undefined : positionOf(value, sequence, name);
  const empty: ExecutionState = {
    sequence,
    pinned: {
      ...rest,
      bindings: positionOf(bindings, sequence, "bindings"),
      conversation: slot(conversation, "conversation"),
      message: slot(message, "message"),
      input: slot(input, "input"),
      plan: noPlan,
      graph: { nodes: [], ordinalOf: StepOrdinals.none },
      callables: callablesByName(event.definitions),
    },
    orchestrationState: "plan_init",
    isPlanned: false,
    modelTask: firstModelTask(event),
    furtherRounds: [],
    earlierPlanApprovals: [],
    modelCalls: [],
    modelUsage: noModelUsage,
    childUsage: noChildUsage,
    createdAt: at,
    updatedAt: at,
    steps: StepList.of([]),
    blockers: [],
    ready: [],
    active: [],
    givenUp: [],
    openGroups: [],
    repeats: new Map(),
    unfinished: 0,
    turns: firstTurns(event),
    artifacts: [],
    resumptions: 0,
    calls: 0,
    agentCalls: 0,
    clock: { running: true, deadlineAt: at + event.limits.timeoutMs },
  };
  return plan === null ? empty : withPlan(empty, plan);
}

/** The first cancel counts. A later one can only add that the steps of `finally` end too, which is all that is left to end once they run. */
function cancelRequested(state: ExecutionState, event: CancelRequested, at: number): ExecutionState {
  const before = state.cancelRequested;
  const isForced = event.force === true;
  if (before !== undefined) return isForced ? { ...state, cancelRequested: { ...before, isForced } } : state;
  if (state.ending !== undefined && !isForced) return state;
  const { reason, requestedBy: by } = event;
  return { ...state, cancelRequested: { at, by, reason: reason ?? undefined, isForced } };
}

/** The same artifact again, of another attempt, is no news. */
function artifactStored(
  state: ExecutionState,
  { artifact, position, step }: ArtifactStored,
  at: number,
): ExecutionState {
  const others = state.artifacts.filter(({ name }) => name !== artifact.name);
  const attachment = position === undefined ? {} : { position };
  return { ...state, artifacts: [...others, { ...artifact, ...attachment, step: step ?? undefined, storedAt: at }] };
}

function stepFinished(state: ExecutionState, event: StepFinished, at: number): ExecutionState {
  const ordinal = ordinalOf(state, event.step);
  const node = nodeAt(state, ordinal);
  const before = stepAt(state, ordinal);
  if (isFinal(before.status)) return state;
  const further = event.attempt > (before.attempts.at(-1)?.number ?? 0);
  const step: StepState = {
    ...recordOfStep(before),
    status: event.status,
    attempt: event.attempt,
    tasks: withTaskOver(before.tasks, event),
    callId: event.callId ?? before.callId,
    finishedAt: at,
    output: event.output === null ? undefined : positionOf(event.output, state.sequence, "output"),
    content: event.content === null ? undefined : positionOf(event.content, state.sequence, "content"),
    outcome: event.outcome ?? undefined,
    failure: event.failure ?? undefined,
    warning: event.warning ?? undefined,
    ...(event.warnings === undefined ? {} : { warnings: event.warnings }),
    reused: event.reused,
    attempts: closedAttempts(before, event.attempt, at, event),
  };
  const counted = further ? callCounted(state, ordinal) : state;
  const { childUsage, givenUp } = tasksChanged(state, ordinal, step, at);
  const closed: ExecutionState = {
    ...counted,
    steps: state.steps.with(ordinal, step),
    childUsage,
    givenUp,
    ready: without(state.ready, ordinal),
    active: without(state.active, ordinal),
    openGroups: without(state.openGroups, ordinal),
    resumptions: 0,
  };
  // A group whose turn has not come does not begin with reused children: a halt before its turn must keep it from beginning.
  if (node.group !== undefined) {
    const grouped = withItemEnded(closed, ordinal, at);
    return event.reused ? grouped : withGroupBegun(grouped, ordinal, at);
  }
  return turnStepFinished(topLevelFinished(withChildrenEnded(closed, ordinal), ordinal), event);
}

/** Children of a group that ended without them: cancelled if a sibling decided the group, else never run. */
function withChildrenEnded(state: ExecutionState, ordinal: number): ExecutionState {
  const node = nodeAt(state, ordinal);
  const open = node.children.filter((child) => !isFinal(stepAt(state, child).status));
  if (open.length === 0) return state;
  const left = new Set(open);
  const takesFirst = node.step.kind === "PARALLEL" && node.step.mergeStrategy === "FIRST_SUCCESS";
  const end = takesFirst && stepAt(state, ordinal).status === "SUCCEEDED" ? "CANCELLED" : "SKIPPED";
  const steps = state.steps.withEach((step, child) => (left.has(child) ? endedUnseen(step, end) : step));
  return { ...state, steps, ready: state.ready.filter((child) => !left.has(child)) };
}

function topLevelFinished(state: ExecutionState, ordinal: number): ExecutionState {
  const { step } = nodeAt(state, ordinal);
  const mayFail = step.kind === "TOOL" ? step.policy.continueOnFailure : step.continueOnFailure;
  // A step of `finally` keeps no other from running.
  const halts = stepAt(state, ordinal).status === "FAILED" && !mayFail && step.isFinally !== true;
  const { blockers, free } = passed(state, ordinal);
  const after: ExecutionState = {
    ...state,
    unfinished: state.unfinished - 1,
    haltedBy: state.haltedBy ?? (halts ? ordinal : undefined),
    blockers,
  };
  return free.reduce(released, after);
}

/** A top-level step has ended. If its turn has come, those that wait for nothing else get theirs, and may have ended too. */
function passed(
  state: ExecutionState,
  ordinal: number,
): Pick<ExecutionState, "blockers"> & { readonly free: readonly number[] } {
  // A reused step may be behind a step that runs again. Steps behind it wait for that step through it alone.
  if ((state.blockers[ordinal] ?? 0) > 0) return { blockers: state.blockers, free: [] };
  const blockers = state.blockers.slice();
  const past = [ordinal];
  const free: number[] = [];
  for (const ended of past) {
    for (const blocked of nodeAt(state, ended).blocks) {
      const left = (blockers[blocked] ?? 0) - 1;
      blockers[blocked] = left;
      if (left > 0) continue;
      if (isFinal(stepAt(state, blocked).status)) past.push(blocked);
      else free.push(blocked);
    }
  }
  return { blockers, free };
}

function executionFinished(state: ExecutionState, event: ExecutionFinished, at: number): ExecutionState {
  const { kind: _, output, ...facts } = event;
  return {
    ...state,
    finished: { ...facts, at, output: output === null ? undefined : positionOf(output, state.sequence, "output") },
    modelTask: undefined,
    steps: state.steps.withEach((step) => (isFinal(step.status) ? step : endedUnseen(step, "SKIPPED"))),
    ready: [],
    active: [],
    openGroups: [],
  };
}

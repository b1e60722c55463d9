/** The small moves that every fold is made of: one step replaced, one ordinal taken out of a list, a leaf step made active. */

import type { StoredValue, ValuePosition, ValueSlot } from "../../json/stored-value.ts";
import { isNoCall } from "../../plan/human-input-callable.ts";
import { type ExecutionState, nodeAt, stepAt } from "./state.ts";
import type { StepState } from "./step-state.ts";
import { childUsageOf, usageDifference, usageSum } from "./usage-sum.ts";

export function ordinalOf(state: ExecutionState, stepId: string): number {
  const ordinal = state.pinned.graph.ordinalOf.get(stepId);
  if (ordinal === undefined) throw new RangeError(`the plan has no step ${JSON.stringify(stepId)}`);
  return ordinal;
}

export function withStep(state: ExecutionState, ordinal: number, step: StepState): ExecutionState {
  return { ...state, steps: state.steps.with(ordinal, step) };
}

/** What follows from a change of the tasks of a step at `at`, which becomes `step`: consumption of children, or a task that was given up. */
export function tasksChanged(
  state: ExecutionState,
  ordinal: number,
  step: StepState,
  at: number,
): Pick<ExecutionState, "childUsage" | "givenUp"> {
  const former = stepAt(state, ordinal);
  const before = former.tasks;
  const { childUsage, givenUp } = state;
  if (before === step.tasks) return { childUsage, givenUp };
  const change = () => usageDifference(childUsageOf([step]), childUsageOf([former]));
  const last = step.tasks.at(-1);
  const isGivenUp = last?.standing === "GIVEN_UP" && before.at(-1)?.standing === "WAITED_FOR";
  return {
    childUsage: last?.kind === "CHILD" ? usageSum(childUsage, change()) : childUsage,
    givenUp: isGivenUp ? [...givenUp, { step: ordinal, attempt: last.attempt, at }] : givenUp,
  };
}

export function without(ordinals: readonly number[], ordinal: number): readonly number[] {
  return ordinals.includes(ordinal) ? ordinals.filter((other) => other !== ordinal) : ordinals;
}

/** One more call of the leaf step at `ordinal` left; a question to a person is none, nor is a wait. */
export function callCounted(state: ExecutionState, ordinal: number): ExecutionState {
  const { step } = nodeAt(state, ordinal);
  const callable = step.kind === "TOOL" ? state.pinned.callables.get(step.callableName) : undefined;
  if (isNoCall(callable)) return state;
  const isAgent = callable?.kind === "AGENT";
  return { ...state, calls: state.calls + 1, agentCalls: state.agentCalls + (isAgent ? 1 : 0) };
}

export function positionOf(value: StoredValue, sequence: number, slot: ValueSlot): ValuePosition {
  return { sequence, slot, bytes: value.bytes, digest: value.digest };
}

/** Puts a leaf step among the active ones; its group, if any, runs from then on. */
export function activated(state: ExecutionState, ordinal: number, step: StepState, at: number): ExecutionState {
  const next: ExecutionState = {
    ...state,
    steps: state.steps.with(ordinal, step),
    startedAt: state.startedAt ?? at,
    ready: without(state.ready, ordinal),
    active: state.active.includes(ordinal) ? state.active : [...state.active, ordinal],
  };
  return withGroupBegun(next, ordinal, at);
}

/** A group has begun when a child of it has, even with a child that ended before it could be called. */
export function withGroupBegun(state: ExecutionState, ordinal: number, at: number): ExecutionState {
  const { group } = nodeAt(state, ordinal);
  if (group === undefined) return state;
  const before = stepAt(state, group);
  return before.status === "PENDING" ? withStep(state, group, { ...before, status: "RUNNING", startedAt: at }) : state;
}

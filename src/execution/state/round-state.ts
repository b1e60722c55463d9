/**
 * The rounds of an execution whose model may plan again with the results of its plan (decision 041). The first plan is that of every
 * execution; each further one is proposed when everything before it has ended, and its steps stand behind all others.
 */
import { mostRounds, roundOfStep } from "../../plan/order/round-ids.ts";
import type { Plan } from "../../plan/plan.ts";
import { leafSteps } from "../../plan/plan-scope.ts";
import type { ExecutionState } from "./state.ts";

/** How many plans the execution has. */
export function roundsOf({ furtherRounds, isPlanned }: ExecutionState): number {
  return isPlanned ? 1 + furtherRounds.length : 0;
}

/** How many plans it may have. */
export function maxRoundsOf({ pinned: { modelWork } }: ExecutionState): number {
  return modelWork.plan === null ? 0 : Math.min(mostRounds, modelWork.plan.maxRounds ?? 1);
}

/** The round that a plan which is proposed now would be. */
export function nextRound(state: ExecutionState): number {
  return roundsOf(state) + 1;
}

/** The round of a plan that is proposed or refused now, as its event has it. */
export function roundMember(state: ExecutionState): { readonly round?: number } {
  const round = nextRound(state);
  return round === 1 ? {} : { round };
}

/** Whether a plan is made by a model that has seen the results of an earlier one. */
export function isFurtherPlan(state: ExecutionState): boolean {
  return state.isPlanned;
}

/** How many calls the plans that are yet to come may have together: `maxSteps` counts those of all rounds. */
export function stepsLeft({ isPlanned, pinned: { limits, plan } }: ExecutionState): number {
  return isPlanned ? Math.max(0, limits.maxSteps - leafSteps(plan).length) : limits.maxSteps;
}

/**
 * Whether a model may make a further plan once nothing runs any more: not after it has answered, nor once a further plan could not be made, and
 * within `maxRounds` and `maxSteps`.
 */
export function mayPlanAgain(state: ExecutionState): boolean {
  const { cancelRequested, ending, furtherPlanFailure, isPlanned, pinned, rejected, responded } = state;
  if (!isPlanned || roundsOf(state) >= maxRoundsOf(state) || pinned.plan.directResponse !== null) return false;
  if (cancelRequested !== undefined || ending !== undefined || responded !== undefined) return false;
  return rejected === undefined && furtherPlanFailure === undefined && stepsLeft(state) > 0;
}

/** The plan of `round` as it was written, with its own ids. A model's text in place of a plan is none. */
export function planOfRoundAsWritten({ furtherRounds, pinned: { plan } }: ExecutionState, round: number): Plan {
  const further = furtherRounds[round - 2]?.plan;
  const steps = further?.steps ?? plan.steps.filter(({ id }) => roundOfStep(id) === 1);
  return { ...(further ?? plan), directResponse: null, steps };
}

/** The top-level steps of the plan of `round`, as they stand in the execution. */
export function planStepsOfRound({ pinned: { plan } }: ExecutionState, round: number): Plan["steps"] {
  return plan.steps.filter(({ id }) => roundOfStep(id) === round);
}

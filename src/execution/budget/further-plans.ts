/** The further plans of a model that can still come in an execution, for its worst case. */
import type { Plan } from "../../plan/plan.ts";
import { leafSteps } from "../../plan/plan-scope.ts";
import { maxRoundsOf, roundsOf, stepsLeft } from "../state/round-state.ts";
import type { ExecutionState } from "../state/state.ts";
import type { FurtherPlans } from "./worst-case.ts";

/** Those that may follow `proposed`, or else the plan that the execution has. Undefined if none may. */
export function furtherPlans(state: ExecutionState, proposed?: Plan): FurtherPlans | undefined {
  const { plan: work } = state.pinned.modelWork;
  const rounds = maxRoundsOf(state) - roundsOf(state) - (proposed === undefined ? 0 : 1);
  const steps = stepsLeft(state) - (proposed === undefined ? 0 : leafSteps(proposed).length);
  const isLast = proposed !== undefined && proposed.directResponse !== null;
  return work === null || isLast || rounds <= 0 || steps <= 0 ? undefined : { work, rounds, steps };
}

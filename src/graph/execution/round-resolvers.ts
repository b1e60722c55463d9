/** The plans of an execution as the API shows them: one, or one for each round of a model that planned again. */
import type { ExecutionView } from "../../execution/views/execution-view.ts";
import { roundOfStep } from "../../plan/order/round-ids.ts";
import type { Plan } from "../../plan/plan.ts";
import { requestError } from "../base/request-error.ts";
import type { PlanRoundResolvers } from "../base/resolvers.generated.ts";
import type { PlanRoundSource } from "../base/sources.ts";

/** The plan of the first round. Null where there is none. */
export function firstPlan({ furtherRounds = [], plan }: Pick<ExecutionView, "furtherRounds" | "plan">): Plan | null {
  if (plan === null || furtherRounds.length === 0) return plan;
  return { ...plan, directResponse: null, steps: plan.steps.filter(({ id }) => roundOfStep(id) === 1) };
}

/** Every plan of the execution, in order. */
export function roundsOf(view: ExecutionView): readonly PlanRoundSource[] {
  const { furtherRounds = [], planHash, planWarnings = [] } = view;
  const plan = firstPlan(view);
  if (plan === null || planHash === null) return [];
  const further = furtherRounds.map(({ planHash: hash, ...round }) => ({ view, ...round, hash }));
  return [{ view, number: 1, plan, hash: planHash, proposedAt: null, planWarnings }, ...further];
}

/** Steps of all rounds, without the children of groups. */
export function topLevelSteps(view: ExecutionView) {
  return view.steps.filter(({ group }) => group === null).map((step) => ({ view, step }));
}

const mostNamed = 100;

/** Steps at any depth, in the order of the plan. Throws BAD_USER_INPUT for more than 100 identifiers. */
export function stepsNamed(view: ExecutionView, stepIds: readonly string[]) {
  if (stepIds.length > mostNamed) {
    throw requestError(
      "BAD_USER_INPUT",
      `Cannot read the steps: required at most ${mostNamed} stepIds, found ${stepIds.length}. Ask for the others separately`,
    );
  }
  const wanted = new Set(stepIds);
  return view.steps.filter(({ id }) => wanted.has(id)).map((step) => ({ view, step }));
}

export const planRoundResolvers = {
  number: ({ number }) => number,
  plan: ({ hash, plan, view }) => ({ plan, hash, callables: () => view.callables }),
  steps: ({ number, view }) => topLevelSteps(view).filter(({ step }) => roundOfStep(step.id) === number),
  proposedAt: ({ proposedAt }) => proposedAt,
  planWarnings: ({ planWarnings }) => planWarnings,
} satisfies PlanRoundResolvers;

/**
 * The part of a child in its parent's budgets for language models: a share of the rest, by the number of model calls that it usually needs.
 * The whole share is reserved with the event that makes the child, and replaced by the consumption that the child reports when it ends. The
 * share of a child that was abandoned counts in full. So the budgets of an execution and all its descendants together never exceed those of
 * the root.
 */

import { templateOf } from "../../plan/order/items.ts";
import type { SubBudget } from "../events/usage.ts";
import { type ExecutionState, nodeAt, stepAt } from "../state/state.ts";
import { isFinal } from "../state/step-state.ts";
import { openTask } from "../state/step-task.ts";
import { consumedBy, keptPart } from "./token-budget.ts";
import { usualModelCalls } from "./usual-model-calls.ts";

/**
 * The budget of the child that the step at `ordinal` waits for, else of the one that it would make now. The rest after the part of planner
 * and responder is shared by the unfinished steps that may call models and have no budget yet. A child gets no fewer calls than it usually
 * needs, while there are any, so that the first of many children can work. A callable that cannot call models gets nothing.
 */
export function subBudget(state: ExecutionState, ordinal: number): SubBudget {
  const reserved = openTask(stepAt(state, ordinal))?.reserved;
  if (reserved != null) return reserved;
  const { maxCostMicros, maxModelCalls, maxTokens } = state.pinned.limits;
  const usualCalls = usualModelCalls(state.pinned.definitions);
  const needsOf = (at: number) => {
    const { step } = nodeAt(state, at);
    const call = step.kind === "TOOL" ? step : templateOf(step);
    return call === undefined ? 0 : usualCalls(call.callableName);
  };
  const needs = needsOf(ordinal);
  if (needs === 0) {
    const nothing = (limit: number | null) => (limit === null ? null : 0);
    return { maxModelCalls: 0, maxTokens: nothing(maxTokens), maxCostMicros: nothing(maxCostMicros) };
  }
  const needed = state.steps.all.reduce(
    (sum, _, at) => (at !== ordinal && isUndecided(state, at) ? sum + needsOf(at) : sum),
    needs,
  );
  const { calls, costMicros, tokens } = consumedBy(state);
  const kept = keptPart(state);
  const share = (limit: number, used: number) => Math.max(0, Math.floor(((limit - used) * needs) / needed));
  const left = maxModelCalls - calls - kept.calls;
  // A price that is unknown leaves nothing of a bound on cost, for a child as for a call.
  const isPriced = costMicros !== null && kept.costMicros !== null;
  const costs = isPriced ? costMicros + kept.costMicros : Number.POSITIVE_INFINITY;
  return {
    maxModelCalls: left <= 0 ? 0 : Math.max(Math.min(needs, left), share(maxModelCalls, calls + kept.calls)),
    maxTokens: maxTokens === null ? null : share(maxTokens, tokens + kept.tokens),
    maxCostMicros: maxCostMicros === null ? null : share(maxCostMicros, costs),
  };
}

/**
 * Whether nothing is reserved yet for a call that the step may still make. A map or loop stands for one call while none of its items does:
 * its items are not known yet, or its next iteration is not.
 */
function isUndecided(state: ExecutionState, ordinal: number): boolean {
  const step = stepAt(state, ordinal);
  const { children } = nodeAt(state, ordinal);
  return !isFinal(step.status) && openTask(step) === undefined && !children.some((child) => isUndecided(state, child));
}

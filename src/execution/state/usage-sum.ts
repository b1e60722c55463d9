/** Sums and differences of usage, and that of the children of an execution. */

import type { SubBudget, UsageView } from "../events/usage.ts";
import type { StepState } from "./step-state.ts";

export function usageSum(left: UsageView, right: UsageView): UsageView {
  return {
    toolCalls: left.toolCalls + right.toolCalls,
    agentCalls: left.agentCalls + right.agentCalls,
    modelCalls: left.modelCalls + right.modelCalls,
    inputTokens: left.inputTokens + right.inputTokens,
    cachedInputTokens: left.cachedInputTokens + right.cachedInputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    costMicros: left.costMicros === null || right.costMicros === null ? null : left.costMicros + right.costMicros,
  };
}

/** The difference of `later` and `earlier`. A cost that is unknown stays so. */
export function usageDifference(later: UsageView, earlier: UsageView): UsageView {
  return {
    toolCalls: later.toolCalls - earlier.toolCalls,
    agentCalls: later.agentCalls - earlier.agentCalls,
    modelCalls: later.modelCalls - earlier.modelCalls,
    inputTokens: later.inputTokens - earlier.inputTokens,
    cachedInputTokens: later.cachedInputTokens - earlier.cachedInputTokens,
    outputTokens: later.outputTokens - earlier.outputTokens,
    costMicros: later.costMicros === null || earlier.costMicros === null ? null : later.costMicros - earlier.costMicros,
  };
}

export const noChildUsage: UsageView = {
  toolCalls: 0,
  agentCalls: 0,
  modelCalls: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  costMicros: 0,
};

/** A budget as if it were used up. An amount without a bound counts as nothing while it is unknown. */
function usageOfAll({ maxCostMicros, maxModelCalls, maxTokens }: SubBudget): UsageView {
  return { ...noChildUsage, modelCalls: maxModelCalls, inputTokens: maxTokens ?? 0, costMicros: maxCostMicros ?? 0 };
}

/** Consumption of all children of `steps`, with the reservations of those whose consumption is unknown. */
export function childUsageOf(steps: readonly StepState[]): UsageView {
  const usages = steps.flatMap(({ tasks }) =>
    tasks.flatMap(({ reserved, usage }) => usage ?? (reserved === undefined ? [] : usageOfAll(reserved))),
  );
  return usages.reduce(usageSum, noChildUsage);
}

/**
 * Summaries as an index stores them, brought to the current form, whichever version wrote them.
 */

import type { UsageView } from "../../execution/events/usage.ts";
import type { ExecutionSummary } from "../../execution/views/summary.ts";

/** What a summary said until 0.2.0, when every plan was given and no model was called. */
interface SummaryBeforeModels {
  readonly toolCalls: number;
}

/** The summary that `text` holds, without the names of its callables if they were left out of it. */
export function readSummary<Summary extends Partial<ExecutionSummary> = ExecutionSummary>(text: string): Summary {
  return summaryOfToday(JSON.parse(text) as Summary | SummaryBeforeModels);
}

/** `stored` in the form of today. What only the execution itself knows is left null. */
export function summaryOfToday<Summary extends Partial<ExecutionSummary>>(
  stored: Summary | SummaryBeforeModels,
): Summary {
  if (!("toolCalls" in stored)) return { outline: null, ...stored };
  const { toolCalls, ...facts } = stored;
  const usage = usageBeforeModels(toolCalls);
  // Only summaries are stored, so what is left are the other members of one.
  return { ...facts, startedWith: "PLAN", usage, outline: null } as unknown as Summary;
}

/** Consumption of an execution that called no model. */
export function usageBeforeModels(toolCalls: number): UsageView {
  return {
    toolCalls,
    agentCalls: 0,
    modelCalls: 0,
    inputTokens: 0,
    cachedInputTokens: 0,
    outputTokens: 0,
    costMicros: 0,
  };
}

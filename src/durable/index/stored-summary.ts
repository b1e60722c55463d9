/** Summaries as an index stores them. */
import type { ExecutionSummary } from "../../execution/views/summary.ts";

/** The summary that `text` holds, without the names of its callables if they were left out of it. Before 0.6.0 no summary had an outline. */
export function readSummary<Summary extends Partial<ExecutionSummary> = ExecutionSummary>(text: string): Summary {
  return { outline: null, ...(JSON.parse(text) as Summary) };
}

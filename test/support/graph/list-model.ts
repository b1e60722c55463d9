/** The list of executions over a plain array: what the index must answer, however it does. */

import type { UsageView } from "../../../src/execution/events/usage.ts";
import {
  type ExecutionListFilter,
  type ExecutionListQuery,
  type ExecutionPosition,
  type ListedExecution,
  listedStatus,
  matchesFilter,
  type StatusCount,
} from "../../../src/execution/views/execution-list.ts";
import type { ExecutionOutline } from "../../../src/execution/views/outline.ts";
import { stepProgress } from "../../../src/execution/views/step-progress.ts";
import type { ExecutionSummary } from "../../../src/execution/views/summary.ts";

export const noUsage: UsageView = {
  ...{ toolCalls: 0, agentCalls: 0, modelCalls: 0 },
  ...{ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costMicros: 0 },
};

/** A filter that leaves nothing out. */
export const everything: ExecutionListFilter = {
  ...{ status: null, waitingFor: null, createdAfter: null, createdBefore: null },
  ...{ callableName: null, labels: [], contextId: null, root: null, parent: null },
};

/** The first page of everything, newest first. */
export function listQuery(more: Partial<ExecutionListQuery> = {}): ExecutionListQuery {
  return { filter: everything, newestFirst: true, limit: 100, backward: false, after: null, before: null, ...more };
}

/** The list entry of an execution that calls `echo` now. */
export function outlineWith(more: Partial<ExecutionOutline> = {}): ExecutionOutline {
  const progress = stepProgress(["RUNNING"]);
  return { title: "echo", runOf: null, parentStep: null, failure: null, progress, retryAt: null, ...more };
}

/** An execution of that name that was created at that instant, running its first step. */
export function summaryNamed(
  execution: string,
  createdAt: number,
  more: Partial<ExecutionSummary> = {},
): ExecutionSummary {
  return {
    ...{ execution, createdAt, revision: 1, status: "RUNNING", state: "awaiting_results", waitingFor: null },
    ...{ currentStep: null, subject: "anonymous", contextId: null, root: execution, parent: null, labels: [] },
    ...{ callables: ["echo"], startedAt: createdAt, updatedAt: createdAt, finishedAt: null },
    ...{ startedWith: "PLAN", usage: { ...noUsage, toolCalls: 2 }, outline: outlineWith() },
    ...more,
  };
}

/** A page as `IndexClient.list` promises it. */
export function pageOf(summaries: readonly ExecutionSummary[], query: ExecutionListQuery) {
  const { after, backward, before, filter, limit, newestFirst, onePerConversation = false } = query;
  const sign = newestFirst ? -1 : 1;
  const order = (left: ExecutionPosition, right: ExecutionPosition) => sign * compare(left, right);
  const rows = summaries
    .filter((summary) => matchesFilter(filter, summary))
    .filter((summary) => !onePerConversation || isLatest(summary, summaries, filter))
    .filter((summary) => after === null || order(after, summary) < 0)
    .filter((summary) => before === null || order(summary, before) < 0)
    .sort(order);
  const items = backward ? rows.slice(Math.max(0, rows.length - limit)) : rows.slice(0, limit);
  return { items: items.map(listed), hasMore: rows.length > items.length };
}

/** The latest of its conversation among those that the caller sees. */
function isLatest(
  summary: ExecutionSummary,
  summaries: readonly ExecutionSummary[],
  { access }: ExecutionListFilter,
): boolean {
  if (summary.contextId === null || summary.parent !== null) return true;
  const seen = summaries.filter((one) => matchesFilter({ ...everything, access }, one));
  const roots = seen.filter(({ contextId, parent }) => contextId === summary.contextId && parent === null);
  return roots.every((other) => compare(other, summary) <= 0);
}

/** An execution as a list shows it. */
export function listed({ callables: _, words: __, ...told }: ExecutionSummary): ListedExecution {
  return told;
}

/** Counts as `IndexClient.statusCounts` promises them, by name of the status. */
export function countsOf(summaries: readonly ExecutionSummary[], filter: ExecutionListFilter): readonly StatusCount[] {
  const counts = new Map<ExecutionSummary["status"], number>();
  for (const summary of summaries.filter((one) => matchesFilter({ ...filter, status: null }, one))) {
    const status = listedStatus(filter, summary);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return [...counts].map(([status, count]) => ({ status, count })).sort(byStatus);
}

export function byStatus(left: StatusCount, right: StatusCount): number {
  return left.status < right.status ? -1 : 1;
}

function compare(left: ExecutionPosition, right: ExecutionPosition): number {
  if (left.createdAt !== right.createdAt) return left.createdAt - right.createdAt;
  return left.execution === right.execution ? 0 : left.execution < right.execution ? -1 : 1;
}

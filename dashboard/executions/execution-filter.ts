/**
 * The shown part of the list: the query of the address, as people share it, and the filter for the API. Pure. Unknown parts of an address
 * are left out, not guessed.
 */

import type { ListOrder } from "./changed-page.ts";
import type {
  ExecutionKind,
  ExecutionListQueryVariables,
  ExecutionStatus,
  WaitKind,
} from "./execution-list.generated.ts";

export type ApiFilter = NonNullable<ExecutionListQueryVariables["filter"]>;

export type Period = "HOUR" | "DAY" | "WEEK" | "ALL";

/** How an execution was started. Runs of schedules are of several kinds for the API. */
export type ListKind = ExecutionKind | "SCHEDULE";

export interface ListView {
  /** Words that each must have; empty for any. */
  readonly text: string;
  readonly kind: ListKind | null;
  /** The conversation that they belong to; empty for any. */
  readonly context: string;
  /** One of these; any if empty. */
  readonly statuses: readonly ExecutionStatus[];
  /** Name of a tool, agent or workflow that the plan may call; empty for any. */
  readonly callable: string;
  readonly waitingFor: WaitKind | null;
  readonly period: Period;
  /** As it was written: `team=docs, stage=test`. */
  readonly labels: string;
  readonly hidesChildren: boolean;
  readonly order: ListOrder;
}

export const statuses = ["RUNNING", "WAITING", "FAILED", "PARTIAL", "PENDING", "SUCCEEDED", "CANCELLED"] as const;
export const waitKinds = ["PERSON", "TIMER", "EVENT", "CHILD", "REMOTE_TASK", "SUBMISSION"] as const;
export const kinds = ["PLAN", "PROMPT", "ASK", "WORKFLOW", "AGENT", "MESSAGE", "SCHEDULE"] as const;
const periods = { "1h": "HOUR", "24h": "DAY", "7d": "WEEK" } as const;
const periodMs = { HOUR: 3_600_000, DAY: 86_400_000, WEEK: 604_800_000 } as const;

/** Characters of a search that the API takes. */
export const searchLimit = 256;

/** How many labels the API takes. */
const labelLimit = 16;

export function viewIn(query: URLSearchParams): ListView {
  const named = (query.get("status") ?? "").split(",");
  const period = query.get("time") ?? "";
  return {
    text: query.get("q") ?? "",
    kind: kinds.find((kind) => kind === query.get("kind")) ?? null,
    context: query.get("context") ?? "",
    statuses: statuses.filter((status) => named.includes(status)),
    callable: query.get("callable") ?? "",
    waitingFor: waitKinds.find((kind) => kind === query.get("waiting")) ?? null,
    period: Object.hasOwn(periods, period) ? periods[period as keyof typeof periods] : "ALL",
    labels: query.get("label") ?? "",
    hidesChildren: query.get("children") !== "shown",
    order: query.get("order") === "oldest" ? "OLDEST_FIRST" : "NEWEST_FIRST",
  };
}

/** Entries of the query for the view. Null for the entries that every view shares unless it says otherwise. */
export function queryOf(view: ListView): Readonly<Record<string, string | null>> {
  const period = Object.entries(periods).find(([, value]) => value === view.period)?.[0];
  return {
    q: view.text || null,
    kind: view.kind,
    context: view.context || null,
    status: view.statuses.length === 0 ? null : view.statuses.join(","),
    callable: view.callable || null,
    waiting: view.waitingFor,
    time: period ?? null,
    label: view.labels || null,
    children: view.hidesChildren ? null : "shown",
    order: view.order === "OLDEST_FIRST" ? "oldest" : null,
  };
}

/** The query for the API. `at` is the time that the period ends with, Unix milliseconds. */
export function filterOf(view: ListView, at: number): ApiFilter {
  const { callable, context, hidesChildren, kind, period, statuses: chosen, text, waitingFor } = view;
  const labels = labelsIn(view.labels).labels;
  return {
    // The work of a child is work, as the list shows it.
    childWaitIsRunning: true,
    ...(text.trim() !== "" && { text: text.trim() }),
    ...(kind === "SCHEDULE" && { scheduled: true }),
    ...(kind !== null && kind !== "SCHEDULE" && { kinds: [kind] }),
    ...(context !== "" && { contextId: context }),
    ...(chosen.length > 0 && { status: chosen }),
    ...(callable.trim() !== "" && { callableName: callable.trim() }),
    ...(waitingFor !== null && { waitingFor: [waitingFor] }),
    ...(period !== "ALL" && { createdAfter: new Date(at - periodMs[period]).toISOString() }),
    ...(labels.length > 0 && { labels }),
    ...(hidesChildren && { root: true }),
  };
}

export const pageSize = 50;

/** The variables that ask for the first page of a view, `filter` being that of the view. */
export function firstPageOf(view: ListView, filter: ApiFilter, first = pageSize) {
  return { first, filter, orderBy: view.order, onePerConversation: isGrouped(view), after: null };
}

/** Whether the view leaves out executions that somebody may look for; hidden children belong to others that are shown. */
export function isNarrowed(view: ListView): boolean {
  return view.kind !== null || view.period !== "ALL" || isSearch(view);
}

/** Whether a conversation is one row, its latest message. Who looks for something in particular sees every message that has it. */
export function isGrouped(view: ListView): boolean {
  return !isSearch(view);
}

function isSearch({ callable, context, labels, statuses: chosen, text, waitingFor }: ListView): boolean {
  return [callable, context, labels, text].some((part) => part !== "") || chosen.length > 0 || waitingFor !== null;
}

/** Labels in the written text, and the part that is none. Values go on to the next comma and may hold `=`. */
export function labelsIn(text: string): {
  readonly labels: readonly { readonly key: string; readonly value: string }[];
  /** The problem, in words. Null if there is none. */
  readonly problem: string | null;
} {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const labels: { key: string; value: string }[] = [];
  let problem: string | null = null;
  for (const part of parts) {
    const at = part.indexOf("=");
    if (at < 1) problem ??= `Cannot filter by ${part}: required is key=value`;
    else labels.push({ key: part.slice(0, at).trim(), value: part.slice(at + 1).trim() });
  }
  if (labels.length > labelLimit) problem ??= `Cannot filter by ${labels.length} labels: ${labelLimit} at most`;
  return { labels: labels.slice(0, labelLimit), problem };
}

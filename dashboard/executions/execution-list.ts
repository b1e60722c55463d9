/**
 * The list of executions while it is shown: read when this module is loaded, beside everything else that the page does, then followed from
 * the position that the answer reflects. The last list stays until the next answer is there.
 */
import { batch, computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { sameJson } from "../../src/json/json.ts";
import { hearTime, serverNow } from "../api/clock.ts";
import { follow } from "../api/follow.ts";
import type { Problem } from "../api/problem.ts";
import { request, requestUntilAnswered } from "../api/request.ts";
import { refusal, signIns } from "../api/session.ts";
import { announce } from "../parts/announce.tsx";
import { plural } from "../parts/numbers.ts";
import { place } from "../shell/location.ts";
import {
  asking,
  type ChangedPage,
  changed,
  explained,
  extended,
  grouped,
  latestOnly,
  notAnswered,
  readPage,
  settled,
} from "./changed-page.ts";
import {
  type ApiFilter,
  filterOf,
  firstPageOf,
  isGrouped,
  type ListView,
  pageSize,
  viewIn,
} from "./execution-filter.ts";
import { executionList, executionListChanges, executionsAgain } from "./execution-list.generated.ts";
import { type ExecutionRow, hasEnded } from "./row-words.ts";

export type ExecutionPage = ChangedPage<ExecutionRow>;

/** The shown list, with the view that it was read for. */
export interface Listed {
  readonly view: ListView;
  readonly filter: ApiFilter;
  readonly page: ExecutionPage;
}

/** News is announced to screen readers once in so many milliseconds. */
const newsPauseMs = 10_000;

const current = signal<Listed | null>(null);
const trouble = signal<Problem | null>(null);
const furtherTrouble = signal<Problem | null>(null);
const loading = signal(true);
const changeCount = signal(0);
const readCount = signal(0);
let endCursor: string | null = null;
let newsAnnouncedAt = 0;

/** Null until it was read. */
export const listed: ReadonlySignal<Listed | null> = current;
/** Why the list could not be read, or is followed no longer. */
export const listProblem: ReadonlySignal<Problem | null> = trouble;
/** Why the next page could not be read. */
export const furtherProblem: ReadonlySignal<Problem | null> = furtherTrouble;
export const isLoading: ReadonlySignal<boolean> = loading;
/** Grows when a part of the list may have changed, so that its dependants are read again. */
export const changesSeen: ReadonlySignal<number> = changeCount;

const isShown = computed(() => place.value.path === "/");
/** The view as text, so that other entries of the query read nothing again. */
const wanted = computed(() => JSON.stringify(viewIn(place.value.query)));

/** The view that the address asks for; `listed` follows it as soon as it is read. */
export const wantedView: ReadonlySignal<ListView> = computed(() => JSON.parse(wanted.value) as ListView);

/** Reads the list again from its beginning, without deleted rows. */
export function readAgain(): void {
  readCount.value += 1;
}

/** Puts new rows in their place and removes departed ones. */
export function showFresh(): void {
  const now = current.peek();
  if (now === null) return;
  if (now.page.isFreshCut) readAgain();
  else current.value = { ...now, page: arranged(now.view, settled(now.page)) };
}

/** Reads the page after the last one. */
export async function showMore(): Promise<void> {
  const before = current.peek();
  if (before === null || before.page.readTo === null || before.page.sinceAsked !== null) return;
  current.value = { ...before, page: asking(before.page) };
  furtherTrouble.value = null;
  const answer = await request(executionList, { ...firstPageOf(before.view, before.filter), after: endCursor });
  const now = current.peek();
  // Read again meanwhile, or for another view: the answer belongs to a list that is not shown any more.
  if (now === null || now.filter !== before.filter) return;
  const found = answer.ok ? answer.data.executions : null;
  if (found === null) {
    furtherTrouble.value = answer.ok ? (answer.problems[0] ?? null) : answer.problem;
    current.value = { ...now, page: notAnswered(now.page) };
    return;
  }
  endCursor = found.pageInfo.endCursor ?? endCursor;
  const page = extended(now.page, found.nodes, found.pageInfo.hasNextPage);
  current.value = { ...now, page: arranged(now.view, page) };
}

/** A conversation is one row, except in a search and in a list of executions that steps started. */
function arranged(view: ListView, page: ExecutionPage): ExecutionPage {
  return isGrouped(view) && view.hidesChildren ? grouped(page) : page;
}

/** The most rows that come back at once to somebody who returns to the list. */
const mostAgain = 100;

/** How many rows the first page has: as many as were shown of the same view when somebody left it. Undefined for as many as always. */
function firstOf(view: ListView): number | undefined {
  const before = current.peek();
  const isSame = before !== null && sameJson(before.view, view);
  return isSame && before.page.rows.length > pageSize ? Math.min(mostAgain, before.page.rows.length) : undefined;
}

/** Reads and follows for one view until it is left. Returns a function that ends it. */
function keep(view: ListView): () => void {
  const life = new AbortController();
  let stopFollowing: () => void = () => undefined;
  const start = async () => {
    loading.value = true;
    const filter = filterOf(view, serverNow());
    const askedAt = Date.now();
    const variables = firstPageOf(view, filter, firstOf(view));
    const answer = await requestUntilAnswered(executionList, variables, life.signal, (problem) => {
      trouble.value = problem;
    });
    if (life.signal.aborted) return;
    const found = answer.ok ? answer.data.executions : null;
    if (found === null) {
      const problem = answer.ok ? (answer.problems[0] ?? null) : answer.problem;
      batch(() => {
        loading.value = false;
        trouble.value = problem;
      });
      return;
    }
    learnTime(found.nodes, askedAt);
    batch(() => {
      const page = readPage(view.order, found.nodes, found.pageInfo.hasNextPage);
      endCursor = found.pageInfo.endCursor;
      current.value = { view, filter, page };
      loading.value = false;
      trouble.value = null;
      furtherTrouble.value = null;
      changeCount.value += 1;
    });
    stopFollowing = followFrom(found.feedCursor, filter, life.signal);
  };
  void start();
  return () => {
    life.abort();
    stopFollowing();
  };
}

function followFrom(after: string, filter: ApiFilter, signal: AbortSignal): () => void {
  return follow(
    executionListChanges,
    { after, filter },
    {
      next: ({ executionChanges: { caughtUp, executions, gap, removedIds } }) => {
        if (gap) readAgain();
        else if (executions.length + removedIds.length > 0) take({ rows: executions, removedIds }, signal);
        return caughtUp ? null : { seen: 0, total: null };
      },
      failed: (problem) => {
        trouble.value = problem;
      },
      completed: () => undefined,
    },
  );
}

function take(
  change: { readonly rows: readonly ExecutionRow[]; readonly removedIds: readonly string[] },
  signal: AbortSignal,
) {
  const now = current.peek();
  if (now === null || signal.aborted) return;
  const isOne = isGrouped(now.view) && now.view.hidesChildren;
  const page = changed(now.page, isOne ? latestOnly(now.page, change) : change);
  batch(() => {
    current.value = { ...now, page };
    changeCount.value += 1;
  });
  if (page.fresh.size > now.page.fresh.size && Date.now() - newsAnnouncedAt >= newsPauseMs) {
    newsAnnouncedAt = Date.now();
    announce(`${freshWords(page)}, not shown yet`);
  }
  const unknown = [...page.departed].filter(([, why]) => why === "UNKNOWN").map(([id]) => id);
  if (unknown.length > 0) void explain(unknown.slice(0, 100), signal);
}

/** Reads rows that left the list again: the feed reports neither a deletion nor a new state as such. */
async function explain(ids: readonly string[], signal: AbortSignal): Promise<void> {
  const answer = await request(executionsAgain, { ids }, signal);
  const now = current.peek();
  const nodes = answer.ok ? answer.data.nodes : null;
  if (now === null || nodes === null || signal.aborted) return;
  const found = new Map<string, ExecutionRow | null>(ids.map((id, at) => [id, rowOf(nodes[at])]));
  current.value = { ...now, page: explained(now.page, found) };
}

function rowOf(node: object | null | undefined): ExecutionRow | null {
  return node !== null && node !== undefined && "createdAt" in node ? (node as ExecutionRow) : null;
}

/** `3 new executions`. */
export function freshWords({ fresh, isFreshCut }: ExecutionPage): string {
  return isFreshCut ? `More than ${fresh.size} new executions` : plural(fresh.size, "new execution");
}

/** An execution that continues has a duration until now: the server's now. */
function learnTime(rows: readonly ExecutionRow[], askedAt: number): void {
  const going = rows.find((row) => !hasEnded(row) && row.startedAt !== null && row.durationMs !== null);
  if (going?.startedAt == null || going.durationMs === null) return;
  hearTime(Date.parse(going.startedAt) + going.durationMs, askedAt, Date.now());
}

effect(() => {
  void signIns.value;
  void readCount.value;
  if (!isShown.value || refusal.value !== null) return undefined;
  return keep(JSON.parse(wanted.value) as ListView);
});

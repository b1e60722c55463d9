/**
 * The index of a tenant for one caller: lists are read along its orders, and feeds are filtered by its permissions. A page without anything
 * for it comes as a sign of life at most, so that it reveals no activity of others.
 */
import { type Audience, audienceOf, isListedFor, type ListAccess, listAccessOf } from "../../access/audience.ts";
import type { ChangePage } from "../../execution/views/execution-list.ts";
import type { IndexClient } from "../base/ports.ts";
import type { AccessPorts } from "./visible-executions.ts";

/** The same client, for `caller` alone. */
export function visibleIndex(index: IndexClient, { caller, now }: AccessPorts): IndexClient {
  const access = listAccessOf(caller, "READ");
  if (access === undefined) return index;
  return {
    ...index,
    list: (query) => index.list({ ...query, filter: { ...query.filter, access } }),
    statusCounts: (filter) => index.statusCounts({ ...filter, access }),
    conversations: (query) => index.conversations({ ...query, access }),
    usage: (query) => index.usage({ ...query, access }),
    inbox: (query) => index.inbox({ ...query, access }),
    watchInbox: (options) =>
      visiblePages(
        index.watchInbox(options),
        ({ audiences, ...page }) => ({
          ...page,
          items: page.items.filter((item) => isOpenTo(access, audiences?.[item.execution])),
        }),
        ({ gap, items }) => !gap && items.length === 0,
        options.heartbeatMs,
        now,
      ),
    watch: (options) =>
      visiblePages(
        index.watch(options),
        (page) => visibleChanges(page, access),
        isEmptyChange,
        options.heartbeatMs,
        now,
      ),
  };
}

/** Rows from before 0.9.0 are for the whole tenant. */
function isOpenTo(access: ListAccess, audience: Audience | undefined): boolean {
  return audience === undefined ? access.reach === "VISIBLE" : isListedFor(access, audience);
}

function isEmptyChange({ gap, removed, summaries }: ChangePage): boolean {
  return !gap && removed.length === 0 && summaries.length === 0;
}

function visibleChanges({ removedOf, ...page }: ChangePage, access: ListAccess): ChangePage {
  const summaries = page.summaries.filter((summary) => isListedFor(access, audienceOf(summary)));
  const removed = page.removed.filter((name) => isOpenTo(access, removedOf?.[name]));
  return { ...page, summaries, removed };
}

/**
 * Pages of a feed as `shown` makes them. Those that are empty by that alone come no more often than a heartbeat would, but for the one that says
 * that everything was replayed.
 */
export async function* visiblePages<Page extends { readonly caughtUp: boolean }>(
  pages: AsyncIterable<Page>,
  shown: (page: Page) => Page,
  isEmpty: (page: Page) => boolean,
  heartbeatMs: number,
  now: () => number,
): AsyncGenerator<Page> {
  let lastAt = Number.NEGATIVE_INFINITY;
  let isBehind = true;
  for await (const page of pages) {
    const made = shown(page);
    const isNews = !isEmpty(made) || (isBehind && page.caughtUp);
    if (!isNews && !isEmpty(page) && now() - lastAt < heartbeatMs) continue;
    lastAt = now();
    isBehind = !page.caughtUp;
    yield made;
  }
}

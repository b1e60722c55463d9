/**
 * Room `graph/lists`: the lists of a tenant: executions, conversations, the inbox of questions, and the usage report. It owns filters,
 * cursors of pages and of change feeds, and the decision whether an item is read from the index or from its execution.
 *
 * It leaves to others: `durable/index` stores and queries the lists, `graph/subscriptions` follows their changes, `graph/execution` has
 * the fields of one execution.
 *
 * Invariants:
 *
 * - A list is one call of the index. An execution is read only if the request selects more than the index keeps of it; then all fields
 *   of that item come from the execution, so that they are of one moment.
 * - A cursor names a place in time, so it stays valid when rows change. A cursor of another tenant's feed is refused.
 *
 * This file is the list of executions, with a second call of the index if counts are selected.
 */
import type { GraphQLResolveInfo } from "graphql";
import type { ExecutionListFilter, ExecutionPosition } from "../../execution/views/execution-list.ts";
import { type PageWindow, windowOf } from "../base/connection.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { ExecutionConnectionSource } from "../base/list-sources.ts";
import type { ExecutionConnectionResolvers } from "../base/resolvers.generated.ts";
import type { ExecutionChildrenArgs, PageInfo, QueryExecutionsArgs } from "../base/schema.generated.ts";
import { changeCursor } from "./change-cursor.ts";
import { checkedFilter, everyExecution } from "./execution-filter.ts";
import { listedNeeds, sourcesOf } from "./listed-executions.ts";
import { type Place, placeCursor, placedPage, placeOf } from "./place-cursor.ts";

const LIST = "POSITION";

/** A page of executions. Throws BAD_USER_INPUT for page sizes, cursors and filters out of bounds. */
export async function listExecutions(
  { filter, ...window }: QueryExecutionsArgs,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<ExecutionConnectionSource> {
  return executionPage(await checkedFilter(filter, context), window, context, info);
}

/** A page of the executions that steps of `parent`, the name of an object, started; oldest first. */
export function listChildren(
  parent: string,
  { after, first }: ExecutionChildrenArgs,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<ExecutionConnectionSource> {
  const page = { after: after ?? null, first: first ?? null, orderBy: "OLDEST_FIRST" } as const;
  return executionPage({ ...everyExecution, parent }, page, context, info);
}

async function executionPage(
  filter: ExecutionListFilter,
  { after, before, first, last, onePerConversation = false, orderBy }: Omit<QueryExecutionsArgs, "filter">,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<ExecutionConnectionSource> {
  const window = windowOf(first, last);
  const [afterPlace, beforePlace] = await Promise.all([placeOf(after, LIST, context), placeOf(before, LIST, context)]);
  const { hasMore, items, position, reached } = await context.clients.index.list({
    ...window,
    filter,
    after: positionOf(afterPlace) ?? null,
    before: positionOf(beforePlace) ?? null,
    newestFirst: orderBy !== "OLDEST_FIRST",
    ...(onePerConversation && { onePerConversation }),
  });
  const [cursors, sources] = await Promise.all([
    Promise.all(items.map(({ createdAt, execution }) => placeCursor(LIST, [createdAt, execution], context))),
    sourcesOf(items, listedNeeds(info, [["nodes"], ["edges", "node"]]), context),
  ]);
  const placed = { ...window, after: afterPlace, before: beforePlace, hasMore };
  const { pageInfo, ...page } = placedPage(cursors, sources, placed);
  return { ...page, pageInfo: { ...pageInfo, ...(await reachedCursor(reached, window, context)) }, filter, position };
}

/** Where a page continues that ended before it was full. */
async function reachedCursor(
  reached: ExecutionPosition | undefined,
  { backward }: PageWindow,
  context: GraphContext,
): Promise<Partial<PageInfo>> {
  if (reached === undefined) return {};
  const cursor = await placeCursor(LIST, [reached.createdAt, reached.execution], context);
  return backward ? { startCursor: cursor } : { endCursor: cursor };
}

export const executionConnectionResolvers = {
  statusCounts: ({ filter }, _, { clients }) => clients.index.statusCounts(filter),
  feedCursor: ({ position }, _, { caller }) => changeCursor("list", caller.tenant, position),
} satisfies ExecutionConnectionResolvers;

function positionOf(place: Place | undefined): ExecutionPosition | undefined {
  return place === undefined ? undefined : { createdAt: place[0], execution: place[1] ?? "" };
}

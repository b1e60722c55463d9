/** The subscription to the list of executions: changed executions that pass the filter, and those that it does not show now. */
import type { GraphQLResolveInfo } from "graphql";
import { type ChangePage, type ExecutionListFilter, matchesFilter } from "../../execution/views/execution-list.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { ChangeBatchSource } from "../base/list-sources.ts";
import { nodeId } from "../base/node-id.ts";
import type { ExecutionChangeBatchResolvers, RequireFields } from "../base/resolvers.generated.ts";
import type { SubscriptionExecutionChangesArgs } from "../base/schema.generated.ts";
import { changeCursor, positionAfter } from "../lists/change-cursor.ts";
import { checkedFilter } from "../lists/execution-filter.ts";
import { type ListedNeeds, listedNeeds, sourcesOf } from "../lists/listed-executions.ts";
import { checkedHeartbeat } from "./heartbeat.ts";
import { resumedAfter } from "./last-event-id.ts";
import { mappedPages } from "./mapped-pages.ts";
import { subscriptionStream } from "./subscription-stream.ts";

/** Follows the list of the caller's tenant. Throws BAD_USER_INPUT for a foreign cursor, a bad filter or a bad heartbeat. */
export async function watchChanges(
  { after, filter: asked, heartbeatMs }: RequireFields<SubscriptionExecutionChangesArgs, "heartbeatMs">,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<AsyncIterable<ChangeBatchSource>> {
  checkedHeartbeat(heartbeatMs, "the list");
  const filter = await checkedFilter(asked, context);
  const position = positionAfter("list", resumedAfter(after, context.request), context.caller.tenant);
  const needs = listedNeeds(info, [["executions"]]);
  const { index } = context.clients;
  return subscriptionStream(
    (signal) =>
      mappedPages(index.watch({ after: position ?? null, heartbeatMs, signal }), (page) =>
        batchOf(page, filter, needs, context),
      ),
    (batch) => [batch],
    context,
  );
}

/**
 * Executions are read before the batch is sent: if one cannot be read, the stream ends before its cursor has moved on, and a client that
 * resumes misses nothing.
 */
async function batchOf(
  page: ChangePage,
  filter: ExecutionListFilter,
  needs: ListedNeeds,
  context: GraphContext,
): Promise<ChangeBatchSource> {
  const matching = page.summaries.filter((summary) => matchesFilter(filter, summary));
  const sources = await sourcesOf(matching, needs, context);
  const shown = new Set(matching.filter((_, place) => sources[place] !== undefined));
  const hidden = page.summaries.filter((summary) => !shown.has(summary)).map(({ execution }) => execution);
  return {
    page,
    executions: sources.filter((source) => source !== undefined),
    removed: [...page.removed, ...hidden],
    position: changeCursor("list", context.caller.tenant, page.cursor),
  };
}

export const changeBatchResolvers = {
  executions: ({ executions }) => executions,
  removedIds: ({ removed }, _, context) =>
    Promise.all(removed.map((execution) => nodeId({ kind: "EXECUTION", execution }, context))),
  cursor: ({ position }) => position,
  caughtUp: ({ page }) => page.caughtUp,
  gap: ({ page }) => page.gap,
} satisfies ExecutionChangeBatchResolvers;

/** The subscription to the inbox: questions that were asked, answered, lapsed or withdrawn, each at its latest state. */
import type { GraphQLResolveInfo } from "graphql";
import type { InboxPage } from "../../execution/views/inbox.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { InboxBatchSource } from "../base/list-sources.ts";
import type { HumanInputChangeBatchResolvers, RequireFields } from "../base/resolvers.generated.ts";
import type { SubscriptionHumanInputChangesArgs } from "../base/schema.generated.ts";
import { changeCursor, positionAfter } from "../lists/change-cursor.ts";
import { type InboxNeeds, inboxNeeds, inboxSources } from "../lists/inbox-sources.ts";
import { checkedHeartbeat } from "./heartbeat.ts";
import { resumedAfter } from "./last-event-id.ts";
import { mappedPages } from "./mapped-pages.ts";
import { subscriptionStream } from "./subscription-stream.ts";

/** Follows the inbox of the caller's tenant. Throws BAD_USER_INPUT for a foreign cursor or a bad heartbeat. */
export async function watchInbox(
  { after, heartbeatMs }: RequireFields<SubscriptionHumanInputChangesArgs, "heartbeatMs">,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<AsyncIterable<InboxBatchSource>> {
  checkedHeartbeat(heartbeatMs, "the inbox");
  const position = positionAfter("inbox", resumedAfter(after, context.request), context.caller.tenant);
  const needs = inboxNeeds(info, [["requests"]]);
  const { index } = context.clients;
  return subscriptionStream(
    (signal) =>
      mappedPages(index.watchInbox({ after: position ?? null, heartbeatMs, signal }), (page) =>
        batchOf(page, needs, context),
      ),
    (batch) => [batch],
    context,
  );
}

/** As for executions: read before the batch is handed out, so that a client that resumes misses nothing. */
async function batchOf(page: InboxPage, needs: InboxNeeds, context: GraphContext): Promise<InboxBatchSource> {
  const sources = await inboxSources(page.items, needs, context);
  return {
    page,
    requests: sources.filter((source) => source !== undefined),
    position: changeCursor("inbox", context.caller.tenant, page.cursor),
  };
}

export const inboxBatchResolvers = {
  requests: ({ requests }) => requests,
  cursor: ({ position }) => position,
  caughtUp: ({ page }) => page.caughtUp,
  gap: ({ page }) => page.gap,
} satisfies HumanInputChangeBatchResolvers;

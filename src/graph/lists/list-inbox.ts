/** The inbox of a tenant: one call of the index, and reads of executions if more is selected than it keeps. */
import type { GraphQLResolveInfo } from "graphql";
import { keysOfAccessor } from "../../access/address.ts";
import type { InboxPosition } from "../../execution/views/execution-list.ts";
import { windowOf } from "../base/connection.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { InboxConnectionSource } from "../base/list-sources.ts";
import type { HumanInputRequestConnectionResolvers } from "../base/resolvers.generated.ts";
import type { QueryHumanInputRequestsArgs } from "../base/schema.generated.ts";
import { changeCursor } from "./change-cursor.ts";
import { inboxNeeds, inboxSources } from "./inbox-sources.ts";
import { type Place, placeCursor, placedPage, placeOf } from "./place-cursor.ts";

const LIST = "INBOX_POSITION";

/** A page of questions, newest first. Throws BAD_USER_INPUT for page sizes and cursors out of bounds. */
export async function listInbox(
  { addressedToMe, after: afterCursor, before: beforeCursor, first, kinds, last, status }: QueryHumanInputRequestsArgs,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<InboxConnectionSource> {
  const window = windowOf(first, last);
  const [after, before] = await Promise.all([
    placeOf(afterCursor, LIST, context),
    placeOf(beforeCursor, LIST, context),
  ]);
  const { hasMore, items, position } = await context.clients.index.inbox({
    ...window,
    newestFirst: true,
    after: inboxPosition(after) ?? null,
    before: inboxPosition(before) ?? null,
    status: status ?? ["PENDING"],
    kinds: kinds ?? null,
    ...(addressedToMe === true && { addressees: keysOfAccessor(context.caller) }),
  });
  const [cursors, sources] = await Promise.all([
    Promise.all(
      items.map(({ createdAt, execution, requestId }) => placeCursor(LIST, [createdAt, execution, requestId], context)),
    ),
    inboxSources(items, inboxNeeds(info, [["nodes"], ["edges", "node"]]), context),
  ]);
  return { ...placedPage(cursors, sources, { ...window, after, before, hasMore }), position };
}

function inboxPosition(place: Place | undefined): InboxPosition | undefined {
  if (place === undefined) return undefined;
  const [createdAt, execution = "", requestId = ""] = place;
  return { createdAt, execution, requestId };
}

export const inboxConnectionResolvers = {
  feedCursor: ({ position }, _, { caller }) => changeCursor("inbox", caller.tenant, position),
} satisfies HumanInputRequestConnectionResolvers;

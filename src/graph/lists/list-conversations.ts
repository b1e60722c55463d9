/**
 * The list of conversations of a tenant: one call of the index. Cursors name a place in time, so that they stay valid through all changes.
 */
import type { ConversationPosition } from "../../execution/views/execution-list.ts";
import { type Connection, windowOf } from "../base/connection.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { QueryConversationsArgs } from "../base/schema.generated.ts";
import type { ConversationSource } from "../base/sources.ts";
import { type Place, placeCursor, placedPage, placeOf } from "./place-cursor.ts";

const LIST = "CONVERSATION_POSITION";

/** A page of conversations, the latest first. Throws BAD_USER_INPUT for page sizes and cursors out of bounds. */
export async function listConversations(
  { after: afterCursor, before: beforeCursor, first, last }: QueryConversationsArgs,
  context: GraphContext,
): Promise<Connection<ConversationSource>> {
  const window = windowOf(first, last);
  const [after, before] = await Promise.all([
    placeOf(afterCursor, LIST, context),
    placeOf(beforeCursor, LIST, context),
  ]);
  const { hasMore, items } = await context.clients.index.conversations({
    ...window,
    after: positionOf(after) ?? null,
    before: positionOf(before) ?? null,
  });
  const cursors = await Promise.all(
    items.map(({ conversation, createdAt }) => placeCursor(LIST, [createdAt, conversation], context)),
  );
  const sources = items.map((conversation) => ({ conversation }));
  return placedPage(cursors, sources, { ...window, after, before, hasMore });
}

function positionOf(place: Place | undefined): ConversationPosition | undefined {
  return place === undefined ? undefined : { createdAt: place[0], conversation: place[1] ?? "" };
}

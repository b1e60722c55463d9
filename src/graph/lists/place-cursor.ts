/**
 * Pages of lists that are ordered in time, such as executions and questions. Their cursors name a place: an instant, and the names that
 * order items of the same instant. So they stay valid in either order, under any filter and through all changes.
 */
import type { Connection, PageWindow, WindowArguments } from "../base/connection.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { requestError } from "../base/request-error.ts";

/** Unix milliseconds, then names. */
export type Place = readonly [createdAt: number, ...names: readonly string[]];

/** `list` says of which list the place is one. */
export function placeCursor(list: string, place: Place, { caller, clients }: GraphContext): Promise<string> {
  return clients.identity.seal(JSON.stringify([caller.tenant, list, ...place]));
}

/** The place that `cursor` names, undefined for no cursor. Throws BAD_USER_INPUT for a text that is no cursor of this list and tenant. */
export async function placeOf(
  cursor: WindowArguments["after"],
  list: string,
  { caller, clients }: GraphContext,
): Promise<Place | undefined> {
  if (cursor === null || cursor === undefined) return undefined;
  const content = await clients.identity.open(cursor);
  const [tenant, kind, createdAt, ...names] = content === undefined ? [] : (JSON.parse(content) as unknown[]);
  const isOfThisList = tenant === caller.tenant && kind === list && typeof createdAt === "number";
  if (isOfThisList && names.every((name) => typeof name === "string")) return [createdAt, ...names];
  const found = JSON.stringify(cursor.slice(0, 100));
  throw requestError("BAD_USER_INPUT", `Cannot read a page: required a cursor of this list, found ${found}`);
}

/** How a page was read: after and before which places, from which end, and whether the list continues behind it. */
export interface PlacedWindow extends Pick<PageWindow, "backward"> {
  readonly after?: Place | undefined;
  readonly before?: Place | undefined;
  readonly hasMore: boolean;
}

/**
 * The page of the listed items, with the cursor of each. An item that was removed since is undefined in `listed` and left out; the page
 * still ends at the same place of the index.
 */
export function placedPage<Node>(
  cursors: readonly string[],
  listed: readonly (Node | undefined)[],
  { after, backward, before, hasMore }: PlacedWindow,
): Connection<Node> {
  const edges = cursors.flatMap((cursor, index) => {
    const node = listed[index];
    return node === undefined ? [] : [{ cursor, node }];
  });
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      hasPreviousPage: after !== undefined || (backward && hasMore),
      hasNextPage: before !== undefined || (!backward && hasMore),
      startCursor: cursors[0] ?? null,
      endCursor: cursors.at(-1) ?? null,
    },
  };
}

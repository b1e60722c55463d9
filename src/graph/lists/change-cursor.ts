/**
 * Cursors of the two feeds of changes of a tenant, its list and its inbox: the position with a mark of feed and tenant, so that a cursor of
 * another feed is refused instead of skipping changes. A cursor is not sealed: a made-up one reveals nothing that its tenant's list would
 * not.
 */
import type { ChangePosition } from "../../execution/views/execution-view.ts";
import { sha256Hex } from "../../json/digest.ts";
import { requestError } from "../base/request-error.ts";
import type { SubscriptionExecutionChangesArgs } from "../base/schema.generated.ts";

const MARK_LENGTH = 8;
const CURSOR = /^([0-9a-z]{1,11})-([0-9a-z]{1,32})-([0-9a-f]{8})$/;

/** Which changes are followed. The words say so in messages. */
const feeds = { list: "the list", inbox: "the inbox" } as const;

type ChangeFeed = keyof typeof feeds;

/** The cursor of a position in the changes of `tenant`. */
export function changeCursor(feed: ChangeFeed, tenant: string, { change, epoch }: ChangePosition): string {
  return `${change.toString(36)}-${epoch}-${mark(feed, tenant)}`;
}

/** The position of `cursor`, null for none. Throws BAD_USER_INPUT for a text that is no cursor of this tenant's changes. */
export function positionAfter(
  feed: ChangeFeed,
  cursor: SubscriptionExecutionChangesArgs["after"],
  tenant: string,
): ChangePosition | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const [, digits = "", epoch = "", marked] = CURSOR.exec(cursor) ?? [];
  const change = Number.parseInt(digits, 36);
  if (marked === mark(feed, tenant) && Number.isSafeInteger(change)) return { epoch, change };
  const found = JSON.stringify(cursor.slice(0, 100));
  throw requestError(
    "BAD_USER_INPUT",
    `Cannot follow ${feeds[feed]}: required a cursor of its changes, found ${found}`,
  );
}

/** The cursor of the list has the form from before there was an inbox, so that cursors of earlier releases stay valid. */
function mark(feed: ChangeFeed, tenant: string): string {
  const marked = feed === "list" ? `changes ${tenant}` : `inbox changes ${tenant}`;
  return sha256Hex(marked).slice(0, MARK_LENGTH);
}

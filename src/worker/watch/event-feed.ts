/**
 * How the log of one execution is followed: events by position, until the page that holds the last one.
 */

import { isFinalExecution } from "../../execution/state/status.ts";
import type { EventPage } from "../../execution/views/execution-view.ts";
import { isInText, sequenceAt, storedAt, timeAt } from "../../execution/views/log-position.ts";
import type { FeedPages } from "./feed-pages.ts";

export const eventFeed: FeedPages<EventPage, number> = {
  subject: "the execution",
  following(page, cursor) {
    // Unchanged, so that values made of it can be shared by all readers of the same.
    if (page.after === cursor) return page;
    const known = sequenceAt(cursor);
    if (sequenceAt(page.after) > known) return undefined;
    // The content of the page may have come after a crash, in the place of text that the watcher was sent. The object knows.
    if (isInText(cursor) && !isSameRun(page.cursor, cursor)) return undefined;
    const events = page.events.filter(({ sequence }) => sequence > known);
    // A watcher may be ahead of the log, so that nothing of a page is new to it.
    return { ...page, events, after: cursor, cursor: sequenceAt(page.cursor) > known ? page.cursor : cursor };
  },
  isEmpty: ({ events, gap }) => events.length === 0 && gap === null,
  isLast: ({ caughtUp, status }) => caughtUp && isFinalExecution(status),
  heartbeat: (latest) => ({ ...latest, after: latest.cursor, events: [], gap: null }),
};

/** Whether two positions are in events that were sent behind the same one by the same object, as far as they know. */
function isSameRun(one: number, other: number): boolean {
  return storedAt(one) === storedAt(other) && timeAt(one) === timeAt(other);
}

/**
 * How the log of one execution is followed: events by sequence, until the page that holds the last one.
 */

import { isFinalExecution } from "../../execution/state/status.ts";
import type { EventPage } from "../../execution/views/execution-view.ts";
import type { FeedPages } from "./feed-pages.ts";

export const eventFeed: FeedPages<EventPage, number> = {
  subject: "the execution",
  following(page, cursor) {
    if (page.after > cursor) return undefined;
    // As it is, so that what is made of it can be shared by all who were sent the same.
    if (page.after === cursor) return page;
    const events = page.events.filter(({ sequence }) => sequence > cursor);
    const after = Math.max(page.after, cursor);
    // A watcher may be ahead of the log, so that nothing of a page is new to it.
    return { ...page, events, after, cursor: Math.max(page.cursor, cursor) };
  },
  isEmpty: ({ events, gap }) => events.length === 0 && gap === null,
  isLast: ({ caughtUp, status }) => caughtUp && isFinalExecution(status),
  heartbeat: (latest) => ({ ...latest, after: latest.cursor, events: [], gap: null }),
};

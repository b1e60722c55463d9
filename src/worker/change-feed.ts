/** What following the changes of an index means: numbers within one epoch, and no last page. */
import type { ChangePage, ChangePosition } from "../plan/execution-view.ts";
import type { FeedPages } from "./feed-pages.ts";

/** Null stands for wherever the index is when it is asked. */
export const changeFeed: FeedPages<ChangePage, ChangePosition | null> = {
  subject: "the list of executions",
  following(page, cursor) {
    // A page that tells of a gap begins wherever the index could begin.
    if (cursor === null || (page.gap && page.after.epoch !== cursor.epoch)) return page;
    if (page.after.epoch !== cursor.epoch || page.after.change > cursor.change) return null;
    if (page.cursor.change > cursor.change) return { ...page, after: cursor };
    // Everything in it is known already, or the watcher is ahead of the index.
    return { ...page, after: cursor, cursor, summaries: [], removed: [] };
  },
  isEmpty: ({ gap, removed, summaries }) => summaries.length === 0 && removed.length === 0 && !gap,
  isLast: () => false,
  heartbeat: (latest) => ({ ...latest, after: latest.cursor, summaries: [], removed: [], gap: false }),
};

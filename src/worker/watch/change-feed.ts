/**
 * How the changes of an index are followed, those of its list and those of its inbox: numbers within one epoch, and no last page.
 */

import type { ChangePage } from "../../execution/views/execution-list.ts";
import type { ChangePosition } from "../../execution/views/execution-view.ts";
import type { InboxPage } from "../../execution/views/inbox.ts";
import type { FeedPages } from "./feed-pages.ts";

/** A page of changes, with any content. */
interface NumberedPage {
  readonly after: ChangePosition;
  readonly cursor: ChangePosition;
  readonly caughtUp: boolean;
  readonly gap: boolean;
}

/** Null stands for wherever the index is when it is asked. `emptied` gives a page without its content. */
function numberedFeed<Page extends NumberedPage>(
  subject: string,
  isEmpty: (page: Page) => boolean,
  emptied: (page: Page) => Page,
): FeedPages<Page, ChangePosition | null> {
  return {
    subject,
    following(page, cursor) {
      // A page that reports a gap begins wherever the index could begin.
      if (cursor === null || (page.gap && page.after.epoch !== cursor.epoch)) return page;
      if (page.after.epoch !== cursor.epoch || page.after.change > cursor.change) return undefined;
      if (page.cursor.change > cursor.change) return { ...page, after: cursor };
      // Everything in it is known already, or the watcher is ahead of the index.
      return { ...emptied(page), after: cursor, cursor };
    },
    isEmpty: (page) => isEmpty(page) && !page.gap,
    isLast: () => false,
    heartbeat: (latest) => ({ ...emptied(latest), after: latest.cursor, gap: false }),
  };
}

export const changeFeed = numberedFeed<ChangePage>(
  "the list of executions",
  ({ removed, summaries }) => summaries.length === 0 && removed.length === 0,
  (page) => ({ ...page, summaries: [], removed: [] }),
);

export const inboxFeed = numberedFeed<InboxPage>(
  "the inbox",
  ({ items }) => items.length === 0,
  (page) => ({ ...page, items: [] }),
);

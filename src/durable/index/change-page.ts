/**
 * Pages of a feed of numbered changes, in which each row carries the number of its latest change. A watcher that returns gets each changed
 * row once, in its latest state, however long it was away. Numbers of another epoch are a gap, and so is a position below the highest
 * number among rows that were forgotten.
 */
import type { ChangePosition } from "../../execution/views/execution-view.ts";
import { pageBytes } from "../ports/ports.ts";

const maxChanges = 100;

/** The facts of which a page is made. */
export interface NumberedChanges<Change extends { readonly change: number }> {
  /** Where the feed stands now. */
  readonly now: ChangePosition;
  /** The highest number among changes that are not known any more. 0 if all are. */
  readonly pruned: number;
  /** In the order of their numbers, at most `limit`. They are read whole: a cursor that is left before its end locks the tables. */
  after(change: number, limit: number): readonly Change[];
  sizeOf(change: Change): number;
}

export interface NumberedPage<Change> {
  /** Position that the page continues. */
  readonly after: ChangePosition;
  readonly changes: readonly Change[];
  readonly cursor: ChangePosition;
  readonly caughtUp: boolean;
  readonly gap: boolean;
}

/**
 * The changes after `position`, at most 100 and about 256 KB. Null means from now on. A position that lies ahead gets an empty
 * page that is caught up.
 */
export function pageAfter<Change extends { readonly change: number }>(
  position: ChangePosition | undefined,
  feed: NumberedChanges<Change>,
): NumberedPage<Change> {
  const { now, pruned } = feed;
  if (position === undefined) return { after: now, changes: [], cursor: now, caughtUp: true, gap: false };
  if (position.epoch !== now.epoch) return { after: now, changes: [], cursor: now, caughtUp: true, gap: true };
  const changes: Change[] = [];
  let bytes = 0;
  let caughtUp = true;
  for (const change of feed.after(position.change, maxChanges + 1)) {
    bytes += feed.sizeOf(change);
    caughtUp = changes.length === 0 || (changes.length < maxChanges && bytes <= pageBytes);
    if (!caughtUp) break;
    changes.push(change);
  }
  const last = changes.at(-1)?.change ?? position.change;
  // The latest number may be that of a row which is not known any more.
  const cursor = { epoch: now.epoch, change: caughtUp ? Math.max(last, now.change) : last };
  return { after: position, changes, cursor, caughtUp, gap: position.change < pruned };
}

/**
 * What following a feed needs to know of its pages and of time. Each kind of feed has one implementation.
 */

export interface WatchClock {
  /** Unix milliseconds. */
  now(): number;
  /** Runs `task` once after `delayMs` unless the returned function is called before. */
  after(delayMs: number, task: () => void): () => void;
}

/** A page of any feed. */
export interface WatchedPage<Position> {
  /** Position after the page. */
  readonly cursor: Position;
  /** Whether everything that is stored was sent. */
  readonly caughtUp: boolean;
}

/** What a feed of pages is about, as far as following it needs to know. */
export interface FeedPages<Page extends WatchedPage<Position>, Position> {
  /** What is followed, to complete "Cannot follow …". */
  readonly subject: string;
  /** What of `page` lies after `cursor`, with its own cursor; undefined if something between the two is missing. */
  following(page: Page, cursor: Position): Page | undefined;
  /** Whether the page has nothing new. */
  isEmpty(page: Page): boolean;
  /** Whether no page can follow. */
  isLast(page: Page): boolean;
  /** A heartbeat: a page at the place of `latest` that has nothing new. */
  heartbeat(latest: Page): Page;
}

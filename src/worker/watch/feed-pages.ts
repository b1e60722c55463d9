/** The pages and times of a feed, as its follower needs them. Each kind of feed has one implementation. */

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

/** The subject of a feed, as its follower needs it. */
export interface FeedPages<Page extends WatchedPage<Position>, Position> {
  /** The followed thing, to complete "Cannot follow …". */
  readonly subject: string;
  /** The part of `page` after `cursor`, with its own cursor. Undefined if something between the two is missing. */
  following(page: Page, cursor: Position): Page | undefined;
  /** Whether the page has nothing new. */
  isEmpty(page: Page): boolean;
  /** Whether no page can follow. */
  isLast(page: Page): boolean;
  /** A heartbeat: a page at the place of `latest` that has nothing new. */
  heartbeat(latest: Page): Page;
}

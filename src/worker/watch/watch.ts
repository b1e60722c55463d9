/**
 * Room `worker/watch`: the Worker's side of a feed: pages over sockets that may break at any time, as one stream without a gap and without a
 * duplicate. It leaves the object's side to `durable/feed`, the content of a page to the `FeedPages` of each feed, and subscriptions to
 * `graph/subscriptions`. This file owns the cursor, the socket, the heartbeat and the reconnection.
 *
 * 1. The cursor is the position of the last item that was handed out or dropped as known. Items up to it are dropped, and a page that does
 *    not continue it is not used: the feed is pulled from the cursor again.
 * 2. A pull is sent only when a reader waits and nothing is buffered, so that a slow reader is buffered at most one page, and what the
 *    object sends live before it says `more`.
 * 3. Only the last page of a feed, if it has one, completes the stream. A socket that closed, left two pings unanswered or could not be
 *    opened for as long is replaced; after three failures in a row without a page between them the stream fails.
 * 4. When nothing was handed out for one heartbeat, the object is pinged. The pong is handed out as an empty page; silence is not. A page
 *    says that the reader has caught up only if everything that is stored was handed out, and this is always announced.
 * 5. A reader that leaves (`return()`, abort) ends everything at once: the socket is closed, timers stop, a waiting reader is released.
 */
import type { WatchOptions } from "../../execution/client/execution-client.ts";
import { isRequestError, requestError } from "../../graph/base/request-error.ts";
import { BoundedMap } from "../../json/bounded-map.ts";
import type { FeedPages, WatchClock, WatchedPage } from "./feed-pages.ts";
import type { FeedSocket } from "./feed-socket.ts";
import { PageQueue } from "./page-queue.ts";

const MAX_FAILURES = 3;
const MAX_MISSED_PONGS = 2;
const BASE_REDIAL_MS = 250;

interface FeedFrame<Page> {
  readonly page: Page;
  /** The object stopped sending live, because the watcher has not pulled for long. */
  readonly more?: boolean;
}

/** The pages of a feed, and their memory while nobody reads them. */
export interface FeedWatch<Page> extends AsyncIterableIterator<Page, undefined> {
  /** Size of the pages that were received and not read, as the JSON that they came as. Bounded by rule 2. */
  readonly bufferedBytes: number;
}

/** Follows a feed. `dial` opens a socket. An error of it with a GraphQL code ends the stream, any other is a failure of rule 3. */
export function watchFeed<Page extends WatchedPage<Position>, Position>(
  dial: () => Promise<FeedSocket>,
  pages: FeedPages<Page, Position>,
  options: WatchOptions<Position>,
  clock: WatchClock,
  random: () => number,
): FeedWatch<Page> {
  return new Watch(dial, pages, options, clock, random);
}

class Watch<Page extends WatchedPage<Position>, Position> implements FeedWatch<Page> {
  readonly #dial: () => Promise<FeedSocket>;
  readonly #heartbeatMs: number;
  readonly #clock: WatchClock;
  readonly #random: () => number;
  readonly #signal: AbortSignal;
  readonly #kind: FeedPages<Page, Position>;
  readonly #queue = new PageQueue<Page>();
  #cursor: Position;
  /** The page that was received last; undefined before the first. */
  #latest: Page | undefined;
  #socket: FeedSocket | undefined;
  /** The opening of a socket that is waited for. */
  #dialling: object | undefined;
  /** Whether everything that is stored was received. */
  #isCaughtUp = false;
  /** Whether the last notice to the reader was that it is caught up. */
  #sentCaughtUp = false;
  /** Whether nothing comes before the next pull. */
  #mustPull = false;
  #failures = 0;
  #unansweredPings = 0;
  /** Whether the next pong is to be handed out. */
  #isBeatDue = false;
  #stopBeat: (() => void) | undefined;
  /** When a page was handed out last, Unix milliseconds; 0 before the first. */
  #handedOutAt = 0;
  #stopRedial: (() => void) | undefined;
  #state: "NEW" | "OPEN" | "ENDING" | "ENDED" = "NEW";
  #error: unknown = null;

  constructor(
    dial: () => Promise<FeedSocket>,
    pages: FeedPages<Page, Position>,
    options: WatchOptions<Position>,
    clock: WatchClock,
    random: () => number,
  ) {
    this.#dial = dial;
    this.#kind = pages;
    this.#cursor = options.after;
    this.#heartbeatMs = options.heartbeatMs;
    this.#signal = options.signal;
    this.#clock = clock;
    this.#random = random;
    this.#signal.addEventListener("abort", this.#leave, { once: true });
    if (this.#signal.aborted) this.#leave();
  }

  next(): Promise<IteratorResult<Page, undefined>> {
    if (this.#queue.isAwaited) return Promise.reject(new Error("Cannot read a feed twice at a time"));
    const buffered = this.#queue.shift();
    if (buffered !== undefined) return Promise.resolve({ done: false, value: buffered });
    if (this.#error !== null) {
      const error = this.#error;
      this.#error = null;
      return Promise.reject(error);
    }
    if (this.#state === "ENDING" || this.#state === "ENDED") return Promise.resolve(this.#ended());
    const promise = this.#queue.wait();
    if (this.#state === "NEW") {
      this.#state = "OPEN";
      this.#beat();
      this.#open();
    } else this.#pull();
    return promise;
  }

  get bufferedBytes(): number {
    return this.#queue.bytes;
  }

  return(): Promise<IteratorResult<Page, undefined>> {
    this.#leave();
    return Promise.resolve(this.#ended());
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #ended(): IteratorReturnResult<undefined> {
    this.#stop();
    this.#state = "ENDED";
    return { done: true, value: undefined };
  }

  readonly #leave = (): void => {
    this.#queue.clear();
    this.#ended();
    this.#queue.end();
  };

  #stop(): void {
    this.#signal.removeEventListener("abort", this.#leave);
    this.#stopBeat?.();
    this.#stopRedial?.();
    this.#hangUp();
  }

  #hangUp(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#dialling = undefined;
    socket?.close();
  }

  #open(): void {
    const dialling = {};
    this.#dialling = dialling;
    this.#unansweredPings = 0;
    this.#isCaughtUp = false;
    this.#dial().then(
      (socket) => {
        // The reader left while the socket was being opened, or it took too long.
        if (this.#dialling === dialling) this.#opened(socket);
        else socket.close();
      },
      (error: unknown) => {
        if (this.#dialling === dialling) this.#failed(error);
      },
    );
  }

  #opened(socket: FeedSocket): void {
    this.#dialling = undefined;
    this.#socket = socket;
    this.#unansweredPings = 0;
    this.#mustPull = true;
    // A socket that was replaced may still speak; only the current one is listened to.
    socket.onMessage((text) => {
      if (this.#socket === socket) this.#received(text);
    });
    socket.onClose(() => {
      if (this.#socket === socket) this.#dropped();
    });
    this.#pull();
  }

  /** Rule 2. */
  #pull(): void {
    if (!this.#mustPull || !this.#queue.isAwaited || this.#socket === undefined) return;
    this.#mustPull = false;
    this.#send(JSON.stringify({ pull: this.#cursor }));
  }

  #send(text: string): void {
    try {
      this.#socket?.send(text);
    } catch {
      // Sending to a socket that has just closed throws before its close event arrives.
      this.#dropped();
    }
  }

  #received(text: string): void {
    if (text === "pong") {
      this.#unansweredPings = 0;
      if (this.#isBeatDue && this.#queue.isAwaited && this.#latest !== undefined) {
        this.#handOut({ ...this.#kind.heartbeat(this.#latest), caughtUp: this.#isCaughtUp }, 0);
      }
      return;
    }
    const { more = false, page } = parseFrame(text) as FeedFrame<Page>;
    this.#failures = 0;
    const following = this.#kind.following(page, this.#cursor);
    this.#isCaughtUp = following !== undefined && page.caughtUp && !more;
    if (following === undefined) {
      this.#mustPull = true;
      this.#pull();
      return;
    }
    const isFirst = this.#latest === undefined;
    this.#cursor = following.cursor;
    this.#latest = following;
    this.#mustPull = !this.#isCaughtUp;
    const isOver = this.#kind.isLast(page);
    const isNews = isFirst || !this.#kind.isEmpty(following) || page.caughtUp !== this.#sentCaughtUp;
    if (isNews) this.#handOut(following, text.length);
    if (isOver) this.#end();
    else this.#pull();
  }

  #handOut(page: Page, bytes: number): void {
    this.#isBeatDue = false;
    this.#sentCaughtUp = page.caughtUp;
    this.#handedOutAt = this.#clock.now();
    this.#queue.push(page, bytes);
  }

  /** Everything was received. Buffered pages are still handed out. */
  #end(): void {
    this.#state = "ENDING";
    this.#stop();
    this.#queue.end();
  }

  /** Counts one heartbeat. Pages that are handed out meanwhile only move its end: timers are expensive where pages are many. */
  #beat(delayMs = this.#heartbeatMs): void {
    this.#stopBeat = this.#clock.after(delayMs, () => {
      const leftMs = this.#handedOutAt + this.#heartbeatMs - this.#clock.now();
      if (leftMs > 0) return this.#beat(leftMs);
      this.#isBeatDue = true;
      this.#beat();
      this.#ping();
    });
  }

  #ping(): void {
    if (this.#socket === undefined && this.#dialling === undefined) return;
    if (this.#unansweredPings >= MAX_MISSED_PONGS) {
      this.#dropped();
      return;
    }
    this.#unansweredPings += 1;
    this.#send("ping");
  }

  /** Rule 3. */
  #dropped(): void {
    this.#hangUp();
    this.#failed(new Error("A feed closed before its end"));
  }

  #failed(error: unknown): void {
    if (this.#state !== "OPEN") return;
    this.#dialling = undefined;
    this.#failures += 1;
    if (isRequestError(error)) this.#fail(error);
    else if (this.#failures >= MAX_FAILURES) {
      const message = `Cannot follow ${this.#kind.subject}: its feed broke three times in a row`;
      this.#fail(requestError("UNAVAILABLE", message));
    } else {
      const delayMs = BASE_REDIAL_MS * 2 ** (this.#failures - 1) * (0.5 + this.#random() / 2);
      this.#stopRedial = this.#clock.after(delayMs, () => this.#open());
    }
  }

  #fail(error: unknown): void {
    this.#state = "ENDING";
    this.#stop();
    if (!this.#queue.fail(error)) this.#error = error;
  }
}

/** Frames that are kept: watchers of some objects that are sent something at the same time. */
const maxFrames = 32;

/** Larger frames are pages of a replay, which are not shared. */
const maxLength = 65_536;

/**
 * The frames that an object sent last, parsed once. An object sends the same text to all its watchers, and many of them may live in one
 * isolate, so they share the parsed frame and values made of it. Only immutable values are shared between requests.
 */
const frames = new BoundedMap<unknown>(maxFrames);

/** The JSON value of `text`. */
function parseFrame(text: string): unknown {
  if (text.length > maxLength) return JSON.parse(text);
  const known = frames.get(text);
  if (known !== undefined) return known;
  const frame: unknown = JSON.parse(text);
  frames.set(text, frame);
  return frame;
}

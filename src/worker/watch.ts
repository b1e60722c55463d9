/**
 * The Worker's side of a feed: pages of one execution, over sockets that may break at any time, as one stream without gap and
 * without duplicate. Owns the cursor, the socket, the heartbeat and the redialling; the object's side is `src/durable/feed.ts`.
 *
 * 1. The cursor is the sequence of the last event that was handed out or dropped as known. Events up to it are dropped, and a
 *    page that does not continue it is not used: the feed is pulled from the cursor again.
 * 2. A pull is sent only when a reader waits and nothing is buffered, so that a slow reader is buffered at most one page, and
 *    what the object sends live before it says `more`.
 * 3. Only the end of the execution completes the stream. A socket that closed, or that left two pings unanswered, is replaced;
 *    after three failures in a row without a page between them the stream fails.
 * 4. When nothing was handed out for one heartbeat, the object is pinged; the pong is handed out as an empty page, silence is not.
 * 5. Whoever leaves (`return()`, abort) ends everything at once: socket closed, timers stopped, a waiting reader released.
 */
import type { WatchOptions } from "../graph/doors.ts";
import { requestError } from "../graph/request-error.ts";
import type { EventPage } from "../plan/execution-view.ts";
import type { FeedSocket } from "./feed-socket.ts";

const MAX_FAILURES = 3;
const MAX_MISSED_PONGS = 2;
const BASE_REDIAL_MS = 250;

export interface WatchClock {
  /** Runs `task` once after `delayMs` unless the returned function is called before. */
  after(delayMs: number, task: () => void): () => void;
}

interface FeedFrame {
  readonly page: EventPage;
  /** The object stopped sending live, because the watcher has not pulled for long. */
  readonly more?: boolean;
}

interface Reader {
  readonly resolve: (step: IteratorResult<EventPage, undefined>) => void;
  readonly reject: (error: unknown) => void;
}

/** Follows a feed. `dial` opens a socket; what it throws with a GraphQL code ends the stream, anything else is a failure of rule 3. */
export function watchFeed(
  dial: () => Promise<FeedSocket>,
  options: WatchOptions,
  clock: WatchClock,
  random: () => number,
): AsyncIterableIterator<EventPage, undefined> {
  return new Watch(dial, options, clock, random);
}

class Watch implements AsyncIterableIterator<EventPage, undefined> {
  readonly #dial: () => Promise<FeedSocket>;
  readonly #heartbeatMs: number;
  readonly #clock: WatchClock;
  readonly #random: () => number;
  readonly #signal: AbortSignal;
  readonly #pages: EventPage[] = [];
  #reader: Reader | null = null;
  #cursor: number;
  #status: EventPage["status"] | null = null;
  #socket: FeedSocket | null = null;
  /** Whether nothing comes before the next pull. */
  #mustPull = false;
  #failures = 0;
  #unansweredPings = 0;
  /** Whether the next pong is to be handed out. */
  #isBeatDue = false;
  #stopBeat: (() => void) | null = null;
  #stopRedial: (() => void) | null = null;
  #state: "NEW" | "OPEN" | "ENDING" | "ENDED" = "NEW";
  #error: unknown = null;

  constructor(dial: () => Promise<FeedSocket>, options: WatchOptions, clock: WatchClock, random: () => number) {
    this.#dial = dial;
    this.#cursor = options.after;
    this.#heartbeatMs = options.heartbeatMs;
    this.#signal = options.signal;
    this.#clock = clock;
    this.#random = random;
    this.#signal.addEventListener("abort", this.#leave, { once: true });
    if (this.#signal.aborted) this.#leave();
  }

  next(): Promise<IteratorResult<EventPage, undefined>> {
    if (this.#reader !== null) return Promise.reject(new Error("Cannot read a feed twice at a time"));
    const page = this.#pages.shift();
    if (page !== undefined) return Promise.resolve({ done: false, value: page });
    if (this.#error !== null) {
      const error = this.#error;
      this.#error = null;
      return Promise.reject(error);
    }
    if (this.#state === "ENDING" || this.#state === "ENDED") return Promise.resolve(this.#ended());
    const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<EventPage, undefined>>();
    this.#reader = { resolve, reject };
    if (this.#state === "NEW") {
      this.#state = "OPEN";
      this.#beat();
      this.#open();
    } else this.#pull();
    return promise;
  }

  return(): Promise<IteratorResult<EventPage, undefined>> {
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
    this.#pages.length = 0;
    const ended = this.#ended();
    this.#reader?.resolve(ended);
    this.#reader = null;
  };

  #stop(): void {
    this.#signal.removeEventListener("abort", this.#leave);
    this.#stopBeat?.();
    this.#stopRedial?.();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #open(): void {
    this.#dial().then(
      (socket) => this.#opened(socket),
      (error: unknown) => this.#failed(error),
    );
  }

  #opened(socket: FeedSocket): void {
    if (this.#state !== "OPEN") {
      // The reader left while the socket was being opened.
      socket.close();
      return;
    }
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
    if (!this.#mustPull || this.#reader === null || this.#socket === null) return;
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
      if (this.#isBeatDue && this.#reader !== null && this.#status !== null) {
        this.#handOut({ events: [], cursor: this.#cursor, caughtUp: !this.#mustPull, status: this.#status });
      }
      return;
    }
    const { more = false, page } = JSON.parse(text) as FeedFrame;
    this.#failures = 0;
    const events = page.events.filter(({ sequence }) => sequence > this.#cursor);
    const [first] = events;
    if (first !== undefined && first.sequence !== this.#cursor + 1) {
      this.#mustPull = true;
      this.#pull();
      return;
    }
    const isFirst = this.#status === null;
    this.#cursor = events.at(-1)?.sequence ?? this.#cursor;
    this.#status = page.status;
    this.#mustPull = more || !page.caughtUp;
    const isOver = page.caughtUp && isFinal(page.status);
    if (events.length > 0 || isFirst) this.#handOut({ ...page, events, cursor: this.#cursor });
    if (isOver) this.#end();
    else this.#pull();
  }

  #handOut(page: EventPage): void {
    this.#isBeatDue = false;
    this.#stopBeat?.();
    this.#beat();
    const reader = this.#reader;
    this.#reader = null;
    if (reader === null) this.#pages.push(page);
    else reader.resolve({ done: false, value: page });
  }

  /** Everything was received; what is buffered is still handed out. */
  #end(): void {
    this.#state = "ENDING";
    this.#stop();
    const reader = this.#reader;
    this.#reader = null;
    reader?.resolve(this.#ended());
  }

  /** Starts to count one heartbeat. */
  #beat(): void {
    this.#stopBeat = this.#clock.after(this.#heartbeatMs, () => {
      this.#isBeatDue = true;
      this.#beat();
      this.#ping();
    });
  }

  #ping(): void {
    if (this.#socket === null) return;
    if (this.#unansweredPings >= MAX_MISSED_PONGS) {
      this.#dropped();
      return;
    }
    this.#unansweredPings += 1;
    this.#send("ping");
  }

  /** Rule 3. */
  #dropped(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#failed(new Error("The feed of an execution closed before the execution ended"));
  }

  #failed(error: unknown): void {
    if (this.#state !== "OPEN") return;
    this.#failures += 1;
    if (hasCode(error)) this.#fail(error);
    else if (this.#failures >= MAX_FAILURES) {
      this.#fail(requestError("UNAVAILABLE", "Cannot follow the execution: its feed broke three times in a row"));
    } else {
      const delayMs = BASE_REDIAL_MS * 2 ** (this.#failures - 1) * (0.5 + this.#random() / 2);
      this.#stopRedial = this.#clock.after(delayMs, () => this.#open());
    }
  }

  #fail(error: unknown): void {
    this.#state = "ENDING";
    this.#stop();
    const reader = this.#reader;
    this.#reader = null;
    if (reader === null) this.#error = error;
    else reader.reject(error);
  }
}

/** Whether an error was made to be shown. */
function hasCode(error: unknown): boolean {
  const { extensions } = (typeof error === "object" && error !== null ? error : {}) as {
    extensions?: { code?: unknown };
  };
  return typeof extensions?.code === "string";
}

function isFinal(status: EventPage["status"]): boolean {
  return status === "SUCCEEDED" || status === "PARTIAL" || status === "FAILED" || status === "CANCELLED";
}

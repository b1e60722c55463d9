/**
 * Room `durable/feed`: WebSockets of watchers to an object. `feed-sockets.ts` owns the sockets and their flow control and knows nothing of
 * what is sent; this file is the feed of one execution over it. The feeds of an index are `durable/index/index-feed.ts`.
 *
 * It leaves to others: `durable/storage` has the rows, `graph/subscriptions` and `worker/watch` are the watchers' side.
 *
 * Invariants (E11):
 *
 * - No gap: the page that reaches the end of what is stored makes the socket live in the same turn.
 * - A slow reader is never buffered for. It is told that there is more and pulls again from its own position.
 * - The platform holds the sockets while the object sleeps.
 *
 * This file sends pages of the journal, and then each transaction as a page.
 */
import type { ExecutionStatus, RecordedEvent } from "../../execution/events/event.ts";
import { eventPreview } from "../../execution/events/value-slots.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import { statusOf } from "../../execution/state/status.ts";
import type { EventPage } from "../../execution/views/execution-view.ts";
import { type Journal, pageBytes } from "../ports/ports.ts";
import type { FeedNews, FeedSockets } from "./feed-sockets.ts";

export class Feed {
  readonly #sockets: FeedSockets;
  readonly #journal: Journal;
  /** Events that are stored and were not sent to watchers yet. */
  #unsent: RecordedEvent[] = [];
  /** The state after them. */
  #latest: ExecutionState | null = null;

  constructor(sockets: FeedSockets, journal: Journal) {
    this.#sockets = sockets;
    this.#journal = journal;
  }

  accept(): Response {
    return this.#sockets.accept();
  }

  /** Answers a pull. Without an execution, and so without a status, the socket is closed. */
  receive(socket: WebSocket, message: string | ArrayBuffer, status: ExecutionStatus | null): void {
    this.#sockets.receive(socket, message, (after) =>
      status !== null && isSequence(after) ? this.page(after, status, pageBytes) : null,
    );
  }

  /** Sends every watcher away: there is nothing to follow any more. */
  close(): void {
    this.#sockets.closeAll();
  }

  /** Sends what was just stored to every live watcher, with what is stored until the page leaves. */
  publish(records: readonly RecordedEvent[], state: ExecutionState): void {
    if (this.#sockets.count === 0) {
      this.#unsent = [];
      return;
    }
    this.#unsent.push(...records.map(eventPreview));
    this.#latest = state;
    this.#sockets.publish(this.#news);
  }

  readonly #news: FeedNews<EventPage> = {
    page: () => {
      const events = this.#unsent;
      this.#unsent = [];
      const after = (events[0]?.sequence ?? 1) - 1;
      const status = this.#latest === null ? "PENDING" : statusOf(this.#latest);
      return { after, events, cursor: events.at(-1)?.sequence ?? after, caughtUp: true, gap: null, status };
    },
    pull: (page) => ({ ...page, events: [], cursor: page.after, caughtUp: false }),
  };

  /**
   * One page of events after `after`. A cursor ahead of the journal gets an empty page that is caught up. Sequences have no gaps
   * but those that retention makes.
   */
  page(after: number, status: ExecutionStatus, maxBytes: number, limit = Number.POSITIVE_INFINITY): EventPage {
    const { complete, records } = this.#journal.read(after, maxBytes);
    const events = records.slice(0, limit).map(eventPreview);
    const first = events[0]?.sequence ?? after + 1;
    return {
      after,
      events,
      cursor: events.at(-1)?.sequence ?? after,
      caughtUp: complete && events.length === records.length,
      gap: first > after + 1 ? { firstSequence: after + 1, lastSequence: first - 1 } : null,
      status,
    };
  }
}

function isSequence(position: unknown): position is number {
  return typeof position === "number" && Number.isSafeInteger(position) && position >= 0;
}

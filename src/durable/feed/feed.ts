/**
 * Room `durable/feed`: WebSockets of watchers to an object. `feed-sockets.ts` owns the sockets and their flow control and knows nothing of
 * the content; this file is the feed of one execution over it. The feeds of an index are `durable/index/index-feed.ts`.
 *
 * It leaves to others: `durable/storage` has the rows, `graph/subscriptions` and `worker/watch` are the watchers' side.
 *
 * Invariants (E11):
 *
 * - No gap: the page that reaches the end of the stored events, and of the text in flight, makes the socket live in the same turn.
 * - Nothing is buffered for a slow reader. It gets `more` and pulls again from its own position.
 * - The platform holds the sockets while the object sleeps.
 *
 * This file sends pages of the journal followed by the text in flight. Afterwards the transactions of a frame, and the additions to the text,
 * are a page.
 */
import type { ExecutionEvent, ExecutionStatus } from "../../execution/events/event.ts";
import { eventPreview } from "../../execution/events/value-slots.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import { isFinalExecution, statusOf } from "../../execution/state/status.ts";
import type { EventPage, PagedEvent } from "../../execution/views/execution-view.ts";
import {
  isInText,
  positionOf,
  positionTime,
  sequenceAt,
  storedAt,
  timeAt,
} from "../../execution/views/log-position.ts";
import { type Journal, pageBytes } from "../ports/ports.ts";
import type { FeedNews, FeedSockets } from "./feed-sockets.ts";

export class Feed {
  readonly #sockets: FeedSockets;
  readonly #journal: Journal;
  readonly #shownEvents: () => readonly PagedEvent[];
  /** Events that were not sent to watchers yet, and the position before them. */
  #unsent: PagedEvent[] = [];
  #after = 0;
  /** Position after the event that was published last. Undefined before the first. */
  #position: number | undefined;
  /** The state after them. */
  #latest: ExecutionState | undefined;

  /** `shownEvents` returns the text in flight that is not stored, in order. */
  constructor(sockets: FeedSockets, journal: Journal, shownEvents: () => readonly PagedEvent[]) {
    this.#sockets = sockets;
    this.#journal = journal;
    this.#shownEvents = shownEvents;
  }

  accept(): Response {
    return this.#sockets.accept();
  }

  /** Answers a pull. Without an execution, and so without a status, the socket is closed. */
  receive(socket: WebSocket, message: string | ArrayBuffer, status: ExecutionStatus | undefined): void {
    this.#sockets.receive(socket, message, (after) =>
      status !== undefined && isPosition(after) ? this.page(after, status, pageBytes) : undefined,
    );
  }

  /** Sends every watcher away: there is nothing to follow any more. */
  close(): void {
    this.#sockets.closeAll();
  }

  /** Sends events that were just stored, or more of the text in flight, to every live watcher, with later ones until the page leaves. */
  publish(events: readonly PagedEvent[], state: ExecutionState): void {
    const [first, last] = [events[0], events.at(-1)];
    if (first === undefined || last === undefined) return;
    const before = this.#position ?? first.sequence - 1;
    this.#position = positionOf(last);
    if (this.#sockets.count === 0) {
      this.#unsent = [];
      return;
    }
    if (this.#unsent.length === 0) this.#after = before;
    this.#unsent.push(...events.map(eventPreview));
    this.#latest = state;
    this.#sockets.publish(this.#news, isFinalExecution(statusOf(state)));
  }

  readonly #news: FeedNews<EventPage> = {
    page: () => {
      const events = this.#unsent;
      this.#unsent = [];
      const last = events.at(-1);
      const cursor = last === undefined ? this.#after : positionOf(last);
      const status = this.#latest === undefined ? "PENDING" : statusOf(this.#latest);
      return { after: this.#after, events, cursor, caughtUp: true, gap: null, status };
    },
    pull: (page) => ({ ...page, events: [], cursor: page.after, caughtUp: false }),
  };

  /**
   * One page of events after the position `after`. One ahead of them gets an empty page that is caught up. Sequences have no gaps
   * but those that retention makes.
   */
  page(after: number, status: ExecutionStatus, maxBytes: number, limit = Number.POSITIVE_INFINITY): EventPage {
    const known = this.#knownAt(after);
    const { complete, records } = this.#read(known, maxBytes);
    const events = records.slice(0, limit).map(eventPreview);
    const first = events[0]?.sequence ?? known + 1;
    const last = events.at(-1);
    return {
      after,
      events,
      cursor: last === undefined ? after : positionOf(last),
      caughtUp: complete && events.length === records.length,
      gap: first > known + 1 ? { firstSequence: known + 1, lastSequence: first - 1 } : null,
      status,
    };
  }

  /** The sequence of the last event that a reader at `position` knows: text that it was sent may have been lost since. */
  #knownAt(position: number): number {
    if (!isInText(position)) return position;
    const [sequence, stored] = [sequenceAt(position), storedAt(position)];
    // An event is stored where it was sent. Another event in its place came after a crash.
    const [first = this.#shownEvents()[0]] = this.#journal.read(stored, 1).records;
    return first?.sequence === stored + 1 && isShownFirst(first.event) && isOf(first, position) ? sequence : stored;
  }

  /** The events after `known`: stored ones, followed by the text in flight as far as it has room. */
  #read(known: number, maxBytes: number): { readonly complete: boolean; readonly records: readonly PagedEvent[] } {
    const stored = this.#journal.read(known, maxBytes);
    const shown = this.#shownEvents().filter(({ sequence }) => sequence > known);
    if (!stored.complete || shown.length === 0) return stored;
    const records: PagedEvent[] = [...stored.records];
    let bytes = jsonLength(records);
    for (const text of shown) {
      bytes += jsonLength(text);
      if (records.length > 0 && bytes > maxBytes) return { complete: false, records };
      records.push(text);
    }
    return { complete: true, records };
  }
}

/** Whether an event is sent before it is stored. */
function isShownFirst({ kind }: ExecutionEvent): boolean {
  return kind === "TextProduced" || kind === "StepProgressed";
}

/** Whether `first` is the event that was sent first of those that a position ends, as far as the position knows. */
function isOf({ occurredAt }: PagedEvent, position: number): boolean {
  const time = timeAt(position);
  return time === undefined || time === positionTime(occurredAt);
}

function jsonLength(events: PagedEvent | readonly PagedEvent[]): number {
  return JSON.stringify(events).length;
}

function isPosition(position: unknown): position is number {
  return typeof position === "number" && Number.isSafeInteger(position) && position >= 0;
}

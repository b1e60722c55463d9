/** An execution's feed in memory: sockets and a clock that a test moves itself. */
import type { RecordedEvent } from "../../../src/execution/events/event.ts";
import type { EventPage } from "../../../src/execution/views/execution-view.ts";
import type { WatchClock } from "../../../src/worker/watch/feed-pages.ts";
import type { FeedSocket } from "../../../src/worker/watch/feed-socket.ts";

export function event(sequence: number): RecordedEvent {
  const resumed = { kind: "ExecutionResumed", count: sequence } as const;
  return { sequence, occurredAt: sequence, hidden: false, transitions: [], event: resumed };
}

export function page(sequences: readonly number[], more: Partial<EventPage> = {}): EventPage {
  const after = more.after ?? Math.max(0, (sequences[0] ?? 1) - 1);
  const cursor = sequences.at(-1) ?? after;
  return { after, events: sequences.map(event), cursor, caughtUp: true, gap: null, status: "RUNNING", ...more };
}

export class FakeSocket implements FeedSocket {
  readonly sent: string[] = [];
  isClosed = false;
  /** Whether sending throws, as on a socket whose close event is still to come. */
  isBroken = false;
  #message: (text: string) => void = () => undefined;
  #close: () => void = () => undefined;

  send(text: string): void {
    if (this.isBroken) throw new Error("Can't call WebSocket send() after close()");
    this.sent.push(text);
  }

  close(): void {
    this.isClosed = true;
  }

  onMessage(listener: (text: string) => void): void {
    this.#message = listener;
  }

  onClose(listener: () => void): void {
    this.#close = listener;
  }

  /** Sends a page to the watcher. */
  give(sent: EventPage, more?: true): void {
    this.#message(JSON.stringify(more === undefined ? { page: sent } : { page: sent, more }));
  }

  pong(): void {
    this.#message("pong");
  }

  /** The other side is gone. */
  drop(): void {
    this.#close();
  }

  /** Sequences that were pulled after, oldest first. */
  get pulls(): readonly number[] {
    return this.sent.filter((text) => text.startsWith("{")).map((text) => (JSON.parse(text) as { pull: number }).pull);
  }

  get pings(): number {
    return this.sent.filter((text) => text === "ping").length;
  }
}

/** Gives out one socket for each dial. What a test puts into `refusals` is thrown first. */
export class FakeDialer {
  readonly sockets: FakeSocket[] = [];
  readonly refusals: unknown[] = [];
  dials = 0;

  readonly dial = async (): Promise<FeedSocket> => {
    this.dials += 1;
    if (this.refusals.length > 0) throw this.refusals.shift();
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  };

  get latest(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (socket === undefined) throw new Error("nothing was dialled");
    return socket;
  }
}

export class FakeClock implements WatchClock {
  nowMs = 0;
  #timers: { readonly at: number; readonly task: () => void }[] = [];

  after(delayMs: number, task: () => void): () => void {
    const timer = { at: this.nowMs + delayMs, task };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  now(): number {
    return this.nowMs;
  }

  get pending(): number {
    return this.#timers.length;
  }

  /** Lets time pass; what is due runs in its order, and so does what follows from it. */
  async pass(durationMs: number): Promise<void> {
    const end = this.nowMs + durationMs;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((left, right) => left.at - right.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.nowMs = next.at;
      next.task();
      await settle();
    }
    this.nowMs = end;
    await settle();
  }
}

/** Lets every promise that can resolve do so. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

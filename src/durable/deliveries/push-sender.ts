/**
 * Room `durable/deliveries`: notifications that an object sends: reports to other objects, which are not stored (`outbox.ts`), and
 * notifications to receivers elsewhere: push configs of A2A tasks and webhooks. It owns their tables, the deliveries that are due
 * (`push-outbox.ts`, `webhook-outbox.ts`), the signed request (`push-post.ts`), the call of a hook in code (`hook-call.ts`) and the retries
 * (this file).
 *
 * It leaves to others: `durable/execution` composes the body of a delivery and keeps the alarm, `execution/webhooks` selects the events,
 * `durable/calls` has the guarded fetch.
 *
 * Invariants:
 *
 * - Each receiver gets one report or notification after another, at least once, until it accepts it or the tries are used up.
 * - The execution never waits for a delivery, and `transition` never reads these tables.
 * - Nothing is stored before an attempt. A crash in the middle repeats it under the same id, by which a receiver recognises the repeat.
 * - No log line contains the address of a receiver or its secret.
 *
 * This file is the one sender. After an attempt it stores the position (`delivered`) or the time of the next try, for which the alarm
 * wakes the object.
 */

import type { ExecutionState } from "../../execution/state/state.ts";
import { faultText } from "../../json/fault-text.ts";
import type { Clock } from "../ports/ports.ts";
import { earliest, WakeTimer } from "../ports/wake-timer.ts";

/** How long after each failed attempt the next one is made. After the last of them a delivery is given up. */
const retryDelaysMs = [5_000, 30_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000] as const;

/** Attempts for one delivery. */
export const maxTries = retryDelaysMs.length + 1;

/** A receiver that wants to be asked later than this is asked then. */
const maxRetryAfterMs = 36_000_000;

/** Deliveries of one kind on their way at a time: they take their permits from the calls of the run. */
const maxOnTheirWay = 2;

/**
 * DELIVERED: taken. GONE: the receiver wants nothing more. REFUSED: may never be sent. FAILED: worth another try, not before
 * `retryAfterMs` if the receiver said so.
 */
export type DeliveryResult =
  | { readonly kind: "DELIVERED" | "GONE" | "REFUSED" }
  | { readonly kind: "FAILED"; readonly retryAfterMs: number | undefined };

/** The position of a receiver. `Item` identifies a delivery: a milestone, or the sequence of an event. */
export interface Progress<Item> {
  /** Delivered or given up last. */
  readonly delivered: Item;
  /** The delivery that failed last. A value that is never pending if there is none. */
  readonly trying: Item;
  /** Failed attempts to deliver it. */
  readonly attempts: number;
  /** When it is tried again, Unix milliseconds; 0 if there is none. */
  readonly due: number;
}

/** As far as the sender needs a table of receivers. */
export interface ReceiverRows<Row> {
  rows(): readonly Row[];
  insert(row: Row): void;
  update(row: Row): void;
  remove(id: string): void;
}

export interface SenderPorts<Item extends number | string, Row extends Progress<Item>> {
  readonly table: ReceiverRows<Row>;
  readonly idOf: (row: Row) => string;
  /** Absent if there is nothing to deliver: before the start, and after retention removed the values. */
  readonly state: () => ExecutionState | undefined;
  /** The next pending delivery of a receiver, the same for the same state. Absent if none is pending. */
  readonly nextItem: (row: Row, state: ExecutionState) => Item | undefined;
  /** Rejects only by a fault of our own. */
  readonly deliver: (row: Row, item: Item) => Promise<DeliveryResult>;
  /** The row once `item` was delivered, or given up. */
  readonly afterDelivery: (row: Row, item: Item, isGivenUp: boolean) => Row;
  readonly clock: Clock;
  /** Whether the run keeps the object awake. */
  readonly isBusy: () => boolean;
  /** How long an attempt in flight is left alone. */
  readonly leaseMs: number;
  /** Called when the next time to wake the object may have changed. */
  readonly onChange: () => void;
}

export class PushSender<Item extends number | string, Row extends Progress<Item>> {
  readonly #ports: SenderPorts<Item, Row>;
  /** As stored, the receiver whose last delivery is the oldest first. Read on first use: most executions have no receivers. */
  #rows: Map<string, Row> | undefined;
  readonly #sending = new Map<string, Promise<void>>();
  readonly #timer: WakeTimer;
  /** Until when attempts in flight are left alone, Unix milliseconds. */
  #leaseEnd = 0;

  constructor(ports: SenderPorts<Item, Row>) {
    this.#ports = ports;
    this.#timer = new WakeTimer(ports.clock, () => {
      const state = ports.state();
      if (state !== undefined) this.note(state);
    });
  }

  /** Receivers by id, the one whose last delivery is the oldest first. */
  get rows(): ReadonlyMap<string, Row> {
    return this.#known();
  }

  /** Nothing is stored of an execution that begins, so there is nothing to read. */
  begin(): void {
    this.#rows ??= new Map();
  }

  /** Stores a receiver, in place of one of the same id. */
  insert(row: Row): void {
    this.#ports.table.insert(row);
    this.#known().set(this.#ports.idOf(row), row);
  }

  remove(id: string): void {
    this.#known().delete(id);
    this.#ports.table.remove(id);
  }

  /**
   * Sends every pending delivery whose time has come. Called after every transaction, and when the run becomes busy or idle: a busy run
   * needs a timer, because its alarm rings only at rest.
   */
  note(state: ExecutionState): void {
    for (const [id, row] of [...this.#known()]) {
      if (this.#sending.size >= maxOnTheirWay) break;
      const item = this.#sending.has(id) ? undefined : this.#ports.nextItem(row, state);
      if (item !== undefined && dueAt(row, item) <= this.#ports.clock.now()) this.#send(row, item);
    }
    this.#setTimer(state);
  }

  /** Tries again deliveries that are due, and waits for them. */
  async again(): Promise<void> {
    const state = this.#ports.state();
    if (state === undefined) return;
    this.note(state);
    await Promise.all(this.#sending.values());
  }

  /** As `again`, until nothing is due any more. */
  async flush(): Promise<void> {
    do await this.again();
    while (this.#sending.size > 0);
  }

  /** When this object has to be awake for a delivery, Unix milliseconds. Undefined if none is pending. */
  wakeAt(): number | undefined {
    const state = this.#ports.state();
    if (state === undefined) return undefined;
    if (this.#sending.size > 0) return this.#leaseEnd;
    return this.#nextAt(state);
  }

  /** When the first pending delivery that is not in flight is due. Undefined if there is none. */
  #nextAt(state: ExecutionState): number | undefined {
    let next: number | undefined;
    for (const [id, row] of this.#known()) {
      const item = this.#sending.has(id) ? undefined : this.#ports.nextItem(row, state);
      if (item !== undefined) next = earliest(next, dueAt(row, item));
    }
    return next;
  }

  #setTimer(state: ExecutionState): void {
    const { clock, isBusy } = this.#ports;
    const at = isBusy() ? this.#nextAt(state) : undefined;
    const now = clock.now();
    // A delivery that is due by now waits for a call under way, which starts it.
    this.#timer.set(at !== undefined && at > now ? at : undefined);
  }

  #send(row: Row, item: Item): void {
    const { clock, deliver, idOf, leaseMs } = this.#ports;
    const id = idOf(row);
    const now = clock.now();
    // An alarm amid an attempt only waits for it, so it is not written again for each of many.
    if (this.#leaseEnd < now + leaseMs / 2) this.#leaseEnd = now + leaseMs;
    const sending = deliver(row, item)
      .catch((error: unknown): DeliveryResult => {
        // A fault of our own. Newer code may be able to; to try at once would have no end.
        console.error(JSON.stringify({ log: "delivery_not_made", error: faultText(error) }));
        return { kind: "FAILED", retryAfterMs: undefined };
      })
      .then((result) => this.#afterAttempt(row, item, result))
      .catch((error: unknown) => {
        // The next instance repeats it under its id. This one continues with what it knows.
        console.error(JSON.stringify({ log: "delivery_not_stored", error: faultText(error) }));
      })
      .finally(() => {
        this.#sending.delete(id);
        // Deliveries that became pending in the meantime are sent now.
        const state = this.#ports.state();
        if (state !== undefined) this.note(state);
        this.#ports.onChange();
      });
    this.#sending.set(id, sending);
  }

  #afterAttempt(row: Row, item: Item, result: DeliveryResult): void {
    const id = this.#ports.idOf(row);
    // It was removed, or set again, while the attempt was on its way.
    if (this.#known().get(id) !== row) return;
    if (result.kind === "GONE") this.remove(id);
    else this.#update(id, this.#after(row, item, result));
  }

  /** The row after an attempt: delivered, given up, or with the time of its next try. */
  #after(row: Row, item: Item, result: DeliveryResult): Row {
    const failures = row.trying === item ? row.attempts : 0;
    if (result.kind !== "FAILED" || failures >= retryDelaysMs.length) {
      return this.#ports.afterDelivery(row, item, result.kind !== "DELIVERED");
    }
    const waitMs = nextTryMs(failures, result.retryAfterMs);
    return { ...row, trying: item, attempts: failures + 1, due: this.#ports.clock.now() + waitMs };
  }

  #update(id: string, row: Row): void {
    // Moved behind the others, so that a receiver with many deliveries delays none of them. Set before it is stored: a row that cannot be
    // stored must not be sent again at once, without end.
    this.#known().delete(id);
    this.#known().set(id, row);
    this.#ports.table.update(row);
  }

  #known(): Map<string, Row> {
    this.#rows ??= new Map(this.#ports.table.rows().map((row) => [this.#ports.idOf(row), row]));
    return this.#rows;
  }
}

/** How long after a failed attempt the next one is made. `failures` are those before it; the pause after many is the longest. */
export function nextTryMs(failures: number, retryAfterMs: number | undefined): number {
  const delayMs = retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)] ?? 0;
  return Math.max(delayMs, Math.min(retryAfterMs ?? 0, maxRetryAfterMs));
}

/** When a delivery is due. One that was not tried yet is due at once, however the one before ended. */
function dueAt<Item>({ due, trying }: Progress<Item>, item: Item): number {
  return trying === item ? due : 0;
}

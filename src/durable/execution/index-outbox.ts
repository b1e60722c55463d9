/**
 * The outbox of an execution or conversation to the index of its tenant: its summary, sent when it changes, at most once a second, until it
 * is acknowledged. The position is not stored: while a summary is unacknowledged the alarm stays set, and an object that its alarm wakes
 * sends again. Repeats are harmless, because the index accepts only higher revisions.
 */
import type { Clock } from "../ports/ports.ts";

const quietMs = 1_000;

export interface OutboxPorts<Summary> {
  readonly clock: Clock;
  /** Rejects unless the index took the summary over. */
  readonly send: (summary: Summary) => Promise<unknown>;
  /** Called when an acknowledgement came or failed to come, so that the alarm can be set anew. */
  readonly settled: () => void;
  /** Called with why the index did not take a summary over. */
  readonly failed?: (error: unknown) => void;
}

export class IndexOutbox<Summary extends { readonly revision: number }> {
  readonly #ports: OutboxPorts<Summary>;
  #latest: Summary | null = null;
  #acknowledged = 0;
  #sentAt = Number.NEGATIVE_INFINITY;
  #sending: Promise<void> | null = null;
  #stopTimer: (() => void) | null = null;

  constructor(ports: OutboxPorts<Summary>) {
    this.#ports = ports;
  }

  /** Whether the index may not know the latest summary. */
  get pending(): boolean {
    return this.#latest !== null && this.#latest.revision > this.#acknowledged;
  }

  /**
   * Notes the latest summary. Urgent ones (an end, a wait for a person) go at once, others a second after the last, so that an execution
   * which ends sooner is sent once.
   */
  note(summary: Summary, urgent: boolean): void {
    if (this.#latest === null && !urgent) this.#sentAt = this.#ports.clock.now();
    this.#latest = summary;
    if (urgent) void this.flush();
    else this.#flushLater();
  }

  /** What comes next is of something else, with revisions of its own. */
  forget(): void {
    this.#latest = null;
    this.#acknowledged = 0;
  }

  /** Sends what is pending. Resolves when it was acknowledged or failed; never rejects. */
  async flush(): Promise<void> {
    this.#stopTimer?.();
    this.#stopTimer = null;
    while (this.#sending !== null) await this.#sending;
    if (!this.pending) return;
    this.#sending = this.#send().finally(() => {
      this.#sending = null;
    });
    await this.#sending;
    this.#ports.settled();
  }

  async #send(): Promise<void> {
    const summary = this.#latest;
    if (summary === null) return;
    this.#sentAt = this.#ports.clock.now();
    try {
      await this.#ports.send(summary);
      this.#acknowledged = summary.revision;
    } catch (error) {
      this.#ports.failed?.(error);
    }
  }

  #flushLater(): void {
    if (this.#stopTimer !== null) return;
    const delayMs = Math.max(0, this.#sentAt + quietMs - this.#ports.clock.now());
    this.#stopTimer = this.#ports.clock.after(delayMs, () => void this.flush());
  }
}

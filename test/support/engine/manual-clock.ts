/** A clock that stands until a test moves it: timers run in order of their time, each in a turn of its own. */
import type { Clock } from "../../../src/durable/ports/ports.ts";

interface Timer {
  readonly at: number;
  readonly task: () => void;
}

export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, task: () => void): () => void {
    const timer = { at: this.#now + delayMs, task };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Time passes within a turn: no timer runs. */
  skip(ms: number): void {
    this.#now += ms;
  }

  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** Moves the time by `ms` and runs what falls due, letting promises settle after each timer. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, due.at);
      due.task();
      await settled();
    }
    this.#now = end;
    await settled();
  }
}

/** Lets every promise that can settle do so. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * The deadlines of several pieces of work over one timer. Setting and stopping a timer of the platform takes as long as storing half a row,
 * and most work ends long before its deadline, right before the next piece begins. So a timer that is no longer needed stays until it fires
 * or until the owner rests.
 */
import type { Clock } from "./ports.ts";

interface Deadline {
  /** Unix milliseconds. */
  readonly at: number;
  readonly expired: () => void;
}

/**
 * One set of deadlines.
 *
 * @example
 * ```ts
 * import { systemClock } from "./system-clock.ts";
 * const deadlines = new Deadlines(systemClock);
 * let isLate = false;
 * const done = deadlines.set(Date.now() + 60_000, () => {
 *   isLate = true;
 * });
 * done();
 * deadlines.rest();
 * isLate; // false
 * ```
 */
export class Deadlines {
  readonly #clock: Clock;
  readonly #pending = new Set<Deadline>();
  #timer: { readonly at: number; readonly stop: () => void } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `expired` at `at`, Unix milliseconds, unless the returned function is called before. */
  set(at: number, expired: () => void): () => void {
    const deadline = { at, expired };
    this.#pending.add(deadline);
    this.#arm(at);
    return () => this.#pending.delete(deadline);
  }

  /** To be called when nothing else is about to begin: a timer that is set keeps the object in memory. */
  rest(): void {
    if (this.#pending.size > 0) return;
    this.#timer?.stop();
    this.#timer = undefined;
  }

  #arm(at: number): void {
    if (this.#timer !== undefined && this.#timer.at <= at) return;
    this.#timer?.stop();
    this.#timer = { at, stop: this.#clock.after(Math.max(0, at - this.#clock.now()), () => this.#ring()) };
  }

  #ring(): void {
    this.#timer = undefined;
    const now = this.#clock.now();
    const due = [...this.#pending].filter(({ at }) => at <= now).toSorted((left, right) => left.at - right.at);
    for (const deadline of due) if (this.#pending.delete(deadline)) deadline.expired();
    const next = Math.min(...[...this.#pending].map(({ at }) => at));
    if (this.#pending.size > 0) this.#arm(next);
  }
}

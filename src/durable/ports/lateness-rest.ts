/**
 * How long the work of a tenant rests in a busy isolate. A timer that ends late says that the isolate has more to do than it can: clocks stand
 * still while code runs, and the timer shows afterwards by how much. Time that several timers saw counts once.
 */

/** An isolate that is late by less is not busy. All times are milliseconds. */
const leastLateMs = 4;
/** How many times the lateness the work rests, which is less than its work, and how long at most from now. */
const restTimes = 4;
const mostRestMs = 1_000;
/** How long a pause between two pieces of work takes at least and at most. */
export const leastPauseMs = 1;
const mostPauseMs = 250;

/**
 * The rest of one tenant.
 *
 * @example
 * ```ts
 * const rest = new LatenessRest(0);
 * rest.ended(10, 12); // 0
 * rest.ended(20, 30); // 40
 * rest.ended(25, 30); // 0
 * rest.until; // 70
 * ```
 */
export class LatenessRest {
  #until: number;
  #countedUntil: number;

  /** Lateness before `now` does not count. */
  constructor(now: number) {
    this.#until = now;
    this.#countedUntil = now;
  }

  /** Unix milliseconds. */
  get until(): number {
    return this.#until;
  }

  /** A timer that was due at `dueAt` ended at `now`. Returns by how much the rest has grown. */
  ended(dueAt: number, now: number): number {
    const lateMs = now - Math.max(dueAt, this.#countedUntil);
    this.#countedUntil = Math.max(this.#countedUntil, now);
    if (lateMs < leastLateMs) return 0;
    const from = Math.max(this.#until, now);
    this.#until = Math.min(from + restTimes * lateMs, now + mostRestMs);
    return this.#until - from;
  }

  /**
   * The further milliseconds of a pause between two pieces of work that began at `since`: a moment, in which all that waits in the isolate
   * goes first, and as long as the work rests. 0 once it is over.
   */
  pauseMs(since: number, now: number): number {
    const restMs = Math.min(this.#until, since + mostPauseMs) - now;
    return Math.max(restMs, now === since ? leastPauseMs : 0);
  }

  /** The work rests until `at` in any case. */
  extendTo(at: number): void {
    this.#until = Math.max(this.#until, at);
  }
}

/**
 * How long refusals with 429 wait before they are sent. A caller that comes again before the time that its refusal named is answered after a
 * moment, so that it slows down itself and its further refusals take less of the isolate. The first refusal is sent at once, and so is each of a
 * caller that waits as long as it was asked to.
 *
 * Refusals that wait are bounded, of one name and in all; further ones are sent at once. All wait equally long, so a place is free again
 * when that time has passed, also if the caller has left meanwhile: nothing has to be given back.
 */
import { BoundedMap } from "../../json/bounded-map.ts";

export const maxDelayed = { ofOneName: 100, inAll: 1_000 };

/** Names whose last refusal is remembered. */
const maxNames = 10_000;

/**
 * The refusals of one isolate.
 *
 * @example
 * ```ts
 * const refusals = new DelayedRefusals();
 * refusals.waitMs("acme", 10, 1_000, 0); // 0
 * refusals.waitMs("acme", 10, 1_000, 20); // 1000
 * ```
 */
export class DelayedRefusals {
  /** Until when each name was asked to wait, Unix milliseconds. */
  readonly #askedUntil = new BoundedMap<number>(maxNames);
  /** Those that wait, the longest first. */
  #delayed: { readonly name: string; readonly until: number }[] = [];
  readonly #delayedOf = new Map<string, number>();

  /**
   * The milliseconds for which a refusal of `name` waits, which is asked to wait `retryAfterSeconds`: `delayMs` or 0. `now` in Unix
   * milliseconds.
   */
  waitMs(name: string, retryAfterSeconds: number, delayMs: number, now: number): number {
    this.#free(now);
    const askedBefore = this.#askedUntil.get(name) ?? 0;
    const isRepeated = askedBefore > now;
    this.#askedUntil.set(name, Math.max(askedBefore, now + retryAfterSeconds * 1_000));
    const ofName = this.#delayedOf.get(name) ?? 0;
    if (!isRepeated || delayMs === 0 || ofName >= maxDelayed.ofOneName || this.#delayed.length >= maxDelayed.inAll)
      return 0;
    this.#delayed.push({ name, until: now + delayMs });
    this.#delayedOf.set(name, ofName + 1);
    return delayMs;
  }

  #free(now: number): void {
    const waiting = this.#delayed.findIndex(({ until }) => until > now);
    const ended = this.#delayed.slice(0, waiting === -1 ? this.#delayed.length : waiting);
    if (ended.length === 0) return;
    this.#delayed = this.#delayed.slice(ended.length);
    for (const { name } of ended) {
      const left = (this.#delayedOf.get(name) ?? 1) - 1;
      if (left === 0) this.#delayedOf.delete(name);
      else this.#delayedOf.set(name, left);
    }
  }
}

/**
 * One timer for the next thing that falls due. It is set again only if its time changed.
 */
import type { Clock } from "./ports.ts";

/**
 * The earlier of two times, null being never.
 *
 * @example
 * ```ts
 * earliest(200, 100); // 100
 * earliest(null, 100); // 100
 * ```
 */
export function earliest(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}

export class WakeTimer {
  readonly #clock: Clock;
  readonly #expired: () => void;
  #timer: { readonly at: number; readonly stop: () => void } | null = null;

  constructor(clock: Clock, expired: () => void) {
    this.#clock = clock;
    this.#expired = expired;
  }

  /** Sets the timer for `at`, Unix milliseconds; null for no timer. */
  set(at: number | null): void {
    if ((this.#timer?.at ?? null) === at) return;
    this.#timer?.stop();
    this.#timer = null;
    if (at === null) return;
    const expired = () => {
      this.#timer = null;
      this.#expired();
    };
    this.#timer = { at, stop: this.#clock.after(Math.max(0, at - this.#clock.now()), expired) };
  }
}

/**
 * One timer for the next thing that falls due. It is set again only if its time changed.
 */
import type { Clock } from "./ports.ts";

/**
 * The earlier of two times, undefined being never.
 *
 * @example
 * ```ts
 * earliest(200, 100); // 100
 * earliest(undefined, 100); // 100
 * ```
 */
export function earliest(left: number | undefined, right: number | undefined): number | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return Math.min(left, right);
}

export class WakeTimer {
  readonly #clock: Clock;
  readonly #expired: () => void;
  #timer: { readonly at: number; readonly stop: () => void } | undefined;

  constructor(clock: Clock, expired: () => void) {
    this.#clock = clock;
    this.#expired = expired;
  }

  /** Sets the timer for `at`, Unix milliseconds; undefined for no timer. */
  set(at: number | undefined): void {
    if (this.#timer?.at === at) return;
    this.#timer?.stop();
    this.#timer = undefined;
    if (at === undefined) return;
    const expired = () => {
      this.#timer = undefined;
      this.#expired();
    };
    this.#timer = { at, stop: this.#clock.after(Math.max(0, at - this.#clock.now()), expired) };
  }
}

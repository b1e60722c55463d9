/** Waiting with a bound. */
import type { Clock } from "./ports.ts";

/**
 * Resolves with `task`, or after `ms`, whichever comes first. Rejects if `task` does so first.
 *
 * @example
 * await atMost(clock, 5_000, flush()); // undefined
 * // Resolved when flush() did, after five seconds at the latest.
 */
export async function atMost(clock: Clock, ms: number, task: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stopTimer = clock.after(ms, resolve);
  try {
    await Promise.race([task, promise]);
  } finally {
    stopTimer();
  }
}

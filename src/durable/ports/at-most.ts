/**
 * Waiting with a time limit.
 */
import type { Clock } from "./ports.ts";

/**
 * Resolves with `task`, or after `ms`, whichever comes first. Rejects if `task` does so first.
 *
 * @example
 * ```ts
 * import { systemClock } from "./system-clock.ts";
 * const endless = new Promise<void>(() => undefined);
 * await atMost(systemClock, 1, endless); // undefined
 * ```
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

/** Resolves or rejects as `task` does, and rejects after `ms`: a call that hangs holds nothing up. */
export async function inTime<Answer>(clock: Clock, ms: number, task: Promise<Answer>): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stopTimer = clock.after(ms, () => reject(new Error("there was no answer in time")));
  try {
    return await Promise.race([task, promise]);
  } finally {
    stopTimer();
  }
}

/**
 * The clock of an object whose executions share one timer of the platform. An execution sets five or six while it runs and stops nearly all of
 * them, which takes the runtime as long as to store three rows.
 */
import { Deadlines } from "./deadlines.ts";
import type { Clock } from "./ports.ts";

/** Shorter timers mostly expire, and each would be earlier than the shared one. They have a timer each. */
const sharedMs = 500;

/**
 * A clock whose timers of half a second and more share one of `clock`. It is stopped when none of them is left, because it keeps the object in
 * memory.
 *
 * @example
 * ```ts
 * import { systemClock } from "./system-clock.ts";
 * const clock = sharedTimers(systemClock);
 * let isOver = false;
 * const stop = clock.after(60_000, () => {
 *   isOver = true;
 * });
 * stop();
 * isOver; // false
 * ```
 */
export function sharedTimers(clock: Clock): Clock {
  const deadlines = new Deadlines(clock);
  return {
    now: () => clock.now(),
    after(delayMs, task) {
      if (delayMs < sharedMs) return clock.after(delayMs, task);
      const { promise, resolve } = Promise.withResolvers<void>();
      let isStopped = false;
      // By a promise it runs in the trace of the code that asked for it. The shared timer has that of another execution.
      void promise.then(() => {
        if (!isStopped) task();
      });
      const done = deadlines.set(clock.now() + delayMs, resolve);
      return () => {
        isStopped = true;
        done();
        deadlines.rest();
      };
    },
  };
}

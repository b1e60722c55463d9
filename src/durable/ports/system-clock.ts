/** The real clock. */
import type { Clock } from "./ports.ts";

/** Real time. Timers pin an object in memory, so the runner sets them only while something is in flight. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

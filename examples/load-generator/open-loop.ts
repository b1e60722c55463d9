/**
 * Arrivals that do not wait for answers (an open loop): the n-th execution is due at n / rate, however long the others take. One that
 * begins later than it was due is counted as late and its latency counts from when it was due, so that a server that stands still is
 * not spared the load that it holds up (no coordinated omission).
 */

export interface Arrivals {
  readonly ratePerSecond: number;
  readonly durationMs: number;
}

/** How late an arrival may begin without being counted as late. */
export const lateMs = 50;

/** When the arrival of this number, from 0, is due after the beginning; milliseconds. */
export function dueAfterMs(number: number, ratePerSecond: number): number {
  return (number * 1_000) / ratePerSecond;
}

export interface LoopPorts {
  /** Milliseconds; never goes back. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** Calls `arrive` for each arrival, without waiting for what it does. `dueAt` is in the time of `now`. Resolves when all have begun. */
export async function openLoop(
  { durationMs, ratePerSecond }: Arrivals,
  arrive: (number: number, dueAt: number) => void,
  { now, sleep }: LoopPorts,
): Promise<void> {
  const startedAt = now();
  for (let number = 0; ; number += 1) {
    const dueMs = dueAfterMs(number, ratePerSecond);
    if (dueMs >= durationMs) return;
    const waitMs = startedAt + dueMs - now();
    if (waitMs > 0) await sleep(waitMs);
    arrive(number, startedAt + dueMs);
  }
}

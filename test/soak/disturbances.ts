/**
 * What is done to the Worker during the soak, and when: resets and kills in turn for the first half; then resets alone, so that one
 * life of the process is long enough to see memory grow, and nothing in the last tenth.
 */
export interface Disturbance {
  readonly kind: "RESET" | "KILL";
  /** After the beginning of the load. */
  readonly afterMs: number;
}

/** A disturbance every two minutes, or fifteen in a shorter load; each up to a quarter of that sooner or later. */
export function disturbances(durationMs: number, random: () => number): readonly Disturbance[] {
  const everyMs = Math.min(120_000, durationMs / 15);
  const found: Disturbance[] = [];
  for (let number = 1; number * everyMs < durationMs * 0.9; number += 1) {
    const afterMs = (number + (random() - 0.5) / 2) * everyMs;
    const kind = number % 2 === 0 && afterMs < durationMs / 2 ? "KILL" : "RESET";
    found.push({ kind, afterMs });
  }
  return found;
}

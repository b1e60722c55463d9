/** Waiting for a condition: long enough for the busiest machine, and an end for what hangs. */
import { vi } from "vitest";

export const patience = { timeout: 150_000 };

/** Resolves with the result of `check` once it is truthy. */
export function eventually<Found>(check: () => Found | Promise<Found>) {
  return vi.waitUntil(check, patience);
}

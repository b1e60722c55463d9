/** Durations as text: a number with `s`, `m`, `h` or `d`, in seconds without one. */

const form = /^(\d+(?:\.\d+)?)\s*(s|m|h|d)?$/;
const seconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/**
 * Milliseconds of `duration`, or undefined if it is none.
 *
 * @example
 * ```ts
 * durationMs("1.5m"); // 90000
 * durationMs(30); // 30000
 * durationMs("soon"); // undefined
 * ```
 */
export function durationMs(duration: string | number): number | undefined {
  if (typeof duration === "number") return duration >= 0 ? Math.round(duration * 1_000) : undefined;
  const [, amount, unit = "s"] = form.exec(duration.trim().toLowerCase()) ?? [];
  return amount === undefined ? undefined : Math.round(Number(amount) * (seconds[unit] ?? 1) * 1_000);
}

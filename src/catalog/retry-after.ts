/** The `Retry-After` header: when a callee wants to be asked again. */

/**
 * Milliseconds from `now` (Unix milliseconds), never negative. Null if `header` is absent or neither seconds nor an HTTP date.
 *
 * @example
 * ```ts
 * retryAfterMs("120", 0); // 120_000
 * retryAfterMs("soon", 0); // null
 * ```
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // An HTTP date begins with the name of a day. `Date.parse` alone would also take "-5" for a year.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

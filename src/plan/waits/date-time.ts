/** Points in time as plans and callers write them (RFC 3339). */

const form =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Unix milliseconds of a date-time. Undefined for text that is none, and for days that no calendar has.
 *
 * @example
 * ```ts
 * instantOf("1970-01-01T00:00:01Z"); // 1000
 * instantOf("2026-02-30T00:00:00Z"); // undefined
 * ```
 */
export function instantOf(text: string): number | undefined {
  const [, year, month, day] = form.exec(text) ?? [];
  if (year === undefined) return undefined;
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (at.getUTCMonth() !== Number(month) - 1 || at.getUTCDate() !== Number(day)) return undefined;
  return Date.parse(text.toUpperCase());
}

/** The date-time of `at`, Unix milliseconds. Every `instantOf` a text has one. */
export function instantText(at: number): string {
  return new Date(at).toISOString();
}

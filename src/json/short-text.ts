/** Texts that are cut, never between the two halves of a character. */

/**
 * The beginning of `text`, at most `units` UTF-16 units of it.
 *
 * @example
 * ```ts
 * beginningOf("river", 3); // "riv"
 * beginningOf("a\u{1f30d}", 2); // "a"
 * ```
 */
export function beginningOf(text: string, units: number): string {
  if (text.length <= units) return text;
  const last = text.charCodeAt(units - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? units - 1 : units);
}

/** The same with an ellipsis where something is cut, which counts. */
export function shortened(text: string, units: number): string {
  return text.length <= units ? text : `${beginningOf(text, units - 1).trimEnd()}\u2026`;
}

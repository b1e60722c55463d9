/** How much text a value holds: the lengths of its strings, none of which is read. */

/** UTF-16 units of a request whose copies, hashes and rows take some milliseconds of a processor. */
export const longText = 32_768;

/**
 * Whether the strings within `value` have `least` UTF-16 units together. Stops as soon as they have. The walk keeps a stack of its own.
 *
 * @example
 * ```ts
 * holdsText({ rows: ["ab", { c: "de" }] }, 4); // true
 * holdsText({ rows: ["ab"] }, 4); // false
 * ```
 */
export function holdsText(value: unknown, least: number): boolean {
  const left = [value];
  let units = 0;
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === "string") {
      units += next.length;
      if (units >= least) return true;
    } else if (typeof next === "object" && next !== null) for (const member of Object.values(next)) left.push(member);
  }
  return false;
}

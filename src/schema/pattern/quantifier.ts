/** How often a part of a pattern repeats, as it is spelled behind the part. */

export interface Quantifier {
  readonly least: number;
  /** Infinite where there is no bound. */
  readonly most: number;
  /** Characters of its spelling. */
  readonly length: number;
}

const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;

/** No text is so long. The counts of a pattern may have any number of digits. */
const endlessCount = 2 ** 31;

/** The quantifier that stands in `source` at `at`. Undefined if none does. */
export function readQuantifier(source: string, at: number): Quantifier | undefined {
  QUANTIFIER.lastIndex = at;
  const found = QUANTIFIER.exec(source);
  if (found === null) return undefined;
  const [{ length }, sign, least = "", comma, most = ""] = found;
  if (sign !== undefined)
    return { least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Number.POSITIVE_INFINITY, length };
  const from = Math.min(Number(least), endlessCount);
  if (comma === undefined) return { least: from, most: from, length };
  const isEndless = most === "" || Number(most) >= endlessCount;
  return { least: from, most: isEndless ? Number.POSITIVE_INFINITY : Number(most), length };
}

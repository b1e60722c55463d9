/**
 * Shortens long texts until they fit into a prompt together. The longest are cut first, all to the same length; texts below that length
 * stay whole. Lengths are bytes of the prompt as JSON, which is how it is sent and how its budget is reserved.
 */
import { utf8Bytes } from "../../json/json.ts";

export interface CutText {
  /** The beginning of the text, whole characters only. */
  readonly text: string;
  /** Bytes in UTF-8 that were left out. 0 if nothing was cut. */
  readonly bytesLeftOut: number;
}

/** Bytes of a text within JSON, without its quotes. */
export function bytesInJson(text: string): number {
  return utf8Bytes(JSON.stringify(text)) - 2;
}

/**
 * Cuts texts so that they take at most `maxBytes` within JSON together; to nothing if that is negative.
 *
 * @example
 * ```ts
 * const [first, second] = cutToFit(["a long text", "ok"], 8);
 * first; // { text: "a long", bytesLeftOut: 5 }
 * second; // { text: "ok", bytesLeftOut: 0 }
 * ```
 */
export function cutToFit(texts: readonly string[], maxBytes: number): readonly CutText[] {
  const sizes = texts.map(bytesInJson);
  const longest = longestThatFits(sizes, maxBytes);
  return texts.map((text, at) =>
    (sizes[at] ?? 0) <= longest ? { text, bytesLeftOut: 0 } : beginning(text, Math.max(0, longest)),
  );
}

/** The size that everything larger must be cut to. */
function longestThatFits(sizes: readonly number[], maxBytes: number): number {
  let left = maxBytes;
  for (const [at, size] of sizes.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (sizes.length - at));
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

function beginning(text: string, maxBytes: number): CutText {
  let end = 0;
  let used = 0;
  for (const character of text) {
    used += bytesOfCharacter(character);
    if (used > maxBytes) break;
    end += character.length;
  }
  const kept = text.slice(0, end);
  return { text: kept, bytesLeftOut: utf8Bytes(text) - utf8Bytes(kept) };
}

function bytesOfCharacter(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  // Quotes, backslashes, control characters and halves of pairs are escaped.
  if (code < 0x20 || code === 0x22 || code === 0x5c || (code >= 0xd800 && code <= 0xdfff))
    return bytesInJson(character);
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** Makes the stored form of a JSON value: its size, and a digest if it is too large for its row (E14). */
import { sha256Hex } from "./digest.ts";
import { type Json, utf8Bytes } from "./json.ts";
import { inlineBytes, type StoredValue } from "./stored-value.ts";

/**
 * `value` as a row holds it: inline up to 64 KB, with a digest beyond that.
 *
 * @example
 * ```ts
 * storedValue({ city: "Bern" }); // { bytes: 15, digest: null, inline: { city: "Bern" } }
 * ```
 */
export function storedValue(value: Json): StoredValue {
  const text = JSON.stringify(value);
  const bytes = utf8Bytes(text);
  return { bytes, digest: bytes > inlineBytes ? sha256Hex(text) : null, inline: value };
}

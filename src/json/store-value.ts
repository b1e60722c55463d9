/** Makes the stored form of a JSON value: its size, and a digest if it is too large for its row (E14). */
import { sha256Hex } from "./digest.ts";
import { type Json, utf8Bytes } from "./json.ts";
import { inlineBytes, type StoredValue } from "./stored-value.ts";

/** The text of large values on their way to the journal: to make it again takes as long as to read the value. It goes with the stored value. */
const texts = new WeakMap<StoredValue, string>();

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
  if (bytes <= inlineBytes) return { bytes, digest: null, inline: value };
  const stored = { bytes, digest: sha256Hex(text), inline: value };
  texts.set(stored, text);
  return stored;
}

/** The JSON text of a value that stands inline. */
export function storedText(stored: StoredValue): string {
  return texts.get(stored) ?? JSON.stringify(stored.inline);
}

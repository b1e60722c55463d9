/** Turns a JSON value into what a row holds: its text is made once, for its size and its digest. */
import { digestOf } from "../plan/effect-key.ts";
import { type Json, utf8Bytes } from "../plan/json.ts";
import type { StoredValue } from "../plan/stored-value.ts";

export function storedValue(value: Json): StoredValue {
  const text = JSON.stringify(value);
  return { bytes: utf8Bytes(text), digest: digestOf(text), inline: value };
}

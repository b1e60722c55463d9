/**
 * The part of an unusable answer that is kept for debugging: at most 64 KB, without the key.
 */
import { withSecretCutOut, withSecretReplaced } from "../../catalog/without-secret.ts";
import { type Json, jsonDepth, jsonIn } from "../../json/json.ts";
import { maxReceivedBytes } from "./model-exchange.ts";

/** Deeper values are kept as text, because every reader of JSON recurses. */
const deepestJson = 128;

/** `text` as JSON if it is whole and not too deep, else as text, cut. Null if nothing came. */
export function receivedJson(text: string, key: string | undefined): Json {
  if (text === "") return null;
  const clean = withSecretCutOut(text, key);
  const bytes = new TextEncoder().encode(clean);
  if (bytes.byteLength > maxReceivedBytes) return new TextDecoder().decode(bytes.subarray(0, maxReceivedBytes));
  const value = shallowJson(clean);
  // The author of the JSON may have escaped characters of the key, such as with `\/` or `\u002d`. Serialised again, it has our spelling.
  const written = value === undefined ? clean : withSecretReplaced(JSON.stringify(value), key);
  return shallowJson(written) ?? written;
}

/** The JSON that `text` holds, or undefined if it holds none or one that is too deep. */
export function shallowJson(text: string): Json | undefined {
  const value = jsonIn(text);
  return value === undefined || jsonDepth(value, deepestJson + 1) > deepestJson ? undefined : value;
}

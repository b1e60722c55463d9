/** What is kept of an answer that could not be used, for debugging: at most 64 KB, without the key. */
import { type Json, jsonDepth } from "../plan/json.ts";
import { maxReceivedBytes } from "./model-exchange.ts";

/** Deeper values are kept as text, because every reader of JSON recurses. */
const deepestJson = 128;

/** `text` as JSON if it is whole and not too deep, else as text, cut. Null if nothing came. */
export function receivedJson(text: string, key: string | null): Json {
  if (text === "") return null;
  const clean = withoutKey(text, key);
  const bytes = new TextEncoder().encode(clean);
  if (bytes.byteLength > maxReceivedBytes) return new TextDecoder().decode(bytes.subarray(0, maxReceivedBytes));
  return shallowJson(clean) ?? clean;
}

/** The JSON that `text` holds, or undefined if it holds none or one that is too deep. */
export function shallowJson(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return jsonDepth(value, deepestJson + 1) > deepestJson ? undefined : value;
  } catch {
    return undefined;
  }
}

/** The key may come back as it is, or as JSON writes it. */
function withoutKey(text: string, key: string | null): string {
  if (key === null || key === "") return text;
  return text.replaceAll(key, "[secret]").replaceAll(JSON.stringify(key).slice(1, -1), "[secret]");
}

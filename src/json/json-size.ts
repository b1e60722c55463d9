/**
 * The size of a JSON value as UTF-8 text, and its depth, measured without making that text. So a value that is too large or too deep is
 * refused before it is built. The walk keeps a stack of its own: no depth of a value can exhaust the stack of the process.
 */
import { isJsonArray, type Json } from "./json.ts";

export interface JsonSize {
  /** Bytes of the JSON text. More than the limit, and no more exact, once the limit is passed. */
  readonly bytes: number;
  /** How many objects and arrays lie within one another: 0 for a scalar. */
  readonly depth: number;
}

/**
 * Measures `value`. Stops as soon as more than `maxBytes` bytes, or more than `maxDepth` levels, are certain.
 *
 * @example
 * ```ts
 * jsonSize({ rows: ["é"] }, 1_000, 64); // { bytes: 15, depth: 2 }
 * ```
 */
export function jsonSize(value: Json, maxBytes: number, maxDepth: number): JsonSize {
  const pending: Level[] = [];
  let bytes = 0;
  let deepest = 0;
  const visit = (at: Json): void => {
    if (typeof at !== "object" || at === null) {
      bytes += scalarBytes(at, maxBytes - bytes);
      return;
    }
    pending.push(levelOf(at));
    deepest = Math.max(deepest, pending.length);
    bytes += 2;
  };
  visit(value);
  for (let level = pending.at(-1); level !== undefined; level = pending.at(-1)) {
    if (bytes > maxBytes || deepest > maxDepth) break;
    if (level.at === level.members.length) {
      pending.pop();
      continue;
    }
    const key = level.keys?.[level.at];
    const member = level.members[level.at];
    if (level.at > 0) bytes += 1;
    level.at += 1;
    if (key !== undefined) bytes += stringBytes(key, maxBytes - bytes) + 1;
    visit(member ?? null);
  }
  return { bytes, depth: deepest };
}

/** Bytes of `text` as a JSON string, quotes included. Stops above `limit`. */
export function stringBytes(text: string, limit: number): number {
  let bytes = 2;
  for (let at = 0; at < text.length && bytes <= limit; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x80) {
      const isPair = isLeading(unit) && isTrailing(text.charCodeAt(at + 1));
      if (isPair) at += 1;
      bytes += isPair ? 4 : unit < 0x800 ? 2 : isLeading(unit) || isTrailing(unit) ? 6 : 3;
    } else if (unit < 0x20) bytes += shortEscapes.has(unit) ? 2 : 6;
    else bytes += unit === 0x22 || unit === 0x5c ? 2 : 1;
  }
  return bytes;
}

interface Level {
  readonly keys: readonly string[] | null;
  readonly members: readonly Json[];
  at: number;
}

function levelOf(value: object & Json): Level {
  if (isJsonArray(value)) return { keys: null, members: value, at: 0 };
  return { keys: Object.keys(value), members: Object.values(value), at: 0 };
}

function scalarBytes(value: null | boolean | number | string, limit: number): number {
  return typeof value === "string" ? stringBytes(value, limit) : JSON.stringify(value).length;
}

/** Backspace, tab, line feed, form feed and carriage return: JSON writes them as two characters. */
const shortEscapes: ReadonlySet<number> = new Set([8, 9, 10, 12, 13]);

function isLeading(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isTrailing(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

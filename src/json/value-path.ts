/**
 * Following a path into a JSON value. Only own properties count, so that `__proto__` and `constructor` find a member of the data, or
 * nothing.
 */
import { isJsonArray, isJsonObject, type Json, ownValue } from "./json.ts";

/**
 * The value under `path`, or undefined if there is none. A number reads the item of an array, or the member of that name of an
 * object; a negative one an item counted from the end; a name reads members of objects only.
 *
 * @example
 * ```ts
 * valueAt({ rows: [{ id: 7 }] }, ["rows", 0, "id"]); // 7
 * valueAt({ rows: [] }, ["rows", 0, "id"]); // undefined
 * valueAt({ rows: [1, 2] }, ["rows", -1]); // 2
 * ```
 */
export function valueAt(value: Json, path: readonly PathSegment[]): Json | undefined {
  let at: Json = value;
  for (const segment of path) {
    let next: Json | undefined;
    if (isJsonArray(at)) next = typeof segment === "number" ? at.at(segment) : undefined;
    else if (isJsonObject(at) && !isFromEnd(segment)) next = ownValue(at, String(segment));
    if (next === undefined) return undefined;
    at = next;
  }
  return at;
}

function isFromEnd(segment: PathSegment): boolean {
  return typeof segment === "number" && segment < 0;
}

/** The part of `path` that leads to the same place in every value: all before the first index that is counted from the end. */
export function certainPath(path: readonly PathSegment[]): readonly PathSegment[] {
  const end = path.findIndex(isFromEnd);
  return end < 0 ? path : path.slice(0, end);
}

/**
 * A path as JSON Pointer, such as `/artifact/title`.
 *
 * @example
 * ```ts
 * jsonPointer(["artifact", "a/b", 0]); // "/artifact/a~1b/0"
 * ```
 */
export function jsonPointer(path: readonly PathSegment[]): string {
  return path.map((segment) => `/${String(segment).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** One step of a path into a value: a member name or an array index, negative where it is counted from the end. */
export type PathSegment = string | number;

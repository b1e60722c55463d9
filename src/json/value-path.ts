/** Following a path into a JSON value. Own properties only, so that `__proto__` and `constructor` find what the data holds, or nothing. */
import { isJsonArray, isJsonObject, type Json, ownValue } from "./json.ts";

/**
 * The value under `path`, or undefined if there is none. A number reads the item of an array, or the member of that name of an
 * object; a name reads members of objects only.
 *
 * @example
 * ```ts
 * valueAt({ rows: [{ id: 7 }] }, ["rows", 0, "id"]); // 7
 * valueAt({ rows: [] }, ["rows", 0, "id"]); // undefined
 * ```
 */
export function valueAt(value: Json, path: readonly PathSegment[]): Json | undefined {
  let at: Json = value;
  for (const segment of path) {
    let next: Json | undefined;
    if (isJsonArray(at)) next = typeof segment === "number" ? at[segment] : undefined;
    else if (isJsonObject(at)) next = ownValue(at, String(segment));
    if (next === undefined) return undefined;
    at = next;
  }
  return at;
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

/** One step of a path into a value: a member name or an array index. */
export type PathSegment = string | number;

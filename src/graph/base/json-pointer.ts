/** Reading a JSON Pointer (RFC 6901). Only own properties count, so that `/__proto__` finds a member of the document, or nothing. */
import { isJsonArray, isJsonObject, type Json, ownValue } from "../../json/json.ts";

export type PointedValue =
  | { readonly kind: "VALUE"; readonly value: Json }
  | { readonly kind: "NOTHING" }
  | { readonly kind: "MALFORMED" };

const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/;

/**
 * The value in `document` at `pointer`. The empty pointer is the whole document.
 *
 * @example
 * ```ts
 * valueAtPointer({ rows: [{ id: 1 }] }, "/rows/0/id"); // { kind: "VALUE", value: 1 }
 * valueAtPointer({ rows: [] }, "/rows/0"); // { kind: "NOTHING" }
 * ```
 */
export function valueAtPointer(document: Json, pointer: string): PointedValue {
  if (pointer === "") return { kind: "VALUE", value: document };
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return { kind: "MALFORMED" };
  let at: Json = document;
  for (const token of pointer.slice(1).split("/")) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    let next: Json | undefined;
    if (isJsonArray(at)) next = ARRAY_INDEX.test(name) ? at[Number(name)] : undefined;
    else if (isJsonObject(at)) next = ownValue(at, name);
    if (next === undefined) return { kind: "NOTHING" };
    at = next;
  }
  return { kind: "VALUE", value: at };
}

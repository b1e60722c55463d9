/**
 * The `Range` header as far as it is served: one range of bytes. A malformed header, or one with several ranges, is ignored (RFC 9110
 * §14.2).
 */
import type { ByteRange } from "../../durable/ports/artifact-store.ts";

/**
 * The bytes that are asked for, of a content of `size` bytes. Null for all of it.
 *
 * @example
 * ```ts
 * requestedRange("bytes=0-99", 1_000); // { offset: 0, length: 100 }
 * requestedRange("bytes=-100", 1_000); // { offset: 900, length: 100 }
 * requestedRange("bytes=1000-", 1_000); // "UNSATISFIABLE"
 * ```
 */
export function requestedRange(header: string | null, size: number): ByteRange | "UNSATISFIABLE" | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "UNSATISFIABLE" : { offset: size - length, length };
  }
  const offset = Number(first);
  const end = last === "" ? size - 1 : Number(last);
  if (end < offset && last !== "") return null;
  if (offset >= size) return "UNSATISFIABLE";
  return { offset, length: Math.min(end, size - 1) - offset + 1 };
}

/** Keys of calls (E5): hashes of arrays, never of joined text. */
import { sha256Hex } from "./digest.ts";
import { canonicalJson, type Json } from "./json.ts";

/**
 * Hex SHA-256 of the canonical JSON of `parts`, so that `["a","bc"]` and `["ab","c"]` differ.
 *
 * @example
 * ```ts
 * hashOfParts(["a", "bc"]) === hashOfParts(["ab", "c"]); // false
 * hashOfParts(["a"]).length; // 64
 * ```
 */
export function hashOfParts(parts: readonly Json[]): string {
  return sha256Hex(canonicalJson(parts));
}

export interface EffectKeyParts {
  /** Object name of the execution in which the call was first meant; a retry as a new execution keeps it. */
  readonly origin: string;
  readonly stepPath: string;
  readonly turn: number;
  readonly item: number;
  readonly generation: number;
}

/**
 * The key that a call carries on every attempt (E5).
 *
 * @example
 * ```ts
 * const call = { origin: "9f2c", stepPath: "research", turn: 0, item: 0, generation: 0 };
 * effectKey(call) === effectKey({ ...call }); // true
 * effectKey(call) === effectKey({ ...call, generation: 1 }); // false
 * ```
 */
export function effectKey(parts: EffectKeyParts): string {
  return hashOfParts([parts.origin, parts.stepPath, parts.turn, parts.item, parts.generation]);
}

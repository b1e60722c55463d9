/** Random secrets, of which only hashes are kept, and their comparison in constant time. */
import { hexOf, sha256Hex } from "../../json/digest.ts";

/** Lower-case hexadecimal text of so many random bytes. */
export function randomHex(bytes: number): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** Hash under which a secret is kept. The secrets are random and long, so that one round without salt will do. */
export function secretHash(secret: string): string {
  return sha256Hex(secret);
}

/**
 * Whether `secret` has this hash. Every character of the hashes is compared, so that the duration reveals nothing.
 *
 * @example
 * ```ts
 * const secret = randomHex(32);
 * hasHash(secret, secretHash(secret)); // true
 * ```
 */
export function hasHash(secret: string, hash: string): boolean {
  const found = secretHash(secret);
  let difference = found.length ^ hash.length;
  for (let position = 0; position < found.length; position++) {
    difference |= found.charCodeAt(position) ^ hash.charCodeAt(position);
  }
  return difference === 0;
}

/** SHA-256 of text, the one digest of the project. Synchronous, so that pure code can use it. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

const encoder = new TextEncoder();

/** Hex SHA-256 of `text` as UTF-8. */
export function sha256Hex(text: string): string {
  return hexOf(sha256(encoder.encode(text)));
}

/** Lower-case hexadecimal text of bytes, such as those of a digest that the platform made. */
export function hexOf(bytes: Uint8Array): string {
  return bytesToHex(bytes);
}

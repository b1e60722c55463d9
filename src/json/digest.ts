/** SHA-256 of text, the one digest of the project. Synchronous, so that pure code can use it. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

const encoder = new TextEncoder();

/** Hex SHA-256 of `text` as UTF-8. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(encoder.encode(text)));
}

/** SHA-256 by the platform, for texts that are too long to be hashed in the one thread. */
import { sha256Hex } from "../../json/digest.ts";

/** UTF-16 units from which the platform is asked: it hashes in an eighth of the time, and asking takes as long as hashing these. */
const longLength = 4_096;

/** Hex SHA-256 of `text` as UTF-8, of a long one by the platform. */
export async function digestOf(text: string): Promise<string> {
  if (text.length < longLength) return sha256Hex(text);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What an earlier build has left. */
import { readFileSync } from "node:fs";

/** The text of `file`. Null if there is none. */
export function existingText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

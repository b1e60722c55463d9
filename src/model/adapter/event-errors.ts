/**
 * Finds errors in an event stream before the provider's library reads it, because each library reports them differently.
 */
import type { Json } from "../../json/json.ts";
import { type StatedError, statedError } from "./stated-error.ts";

/** No provider states an error in a longer line. */
const maxLineLength = 65_536;

/** Takes the text of a stream piece by piece and calls `found` for each event that is an error. */
export function eventErrors(found: (error: StatedError) => void): (text: string) => void {
  let line = "";
  return (text) => {
    const lines = text.split(/\r\n|\r|\n/);
    for (const [position, part] of lines.entries()) {
      if (line.length <= maxLineLength) line += part;
      if (position === lines.length - 1) break;
      const error = errorIn(line);
      if (error !== null) found(error);
      line = "";
    }
  };
}

function errorIn(line: string): StatedError | null {
  // Most lines are pieces of text: only those that can be errors are parsed.
  if (!line.startsWith("data:") || !line.includes('"error"') || line.length > maxLineLength) return null;
  try {
    return statedError(JSON.parse(line.slice("data:".length)) as Json);
  } catch {
    return null;
  }
}

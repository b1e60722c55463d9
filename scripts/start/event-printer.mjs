/** Prints events as they come: a line for each, and the text of an answer as it is written, on lines of its own. */
import { eventLine } from "./event-line.mjs";

/**
 * A function that prints the next event. `write` takes text without a line break at its end. Runs below the first, at a `depth` of 1
 * or more, stand further to the right; what they write is what their steps give, so it is not printed as it comes.
 */
export function eventPrinter(write, depth = 0) {
  const margin = "  │ ".repeat(depth);
  let openStream = null;
  return (event) => {
    if (event.type === "TextProduced") {
      if (depth > 0) return;
      if (event.streamId !== openStream) write(`${openStream === null ? "" : "\n"}\n  `);
      openStream = event.streamId;
      write(event.text);
      return;
    }
    if (openStream !== null) write("\n\n");
    openStream = null;
    write(`${margin}${eventLine(event).replaceAll("\n", `\n${margin}`)}\n`);
  };
}

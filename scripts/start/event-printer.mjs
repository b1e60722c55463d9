/** Prints events as they come: a line for each, and the text of an answer as it is written, on lines of its own. */
import { eventLine } from "./event-line.mjs";

/** A function that prints the next event. `write` takes text without a line break at its end. */
export function eventPrinter(write) {
  let openStream = null;
  return (event) => {
    if (event.type === "TextProduced") {
      if (event.streamId !== openStream) write(`${openStream === null ? "" : "\n"}\n  `);
      openStream = event.streamId;
      write(event.text);
      return;
    }
    if (openStream !== null) write("\n\n");
    openStream = null;
    write(`${eventLine(event)}\n`);
  };
}

/** A reply of the scripted model that comes word by word, so that a test can act in the middle of it. */
import { chunks } from "../../../examples/model-server/completion.ts";

/** What a slow reply says. */
export const slowWords = Array.from({ length: 30 }, (_, at) => `word${at}`).join(" ");

/** `text` as an agent says it, with `delayMs` before each word. `end` is how the connection ends. */
export function slowReply(text: string, delayMs: number, end: "COMPLETE" | "CUT" = "COMPLETE"): object {
  const lines = chunks({ text }, { id: "slow", model: "scripted-1", requestBytes: 4 }, true);
  const shown = end === "CUT" ? lines.slice(0, lines.length / 2) : lines;
  const headers = { "content-type": "text/event-stream", "cache-control": "no-cache" };
  return { for: "AGENT", headers, chunks: shown.map((line) => ({ text: line, delayMs })), end };
}

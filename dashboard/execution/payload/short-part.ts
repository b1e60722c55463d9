/** The beginning of a run's result, for a place of a few lines. */
import type { RunPart } from "./run-parts.ts";

const most = 420;

export interface Beginning {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Of a text that is being written, the end, because that is new. */
export function beginningOf(part: RunPart): Beginning {
  if (part.kind === "VALUE") {
    const { byteSize, preview, value } = part.payload;
    if (typeof value === "string") return cut(value);
    return cut(value === null && byteSize > 4 ? preview : JSON.stringify(value));
  }
  const { isWriting, text } = part;
  if (isWriting && text.length > most) return { text: `…${text.slice(-most).replace(/^\S*\s/, "")}`, isWhole: true };
  return cut(text);
}

function cut(text: string): Beginning {
  if (text.length <= most) return { text, isWhole: true };
  const unit = text.charCodeAt(most - 1);
  const end = unit >= 0xd800 && unit <= 0xdbff ? most - 1 : most;
  return { text: text.slice(0, end), isWhole: false };
}

/** How two texts differ, word by word; by lines where there are very many words. Pure. */
import { type DiffPart, sequenceDiff } from "./sequence-diff.ts";

export interface TextPart {
  readonly kind: DiffPart<string>["kind"];
  readonly text: string;
}

/** Characters of both texts together up to which words are compared. */
const mostInWords = 60_000;

/** Parts in order: the SAME and LEFT ones are `left`, the SAME and RIGHT ones `right`. */
export function textDiff(left: string, right: string): readonly TextPart[] {
  // Of two identifiers nobody reads which letters they share.
  if (left !== right && !/\s/.test(left + right)) {
    const sides: readonly TextPart[] = [
      { kind: "LEFT", text: left },
      { kind: "RIGHT", text: right },
    ];
    return sides.filter(({ text }) => text !== "");
  }
  const split = left.length + right.length <= mostInWords ? wordsOf : linesOf;
  return sequenceDiff(split(left), split(right)).map(({ items, kind }) => ({ kind, text: items.join("") }));
}

/** Words, spaces and single marks. Nothing is lost. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

/** With their ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** A long part that is the same on both sides, by its beginning and end alone. */
export function shortened(text: string, around = 160): readonly [string, number, string] | null {
  if (text.length <= around * 2 + 80) return null;
  const [head, tail] = [text.slice(0, around), text.slice(-around)];
  return [head.toWellFormed(), text.length - head.length - tail.length, tail.toWellFormed()];
}

/**
 * Text of models, tools and people as plain text: nothing in it is markup, runs, or changes the order of the text around it. Controls of
 * writing direction and other characters without a look are shown by their code; a text longer than `limit` is cut until somebody asks for
 * more, so that a line of a megabyte does not stop the page.
 */
import { useState } from "preact/hooks";
import { exact } from "./numbers.ts";

export interface InertTextProps {
  readonly text: string;
  /** Characters that are shown at first, and added each time more is asked for. 4,000 unless given. */
  readonly limit?: number;
}

const invisible = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/gu;

/** The text with characters that have no look, but those that break lines, written as their code, such as `⟨U+202E⟩`. */
export function madeVisible(text: string): string {
  return text.replace(invisible, (character) => {
    if (character === "\n" || character === "\t" || character === "\r") return character === "\r" ? "" : character;
    return `⟨U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}

export function InertText({ text, limit = 4_000 }: InertTextProps) {
  const [shown, setShown] = useState(limit);
  const end = cutAt(text, shown);
  return (
    <>
      <bdi class="inert">{madeVisible(text.slice(0, end))}</bdi>
      {end < text.length && (
        <button class="btn small" type="button" onClick={() => setShown(shown + limit * 10)}>
          Show more ({exact(text.length - end)} characters left)
        </button>
      )}
    </>
  );
}

/** Where to cut, never within a character of two units. */
export function cutAt(text: string, length: number): number {
  if (text.length <= length) return text.length;
  const unit = text.charCodeAt(length - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? length - 1 : length;
}

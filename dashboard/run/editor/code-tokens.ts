/** How the text of a plan is coloured: ink of several weights for the parts of JSON, blue for references to other values. */
import { visit } from "jsonc-parser";
import { tooDeepAt } from "../problems/nesting.ts";

export interface CodeToken {
  readonly kind: "key" | "string" | "value" | "reference";
  readonly offset: number;
  readonly length: number;
}

/** A template, or a reference by number that is a whole string. */
const reference = /\{\{[^{}]*\}\}|(?<=^")\$\d+(?:\.[\w.-]+)?(?="$)/g;

/** Tokens in the order of the text, none overlapping. Texts that are no JSON are coloured as far as they look like it. */
export function codeTokens(text: string): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  if (tooDeepAt(text) !== null) return tokens;
  visit(text, {
    onObjectProperty: (_, offset, length) => {
      tokens.push({ kind: "key", offset, length });
    },
    onLiteralValue: (value, offset, length) => {
      if (typeof value === "string") pushString(tokens, text, offset, length);
      else tokens.push({ kind: "value", offset, length });
    },
  });
  return tokens;
}

function pushString(tokens: CodeToken[], text: string, offset: number, length: number): void {
  const written = text.slice(offset, offset + length);
  let from = 0;
  for (const { 0: found, index } of written.matchAll(reference)) {
    if (index > from) tokens.push({ kind: "string", offset: offset + from, length: index - from });
    tokens.push({ kind: "reference", offset: offset + index, length: found.length });
    from = index + found.length;
  }
  if (from < length) tokens.push({ kind: "string", offset: offset + from, length: length - from });
}

/**
 * How deeply JSON text is nested, found without a parser: code that reads or writes deep values recurses, and a stack is small.
 */
import { endOfPlainText, shortLength } from "../../json/json-count.ts";

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Whether more than `maximum` objects and arrays lie within one another. Text that is not JSON gets some answer.
 *
 * @example
 * ```ts
 * isNestedDeeperThan('{"a":[1]}', 2); // false
 * isNestedDeeperThan('{"a":[[1]]}', 2); // true
 * ```
 */
export function isNestedDeeperThan(text: string, maximum: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at);
        break;
      case "{":
      case "[":
        depth += 1;
        if (depth > maximum) return true;
        break;
      case "}":
      case "]":
        depth -= 1;
    }
  }
  return false;
}

/** Position of the closing quote, or the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    if (at === start + shortLength) at = endOfPlainText(text, at);
    const code = text.charCodeAt(at);
    if (code === QUOTE) break;
    if (code === BACKSLASH) at += 1;
  }
  return at;
}

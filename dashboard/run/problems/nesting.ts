/** The depth of JSON text, found without a parser: parsers and writers recurse into deep values, and the stack of a page is small. Pure. */

/** The API takes less, so that nothing is lost to those who write. */
const deepestText = 200;

/** Where the first object or list stands that lies deeper than `deepest`. Null if none does. Text that is no JSON gets some answer. */
export function tooDeepAt(text: string, deepest = deepestText): number | null {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isInText = !isInText;
    else if (isInText) at += character === "\\" ? 1 : 0;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    if (depth > deepest) return at;
  }
  return null;
}

/**
 * Finds tool-call syntax in the texts that an agent is given (T5). The runtime calls the tool of an agent, and an agent that was shown how to
 * call it writes calls in its answers. Only syntax is found; prose about a tool, and parentheses around words, are not.
 */

const LONGEST_SHOWN = 60;

const patterns: readonly RegExp[] = [
  /["']?\btool_calls?["']?[ \t]*[:=]/i,
  /["']?\bfunction_call["']?[ \t]*[:=]/i,
  /<[|/]{0,2}(?:tool_calls?|function_calls?)\b/i,
  /<function=/i,
  /\bfunctions\.[A-Za-z_][A-Za-z0-9_]{0,63}\(/,
];

/** Each kind of tool-call syntax in `text`, as it stands there. `functions` are the tools of the agent. */
export function toolCallSyntax(text: string, functions: readonly string[]): readonly string[] {
  return [...found(text, patterns), ...functionCalls(text, functions)];
}

/** Each call of one of `functions` in `text`, as it stands there. */
export function functionCalls(text: string, functions: readonly string[]): readonly string[] {
  const own = functions.map((name) => new RegExp(`(?<![\\w.])${name.replaceAll(/[^\w]/g, "\\$&")}\\(`));
  return found(text, own);
}

function found(text: string, syntax: readonly RegExp[]): readonly string[] {
  return syntax.flatMap((pattern) => {
    const match = pattern.exec(text);
    return match === null ? [] : [text.slice(match.index, match.index + LONGEST_SHOWN).split("\n")[0] ?? ""];
  });
}

/**
 * How authors spell operands and strings (E13): references in every spelling. A string that is one reference, such as
 * `'{{check.output.status}}'`, is that reference: its value is used as it is and is never part of a text. `\{{` and `$${` within a string
 * are the texts `{{` and `${`. Text that looks like a reference and is none is refused (N60).
 */
import { type Expression, readExpressionAt, readText, writeText } from "../reference.ts";
import { ExpressionFault, type Spelling, shown } from "./expression-token.ts";

const ESCAPE = /\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\s\S])/g;
const PLAIN_ESCAPES = new Map([
  ...(["\\", "'", '"', "/"] as const).map((character) => [character, character] as const),
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

export const authorSpelling: Spelling<Expression> = {
  operandAt: (text, at) => {
    if (text[at] !== "$" && !text.startsWith("{{", at)) return undefined;
    const reference = readExpressionAt(text, at);
    if (reference !== undefined) return { name: reference.expression, end: reference.end };
    throw new ExpressionFault(
      `a reference such as {{check.output.score}}, $0.output.score or \${score}, found ${shown(text, at)}`,
    );
  },
  stringMeaning: (quoted) => {
    const content = quoted.slice(1, -1).replace(ESCAPE, unescaped);
    const variable = content.startsWith("${") ? readExpressionAt(content, 0) : undefined;
    if (variable !== undefined && variable.end === content.length)
      return { kind: "OPERAND", name: variable.expression };
    const meaning = readText(content, "VARIABLES");
    if (meaning.kind === "REFERENCE") return { kind: "OPERAND", name: meaning.expression };
    if (meaning.kind === "MALFORMED") throw new ExpressionFault(`${meaning.required}, found ${meaning.template}`);
    if (meaning.kind === "TEXT" || /(?<!\$)\$\{/.test(meaning.text)) {
      throw new ExpressionFault(`a string that is one reference or has none in it, found ${shown(quoted, 0)}`);
    }
    const [lookalike] = meaning.lookalikes;
    if (lookalike !== undefined) {
      throw new ExpressionFault(
        `a reference such as $0.output.score, or the text spelled $${lookalike.text}, found ${lookalike.text}`,
      );
    }
    return { kind: "TEXT", text: meaning.text.replace(/\$(\$+\{)/g, "$1") };
  },
};

function unescaped(whole: string, what: string): string {
  const plain = PLAIN_ESCAPES.get(what);
  if (plain !== undefined) return plain;
  if (what.length > 1) return String.fromCharCode(Number.parseInt(what.slice(1), 16));
  // It belongs to the braces behind it, which are read next.
  if (what === "{") return whole;
  throw new ExpressionFault(`a string without the escape ${whole}`);
}

/** A string of an expression that is read as `text`, also if it looks like something else. */
export function quotedText(text: string): string {
  return JSON.stringify(writeText([{ literal: text.replace(/\$+(?=\{)/g, "$$$&") }], "VARIABLES"));
}

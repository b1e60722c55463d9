/**
 * The words of a condition (E13): references in every spelling, strings, numbers, names and operators. A string that is one reference,
 * such as `'{{check.output.status}}'`, is that reference: what it gives is compared as the value that it is and is never part of a text.
 * `\{{` and `$${` within a string are the texts `{{` and `${`. Text that looks like a reference and is none is refused (N60).
 */
import { type Expression, readExpressionAt, readText, writeText } from "../reference.ts";

export type ConditionToken = { readonly at: number } & (
  | { readonly kind: "REFERENCE"; readonly expression: Expression }
  | { readonly kind: "TEXT"; readonly text: string }
  | { readonly kind: "NUMBER"; readonly text: string }
  | { readonly kind: "NAME"; readonly text: string }
  | { readonly kind: "OPERATOR"; readonly text: string }
  | { readonly kind: "END" }
);

/** Why a condition cannot be read: completes "expected …". Thrown within the reader of conditions and caught where it is called. */
export class ConditionFault extends Error {}

const SPACE = /[ \t\r\n]+/y;
const NUMBER = /(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const OPERATOR = /==|!=|<=|>=|&&|\|\||[<>!()[\],.-]/y;
const STRING = /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/y;
const ESCAPE = /\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\s\S])/g;
const PLAIN_ESCAPES = new Map([
  ...(["\\", "'", '"', "/"] as const).map((character) => [character, character] as const),
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** The words of `text`, the last of which is its end. Throws a `ConditionFault`. */
export function conditionTokens(text: string): readonly ConditionToken[] {
  const tokens: ConditionToken[] = [];
  let at = 0;
  const taken = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  while (at < text.length) {
    const space = taken(SPACE);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    const character = text[at] ?? "";
    if (character === "$" || text.startsWith("{{", at)) {
      const reference = readExpressionAt(text, at);
      if (reference === undefined) {
        throw new ConditionFault(
          `a reference such as {{check.output.score}}, $0.output.score or \${score}, found ${shown(text, at)}`,
        );
      }
      tokens.push({ at, kind: "REFERENCE", expression: reference.expression });
      at = reference.end;
      continue;
    }
    const isQuote = character === "'" || character === '"';
    const [kind, word] = isQuote
      ? (["TEXT", taken(STRING)] as const)
      : /\d/.test(character)
        ? (["NUMBER", taken(NUMBER)] as const)
        : /[A-Za-z_]/.test(character)
          ? (["NAME", taken(NAME)] as const)
          : (["OPERATOR", taken(OPERATOR)] as const);
    if (word === undefined) {
      throw new ConditionFault(`${isQuote ? "a closing quote" : "an operator or operand"}, found ${shown(text, at)}`);
    }
    tokens.push(kind === "TEXT" ? stringToken(word, at) : { at, kind, text: word });
    at += word.length;
    if (kind === "NUMBER" && /[A-Za-z0-9_.]/.test(text[at] ?? "")) {
      throw new ConditionFault(`a decimal number, found ${shown(text, at - word.length)}`);
    }
  }
  return [...tokens, { at, kind: "END" }];
}

/** What stands at `at`, in short. */
export function shown(text: string, at: number): string {
  return at >= text.length ? "its end" : JSON.stringify(text.slice(at, at + 20));
}

function stringToken(quoted: string, at: number): ConditionToken {
  const content = quoted.slice(1, -1).replace(ESCAPE, (whole, what: string) => {
    const plain = PLAIN_ESCAPES.get(what);
    if (plain !== undefined) return plain;
    if (what.length > 1) return String.fromCharCode(Number.parseInt(what.slice(1), 16));
    // It belongs to the braces behind it, which are read next.
    if (what === "{") return whole;
    throw new ConditionFault(`a string without the escape ${whole}`);
  });
  const variable = content.startsWith("${") ? readExpressionAt(content, 0) : undefined;
  if (variable !== undefined && variable.end === content.length)
    return { at, kind: "REFERENCE", expression: variable.expression };
  const meaning = readText(content, "VARIABLES");
  if (meaning.kind === "REFERENCE") return { at, kind: "REFERENCE", expression: meaning.expression };
  if (meaning.kind === "MALFORMED") throw new ConditionFault(`${meaning.required}, found ${meaning.template}`);
  if (meaning.kind === "TEXT" || /(?<!\$)\$\{/.test(meaning.text)) {
    throw new ConditionFault(`a string that is one reference or has none in it, found ${shown(quoted, 0)}`);
  }
  const [lookalike] = meaning.lookalikes;
  if (lookalike !== undefined) {
    throw new ConditionFault(
      `a reference such as $0.output.score, or the text spelled $${lookalike.text}, found ${lookalike.text}`,
    );
  }
  return { at, kind: "TEXT", text: meaning.text.replace(/\$(\$+\{)/g, "$1") };
}

/** A string of a condition that is read as `text`, whatever that looks like. */
export function quotedText(text: string): string {
  return JSON.stringify(writeText([{ literal: text.replace(/\$+(?=\{)/g, "$$$&") }], "VARIABLES"));
}

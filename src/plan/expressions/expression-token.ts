/** The words of an expression: operands and strings in the spelling of authors or of the stored form, numbers, names and operators. */

export type ExpressionToken<Name> = { readonly at: number } & (
  | { readonly kind: "OPERAND"; readonly name: Name }
  | { readonly kind: "TEXT"; readonly text: string }
  | { readonly kind: "NUMBER"; readonly text: string }
  | { readonly kind: "NAME"; readonly text: string }
  | { readonly kind: "OPERATOR"; readonly text: string }
  | { readonly kind: "END" }
);

/** How operands and strings are spelled. */
export interface Spelling<Name> {
  /** The operand that begins at `at`, and where it ends. Undefined if none does. Throws an `ExpressionFault` for one that cannot be read. */
  readonly operandAt: (text: string, at: number) => { readonly name: Name; readonly end: number } | undefined;
  /** The meaning of a string with its quotes. Throws an `ExpressionFault` for one that cannot be read. */
  readonly stringMeaning: (
    quoted: string,
  ) => { readonly kind: "TEXT"; readonly text: string } | { readonly kind: "OPERAND"; readonly name: Name };
}

/** Why an expression cannot be read: completes "expected …". Thrown within the reader of expressions and caught where it is called. */
export class ExpressionFault extends Error {}

const SPACE = /[ \t\r\n]+/y;
const NUMBER = /(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const OPERATOR = /==|!=|<=|>=|&&|\|\||[<>!()[\]{},.:?+\-*/%]/y;
const STRING = /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/y;

/** The words of `text`, the last of which is its end. Throws an `ExpressionFault`. */
export function expressionTokens<Name>(text: string, spelling: Spelling<Name>): readonly ExpressionToken<Name>[] {
  const tokens: ExpressionToken<Name>[] = [];
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
    const operand = spelling.operandAt(text, at);
    if (operand !== undefined) {
      tokens.push({ at, kind: "OPERAND", name: operand.name });
      at = operand.end;
      continue;
    }
    const character = text[at] ?? "";
    const isQuote = character === "'" || character === '"';
    const [kind, word] = isQuote
      ? (["TEXT", taken(STRING)] as const)
      : /\d/.test(character)
        ? (["NUMBER", taken(NUMBER)] as const)
        : /[A-Za-z_]/.test(character)
          ? (["NAME", taken(NAME)] as const)
          : (["OPERATOR", taken(OPERATOR)] as const);
    if (word === undefined) {
      const equality = character === "=" ? "; equality is ==" : "";
      const required = isQuote ? "a closing quote" : "an operator or operand";
      throw new ExpressionFault(`${required}, found ${shown(text, at)}${equality}`);
    }
    tokens.push(kind === "TEXT" ? { at, ...spelling.stringMeaning(word) } : { at, kind, text: word });
    at += word.length;
    if (kind === "NUMBER" && /[A-Za-z0-9_.]/.test(text[at] ?? "")) {
      throw new ExpressionFault(`a decimal number, found ${shown(text, at - word.length)}`);
    }
  }
  return [...tokens, { at, kind: "END" }];
}

/** The text at `at`, in short. */
export function shown(text: string, at: number): string {
  return at >= text.length ? "its end" : JSON.stringify(text.slice(at, at + 20));
}

/**
 * Conditions as Agent Mesh writes them: comparisons and connectives of Python, with templates in place of values. A template between quotes
 * is a text, one without quotes a value. The text of a value is never parsed as a part of the condition.
 */
import { type MeshPiece, piecesOf } from "./mesh-template.ts";

export type MeshOperator = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not in";

export type MeshExpression =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  /** A text between quotes that holds a template. */
  | { readonly kind: "text"; readonly pieces: readonly MeshPiece[] }
  | { readonly kind: "template"; readonly text: string; readonly path: string }
  | { readonly kind: "not"; readonly operand: MeshExpression }
  | { readonly kind: "and" | "or"; readonly parts: readonly MeshExpression[] }
  | {
      readonly kind: "comparison";
      readonly first: MeshExpression;
      readonly rest: readonly (readonly [MeshOperator, MeshExpression])[];
    };

export type ParsedExpression =
  | { readonly ok: true; readonly expression: MeshExpression }
  /** Completes "required …". */
  | { readonly ok: false; readonly finding: string };

type Token =
  | { readonly kind: "LITERAL"; readonly value: string | number | boolean | null }
  | { readonly kind: "QUOTED"; readonly pieces: readonly MeshPiece[] }
  | { readonly kind: "TEMPLATE"; readonly text: string; readonly path: string }
  | { readonly kind: "WORD"; readonly text: string }
  | { readonly kind: "END" };

const longest = 4_096;
const deepest = 32;
const comparisons: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">=", "in"]);
const constants: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
  ["none", null],
]);
const space = /[ \t\r\n]+/y;
const number = /(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?(?![\w.])/y;
const name = /[A-Za-z_]\w*/y;
const symbol = /==|!=|<=|>=|<|>|\(|\)|[-+]/y;
const bareTemplate = /\{\{(.+?)\}\}/y;
const quotedText = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y;
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\\": "\\", "'": "'", '"': '"' };

/** The parts that a condition may have. Completes "required …". */
const permitted =
  "comparisons (==, !=, <, <=, >, >=, in, not in) of templates, texts, numbers, true, false and null, joined by and, or and not";

/** Reads a condition. Never throws. */
export function readExpression(text: string): ParsedExpression {
  try {
    return { ok: true, expression: new Parser(tokensOf(text)).whole() };
  } catch (error) {
    if (error instanceof ExpressionFault) return { ok: false, finding: error.message };
    throw error;
  }
}

class ExpressionFault extends Error {}

function tokensOf(text: string): readonly Token[] {
  if (text.length > longest) throw new ExpressionFault(`at most ${longest} characters, found ${text.length}`);
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text) ?? undefined;
    at += match?.[0].length ?? 0;
    return match;
  };
  while (at < text.length) {
    if (take(space) !== undefined) continue;
    const begin = at;
    const template = take(bareTemplate);
    const quoted = template === undefined ? take(quotedText) : undefined;
    const digits = quoted === undefined && template === undefined ? take(number) : undefined;
    if (template !== undefined) tokens.push({ kind: "TEMPLATE", text: template[0], path: (template[1] ?? "").trim() });
    else if (quoted !== undefined) tokens.push(quotedToken(quoted[0]));
    else if (digits !== undefined) tokens.push({ kind: "LITERAL", value: Number(digits[0]) });
    else {
      const word = take(name) ?? take(symbol);
      if (word === undefined) throw new ExpressionFault(`${permitted}, found ${shown(text.slice(begin))}`);
      tokens.push({ kind: "WORD", text: word[0] });
    }
  }
  return [...tokens, { kind: "END" }];
}

/** Escapes are read in the text alone: a template holds none. */
function quotedToken(quoted: string): Token {
  const pieces = piecesOf(quoted.slice(1, -1)).map((piece) =>
    piece.kind === "TEXT" ? { ...piece, text: unescaped(piece.text) } : piece,
  );
  const [only] = pieces;
  if (pieces.length === 1 && only?.kind === "TEXT") return { kind: "LITERAL", value: only.text };
  return { kind: "QUOTED", pieces };
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (written, character: string) => {
    const meant = escapes[character];
    if (meant === undefined)
      throw new ExpressionFault(`texts with the escapes \\n, \\t, \\r, \\\\, \\' and \\", found ${written}`);
    return meant;
  });
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): MeshExpression {
    const expression = this.#or();
    if (this.#token.kind !== "END") throw this.#fault();
    return expression;
  }

  #or(): MeshExpression {
    return this.#joined("or", () => this.#joined("and", () => this.#negation()));
  }

  #joined(kind: "and" | "or", part: () => MeshExpression): MeshExpression {
    const first = part();
    const parts = [first];
    while (this.#takes(kind)) parts.push(part());
    return parts.length === 1 ? first : { kind, parts };
  }

  #negation(): MeshExpression {
    if (!this.#takes("not")) return this.#comparison();
    return this.#deeper(() => ({ kind: "not", operand: this.#negation() }));
  }

  #comparison(): MeshExpression {
    const first = this.#operand();
    const rest: (readonly [MeshOperator, MeshExpression])[] = [];
    for (let operator = this.#operator(); operator !== undefined; operator = this.#operator())
      rest.push([operator, this.#operand()]);
    return rest.length === 0 ? first : { kind: "comparison", first, rest };
  }

  #operator(): MeshOperator | undefined {
    if (this.#word === "not" && this.#wordAfter === "in") {
      this.#next += 2;
      return "not in";
    }
    if (!comparisons.has(this.#word)) return undefined;
    const operator = this.#word as MeshOperator;
    this.#next += 1;
    return operator;
  }

  #operand(): MeshExpression {
    const token = this.#token;
    switch (token.kind) {
      case "LITERAL":
        this.#next += 1;
        return { kind: "literal", value: token.value };
      case "QUOTED":
        this.#next += 1;
        return { kind: "text", pieces: token.pieces };
      case "TEMPLATE":
        this.#next += 1;
        return { kind: "template", text: token.text, path: token.path };
      case "WORD":
        return this.#worded(token.text);
      case "END":
        throw this.#fault();
    }
  }

  #worded(word: string): MeshExpression {
    if (this.#takes("("))
      return this.#deeper(() => {
        const inner = this.#or();
        if (!this.#takes(")")) throw this.#fault();
        return inner;
      });
    if (word === "-" || word === "+") {
      this.#next += 1;
      const operand = this.#deeper(() => this.#operand());
      if (operand.kind !== "literal" || typeof operand.value !== "number") throw this.#fault();
      return { kind: "literal", value: word === "-" ? -operand.value : operand.value };
    }
    const constant = constants.get(word.toLowerCase());
    if (constant === undefined) throw this.#fault();
    this.#next += 1;
    return { kind: "literal", value: constant };
  }

  get #token(): Token {
    return this.#tokens[this.#next] ?? { kind: "END" };
  }

  get #word(): string {
    return this.#token.kind === "WORD" ? this.#token.text : "";
  }

  get #wordAfter(): string {
    const after = this.#tokens[this.#next + 1];
    return after?.kind === "WORD" ? after.text : "";
  }

  #takes(word: string): boolean {
    if (this.#word !== word) return false;
    this.#next += 1;
    return true;
  }

  #deeper(read: () => MeshExpression): MeshExpression {
    this.#depth += 1;
    if (this.#depth > deepest) throw new ExpressionFault(`at most ${deepest} levels of parentheses and negations`);
    const expression = read();
    this.#depth -= 1;
    return expression;
  }

  #fault(): ExpressionFault {
    const token = this.#token;
    const found = token.kind === "WORD" ? token.text : token.kind === "END" ? "the end" : "a value";
    return new ExpressionFault(`${permitted}, found ${token.kind === "WORD" ? shown(found) : found}`);
  }
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}

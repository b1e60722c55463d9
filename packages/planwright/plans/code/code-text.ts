/** Pieces of TypeScript: literals, templates, names of properties and variables. */

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
const widest = 100;

/** A text as a literal. */
export function textLiteral(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);
}

/** A text as the piece of a template. */
export function templatePiece(text: string): string {
  return textLiteral(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(/`|\$\{/g, "\\$&");
}

/** How a property is read. */
export function memberAccess(name: string): string {
  return IDENTIFIER.test(name) ? `.${name}` : `[${textLiteral(name)}]`;
}

/** How a property is named within an object. */
export function memberName(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return IDENTIFIER.test(name) ? name : textLiteral(name);
}

/** An object, a list or a call of parts, on one line if there is room. */
export function enclosed(open: string, parts: readonly string[], close: string): string {
  const isObject = open.endsWith("{");
  if (parts.length === 0) return `${open}${close}`;
  const space = isObject ? " " : "";
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  if (line.length <= widest && !line.includes("\n")) return line;
  return `${open}\n${parts.map((part) => `${indented(part)},\n`).join("")}${close}`;
}

/** `code` one level deeper. Templates hold no line breaks, so that every line can be moved. */
export function indented(code: string): string {
  return code.replace(/^(?=.)/gm, "  ");
}

const reservedWords =
  "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield";

/** Gives variables names that nothing else has. */
export class VariableNames {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set([...reservedWords.split(" "), ...taken]);
  }

  /** A name for what is called `id`. */
  take(id: string): string {
    const words = id.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
    const joined = words.map((word, at) => (at === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join("");
    const base = /^[A-Za-z]/.test(joined) ? `${joined[0]?.toLowerCase()}${joined.slice(1)}` : `step${joined}`;
    let name = base;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${base}${number}`;
    this.#taken.add(name);
    return name;
  }
}

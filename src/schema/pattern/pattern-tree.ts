/**
 * Reads a pattern into the tree that the linear machine is built from. Back references are not regular, so a pattern with one has no
 * tree. What one character is matched by (a class, an escape) stays in its own spelling: the runtime judges single characters.
 */

import { readQuantifier } from "./quantifier.ts";

export type PatternNode =
  | { readonly is: "character"; readonly accepts: (character: number) => boolean }
  | { readonly is: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly is: "choice"; readonly parts: readonly PatternNode[] }
  /** `most` may be infinite. */
  | { readonly is: "repeat"; readonly part: PatternNode; readonly least: number; readonly most: number }
  | { readonly is: "place"; readonly place: Place }
  | { readonly is: "look"; readonly part: PatternNode; readonly ahead: boolean; readonly holds: boolean };

/** Start and end of the text, of a line, and whether a word begins or ends. */
export type Place = "start" | "end" | "lineStart" | "lineEnd" | "wordEdge" | "noWordEdge";

/** Groups within one another: a walk over the tree goes a step deeper for each. */
const deepestGroup = 500;

/** The tree of `source`, which compiles with the flag `u` and these others. Undefined if it holds what is not regular, or groups too deep. */
export function patternTree(source: string, flags = ""): PatternNode | undefined {
  const reader = new TreeReader(source);
  const tree = reader.choice(flags);
  return reader.isRegular && reader.isAtEnd ? tree : undefined;
}

class TreeReader {
  isRegular = true;
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#source.length;
  }

  /** `flags` are those of `i`, `m` and `s` that are on. */
  choice(flags: string): PatternNode {
    const parts = [this.#sequence(flags)];
    while (this.isRegular && this.#take("|")) parts.push(this.#sequence(flags));
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { is: "choice", parts };
  }

  #sequence(flags: string): PatternNode {
    const parts: PatternNode[] = [];
    while (this.isRegular && !this.isAtEnd && !"|)".includes(this.#source[this.#at] ?? ""))
      parts.push(this.#repeated(this.#single(flags)));
    return { is: "sequence", parts };
  }

  #repeated(part: PatternNode): PatternNode {
    const quantifier = readQuantifier(this.#source, this.#at);
    if (quantifier === undefined) return part;
    this.#at += quantifier.length;
    const { least, most } = quantifier;
    return { is: "repeat", part, least, most };
  }

  #single(flags: string): PatternNode {
    const start = this.#at;
    const character = String.fromCodePoint(this.#source.codePointAt(start) ?? 0);
    if (character === "(") return this.#group(flags);
    if (character === "[") {
      this.#match(/^\[(?:[^\]\\]|\\[\s\S])*\]/);
      return oneOf(this.#source.slice(start, this.#at), flags);
    }
    if (character === "\\") return this.#escape(flags);
    this.#at += character.length;
    if (character === "^") return { is: "place", place: flags.includes("m") ? "lineStart" : "start" };
    if (character === "$") return { is: "place", place: flags.includes("m") ? "lineEnd" : "end" };
    return oneOf(character, flags);
  }

  #group(flags: string): PatternNode {
    const look = this.#match(/^\(\?(<?)([=!])/);
    if (look !== undefined) {
      const part = this.#closed(flags);
      return { is: "look", part, ahead: look[1] === "", holds: look[2] === "=" };
    }
    const changed = this.#match(/^\(\?([ims]*)(?:-([ims]*))?:/);
    if (changed !== undefined) {
      const [, on = "", off = ""] = changed;
      return this.#closed([...new Set(flags + on)].filter((flag) => !off.includes(flag)).join(""));
    }
    this.#match(/^\((?:\?<[^>]*>)?/);
    return this.#closed(flags);
  }

  #closed(flags: string): PatternNode {
    this.#depth += 1;
    if (this.#depth > deepestGroup) this.isRegular = false;
    const part = this.choice(flags);
    this.#depth -= 1;
    if (!this.#take(")")) this.isRegular = false;
    return part;
  }

  #escape(flags: string): PatternNode {
    const found = this.#match(
      /^\\(?:u[dD][89ABab][0-9A-Fa-f]{2}\\u[dD][C-Fc-f][0-9A-Fa-f]{2}|u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[pP]\{[^}]*\}|c[A-Za-z]|[^1-9k])/u,
    )?.[0];
    if (found === undefined) this.isRegular = false;
    if (found === "\\b") return { is: "place", place: "wordEdge" };
    if (found === "\\B") return { is: "place", place: "noWordEdge" };
    return found === undefined ? { is: "sequence", parts: [] } : oneOf(found, flags);
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    const found = expression.exec(this.#source.slice(this.#at)) ?? undefined;
    if (found !== undefined) this.#at += found[0].length;
    return found;
  }

  #take(character: string): boolean {
    if (this.#source[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }
}

const ASCII = 128;

/** The characters that `source`, which is matched by one character at a time, accepts. */
function oneOf(source: string, flags: string): PatternNode {
  if (!flags.includes("i") && /^[^\\[.]$/u.test(source)) {
    const only = source.codePointAt(0);
    return { is: "character", accepts: (character) => character === only };
  }
  const expression = new RegExp(`^${source}$`, `u${flags.replace("m", "")}`);
  // 0 where the character has not been tried.
  const known = new Uint8Array(ASCII);
  const accepts = (character: number) => {
    if (character >= ASCII) return expression.test(String.fromCodePoint(character));
    if (known[character] === 0) known[character] = expression.test(String.fromCodePoint(character)) ? 1 : 2;
    return known[character] === 1;
  };
  return { is: "character", accepts };
}

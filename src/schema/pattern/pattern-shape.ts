/** Facts about a pattern without running it: its shortest match, and in how many ways the runtime can try a text. */
import { readQuantifier } from "./quantifier.ts";

/** Facts about a pattern without running it. */
export interface Shape {
  readonly shortest: number;
  /** Holds an assertion, so that matching nothing is not always possible. */
  readonly tied: boolean;
  /** Begins at the beginning of the text or nowhere. */
  readonly anchored: boolean;
  readonly ways: (length: number) => number;
  /** Set if it is nothing but characters of which one at most repeats: then it covers a text in one way or in none. */
  readonly row: Row | undefined;
}

interface Row {
  /** The sources of its characters and classes, in order. */
  readonly characters: readonly string[];
  /** The first is a character that stands there once. */
  readonly opensOnce: boolean;
  /** How many of them repeat. */
  readonly repeating: number;
}

const NO_CHARACTERS: Row = { characters: [], opensOnce: false, repeating: 0 };
const EMPTY: Shape = { shortest: 0, tied: false, anchored: false, ways: () => 1, row: NO_CHARACTERS };
const ASSERTION: Shape = { ...EMPTY, tied: true, row: undefined };
const START: Shape = { ...ASSERTION, anchored: true };
// One half of a surrogate pair: two such escapes make a single code point, so neither may be counted.
const PART_OF_CHARACTER: Shape = ASSERTION;

function oneCharacter(source: string): Shape {
  return { ...EMPTY, shortest: 1, row: { characters: [source], opensOnce: true, repeating: 0 } };
}

function rowOfBoth(left: Row | undefined, right: Row | undefined): Row | undefined {
  if (left === undefined || right === undefined) return undefined;
  return {
    characters: [...left.characters, ...right.characters],
    opensOnce: left.characters.length > 0 ? left.opensOnce : right.opensOnce,
    repeating: left.repeating + right.repeating,
  };
}

/**
 * Whether a text divides into repetitions of `row` in one way only: each opens with a character that stands nowhere else in it, as in
 * `(-[a-z]+)*`, and covers the text between two of these in one way.
 */
function isSeparated(row: Row | undefined): boolean {
  if (row === undefined || !row.opensOnce || row.repeating > 1) return false;
  const [first, ...others] = row.characters;
  const separator = first === undefined ? undefined : /^\\?(.)$/su.exec(first)?.[1];
  if (separator == null || (first !== separator && /[\w]/.test(separator)) || first === ".") return false;
  return !others.some((other) => new RegExp(`^${other}$`, "u").test(separator));
}

/** Walks a pattern that is known to compile. Back references and look-around end the walk: they are not understood. */
export class ShapeReader {
  readonly #source: string;
  #at = 0;
  #understood = true;

  constructor(source: string) {
    this.#source = source;
  }

  /** With `m` a pattern that begins with `^` may begin at each line, and with `i` the opening of a repetition may be elsewhere. */
  read(flags: string): Shape | undefined {
    if (flags.includes("i") || flags.includes("m")) return undefined;
    const shape = this.#alternatives();
    return this.#understood && this.#at === this.#source.length ? shape : undefined;
  }

  #alternatives(): Shape {
    let shape = this.#sequence();
    while (this.#understood && this.#take("|")) {
      const left = shape;
      const right = this.#sequence();
      shape = {
        shortest: Math.min(left.shortest, right.shortest),
        tied: left.tied || right.tied,
        anchored: left.anchored && right.anchored,
        ways: (length) => left.ways(length) + right.ways(length),
        row: undefined,
      };
    }
    return shape;
  }

  #sequence(): Shape {
    let shape = EMPTY;
    let isFirst = true;
    while (this.#understood && this.#at < this.#source.length && !"|)".includes(this.#peek())) {
      const left = shape;
      const right = this.#repeated(this.#single());
      shape = {
        shortest: left.shortest + right.shortest,
        tied: left.tied || right.tied,
        anchored: isFirst ? right.anchored : left.anchored,
        ways: (length) => left.ways(length) * right.ways(length),
        row: rowOfBoth(left.row, right.row),
      };
      isFirst = false;
    }
    return shape;
  }

  #repeated(inner: Shape): Shape {
    const quantifier = readQuantifier(this.#source, this.#at);
    if (quantifier === undefined) return inner;
    const { least: from, most: to } = quantifier;
    this.#at += quantifier.length;
    const separated = isSeparated(inner.row);
    return {
      shortest: inner.shortest * from,
      tied: inner.tied,
      anchored: inner.anchored && from > 0,
      // A repetition as a whole is no row.
      row:
        inner.row?.characters.length === 1 && inner.row.repeating === 0
          ? { ...inner.row, opensOnce: false, repeating: 1 }
          : undefined,
      ways: (length) => {
        const counts = Math.min(to - from, length) + 1;
        const innerWays = inner.ways(length);
        if (separated) return counts * innerWays;
        return innerWays === 1 ? counts : counts * innerWays ** Math.min(to, length + from);
      },
    };
  }

  #single(): Shape {
    const character = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    switch (character) {
      case "^":
        return START;
      case "$":
        return ASSERTION;
      case "(":
        return this.#group();
      case "[":
        return this.#class(this.#at - 1);
      case "\\":
        return this.#escape();
      default:
        return oneCharacter(character);
    }
  }

  #group(): Shape {
    if (this.#peek() === "?") {
      const opening = /^\?(?::|<[A-Za-z_$][\w$]*>)/.exec(this.#source.slice(this.#at));
      if (opening === null) return this.#giveUp();
      this.#at += opening[0].length;
    }
    const shape = this.#alternatives();
    return this.#take(")") ? shape : this.#giveUp();
  }

  #class(from: number): Shape {
    while (this.#at < this.#source.length && this.#peek() !== "]") this.#at += this.#peek() === "\\" ? 2 : 1;
    return this.#take("]") ? oneCharacter(this.#source.slice(from, this.#at)) : this.#giveUp();
  }

  #escape(): Shape {
    const found =
      /^(?:u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[pP]\{[^}]*\}|c[A-Za-z]|0(?!\d)|[^1-9ku])/u.exec(
        this.#source.slice(this.#at),
      )?.[0];
    if (found === undefined) return this.#giveUp();
    this.#at += found.length;
    if (found === "b" || found === "B") return ASSERTION;
    return /^u[dD][89A-Fa-f]/.test(found) ? PART_OF_CHARACTER : oneCharacter(`\\${found}`);
  }

  #peek(): string {
    return this.#source[this.#at] ?? "";
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }

  #giveUp(): Shape {
    this.#understood = false;
    return EMPTY;
  }
}

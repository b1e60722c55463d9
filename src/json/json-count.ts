/**
 * The cost of parsing JSON text, counted before anything is parsed: its values, and the different names of members. The thread holds a
 * parsed value until it is stored, and a name that is new to the process costs many times as much as a value. Text may come in pieces, and
 * beside JSON, as in a stream of events: a string ends at the end of its line, as JSON demands.
 */

export interface JsonBounds {
  /** Items of arrays and members of objects; an empty array or object counts as one more. */
  readonly values: number;
  /** Different names of members, as they are written. */
  readonly names: number;
}

/** Bounds in words, as the object of a sentence. */
export function boundsText({ names, values }: JsonBounds): string {
  return `at most ${values} values and ${names} different names of members`;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const bracket = 0x5b;
const backslash = 0x5c;
const brace = 0x7b;
const lineFeed = 0x0a;

/** A longer name counts again wherever it stands, so that no more than this is kept of a text between two pieces. */
const longestName = 1_024;

export class JsonCount {
  readonly #bounds: JsonBounds;
  readonly #names = new Set<string>();
  #values = 0;
  #longNames = 0;
  #isInString = false;
  #isEscaped = false;
  /** The last string, or as much of it as has come. Null if it is too long to be kept. */
  #string: string | null = "";

  constructor(bounds: JsonBounds) {
    this.#bounds = bounds;
  }

  get found(): JsonBounds {
    return { values: this.#values, names: this.#names.size + this.#longNames };
  }

  /** Counts the next piece. False as soon as there is more than the bounds allow. */
  add(text: string): boolean {
    // Where the last string begins and ends in this piece. Its earlier part is in `#string`.
    let begin = 0;
    const goesOn = this.#isInString;
    let end = goesOn ? this.#endOfString(text, 0) : 0;
    for (let at = goesOn ? end + 1 : 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === quote) {
        this.#string = "";
        begin = at + 1;
        end = this.#endOfString(text, begin);
        at = end;
      } else if (unit === colon) {
        this.#addName(this.#with(text, begin, end));
        begin = end;
        if (this.#names.size + this.#longNames > this.#bounds.names) return false;
      } else if (unit === comma || unit === bracket || unit === brace) {
        this.#values += 1;
        if (this.#values > this.#bounds.values) return false;
      }
    }
    this.#string = this.#with(text, begin, end);
    return true;
  }

  /** Where the string that `text` continues with at `start` ends: at the character behind it, or with the text. */
  #endOfString(text: string, start: number): number {
    let isEscaped = this.#isEscaped;
    let at = start;
    for (; at < text.length; at += 1) {
      if (at === start + shortLength && !isEscaped) at = endOfPlainText(text, at);
      const unit = text.charCodeAt(at);
      if (unit === lineFeed || (unit === quote && !isEscaped)) {
        this.#isInString = false;
        this.#isEscaped = false;
        return at;
      }
      isEscaped = unit === backslash && !isEscaped;
    }
    this.#isInString = true;
    this.#isEscaped = isEscaped;
    return at;
  }

  #addName(name: string | null): void {
    if (name === null) this.#longNames += 1;
    else this.#names.add(name);
    this.#string = "";
  }

  #with(text: string, begin: number, end: number): string | null {
    if (this.#string === null || this.#string.length + end - begin > longestName) return null;
    return this.#string + text.slice(begin, end);
  }
}

/** Units of a string that are looked at one by one. What is left of a longer one is searched, which takes an eighth of the time. */
export const shortLength = 64;

const escapeOrLineEnd = /[\\\n]/;

/** Where the string that `text` has at `at` ends, if there is neither an escape nor an end of a line before; else `at`. */
export function endOfPlainText(text: string, at: number): number {
  const end = text.indexOf('"', at);
  return end < 0 || escapeOrLineEnd.test(text.slice(at, end)) ? at : end;
}

/** Whether the JSON in `text` is within `bounds`. Each value and each name takes a character at least, so that a short text is not walked. */
export function isWithin(text: string, bounds: JsonBounds): boolean {
  return text.length <= Math.min(bounds.values, bounds.names) || new JsonCount(bounds).add(text);
}

/**
 * How the text of a setting becomes its value. Readers are plain functions, not schemas: an isolate reads a hundred settings before it answers
 * anything, and making a schema for each costs more than all else of that.
 */

export type ParsedSetting<Value> =
  | { readonly ok: true; readonly value: Value }
  /** `finding` completes "required …, " and never has the text of the setting. */
  | { readonly ok: false; readonly finding: string };

export type ReadText<Value> = (text: string) => ParsedSetting<Value>;

const refused = { ok: false, finding: "found something else" } as const;

/** A text of this form. */
export function matching(pattern: RegExp): ReadText<string>;
/** A text of this form, as `convert` reads it. */
export function matching<Value>(pattern: RegExp, convert: (text: string) => Value): ReadText<Value>;
export function matching(pattern: RegExp, convert: (text: string) => unknown = (text) => text): ReadText<unknown> {
  return (text) => (pattern.test(text) ? { ok: true, value: convert(text) } : refused);
}

/** Texts of this form, separated by spaces. None for the empty text. */
export function listOf(pattern: RegExp): ReadText<readonly string[]> {
  return matching(pattern, (text) => (text === "" ? [] : text.split(" ")));
}

/** One of these names, as the value beside it. */
export function named<Value>(values: { readonly [name: string]: Value }): ReadText<Value> {
  return (text) => {
    const value = Object.hasOwn(values, text) ? values[text] : undefined;
    return value === undefined ? refused : { ok: true, value };
  };
}

/** One of these words. */
export function oneOf<Word extends string>(...words: readonly Word[]): ReadText<Word> {
  return (text) => {
    const word = words.find((one) => one === text);
    return word === undefined ? refused : { ok: true, value: word };
  };
}

/** A text of `minimum` to `maximum` characters. */
export function textOf(minimum: number, maximum: number): ReadText<string> {
  return (text) => (text.length >= minimum && text.length <= maximum ? { ok: true, value: text } : refused);
}

/** A whole number from `minimum` to `maximum`. */
export function numberFrom(minimum: number, maximum: number): ReadText<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= minimum && value <= maximum ? { ok: true, value } : refused;
  };
}

/** An address over HTTP, without the space around it. */
export const address: ReadText<string> = (text) => {
  const value = text.trim();
  return /^https?:$/.test(URL.parse(value)?.protocol ?? "") ? { ok: true, value } : refused;
};

/** The result of `read`, and null for the empty text. */
export function orNothing<Value>(read: ReadText<Value>): ReadText<Value | null> {
  return (text) => (text === "" ? { ok: true, value: null } : read(text));
}

/** The result of `read`, if `check` accepts it. */
export function checked<Value>(read: ReadText<Value>, check: (value: Value) => boolean): ReadText<Value> {
  return (text) => {
    const parsed = read(text);
    return parsed.ok && !check(parsed.value) ? refused : parsed;
  };
}

/** The result of `read`, converted. */
export function converted<Value, Other>(read: ReadText<Value>, convert: (value: Value) => Other): ReadText<Other> {
  return (text) => {
    const parsed = read(text);
    return parsed.ok ? { ok: true, value: convert(parsed.value) } : parsed;
  };
}

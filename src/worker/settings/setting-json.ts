/**
 * How the JSON of a setting becomes its value, and where its first fault is. Readers are plain functions, as those of text are: a library of
 * schemas would be most of the code that an isolate loads before it answers `/health`.
 */
import type { ParsedSetting, ReadText } from "./setting-text.ts";

/** Members and positions, from the outside. */
type Place = readonly (number | string)[];

interface JsonFault {
  readonly ok: false;
  readonly fault: "OTHER" | "UNKNOWN_MEMBER";
  readonly place: Place;
}

export type ParsedJson<Value> = { readonly ok: true; readonly value: Value } | JsonFault;

/** Reads a part of a document. A member that is not there is read as undefined. */
export type ReadJson<Value> = (json: unknown) => ParsedJson<Value>;

type ValueOf<Reader> = Reader extends ReadJson<infer Value> ? Value : never;
type ObjectOf<Members> = { readonly [Name in keyof Members]: ValueOf<Members[Name]> };

/** A fault in the value at `place` itself. */
export function faultAt(...place: Place): JsonFault {
  return { ok: false, fault: "OTHER", place };
}

/** A text, as `read` reads it. */
export function jsonText<Value>(read: ReadText<Value>): ReadJson<Value> {
  return (json) => {
    const parsed = typeof json === "string" ? read(json) : undefined;
    return parsed?.ok === true ? parsed : faultAt();
  };
}

/** A number from `minimum` to `maximum`. */
export function jsonNumber(minimum: number, maximum: number): ReadJson<number> {
  return (json) =>
    typeof json === "number" && json >= minimum && json <= maximum ? { ok: true, value: json } : faultAt();
}

/** A whole number from `minimum` to `maximum`. */
export function jsonInteger(minimum: number, maximum: number): ReadJson<number> {
  const read = jsonNumber(minimum, maximum);
  return (json) => (Number.isInteger(json) ? read(json) : faultAt());
}

/** The result of `read`, and `fallback` for a member that is not there. */
export function orElse<Value, Fallback>(read: ReadJson<Value>, fallback: Fallback): ReadJson<Fallback | Value> {
  return (json) => (json === undefined ? { ok: true, value: fallback } : read(json));
}

/** An object with these members and no others. */
export function jsonObject<Members extends { readonly [name: string]: ReadJson<unknown> }>(
  members: Members,
): ReadJson<ObjectOf<Members>> {
  return (json) => {
    if (!isObject(json)) return faultAt();
    const found: { [name: string]: unknown } = {};
    for (const [name, read] of Object.entries(members)) {
      const parsed = read(Object.hasOwn(json, name) ? json[name] : undefined);
      if (!parsed.ok) return within(name, parsed);
      found[name] = parsed.value;
    }
    const unknown = Object.keys(json).find((name) => !Object.hasOwn(members, name));
    if (unknown !== undefined) return { ok: false, fault: "UNKNOWN_MEMBER", place: [unknown] };
    return { ok: true, value: found as ObjectOf<Members> };
  };
}

/** At most `maximum` values. */
export function jsonList<Value>(read: ReadJson<Value>, maximum: number): ReadJson<readonly Value[]> {
  return (json) => {
    if (!Array.isArray(json) || json.length > maximum) return faultAt();
    const found: Value[] = [];
    for (const [position, entry] of json.entries()) {
      const parsed = read(entry);
      if (!parsed.ok) return within(position, parsed);
      found.push(parsed.value);
    }
    return { ok: true, value: found };
  };
}

/** At most `maximum` values by names of 1 to `longest` characters. */
export function jsonMap<Value>(
  read: ReadJson<Value>,
  longest: number,
  maximum: number,
): ReadJson<ReadonlyMap<string, Value>> {
  return (json) => {
    if (!isObject(json) || Object.keys(json).length > maximum) return faultAt();
    const found = new Map<string, Value>();
    for (const [name, entry] of Object.entries(json)) {
      const parsed = name.length >= 1 && name.length <= longest ? read(entry) : faultAt();
      if (!parsed.ok) return within(name, parsed);
      found.set(name, parsed.value);
    }
    return { ok: true, value: found };
  };
}

/**
 * The text of a setting as JSON. The empty text and `null` stand for `fallback`. A finding names members, never their values.
 *
 * @example
 * ```ts
 * const readNumbers = jsonIn(jsonList(jsonInteger(1, 9), 3), []);
 * readNumbers("[1, 2]"); // { ok: true, value: [1, 2] }
 * readNumbers("[1, 10]"); // { ok: false, finding: "found something else at [1]" }
 * ```
 */
export function jsonIn<Value>(read: ReadJson<Value>, fallback: Value): ReadText<Value> {
  return (text) => {
    if (text === "") return { ok: true, value: fallback };
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      return { ok: false, finding: "found something else" };
    }
    const parsed = json === null ? { ok: true as const, value: fallback } : read(json);
    return parsed.ok ? parsed : refused(parsed);
  };
}

function refused({ fault, place }: JsonFault): ParsedSetting<never> {
  const found = fault === "UNKNOWN_MEMBER" ? "an unknown member" : "something else";
  const where = place.length === 0 ? "" : ` at ${place.map(placePart).join("")}`;
  return { ok: false, finding: `found ${found}${where}` };
}

function placePart(part: number | string): string {
  return typeof part === "string" && /^\w{1,64}$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
}

function within(part: number | string, parsed: JsonFault): JsonFault {
  return { ...parsed, place: [part, ...parsed.place] };
}

function isObject(json: unknown): json is { readonly [name: string]: unknown } {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

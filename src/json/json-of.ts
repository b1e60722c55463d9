/**
 * A value of JavaScript as JSON. Values that JSON cannot express are refused, not converted, so that the stored value is the intended one.
 */
import type { Json } from "./json.ts";

export type JsonOfResult =
  | { readonly ok: true; readonly value: Json }
  /** `place` is where in the value, such as `.items[3].at`, and `found` is the kind of value there. */
  | { readonly ok: false; readonly place: string; readonly found: string };

/** Deeper values are no answer of any callable. */
const deepest = 1_024;

/**
 * A copy of `value` as JSON. Members that are undefined are left out, as `JSON.stringify` does; all values that it would change or refuse,
 * such as dates, big integers, class instances and circles, are reported with their place.
 *
 * @example
 * ```ts
 * jsonOf({ at: new Date(0) }); // { ok: false, place: ".at", found: "a Date" }
 * ```
 */
export function jsonOf(value: unknown): JsonOfResult {
  try {
    return { ok: true, value: copied(value, "", new Set()) };
  } catch (error) {
    if (error instanceof NoJson) return { ok: false, place: error.place, found: error.found };
    // A getter or a proxy of the value threw.
    return { ok: false, place: "", found: "a value that cannot be read" };
  }
}

class NoJson extends Error {
  readonly place: string;
  readonly found: string;

  constructor(place: string, found: string) {
    super(found);
    this.place = place;
    this.found = found;
  }
}

function copied(value: unknown, place: string, within: Set<object>): Json {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (!Number.isFinite(value)) throw new NoJson(place, String(value));
      return value;
    case "object":
      return value === null ? null : copiedObject(value, place, within);
    case "undefined":
      throw new NoJson(place, "undefined");
    default:
      throw new NoJson(place, `a ${typeof value}`);
  }
}

function copiedObject(value: object, place: string, within: Set<object>): Json {
  if (within.has(value)) throw new NoJson(place, "an object that holds itself");
  if (within.size >= deepest) throw new NoJson(place, `more than ${deepest} objects and arrays within one another`);
  within.add(value);
  const copy = Array.isArray(value)
    ? Array.from(value, (member: unknown, at) => copied(member, `${place}[${at}]`, within))
    : copiedMembers(value, place, within);
  within.delete(value);
  return copy;
}

function copiedMembers(value: object, place: string, within: Set<object>): Json {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) throw new NoJson(place, `a ${className(value)}`);
  const members: (readonly [string, Json])[] = [];
  for (const [name, member] of Object.entries(value) as [string, unknown][])
    if (member !== undefined) members.push([name, copied(member, `${place}${placeOf(name)}`, within)]);
  return Object.fromEntries(members);
}

function className(value: object): string {
  const name: unknown = value.constructor?.name;
  return typeof name === "string" && name !== "" && name.length <= 64 ? name : "class instance";
}

function placeOf(name: string): string {
  return /^[A-Za-z_$][\w$]{0,63}$/.test(name) ? `.${name}` : `[${JSON.stringify(name.slice(0, 64))}]`;
}

/**
 * JSON values that lie deeper than any answer can hold. Version 0.7.0 stored such values; today none is stored (`maxValueDepth`). The
 * platform can parse them, but can neither pass them from one object to another nor write them, so they travel as text. Every function
 * here walks with a stack of its own.
 */
import { isJsonArray, type Json, jsonDepth } from "./json.ts";
import type { StoredJson } from "./stored-value.ts";

/** How many objects and arrays may lie within one another in a value that is handed over. One that stands in a frame cannot lie deeper: each level takes two of its `previewBytes`. */
export const deepestReadable = 1_024;

export function isDeep(value: Json): boolean {
  return jsonDepth(value, deepestReadable + 1) > deepestReadable;
}

/** `value` as it is handed over: itself, or its text. */
export function handedOver(value: Json): NonNullable<StoredJson> {
  return isDeep(value) ? { deepText: jsonBeginning(value) } : { value };
}

/**
 * The text that replaces a value that lies too deep, for callers without an error of their own. Undefined if the value is not stored any
 * more.
 */
export function valueOrText(stored: StoredJson): Json | undefined {
  return stored === null ? undefined : "deepText" in stored ? stored.deepText : stored.value;
}

/** The JSON text of `value`, however deep it lies. */
export function jsonText(value: Json): string {
  return isDeep(value) ? jsonBeginning(value) : JSON.stringify(value);
}

/** The first `characters` UTF-16 units of the JSON text of `value`. No more than that is made. */
export function jsonBeginning(value: Json, characters: number = Number.POSITIVE_INFINITY): string {
  const open: Level[] = [];
  let text = "";
  const begin = (at: Json): void => {
    if (typeof at === "object" && at !== null) {
      open.push(levelOf(at));
      text += isJsonArray(at) ? "[" : "{";
    } else text += scalarText(at, characters - text.length);
  };
  begin(value);
  for (let level = open.at(-1); level !== undefined && text.length < characters; level = open.at(-1)) {
    const { keys, members, next } = level;
    if (next === members.length) {
      open.pop();
      text += keys === null ? "]" : "}";
      continue;
    }
    level.next += 1;
    const key = keys?.[next];
    const separator = next === 0 ? "" : ",";
    text += key === undefined ? separator : `${separator}${scalarText(key, characters - text.length)}:`;
    begin(members[next] ?? null);
  }
  return text.slice(0, characters);
}

interface Level {
  /** Null for an array. */
  readonly keys: readonly string[] | null;
  readonly members: readonly Json[];
  next: number;
}

/** Members without a value are left out, as `JSON.stringify` does. */
function levelOf(value: object & Json): Level {
  if (isJsonArray(value)) return { keys: null, members: value, next: 0 };
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return { keys: entries.map(([key]) => key), members: entries.map(([, member]) => member), next: 0 };
}

/** At least `characters` of the text, so long as there are any: the quotation mark makes up for half a character at the cut. */
function scalarText(value: null | boolean | number | string, characters: number): string {
  return JSON.stringify(typeof value === "string" ? value.slice(0, Math.max(characters, 0)) : value);
}

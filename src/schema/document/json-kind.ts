/** The six kinds of JSON value, as names and as sets held in one number. An integer is a number without fraction. */

import { isJsonArray, type Json } from "../../json/json.ts";

export const KINDS = ["null", "boolean", "number", "string", "array", "object"] as const;
export type JsonKind = (typeof KINDS)[number];

/** A set of kinds, one bit each. */
export type KindSet = number;

const BIT: Readonly<Record<JsonKind, KindSet>> = { null: 1, boolean: 2, number: 4, string: 8, array: 16, object: 32 };

export const NO_KIND: KindSet = 0;
export const EVERY_KIND: KindSet = 63;

/**
 * The kind of `value`.
 *
 * @example
 * ```ts
 * kindOf(null); // "null"
 * kindOf([1]); // "array"
 * ```
 */
export function kindOf(value: Json): JsonKind {
  if (value === null) return "null";
  if (isJsonArray(value)) return "array";
  return typeof value as "boolean" | "number" | "string" | "object";
}

export function only(kind: JsonKind): KindSet {
  return BIT[kind];
}

export function includes(kinds: KindSet, kind: JsonKind): boolean {
  return (kinds & BIT[kind]) !== 0;
}

/** The kinds of values that the `type` keyword allows, or undefined if its value is not a type. */
export function kindsOfType(type: Json): { readonly kinds: KindSet; readonly integersOnly: boolean } | undefined {
  const names = isJsonArray(type) ? type : [type];
  let kinds = NO_KIND;
  for (const name of names) {
    if (name === "integer") kinds |= BIT.number;
    else if (typeof name === "string" && Object.hasOwn(BIT, name)) kinds |= BIT[name as JsonKind];
    else return undefined;
  }
  return { kinds, integersOnly: names.includes("integer") && !names.includes("number") };
}

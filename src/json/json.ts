/**
 * Room `json`: JSON values as types, and the questions that every other room asks about them.
 *
 * Owns: `Json`, `JsonObject` and `JsonSchema`; canonical text, size and depth; paths into a value; the form in which a value is stored
 * (`stored-value.ts`); the hashes that name calls and objects (`effect-key.ts`); failures as data (`failure.ts`); W3C trace contexts.
 * Leaves: the meaning of a schema to `schema`; which events carry stored values to `execution/events`; rows and parts to `durable`.
 *
 * Invariants:
 * - The room imports no other room and uses no platform, clock or chance.
 * - Members are read as own properties, so `__proto__` and `constructor` are names like any other.
 * - Equal values have equal canonical text. Hashes are taken of arrays, never of joined text.
 *
 * This file holds the types and the most used questions: own properties, canonical text, equality, size and depth.
 */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A JSON Schema document, draft 2020-12 unless its `$schema` says otherwise. */
export type JsonSchema = boolean | JsonObject;

/**
 * Whether `value` is an object and no array.
 *
 * @example
 * ```ts
 * isJsonObject({ a: 1 }); // true
 * isJsonObject([1]); // false
 * ```
 */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isJsonArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/**
 * The value under `key` if the object itself has it; never one of a prototype.
 *
 * @example
 * ```ts
 * ownValue({ title: "Rivers" }, "title"); // "Rivers"
 * ownValue({}, "constructor"); // undefined
 * ```
 */
export function ownValue(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * An object of the given entries in which `__proto__` is a key like any other.
 *
 * @example
 * ```ts
 * Object.keys(objectOf([["__proto__", 1]])); // ["__proto__"]
 * ```
 */
export function objectOf<Value>(entries: Iterable<readonly [string, Value]>): { [key: string]: Value } {
  return Object.fromEntries(entries);
}

/**
 * JSON text with object keys in code-unit order, so that equal values have equal text. Undefined properties are left out.
 *
 * @example
 * ```ts
 * canonicalJson({ b: 1, a: [true, null] }); // '{"a":[true,null],"b":1}'
 * ```
 */
export function canonicalJson(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return isJsonArray(value) ? arrayText(value) : objectText(value);
}

function arrayText(items: readonly Json[]): string {
  let text = "[";
  for (let at = 0; at < items.length; at += 1) {
    if (at > 0) text += ",";
    // An item without a value leaves its place empty.
    text += canonicalJson(items[at] as Json) ?? "";
  }
  return `${text}]`;
}

function objectText(object: JsonObject): string {
  let text = "{";
  for (const key of Object.keys(object).sort()) {
    const member = object[key];
    if (member === undefined) continue;
    if (text !== "{") text += ",";
    text += `${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `${text}}`;
}

/**
 * Whether both are the same JSON value. The order of members does not count. What is no JSON is the same as itself alone. Goes no deeper than the
 * shallower of the two.
 *
 * @example
 * ```ts
 * sameJson({ a: 1, b: 2 }, { b: 2, a: 1 }); // true
 * sameJson([1, 2], [2, 1]); // false
 * ```
 */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (isJsonArray(one) && isJsonArray(other))
    return one.length === other.length && one.every((item, at) => sameJson(item, other[at]));
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && sameJson(one[key], other[key]));
}

/**
 * The JSON value that `text` is. Undefined for a text that is none.
 *
 * @example
 * ```ts
 * jsonIn("[1]"); // [1]
 * jsonIn("{"); // undefined
 * ```
 */
export function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const encoder = new TextEncoder();

/** Text up to this length is looked at first: nearly all of it is ASCII, and encoding it costs several times as much. */
const shortLength = 1_024;

/**
 * Size of `text` as UTF-8.
 *
 * @example
 * ```ts
 * utf8Bytes("über"); // 5
 * ```
 */
export function utf8Bytes(text: string): number {
  return text.length <= shortLength && isAscii(text) ? text.length : encoder.encode(text).byteLength;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

/**
 * How many objects and arrays lie within one another: 0 for a scalar. Stops counting above `limit`.
 *
 * @example
 * ```ts
 * jsonDepth({ rows: [{ id: 1 }] }, 64); // 3
 * jsonDepth("text", 64); // 0
 * ```
 */
export function jsonDepth(value: Json, limit: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (limit <= 0) return 1;
  return 1 + (isJsonArray(value) ? itemsDepth(value, limit) : membersDepth(value, limit));
}

function itemsDepth(items: readonly Json[], limit: number): number {
  let deepest = 0;
  for (let at = 0; at < items.length && deepest < limit; at += 1)
    deepest = Math.max(deepest, jsonDepth(items[at] as Json, limit - 1));
  return deepest;
}

function membersDepth(object: JsonObject, limit: number): number {
  let deepest = 0;
  for (const key in object) {
    if (!Object.hasOwn(object, key)) continue;
    deepest = Math.max(deepest, jsonDepth(object[key] as Json, limit - 1));
    if (deepest >= limit) break;
  }
  return deepest;
}

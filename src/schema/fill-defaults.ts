/**
 * Puts the defaults of a schema where a value that satisfies it leaves them out, as the document Auto-tools does with validated output:
 * declarations have an effect (R10). The size of added defaults is bounded, because a small value can leave out a large default many times.
 * The schemas are compiled models of output: properties, items, local references, alternatives.
 */
import { isJsonArray, isJsonObject, type Json, type JsonSchema, objectOf, ownValue, utf8Bytes } from "../json/json.ts";
import { documentSchema, type LocatedSchema, resolveReference, within } from "./document/located-schema.ts";
import { withinOneBudget } from "./document/step-budget.ts";
import { violationsAt } from "./validator.ts";

const MAX_DEPTH = 128;

/** Bytes of the JSON of everything that is put into one value. */
export const maxDefaultedBytes = 262_144;

interface Room {
  bytesLeft: number;
}

/**
 * `value`, which satisfies `schema`, with its missing defaults: the same if nothing has a default. Undefined if that is too much.
 *
 * @example
 * ```ts
 * withDefaults({ properties: { unit: { default: "km" } } }, { distance: 3 }); // { distance: 3, unit: "km" }
 * ```
 */
export function withDefaults(schema: JsonSchema, value: Json): Json | undefined {
  const room = { bytesLeft: maxDefaultedBytes };
  const whole = withinOneBudget(() => filled(documentSchema(schema), value, room, 0));
  return room.bytesLeft < 0 ? undefined : whole;
}

function filled(located: LocatedSchema, value: Json, room: Room, depth: number): Json {
  const { schema } = located;
  if (typeof value !== "object" || value === null || !isJsonObject(schema) || depth > MAX_DEPTH) return value;
  const reference = ownValue(schema, "$ref");
  const target = typeof reference === "string" ? resolveReference(located, reference) : undefined;
  if (target !== undefined) return filled(target, value, room, depth + 1);
  const alternatives = ownValue(schema, "anyOf");
  if (isJsonArray(alternatives)) {
    const fitting = alternatives.filter(isJsonObject).map((alternative) => within(located, alternative));
    const chosen = fitting.find((alternative) => violationsAt(alternative, value).length === 0);
    return chosen === undefined ? value : filled(chosen, value, room, depth + 1);
  }
  if (isJsonArray(value)) {
    const items = ownValue(schema, "items");
    if (!isJsonObject(items)) return value;
    return value.map((item) => filled(within(located, items), item, room, depth + 1));
  }
  const properties = ownValue(schema, "properties");
  if (!isJsonObject(value) || !isJsonObject(properties)) return value;
  const given = Object.entries(value).map(([key, member]): readonly [string, Json] => {
    const inner = ownValue(properties, key);
    return [key, isJsonObject(inner) ? filled(within(located, inner), member, room, depth + 1) : member];
  });
  const left = Object.entries(properties).flatMap(([key, inner]): (readonly [string, Json])[] => {
    if (!isJsonObject(inner) || Object.hasOwn(value, key) || room.bytesLeft < 0) return [];
    const fallback = ownValue(inner, "default");
    if (fallback === undefined) return [];
    room.bytesLeft -= utf8Bytes(JSON.stringify([key, fallback]));
    return [[key, filled(within(located, inner), fallback, room, depth + 1)]];
  });
  return objectOf([...given, ...left]);
}

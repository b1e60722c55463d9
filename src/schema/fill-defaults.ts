/**
 * Puts the defaults of a schema where a value that satisfies it leaves them out, as the document Auto-tools does with validated output:
 * declarations have an effect (R10). The size of added defaults is bounded, because a small value can leave out a large default many times.
 * The schemas are compiled models of output: properties, items, local references, alternatives.
 */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  objectOf,
  ownValue,
  utf8Bytes,
} from "../json/json.ts";
import { documentSchema, type LocatedSchema, resolveReference, within } from "./document/located-schema.ts";
import { budgetInForce, withinOneBudget } from "./document/step-budget.ts";
import { violationsAt } from "./validator.ts";

const MAX_DEPTH = 128;

/** Bytes of the JSON of everything that is put into one value. */
export const maxDefaultedBytes = 262_144;

interface Room {
  bytesLeft: number;
  /** Properties with a default, by the `properties` that hold them: values are many, and few of their properties have one. */
  readonly defaulted: Map<JsonObject, readonly Defaulted[]>;
}

interface Defaulted {
  readonly key: string;
  readonly schema: JsonObject;
  readonly fallback: Json;
}

/**
 * `value`, which satisfies `schema`, with its missing defaults: the same if nothing has a default. Undefined if that is too much, or if it would take
 * more steps than one check may to find out which alternatives of the schema the value has chosen.
 *
 * @example
 * ```ts
 * withDefaults({ properties: { unit: { default: "km" } } }, { distance: 3 }); // { distance: 3, unit: "km" }
 * ```
 */
export function withDefaults(schema: JsonSchema, value: Json): Json | undefined {
  const room: Room = { bytesLeft: maxDefaultedBytes, defaulted: new Map() };
  const whole = withinOneBudget(() => filled(documentSchema(schema), value, room, 0));
  return room.bytesLeft < 0 ? undefined : whole;
}

function filled(located: LocatedSchema, value: Json, room: Room, depth: number): Json {
  const { schema } = located;
  if (typeof value !== "object" || value === null || !isJsonObject(schema) || depth > MAX_DEPTH) return value;
  if (room.bytesLeft < 0) return value;
  const reference = ownValue(schema, "$ref");
  const target = typeof reference === "string" ? resolveReference(located, reference) : undefined;
  if (target !== undefined) return filled(target, value, room, depth + 1);
  const alternatives = ownValue(schema, "anyOf");
  if (isJsonArray(alternatives)) {
    const fitting = alternatives.filter(isJsonObject).map((alternative) => within(located, alternative));
    const chosen = fitting.find((alternative) => violationsAt(alternative, value).length === 0);
    if (chosen !== undefined) return filled(chosen, value, room, depth + 1);
    // None fits where the steps are used up.
    if (budgetInForce().left < 0) room.bytesLeft = -1;
    return value;
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
  const left = defaultedIn(properties, room).flatMap(({ fallback, key, schema }): (readonly [string, Json])[] => {
    if (Object.hasOwn(value, key) || room.bytesLeft < 0) return [];
    room.bytesLeft -= utf8Bytes(JSON.stringify([key, fallback]));
    return [[key, filled(within(located, schema), fallback, room, depth + 1)]];
  });
  return objectOf([...given, ...left]);
}

function defaultedIn(properties: JsonObject, { defaulted }: Room): readonly Defaulted[] {
  const known = defaulted.get(properties);
  if (known !== undefined) return known;
  const found = Object.entries(properties).flatMap(([key, schema]): readonly Defaulted[] => {
    const fallback = isJsonObject(schema) ? ownValue(schema, "default") : undefined;
    return isJsonObject(schema) && fallback !== undefined ? [{ key, schema, fallback }] : [];
  });
  defaulted.set(properties, found);
  return found;
}

/** Schemas that say nothing but a type, as most do: they can be compared without a search. */

import { isJsonObject } from "../json/json.ts";
import { EVERY_KIND, includes, type KindSet, kindsOfType, NO_KIND, only } from "./document/json-kind.ts";
import { dialectOf, type LocatedSchema } from "./document/located-schema.ts";

export interface PlainType {
  readonly kinds: KindSet;
  /** Of numbers, only integers. */
  readonly integersOnly: boolean;
}

const ANNOTATIONS: ReadonlySet<string> = new Set([
  "$comment",
  "$defs",
  "default",
  "definitions",
  "deprecated",
  "description",
  "examples",
  "readOnly",
  "title",
  "writeOnly",
]);

/** The type that `located` states if it states nothing else, otherwise null. */
export function plainType({ root, schema }: LocatedSchema): PlainType | undefined {
  if (!isJsonObject(schema)) return schema ? { kinds: EVERY_KIND, integersOnly: false } : undefined;
  let plain: PlainType | undefined = { kinds: EVERY_KIND, integersOnly: false };
  for (const keyword in schema) {
    if (!Object.hasOwn(schema, keyword) || ANNOTATIONS.has(keyword)) continue;
    const value = schema[keyword];
    if (keyword !== "type" || value === undefined) return undefined;
    plain = kindsOfType(value);
    if (plain === undefined || plain.kinds === NO_KIND) return undefined;
  }
  return dialectOf(root) === undefined ? undefined : plain;
}

/** The kinds of which every value fits. */
export function fullKinds({ kinds, integersOnly }: PlainType): KindSet {
  return integersOnly ? kinds & ~only("number") : kinds;
}

/** How two plain types relate; every kind of value exists, so there is always an answer. */
export function relatePlain(left: PlainType, right: PlainType): "subset" | "overlap" | "disjoint" {
  const shared = left.kinds & right.kinds;
  if (shared === NO_KIND) return "disjoint";
  const losesFractions = includes(shared, "number") && right.integersOnly && !left.integersOnly;
  return shared === left.kinds && !losesFractions ? "subset" : "overlap";
}

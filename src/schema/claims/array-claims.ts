/** The claims of keywords about arrays, and when claims about an array cannot all hold. */

import { isJsonArray, type Json, type JsonObject, ownValue } from "../../json/json.ts";
import { type Dialect, type LocatedSchema, within } from "../document/located-schema.ts";
import { isJsonSchema } from "../document/subschemas.ts";
import { ALWAYS, type Claim, type Demand, every, type Fact, fact, UNDECIDED } from "./claim.ts";
import type { FindValue } from "./search-terms.ts";
import { longestSize, shortestSize, sizeClaim } from "./size-claims.ts";

const END = Number.POSITIVE_INFINITY;

export function arrayClaims(located: LocatedSchema, schema: JsonObject, dialect: Dialect): readonly Claim[] {
  const claims = [
    sizeClaim(schema, "minItems", "sizeAtLeast"),
    sizeClaim(schema, "maxItems", "sizeAtMost"),
    ...(dialect === "2020-12" ? items2020(located, schema) : itemsDraft07(located, schema)),
    containsClaim(located, schema, dialect),
  ];
  const unique = ownValue(schema, "uniqueItems");
  if (unique === true) claims.push(fact({ is: "unique", holds: true }));
  else if (unique !== undefined && unique !== false) claims.push(UNDECIDED);
  const unevaluated = ownValue(schema, "unevaluatedItems");
  if (unevaluated !== undefined && unevaluated !== true) claims.push(UNDECIDED);
  return claims;
}

function items2020(located: LocatedSchema, schema: JsonObject): readonly Claim[] {
  const prefix = ownValue(schema, "prefixItems") ?? [];
  if (!isJsonArray(prefix)) return [UNDECIDED];
  const items = ownValue(schema, "items");
  return [...prefixClaims(located, prefix), eachItem(located, items, prefix.length, END)];
}

function itemsDraft07(located: LocatedSchema, schema: JsonObject): readonly Claim[] {
  const items = ownValue(schema, "items");
  if (Object.hasOwn(schema, "prefixItems")) return [UNDECIDED];
  if (!isJsonArray(items)) return [eachItem(located, items, 0, END)];
  const additional = ownValue(schema, "additionalItems");
  return [...prefixClaims(located, items), eachItem(located, additional, items.length, END)];
}

function prefixClaims(located: LocatedSchema, prefix: readonly Json[]): readonly Claim[] {
  return prefix.map((item, index) => eachItem(located, item, index, index + 1));
}

function eachItem(located: LocatedSchema, item: Json | undefined, from: number, to: number): Claim {
  if (item === undefined || item === true) return ALWAYS;
  if (!isJsonSchema(item)) return UNDECIDED;
  return fact({ is: "eachItem", from, to, item: { located: within(located, item), holds: true } });
}

function containsClaim(located: LocatedSchema, schema: JsonObject, dialect: Dialect): Claim {
  const contained = ownValue(schema, "contains");
  if (contained === undefined) return ALWAYS;
  if (!isJsonSchema(contained)) return UNDECIDED;
  const one = fact({ is: "someItem", from: 0, to: END, item: { located: within(located, contained), holds: true } });
  if (!Object.hasOwn(schema, "maxContains") && !Object.hasOwn(schema, "minContains")) return one;
  const least = ownValue(schema, "minContains") ?? 1;
  if (dialect === "draft-07" || typeof least !== "number" || least < 1) return UNDECIDED;
  // How many items fit is not counted here, only that there are at least so many items.
  return every([one, fact({ is: "sizeAtLeast", size: Math.ceil(least) }), UNDECIDED]);
}

/** True if no array satisfies all of `facts`. */
export function noArrayLeft(facts: readonly Fact[], find: FindValue): boolean {
  const shortest = shortestSize(facts);
  const longest = longestSize(facts);
  if (shortest > longest) return true;
  const unique = new Set(facts.map((given) => (given.is === "unique" ? given.holds : undefined)));
  if (unique.has(true) && unique.has(false)) return true;
  if (unique.has(false) && longest < 2) return true;
  const positions = positionsThatDiffer(facts);
  // Positions after the last that differs are all alike, so one of them stands for all.
  for (let index = 0; index < Math.min(shortest, positions + 1); index++) {
    if (find(demandsAt(facts, index)).found === "none") return true;
  }
  return facts.some((given) => given.is === "someItem" && !hasPlaceFor(given, facts, positions, longest, find));
}

const MOST_POSITIONS = 64;

function positionsThatDiffer(facts: readonly Fact[]): number {
  let positions = 0;
  for (const given of facts) {
    if (given.is !== "eachItem" && given.is !== "someItem") continue;
    positions = Math.max(positions, given.from, given.to === END ? 0 : given.to);
  }
  return positions;
}

function hasPlaceFor(
  wanted: Fact & { readonly is: "someItem" },
  facts: readonly Fact[],
  positions: number,
  longest: number,
  find: FindValue,
): boolean {
  if (positions > MOST_POSITIONS) return true;
  const last = Math.min(wanted.to, positions + 1, longest);
  for (let index = wanted.from; index < last; index++) {
    if (find([wanted.item, ...demandsAt(facts, index)]).found !== "none") return true;
  }
  return false;
}

function demandsAt(facts: readonly Fact[], index: number): readonly Demand[] {
  const demands: Demand[] = [];
  for (const given of facts)
    if (given.is === "eachItem" && given.from <= index && index < given.to) demands.push(given.item);
  return demands;
}

const LONGEST_EXAMPLE = 16;

/** An array made to satisfy `facts`, or undefined if none was found. */
export function exampleArray(facts: readonly Fact[], find: FindValue): readonly Json[] | undefined {
  const wanted = facts.filter((given) => given.is === "someItem");
  const placed = new Map<number, Demand>();
  for (const { from, item } of wanted) {
    let index = from;
    while (placed.has(index)) index += 1;
    placed.set(index, item);
  }
  const length = Math.max(
    shortestSize(facts),
    facts.some((given) => given.is === "unique" && !given.holds) ? 2 : 0,
    ...lengths(placed),
  );
  if (length > Math.min(longestSize(facts), LONGEST_EXAMPLE)) return undefined;
  const items: Json[] = [];
  for (let index = 0; index < length; index++) {
    const item = placed.get(index);
    const found = find([...(item === undefined ? [] : [item]), ...demandsAt(facts, index)]);
    if (found.found !== "value") return undefined;
    items.push(found.value);
  }
  return items;
}

function lengths(placed: ReadonlyMap<number, Demand>): readonly number[] {
  return [...placed.keys()].map((index) => index + 1);
}

/**
 * Whether one concrete value fits a schema, answered from the same claims as every other question. The answer is undefined where a claim
 * is undecided or the steps are used up.
 */

import { canonicalJson, isJsonArray, isJsonObject, type Json, ownValue } from "../../json/json.ts";
import { kindOf } from "../document/json-kind.ts";
import { type Steps, weigh } from "../document/search-steps.ts";
import { matches } from "../pattern/pattern.ts";
import type { Claim, Demand, Fact } from "./claim.ts";
import { covers, type Keys } from "./keys.ts";
import { isMultiple } from "./number-claims.ts";
import { claimOf } from "./schema-claim.ts";
import { type Found, type Goal, NONE, PERHAPS } from "./search-terms.ts";

// References that lead back to themselves would otherwise use up the stack before the steps.
const MOST_NESTING = 128;

/** Whether `value` meets the demand. */
export function fitsValue({ located, holds }: Demand, value: Json, steps: Steps): boolean | undefined {
  if (steps.left <= 0 || steps.nesting >= MOST_NESTING) return undefined;
  steps.left -= 1;
  steps.nesting += 1;
  const answer = claimHolds(claimOf(located, kindOf(value), holds, steps), value, steps);
  steps.nesting -= 1;
  return answer;
}

function claimHolds(claim: Claim, value: Json, steps: Steps): boolean | undefined {
  switch (claim.is) {
    case "always":
      return true;
    case "never":
      return false;
    case "undecided":
      return undefined;
    case "every":
      return all(claim.claims, (part) => claimHolds(part, value, steps));
    case "some":
      return any(claim.claims, (part) => claimHolds(part, value, steps));
    case "either":
      return claimHolds(claim.claim, value, steps);
    case "demand":
      return fitsValue(claim.demand, value, steps);
    case "fact":
      return factHolds(claim.fact, value, steps);
  }
}

function factHolds(fact: Fact, value: Json, steps: Steps): boolean | undefined {
  switch (fact.is) {
    case "oneOf":
      return fact.values.has(textOf(value, steps)) === fact.holds;
    case "atLeast":
      return Number(value) > fact.bound || (!fact.strict && value === fact.bound);
    case "atMost":
      return Number(value) < fact.bound || (!fact.strict && value === fact.bound);
    case "multipleOf":
      return expected(isMultiple(Number(value), fact.divisor), fact.holds);
    case "sizeAtLeast":
      return sizeOf(value, steps) >= fact.size;
    case "sizeAtMost":
      return sizeOf(value, steps) <= fact.size;
    case "matching":
      return expected(matches(fact.pattern, String(value), steps), fact.holds);
    case "format":
      return undefined;
    case "unique": {
      const texts = itemsOf(value).map((item) => textOf(item, steps));
      return (new Set(texts).size === texts.length) === fact.holds;
    }
    case "eachItem":
      return all(itemsOf(value).slice(fact.from, fact.to), (item) => fitsValue(fact.item, item, steps));
    case "someItem":
      return any(itemsOf(value).slice(fact.from, fact.to), (item) => fitsValue(fact.item, item, steps));
    case "eachMember":
      return all(membersOf(value, fact.keys, steps), ([name, member]) =>
        either(expected(covers(fact.keys, name, steps), false), () => fitsValue(fact.member, member, steps)),
      );
    case "someMember":
      return any(membersOf(value, fact.keys, steps), ([name, member]) =>
        both(covers(fact.keys, name, steps), () => fitsValue(fact.member, member, steps)),
      );
    case "eachName":
      return all(membersOf(value, undefined, steps), ([name]) => fitsValue(fact.name, name, steps));
    case "someName":
      return any(membersOf(value, undefined, steps), ([name]) => fitsValue(fact.name, name, steps));
  }
}

/** The first of `values` that meets the goal. "None" only if each of them surely fails it, so the list must be complete for that. */
export function firstThatFits(values: readonly Json[], goal: Goal, steps: Steps): Found {
  let answer = NONE;
  for (const value of values) {
    const fits = all(goal, (demand) => fitsValue(demand, value, steps));
    if (fits === true) return { found: "value", value };
    if (fits === undefined) answer = PERHAPS;
  }
  return answer;
}

type Answer = boolean | undefined;

function both(left: Answer, right: () => Answer): Answer {
  if (left === false) return false;
  const second = right();
  return second === false || left === true ? second : undefined;
}

function either(left: Answer, right: () => Answer): Answer {
  if (left === true) return true;
  const second = right();
  return second === true || left === false ? second : undefined;
}

function expected(answered: Answer, wanted: boolean): Answer {
  return answered === undefined ? undefined : answered === wanted;
}

function all<Item>(items: readonly Item[], holds: (item: Item) => Answer): Answer {
  let result: Answer = true;
  for (const item of items) {
    const held = holds(item);
    if (held === false) return false;
    if (held === undefined) result = undefined;
  }
  return result;
}

function any<Item>(items: readonly Item[], holds: (item: Item) => Answer): Answer {
  return expected(
    all(items, (item) => expected(holds(item), false)),
    false,
  );
}

function textOf(value: Json, steps: Steps): string {
  const text = canonicalJson(value);
  weigh(steps, text.length);
  return text;
}

function sizeOf(value: Json, steps: Steps): number {
  if (typeof value === "string") return codePoints(value, steps);
  return isJsonArray(value) ? value.length : membersOf(value, undefined, steps).length;
}

function codePoints(text: string, steps: Steps): number {
  weigh(steps, text.length);
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function itemsOf(value: Json): readonly Json[] {
  return isJsonArray(value) ? value : [];
}

/** The members that `keys` can be about: all of them if it is null. */
function membersOf(value: Json, keys: Keys | undefined, steps: Steps): readonly (readonly [string, Json])[] {
  if (!isJsonObject(value)) return [];
  if (keys?.are === "name") {
    const member = ownValue(value, keys.name);
    return member === undefined ? [] : [[keys.name, member]];
  }
  const members = Object.entries(value);
  weigh(steps, 4 * members.length);
  return members;
}

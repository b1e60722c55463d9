/** Bounds on sizes: the length of a string, of an array, the number of members of an object. */

import { type JsonObject, ownValue } from "../../json/json.ts";
import { ALWAYS, type Claim, type Fact, fact, UNDECIDED } from "./claim.ts";

export function sizeClaim(schema: JsonObject, keyword: string, is: "sizeAtLeast" | "sizeAtMost"): Claim {
  const size = ownValue(schema, keyword);
  if (size === undefined) return ALWAYS;
  return typeof size === "number" && Number.isSafeInteger(size) && size >= 0 ? fact({ is, size }) : UNDECIDED;
}

export function shortestSize(facts: readonly Fact[]): number {
  let shortest = 0;
  for (const given of facts) if (given.is === "sizeAtLeast" && given.size > shortest) shortest = given.size;
  return shortest;
}

export function longestSize(facts: readonly Fact[]): number {
  let longest = Number.POSITIVE_INFINITY;
  for (const given of facts) if (given.is === "sizeAtMost" && given.size < longest) longest = given.size;
  return longest;
}

/** The claims of keywords about strings, and when claims about a string cannot all hold. */

import { type JsonObject, ownValue } from "../../json/json.ts";
import { readPattern } from "../pattern/pattern.ts";
import { type Claim, every, type Fact, fact, UNDECIDED } from "./claim.ts";
import { longestSize, shortestSize, sizeClaim } from "./size-claims.ts";

export function stringClaims(schema: JsonObject): readonly Claim[] {
  const claims = [sizeClaim(schema, "minLength", "sizeAtLeast"), sizeClaim(schema, "maxLength", "sizeAtMost")];
  const source = ownValue(schema, "pattern");
  if (source !== undefined) claims.push(typeof source === "string" ? patternClaim(source) : UNDECIDED);
  return claims;
}

function patternClaim(source: string): Claim {
  const pattern = readPattern(source);
  if (pattern === undefined) return UNDECIDED;
  return pattern.matchesEverything ? every([]) : fact({ is: "matching", pattern, holds: true });
}

/** True if no string satisfies all of `facts`. */
export function noStringLeft(facts: readonly Fact[]): boolean {
  const required = new Set<string>();
  let shortest = shortestSize(facts);
  for (const given of facts) {
    if (given.is !== "matching" || !given.holds) continue;
    required.add(given.pattern.source);
    shortest = Math.max(shortest, given.pattern.shortestMatch);
  }
  if (shortest > longestSize(facts)) return true;
  return facts.some((given) => given.is === "matching" && !given.holds && required.has(given.pattern.source));
}

const LONGEST_EXAMPLE = 1_000;

/** Strings of the length that `facts` ask for; whether they match a pattern is for the caller to try. */
export function exampleStrings(facts: readonly Fact[]): readonly string[] {
  const shortest = shortestSize(facts);
  if (shortest > LONGEST_EXAMPLE) return [];
  const longer = Math.min(longestSize(facts), shortest + 8);
  return ["a".repeat(shortest), "0".repeat(shortest), "a".repeat(longer)];
}

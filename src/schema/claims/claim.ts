/**
 * The statement of a schema about values of one kind, as a formula whose opposite can be formed mechanically. Each keyword is translated
 * once, into a claim; "fits" and "does not fit" are then the claim and its opposite, so the two cannot drift apart.
 *
 * `undecided` stands for everything that is not understood: a reference that leads nowhere, an unsupported keyword, a malformed
 * value. Its opposite is undecided too. A search for values may ignore it, which only makes the set of values larger.
 */

import type { Json, JsonSchema } from "../../json/json.ts";
import { documentSchema, type LocatedSchema } from "../document/located-schema.ts";
import type { Pattern } from "../pattern/pattern.ts";
import type { Keys } from "./keys.ts";

/** That a value fits a schema, or with `holds: false` that it does not. */
export interface Demand {
  readonly located: LocatedSchema;
  readonly holds: boolean;
}

/** That a value fits a schema which is a whole document. */
export function documentDemand(schema: JsonSchema): Demand {
  return { located: documentSchema(schema), holds: true };
}

export const ANYTHING: Demand = documentDemand(true);

/**
 * A claim with no claims inside, each about values of the kind that the claim was asked for. `size` counts code points,
 * items or members. Item ranges include `from` and exclude `to`. Values are keyed by their canonical text.
 */
export type Fact =
  | { readonly is: "oneOf"; readonly values: ReadonlyMap<string, Json>; readonly holds: boolean }
  | { readonly is: "atLeast"; readonly bound: number; readonly strict: boolean }
  | { readonly is: "atMost"; readonly bound: number; readonly strict: boolean }
  | { readonly is: "multipleOf"; readonly divisor: number; readonly holds: boolean }
  | { readonly is: "sizeAtLeast"; readonly size: number }
  | { readonly is: "sizeAtMost"; readonly size: number }
  | { readonly is: "matching"; readonly pattern: Pattern; readonly holds: boolean }
  | { readonly is: "format"; readonly format: string; readonly holds: boolean }
  | { readonly is: "unique"; readonly holds: boolean }
  | { readonly is: "eachItem"; readonly from: number; readonly to: number; readonly item: Demand }
  | { readonly is: "someItem"; readonly from: number; readonly to: number; readonly item: Demand }
  | { readonly is: "eachMember"; readonly keys: Keys; readonly member: Demand }
  | { readonly is: "someMember"; readonly keys: Keys; readonly member: Demand }
  | { readonly is: "eachName"; readonly name: Demand }
  | { readonly is: "someName"; readonly name: Demand };

export type Claim =
  | { readonly is: "always" }
  | { readonly is: "never" }
  | { readonly is: "undecided" }
  | { readonly is: "every"; readonly claims: readonly Claim[] }
  | { readonly is: "some"; readonly claims: readonly Claim[] }
  | { readonly is: "either"; readonly claim: Claim; readonly opposite: Claim }
  | { readonly is: "demand"; readonly demand: Demand }
  | { readonly is: "fact"; readonly fact: Fact };

export const ALWAYS: Claim = { is: "always" };
export const NEVER: Claim = { is: "never" };
export const UNDECIDED: Claim = { is: "undecided" };

export function fact(claimed: Fact): Claim {
  return { is: "fact", fact: claimed };
}

export function fits(located: LocatedSchema): Claim {
  if (typeof located.schema === "boolean") return located.schema ? ALWAYS : NEVER;
  return { is: "demand", demand: { located, holds: true } };
}

/** All of `claims` at once. */
export function every(claims: readonly Claim[]): Claim {
  const kept = claims.filter((claim) => claim.is !== "always");
  if (kept.some((claim) => claim.is === "never")) return NEVER;
  if (kept.length === 0) return ALWAYS;
  return kept.length === 1 ? (kept[0] as Claim) : { is: "every", claims: kept };
}

/** At least one of `claims`. */
export function some(claims: readonly Claim[]): Claim {
  const kept = claims.filter((claim) => claim.is !== "never");
  if (kept.some((claim) => claim.is === "always")) return ALWAYS;
  if (kept.length === 0) return NEVER;
  return kept.length === 1 ? (kept[0] as Claim) : { is: "some", claims: kept };
}

/** Exactly one of `claims`. Its opposite is "none, or two", which branches far less than the mechanical opposite would. */
export function exactlyOne(claims: readonly Claim[]): Claim {
  if (claims.length === 1) return claims[0] as Claim;
  const opposites = claims.map(opposite);
  const alone = claims.map((claim, index) => every([claim, ...opposites.filter((_, other) => other !== index)]));
  const pairs = claims.flatMap((claim, index) => claims.slice(index + 1).map((other) => every([claim, other])));
  return { is: "either", claim: some(alone), opposite: some([every(opposites), ...pairs]) };
}

/** The claim that holds for exactly the values for which `claim` does not. */
export function opposite(claim: Claim): Claim {
  switch (claim.is) {
    case "always":
      return NEVER;
    case "never":
      return ALWAYS;
    case "undecided":
      return UNDECIDED;
    case "every":
      return some(claim.claims.map(opposite));
    case "some":
      return every(claim.claims.map(opposite));
    case "either":
      return { is: "either", claim: claim.opposite, opposite: claim.claim };
    case "demand":
      return { is: "demand", demand: oppositeDemand(claim.demand) };
    case "fact":
      return oppositeFact(claim.fact);
  }
}

function oppositeDemand({ located, holds }: Demand): Demand {
  return { located, holds: !holds };
}

function oppositeFact(given: Fact): Claim {
  switch (given.is) {
    case "oneOf":
    case "multipleOf":
    case "matching":
    case "format":
    case "unique":
      return fact({ ...given, holds: !given.holds });
    case "atLeast":
      return fact({ is: "atMost", bound: given.bound, strict: !given.strict });
    case "atMost":
      return fact({ is: "atLeast", bound: given.bound, strict: !given.strict });
    case "sizeAtLeast":
      return given.size <= 0 ? NEVER : fact({ is: "sizeAtMost", size: given.size - 1 });
    case "sizeAtMost":
      return fact({ is: "sizeAtLeast", size: given.size + 1 });
    case "eachItem":
      return fact({ is: "someItem", from: given.from, to: given.to, item: oppositeDemand(given.item) });
    case "someItem":
      return fact({ is: "eachItem", from: given.from, to: given.to, item: oppositeDemand(given.item) });
    case "eachMember":
      return fact({ is: "someMember", keys: given.keys, member: oppositeDemand(given.member) });
    case "someMember":
      return fact({ is: "eachMember", keys: given.keys, member: oppositeDemand(given.member) });
    case "eachName":
      return fact({ is: "someName", name: oppositeDemand(given.name) });
    case "someName":
      return fact({ is: "eachName", name: oppositeDemand(given.name) });
  }
}

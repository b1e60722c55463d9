/** The claims of keywords about numbers, and when claims about a number cannot all hold. */

import { type Json, type JsonObject, ownValue } from "../../json/json.ts";
import { type Claim, type Fact, fact, UNDECIDED } from "./claim.ts";

export function numberClaims(schema: JsonObject): readonly Claim[] {
  const claims: Claim[] = [];
  const add = (keyword: string, claim: (value: number) => Claim) => {
    const value: Json | undefined = ownValue(schema, keyword);
    if (value === undefined) return;
    claims.push(typeof value === "number" ? claim(value) : UNDECIDED);
  };
  add("minimum", (bound) => fact({ is: "atLeast", bound, strict: false }));
  add("exclusiveMinimum", (bound) => fact({ is: "atLeast", bound, strict: true }));
  add("maximum", (bound) => fact({ is: "atMost", bound, strict: false }));
  add("exclusiveMaximum", (bound) => fact({ is: "atMost", bound, strict: true }));
  add("multipleOf", (divisor) => (divisor > 0 ? fact({ is: "multipleOf", divisor, holds: true }) : UNDECIDED));
  return claims;
}

/**
 * Whether `value` is a multiple of `divisor`; undefined where validators that divide binary fractions disagree
 * (0.3 by 0.1) and beyond the integers that a double can hold.
 */
export function isMultiple(value: number, divisor: number): boolean | undefined {
  if (divisor === 1) return Number.isInteger(value);
  const quotient = value / divisor;
  return isExact(divisor) && Math.abs(quotient) < Number.MAX_SAFE_INTEGER ? Number.isInteger(quotient) : undefined;
}

/** The numbers that facts leave: none, a list to try one by one, or more than that with a few of them as examples. */
export type NumbersLeft =
  | { readonly are: "none" }
  | { readonly are: "listed"; readonly numbers: readonly number[] }
  | { readonly are: "many"; readonly examples: readonly number[] };

const LONGEST_LIST = 64;
const NONE: NumbersLeft = { are: "none" };

/** Numbers that satisfy `facts`. A fact that cannot be used is left out, so "none" and "listed" are certain and examples are not. */
export function numbersLeft(facts: readonly Fact[]): NumbersLeft {
  const low = { bound: Number.NEGATIVE_INFINITY, strict: false };
  const high = { bound: Number.POSITIVE_INFINITY, strict: false };
  const divisors: number[] = [];
  const excludedDivisors: number[] = [];
  for (const given of facts) {
    if (given.is === "atLeast") {
      if (given.bound > low.bound) Object.assign(low, { bound: given.bound, strict: given.strict });
      else if (given.bound === low.bound) low.strict ||= given.strict;
    } else if (given.is === "atMost") {
      if (given.bound < high.bound) Object.assign(high, { bound: given.bound, strict: given.strict });
      else if (given.bound === high.bound) high.strict ||= given.strict;
    } else if (given.is === "multipleOf") (given.holds ? divisors : excludedDivisors).push(given.divisor);
  }
  if (low.bound > high.bound || (low.bound === high.bound && (low.strict || high.strict))) return NONE;
  const step = divisors
    .filter(isExact)
    .reduce<number | undefined>((common, divisor) => commonMultiple(common, divisor), undefined);
  for (const excluded of excludedDivisors) {
    if (divisors.includes(excluded)) return NONE;
    if (step !== undefined && isExact(excluded) && Number.isInteger(step / excluded)) return NONE;
  }
  if (step !== undefined) return multiplesLeft(low, high, step);
  if (low.bound === high.bound) return { are: "listed", numbers: [low.bound] };
  return { are: "many", examples: examplesBetween(low.bound, high.bound) };
}

interface Bound {
  readonly bound: number;
  readonly strict: boolean;
}

function multiplesLeft(low: Bound, high: Bound, step: number): NumbersLeft {
  const beyond = Number.MAX_SAFE_INTEGER / 4;
  const bounded = (bound: number) => Number.isFinite(bound) && Math.abs(bound / step) < beyond;
  const first = bounded(low.bound) ? nextMultiple(low, step) : null;
  const last = bounded(high.bound) ? -nextMultiple({ bound: -high.bound, strict: high.strict }, step) : null;
  if (first !== null && last !== null) {
    if (first > last) return NONE;
    if ((last - first) / step < LONGEST_LIST) {
      const numbers: number[] = [];
      for (let number = first; number <= last; number += step) numbers.push(number + 0);
      return { are: "listed", numbers };
    }
  }
  const examples = first !== null ? [first, first + step] : last !== null ? [last, last - step] : [0, step, -step];
  return { are: "many", examples };
}

function nextMultiple({ bound, strict }: Bound, step: number): number {
  const multiple = Math.ceil(bound / step) * step;
  // The division rounds, so the result may lie one step too low.
  return multiple < bound || (strict && multiple === bound) ? multiple + step : multiple;
}

function examplesBetween(low: number, high: number): readonly number[] {
  if (low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY) return [0, 1, 0.5, -1, -0.5];
  if (low === Number.NEGATIVE_INFINITY) return [high, high - 1, Math.floor(high) - 0.5];
  if (high === Number.POSITIVE_INFINITY) return [low, low + 1, Math.ceil(low) + 0.5];
  const middle = low + (high - low) / 2;
  return [low, high, Math.ceil(low), Math.floor(low) + 1, middle, low + (middle - low) / 2];
}

// Doubles hold these without rounding, so that sums and quotients of them are exact in every validator.
const SCALE = 2 ** 20;

function isExact(divisor: number): boolean {
  return Number.isSafeInteger(divisor * SCALE);
}

/** The least common multiple; when it gets too large one operand is dropped, which only allows more numbers. */
function commonMultiple(left: number | undefined, right: number): number {
  if (left === undefined) return right;
  let [larger, smaller] = [left * SCALE, right * SCALE];
  while (smaller !== 0) [larger, smaller] = [smaller, larger % smaller];
  const multiple = (left / (larger / SCALE)) * right;
  return isExact(multiple) ? multiple : left;
}

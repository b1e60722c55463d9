/**
 * The search for a value of one kind. Demands are expanded into facts, which hold together, and choices, of which one alternative each must
 * hold. Alternatives that contradict the facts at once are dropped; a choice with a single one left becomes a fact; only the remaining
 * choices are branched on, the narrowest first.
 */

import type { Json } from "../../json/json.ts";
import type { JsonKind } from "../document/json-kind.ts";
import { type Steps, weigh } from "../document/search-steps.ts";
import { exampleArray, noArrayLeft } from "./array-claims.ts";
import type { Claim, Demand, Fact } from "./claim.ts";
import { firstThatFits } from "./fits-value.ts";
import { numbersLeft } from "./number-claims.ts";
import { exampleObject, noObjectLeft } from "./object-members.ts";
import { claimOf } from "./schema-claim.ts";
import { type FindValue, type Found, type Goal, NONE, PERHAPS } from "./search-terms.ts";
import { exampleStrings, noStringLeft } from "./string-claims.ts";

const DEEPEST = 200;

/** The facts and choices found so far. */
interface Position {
  readonly facts: Fact[];
  readonly choices: (readonly Claim[])[];
  readonly expanded: Demand[];
  /** Choices made on the way here. */
  readonly depth: number;
  /** So many of the facts are known not to contradict one another. */
  checked: number;
}

/** The search among values of one kind, for one goal. */
export class KindSearch {
  readonly #kind: JsonKind;
  readonly #goal: Goal;
  readonly #steps: Steps;
  readonly #find: FindValue;

  constructor(kind: JsonKind, goal: Goal, steps: Steps, find: FindValue) {
    this.#kind = kind;
    this.#goal = goal;
    this.#steps = steps;
    this.#find = find;
  }

  run(): Found {
    const start: Position = { facts: [], choices: [], expanded: [], depth: 0, checked: 0 };
    const claims = this.#goal.map((demand): Claim => ({ is: "demand", demand }));
    return this.#expand(claims, start) ? this.#search(start) : NONE;
  }

  /** Adds `claims` to `position`; false if they contradict it openly. */
  #expand(claims: readonly Claim[], position: Position): boolean {
    const waiting = [...claims];
    for (let claim = waiting.pop(); claim !== undefined; claim = waiting.pop()) {
      switch (claim.is) {
        case "always":
        case "undecided":
          break;
        case "never":
          return false;
        case "every":
          waiting.push(...claim.claims);
          break;
        case "some":
          position.choices.push(claim.claims);
          break;
        case "either":
          waiting.push(claim.claim);
          break;
        case "fact":
          position.facts.push(claim.fact);
          break;
        case "demand": {
          const { located, holds } = claim.demand;
          weigh(this.#steps, position.expanded.length);
          const earlier = position.expanded.find((other) => isSamePlace(other.located, located));
          if (earlier !== undefined && earlier.holds !== holds) return false;
          // A reference that comes back to where it started claims nothing new.
          if (earlier !== undefined || this.#steps.left <= 0) break;
          this.#steps.left -= 1;
          position.expanded.push(claim.demand);
          waiting.push(claimOf(located, this.#kind, holds, this.#steps));
          break;
        }
      }
    }
    return true;
  }

  #search(position: Position): Found {
    const assessed = this.#assess(position);
    if (assessed.found !== "perhaps") return assessed;
    if (this.#steps.left <= 0 || position.depth > DEEPEST) return PERHAPS;
    if (position.choices.length === 0) return this.#example(position);
    const open: (readonly Trial[])[] = [];
    const forced: Claim[] = [];
    for (const choice of position.choices) {
      const trials = this.#tryEach(choice, position);
      if (trials === "no restriction") continue;
      if (!isTrials(trials)) return trials;
      const [first, second] = trials;
      if (first === undefined) return NONE;
      if (second === undefined) forced.push(first.claim);
      else open.push(trials);
    }
    if (forced.length > 0) {
      const next = branchOff(position, open.map(claimsOf));
      return this.#expand(forced, next) ? this.#search(next) : NONE;
    }
    return this.#branch(position, open);
  }

  #branch(position: Position, open: readonly (readonly Trial[])[]): Found {
    const narrowest = open.reduce<readonly Trial[] | undefined>(
      (best, trials) => (best === undefined || trials.length < best.length ? trials : best),
      undefined,
    );
    if (narrowest === undefined) return this.#search(branchOff(position, []));
    const others = open.filter((trials) => trials !== narrowest).map(claimsOf);
    let answer = NONE;
    for (const { position: tried } of narrowest) {
      const found = this.#search({ ...tried, choices: [...others, ...tried.choices] });
      if (found.found === "value") return found;
      if (found.found === "perhaps") answer = PERHAPS;
    }
    return answer;
  }

  /** The alternatives that do not contradict the position at once, or a final answer if one turned up. */
  #tryEach(choice: readonly Claim[], position: Position): readonly Trial[] | "no restriction" | Found {
    const trials: Trial[] = [];
    for (const claim of choice) {
      const trial = branchOff(position, []);
      this.#steps.left -= 1;
      if (!this.#expand([claim], trial)) continue;
      if (trial.facts.length === position.facts.length && trial.choices.length === 0) return "no restriction";
      const assessed = this.#assess(trial);
      if (assessed.found === "value") return assessed;
      if (assessed.found === "perhaps") trials.push({ claim, position: trial });
    }
    return trials;
  }

  /** Whether the facts alone, without the choices, rule every value out. */
  #assess(position: Position): Found {
    const { facts, checked } = position;
    if (checked === facts.length && checked > 0) return PERHAPS;
    if (this.#steps.left <= 0) return PERHAPS;
    weigh(this.#steps, 4 * facts.length);
    for (const fact of facts) {
      if (fact.is === "oneOf" && fact.holds) return firstThatFits([...fact.values.values()], this.#goal, this.#steps);
    }
    if (facts.some((fact) => fact.is === "format" && !fact.holds && isDemandedFormat(fact.format, facts))) return NONE;
    if (this.#kind === "number") {
      const left = numbersLeft(facts);
      if (left.are === "none") return NONE;
      if (left.are === "listed") return firstThatFits(left.numbers, this.#goal, this.#steps);
    }
    if (this.#kind === "string" && noStringLeft(facts)) return NONE;
    if (this.#kind === "array" && noArrayLeft(facts, this.#find)) return NONE;
    if (this.#kind === "object" && noObjectLeft(facts, checked, this.#find, this.#steps)) return NONE;
    position.checked = facts.length;
    return PERHAPS;
  }

  #example({ facts }: Position): Found {
    const found = firstThatFits(this.#examples(facts), this.#goal, this.#steps);
    return found.found === "value" ? found : PERHAPS;
  }

  #examples(facts: readonly Fact[]): readonly Json[] {
    if (this.#kind === "string") return exampleStrings(facts);
    if (this.#kind === "number") {
      const left = numbersLeft(facts);
      return left.are === "many" ? left.examples : [];
    }
    const example =
      this.#kind === "array" ? exampleArray(facts, this.#find) : exampleObject(facts, this.#find, this.#steps);
    return example === undefined ? [] : [example];
  }
}

interface Trial {
  readonly claim: Claim;
  readonly position: Position;
}

function isTrials(answer: readonly Trial[] | Found): answer is readonly Trial[] {
  return Array.isArray(answer);
}

function claimsOf(trials: readonly Trial[]): readonly Claim[] {
  return trials.map(({ claim }) => claim);
}

function branchOff({ facts, expanded, depth, checked }: Position, choices: readonly (readonly Claim[])[]): Position {
  return { facts: [...facts], choices: [...choices], expanded: [...expanded], depth: depth + 1, checked };
}

function isSamePlace(left: Demand["located"], right: Demand["located"]): boolean {
  return left.schema === right.schema && left.root === right.root;
}

function isDemandedFormat(format: string, facts: readonly Fact[]): boolean {
  return facts.some((fact) => fact.is === "format" && fact.holds && fact.format === format);
}

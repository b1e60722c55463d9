/**
 * Looks for a value that meets several demands at once. "None" is certain: claims are left out on the way but never
 * invented, so every value that meets the demands also survives the search. A value found is certain too: it was
 * tried against every demand. Everything else is "perhaps".
 *
 * This file divides a goal by kind of value (`kind-search.ts` does the work for one kind), remembers answers, and ends
 * recursion by induction: JSON values are finite, so the smallest value that meets a goal cannot hold another one that
 * meets the same goal. Work is bounded by steps and by depth.
 */

import type { JsonSchema } from "../../json/json.ts";
import { EVERY_KIND, includes, type JsonKind, KINDS, type KindSet, NO_KIND } from "../document/json-kind.ts";
import { type Steps, weigh } from "../document/search-steps.ts";
import { fullKinds, plainType } from "../plain-type.ts";
import { statedKinds } from "../stated-kinds.ts";
import type { Demand } from "./claim.ts";
import { firstThatFits } from "./fits-value.ts";
import { KindSearch } from "./kind-search.ts";
import { type Found, type Goal, NONE, PERHAPS } from "./search-terms.ts";

/** Steps that one question may take. */
export const MOST_STEPS = 4_000;
const DEEPEST = 24;

/** One search may answer several questions about the same schemas; each may cost the full number of steps. */
export class InhabitantSearch {
  readonly #steps: Steps = { left: 0, nesting: 0 };
  readonly #answers = new Map<string, Found>();
  readonly #underway = new Map<string, number>();
  readonly #numbers = new Map<JsonSchema, Map<JsonSchema, number>>();
  #demandCount = 0;
  /** Depth of the outermost goal under way that an answer has relied on since this was last reset. */
  #reliedOn = Number.POSITIVE_INFINITY;

  /** Steps of all questions so far. */
  taken = 0;

  find(goal: Goal): Found {
    this.#steps.left = MOST_STEPS;
    const found = this.#find(goal, 0);
    this.taken += MOST_STEPS - this.#steps.left;
    return found;
  }

  #find(goal: Goal, depth: number): Found {
    const demands: Demand[] = [];
    for (const demand of goal) {
      if (typeof demand.located.schema !== "boolean") demands.push(demand);
      else if (demand.located.schema !== demand.holds) return NONE;
    }
    if (demands.length === 0) return { found: "value", value: null };
    const kinds = kindsLeft(demands);
    if (kinds === NO_KIND) return NONE;
    weigh(this.#steps, 16 * demands.length);
    const key = this.#keyOf(demands);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const outer = this.#underway.get(key);
    if (outer !== undefined) {
      this.#reliedOn = Math.min(this.#reliedOn, outer);
      return NONE;
    }
    if (depth > DEEPEST || !this.#step()) return PERHAPS;
    const reliedOnBefore = this.#reliedOn;
    this.#reliedOn = Number.POSITIVE_INFINITY;
    this.#underway.set(key, depth);
    const answer = this.#anyKind(kinds, demands, depth);
    this.#underway.delete(key);
    // An answer that assumed something about an outer goal holds only while that goal is under way.
    if (this.#reliedOn >= depth && this.#steps.left > 0) this.#answers.set(key, answer);
    this.#reliedOn = Math.min(reliedOnBefore, this.#reliedOn < depth ? this.#reliedOn : Number.POSITIVE_INFINITY);
    return answer;
  }

  #anyKind(kinds: KindSet, goal: Goal, depth: number): Found {
    let answer = NONE;
    for (const kind of KINDS) {
      if (!includes(kinds, kind)) continue;
      const found = this.#ofKind(kind, goal, depth);
      if (found.found === "value") return found;
      if (found.found === "perhaps") answer = PERHAPS;
    }
    return answer;
  }

  #ofKind(kind: JsonKind, goal: Goal, depth: number): Found {
    if (kind === "null") return firstThatFits([null], goal, this.#steps);
    if (kind === "boolean") return firstThatFits([false, true], goal, this.#steps);
    return new KindSearch(kind, goal, this.#steps, (demands) => this.#find(demands, depth + 1)).run();
  }

  #step(): boolean {
    this.#steps.left -= 1;
    return this.#steps.left > 0;
  }

  #keyOf(goal: Goal): string {
    if (goal.length === 1) return String(this.#numberOf(goal[0] as Demand));
    const numbers = new Set(goal.map((demand) => this.#numberOf(demand)));
    return [...numbers].sort((left, right) => left - right).join();
  }

  #numberOf({ located, holds }: Demand): number {
    const ofRoot = this.#numbers.get(located.root) ?? new Map<JsonSchema, number>();
    this.#numbers.set(located.root, ofRoot);
    const number = ofRoot.get(located.schema) ?? this.#demandCount++;
    ofRoot.set(located.schema, number);
    return holds ? number * 2 : number * 2 + 1;
  }
}

/** The kinds that a value meeting the goal can have, as far as that can be read off. */
function kindsLeft(goal: Goal): KindSet {
  let kinds = EVERY_KIND;
  for (const { located, holds } of goal) {
    if (holds) {
      kinds &= statedKinds(located);
    } else {
      const plain = plainType(located);
      if (plain !== undefined) kinds &= ~fullKinds(plain);
    }
  }
  return kinds;
}

/**
 * When claims about an object cannot all hold. Wanted members ("some member …") are checked one by one against the
 * claims about all members. A member whose name is not fixed may be one of the names that any claim mentions,
 * or a name that none mentions; only if no such choice is possible there is no object.
 */

import { type Json, objectOf } from "../../json/json.ts";
import { type Steps, weigh } from "../document/search-steps.ts";
import { type Demand, documentDemand, type Fact } from "./claim.ts";
import { fitsValue } from "./fits-value.ts";
import { covers, coversUnmentioned, type Keys } from "./keys.ts";
import type { FindValue } from "./search-terms.ts";
import { longestSize, shortestSize } from "./size-claims.ts";

const EVERY_NAME: Keys = { are: "rest", names: new Set(), patterns: [] };
const IS_STRING: Demand = documentDemand({ type: "string" });

/**
 * True if no object satisfies all of `facts`. Those before `checked` have been found satisfiable together, so only members that later ones
 * touch are checked.
 */
export function noObjectLeft(facts: readonly Fact[], checked: number, find: FindValue, steps: Steps): boolean {
  const members = new ObjectMembers(facts, find, steps);
  const [fewest, most] = [shortestSize(facts), longestSize(facts)];
  if (fewest > most || (most !== Number.POSITIVE_INFINITY && members.requiredNames().size > most)) return true;
  for (const name of namesTouched(facts.slice(checked)) ?? members.requiredNames()) {
    if (members.requires(name) && !members.canHave(name)) return true;
  }
  if (facts.some((given) => isWantedSomewhere(given) && (most < 1 || !members.hasPlaceFor(given)))) return true;
  return fewest > 0 && members.mostMembers() < fewest;
}

/** An object made to satisfy `facts`, or undefined if none was found. */
export function exampleObject(facts: readonly Fact[], find: FindValue, steps: Steps): Json | undefined {
  const members = new ObjectMembers(facts, find, steps);
  const entries = new Map<string, Json>();
  for (const name of members.requiredNames()) {
    const found = find(members.demandsOn(name));
    if (found.found !== "value") return null;
    entries.set(name, found.value);
  }
  for (const given of facts) {
    if (!isWantedSomewhere(given)) continue;
    const entry = members.exampleMember(given, entries);
    if (entry === undefined) return null;
    entries.set(...entry);
  }
  const anyMember: WantedSomewhere = { is: "someMember", keys: EVERY_NAME, member: documentDemand(true) };
  while (entries.size < Math.min(shortestSize(facts), LARGEST_EXAMPLE)) {
    const entry = members.exampleMember(anyMember, entries);
    if (entry === undefined) return null;
    entries.set(...entry);
  }
  return objectOf(entries);
}

const LARGEST_EXAMPLE = 16;
const INVENTED_NAMES = ["a", "b", "c", "name", "x1", "other", "0", "x-1", "aaaaaaaa"];

type WantedSomewhere = Fact & ({ readonly is: "someMember" } | { readonly is: "someName" });

function isWantedSomewhere(given: Fact): given is WantedSomewhere {
  return given.is === "someName" || (given.is === "someMember" && given.keys.are !== "name");
}

/** The names whose demands a list of facts may change; undefined if any name's. */
function namesTouched(facts: readonly Fact[]): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const given of facts) {
    if (given.is === "eachName") return undefined;
    if (given.is !== "eachMember" && given.is !== "someMember") continue;
    if (given.keys.are === "name") names.add(given.keys.name);
    else if (given.is === "eachMember") return undefined;
  }
  return names;
}

class ObjectMembers {
  readonly #facts: readonly Fact[];
  readonly #find: FindValue;
  readonly #steps: Steps;
  readonly #required = new Set<string>();
  /** The demands on members by their names, and on all others. */
  readonly #byName = new Map<string, Demand[]>();
  readonly #byKeys: (Fact & { readonly is: "eachMember" })[] = [];
  /** The demands on every name. */
  readonly #naming: Demand[] = [];
  #mentioned: ReadonlySet<string> | undefined = undefined;

  constructor(facts: readonly Fact[], find: FindValue, steps: Steps) {
    this.#facts = facts;
    this.#find = find;
    this.#steps = steps;
    for (const given of facts) {
      if (given.is === "eachName") this.#naming.push(given.name);
      if (given.is !== "eachMember" && given.is !== "someMember") continue;
      if (given.keys.are === "name") {
        if (given.is === "someMember") this.#required.add(given.keys.name);
        const demands = this.#byName.get(given.keys.name) ?? [];
        demands.push(given.member);
        this.#byName.set(given.keys.name, demands);
      } else if (given.is === "eachMember") this.#byKeys.push(given);
    }
  }

  requires(name: string): boolean {
    return this.#required.has(name);
  }

  requiredNames(): ReadonlySet<string> {
    return this.#required;
  }

  /** The demands on the member `name`, if there is one. */
  demandsOn(name: string): readonly Demand[] {
    const demands = [...(this.#byName.get(name) ?? [])];
    weigh(this.#steps, 4 * this.#byKeys.length);
    for (const given of this.#byKeys) if (covers(given.keys, name, this.#steps) === true) demands.push(given.member);
    return demands;
  }

  canHave(name: string, further: readonly Demand[] = []): boolean {
    return this.#mayBeNamed(name, []) && this.#find([...further, ...this.demandsOn(name)]).found !== "none";
  }

  hasPlaceFor(wanted: WantedSomewhere): boolean {
    const keys = wanted.is === "someMember" ? wanted.keys : EVERY_NAME;
    const member = wanted.is === "someMember" ? [wanted.member] : [];
    const naming = wanted.is === "someName" ? [wanted.name] : [];
    for (const name of this.#mentionedNames()) {
      if (covers(keys, name, this.#steps) !== false && this.#mayBeNamed(name, naming) && this.canHave(name, member))
        return true;
    }
    const unmentioned = [...member, ...this.#demandsOnUnmentioned(keys)];
    if (this.#find(unmentioned).found === "none") return false;
    const names = [...naming, ...this.#naming];
    return names.length === 0 || this.#find([IS_STRING, ...names]).found !== "none";
  }

  /** How many members an object can have at most. */
  mostMembers(): number {
    if (this.#find(this.#demandsOnUnmentioned(EVERY_NAME)).found !== "none") return Number.POSITIVE_INFINITY;
    return [...this.#mentionedNames()].filter((name) => this.canHave(name)).length;
  }

  exampleMember(wanted: WantedSomewhere, taken: ReadonlyMap<string, Json>): [string, Json] | undefined {
    const keys = wanted.is === "someMember" ? wanted.keys : EVERY_NAME;
    const member = wanted.is === "someMember" ? [wanted.member] : [];
    const naming = wanted.is === "someName" ? [wanted.name] : [];
    const invented = this.#find([IS_STRING, ...naming, ...this.#naming]);
    const names = [...this.#mentionedNames(), ...INVENTED_NAMES];
    if (invented.found === "value" && typeof invented.value === "string") names.push(invented.value);
    for (const name of names) {
      if (taken.has(name) || covers(keys, name, this.#steps) !== true || !this.#mayBeNamed(name, naming)) continue;
      const found = this.#find([...member, ...this.demandsOn(name)]);
      if (found.found === "value") return [name, found.value];
    }
    return undefined;
  }

  /** The demands on a member that no claim mentions by name and whose name is one of `keys`. */
  #demandsOnUnmentioned(keys: Keys): readonly Demand[] {
    const demands: Demand[] = [];
    for (const given of this.#facts) {
      if (given.is === "eachMember" && coversUnmentioned(given.keys, keys)) demands.push(given.member);
    }
    return demands;
  }

  #mayBeNamed(name: string, further: readonly Demand[]): boolean {
    for (const demand of [...further, ...this.#naming]) {
      if (fitsValue(demand, name, this.#steps) === false) return false;
    }
    return true;
  }

  #mentionedNames(): ReadonlySet<string> {
    if (this.#mentioned !== undefined) return this.#mentioned;
    const names = new Set<string>();
    for (const given of this.#facts) {
      if (given.is !== "eachMember" && given.is !== "someMember") continue;
      if (given.keys.are === "name") names.add(given.keys.name);
      if (given.keys.are === "rest") for (const name of given.keys.names) names.add(name);
    }
    weigh(this.#steps, 4 * names.size);
    this.#mentioned = names;
    return names;
  }
}

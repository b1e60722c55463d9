/**
 * Matches patterns in time that grows with the length of the text times the size of the pattern, and never faster. All ways to match are
 * followed at once, character by character. Look-ahead and look-behind are tables of the places where they hold. The same walk makes these
 * tables; for look-ahead it starts at the end.
 */
import type { PatternNode, Place } from "./pattern-tree.ts";

/** Takes steps from the remaining budget of a check. Throws when they are used up. */
export type TakeSteps = (steps: number) => void;

/** States of the largest machine that is built. Counted repetitions are written out. */
const MOST_STATES = 2_000;

type State =
  | { readonly is: "character"; readonly accepts: (character: number) => boolean; readonly next: number }
  | { readonly is: "fork"; readonly next: readonly number[] }
  | { readonly is: "place"; readonly place: Place; readonly next: number }
  | { readonly is: "look"; readonly look: Look; readonly holds: boolean; readonly next: number }
  | { readonly is: "end" };

interface Look {
  readonly machine: Machine;
  readonly ahead: boolean;
}

export interface Machine {
  readonly states: readonly State[];
  readonly start: number;
  /** A match begins where the walk begins or nowhere. */
  readonly anchored: boolean;
}

class TooLarge extends Error {}

/** The machine for `tree`; undefined if it would be too large. */
export function machineFor(tree: PatternNode): Machine | undefined {
  try {
    return new MachineBuilder({ left: MOST_STATES }, false).build(tree);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

class MachineBuilder {
  readonly #states: State[] = [];
  readonly #room: { left: number };
  /** The text is walked from its end. */
  readonly #backwards: boolean;

  constructor(room: { left: number }, backwards: boolean) {
    this.#room = room;
    this.#backwards = backwards;
  }

  build(tree: PatternNode): Machine {
    const start = this.#add(tree, this.#push({ is: "end" }));
    return { states: this.#states, start, anchored: !this.#backwards && startsAnchored(tree) };
  }

  /** The state in which `node` begins and after which it continues at `next`. */
  #add(node: PatternNode, next: number): number {
    switch (node.is) {
      case "character":
        return this.#push({ is: "character", accepts: node.accepts, next });
      case "place":
        return this.#push({ is: "place", place: node.place, next });
      case "sequence": {
        const parts = this.#backwards ? node.parts : node.parts.toReversed();
        return parts.reduce((after, part) => this.#add(part, after), next);
      }
      case "choice":
        return this.#push({ is: "fork", next: node.parts.map((part) => this.#add(part, next)) });
      case "repeat":
        return this.#repeat(node.part, node.least, node.most, next);
      case "look": {
        const machine = new MachineBuilder(this.#room, node.ahead).build(node.part);
        return this.#push({ is: "look", look: { machine, ahead: node.ahead }, holds: node.holds, next });
      }
    }
  }

  #repeat(part: PatternNode, least: number, most: number, next: number): number {
    let at = next;
    if (most === Number.POSITIVE_INFINITY) {
      const loop: number[] = [next];
      at = this.#push({ is: "fork", next: loop });
      loop.push(this.#add(part, at));
    } else
      for (let copy = least; copy < most; copy += 1) at = this.#push({ is: "fork", next: [this.#add(part, at), next] });
    for (let copy = 0; copy < least; copy += 1) {
      const before = at;
      at = this.#add(part, at);
      // A part that reads nothing and asks nothing adds no state, however often it repeats.
      if (at === before) break;
    }
    return at;
  }

  #push(state: State): number {
    this.#room.left -= 1;
    if (this.#room.left < 0) throw new TooLarge();
    return this.#states.push(state) - 1;
  }
}

function startsAnchored(node: PatternNode): boolean {
  if (node.is === "place") return node.place === "start";
  if (node.is === "choice") return node.parts.every(startsAnchored);
  return node.is === "sequence" && node.parts[0] !== undefined && startsAnchored(node.parts[0]);
}

/** Whether `machine` matches somewhere in `text`. */
export function machineMatches(machine: Machine, text: string, take: TakeSteps): boolean {
  return new Walk(machine, text, take, new Map()).run(1, undefined);
}

class Walk {
  readonly #machine: Machine;
  readonly #text: string;
  readonly #take: TakeSteps;
  readonly #looks: Map<Look, Uint8Array>;
  /** For each state the last place, plus one, at which it was entered. */
  readonly #entered: Float64Array;
  #active: number[] = [];
  #found = false;
  #turn = 0;

  constructor(machine: Machine, text: string, take: TakeSteps, looks: Map<Look, Uint8Array>) {
    this.#machine = machine;
    this.#text = text;
    this.#take = take;
    this.#looks = looks;
    this.#entered = new Float64Array(machine.states.length);
  }

  /** Walks in `direction`. Without `ends` it returns at the first match, else it marks all places where a match ends. */
  run(direction: 1 | -1, ends: Uint8Array | undefined): boolean {
    const { states, start, anchored } = this.#machine;
    const text = this.#text;
    let at = direction === 1 ? 0 : text.length;
    let waiting: number[] = [];
    for (let isFirst = true; ; isFirst = false) {
      this.#turn += 1;
      this.#active = [];
      this.#found = false;
      for (const state of waiting) this.#enter(state, at);
      if (isFirst || !anchored) this.#enter(start, at);
      if (this.#found) {
        if (ends === undefined) return true;
        ends[at] = 1;
      }
      if (at === (direction === 1 ? text.length : 0)) return false;
      if (anchored && this.#active.length === 0) return false;
      const character = direction === 1 ? (text.codePointAt(at) ?? 0) : characterBefore(text, at);
      at += direction * (character > 0xffff ? 2 : 1);
      waiting = [];
      this.#take(1 + this.#active.length);
      for (const index of this.#active) {
        const state = states[index];
        if (state?.is === "character" && state.accepts(character)) waiting.push(state.next);
      }
    }
  }

  /** Makes active all states that read a character and are reached from `first` without one. */
  #enter(first: number, at: number): void {
    const pending = [first];
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      if (this.#entered[index] === this.#turn) continue;
      this.#entered[index] = this.#turn;
      this.#take(2);
      const state = this.#machine.states[index];
      if (state === undefined) continue;
      if (state.is === "character") this.#active.push(index);
      else if (state.is === "end") this.#found = true;
      else if (state.is === "fork") {
        this.#take(state.next.length);
        pending.push(...state.next);
      } else if (state.is === "place") {
        if (isAt(state.place, this.#text, at)) pending.push(state.next);
      } else if ((this.#looking(state.look)[at] === 1) === state.holds) pending.push(state.next);
    }
  }

  #looking(look: Look): Uint8Array {
    let holds = this.#looks.get(look);
    if (holds === undefined) {
      this.#take(Math.ceil(this.#text.length / 64));
      holds = new Uint8Array(this.#text.length + 1);
      new Walk(look.machine, this.#text, this.#take, this.#looks).run(look.ahead ? -1 : 1, holds);
      this.#looks.set(look, holds);
    }
    return holds;
  }
}

function characterBefore(text: string, at: number): number {
  const low = text.charCodeAt(at - 1);
  const high = at > 1 ? text.charCodeAt(at - 2) : 0;
  const isPair = low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff;
  return isPair ? (text.codePointAt(at - 2) ?? 0) : low;
}

const lineEnds = "\n\r\u2028\u2029";

function isAt(place: Place, text: string, at: number): boolean {
  switch (place) {
    case "start":
      return at === 0;
    case "end":
      return at === text.length;
    case "lineStart":
      return at === 0 || lineEnds.includes(text[at - 1] ?? "");
    case "lineEnd":
      return at === text.length || lineEnds.includes(text[at] ?? "");
    case "wordEdge":
      return isWord(text, at - 1) !== isWord(text, at);
    case "noWordEdge":
      return isWord(text, at - 1) === isWord(text, at);
  }
}

function isWord(text: string, at: number): boolean {
  const unit = at < 0 || at >= text.length ? 0 : text.charCodeAt(at);
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || (unit >= 97 && unit <= 122);
}

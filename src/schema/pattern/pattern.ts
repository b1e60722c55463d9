/**
 * Room `schema/pattern`: regular expressions from outside, tried in bounded time.
 *
 * Owns: the reading of a pattern as JSON Schema asks for it (`pattern-spelling.ts`); bounds known without running it (`pattern-shape.ts`); the
 * linear machine (`pattern-tree.ts`, `pattern-machine.ts`); the choice between the machine and the runtime's engine (this file).
 * Leaves: the count of steps to its caller, which passes a function that takes them. Only the rooms of `schema` import this room.
 *
 * Invariants:
 * - The time of a trial is bounded by its steps, for every pattern and text.
 * - A pattern that is valid ECMA-262 with the flag `u` is never changed.
 *
 * This file asks the runtime's own engine where the number of ways in which it can try a text is small. The machine tries all other patterns
 * in linear time. A pattern that neither can try, such as one with a back reference, is not tried.
 */

import { StepBudget, StepsUsedUp } from "../document/step-budget.ts";
import { type Machine, machineFor, machineMatches, type TakeSteps } from "./pattern-machine.ts";
import { ShapeReader } from "./pattern-shape.ts";
import { unicodeSpelling } from "./pattern-spelling.ts";
import { patternTree } from "./pattern-tree.ts";

/** A pattern that compiles. */
export interface Pattern {
  readonly source: string;
  readonly expression: RegExp;
  /** No text with fewer code points matches. */
  readonly shortestMatch: number;
  /** It matches every text, because it matches the empty text and has nothing that ties it to a place. */
  readonly matchesEverything: boolean;
  /** Upper bound for the ways in which a text of `length` can be tried; infinite when the pattern was not understood. */
  readonly attempts: (length: number) => number;
  /** Tries texts in linear time. Undefined where there can be none. */
  readonly machine: () => Machine | undefined;
}

/** Steps that the trial of one pattern on one name or example may take, and how many of them take the time of one step of a search. */
const MOST_STEPS = 20_000;
const STEPS_PER_SEARCH_STEP = 16;
const LONGEST_PATTERN = 1_000;
/** Ways that the runtime tries in the time of one step. */
const ATTEMPTS_PER_STEP = 8;
const MOST_KEPT = 500;

const readPatterns = new Map<string, Pattern | undefined>();

/** Reads `source` as the patterns of JSON Schema are read (ECMA-262, Unicode), or undefined if it is not one. */
export function readPattern(source: string): Pattern | undefined {
  let pattern = readPatterns.get(source);
  if (pattern !== undefined || readPatterns.has(source)) return pattern;
  pattern = read(source);
  if (readPatterns.size >= MOST_KEPT) readPatterns.clear();
  readPatterns.set(source, pattern);
  return pattern;
}

function read(source: string): Pattern | undefined {
  const spelled = unicodeSpelling(source);
  if (spelled === undefined) return undefined;
  const expression = new RegExp(spelled.source, `u${spelled.flags}`);
  const shape =
    spelled.source.length > LONGEST_PATTERN ? undefined : new ShapeReader(spelled.source).read(spelled.flags);
  let built: Machine | null | undefined;
  const machine = () => {
    if (built === undefined) {
      const tree = patternTree(spelled.source, spelled.flags);
      built = (tree === undefined ? undefined : machineFor(tree)) ?? null;
    }
    return built ?? undefined;
  };
  if (shape === undefined) {
    const attempts = () => Number.POSITIVE_INFINITY;
    return { source, expression, shortestMatch: 0, matchesEverything: false, attempts, machine };
  }
  return {
    source,
    expression,
    shortestMatch: shape.shortest,
    matchesEverything: shape.shortest === 0 && !shape.tied,
    // The first factor is the place at which the search starts.
    attempts: (length) => (shape.anchored ? 1 : length + 1) * shape.ways(length),
    machine,
  };
}

/** A text that cannot be tried: the pattern has no machine, and the runtime could try it in too many ways. */
class Untriable extends Error {}

/** Whether `text` matches. Takes steps as the time grows that finding out takes; throws if it cannot be found out. */
export function matchesWithin(pattern: Pattern, text: string, take: TakeSteps): boolean {
  if (pattern.matchesEverything) return true;
  const { length } = text;
  const byRuntime = 1 + Math.ceil((pattern.attempts(length) + length) / ATTEMPTS_PER_STEP);
  // The machine takes at least two steps for a character.
  if (byRuntime <= 2 * length + 16) {
    take(byRuntime);
    return pattern.expression.test(text);
  }
  const machine = pattern.machine();
  if (machine !== undefined) return machineMatches(machine, text, take);
  if (byRuntime === Number.POSITIVE_INFINITY) throw new Untriable(untriable(pattern.source));
  take(byRuntime);
  return pattern.expression.test(text);
}

/** Whether `text` matches; undefined if finding out might take too long. Takes what it took from the steps of the search. */
export function matches(pattern: Pattern, text: string, search: { left: number }): boolean | undefined {
  const budget = new StepBudget(MOST_STEPS);
  try {
    return search.left <= 0 ? undefined : matchesWithin(pattern, text, budget.take);
  } catch (error) {
    if (error instanceof StepsUsedUp || error instanceof Untriable) return undefined;
    throw error;
  } finally {
    search.left -= (MOST_STEPS - budget.left) / STEPS_PER_SEARCH_STEP;
  }
}

/** A pattern that could not be tried on a text of so many characters is refused where a schema is taken in. */
const SHORTEST_TRIED = 200;
const MOST_ATTEMPTS = 20_000_000;

/** Why values cannot be checked against the pattern `source`; undefined if they can. */
export function patternRefusal(source: string): string | undefined {
  const pattern = readPattern(source);
  const shown = JSON.stringify(source.slice(0, 200));
  if (pattern === undefined) return `required a regular expression of ECMA-262, found the pattern ${shown}`;
  if (pattern.attempts(SHORTEST_TRIED) <= MOST_ATTEMPTS || pattern.machine() !== undefined) return undefined;
  return untriable(source);
}

function untriable(source: string): string {
  const shown = JSON.stringify(source.slice(0, 200));
  return `required a pattern without back references and with repetitions that can be counted out, found ${shown}, which could take unbounded time`;
}

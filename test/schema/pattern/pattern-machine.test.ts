/** The linear machine says what the runtime's own engine says, and its time grows with the text alone. */
import { describe, expect, it } from "vitest";
import { StepBudget } from "../../../src/schema/document/step-budget.ts";
import { matchesWithin, patternRefusal, readPattern } from "../../../src/schema/pattern/pattern.ts";
import { machineFor, machineMatches } from "../../../src/schema/pattern/pattern-machine.ts";
import { patternTree } from "../../../src/schema/pattern/pattern-tree.ts";
import { volume } from "../../support/engine/volume.ts";

/** Numbers from 0 to 1 that are the same in each run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const next = numbersFrom(20);
const pick = (choices: readonly string[]): string => choices[Math.floor(next() * choices.length)] ?? "";
const atoms = [
  "a",
  "b",
  "[ab]",
  "[^a]",
  ".",
  "\\w",
  "\\b",
  "\\B",
  "^",
  "$",
  "\\d",
  "\\u{1F600}",
  "\\uD83D\\uDE00",
  "\\p{L}",
];
const counts = ["*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", ""];

function randomPattern(depth: number): string {
  const kind = next();
  if (depth === 0 || kind < 0.3) return pick(atoms);
  if (kind < 0.5) return randomPattern(depth - 1) + randomPattern(depth - 1);
  if (kind < 0.62) return `(?:${randomPattern(depth - 1)}|${randomPattern(depth - 1)})`;
  if (kind < 0.85) return `(${randomPattern(depth - 1)})${pick(counts)}`;
  return `(${pick(["?=", "?!", "?<=", "?<!"])}${randomPattern(depth - 1)})`;
}

const randomText = () =>
  Array.from({ length: Math.floor(next() * 8) }, () =>
    pick(["a", "b", "A", "1", " ", "\n", "\u{1F600}", "\ud83d"]),
  ).join("");

/** Tried at the beginning of each character. Left to itself V8 also tries between the halves of a pair, which ECMA-262 does not. */
function matchesSomewhere(source: string, flags: string, text: string): boolean {
  const expression = new RegExp(source, `uy${flags}`);
  let start = 0;
  for (const character of [...text, ""]) {
    expression.lastIndex = start;
    if (expression.test(text)) return true;
    start += character.length;
  }
  return false;
}

describe("[N20] the linear machine", () => {
  it("[N20] agrees with the runtime on thousands of patterns and texts", () => {
    const wrong: unknown[] = [];
    const rounds = volume({ sample: 1_500, whole: 6_000 });
    for (let round = 0; round < rounds; round += 1) {
      const source = randomPattern(4);
      const flags = next() < 0.2 ? "i" : "";
      const tree = patternTree(source, flags);
      const machine = tree === undefined ? undefined : machineFor(tree);
      if (machine === undefined) {
        wrong.push(["no machine", source]);
        continue;
      }
      for (let texts = 0; texts < 6; texts += 1) {
        const text = randomText();
        const expected = matchesSomewhere(source, flags, text);
        if (machineMatches(machine, text, new StepBudget().take) !== expected)
          wrong.push([source, flags, text, expected]);
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it.each(["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "a*a*a*a*a*a*b", "^(?=(a+)+$)a", "(x+x+)+y", "^(?!(a+)+!).*(a*)*$x"])(
    "[N20] tries %s in steps that grow with the text, not with the ways to try it",
    (source) => {
      const pattern = readPattern(source);
      if (pattern === undefined) throw new Error("required a pattern");
      const stepsFor = (length: number) => {
        const budget = new StepBudget();
        const before = budget.left;
        expect(matchesWithin(pattern, `${"a".repeat(length)}!`, budget.take)).toBe(false);
        return before - budget.left;
      };
      expect(stepsFor(2_000)).toBeLessThan(2.2 * stepsFor(1_000) + 100);
      expect(stepsFor(2_000)).toBeLessThan(2_000 * 60);
    },
  );

  it.each([
    ["^(a)\\1$", "back references"],
    ["(?<q>['\"]).*\\k<q>", "back references"],
    ["(?:(?:a{1,90}b){1,90}c){1,90}", "repetitions"],
    ["(", "regular expression"],
    ["a++b", "regular expression"],
  ])("[N20] refuses %s and says why", (source, reason) => {
    expect(patternRefusal(source)).toContain(reason);
  });

  it.each(["^.{1,4000}$", "^(?!\\s*$).+", "^(?=.*[A-Z])(?=.*\\d).{8,}$", "^[^@\\s]+@[^@\\s]+$", "^(a+)+$"])(
    "[N20] takes %s, as tools have it",
    (source) => {
      expect(patternRefusal(source)).toBeUndefined();
    },
  );
});

describe("[N23] a pattern that the flag u does not know", () => {
  it.each([
    ["^[a-z0-9\\-_\\@]+$", ["a-b@c"], ["a b"]],
    ["^\\d{4}\\-\\d{2}$", ["2026-11"], ["2026_11"]],
    ["^[\\w-.]+\\@[\\w.-]+$", ["a.b-c@d.e"], ["a b@c"]],
    ["(?i)^abc$", ["ABC", "abc"], ["abd"]],
    ["^[[:alpha:]_]+$", ["abC_"], ["a1"]],
    ["^[[:alpha:]]+$", ["abC"], ["a1"]],
    ["\\Aab\\Z", ["ab"], ["xab", "abx"]],
    ["^{[a-z]+}$", ["{ab}"], ["ab"]],
    ["^(?P<year>\\d{4})\\-$", ["2026-"], ["2026"]],
    ["^[\\]\\-\\#a]+\\%$", ["]-#a%"], ["b%"]],
  ])("[N23] %s is read as its author meant it", (source, matching, others) => {
    const pattern = readPattern(source);
    if (pattern === undefined) throw new Error("required a pattern");
    const trial = (text: string) => matchesWithin(pattern, text, new StepBudget().take);
    expect([matching.map(trial), others.map(trial)]).toEqual([matching.map(() => true), others.map(() => false)]);
  });
});

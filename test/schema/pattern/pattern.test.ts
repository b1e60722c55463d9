/** Regular expressions of strangers. */

import { describe, expect, it } from "vitest";
import { matches, patternRefusal, readPattern } from "../../../src/schema/pattern/pattern.ts";

const SHORTEST: readonly (readonly [string, number])[] = [
  ["", 0],
  ["abc", 3],
  ["a|bc", 1],
  ["^[a-z]{2,5}$", 2],
  ["a*b+c?", 1],
  ["(ab){3}", 6],
  ["(?:ab|c){2}", 2],
  ["\\d\\.\\w\\bx", 4],
  ["[\\]a]b", 2],
  ["\\p{L}{2}", 2],
  ["\\u{1F600}", 1],
  // Two escapes that make one code point.
  ["\\uD83D\\uDE00", 0],
  // Not understood, so nothing is promised.
  ["(?=abc)abc", 0],
  ["(a)\\1", 0],
];

describe("[P14] patterns", () => {
  it.each(SHORTEST)("[P14] %j matches no text shorter than %i", (source, shortest) => {
    expect(readPattern(source)?.shortestMatch).toBe(shortest);
  });

  it("[P14] that do not compile are no patterns", () => {
    expect(readPattern("(")).toBeUndefined();
    expect(readPattern("a{2,1}")).toBeUndefined();
  });

  it("[P14] that match everything are recognised, and those tied to a place are not", () => {
    expect(readPattern("a*")?.matchesEverything).toBe(true);
    expect(readPattern(".*")?.matchesEverything).toBe(true);
    for (const source of ["^a*$", "a", "\\b", "^.*$"]) expect(readPattern(source)?.matchesEverything).toBe(false);
  });

  it.each(["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "a*a*a*a*a*a*b", "^(?=(a+)+$)"])(
    "[P14, N20] %s is tried in linear time, which the runtime would take hours for",
    (source) => {
      const pattern = readPattern(source);
      expect(pattern && matches(pattern, `${"a".repeat(60)}!`, { left: 4_000 })).toBe(false);
    },
  );

  it("[P14] with a back reference is not run on a long text, because it could take hours", () => {
    const pattern = readPattern("(.*)\\1+$");
    expect(pattern && matches(pattern, `${"a".repeat(60)}!`, { left: 4_000 })).toBeUndefined();
  });

  it.each(["^(-a?a?)*$", "^(-[a-z-]+)*$", "^(-a+a+)*$", "^(-(a|a))*$", "^(\\wa+)*$", "^(.a+)*$", "^(-?a+)*$"])(
    "[P14, N20] %s, whose repetitions cannot be distinguished or cover a text in many ways, is tried in linear time",
    (source) => {
      const pattern = readPattern(source);
      expect(pattern && matches(pattern, `${"-a".repeat(60)}!`, { left: 4_000 })).toBe(false);
    },
  );

  it.each(["^[a-z0-9]+(-[a-z0-9]+)*$", "^[a-z]+(?:\\.[a-z]+)*$", "^(/[^/]+)*$"])(
    "[P14] %s is run, because a character that stands nowhere else opens each repetition",
    (source) => {
      const pattern = readPattern(source);
      expect(pattern && matches(pattern, "an-answer-that-is-not-one!", { left: 4_000 })).toBe(false);
    },
  );

  it("[N803] have counts of any number of digits, whose nesting is tried in linear time", () => {
    const endless = "9".repeat(45);
    const nested = readPattern(`^(?:a{0,${endless}}){0,${endless}}$`);
    expect(nested?.attempts(60)).toBeGreaterThan(1e6);
    expect(nested && matches(nested, `${"a".repeat(60)}!`, { left: 4_000 })).toBe(false);
    const never = readPattern(`a{${"9".repeat(400)}}`);
    expect(never?.shortestMatch).toBeGreaterThan(1e9);
    expect(never && matches(never, "aaa", { left: 4_000 })).not.toBe(true);
  });

  it("[N803] are read in no more time when a part that reads nothing repeats a thousand billion times", () => {
    for (const source of ["(?:){1000000000000}(?=a)", "(?:(?:){1000000000000}|b){100}(?=a)"])
      expect(matches(readPattern(source) as NonNullable<ReturnType<typeof readPattern>>, "ab", { left: 4_000 })).toBe(
        true,
      );
  });

  it("[N803] of thousands of groups within one another are refused as ones that could not be tried", () => {
    for (const depth of [300, 5_000]) {
      const source = `(?=${"(".repeat(depth)}a${")".repeat(depth)})`;
      expect(patternRefusal(source) === undefined, String(depth)).toBe(depth === 300);
    }
  });

  it("[P14] that cannot take long are run", () => {
    const pattern = readPattern("^[a-z][a-z0-9_-]{0,62}$");
    expect(pattern && matches(pattern, "artifact_id", { left: 4_000 })).toBe(true);
    expect(pattern && matches(pattern, "Artifact id", { left: 4_000 })).toBe(false);
  });
});

/** Suggestions for names that do not exist. */
import { describe, expect, it } from "vitest";
import { nearestNames, withFewSuggestions } from "../../src/json/nearest-name.ts";

const names = Array.from({ length: 1_000 }, (_, at) => `name${at}`);

describe("suggestions", () => {
  it("[N807] of one piece of work take a bounded time together: names behind the bound have none", () => {
    const found = withFewSuggestions(() =>
      Array.from({ length: 400 }, () => withFewSuggestions(() => nearestNames("nam", names)).length),
    );
    expect([found[0], found[299], found[300], found.at(-1)]).toEqual([3, 3, 0, 0]);
    // A name of a hundred letters counts four times.
    const long = withFewSuggestions(() =>
      Array.from({ length: 100 }, () => nearestNames("n".repeat(100), ["n".repeat(101), ...names]).length),
    );
    expect([long[0], long[74], long[75]]).toEqual([1, 1, 0]);
    expect(nearestNames("nam", names)).toHaveLength(3);
  });
});

/** Trees of JSON: what is folded at first, what is text, what a search finds, whatever is in the value. */
import { describe, expect, it } from "vitest";
import {
  foundIn,
  isOpenAtFirst,
  isText,
  sizeInWords,
  twigsOf,
  valuesWithin,
} from "../../../../dashboard/parts/json-tree/json-branch.ts";

const deep = (levels: number): unknown => {
  let value: unknown = "end";
  for (let at = 0; at < levels; at += 1) value = { a: value };
  return value;
};

describe("[N606] a tree of JSON", () => {
  it("[N606] opens its root and what is small, folds what is large, and says how large", () => {
    const large = Array.from({ length: 40 }, (_, at) => at);
    expect(isOpenAtFirst(large, 0)).toBe(true);
    expect(isOpenAtFirst(large, 1)).toBe(false);
    expect(isOpenAtFirst({ name: "x", tags: ["a"] }, 3)).toBe(true);
    expect(sizeInWords(large)).toBe("40 items");
    expect(sizeInWords({ one: 1 })).toBe("1 field");
  });

  it("[N606] counts no further than it is asked, and makes no more twigs than are shown", () => {
    const many = Array.from({ length: 200_000 }, (_, at) => ({ at }));
    expect(valuesWithin(many, 25)).toBe(25);
    expect(valuesWithin({ a: undefined, b: [null] }, 25)).toBe(3);
    expect(twigsOf(many, "", 3).map(({ pointer }) => pointer)).toEqual(["/0", "/1", "/2"]);
    expect(twigsOf({ "a/b": 1, "c~d": 2 }, "/x", 9).map(({ pointer }) => pointer)).toEqual(["/x/a~1b", "/x/c~0d"]);
  });

  it("[N606] takes what has lines or is long as text, and nothing else", () => {
    expect(isText("# Title\n\nParagraph")).toBe(true);
    expect(isText("x".repeat(81))).toBe(true);
    expect(isText("one line\n")).toBe(false);
    expect(isText(7)).toBe(false);
  });

  it("[N606] finds names and values, whatever their case, with all that stands around them", () => {
    const value = { post: { Title: "Rivers", tags: ["water", "RIVER banks"] }, other: [1, null, true] };
    const { around, isCut, matches } = foundIn(value, " river ");
    expect([...matches]).toEqual(["/post/Title", "/post/tags/1"]);
    expect([...around]).toEqual(["/post", "/post/tags"]);
    expect(isCut).toBe(false);
    expect([...foundIn(value, "null").matches]).toEqual(["/other/1"]);
    expect(foundIn(value, "  ").matches.size).toBe(0);
  });

  it("[N606] ends in a value that is deep or huge, and says that there is more", () => {
    expect(foundIn(deep(5_000), "end").matches.size).toBe(0);
    const found = foundIn(
      Array.from({ length: 5_000 }, () => "x"),
      "x",
    );
    expect([found.matches.size, found.isCut]).toEqual([500, true]);
  });
});

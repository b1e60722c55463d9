/** Text is counted as the value in it would be, in whatever pieces it comes. */
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/json/json.ts";
import { isWithin, JsonCount } from "../../src/json/json-count.ts";

const endless = { values: Number.POSITIVE_INFINITY, names: Number.POSITIVE_INFINITY };

/** What `value` holds, counted by walking it. */
function held(value: Json, names: Set<string>): number {
  if (typeof value !== "object" || value === null) return 0;
  if (!Array.isArray(value)) for (const name of Object.keys(value)) names.add(JSON.stringify(name));
  const members = Object.values(value) as readonly Json[];
  return Math.max(1, members.length) + members.reduce<number>((sum, member) => sum + held(member, names), 0);
}

const samples: readonly Json[] = [
  ...[null, 1, "", "a,b:[{", [], {}, [[]], [{}, []]],
  { a: 1, b: [1, 2, { a: "x" }], "": "" },
  { 'quo"ted': 'with "quotes", and: colons', back: "\\", "back\\": "\\\\", 'both\\"': [",", ":"] },
  { lines: "one\ntwo", "line\nfeed": "\t", ümlaut: "😀", "😀": { ümlaut: 1 } },
  { ["x".repeat(3_000)]: "y".repeat(3_000), z: ["z".repeat(3_000)] },
  ...[63, 64, 65, 200].map((length) => {
    const long = "x".repeat(length);
    return { [`${long}"a\\`]: `${long}\\"${long}\n[{,:`, [long]: [`${long}\\`, `${long}\\"`, `${long},{"b":`] };
  }),
];

describe("a count of JSON text", () => {
  it("[N59] finds the values and the different names that the value holds, in whatever pieces the text comes", () => {
    for (const sample of samples) {
      const names = new Set<string>();
      const expected = { values: held(sample, names), names: names.size };
      for (const text of [JSON.stringify(sample), JSON.stringify(sample, null, 2)])
        for (const size of [1, 2, 3, 7, 1_000, 100_000]) {
          const count = new JsonCount(endless);
          for (let at = 0; at < text.length; at += size) expect(count.add(text.slice(at, at + size))).toBe(true);
          expect(count.found, text.slice(0, 80)).toEqual(expected);
        }
    }
  });

  it("[N59] goes on over the events of a stream, whose own words end with their line", () => {
    const count = new JsonCount({ values: 5, names: 3 });
    expect(count.add(': a comment with one "\ndata: {"a":[1,2,3]}\n\n')).toBe(true);
    expect(count.found).toEqual({ values: 4, names: 2 });
    expect(count.add('event: "\ndata: {"b":[]}\n\n')).toBe(false);
    const long = new JsonCount({ values: 9, names: 9 });
    const comment = `: a comment with one "${"x".repeat(200)}\n`;
    expect(long.add(`${comment}data: {"a":[1,2,"${"y".repeat(200)}"]}\n\n${comment}`)).toBe(true);
    expect(long.found).toEqual({ values: 4, names: 4 });
  });

  it("[N59] ends where the bounds are passed", () => {
    const bounds = { values: 3, names: 2 };
    expect(isWithin("[1,2,3]", bounds)).toBe(true);
    expect(isWithin("[1,2,3,4]", bounds)).toBe(false);
    expect(isWithin('{"a":1,"b":2}', bounds)).toBe(true);
    expect(isWithin('[{"a":1},{"a":2}]', { values: 4, names: 1 })).toBe(true);
    expect(isWithin('{"a":1,"b":2,"c":3}', bounds)).toBe(false);
    const long = "x".repeat(1_025);
    expect(isWithin(`[{"${long}":1},{"${long}":1},{"${long}":1}]`, { values: 9, names: 2 })).toBe(false);
  });
});

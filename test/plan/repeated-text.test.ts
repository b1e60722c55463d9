/** Text that says no more than the output: it is told to no model a second time. */
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/json/json.ts";
import { textBeside } from "../../src/plan/result-text.ts";

const output = { city: "Oslo", days: [{ low: -3, high: 2 }], note: null };

describe("[N10, P7, P20] the text of a result", () => {
  it.each<[string, string, Json]>([
    ["its JSON", JSON.stringify(output), output],
    ["its JSON, laid out", JSON.stringify(output, null, 2), output],
    ["its JSON with the members in another order", '{"note":null,"days":[{"high":2,"low":-3}],"city":"Oslo"}', output],
    ["its JSON with numbers written otherwise", '{"n":1.0,"m":1e2}', { n: 1, m: 100 }],
    ["its JSON without members that were added to it", '{"city":"Oslo"}', { city: "Oslo", artifact_id: "a" }],
    ["the same string", "Sunny", "Sunny"],
    ["its only member", "Sunny", { text: "Sunny" }],
    ["its member `text` among others", "Sunny", { text: "Sunny", degrees: 21 }],
  ])("is left out where it is %s", (_, text, given) => {
    expect(textBeside(text, given)).toBeUndefined();
  });

  it.each<[string, string, Json]>([
    ["says something else", "Sunny in Oslo", output],
    ["is JSON with another value deep within", '{"city":"Oslo","days":[{"low":-3,"high":3}],"note":null}', output],
    ["is JSON with a member more", '{"city":"Oslo","wind":"NW"}', { city: "Oslo" }],
    ["is a shorter list", "[1]", [1, 2]],
    ["names a member of every object", '{"constructor":null}', {}],
    ["has a member fewer within a member", '{"a":{}}', { a: { b: 1 } }],
    ["has a list in the place of an object", '{"a":[]}', { a: {} }],
  ])("stays where it %s", (_, text, given) => {
    expect(textBeside(text, given)).toBe(text);
  });

  it("is compared without harm however deep it is nested, and stays", () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    expect(textBeside(deep, [[[]]]) === deep).toBe(true);
  });

  it("is not parsed for the comparison beyond a megabyte, and stays then", () => {
    const long = ["ä".repeat(1_048_576)];
    const text = JSON.stringify(long, null, 1);
    expect(textBeside(text, long) === text).toBe(true);
  });
});

/** JSON to read: exact where it is shown whole, and never more work than what is shown. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonTokens } from "../../../dashboard/parts/json-tokens.ts";

const textOf = (value: unknown, most = 1_000_000) =>
  jsonTokens(value, most)
    .tokens.map(({ text }) => text)
    .join("");

test("what is shown whole is the JSON of the value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(textOf(value)).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test("a megabyte is cut to what was asked for, in a text as in a list, and says that it was", () => {
  for (const value of ["x".repeat(1_000_000), Array.from({ length: 200_000 }, (_, at) => at)]) {
    const { isCut, tokens } = jsonTokens(value, 500);
    expect(isCut).toBe(true);
    expect(tokens.map(({ text }) => text).join("")).toHaveLength(500);
  }
});

test("values that nest without end do not end the page", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 50_000; level += 1) deep = [deep];
  expect(textOf(deep, 1_000_000)).toContain("…");
});

test("references to other steps are distinguished from texts", () => {
  const { tokens } = jsonTokens({ a: "{{steps.research.output.title}}", b: "$5 and up" }, 500);
  expect(tokens.filter(({ kind }) => kind === "r").map(({ text }) => text)).toEqual([
    '"{{steps.research.output.title}}"',
  ]);
});

/** A whole event as JSON: the names of the schema, bounded lines, data of others left alone. */
import { expect, test } from "vitest";
import { jsonLines, plainEvent } from "../../../../dashboard/execution/events/event-json.ts";

test("names that only the operation needed are those of the schema again, and data of others keeps its own", () => {
  const read = {
    __typename: "StepFinished",
    status__step: "FAILED",
    failure__ended: { code: "TOOL_ERROR", details: { a__b: 1, __typename: "mine" } },
    content: { byteSize: 14, value: { c__d: true }, preview: "{" },
    output__step: { byteSize: 90_000, value: null, preview: "[1,2" },
  };
  expect(plainEvent(read)).toEqual({
    status: "FAILED",
    failure: { code: "TOOL_ERROR", details: { a__b: 1, __typename: "mine" } },
    content: { byteSize: 14, value: { c__d: true } },
    output: { byteSize: 90_000, preview: "[1,2" },
  });
});

test("a value of a megabyte is a line of 2,000 characters, and a long list 400 lines that say how many are left", () => {
  const { lines } = jsonLines({ text: "x".repeat(1_000_000) });
  expect(Math.max(...lines.map(({ value }) => value.length))).toBeLessThan(2_100);
  const long = jsonLines(Array.from({ length: 1_000 }, (_, at) => at));
  expect([long.lines.length, long.left]).toEqual([400, 602]);
});

test("the lines put together are the JSON", () => {
  const value = { 'a": ': ['b": 1', { c: null }], d: -1.5e3, e: {}, f: "", g: [] };
  const { lines } = jsonLines(value);
  expect(lines.map(({ comma, indent, name, value: text }) => indent + name + text + comma).join("\n")).toBe(
    JSON.stringify(value, null, 2),
  );
});

/** Arguments with where their values came from. */
import { expect, test } from "vitest";
import { argumentRows, inShort } from "../../../../dashboard/execution/inspector/argument-rows.ts";
import { sourceWords } from "../../../../dashboard/parts/source-words.ts";

const from = (target: string, kind: string, stepId: string | null = null, source: string | null = null) => ({
  ...{ target, kind, stepId, source },
});

test("each argument has the sources of its own values, also where a name holds the signs of a pointer", () => {
  const rows = argumentRows({ "a/b": { c: 1, d: 2 }, a: "x" }, [
    from("/a~1b/c", "STEP", "one", "/x"),
    from("/a~1b/d", "BINDING", null, "/d"),
    from("/a", "CALLER"),
  ]);
  expect(rows?.map(({ name, sources }) => [name, sources.map(({ within }) => within)])).toEqual([
    ["a/b", ["/c", "/d"]],
    ["a", [""]],
  ]);
});

test("each argument has the sources of an expression that all arguments are the value of", () => {
  const rows = argumentRows({ a: 1, b: 2 }, [from("", "STEP", "one", "/x")]);
  expect(rows?.map(({ name, sources }) => [name, sources.map(({ source }) => source.stepId)])).toEqual([
    ["a", ["one"]],
    ["b", ["one"]],
  ]);
});

test("arguments that are no object are not distinguished, and neither is nothing", () => {
  expect([argumentRows([1], []), argumentRows(null, []), argumentRows("text", [])]).toEqual([null, null, null]);
});

test("what is too long for a line is shortened", () => {
  expect([inShort([1, 2]), inShort(Array.from({ length: 100 }, () => 7)), inShort({ text: "x".repeat(200) })]).toEqual([
    null,
    "100 items",
    "1 field",
  ]);
});

test("a source says the step and the path, the binding, or that the plan says it itself", () => {
  const words = [
    from("", "STEP", "research", "/artifact/title"),
    from("", "BINDING", null, "/audience"),
    from("", "CALLER"),
    from("", "GUESSED_BY_A_NEWER_SERVER", "step", "/x"),
  ].map((source) => sourceWords(source));
  expect(words.map(({ name, path }) => `${name}|${path}`)).toEqual([
    "research|/artifact/title",
    "audience|given at the start",
    "|in the plan",
    "step|/x",
  ]);
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathOf, pathsOf, readText, writeReference, writeText } from "../../src/plan/reference.ts";
import { processorMs } from "../support/engine/processor-time.ts";

function reference(text: string) {
  const meaning = readText(text);
  if (meaning.kind !== "REFERENCE") throw new Error(`Expected a reference, found ${JSON.stringify(meaning)}`);
  const { expression } = meaning;
  return expression.kind === "INDEX"
    ? { index: expression.index, path: expression.path }
    : { chain: pathOf(expression.links) };
}

describe("the spelling of references", () => {
  it("[P9] reads $N.output.path with a 0-based index as a whole string", () => {
    expect(reference("$0.output.artifact_id")).toEqual({ index: 0, path: ["artifact_id"] });
    expect(reference("$12.output")).toEqual({ index: 12, path: [] });
  });

  it("[P10] reads dots as nested fields", () => {
    expect(reference("$0.output.metadata.title")).toEqual({ index: 0, path: ["metadata", "title"] });
  });

  it("[C1] reads array indices as .0 and as [0], and other keys in quoted brackets", () => {
    expect(reference('$0.output.items.0.name[1]["a.b"]["0"]')).toEqual({
      index: 0,
      path: ["items", 0, "name", 1, "a.b", "0"],
    });
    expect(reference('{{bindings["a.b"].c}}')).toEqual({ chain: ["bindings", "a.b", "c"] });
  });

  it("[O7] reads {{ … }} with space around the chain", () => {
    expect(reference("{{ result.research.title }}")).toEqual({ chain: ["result", "research", "title"] });
    expect(reference("{{\n\tresearch.output\n}}")).toEqual({ chain: ["research", "output"] });
  });

  it("[C1] splits a string with embedded references into text and references", () => {
    const meaning = readText("About {{result.topic}}: {{ a.output.x }}!");
    if (meaning.kind !== "TEXT") throw new Error(`Expected text with references, found ${meaning.kind}`);
    expect(meaning.parts.map((part) => (typeof part === "string" ? part : part.text))).toEqual([
      "About ",
      "{{result.topic}}",
      ": ",
      "{{ a.output.x }}",
      "!",
    ]);
  });

  it.each([
    ["the index form inside other text", "see $0.output.title"],
    ["an index without output", "$5 and more"],
    ["an index followed by another word", "$0.outputs"],
    ["a condition variable", "$" + "{v} == 1"],
    ["single braces", "{ a } and {b}"],
  ])("[C1] takes %s as text", (_, text) => {
    expect(readText(text)).toMatchObject({ kind: "LITERAL", text });
  });

  it.each([
    ["$$5.output.x", "$5.output.x"],
    ["$$5.output", "$5.output"],
    ["$$$5.output.x", "$$5.output.x"],
    ["\\{{a}}", "{{a}}"],
    ["say \\{{a}} and \\{{", "say {{a}} and {{"],
    ["\\\\\\{{a}}", "\\{{a}}"],
    ["$$0.output.\\{{", "$0.output.{{"],
  ])("[R30] reads the escape %s as the text %s", (written, text) => {
    expect(readText(written)).toEqual({ kind: "LITERAL", text, lookalikes: [] });
  });

  it("[C1] reads two backslashes before {{ as one backslash and a reference", () => {
    const meaning = readText("\\\\{{a.output}}");
    expect(meaning).toMatchObject({ kind: "TEXT", parts: ["\\", { kind: "CHAIN", text: "{{a.output}}" }] });
  });

  it("[C1] lets the last two of a run of braces open, so that references fit into JSON text", () => {
    const meaning = readText("{{{a.output}}: 1}");
    expect(meaning).toMatchObject({ kind: "TEXT", parts: ["{", { text: "{{a.output}}" }, ": 1}"] });
  });

  it.each([
    "{{",
    "{{}}",
    "{{ a.output",
    "text {{ a.output } more",
    "{{ a b }}",
    "{{ a.output.x | upper }}",
    "{{#if a}}",
    "{{a.output['x']}}",
    "{{a.output[-0]}}",
    "{{a.output[- 1]}}",
    "{{a.output[**]}}",
    "{{a.output.*}}",
    '{{a.output["x}}',
    "{{a..b}}",
    "$0.output.",
    "$0.output.title is nice",
    "$0.output[",
    '$0.output["\\x"]',
  ])("[C1] finds %s malformed instead of taking it as text", (text) => {
    expect(readText(text).kind).toBe("MALFORMED");
  });

  it.each([
    ["{{a.output[-1]}}", "{{steps.a.output[-1]}}", { path: [-1] }],
    ["{{a.output.rows[*]}}", "{{steps.a.output.rows[*]}}", { path: ["rows"], each: [[]] }],
    [
      "{{a.output[*].b[-2][*].c.d}}",
      "{{steps.a.output[*].b[-2][*].c.d}}",
      {
        path: [],
        each: [
          ["b", -2],
          ["c", "d"],
        ],
      },
    ],
    ['{{a.output["*"]["-1"]}}', '{{steps.a.output["*"].-1}}', { path: ["*", "-1"] }],
    ["{{a.output.-1}}", "{{steps.a.output.-1}}", { path: ["-1"] }],
  ])("[N310] reads %s and writes it as %s", (text, written, paths) => {
    const meaning = readText(text);
    if (meaning.kind !== "REFERENCE" || meaning.expression.kind === "INDEX") throw new Error(`Cannot read ${text}`);
    const reference = { root: "steps", id: "a", ...pathsOf(meaning.expression.links.slice(2)) } as const;
    expect(reference).toEqual({ root: "steps", id: "a", ...paths });
    expect(writeReference(reference)).toBe(written);
    expect(readText(`$0.output${text.slice("{{a.output".length, -2)}`)).toMatchObject({ expression: paths });
  });

  it("[C1] reads back whatever it writes, for any text around any references", () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom("{", "}", "\\", "$", "0", ".", "a", '"', "[", "]", " ") }),
      fc.constantFrom("{{", "\\{{", "$0.output.x", "$$0.output", "$7.output[0]", "{{steps.a.output}}", "__proto__"),
      fc.constantFrom(
        "$x.output.v",
        "see $0.content",
        "$$0.v",
        " $0.v ",
        "$" + "{0.output.v}",
        "$$" + "{x.output}",
        "$steps.a",
      ),
      fc.string({ unit: fc.constantFrom("$", "{", "}", ".output", "x", "0", " ", "(", ".v", "[0]") }),
    );
    const segment = fc.oneof(hostile, fc.nat());
    const part = fc.oneof(
      fc.record({ literal: hostile.filter((text) => text !== "") }),
      fc.record({ id: hostile, path: fc.array(segment, { maxLength: 3 }), root: fc.constantFrom("steps", "bindings") }),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const separated = parts.filter(
          (one, at) => !("literal" in one && at > 0 && "literal" in (parts[at - 1] ?? {})),
        );
        const written = writeText(
          separated.map((one) =>
            "literal" in one ? one : { reference: writeReference({ ...one, root: one.root as "steps" | "bindings" }) },
          ),
        );
        const meaning = readText(written);
        const read =
          meaning.kind === "LITERAL"
            ? [meaning.text]
            : meaning.kind === "REFERENCE"
              ? [meaning.expression]
              : meaning.kind === "TEXT"
                ? meaning.parts
                : [];
        const shown = read.map((one) => (typeof one === "string" ? { literal: one } : chainOf(one)));
        const expected = separated.map((one) =>
          "literal" in one ? one : [one.root, one.id, ...(one.root === "steps" ? ["output"] : []), ...one.path],
        );
        expect(shown).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});

function chainOf(expression: Extract<ReturnType<typeof readText>, { kind: "REFERENCE" }>["expression"]) {
  if (expression.kind === "INDEX") return expression;
  const [root, id, ...rest] = expression.links;
  return [root?.name, id?.name, ...pathOf(rest)];
}

it("[N717] a long text of a plan is written in time that its braces take, not its characters", () => {
  const literal = "x".repeat(1_000_000);
  const times = [1, 2, 3].map(() => {
    const begun = processorMs();
    expect(writeText([{ literal }])).toBe(literal);
    return processorMs() - begun;
  });
  expect(Math.min(...times)).toBeLessThan(100);
});

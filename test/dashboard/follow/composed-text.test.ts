import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composedRanges } from "../../../dashboard/follow/composed-text.ts";

const shown = (template: string, composed: string, references: Parameters<typeof composedRanges>[2]) =>
  composedRanges(template, composed, references).map(({ end, references: of, start }) => [
    composed.slice(start, end),
    of.join(),
  ]);

describe("the ranges of a composed string", () => {
  it("[N645] say which characters the plan wrote and which each reference gave", () => {
    const references = [
      { expression: "{{a}}", value: "tides" },
      { expression: "{{b}}", value: null },
    ];
    expect(shown("On {{a}} for {{b}}!", "On tides for Ann!", references)).toEqual([
      ["On ", ""],
      ["tides", "0"],
      [" for ", ""],
      ["Ann", "1"],
      ["!", ""],
    ]);
    // The same reference twice, and a value that looks like the text around it.
    expect(shown("{{a}} and {{a}}", "x and y and x and y", [{ expression: "{{a}}", value: "x and y" }])).toEqual([
      ["x and y", "0"],
      [" and ", ""],
      ["x and y", "0"],
    ]);
  });

  it("[N645] are one range with every source where several divisions would fit, or none does", () => {
    const unknown = [
      { expression: "{{a}}", value: null },
      { expression: "{{b}}", value: null },
    ];
    expect(shown("{{a}}, {{b}}", "x, y, z", unknown)).toEqual([["x, y, z", "0,1"]]);
    expect(shown("{{a}}{{b}}.", "xy.", unknown)).toEqual([
      ["xy", "0,1"],
      [".", ""],
    ]);
    expect(shown("On {{a}}", "something else", [{ expression: "{{a}}", value: "tides" }])).toEqual([
      ["something else", "0"],
    ]);
    expect(shown("no reference", "no reference", [{ expression: "{{gone}}", value: null }])).toEqual([
      ["no reference", "0"],
    ]);
  });

  it("[N645] cover the string without gap, and never give a character of the plan to a reference that is known", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", ",", " ", "{", "é", "𝄞") });
    const parts = fc.array(fc.oneof(fc.record({ text }), fc.record({ value: text, isKnown: fc.boolean() })), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(parts, (made) => {
        const references: { expression: string; value: string | null }[] = [];
        let template = "";
        let composed = "";
        for (const part of made) {
          if ("text" in part) template += part.text;
          else {
            const expression = `{{steps.s${references.length}.output}}`;
            references.push({ expression, value: part.isKnown ? part.value : null });
            template += expression;
          }
          composed += "text" in part ? part.text : part.value;
        }
        const ranges = composedRanges(template, composed, references);
        let at = 0;
        for (const range of ranges) {
          expect(range.start).toBe(at);
          at = range.end;
        }
        expect(at).toBe(composed.length);
        if (references.every(({ value }) => value !== null))
          for (const { references: of, start, end } of ranges)
            if (of.length > 0) expect(composed.slice(start, end)).toBe(references[of[0] ?? 0]?.value);
      }),
      { numRuns: 200 },
    );
  });
});

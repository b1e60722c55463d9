/** Text with Markdown in it: what is understood, and that nothing of it is lost or slow. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { blocksOf, spansOf } from "../../../../dashboard/parts/prose/prose-blocks.ts";
import { processorMs } from "../../../support/engine/processor-time.ts";

it("[N607] headings, lists, quotes, code and paragraphs are distinguished, and everything else stays as it was written", () => {
  const text =
    "# Rivers\n\nThree of\nthem:\n\n1. Aare\n2. Inn\n- Rhine\n\n> says one\n> and two\n\n```js\n# no heading\n```\n<script>x</script>";
  expect(blocksOf(text)).toEqual([
    { kind: "HEADING", level: 1, text: "Rivers" },
    { kind: "PARAGRAPH", text: "Three of\nthem:" },
    { kind: "LIST", isOrdered: true, start: 1, items: ["Aare", "Inn"] },
    { kind: "LIST", isOrdered: false, start: 1, items: ["Rhine"] },
    { kind: "QUOTE", text: "says one\nand two" },
    { kind: "CODE", text: "# no heading" },
    { kind: "PARAGRAPH", text: "<script>x</script>" },
  ]);
  expect(blocksOf("```\nnever closed")).toEqual([{ kind: "CODE", text: "never closed" }]);
});

it("[N607] strong, emphasised and code words are distinguished; names with underscores and sums are left alone", () => {
  expect(spansOf("a **b** and *c* with `d*e*`")).toEqual([
    { kind: "PLAIN", text: "a " },
    { kind: "STRONG", text: "b" },
    { kind: "PLAIN", text: " and " },
    { kind: "EMPHASIS", text: "c" },
    { kind: "PLAIN", text: " with " },
    { kind: "CODE", text: "d*e*" },
  ]);
  for (const text of ["create_blog_post and is_error", "2 * 3 * 4", "[x](javascript:alert(1))", "**", "`"])
    expect(spansOf(text)).toEqual([{ kind: "PLAIN", text }]);
});

it("[N607] no word of a text is lost, whatever it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", " ", "*", "_", "`", "\n", "-", "1.", "#", ">") }), (text) => {
      const words = (from: string) => from.replace(/[^a1]/g, "");
      const shown = blocksOf(text)
        .map((block) =>
          block.kind === "LIST"
            ? block.items.map((item, at) => (block.isOrdered ? `${block.start + at}${item}` : item)).join("")
            : block.text,
        )
        .join("");
      expect(words(shown).replaceAll("1", "").length).toBe(
        words(text.replace(/^ {0,3}(`{3,}|~{3,}).*$/gm, "")).replaceAll("1", "").length,
      );
    }),
    { numRuns: 200 },
  );
});

it("[N607] a text of nothing but marks is read in a moment", () => {
  const before = processorMs();
  for (const mark of ["*", "`", "_a ", "**a", "> ", "- ", "```\n", "~~~\n"]) {
    for (const block of blocksOf(mark.repeat(200_000 / mark.length))) if (block.kind !== "LIST") spansOf(block.text);
  }
  expect(processorMs() - before).toBeLessThan(4_000);
});

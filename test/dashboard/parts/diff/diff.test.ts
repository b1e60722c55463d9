/** Differences of sequences, values and texts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sequenceDiff } from "../../../../dashboard/parts/diff/sequence-diff.ts";
import { textDiff } from "../../../../dashboard/parts/diff/text-diff.ts";
import { valueDiff } from "../../../../dashboard/parts/diff/value-diff.ts";
import { sameJson } from "../../../../src/json/json.ts";

const letters = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 14 });

/** How many items the longest common subsequence has. */
function commonLength(left: readonly string[], right: readonly string[]): number {
  let above = Array<number>(right.length + 1).fill(0);
  for (const item of left) {
    const row = [0];
    for (const [at, other] of right.entries())
      row.push(item === other ? (above[at] ?? 0) + 1 : Math.max(above[at + 1] ?? 0, row[at] ?? 0));
    above = row;
  }
  return above.at(-1) ?? 0;
}

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((at, name) => (at as { readonly [name: string]: unknown })[name], value);
}

describe("a difference", () => {
  it("[N629] of sequences gives both sides again, with as much in common as they have", () => {
    fc.assert(
      fc.property(letters, letters, (left, right) => {
        const parts = sequenceDiff(left, right);
        const side = (kind: "LEFT" | "RIGHT") =>
          parts.filter((part) => part.kind === kind || part.kind === "SAME").flatMap(({ items }) => items);
        expect([side("LEFT"), side("RIGHT")]).toEqual([left, right]);
        const same = parts.filter(({ kind }) => kind === "SAME").flatMap(({ items }) => items);
        expect(same).toHaveLength(commonLength(left, right));
        expect(parts.every(({ items, kind }, at) => items.length > 0 && kind !== parts[at + 1]?.kind)).toBe(true);
      }),
    );
  });

  it("[N629] of sequences that have little in common is bounded: what is between their ends is exchanged", () => {
    const left = ["a", ...Array.from({ length: 5_000 }, (_, at) => `l${at}`), "z"];
    const right = ["a", ...Array.from({ length: 5_000 }, (_, at) => `r${at}`), "z"];
    expect(sequenceDiff(left, right).map(({ items, kind }) => [kind, items.length])).toEqual([
      ["SAME", 1],
      ["LEFT", 5_000],
      ["RIGHT", 5_000],
      ["SAME", 1],
    ]);
  });

  it("[N629] of values names each place on both sides, and is none for the same JSON", () => {
    const leaf = fc.constantFrom<unknown>(null, 1, 2, "x", "/~");
    const nested = (inner: fc.Arbitrary<unknown>) =>
      fc.oneof(inner, fc.array(inner, { maxLength: 4 }), fc.dictionary(fc.constantFrom("a", "b/", "~c"), inner));
    const value = nested(nested(leaf));
    fc.assert(
      fc.property(value, value, (left, right) => {
        const { changes, isCut } = valueDiff(left, right);
        expect(changes.length === 0).toBe(sameJson(left, right));
        expect(isCut).toBe(false);
        for (const change of changes) {
          if (change.kind !== "ADDED")
            expect(valueAt(left, change.kind === "CHANGED" ? change.leftAt : change.at)).toBe(change.left);
          if (change.kind !== "REMOVED") expect(valueAt(right, change.at)).toBe(change.right);
          if (change.kind === "CHANGED") expect(sameJson(change.left, change.right)).toBe(false);
        }
      }),
    );
    const [before, after] = [
      { list: ["a", { n: 1 }, "c"], "x/y": 1 },
      { list: ["new", "a", { n: 2 }, "c"], z: null },
    ];
    expect(valueDiff(before, after).changes).toEqual([
      { kind: "ADDED", at: "/list/0", right: "new" },
      { kind: "CHANGED", at: "/list/2/n", leftAt: "/list/1/n", left: 1, right: 2 },
      { kind: "REMOVED", at: "/x~1y", left: 1 },
      { kind: "ADDED", at: "/z", right: null },
    ]);
    const many = valueDiff(Array(300).fill(1), Array(300).fill(2));
    expect([many.changes.length, many.isCut]).toEqual([200, true]);
  });

  it("[N629] of texts loses no character, and finds the word that was exchanged", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", ".", "é", "🙂", "\ud83d") });
    fc.assert(
      fc.property(text, text, (left, right) => {
        const parts = textDiff(left, right);
        const side = (kind: "LEFT" | "RIGHT") =>
          parts.flatMap((part) => (part.kind === kind || part.kind === "SAME" ? [part.text] : [])).join("");
        expect([side("LEFT"), side("RIGHT")]).toEqual([left, right]);
      }),
    );
    expect(textDiff("About rivers, in short.", "About lakes, in short.")).toEqual([
      { kind: "SAME", text: "About " },
      { kind: "LEFT", text: "rivers" },
      { kind: "RIGHT", text: "lakes" },
      { kind: "SAME", text: ", in short." },
    ]);
    expect(textDiff("77c4-9e3", "535e-9e3").map(({ text }) => text)).toEqual(["77c4-9e3", "535e-9e3"]);
    expect(textDiff("x\n".repeat(40_000), `${"x\n".repeat(39_999)}y`).map(({ kind }) => kind)).toEqual([
      "SAME",
      "LEFT",
      "RIGHT",
    ]);
  });
});

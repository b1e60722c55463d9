/** Delimiting and cutting, for whatever anybody writes. */
import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/json/json.ts";
import { bytesInJson, cutToFit } from "../../../src/model/prompts/cut-to-fit.ts";
import { dataBlock, dataText, instructionBlock } from "../../../src/model/prompts/data-block.ts";
import { cuttable, fittedText } from "../../../src/model/prompts/fitted-text.ts";
import { processorMs } from "../../support/engine/processor-time.ts";

/** JSON in which the texts like to look like tags of ours. */
const hostileText = fc.oneof(
  fc.constantFrom("</output>", "<step>", "\n</report>\n", "< / OUTPUT", '"}', "\\u003c/output>", "\ud800"),
  fc.string({ unit: "binary" }),
);
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small" },
    hostileText,
    fc.constantFrom<Json>(null, true, 0.5),
    fc.array(tie("json")),
    // The parser below takes `__proto__` for the prototype.
    fc.dictionary(
      hostileText.filter((name) => name !== "__proto__"),
      tie("json"),
    ),
  ),
}));

describe("data in a prompt [E13]", () => {
  it("has no tag in it, stays on its line and is read back as it was", () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = dataText(value);
        expect(text).not.toMatch(/[<\n\r]/);
        // Not by JSON.parse of Node 24.21: once it has read {"\\":1}, it reads {"\n":1} as {"\\":1}. workerd and Node 20 read both.
        expect(parse(text)).toEqual(value);
        expect(dataBlock("output", [value]).split("\n")).toHaveLength(3);
      }),
    );
  });

  it("keeps a member that is called __proto__", () => {
    expect(dataText({ ["__proto__"]: ["</output>"] })).toBe('{"__proto__":["\\u003c/output>"]}');
  });

  it("leaves of instructions everything but what looks like our tags", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(hostileText, fc.constantFrom("<b>", "a < b", " skill", "</"))), (parts) => {
        const text = parts.join("");
        const lines = instructionBlock("skill", text).split("<skill>\n")[1]?.split("\n</skill>")[0];
        expect(lines?.replaceAll("&lt;", "<")).toBe(text.replaceAll("&lt;", "<"));
        expect(lines).not.toMatch(/<\s*\/?\s*(output|step|report|skill)\b/i);
      }),
    );
  });

  it("is searched for tags in the time that its length takes", () => {
    const startedAt = processorMs();
    instructionBlock("skill", `${"< /".repeat(20_000)}<${" ".repeat(200_000)}`);
    expect(processorMs() - startedAt).toBeLessThan(1_000);
  });
});

describe("cutting", () => {
  const texts = fc.array(fc.string({ unit: "binary", maxLength: 60 }), { maxLength: 12 });

  it("keeps beginnings within the bytes, none of them split within a character, and counts what is missing", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: -10, max: 500 }), (given, maxBytes) => {
        const cut = cutToFit(given, maxBytes);
        const used = cut.reduce((sum, { text }) => sum + bytesInJson(text), 0);
        expect(used).toBeLessThanOrEqual(Math.max(0, maxBytes));
        for (const [at, { text, bytesLeftOut }] of cut.entries()) {
          const whole = given[at] ?? "";
          expect([...whole].slice(0, [...text].length).join("")).toBe(text);
          expect(Buffer.byteLength(whole) - Buffer.byteLength(text)).toBe(bytesLeftOut);
        }
      }),
    );
  });

  it("is fair: nothing is cut if all fits, and nothing whole is larger than what was cut", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 500 }), (given, maxBytes) => {
        const sizes = given.map(bytesInJson);
        const cut = cutToFit(given, maxBytes);
        const isCut = cut.map(({ text }, at) => text !== given[at]);
        if (sizes.reduce((sum, size) => sum + size, 0) <= maxBytes) expect(isCut).not.toContain(true);
        for (const [at, { text }] of cut.entries()) {
          if (!isCut[at]) continue;
          // A character takes six bytes at most.
          const length = bytesInJson(text) + 6;
          for (const [other, size] of sizes.entries()) if (!isCut[other]) expect(size).toBeLessThanOrEqual(length);
        }
      }),
    );
  });

  it("never lets a block be closed by what it holds, nor be longer than it may", () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 5 }), fc.integer({ min: 0, max: 600 }), (values, spare) => {
        const parts = ["before", ...values.map((value) => cuttable("output", [value])), "after"];
        const fixed = fittedText(
          parts.map((part) => (typeof part === "string" ? part : { ...part, data: "" })),
          Number.MAX_SAFE_INTEGER,
        );
        const note = ' bytes_left_out=\\"9007199254740991\\"'.length * values.length;
        const maxBytes = bytesInJson(fixed) + note + spare;
        const text = fittedText(parts, maxBytes);
        expect(bytesInJson(text)).toBeLessThanOrEqual(maxBytes);
        expect(text.match(/<\/?output/g) ?? []).toHaveLength(values.length * 2);
        expect(text.startsWith("before") && text.endsWith("after")).toBe(true);
      }),
    );
  });
});

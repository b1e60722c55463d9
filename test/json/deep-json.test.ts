import { describe, expect, it } from "vitest";
import { firstBytes, previewed } from "../../src/execution/events/value-slots.ts";
import { deepestReadable, handedOver, isDeep, jsonBeginning, jsonText, valueOrText } from "../../src/json/deep-json.ts";
import type { Json } from "../../src/json/json.ts";

const nested = (levels: number): { readonly text: string; readonly value: Json } => {
  const text = `${'{"a":['.repeat(levels / 2)}1${"]}".repeat(levels / 2)}`;
  return { text, value: JSON.parse(text) };
};

describe("the beginning of a JSON text", () => {
  const values: readonly unknown[] = [
    ...[null, true, -1.5e300, Number.NaN, "", "plain", 'quo"te\\ \n\u0007 é 😀 \ud83d end', [], {}, [[]], { "": {} }],
    [1, "two", [3, [null, { four: [5] }]], undefined, {}],
    { a: 1, left: undefined, "b\n😀": { c: [], d: "x" }, e: [{ f: undefined }] },
  ];

  it("[N28] is the beginning of what JSON.stringify writes, wherever it is cut", () => {
    for (const value of values) {
      const whole = JSON.stringify(value);
      for (let characters = 0; characters <= whole.length + 1; characters += 1)
        expect(jsonBeginning(value as Json, characters)).toBe(whole.slice(0, characters));
      expect(jsonBeginning(value as Json)).toBe(whole);
    }
  });

  it("[N28] is made of values that lie as deep as anything that was ever stored", () => {
    const { text, value } = nested(100_000);
    expect(jsonText(value) === text).toBe(true);
    expect(jsonBeginning(value, 2_000) === text.slice(0, 2_000)).toBe(true);
    const frame = previewed({ bytes: text.length, digest: null, inline: value });
    expect(frame.preview === firstBytes(text, 2_048)).toBe(true);
  });
});

describe("a value on its way out of its object", () => {
  it("[N28] goes as its text from the level on that nobody can write or copy", () => {
    const [readable, deep] = [nested(deepestReadable), nested(deepestReadable + 2)];
    expect([isDeep(readable.value), isDeep(deep.value)]).toEqual([false, true]);
    expect(handedOver(readable.value)).toEqual({ value: readable.value });
    expect(handedOver(deep.value)).toEqual({ deepText: deep.text });
    expect(structuredClone(readable.value)).toEqual(readable.value);
  });

  it("[N28] is its text for readers without another place for it", () => {
    expect([valueOrText(null), valueOrText({ value: [1] }), valueOrText({ deepText: "[[]]" })]).toEqual([
      undefined,
      [1],
      "[[]]",
    ]);
  });
});

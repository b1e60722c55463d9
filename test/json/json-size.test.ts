import { describe, expect, it } from "vitest";
import { type Json, utf8Bytes } from "../../src/json/json.ts";
import { jsonSize, stringBytes } from "../../src/json/json-size.ts";

const unbounded = Number.POSITIVE_INFINITY;

describe("the size of a JSON value", () => {
  it("[N120] is that of its JSON text, to the byte", () => {
    const values: Json[] = [
      null,
      true,
      -1.5e300,
      "",
      'a "quote" \\ and \n\t\r\b\f\u0001\u001f\u007f',
      "é ß 漢字 😀 \ud800 \udc00 \ud83d",
      [],
      {},
      [1, [2, [3]], {}],
      { a: { b: [null, "x"] }, ключ: 1, 'k"': [] },
    ];
    for (const value of values)
      expect(jsonSize(value, unbounded, unbounded).bytes).toBe(utf8Bytes(JSON.stringify(value)));
    expect(stringBytes("ab", unbounded)).toBe(4);
  });

  it("[N120] and its depth are found for values that would exhaust the stack", () => {
    let deep: Json = 1;
    for (let level = 0; level < 200_000; level += 1) deep = level % 2 === 0 ? [deep] : { a: deep };
    expect(jsonSize(deep, unbounded, unbounded)).toEqual({ bytes: 1 + 100_000 * 2 + 100_000 * 6, depth: 200_000 });
    expect(jsonSize(deep, unbounded, 128).depth).toBe(129);
    expect(jsonSize([[1], [[2]], []], unbounded, 9).depth).toBe(3);
  });

  it("[N120] is not counted on above the limit", () => {
    const { bytes } = jsonSize(
      Array.from({ length: 1_000 }, () => "x".repeat(1_000)),
      5_000,
      9,
    );
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThan(10_000);
  });
});

/** The size of text as UTF-8, on which every limit in bytes rests. */
import { expect, it } from "vitest";
import { utf8Bytes } from "../../src/plan/json.ts";

it("[E14] counts bytes of UTF-8, whether text is short or long and wherever its first character beyond ASCII stands", () => {
  const encoder = new TextEncoder();
  for (const length of [0, 1, 1_023, 1_024, 1_025, 5_000]) {
    for (const sign of ["", "\u007f", "\u0080", "é", "€", "😀", "\ud800"]) {
      const ascii = "x".repeat(length);
      for (const text of [ascii + sign, sign + ascii, ascii.slice(length / 2) + sign + ascii.slice(0, length / 2)])
        expect(utf8Bytes(text)).toBe(encoder.encode(text).byteLength);
    }
  }
});

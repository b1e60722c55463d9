import { describe, expect, it } from "vitest";
import { retryAfterMs } from "../../src/catalog/retry-after.ts";

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

describe("Retry-After", () => {
  it.each([
    ["0", 0],
    ["120", 120_000],
    [" 7 ", 7_000],
    ["Sat, 21 Nov 2026 12:00:30 GMT", 30_000],
    ["Saturday, 21-Nov-26 12:00:30 GMT", 30_000],
    ["Sat, 21 Nov 2026 11:00:00 GMT", 0],
  ])("[E7] %j asks to wait %i ms", (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });

  it.each([null, "", "-5", "1.5", "soon", "1e9", "99999999999", "Satisfied"])("[E7] %j says nothing", (header) => {
    expect(retryAfterMs(header, now)).toBeNull();
  });
});

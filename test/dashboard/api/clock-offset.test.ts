import { describe, expect, it } from "vitest";
import { better, heardOffset } from "../../../dashboard/api/clock-offset.ts";

describe("the time of the server", () => {
  const close = heardOffset(100_000, 40_000, 40_020);

  it("is taken from the quickest answer, because that is known best", () => {
    expect(close).toEqual({ aheadMs: 59_990, doubtMs: 10 });
    expect(better(close, heardOffset(100_500, 40_000, 41_000))).toBe(close);
    const closer = heardOffset(100_005, 40_000, 40_010);
    expect(better(close, closer)).toBe(closer);
  });

  it("is learned anew from any answer once a clock was set, however slow that answer is", () => {
    const later = heardOffset(3_700_000, 40_000, 41_000);
    expect(better(close, later)).toBe(later);
  });

  it("has no doubt below zero when the machine's clock goes back between question and answer", () => {
    expect(heardOffset(100_000, 40_000, 30_000).doubtMs).toBe(0);
  });
});

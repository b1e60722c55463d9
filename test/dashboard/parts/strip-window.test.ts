import { describe, expect, it } from "vitest";
import { mostMarks, stripWindow } from "../../../dashboard/parts/strip-window.ts";

const steps = (...runs: readonly (readonly [string, number])[]) =>
  runs.flatMap(([status, count]) => Array.from({ length: count }, () => status));

describe("the plan in one line", () => {
  it("shows every mark of a short plan, and how many a long one has besides", () => {
    expect(stripWindow(steps(["SUCCEEDED", 3]), 3)).toEqual({ left: 0, statuses: steps(["SUCCEEDED", 3]), right: 0 });
    const long = stripWindow(steps(["PENDING", 32]), 1_000);
    expect(long).toEqual({ left: 0, statuses: steps(["PENDING", mostMarks]), right: 1_000 - mostMarks });
  });

  it("shows of a long plan where it is, with what went before", () => {
    const { left, right, statuses } = stripWindow(steps(["SUCCEEDED", 20], ["RUNNING", 1], ["PENDING", 11]), 32);
    expect(statuses).toEqual(steps(["SUCCEEDED", 8], ["RUNNING", 1], ["PENDING", 3]));
    expect([left, right]).toEqual([12, 8]);
  });

  it("shows the failure of a long plan, wherever it is, and never more marks than fit", () => {
    for (let at = 0; at < 32; at += 1) {
      const { left, right, statuses } = stripWindow(steps(["SUCCEEDED", at], ["FAILED", 1], ["SKIPPED", 31 - at]), 32);
      expect(statuses).toContain("FAILED");
      expect(statuses).toHaveLength(mostMarks);
      expect(left + statuses.length + right).toBe(32);
    }
  });

  it("counts no step twice where the server names more than it counted", () => {
    expect(stripWindow(steps(["RUNNING", 2]), 1)).toMatchObject({ left: 0, right: 0 });
  });
});

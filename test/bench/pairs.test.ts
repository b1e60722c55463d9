/** Two sides of a bench that are compared pair by pair. */
import { describe, expect, it } from "vitest";
import { report } from "../../bench/report/report.mjs";
import { medianOfRatios } from "../../bench/tenants/compare-pairs.mjs";
import { Seeded } from "../support/engine/seeded.ts";

describe("a comparison of pairs", () => {
  it("[N936] tells 1.00 from 1.03 on a machine that slows down for minutes and has slow moments", () => {
    for (const cost of [1, 1.03]) {
      const random = new Seeded(7);
      const base: number[] = [];
      const other: number[] = [];
      for (let turn = 0; turn < 240; turn += 1) {
        const machine = 1 + 0.8 * Math.sin(turn / 40) ** 2;
        const moment = () => (random.next() < 0.1 ? 1.7 : 0.95 + 0.1 * random.next());
        base.push(190 * machine * moment());
        other.push(190 * machine * cost * moment());
      }
      const { from, ratio, to } = medianOfRatios(base, other);
      expect(Math.abs(ratio - cost)).toBeLessThan(0.01);
      expect([from <= ratio, ratio <= to, to - from < 0.03]).toEqual([true, true, true]);
    }
    expect(medianOfRatios([10, 10, 10], [10, 30, 11])).toEqual({ ratio: 1.1, from: 1, to: 3 });
  });

  it("[N936] is shown with its target and where the median lies", () => {
    const shape = {
      plain: { p50: 185, p95: 300 },
      ruled: { p50: 187, p95: 301 },
      ratio: 1.011,
      from: 1.004,
      to: 1.018,
    };
    const machine = { cores: 2, cpu: "any", memoryBytes: 1024 ** 3, os: "Linux", versions: {} };
    const base = { at: "2026-11-28T00:00:00.000Z", quick: false, seconds: 1, machine };
    expect(
      report({ ...base, taint: { target: 1.02, seq100: shape } })
        .split("\n")
        .at(-1),
    ).toBe("| seq100 | 185 ms / 300 ms | 187 ms / 301 ms | 1.01 | ≤ 1.02 ✓ | 1.004 and 1.018 |");
  });
});

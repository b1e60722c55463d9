/** The slow ends of two sides of a bench. */
import { describe, expect, it } from "vitest";
import { report } from "../../bench/report/report.mjs";
import { ratioOfTails } from "../../bench/tenants/compare-tails.mjs";
import { Seeded } from "../support/engine/seeded.ts";

/** Latencies of which one in twelve is about twice as long. */
function latencies(random: Seeded, count: number, factor: number): readonly number[] {
  return Array.from(
    { length: count },
    () => factor * (30 + 10 * random.next()) * (random.next() < 0.08 ? 1.6 + random.next() : 1),
  );
}

describe("a comparison of p95", () => {
  it("[N1020] has an interval that holds the true ratio, and is narrower the more values there are", () => {
    for (const factor of [1, 1.6]) {
      const widths = [90, 1_000].map((count) => {
        const random = new Seeded(11);
        const [base, other] = [latencies(random, count, 1), latencies(random, count, factor)];
        const { from, ratio, to } = ratioOfTails(base, other, () => random.next());
        expect([from <= ratio, ratio <= to, from <= factor, factor <= to]).toEqual([true, true, true, true]);
        return to - from;
      });
      expect(widths[1]).toBeLessThan((widths[0] ?? 0) / 2);
    }
    const one = ratioOfTails([10], [15]);
    expect(one).toEqual({ ratio: 1.5, from: 1.5, to: 1.5 });
  });

  it("[N1020] is shown with its target, its interval and how many values each side has", () => {
    const times = { p50: 30, p95: 60 };
    const kind = {
      ...{ alone: times, generator: times, beside: { p50: 40, p95: 84 } },
      ...{ ratio: 1.4, from: 1.25, to: 1.58, overGenerator: 1.4, samples: 280, answers: 12, refusals: 3 },
    };
    const machine = { cores: 2, cpu: "any", memoryBytes: 1024 ** 3, os: "Linux", versions: {} };
    const base = { at: "2026-11-28T00:00:00.000Z", quick: false, seconds: 1, machine };
    const neighbours = { target: 1.5, uncapped: { children: kind }, capped: {} };
    expect(
      report({ ...base, neighbours })
        .split("\n")
        .at(-1),
    ).toBe("| defaults: children | 60 ms | 60 ms | 84 ms | 1.40 | ≤ 1.5 ✓ | 1.25 and 1.58 | 280 | 1.40 | 12 and 3 |");
  });
});

/** Histograms of durations: how near their percentiles are, that merging loses nothing, and that what is stored keeps its meaning. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bucketCount,
  histogramOf,
  mergedHistograms,
  percentileMs,
} from "../../../src/execution/views/latency-histogram.ts";

const yearMs = 31_536_000_000;

/** Short and long durations alike, by their order of magnitude. */
const durationMs = fc
  .record({ power: fc.integer({ min: 0, max: 10 }), share: fc.integer({ min: 0, max: 1_000 }) })
  .map(({ power, share }) => Math.min(yearMs, Math.round((10 ** power * share) / 100)));
const durations = fc.array(durationMs, { minLength: 1, maxLength: 200 });

/** The shortest duration that is not below those of `percent` of 100 calls. */
function exactPercentile(durationsMs: readonly number[], percent: number): number {
  const sorted = durationsMs.toSorted((left, right) => left - right);
  return sorted[Math.ceil((percent * sorted.length) / 100) - 1] ?? Number.NaN;
}

describe("a histogram of durations", () => {
  it("has percentiles that are never below the exact ones, and at most 5 percent above", () => {
    fc.assert(
      fc.property(durations, fc.constantFrom(1, 50, 95, 100), (durationsMs, percent) => {
        const exact = exactPercentile(durationsMs, percent);
        const found = percentileMs(histogramOf(durationsMs), percent) ?? Number.NaN;
        expect(found).toBeGreaterThanOrEqual(exact);
        expect(found).toBeLessThanOrEqual(exact * 1.05);
      }),
    );
  });

  it("is the same however its parts are merged, and as small as its buckets", () => {
    fc.assert(
      fc.property(durations, durations, durations, (one, two, three) => {
        const [first, second, third] = [histogramOf(one), histogramOf(two), histogramOf(three)];
        const merged = mergedHistograms(mergedHistograms(first, second), third);
        expect(merged).toEqual(histogramOf([...one, ...two, ...three]));
        expect(mergedHistograms(third, mergedHistograms(second, first))).toEqual(merged);
        expect(merged.every(([bucket, count]) => bucket >= 0 && bucket < bucketCount && count > 0)).toBe(true);
      }),
    );
    expect(bucketCount).toBeLessThan(500);
  });

  it("takes a negative duration for none, and one of more than a year for a year", () => {
    expect(percentileMs(histogramOf([-5]), 100)).toBe(0);
    expect(percentileMs(histogramOf([Number.MAX_SAFE_INTEGER]), 50)).toBe(yearMs);
    expect(percentileMs(histogramOf([yearMs]), 50)).toBe(yearMs);
  });

  it("has no percentiles without calls", () => {
    expect(percentileMs([], 50)).toBeNull();
    expect(mergedHistograms([], [])).toEqual([]);
  });

  it("keeps the bounds of its buckets, since their numbers are stored", () => {
    const bounds = [0, 1, 40, 41, 60, 100, 200, 400].map((bucket) => percentileMs([[bucket, 1]], 50));
    expect(bounds).toEqual([0, 1, 40, 42, 93, 597, 77_146, 1_333_881_335]);
  });
});

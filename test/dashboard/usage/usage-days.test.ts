/** The bars of usage over time. */
import { describe, expect, it } from "vitest";
import { barsOf, type DayOfUsage, dayWords } from "../../../dashboard/usage/usage-days.ts";

const day = (date: string, more: Partial<DayOfUsage> = {}): DayOfUsage => ({
  ...{
    day: `${date}T00:00:00.000Z`,
    executions: 0,
    failedExecutions: 0,
    inputTokens: 0,
    outputTokens: 0,
    costMicros: 0,
  },
  ...more,
});

describe("usage by day", () => {
  it("[N675] is a bar for each day, as high as its part of the most, with what failed in it", () => {
    const days = [
      day("2026-01-30", { executions: 8, failedExecutions: 2, inputTokens: 100 }),
      day("2026-01-31"),
      day("2026-02-01", { executions: 4, costMicros: 50 }),
    ];
    const executions = barsOf(days, "executions");
    expect(executions.most).toBe(8);
    expect(executions.bars.map(({ failedShare, share }) => [share, failedShare])).toEqual([
      [1, 0.25],
      [0, 0],
      [0.5, 0],
    ]);
    expect(barsOf(days, "tokens").bars.map(({ failedShare, share }) => [share, failedShare])).toEqual([
      [1, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(barsOf(days, "cost").bars.map(({ value }) => value)).toEqual([0, 0, 50]);
    expect(days.map((one) => dayWords(one.day))).toEqual(["30 Jan", "31 Jan", "1 Feb"]);
  });

  it("[N675] draws nothing out of nothing", () => {
    expect(barsOf([], "cost")).toEqual({ bars: [], most: 0 });
    expect(barsOf([day("2026-01-01")], "tokens").bars[0]?.share).toBe(0);
  });
});

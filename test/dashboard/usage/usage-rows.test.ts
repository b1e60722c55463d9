/** The tables of usage: their order, and where latencies stand on their axis. */
import { describe, expect, it } from "vitest";
import { axisOf, positionOn } from "../../../dashboard/usage/latency-axis.ts";
import {
  orderIn,
  orderText,
  pressed,
  sortedRows,
  type UsageRow,
  usageColumns,
  usualOrder,
} from "../../../dashboard/usage/usage-rows.ts";

const row = (name: string, more: Partial<UsageRow> = {}): UsageRow => ({
  ...{
    name,
    calls: 1,
    failedCalls: 0,
    latency: { p50Ms: 10, p95Ms: 20 },
    inputTokens: 0,
    outputTokens: 0,
    costMicros: 0,
  },
  ...more,
});
const names = (rows: readonly UsageRow[]) => rows.map(({ name }) => name).join("");

describe("the order of usage", () => {
  it("counts the share of failed calls, not their number", () => {
    const rows = [
      row("a", { calls: 100, failedCalls: 2 }),
      row("b", { calls: 1, failedCalls: 1 }),
      row("c", { calls: 0 }),
    ];
    expect(names(sortedRows(rows, { column: "failed", isDescending: true }))).toBe("bac");
  });

  it("puts rows without a latency last in both directions, and equal ones by name", () => {
    const rows = [row("d", { latency: null }), row("c"), row("b"), row("a", { latency: { p50Ms: 5, p95Ms: 90 } })];
    expect(names(sortedRows(rows, { column: "p50", isDescending: false }))).toBe("abcd");
    expect(names(sortedRows(rows, { column: "p50", isDescending: true }))).toBe("bcad");
    expect(names(sortedRows(rows, { column: "p95", isDescending: true }))).toBe("abcd");
  });

  it("turns when its column is pressed again, and survives an address for every column", () => {
    expect(pressed(usualOrder, "calls")).toEqual({ column: "calls", isDescending: false });
    expect(pressed(usualOrder, "name")).toEqual({ column: "name", isDescending: false });
    expect(orderText(usualOrder)).toBeNull();
    for (const column of usageColumns) {
      for (const isDescending of [true, false]) {
        expect(orderIn(orderText({ column, isDescending }))).toEqual({ column, isDescending });
      }
    }
    expect(orderIn("toString")).toEqual(usualOrder);
  });
});

describe("the axis of latencies", () => {
  it("holds every latency between powers of ten, in their order", () => {
    const axis = axisOf([
      { p50Ms: 0, p95Ms: 40 },
      { p50Ms: 3_000, p95Ms: 700_000 },
    ]);
    expect(axis).toEqual({ fromMs: 1, toMs: 1_000_000 });
    const places = [0, 40, 3_000, 700_000].map((ms) => positionOn(axis, ms));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(positionOn(axis, 1_000)).toBeCloseTo(0.5);
    expect(places.every((place) => place >= 0 && place <= 1)).toBe(true);
  });

  it("is never without a length", () => {
    for (const latencies of [[], [{ p50Ms: 10, p95Ms: 10 }], [{ p50Ms: 0, p95Ms: 0 }]]) {
      const { fromMs, toMs } = axisOf(latencies);
      expect(toMs).toBeGreaterThanOrEqual(fromMs * 100);
    }
  });
});

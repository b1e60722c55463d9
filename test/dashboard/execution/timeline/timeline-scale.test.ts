import { describe, expect, it } from "vitest";
import {
  endsBeyond,
  extentOf,
  placeLabel,
  spanOf,
  stretchOf,
  ticksOf,
  touchesNow,
} from "../../../../dashboard/execution/timeline/timeline-scale.ts";
import { attempt, stepRow } from "../step-row.ts";

const second = 1_000;

describe("what the axis shows", () => {
  it("reaches from the start to the end of what happened, however long a step of it took", () => {
    const rows = [
      stepRow("a", { segments: [attempt(5_000, 6_000)], finishedAt: 6_000 }),
      stepRow("b", { segments: [attempt(6_000, 90_000)], finishedAt: 90_000 }),
    ];
    const stretch = stretchOf(rows, 4_000);
    expect(stretch).toEqual({ from: 4_000, to: 90_000 });
    expect(spanOf({ from: 4_000, to: 90_000 }, null)).toBe(86_000);
  });

  it("is known to show nothing while nothing happened, and is never empty where something took no time", () => {
    expect(stretchOf([stepRow("a")], null)).toBeNull();
    expect(spanOf({ from: 7, to: 7 }, null)).toBeGreaterThan(0);
  });

  it("leaves room for what comes, and keeps its span as the clock goes on until that is used up", () => {
    const stretch = { from: 0, to: 0 };
    const spans = Array.from({ length: 600 }, (_, at) => spanOf(stretch, at * 100));
    for (const [at, span] of spans.entries()) expect(at * 100).toBeLessThanOrEqual(span * 0.9);
    expect(new Set(spans).size).toBeLessThan(16);
    expect(spans).toEqual(spans.toSorted((a, b) => a - b));
  });

  it("never runs backwards where the clock of this machine is behind what the server said", () => {
    const open = stepRow("a", { segments: [attempt(9_000, null)], startedAt: 9_000 });
    const stretch = stretchOf([open], 8_000);
    expect(stretch).toEqual({ from: 8_000, to: 9_000 });
    expect(spanOf(stretch ?? { from: 0, to: 0 }, 2_000)).toBeGreaterThan(0);
    expect(extentOf(open, 8_000, 2_000)).toEqual({ startMs: 1_000, endMs: 1_000 });
  });
});

describe("ticks", () => {
  it.each([
    [40, ["0 s", "10 ms", "20 ms", "30 ms", "40 ms"]],
    [1_800, ["0 s", "500 ms", "1 s", "1.5 s"]],
    [56 * second, ["0 s", "20 s", "40 s"]],
    [100 * second, ["0 s", "20 s", "40 s", "1 m", "1 m 20 s", "1 m 40 s"]],
    [7 * 3_600 * second, ["0 s", "2 h", "4 h", "6 h"]],
    [40 * 86_400 * second, ["0 s", "8 d", "16 d", "24 d", "32 d", "40 d"]],
  ])("of %i ms stand at round times and say so", (span, labels) => {
    expect(ticksOf(span, 5).map(({ label }) => label)).toEqual(labels);
  });

  it("are few enough for the room, whatever the span", () => {
    for (let span = 1; span < 1e12; span = Math.ceil(span * 1.7)) {
      for (const most of [2, 5, 10]) expect(ticksOf(span, most).length).toBeLessThanOrEqual(most + 1);
    }
  });

  it("[N725] have their label before their line where it would be cut behind it", () => {
    const ends = (at: number, label: string) => endsBeyond({ at, label }, 10_000, 300);
    expect([ends(5_000, "5 s"), ends(9_000, "9 s"), ends(10_000, "10 s"), ends(9_000, "1 m 30 s")]).toEqual([
      ...[false, false],
      ...[true, true],
    ]);
  });

  it("lose their label where the mark of now would touch it, on either side", () => {
    const tick = { at: 40_000, label: "40 s", isOdd: false };
    const touched = (now: number) => touchesNow(tick, now, 56_000, 560);
    expect([touched(20_000), touched(36_000), touched(40_000), touched(44_000), touched(52_000)]).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});

describe("words beside a bar", () => {
  const axis = { spanMs: 1_000, widthPx: 500, marginPx: 50 };

  it("stand behind it where they fit", () => {
    expect(placeLabel("2 attempts", { startMs: 0, endMs: 500 }, axis).side).toBe("AFTER");
  });

  it("stand in front of one that ends at the edge", () => {
    expect(placeLabel("cancelled by first success", { startMs: 700, endMs: 1_000 }, axis)).toMatchObject({
      side: "BEFORE",
    });
  });

  it("stand before the end of one that fills the axis, and are not cut", () => {
    const whole = { startMs: 0, endMs: 1_000 };
    const words = "up to $0.0012 · 14.7k tokens";
    const { roomPx, side } = placeLabel(words, whole, axis);
    expect(side).toBe("WITHIN");
    expect(roomPx).toBeGreaterThan(words.length * 6.8);
    expect(placeLabel(words, whole, { ...axis, widthPx: 200 }).side).toBe("AFTER");
  });

  it("are cut to the room that there is where they fit on neither side", () => {
    const { roomPx, side } = placeLabel("x".repeat(200), { startMs: 20, endMs: 990 }, axis);
    expect(side).toBe("AFTER");
    expect(roomPx).toBeLessThan(60);
  });
});

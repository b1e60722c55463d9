import { describe, expect, it } from "vitest";
import { ProgressStream, quietMs } from "../../../src/durable/runner/progress-stream.ts";
import { maxProgressText, type StepProgressed } from "../../../src/execution/events/callee-progress.ts";
import { ManualClock } from "../../support/engine/manual-clock.ts";

function streamed() {
  const clock = new ManualClock(0);
  const told: StepProgressed[] = [];
  const room = { isThere: true };
  const show = (event: StepProgressed) => {
    if (room.isThere) told.push(event);
    return room.isThere;
  };
  const stream = new ProgressStream({ clock, step: "a", attempt: 2, show });
  return { clock, room, stream, told };
}

const event = (more: object) => ({ kind: "StepProgressed", step: "a", attempt: 2, ...more });

describe("the progress of an attempt", () => {
  it("[N361] is shown at once, and then at most once in an interval: the newest of each member wins", async () => {
    const { clock, stream, told } = streamed();
    stream.add({ progress: 1, total: 9 });
    expect(told).toEqual([event({ progress: 1, total: 9 })]);
    stream.add({ progress: 2, message: "two" });
    stream.add({ progress: 3 });
    stream.add({ message: "slow", level: "WARNING" });
    await clock.advance(249);
    expect(told).toHaveLength(1);
    await clock.advance(1);
    expect(told.slice(1)).toEqual([event({ progress: 3, message: "slow", level: "WARNING", replaced: 2 })]);
    stream.add({ message: "fine" });
    await clock.advance(250);
    expect(told.slice(2)).toEqual([event({ message: "fine" })]);
    expect(stream.latest).toEqual({ progress: 3, total: 9, message: "fine", at: 250 });
    await clock.advance(60_000);
    expect([told.length, clock.pendingTimers]).toEqual([3, 0]);
  });

  it("[N361] is few events however many notices come and however long it takes", async () => {
    const { clock, stream, told } = streamed();
    const counts: number[] = [];
    for (const minutes of [1, 9, 50, 23 * 60]) {
      const until = clock.now() + minutes * 60_000;
      // Ten at each moment.
      while (clock.now() < until) {
        for (let n = 0; n < 10; n += 1) stream.add({ progress: clock.now() + n });
        await clock.advance(minutes < 10 ? 100 : minutes > 60 ? 5_000 : 1_000);
      }
      counts.push(told.length);
    }
    expect(counts.map((count, at) => count <= ([45, 140, 250, 450][at] ?? 0))).toEqual([true, true, true, true]);
    expect(told.reduce((sum, { replaced = 0 }) => sum + replaced + 1, 0)).toBeGreaterThan(200_000);
    expect([0, 999, 1_000, 29_999, 30_000, 600_000].map(quietMs)).toEqual([250, 250, 1_000, 1_000, 5_000, 10_000]);
  });

  it("[N361] ends with the last notice, which no interval holds back, and takes nothing after it", async () => {
    const { clock, stream, told } = streamed();
    stream.add({ progress: 1 });
    stream.add({ progress: 2 });
    expect(stream.close()).toEqual([event({ progress: 2 })]);
    stream.add({ progress: 3 });
    await clock.advance(60_000);
    expect([told.length, clock.pendingTimers, stream.close()]).toEqual([1, 0, []]);
  });

  it("[N362] refuses what breaks the protocol and what goes backwards, and says with the next event how many", async () => {
    const { clock, stream, told } = streamed();
    stream.add("BROKEN");
    expect(told).toEqual([]);
    stream.add({ progress: 5 });
    stream.add({ progress: 4 });
    stream.add({ progress: 5, message: "still five" });
    await clock.advance(250);
    stream.add("BROKEN");
    expect(told).toEqual([
      event({ progress: 5, refused: 1 }),
      event({ progress: 5, message: "still five", refused: 1 }),
    ]);
    expect(stream.latest?.progress).toBe(5);
    expect(stream.close()).toEqual([event({ refused: 1 })]);
  });

  it("[N362] cuts a long message, never within a character", () => {
    const { stream, told } = streamed();
    stream.add({ message: `${"x".repeat(maxProgressText - 2)}🦊🦊` });
    expect(told[0]?.message).toBe(`${"x".repeat(maxProgressText - 2)}…`);
    expect(stream.latest?.message).toBe(told[0]?.message);
  });

  it("[N361] keeps what cannot be shown now, and shows it with what came meanwhile", async () => {
    const { clock, room, stream, told } = streamed();
    room.isThere = false;
    stream.add({ progress: 1, message: "one" });
    stream.add({ progress: 2 });
    await clock.advance(1_000);
    expect(told).toEqual([]);
    room.isThere = true;
    await clock.advance(1_000);
    expect(told).toEqual([event({ progress: 2, message: "one", replaced: 1 })]);
    await clock.advance(60_000);
    expect(clock.pendingTimers).toBe(0);
  });
});

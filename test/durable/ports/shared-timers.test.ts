/** One timer of the platform for the timers of all executions of an object. */
import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, it } from "vitest";
import type { Clock } from "../../../src/durable/ports/ports.ts";
import { sharedTimers } from "../../../src/durable/ports/shared-timers.ts";
import { ManualClock } from "../../support/engine/manual-clock.ts";

describe("the timers of an object", () => {
  it("[N1028] of half a second and more take one timer of the platform, and each ends at its time", async () => {
    const { clock, shared, ended, timers } = fresh();
    shared.after(1_000, ended("a"));
    shared.after(25_000, ended("c"));
    shared.after(2_000, ended("b"));
    expect(timers()).toBe(1);
    await clock.advance(999);
    expect(ended.names).toEqual([]);
    await clock.advance(1);
    expect(ended.names).toEqual(["a"]);
    await clock.advance(1_000);
    expect(ended.names).toEqual(["a", "b"]);
    await clock.advance(23_000);
    expect(ended.names).toEqual(["a", "b", "c"]);
    expect(clock.pendingTimers).toBe(0);
  });

  it("[N1028] end at their times when a shorter one is set after a longer one", async () => {
    const { clock, shared, ended } = fresh();
    shared.after(60_000, ended("long"));
    shared.after(500, ended("short"));
    await clock.advance(500);
    expect(ended.names).toEqual(["short"]);
  });

  it("[N1028, E11] that are stopped never end, and leave nothing that keeps the object in memory", async () => {
    const { clock, shared, ended } = fresh();
    const stops = [1_000, 2_000, 60_000].map((delayMs) => shared.after(delayMs, ended(`${delayMs}`)));
    stops[0]?.();
    stops[2]?.();
    expect(clock.pendingTimers).toBe(1);
    stops[1]?.();
    expect(clock.pendingTimers).toBe(0);
    await clock.advance(100_000);
    expect(ended.names).toEqual([]);
  });

  it("[N1028] that one stops which ends in the same turn do not end", async () => {
    const { clock, shared, ended } = fresh();
    let stopOther = () => {};
    shared.after(1_000, () => stopOther());
    stopOther = shared.after(1_000, ended("other"));
    await clock.advance(1_000);
    expect(ended.names).toEqual([]);
  });

  it("[N1028] that are shorter have one each", async () => {
    const { clock, shared, ended, timers } = fresh();
    shared.after(499, ended("a"));
    shared.after(16, ended("b"));
    expect(timers()).toBe(2);
    await clock.advance(499);
    expect(ended.names).toEqual(["b", "a"]);
  });

  it("[N1028] run in the surroundings in which they were set, so that their calls belong to the right trace", async () => {
    const { clock, shared } = fresh();
    const traces = new AsyncLocalStorage<string>();
    const found: (string | undefined)[] = [];
    for (const trace of ["first", "second"])
      traces.run(trace, () => shared.after(1_000, () => found.push(traces.getStore())));
    await clock.advance(1_000);
    expect(found).toEqual(["first", "second"]);
  });
});

function fresh() {
  const clock = new ManualClock();
  let timers = 0;
  const counted: Clock = {
    now: () => clock.now(),
    after: (delayMs, task) => {
      timers += 1;
      return clock.after(delayMs, task);
    },
  };
  const names: string[] = [];
  const ended = Object.assign((name: string) => () => void names.push(name), { names });
  return { clock, shared: sharedTimers(counted), ended, timers: () => timers };
}

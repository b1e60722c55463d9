/** Deadlines of several calls over one timer. */
import { describe, expect, it } from "vitest";
import { Deadlines } from "../../../src/durable/ports/deadlines.ts";
import type { Clock } from "../../../src/durable/ports/ports.ts";
import { ManualClock } from "../../support/engine/manual-clock.ts";

describe("the deadlines of an execution", () => {
  it("[N960, E9] each end what was not done in time, the earliest first, whatever the order in which they were set", async () => {
    const { clock, deadlines, ended } = fresh();
    deadlines.set(300, ended("c"));
    deadlines.set(100, ended("a"));
    deadlines.set(200, ended("b"));
    await clock.advance(99);
    expect(ended.names).toEqual([]);
    await clock.advance(1);
    expect(ended.names).toEqual(["a"]);
    await clock.advance(200);
    expect(ended.names).toEqual(["a", "b", "c"]);
  });

  it("[N960] spare what was done in time, also in the turn in which another one expires", async () => {
    const { clock, deadlines, ended } = fresh();
    const done = deadlines.set(100, ended("early"));
    const doneByOther = deadlines.set(100, ended("later"));
    deadlines.set(50, () => doneByOther());
    done();
    await clock.advance(1_000);
    expect(ended.names).toEqual([]);
  });

  it("[N960] of calls one after another take one timer, and a deadline beyond its time is kept all the same", async () => {
    const { clock, deadlines, ended, timers } = fresh();
    for (let call = 0; call < 5; call++) deadlines.set(1_000 + call, ended(`${call}`))();
    expect(timers()).toBe(1);
    deadlines.set(2_500, ended("slow"));
    expect(timers()).toBe(1);
    await clock.advance(2_499);
    expect(ended.names).toEqual([]);
    await clock.advance(1);
    expect(ended.names).toEqual(["slow"]);
  });

  it("[N960, E11] leave no timer at rest, and keep it while one of them is still to come", async () => {
    const { clock, deadlines, ended } = fresh();
    const done = deadlines.set(1_000, ended("a"));
    deadlines.rest();
    expect(clock.pendingTimers).toBe(1);
    done();
    deadlines.rest();
    expect(clock.pendingTimers).toBe(0);
  });

  it("[N960] that were over before they were set expire at once", async () => {
    const { clock, deadlines, ended } = fresh();
    await clock.advance(500);
    deadlines.set(100, ended("late"));
    await clock.advance(0);
    expect(ended.names).toEqual(["late"]);
  });
});

/** Deadlines over a clock that counts the timers that were ever set, and notes of what they ended. */
function fresh() {
  const clock = new ManualClock(0);
  let set = 0;
  const after: Clock["after"] = (delayMs, task) => {
    set += 1;
    return clock.after(delayMs, task);
  };
  const deadlines = new Deadlines({ now: () => clock.now(), after });
  const names: string[] = [];
  const ended = Object.assign((name: string) => () => void names.push(name), { names });
  return { clock, deadlines, ended, timers: () => set };
}

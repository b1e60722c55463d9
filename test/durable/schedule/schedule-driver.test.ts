/** The work of the alarm of schedules, over its tables in memory and a clock that the test moves. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ScheduleDriver } from "../../../src/durable/schedule/schedule-driver.ts";
import { ScheduleStore } from "../../../src/durable/schedule/schedule-store.ts";
import type { StartAnswer } from "../../../src/schedule/next-effect.ts";
import { begunSchedule, type ScheduleRules } from "../../../src/schedule/schedule.ts";
import type { ScheduleFacts } from "../../../src/schedule/schedule-view.ts";
import { ManualClock, settled } from "../../support/engine/manual-clock.ts";
import { memoryStorage } from "../../support/engine/memory-sql.ts";

const minute = 60_000;

/** Schedules, each of which is due once an hour from `dueInMs` on. Starts of those whose names begin with "hangs" are never answered. */
async function schedules() {
  const clock = new ManualClock();
  const store = new ScheduleStore(memoryStorage());
  const started: string[] = [];
  const driver = new ScheduleDriver({
    store,
    changed: () => undefined,
    options: {
      ...{ clock, leaseMs: 30_000, misconfigured: undefined },
      execution: () => ({ read: async () => null, cancel: async () => ({ kind: "CANCELLED" }) }),
      start: ({ facts }): Promise<StartAnswer> => {
        started.push(facts.name);
        if (facts.name.startsWith("hangs")) return new Promise(() => undefined);
        return Promise.resolve({ kind: "STARTED", execution: facts.name });
      },
    },
  });
  // Loads the library that knows times, so that starts follow within a turn.
  await driver.times();
  const create = (name: string, dueInMs: number) => {
    const now = clock.now();
    const timing = { kind: "EVERY", everyMs: 60 * minute, anchorAt: now + dueInMs } as const;
    const ends = { startAt: null, endAt: null, maxRuns: null };
    const rules: ScheduleRules = { timing, overlap: "SKIP", missedRuns: "SKIP", catchUpMs: minute, ...ends };
    const facts: ScheduleFacts = {
      ...{ tenant: "acme", name, incarnation: name, description: null, rules, runKind: "EXECUTE_PLAN" },
      ...{ fingerprint: name, createdAt: now, createdBy: "ada", scopes: [] },
    };
    store.create({ facts, input: "{}", maximum: 100 }, begunSchedule(rules, now), now + dueInMs);
    driver.look();
  };
  const counts = (name: string) => store.read(name)?.state.counts;
  return { clock, create, counts, driver, started };
}

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

describe("the alarm of schedules", () => {
  it("[N766] starts in time what falls due, or is created, while the start of another schedule hangs", async () => {
    const { clock, counts, create, driver, started } = await schedules();
    create("hangs", 1);
    create("later", 20_000);
    await clock.advance(1);
    let isOver = false;
    const ringing = driver.driveDue().then(() => {
      isOver = true;
    });
    await clock.advance(10_000);
    create("new", 5_000);
    await clock.advance(5_000);
    expect(started).toEqual(["hangs", "new"]);
    await clock.advance(5_000);
    expect(started).toEqual(["hangs", "new", "later"]);
    expect(counts("later")).toMatchObject({ missed: 0, started: 1 });
    expect(isOver).toBe(false);
    await clock.advance(minute);
    await ringing;
    expect([started, clock.pendingTimers]).toEqual([["hangs", "new", "later"], 0]);
  });

  it("[N766] is over for each of two that ring together once nothing is on its way", async () => {
    const { clock, create, driver, started } = await schedules();
    create("works", 1);
    await clock.advance(1);
    await Promise.all([driver.driveDue(), driver.driveDue()]);
    expect([started, clock.pendingTimers]).toEqual([["works"], 0]);
  });

  it("[N766] drives six schedules at a time, and the next as soon as one of them is over", async () => {
    const { clock, create, driver, started } = await schedules();
    for (let n = 1; n <= 6; n += 1) create(`hangs ${n}`, 1);
    create("seventh", 1);
    await clock.advance(1);
    const ringing = driver.driveDue();
    await settled();
    expect(started).toHaveLength(6);
    await clock.advance(minute);
    await ringing;
    expect(started.slice(6)).toEqual(["seventh"]);
  });
});

/** When the children of a tenant begin beside those of others. */
import { describe, expect, it } from "vitest";
import { childCalls } from "../../../src/durable/calls/child-calls.ts";
import { childTurn, startInSecond } from "../../../src/durable/calls/child-turn.ts";
import { ChildPace, longestTurnMs } from "../../../src/durable/ports/child-pace.ts";
import type { ChildTurns } from "../../../src/durable/ports/execution-options.ts";
import type { StartResult, TenantLimit } from "../../../src/execution/commands/start-request.ts";
import { ManualClock } from "../../support/engine/manual-clock.ts";

const perSecond = 16;
const waits = (pace: ChildPace, tenant: string, count: number, now: number) =>
  Array.from({ length: count }, () => pace.waitMs(tenant, perSecond, now));

const noTurns = {
  begun: () => undefined,
  waitMs: () => 0,
  pauseMs: () => 0,
  late: () => undefined,
  putOffMs: () => 0,
};

const turnsOf = (pace: ChildPace): ChildTurns => ({
  begun: (tenant, now) => pace.begun(tenant, now),
  waitMs: (tenant, now) => pace.waitMs(tenant, perSecond, now),
  pauseMs: (tenant, since, now) => pace.pauseMs(tenant, since, now),
  late: (tenant, dueAt, now) => pace.late(tenant, dueAt, now),
  putOffMs: (tenant) => pace.putOffMs(tenant),
});

describe("children beside those of other tenants", () => {
  it("[N593] begin evenly, one at a time; those of the neighbour do not wait for them", () => {
    const pace = new ChildPace();
    pace.begun("greedy", 0);
    pace.begun("light", 0);
    const greedy = waits(pace, "greedy", 400, 0);
    expect(greedy.slice(0, 5)).toEqual([0, 63, 125, 188, 250]);
    // Turns beyond ten seconds are not taken: all that asks is given the same one.
    expect(greedy.filter((wait) => wait <= longestTurnMs)).toHaveLength(1 + 10 * perSecond);
    expect(greedy.at(-1)).toBe(10_063);
    expect(waits(pace, "light", 1, 0)).toEqual([0]);
    for (let second = 1; second < 20; second++) {
      pace.begun("light", 1_000 * second);
      expect(pace.waitMs("light", perSecond, 1_000 * second)).toBe(0);
    }
  });

  it("[N593] wait for nothing where no other tenant began an execution for five seconds, and without a bound", () => {
    const pace = new ChildPace();
    pace.begun("greedy", 0);
    expect(waits(pace, "greedy", 400, 0).every((wait) => wait === 0)).toBe(true);
    pace.begun("light", 1_000);
    pace.begun("greedy", 1_000);
    pace.begun("greedy", 5_999);
    expect(waits(pace, "greedy", 2, 5_999).at(-1)).toBe(63);
    expect(pace.waitMs("greedy", 0, 5_999)).toBe(0);
    expect(pace.waitMs("greedy", perSecond, 6_000)).toBe(0);
  });
});

describe("a wait that ends late", () => {
  it("[N593] puts off the children of its tenant by four times as much, a second at most, and none of others", () => {
    const pace = new ChildPace();
    for (const tenant of ["greedy", "light"]) pace.begun(tenant, 0);
    for (const tenant of ["greedy", "light"]) expect(waits(pace, tenant, 2, 0).at(-1)).toBe(63);
    pace.late("greedy", 0, 100);
    expect([pace.putOffMs("greedy"), pace.putOffMs("light")]).toEqual([400, 0]);
    expect(pace.waitMs("greedy", perSecond, 100)).toBe(425);
    // Lateness that another child saw too counts once, and a few milliseconds are not late.
    pace.late("greedy", 20, 100);
    pace.late("greedy", 100, 103);
    expect(pace.putOffMs("greedy")).toBe(400);
    pace.late("greedy", 103, 60_000);
    expect(pace.putOffMs("greedy")).toBe(1_400);
    expect(pace.waitMs("light", perSecond, 0)).toBe(125);
  });

  it("[N688] puts off children whose turn was taken before", async () => {
    const clock = new ManualClock();
    const pace = new ChildPace();
    for (const tenant of ["light", "greedy"]) pace.begun(tenant, clock.now());
    const begun: number[] = [];
    const from = clock.now();
    const begin = async () => {
      const turn = await childTurn("greedy", new AbortController().signal, { childTurns: turnsOf(pace), clock });
      if (turn?.kind === "TURN") begun.push(clock.now() - from);
    };
    const all = [begin(), begin(), begin()];
    await clock.advance(1);
    clock.skip(80);
    for (let ms = 0; ms < 2_000; ms += 5) await clock.advance(5);
    await Promise.all(all);
    expect(begun[0]).toBe(1);
    expect(begun[1]).toBeGreaterThan(200);
    expect(begun[2]).toBeGreaterThanOrEqual((begun[1] ?? 0) + 50);
  });

  it("[N688] does not keep a child from beginning longer than a second", async () => {
    const clock = new ManualClock();
    let putOff = 0;
    const childTurns = { ...noTurns, waitMs: () => 50, putOffMs: () => (putOff += 1_000) };
    const from = clock.now();
    const turn = childTurn("greedy", new AbortController().signal, { childTurns, clock });
    for (let ms = 0; ms < 1_200; ms += 5) await clock.advance(5);
    expect([await turn, clock.now() - from]).toEqual([{ kind: "TURN" }, 1_200]);
  });
});

describe("a child whose turn is now", () => {
  it("[N716] begins a moment later beside another tenant, so that it is no part of the work that asks for it, and at once without one", async () => {
    const clock = new ManualClock();
    const pace = new ChildPace();
    const begin = () => childTurn("greedy", new AbortController().signal, { childTurns: turnsOf(pace), clock });
    pace.begun("greedy", clock.now());
    expect(await begin()).toEqual({ kind: "TURN" });
    pace.begun("light", clock.now());
    pace.begun("greedy", clock.now());
    const begun: string[] = [];
    void begin().then(() => begun.push("greedy"));
    await clock.advance(0);
    expect(begun).toEqual([]);
    await clock.advance(1);
    expect(begun).toEqual(["greedy"]);
  });
});

describe("a child whose turn has not come", () => {
  const started = { kind: "DELETED", until: 0 } as const satisfies StartResult;

  it("[N593] waits until then, and no longer if its step waits no more", async () => {
    const clock = new ManualClock();
    const childTurns = { ...noTurns, waitMs: () => 500 };
    const begun: number[] = [];
    const from = clock.now();
    const stopped = new AbortController();
    const awaited = childTurn("acme", new AbortController().signal, { childTurns, clock });
    const noted = awaited.then(() => begun.push(clock.now() - from));
    const cut = childTurn("acme", stopped.signal, { childTurns, clock });
    for (let ms = 0; ms < 495; ms += 5) await clock.advance(5);
    expect(begun).toEqual([]);
    stopped.abort();
    expect(await cut).toBeUndefined();
    await clock.advance(5);
    await noted;
    expect([await awaited, begun]).toEqual([{ kind: "TURN" }, [500]]);
  });

  it("[N593] is asked for again later if its turn is far away", async () => {
    const clock = new ManualClock();
    const childTurns = { ...noTurns, waitMs: () => longestTurnMs + 1 };
    expect(await childTurn("acme", new AbortController().signal, { childTurns, clock })).toEqual({
      kind: "LATER",
      retryAt: clock.now() + longestTurnMs + 1,
    });
  });

  it("[N688] makes nothing before: no message, no name and no request", async () => {
    const clock = new ManualClock();
    const childTurns = { ...noTurns, waitMs: () => longestTurnMs + 1 };
    const { poll } = childCalls({ options: { childTurns, clock } as never, remote: {} as never });
    const call = { signal: new AbortController().signal } as never;
    const wait = { kind: "CHILD", handle: "child" } as never;
    // Of the execution there is the tenant alone: what reads more fails.
    expect(await poll(call, wait, { pinned: { tenant: "acme" } } as never)).toMatchObject({ kind: "NOT_ADMITTED" });
  });

  it("[N592] asks again in the next second if this one is full, and then no longer than ten seconds", async () => {
    const clock = new ManualClock();
    let asked = 0;
    const full = (): TenantLimit => ({
      ...({ kind: "TENANT_LIMIT", limit: "maxExecutionsPerMinute", maximum: 10, isOfSecond: true } as const),
      retryAt: clock.now() + 1_000,
    });
    const ask = (admittedAt: number) =>
      startInSecond(
        new AbortController().signal,
        async () => {
          asked += 1;
          return asked === admittedAt ? started : full();
        },
        { clock },
      );
    const third = ask(3);
    for (let second = 0; second < 4; second++) await clock.advance(1_000);
    expect([await third, asked]).toEqual([started, 3]);
    asked = 0;
    const never = ask(100);
    for (let second = 0; second < 12; second++) await clock.advance(1_000);
    expect([await never, asked]).toMatchObject([{ kind: "TENANT_LIMIT" }, 10]);
  });
});

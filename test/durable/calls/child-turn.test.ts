/** When the children of a tenant begin beside those of others. */
import { describe, expect, it } from "vitest";
import { startInTurn } from "../../../src/durable/calls/child-turn.ts";
import { ChildPace, longestTurnMs } from "../../../src/durable/ports/child-pace.ts";
import type { StartResult, TenantLimit } from "../../../src/execution/commands/start-request.ts";
import { ManualClock } from "../../support/engine/manual-clock.ts";

const perSecond = 16;
const waits = (pace: ChildPace, tenant: string, count: number, now: number) =>
  Array.from({ length: count }, () => pace.waitMs(tenant, perSecond, now));

describe("children beside those of other tenants", () => {
  it("[N593] begin a quarter of a second's worth at once and then evenly; those of the neighbour do not wait for them", () => {
    const pace = new ChildPace();
    pace.begun("greedy", 0);
    pace.begun("light", 0);
    const greedy = waits(pace, "greedy", 400, 0);
    expect(greedy.slice(0, 7)).toEqual([0, 0, 0, 0, 63, 125, 188]);
    // Turns beyond ten seconds are not taken: all that asks is told of the same one.
    expect(greedy.filter((wait) => wait <= longestTurnMs)).toHaveLength(perSecond / 4 + 10 * perSecond);
    expect(greedy.at(-1)).toBe(10_063);
    expect(waits(pace, "light", perSecond / 4, 0)).toEqual([0, 0, 0, 0]);
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
    expect(waits(pace, "greedy", 5, 5_999).at(-1)).toBe(63);
    expect(pace.waitMs("greedy", 0, 5_999)).toBe(0);
    expect(pace.waitMs("greedy", perSecond, 6_000)).toBe(0);
  });
});

describe("a turn that comes late", () => {
  it("[N593] puts off the next ones of its tenant by several times as much, by a second at most, and none of others", () => {
    const pace = new ChildPace();
    for (const tenant of ["greedy", "light"]) pace.begun(tenant, 0);
    for (const tenant of ["greedy", "light"]) expect(waits(pace, tenant, 5, 0).at(-1)).toBe(63);
    pace.late("greedy", 100);
    expect(pace.waitMs("greedy", perSecond, 0)).toBe(525);
    pace.late("greedy", 60_000);
    expect(pace.waitMs("greedy", perSecond, 0)).toBe(1_588);
    expect(pace.waitMs("light", perSecond, 0)).toBe(125);
  });

  it("[N593] is told by how much", async () => {
    const clock = new ManualClock();
    const told: (readonly [string, number])[] = [];
    const childTurns = {
      begun: () => undefined,
      waitMs: () => 500,
      late: (tenant: string, milliseconds: number) => void told.push([tenant, milliseconds]),
    };
    const start = () => Promise.resolve({ kind: "DELETED", until: 0 } as const);
    const begin = () => startInTurn("acme", new AbortController().signal, start, { childTurns, clock });
    const late = begin();
    clock.skip(540);
    await clock.advance(0);
    await late;
    const punctual = begin();
    await clock.advance(500);
    await punctual;
    expect(told).toEqual([["acme", 40]]);
  });
});

describe("a child whose turn has not come", () => {
  const started = { kind: "DELETED", until: 0 } as const satisfies StartResult;

  it("[N593] is started then, and not at all if its step waits no more", async () => {
    const clock = new ManualClock();
    const childTurns = { begun: () => undefined, waitMs: () => 500, late: () => undefined };
    const startedAt: number[] = [];
    const start = async () => {
      startedAt.push(clock.now());
      return started;
    };
    const begunAt = clock.now();
    const stopped = new AbortController();
    const awaited = startInTurn("acme", new AbortController().signal, start, { childTurns, clock });
    const cut = startInTurn("acme", stopped.signal, start, { childTurns, clock });
    await clock.advance(499);
    expect(startedAt).toEqual([]);
    stopped.abort();
    expect(await cut).toBeUndefined();
    await clock.advance(1);
    expect([await awaited, startedAt]).toEqual([started, [begunAt + 500]]);
  });

  it("[N593] is asked for again later if its turn is far away", async () => {
    const clock = new ManualClock();
    const childTurns = { begun: () => undefined, waitMs: () => longestTurnMs + 1, late: () => undefined };
    const start = () => Promise.reject(new Error("no turn was taken"));
    expect(await startInTurn("acme", new AbortController().signal, start, { childTurns, clock })).toEqual({
      kind: "LATER",
      retryAt: clock.now() + longestTurnMs + 1,
    });
  });

  it("[N592] asks again in the next second if this one is full, and then no longer than ten seconds", async () => {
    const clock = new ManualClock();
    let asked = 0;
    const full = (): TenantLimit => ({
      ...({ kind: "TENANT_LIMIT", limit: "maxExecutionsPerMinute", maximum: 10, isOfSecond: true } as const),
      retryAt: clock.now() + 1_000,
    });
    const ask = (admittedAt: number) =>
      startInTurn(
        "acme",
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

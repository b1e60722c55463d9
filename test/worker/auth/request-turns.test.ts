/** Which requests let those of other tenants go first. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { silentTracer } from "../../../src/durable/ports/tracer.ts";
import { RequestTurns } from "../../../src/worker/auth/request-turns.ts";
import { readDeployment } from "../../../src/worker/platform/read-deployment.ts";
import { Isolate } from "../../../src/worker/request/isolate.ts";
import { socketPorts } from "../../../src/worker/sockets/socket-ports.ts";
import { bearer, FakeDeployment } from "../../support/worker/fake-deployment.ts";

describe("a request", () => {
  it("[N594] yields if its tenant has the most at work beside another tenant, and else does not", () => {
    const turns = new RequestTurns();
    const yields = (tenant: string) => turns.enter({}, tenant, 0) > 0;
    expect([yields("greedy"), yields("greedy")]).toEqual([false, false]);
    expect([yields("light"), yields("greedy"), yields("greedy")]).toEqual([false, true, true]);
    // A page that asks for several things at once waits for none of them while another tenant has more at work.
    expect([yields("light"), yields("light")]).toEqual([false, false]);
    expect([yields("light"), yields("light")]).toEqual([false, true]);
  });

  it("[N594] counts until it was answered, for half a minute at most; a neighbour counts for five seconds", () => {
    const turns = new RequestTurns();
    const yields = (tenant: string, now: number) => turns.enter({}, tenant, now) > 0;
    const first = {};
    turns.enter(first, "greedy", 0);
    turns.enter({}, "light", 0);
    turns.leave(first);
    turns.leave(first);
    turns.leave({});
    expect(yields("greedy", 1_000)).toBe(false);
    expect(yields("greedy", 29_999)).toBe(true);
    // What the light tenant had at work and its latest request are long ago.
    expect(yields("greedy", 30_000)).toBe(false);
    turns.enter({}, "light", 60_000);
    expect(yields("greedy", 60_001)).toBe(false);
  });
});

/** Requests of a tenant beside another one, each of which looks when it is due, so much late as `lateMs` says. */
class Row {
  readonly turns = new RequestTurns();
  readonly #waiting = new Map<object, { dueAt: number; readonly name: string }>();
  readonly begun: [name: string, at: number][] = [];

  constructor() {
    this.turns.enter({}, "light", 0);
    this.turns.enter({}, "greedy", 0);
  }

  add(name: string, now: number): object {
    const key = {};
    this.#waiting.set(key, { name, dueAt: now + this.turns.enter(key, "greedy", now) });
    return key;
  }

  run(until: number, lateMs: (dueAt: number) => number, gone: object = {}): void {
    for (let now = 0; now <= until; now++)
      for (const [key, { dueAt, name }] of this.#waiting) {
        if (key === gone || dueAt + lateMs(dueAt) > now) continue;
        const waitMs = this.turns.waitMs(key, now);
        if (waitMs > 0) this.#waiting.set(key, { name, dueAt: now + waitMs });
        else {
          this.#waiting.delete(key);
          this.begun.push([name, now]);
        }
      }
  }
}

describe("requests that yield", () => {
  it("[N687] begin one after another within moments if the isolate is on time", () => {
    const row = new Row();
    for (const name of ["a", "b", "c"]) row.add(name, 0);
    row.run(1_000, () => 0);
    expect(row.begun.map(([name]) => name)).toEqual(["a", "b", "c"]);
    const times = row.begun.map(([, at]) => at);
    expect(times[0]).toBe(1);
    expect(times[2]).toBeLessThanOrEqual(60);
  });

  it("[N687, N760] rest four times as long as the isolate was late; what several saw counts once", () => {
    const row = new Row();
    for (const name of ["a", "b", "c"]) row.add(name, 0);
    // Code ran from the first to the hundredth millisecond: the three see it at once.
    row.run(1_000, (dueAt) => (dueAt < 100 ? 100 - dueAt : 0));
    const [first, second] = row.begun.map(([, at]) => at);
    // It was due after a millisecond and is 99 late.
    expect(first).toBe(100 + 4 * 99);
    expect(second).toBeGreaterThan(496);
    expect(row.begun).toHaveLength(3);
  });

  /** The part of an isolate that requests take each of which keeps it busy for `workMs`, without a pause. */
  function shareOf(workMs: number): number {
    const row = new Row();
    for (let index = 0; index < 400; index++) row.add(String(index), 0);
    row.run(3_000, (dueAt) => {
      const last = row.begun.at(-1)?.[1] ?? -workMs;
      return dueAt >= last && dueAt < last + workMs ? last + workMs - dueAt : 0;
    });
    return (row.begun.length * workMs) / 3_000;
  }

  it("[N687] take less than half of an isolate that is busy as long as one of them is at work", () => {
    expect(shareOf(30)).toBeLessThan(0.45);
    expect(shareOf(30)).toBeGreaterThan(0.18);
  });

  it("[N760] take about a quarter of it, also if the work of each takes some milliseconds only", () => {
    for (const workMs of [40, 20, 10, 7]) {
      const share = shareOf(workMs);
      expect(share, `${workMs} ms`).toBeLessThan(0.27);
      expect(share, `${workMs} ms`).toBeGreaterThan(0.15);
    }
  });

  it("[N687] begin after five seconds in an isolate that is always late", () => {
    const row = new Row();
    for (const name of ["a", "b"]) row.add(name, 0);
    row.run(7_000, () => 50);
    expect(row.begun.map(([name]) => name)).toEqual(["a", "b"]);
    for (const [, at] of row.begun) expect(at).toBeLessThan(5_500);
  });

  it("[N687] do not wait behind one whose caller has left without a word, and not behind one that was answered", () => {
    const row = new Row();
    const gone = row.add("gone", 0);
    row.turns.leave(row.add("answered", 0));
    row.add("b", 0);
    row.run(2_000, () => 0, gone);
    expect(row.begun.find(([name]) => name === "b")?.[1]).toBeLessThan(1_300);
  });

  it("[N687] wait no more once another tenant has as much at work", () => {
    const row = new Row();
    for (const name of ["a", "b"]) row.add(name, 0);
    for (let index = 0; index < 3; index++) row.turns.enter({}, "light", 0);
    row.run(300, () => 100);
    expect(row.begun.map(([name]) => name).sort()).toEqual(["a", "b"]);
  });
});

const adminToken = "the-operator-has-a-token-that-is-long-enough";

describe("operations over WebSockets", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("[N689] yield as requests do, and count until they are answered", async () => {
    const { environment } = new FakeDeployment({});
    const reading = readDeployment(environment);
    if (!reading.ok) throw new Error(reading.message);
    const isolate = new Isolate(async () => "");
    const { takeTurn } = socketPorts(
      new Request("https://planwright.example/graphql"),
      reading.settings,
      environment,
      isolate,
      silentTracer,
    );
    const caller = (tenant: string) => ({ tenant, subject: "s", groups: [], scopes: [], validUntil: undefined });
    const light = await takeTurn(caller("light"));
    const first = await takeTurn(caller("greedy"));
    const begun: string[] = [];
    const second = takeTurn(caller("greedy")).then((answered) => {
      begun.push("greedy");
      return answered;
    });
    (await takeTurn(caller("light")))();
    await Promise.resolve();
    expect(begun).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(["greedy"]);
    for (const answered of [light, first, await second]) answered();
    expect(isolate.turns.enter({}, "greedy", Date.now())).toBe(0);
  });
});

describe("a request with much work", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** The milliseconds that a pause of `greedy` takes if its first moment ends so late, counted from the beginning. */
  async function paused(turns: RequestTurns, lateMs = 0): Promise<number> {
    const since = Date.now();
    let took: number | undefined;
    void turns.pause("greedy").then(() => {
      took = Date.now() - since;
    });
    await Promise.resolve();
    vi.setSystemTime(since + lateMs);
    for (let ms = 0; ms < 400 && took === undefined; ms++) await vi.advanceTimersByTimeAsync(1);
    return took ?? Number.POSITIVE_INFINITY;
  }

  function besideLight(): { readonly turns: RequestTurns; readonly light: object } {
    const turns = new RequestTurns();
    const light = {};
    turns.enter({}, "greedy", Date.now());
    turns.enter(light, "light", Date.now());
    return { turns, light };
  }

  it("[N714] pauses for a moment between two pieces while another tenant has a request at work, and not at all otherwise", async () => {
    const { light, turns } = besideLight();
    expect(await paused(turns)).toBe(1);
    turns.leave(light);
    expect(await paused(turns)).toBe(0);
    turns.enter({}, "light", Date.now());
    expect(await paused(turns)).toBe(1);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await paused(turns)).toBe(0);
    await new RequestTurns().pause("nobody");
  });

  it("[N714] rests four times as long as the moment ended late, a quarter of a second at most", async () => {
    expect(await paused(besideLight().turns, 20)).toBe(1 + 20 + 4 * 20);
    expect(await paused(besideLight().turns, 200)).toBe(250);
    expect(await paused(besideLight().turns, 1_000)).toBe(1_001);
  });
});

describe("a deployment whose isolate is late", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("[N594] answers a light tenant before the further requests of a greedy one, and those after a moment", async () => {
    const service = new FakeDeployment({ AUTH_MODE: "keys", ADMIN_TOKEN: adminToken });
    const answered: string[] = [];
    const see = async (tenant: string) => {
      const { status } = await service.see({ ...bearer(adminToken), "planwright-tenant": tenant });
      answered.push(`${tenant} ${status}`);
    };
    await see("light");
    answered.length = 0;
    const all = [see("greedy"), see("greedy"), see("light")];
    await vi.waitFor(() => expect(answered).toEqual(["greedy 200", "light 200"]), { interval: 0 });
    // The turn comes 100 ms late.
    vi.setSystemTime(Date.now() + 100);
    await vi.advanceTimersByTimeAsync(1);
    await vi.advanceTimersByTimeAsync(380);
    expect(answered).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(40);
    await Promise.all(all);
    expect(answered.at(-1)).toBe("greedy 200");
    await see("greedy");
    expect(answered).toHaveLength(4);
  });
});

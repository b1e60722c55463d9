/** Which requests let those of other tenants go first. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RequestTurns, waitAfter } from "../../../src/worker/auth/request-turns.ts";
import { bearer, FakeDeployment } from "../../support/worker/fake-deployment.ts";

const request = () => new Request("https://planwright.example/graphql");

describe("a request", () => {
  it("[N594] yields if its tenant has the most at work beside another tenant, and else does not", () => {
    const turns = new RequestTurns();
    const enter = (tenant: string, now = 0) => turns.enter(request(), tenant, now);
    expect([enter("greedy"), enter("greedy")]).toEqual([false, false]);
    expect([enter("light"), enter("greedy"), enter("greedy")]).toEqual([false, true, true]);
    // A page that asks for several things at once waits for none of them while another tenant has more at work.
    expect([enter("light"), enter("light")]).toEqual([false, false]);
    expect([enter("light"), enter("light")]).toEqual([false, true]);
  });

  it("[N594] counts until it was answered, for half a minute at most; a neighbour counts for five seconds", () => {
    const turns = new RequestTurns();
    const first = request();
    turns.enter(first, "greedy", 0);
    turns.enter(request(), "light", 0);
    turns.leave(first);
    turns.leave(first);
    turns.leave(request());
    expect(turns.enter(request(), "greedy", 1_000)).toBe(false);
    expect(turns.enter(request(), "greedy", 29_999)).toBe(true);
    // What the light tenant had at work and its latest request are long ago.
    expect(turns.enter(request(), "greedy", 30_000)).toBe(false);
    turns.enter(request(), "light", 60_000);
    expect(turns.enter(request(), "greedy", 60_001)).toBe(false);
  });

  it("[N594] waits four times as long as the isolate is late, a second at most, until it is on time or five seconds have passed", () => {
    const waits = [-1, 0, 9, 10, 100, 60_000].map((lateMs) => waitAfter(lateMs, 4_999));
    expect(waits).toEqual([0, 0, 0, 40, 400, 1_000]);
    expect(waitAfter(60_000, 5_000)).toBe(0);
  });
});

const adminToken = "the-operator-has-a-token-that-is-long-enough";

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
    await vi.advanceTimersByTimeAsync(399);
    expect(answered).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all(all);
    expect(answered.at(-1)).toBe("greedy 200");
    await see("greedy");
    expect(answered).toHaveLength(4);
  });
});

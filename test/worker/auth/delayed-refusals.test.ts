/** Which refusals wait, for how long, and how many of them. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DelayedRefusals, maxDelayed } from "../../../src/worker/auth/delayed-refusals.ts";
import { bearer, FakeDeployment } from "../../support/worker/fake-deployment.ts";

const delayMs = 1_000;

describe("a refusal with 429", () => {
  it("[N591] waits if its caller comes again before the time that it was named, and not if it waited that long", () => {
    const refusals = new DelayedRefusals();
    const at = (now: number, name = "greedy") => refusals.waitMs(name, 10, delayMs, now);
    expect([0, 20, 9_999].map((now) => at(now))).toEqual([0, delayMs, delayMs]);
    expect(at(9_999, "patient")).toBe(0);
    expect(at(19_999, "patient")).toBe(0);
    expect(refusals.waitMs("unheld", 10, 0, 0)).toBe(0);
    expect(refusals.waitMs("unheld", 10, 0, 1)).toBe(0);
  });

  it("[N591] waits only while few of its caller do and few in all; a place is free again after that time, whoever left", () => {
    const refusals = new DelayedRefusals();
    const delayed = (name: string, times: number, now: number) =>
      Array.from({ length: times }, () => refusals.waitMs(name, 10, delayMs, now)).filter((wait) => wait > 0).length;
    expect(delayed("greedy", 500, 0)).toBe(maxDelayed.ofOneName);
    const others = Array.from({ length: 20 }, (_, index) => delayed(`other-${index}`, 200, 1));
    expect(others.reduce((sum, count) => sum + count, 0)).toBe(maxDelayed.inAll - maxDelayed.ofOneName);
    expect(delayed("late", 10, 999)).toBe(0);
    expect(delayed("greedy", 500, 1_000)).toBe(maxDelayed.ofOneName);
    expect(delayed("late", 10, 1_001)).toBe(10);
  });
});

const adminToken = "the-operator-has-a-token-that-is-long-enough";
const as = (tenant: string) => ({ ...bearer(adminToken), "planwright-tenant": tenant });

describe("a deployment that delays refusals", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("[N591] answers the first refusal of a tenant at once and the next ones after a second; others are served meanwhile", async () => {
    const settings = { AUTH_MODE: "keys", ADMIN_TOKEN: adminToken, MAX_ANSWERED_BYTES_PER_SECOND: "1" };
    const service = new FakeDeployment({ ...settings, DELAY_REFUSALS_MS: String(delayMs) });
    const answered: string[] = [];
    const see = async (tenant: string) => {
      const { status } = await service.see(as(tenant));
      answered.push(`${tenant} ${status}`);
    };
    await see("greedy");
    await see("greedy");
    const delayed = [see("greedy"), see("greedy")];
    await see("light");
    expect(answered).toEqual(["greedy 200", "greedy 429", "light 200"]);
    await vi.advanceTimersByTimeAsync(delayMs - 1);
    expect(answered).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all(delayed);
    expect(answered.slice(3)).toEqual(["greedy 429", "greedy 429"]);
  });

  it("[N591] delays those of an address whose credentials failed too often, and not those of another address", async () => {
    const limit = { limit: async () => ({ success: false }) };
    const settings = { DELAY_REFUSALS_MS: String(delayMs), FAILURE_LIMIT: limit };
    const service = new FakeDeployment({ ...settings, AUTH_MODE: "keys", ADMIN_TOKEN: adminToken });
    const guess = () => service.see({ ...bearer("pw_wrong"), "cf-connecting-ip": "192.0.2.1" });
    expect((await guess()).status).toBe(429);
    let isAnswered = false;
    const second = guess().then((seen) => {
      isAnswered = true;
      return seen;
    });
    expect((await service.see({ ...bearer("pw_wrong"), "cf-connecting-ip": "192.0.2.2" })).status).toBe(429);
    expect(isAnswered).toBe(false);
    await vi.advanceTimersByTimeAsync(delayMs);
    expect((await second).status).toBe(429);
  });
});

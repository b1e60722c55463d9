/** The lease of an execution in front of a tenant that the test holds in its hands. */
import { describe, expect, it } from "vitest";
import { ExecutionAlarm, type ExecutionAlarmPorts } from "../../../src/durable/execution/execution-alarm.ts";
import {
  hadChild,
  type LeaseCaps,
  TenantLease,
  type TenantLeasePort,
} from "../../../src/durable/tenant/execution-lease.ts";
import type { TenantLimit } from "../../../src/execution/commands/start-request.ts";
import { succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { ManualClock } from "../../support/engine/manual-clock.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

const capped: LeaseCaps = { maxConcurrentExecutions: 1, maxExecutionsPerMinute: 0, maxExecutionsPerRoot: 0 };
const weekMs = 7 * 24 * 3_600_000;

/** One lease at a time, as long as it was asked for. */
class FakeTenant implements TenantLeasePort {
  readonly calls: string[] = [];
  /** Whose the admitted descendants are. */
  readonly admitted: (string | undefined)[] = [];
  readonly leases = new Map<string, number>();
  /** Fails every call. */
  isDown = false;
  /** Holds calls back until it resolves. */
  gate: Promise<void> = Promise.resolve();
  readonly #clock: ManualClock;

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  async acquireLease({ caps, execution, until }: Parameters<TenantLeasePort["acquireLease"]>[0], now: number) {
    await this.#enter("acquire");
    for (const [name, end] of this.leases) if (end <= now) this.leases.delete(name);
    if (this.leases.size >= caps.maxConcurrentExecutions && !this.leases.has(execution)) return limit;
    this.leases.set(execution, until);
    return null;
  }

  async admitDescendant({ execution, root, subject }: Parameters<TenantLeasePort["admitDescendant"]>[0]) {
    this.admitted.push(subject);
    await this.#enter(`admit ${execution} of ${root}`);
    return null;
  }

  async renewLease(execution: string, until: number) {
    await this.#enter("renew");
    this.leases.set(execution, until);
  }

  async releaseLease(execution: string) {
    await this.#enter("release");
    this.leases.delete(execution);
  }

  /** Whether the execution counts now. */
  holds(execution: string): boolean {
    return (this.leases.get(execution) ?? 0) > this.#clock.now();
  }

  async #enter(call: string): Promise<void> {
    this.calls.push(call);
    await this.gate;
    if (this.isDown) throw new Error("the object was reset");
  }
}

const limit: TenantLimit = { kind: "TENANT_LIMIT", limit: "maxConcurrentExecutions", maximum: 1, retryAt: 0 };

/** The alarm asks for it when its handler is over, which the test does not wait for. */
const noneLoaded: ExecutionAlarmPorts["loaded"] = () => {
  throw new Error("nothing is loaded");
};

function world(caps = capped) {
  const clock = new ManualClock();
  const tenant = new FakeTenant(clock);
  const lease = (execution: string) =>
    new TenantLease(execution, { caps, tenant: () => tenant, now: () => clock.now() });
  return { clock, tenant, lease };
}

describe("the lease of an execution", () => {
  it("[E10] is refused while another has it, and free again when that one ends", async () => {
    const { lease, tenant } = world();
    const [first, second] = [lease("first"), lease("second")];
    expect(await first.acquire("someone")).toBeUndefined();
    expect(await second.acquire("someone")).toEqual(limit);
    await first.release(false);
    expect(await second.acquire("someone")).toBeUndefined();
    expect(tenant.holds("second")).toBe(true);
  });

  it("[E10] costs no call where there is no cap", async () => {
    const { lease, tenant, clock } = world({
      maxConcurrentExecutions: 0,
      maxExecutionsPerMinute: 0,
      maxExecutionsPerRoot: 0,
    });
    const free = lease("free");
    expect(await free.acquire("someone")).toBeUndefined();
    await free.keep(clock.now() + weekMs);
    await free.release(false);
    expect(tenant.calls).toEqual([]);
  });

  it("[N126] under the total of a root alone costs a root no call, unless it had children, whose count it gives back", async () => {
    const { lease, tenant, clock } = world({ ...capped, maxConcurrentExecutions: 0, maxExecutionsPerRoot: 50 });
    const [alone, parent] = [lease("alone"), lease("parent")];
    for (const root of [alone, parent]) {
      expect(await root.acquire("someone")).toBeUndefined();
      await root.keep(clock.now() + weekMs);
    }
    await alone.release(false);
    expect(tenant.calls).toEqual([]);
    await lease("child").admit("parent", "someone");
    await parent.release(true);
    expect(tenant.calls).toEqual(["admit child of parent", "release"]);
  });

  it("[N888] under the cap of a subject on a minute is taken by roots, and says whose its children are", async () => {
    const { lease, tenant } = world({ ...capped, maxConcurrentExecutions: 0, maxExecutionsPerMinutePerSubject: 5 });
    await lease("parent").acquire("alice");
    await lease("child").admit("parent", "alice");
    expect(tenant.calls).toEqual(["acquire", "admit child of parent"]);
    expect(tenant.admitted).toEqual(["alice"]);
  });

  it("[N126] had children if a step of it ran as an execution of its own, also once that has ended", async () => {
    const standing = async (tool: string) => {
      const run = new EngineWorld(() => succeeded({}));
      const end = succeeded({});
      if (end.kind === "SUCCEEDED") run.answerPoll = () => end;
      const state = await run.run(planOf([step("a", { tool })]));
      return [state.finished?.status, hadChild(state)];
    };
    expect(await standing("child_write")).toEqual(["SUCCEEDED", true]);
    expect(await standing("write")).toEqual(["SUCCEEDED", false]);
  });

  it("[E10] goes on while the alarm rings every thirty seconds, with a call every minute at most", async () => {
    const { clock, lease, tenant } = world();
    const running = lease("running");
    await running.acquire("someone");
    for (let alarm = 0; alarm < 40; alarm++) {
      await clock.advance(30_000);
      expect(tenant.holds("running")).toBe(true);
      await running.keep(clock.now() + 30_000);
    }
    expect(tenant.calls.length).toBeLessThanOrEqual(21);
  });

  it("[E11] outlasts a week of waiting with one call", async () => {
    const { clock, lease, tenant } = world();
    const waiting = lease("waiting");
    await waiting.acquire("someone");
    for (let look = 0; look < 5; look++) await waiting.keep(clock.now() + weekMs);
    expect(tenant.calls).toEqual(["acquire", "renew"]);
    await clock.advance(weekMs);
    expect(tenant.holds("waiting")).toBe(true);
  });

  it("[E10, N107] is kept during one call of an hour, while no alarm is written, and is not once the handler is over", async () => {
    const { clock, lease, tenant } = world();
    const running = lease("running");
    const written: number[] = [];
    const alarm = new ExecutionAlarm({
      storage: { setAlarm: async (at) => void written.push(Number(at)), deleteAlarm: async () => undefined },
      options: { clock, leaseMs: 30_000 },
      loaded: noneLoaded,
      retention: () => ({ wakeAt: () => undefined }),
      set: (at) => void running.keep(at),
    });
    await running.acquire("someone");
    alarm.ring();
    for (let second = 0; second < 3_600; second += 10) {
      await clock.advance(10_000);
      expect(tenant.holds("running"), `after ${second + 10} s`).toBe(true);
    }
    expect(written).toHaveLength(1);
    await alarm.clear();
    const calls = tenant.calls.length;
    await clock.advance(3_600_000);
    expect(tenant.calls).toHaveLength(calls);
    expect(tenant.holds("running")).toBe(false);
  });

  it("[E10] is freed by its expiry when its execution is lost, and kept by a fresh instance that goes on", async () => {
    const { clock, lease, tenant } = world();
    await lease("crashed").acquire("someone");
    await clock.advance(60_000);
    await lease("crashed").keep(clock.now() + 30_000);
    await clock.advance(149_999);
    expect(await lease("next").acquire("someone")).toEqual(limit);
    await clock.advance(1);
    expect(await lease("next").acquire("someone")).toBeUndefined();
    expect(tenant.holds("crashed")).toBe(false);
  });

  it("is asked for again after a call that failed, and never stops what runs", async () => {
    const { clock, lease, tenant } = world();
    const running = lease("running");
    await running.acquire("someone");
    await clock.advance(100_000);
    tenant.isDown = true;
    await running.keep(clock.now() + 30_000);
    await clock.advance(30_000);
    tenant.isDown = false;
    await running.keep(clock.now() + 30_000);
    expect(tenant.holds("running")).toBe(true);
    tenant.isDown = true;
    await running.release(false);
    await expect(lease("other").acquire("someone")).rejects.toThrow("reset");
  });

  it("does not come back by a renewal that is under way when it is given back", async () => {
    const { clock, lease, tenant } = world();
    const ending = lease("ending");
    await ending.acquire("someone");
    await clock.advance(100_000);
    const { promise, resolve } = Promise.withResolvers<void>();
    tenant.gate = promise;
    const all = [ending.keep(clock.now() + weekMs), ending.release(false), ending.keep(clock.now() + 2 * weekMs)];
    await clock.advance(1);
    expect(tenant.calls).toEqual(["acquire", "renew"]);
    resolve();
    await Promise.all(all);
    expect(tenant.calls).toEqual(["acquire", "renew", "release"]);
    expect(tenant.leases.size).toBe(0);
  });
});

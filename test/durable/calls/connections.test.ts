import { describe, expect, it } from "vitest";
import { Permits } from "../../../src/durable/calls/permits.ts";
import type { Connection } from "../../../src/durable/ports/ports.ts";
import { atWork, failed, held, succeeded } from "../../support/engine/attempt-results.ts";
import { type AnswerTo, EngineWorld } from "../../support/engine/engine-world.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

/** An engine whose object may have `count` requests that await their headers. */
function connected(count: number, answer: AnswerTo): EngineWorld {
  return new EngineWorld(answer, { connections: () => new Permits(count) });
}

const started = (world: EngineWorld) =>
  world.published.flatMap(({ event }) => (event.kind === "StepStarted" ? [event.step] : []));

describe("a step whose request cannot leave at once", () => {
  it("[N80, E3, E10] is PENDING and has no row until a connection is free; then its start is when its request left", async () => {
    const answers = new Map(["a", "b", "c", "d"].map((id) => [id, held()]));
    const world = connected(2, ({ stepId }) => answers.get(stepId)?.answer ?? succeeded({}));
    const begun = world.clock.now();
    await world.run(planOf([step("a"), step("b"), step("c"), step("d")]), { limits: { maxParallel: 4 } });
    expect(world.statuses()).toEqual({ a: "RUNNING", b: "RUNNING", c: "PENDING", d: "PENDING" });
    expect(world.calls.map(({ stepId }) => stepId)).toEqual(["a", "b"]);
    expect(started(world)).toEqual(["a", "b"]);
    await world.clock.advance(700);
    answers.get("b")?.give(succeeded({}));
    await world.clock.advance(0);
    expect(world.calls.map(({ stepId }) => stepId)).toEqual(["a", "b", "c"]);
    expect(world.step("c")).toMatchObject({ startedAt: begun + 700, attempts: [{ startedAt: begun + 700 }] });
    for (const id of ["a", "c", "d"]) answers.get(id)?.give(succeeded({}));
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    // As many rows as if nothing had waited.
    expect(world.journal.kinds).toHaveLength(10);
  });

  it("[N80, E7] was never called if the object is lost meanwhile, so that nobody is in doubt about it", async () => {
    const first = held();
    const world = connected(1, ({ stepId }) => (stepId === "a" ? first.answer : succeeded({})));
    await world.run(planOf([step("a"), step("b", { tool: "write", independent: true })]));
    expect(started(world)).toEqual(["a"]);
    world.crash();
    first.give(succeeded({}));
    await world.drive();
    expect(world.statuses()).toEqual({ a: "SUCCEEDED", b: "SUCCEEDED" });
    expect(world.callsOf("b")).toHaveLength(1);
  });

  it("[N80] counts no time of its own, and does not keep its execution from being cancelled", async () => {
    const world = connected(1, () => held().answer);
    await world.run(planOf([step("a"), step("b", { policy: { timeoutMs: 50 } })]));
    await world.clock.advance(1_000);
    expect(world.statuses()).toEqual({ a: "RUNNING", b: "PENDING" });
    world.runner.cancel("somebody", undefined);
    await world.drive();
    expect(world.state.finished?.status).toBe("CANCELLED");
    expect(world.runner.busy).toBe(false);
  });

  it("[N80] holds back neither executions of their own nor what waits at a remote agent", async () => {
    const first = held();
    const world = connected(1, ({ stepId }) => (stepId === "task" ? atWork("t") : first.answer));
    const steps = [step("task", { tool: "remote_keyed", independent: true }), step("a"), step("b")];
    await world.run(planOf([...steps, step("child", { tool: "child_read" })]), { limits: { maxParallel: 24 } });
    expect(world.statuses()).toEqual({ task: "WAITING", a: "RUNNING", b: "PENDING", child: "WAITING" });
  });

  it("[N80] a further attempt that leaves no row of its own tells when it began", async () => {
    const slow = held();
    let failures = 0;
    const world = connected(1, ({ stepId }) => {
      if (stepId === "b") return slow.answer;
      failures += 1;
      return failures === 1 ? failed("REJECTED") : succeeded({});
    });
    const begun = world.clock.now();
    const policy = { maxAttempts: 2, initialBackoffMs: 100 };
    await world.run(planOf([step("a", { policy }), step("b")]));
    await world.clock.advance(500);
    expect(world.calls.map(({ stepId }) => stepId)).toEqual(["a", "b"]);
    slow.give(succeeded({}));
    await world.drive();
    expect(world.step("a").attempts).toMatchObject([
      { number: 1, startedAt: begun, retryAt: begun + 100 },
      { number: 2, startedAt: begun + 500, outcome: "ANSWERED" },
    ]);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    world.crash();
    expect(world.step("a").attempts[1]?.startedAt).toBe(begun + 500);
  });

  it("[N762, E6] is not waited for any more once its execution has ended, whoever holds the connections", async () => {
    const world = new EngineWorld(() => succeeded({}), {
      connections: () => ({ admit: () => undefined, onFree: () => undefined, rested: () => undefined }),
    });
    world.begin(planOf([step("a")]));
    let isOver = false;
    const drive = world.runner.drive().then(() => {
      isOver = true;
    });
    await settled();
    expect([world.runner.busy, isOver]).toEqual([true, false]);
    world.runner.cancel("somebody", undefined);
    await settled();
    expect(world.state.finished?.status).toBe("CANCELLED");
    expect([world.runner.busy, isOver]).toEqual([false, true]);
    await drive;
  });

  it("[N763, E7] that has not left by the end of its attempt was not sent: nobody is in doubt, and it is made again", async () => {
    let waiting = 1;
    /** All connections are taken until the attempt is over. */
    const taken: Connection = {
      awaitHeaders: (signal) =>
        new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true })),
      end: () => undefined,
    };
    const free: Connection = { awaitHeaders: (_, run) => run(), end: () => undefined };
    const world = new EngineWorld(() => succeeded({}), {
      connections: () => ({
        admit: () => (waiting-- > 0 ? taken : free),
        onFree: () => undefined,
        rested: () => undefined,
      }),
    });
    const policy = { timeoutMs: 50, maxAttempts: 2, initialBackoffMs: 100 };
    await world.run(planOf([step("a", { tool: "write", policy })]));
    await world.clock.advance(50);
    expect(world.step("a").attempts).toMatchObject([
      { number: 1, outcome: "NOT_SENT", failure: { code: "STEP_TIMEOUT" } },
    ]);
    await world.clock.advance(110);
    await world.drive();
    expect(world.step("a")).toMatchObject({ status: "SUCCEEDED", outcome: "ANSWERED" });
    expect(world.eventsOf("CallIgnored")).toEqual([]);
  });

  it("[N768, E8] a call that was cut is known to be on its way until it ends, so that its runner is not replaced by another", async () => {
    const late = held();
    const world = new EngineWorld(() => late.answer);
    await world.run(planOf([step("a", { tool: "write", policy: { timeoutMs: 50, inDoubt: "ASK" } })]));
    expect(world.runner.awaitsLate).toBe(false);
    await world.clock.advance(50);
    expect(world.step("a").status).toBe("WAITING");
    expect([world.runner.busy, world.runner.awaitsLate]).toEqual([false, true]);
    late.give(succeeded({}));
    await settled();
    expect(world.runner.awaitsLate).toBe(false);
    expect(world.eventsOf("CallIgnored")).toHaveLength(1);
  });

  it("[N763, E8] a call that says after its time that it was not sent is no answer that came late", async () => {
    const world = new EngineWorld(
      ({ signal }) =>
        new Promise((resolve) => signal.addEventListener("abort", () => resolve(failed("NOT_SENT")), { once: true })),
    );
    await world.run(
      planOf([step("a", { tool: "write", policy: { timeoutMs: 50, continueOnFailure: true } }), step("b")]),
    );
    await world.clock.advance(50);
    expect(world.step("a")).toMatchObject({ status: "FAILED", outcome: "UNKNOWN" });
    expect(world.eventsOf("CallIgnored")).toEqual([]);
  });

  it("[N80] attempts that wait for a handshake which one of them makes do not keep it from its next request", async () => {
    const permits = new Permits(1);
    const first = permits.admit();
    expect(permits.admit()).toBeUndefined();
    await first?.awaitHeaders(undefined, async () => undefined);
    const second = permits.admit();
    expect(second).not.toBeUndefined();
    // The second holds nothing while it waits, so the first goes on.
    expect(await first?.awaitHeaders(undefined, async () => "answered")).toBe("answered");
    let told = 0;
    permits.onFree(() => {
      told += 1;
    });
    second?.end();
    second?.end();
    expect(told).toBe(1);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recover } from "../../../src/durable/execution/replay-journal.ts";
import { failed, held, never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { callables } from "../../support/plan/callables.ts";
import { from, group, planOf, step } from "../../support/plan/plan-steps.ts";

beforeEach(() => {
  // Faults of our own are logged; here they are what is tested.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

describe("a row that cannot be stored", () => {
  const plan = planOf([
    step("a", { tool: "idempotent" }),
    group("g", [step("g.a"), step("g.b", { tool: "keyed" })]),
    step("z", { tool: "idempotent", policy: { maxAttempts: 2, initialBackoffMs: 0 } }),
  ]);

  it("[E4] leaves state and watchers as they were, whichever it is, and the next drive goes on", async () => {
    for (let failing = 1; ; failing += 1) {
      const world = new EngineWorld((call) =>
        call.stepId === "z" && call.attempt === 1 ? failed("REJECTED") : succeeded({}),
      );
      world.begin(plan);
      const refusal = refuseAppend(world, failing);
      await world.runner.drive().catch(() => undefined);
      if (!refusal.happened) {
        expect(failing).toBeGreaterThan(4);
        break;
      }
      expect(world.state, `refused append ${failing}`).toEqual(recover(world.journal).state);
      expect(world.published).toHaveLength(world.journal.sequence);
      for (let n = 0; n < 5 && world.state.finished === undefined; n += 1) await world.drive();
      expect(world.state.finished?.status, `refused append ${failing}`).toBe("SUCCEEDED");
    }
  });

  it("[E4, E6] ends the drive that waits for it, so that the alarm can begin another", async () => {
    const answer = held();
    const world = new EngineWorld(() => answer.answer);
    world.begin(planOf([step("a")]));
    const drive = world.runner.drive();
    refuseAppend(world, 1);
    answer.give(succeeded({}));
    await expect(drive).rejects.toThrow("the disk is full");
    expect(world.runner.busy).toBe(false);
    expect(world.step("a").status).toBe("RUNNING");
  });

  it("[E4] leaves the calls in flight in hand: nothing that was going well is called again", async () => {
    const slow = held();
    const world = new EngineWorld((call) => (call.stepId === "slow" ? slow.answer : failed("REJECTED")));
    world.begin(planOf([step("slow"), step("other", { policy: { maxAttempts: 2, initialBackoffMs: 100 } })]));
    const drive = world.runner.drive();
    const refused = expect(drive).rejects.toThrow("the disk is full");
    await settled();
    refuseAppend(world, 1);
    await world.clock.advance(100);
    await refused;
    expect(world.runner.busy).toBe(true);
    slow.give(succeeded({}));
    await world.drive();
    expect(world.callsOf("slow")).toHaveLength(1);
    expect(world.step("slow").status).toBe("SUCCEEDED");
  });

  it("[E4, E6] that says whose work is continued is stored with the next, so that crashes are counted all the same", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a")]));
    world.crash();
    refuseAppend(world, 1);
    await expect(world.runner.drive()).rejects.toThrow("the disk is full");
    await world.drive();
    expect(world.eventsOf("ExecutionResumed")).toHaveLength(1);
  });

  it("[E4] refuses the request that wanted it: a cancel or an answer that is not stored is not taken", async () => {
    const world = new EngineWorld();
    await world.run(planOf([step("a", { tool: "destroy" })]));
    refuseAppend(world, 1);
    expect(() => world.runner.respond(given("a/1"))).toThrow("the disk is full");
    refuseAppend(world, 1);
    expect(() => world.runner.cancel("someone", undefined)).toThrow("the disk is full");
    expect(world.step("a").status).toBe("WAITING");
    expect(world.state.cancelRequested).toBeUndefined();
    expect(world.runner.respond(given("a/1")).kind).toBe("RESOLVED");
  });
});

describe("a missing dependency", () => {
  it("[O19] a call whose provider was not pinned fails as INTERNAL and is not made; the rest of the plan goes on", async () => {
    const world = new EngineWorld();
    const lost = callables.map((callable) =>
      callable.name === "write" ? { ...callable, provider: "gone" } : callable,
    );
    await world.run(planOf([step("a", { tool: "write", policy: { continueOnFailure: true } }), step("b")]), {
      callables: lost,
    });
    expect(world.step("a")).toMatchObject({ status: "FAILED", outcome: "NOT_SENT", failure: { code: "INTERNAL" } });
    expect(world.calls.map((call) => call.stepId)).toEqual(["b"]);
    expect(world.state.finished?.status).toBe("PARTIAL");
  });

  it("[O19] so does a call of something that was not pinned at all, and it halts what depends on it", async () => {
    const world = new EngineWorld();
    await world.run(planOf([step("a", { tool: "unheard" }), step("b", { after: ["a"] })]));
    expect(world.calls).toEqual([]);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "INTERNAL", step: "a" } });
    expect(world.statuses()).toEqual({ a: "FAILED", b: "SKIPPED" });
  });

  it("[O19] a further attempt that cannot be prepared ends its step with the outcome of the last, and halts the others", async () => {
    const world = new EngineWorld(() => failed("REJECTED"));
    const again = { policy: { maxAttempts: 3, initialBackoffMs: 100 } };
    await world.run(planOf([step("a", again), step("b", again)]));
    const { value } = world.journal;
    world.journal.value = (position) =>
      position.slot === "arguments" ? undefined : value.call(world.journal, position);
    await world.clock.advance(100);
    await world.drive();
    expect(world.step("a")).toMatchObject({ status: "FAILED", outcome: "REJECTED", failure: { code: "INTERNAL" } });
    expect(world.step("b").status).toBe("CANCELLED");
    expect(world.calls).toHaveLength(2);
    expect(world.state.finished?.status).toBe("FAILED");
  });

  it("[O19] what a reference reads cannot break the drive", async () => {
    const later = held();
    const world = new EngineWorld((call) => (call.stepId === "c" ? later.answer : succeeded({})));
    world.journal.value = () => {
      throw new Error("the row is damaged");
    };
    await world.run(planOf([step("a"), step("c"), step("b", { arguments: from("a"), after: ["c"] })]));
    later.give(succeeded({}));
    await world.drive();
    expect(world.step("b")).toMatchObject({ status: "FAILED", failure: { code: "INTERNAL" } });
    expect(JSON.stringify(world.step("b").failure)).not.toContain("damaged");
    expect(world.state.finished?.status).toBe("PARTIAL");
  });
});

describe("rows that this code cannot apply", () => {
  it("[E2, E6] park the execution instead of breaking every wake-up", async () => {
    const world = new EngineWorld(() => never(), { singly: true });
    await world.run(planOf([step("a")]));
    const [first, second] = world.journal.rows;
    if (first === undefined || second === undefined) throw new Error("two rows are expected");
    const strange = { ...second, body: second.body.replace('"step":"a"', '"step":"elsewhere"') };
    const { MemoryJournal } = await import("../../support/engine/memory-journal.ts");
    const { parkedBy, state } = recover(new MemoryJournal([first, strange]));
    expect(parkedBy).toBe("StepStarted at 2");
    expect(state?.sequence).toBe(1);
  });
});

/** The `nth` append from now on stores nothing and throws. */
function refuseAppend(world: EngineWorld, nth: number): { readonly happened: boolean } {
  let count = 0;
  world.journal.beforeAppend = () => {
    count += 1;
    if (count === nth) throw new Error("the disk is full");
  };
  return {
    get happened() {
      return count >= nth;
    },
  };
}

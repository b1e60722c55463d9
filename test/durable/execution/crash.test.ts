import { describe, expect, it } from "vitest";
import { asks, failed, never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";

describe("crashes", () => {
  it("[E6, E7] after a crash a finished step is not repeated and a lost read is made again with its key", async () => {
    const world = new EngineWorld((call) => (call.stepId === "b" ? never() : succeeded({})));
    await world.run(planOf([step("a"), step("b", { after: ["a"] }), step("c", { after: ["b"] })]));
    world.crash();
    world.answer = () => succeeded({});
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(world.calls.map((call) => call.stepId)).toEqual(["a", "b", "b", "c"]);
    expect(new Set(world.callsOf("b").map((call) => call.callId)).size).toBe(1);
    expect(world.journal.kinds).toEqual([
      "ExecutionStarted",
      "StepStarted",
      "StepFinished",
      "StepStarted",
      "ExecutionResumed",
      "AttemptFailed",
      "StepFinished",
      "StepStarted",
      "StepFinished",
      "ExecutionFinished",
    ]);
  });

  it("[E7] after a crash an unsafe call that was on its way is not made again", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a", { tool: "write" })]));
    world.crash();
    await world.drive();
    expect(world.calls).toHaveLength(1);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "OUTCOME_UNKNOWN" } });
  });

  it("[E3, E7] an unsafe call whose back-off was slept through is made once, by the instance that wakes up", async () => {
    const world = new EngineWorld(() => failed("REJECTED"));
    await world.run(planOf([step("a", { tool: "write", policy: { maxAttempts: 2, initialBackoffMs: 60_000 } })]));
    world.crash();
    await world.clock.advance(61_000);
    world.answer = () => succeeded({});
    world.crash();
    await world.drive();
    expect(world.calls).toHaveLength(2);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[E3, E7] an unsafe further attempt that was on its way is not made a third time", async () => {
    const world = new EngineWorld((call) => (call.attempt === 1 ? failed("REJECTED") : never()));
    await world.run(planOf([step("a", { tool: "write", policy: { maxAttempts: 5, initialBackoffMs: 1_000 } })]));
    await world.clock.advance(1_001);
    await world.drive();
    expect(world.calls).toHaveLength(2);
    world.crash();
    await world.drive();
    expect(world.calls).toHaveLength(2);
    expect(world.step("a")).toMatchObject({ status: "FAILED", outcome: "UNKNOWN" });
  });

  it("[E6] five resumptions in a row without an outcome, then the execution ends with CRASH_LOOP", async () => {
    const world = new EngineWorld(() => never());
    // Children hold each other's resumption: the group's steps are read-only and never answer.
    await world.run(planOf([group("g", [step("g.a"), step("g.b")])]));
    for (let n = 0; n < 8 && world.state.finished === undefined; n++) {
      world.crash();
      await world.drive();
    }
    const resumed = world.journal.kinds.filter((kind) => kind === "ExecutionResumed");
    expect(resumed.length).toBeLessThanOrEqual(5);
    expect(world.state.finished?.status).toBe("FAILED");
  });

  it("[E7] a read that is lost again and again is called three more times at most", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a")]));
    for (let n = 0; n < 8 && world.state.finished === undefined; n++) {
      world.crash();
      await world.drive();
    }
    expect(world.calls).toHaveLength(4);
  });

  it("[E7] a call that is lost again and again after its callee was answered fails with a failure that says so", async () => {
    const world = new EngineWorld((call) => (call.attempt === 1 ? asks() : never()));
    await world.run(planOf([step("a")]));
    world.runner.respond(given("a/1"));
    for (let n = 0; n < 6 && world.state.finished === undefined; n++) {
      await world.drive();
      world.crash();
    }
    await world.drive();
    expect(world.step("a")).toMatchObject({
      status: "FAILED",
      outcome: "UNKNOWN",
      failure: { code: "UPSTREAM_UNAVAILABLE", details: { cause: "CRASH" } },
    });
    expect(world.state.finished?.failure).toMatchObject({ code: "UPSTREAM_UNAVAILABLE", step: "a" });
  });

  it("[E6] an instance that wakes up to a wait alone says nothing of a resumption", async () => {
    const world = new EngineWorld(() => succeeded({}));
    await world.run(planOf([step("a", { tool: "destroy" })]));
    world.crash();
    await world.drive();
    expect(world.journal.kinds).toEqual(["ExecutionStarted", "StepWaiting"]);
    world.runner.respond(given("a/1"));
    await world.drive();
    expect(world.journal.kinds.slice(2)).toEqual([
      "HumanInputResolved",
      "StepStarted",
      "StepFinished",
      "ExecutionFinished",
    ]);
  });

  it("[E2, E6] after a crash behind every row the execution ends as it would have, no finished step runs again, keys stay", async () => {
    for (const singly of [false, true]) {
      const plan = planOf([
        step("a", { tool: "idempotent", resultKey: "first" }),
        group("g", [step("g.a", { tool: "read" }), step("g.b", { tool: "keyed" })], { after: ["a"] }),
        step("z", { tool: "idempotent", after: ["g"], policy: { maxAttempts: 2, initialBackoffMs: 10 } }),
      ]);
      const answer = (call: { stepId: string; attempt: number }) =>
        call.stepId === "z" && call.attempt === 1 ? failed("REJECTED") : succeeded({ of: call.stepId });
      const undisturbed = new EngineWorld(answer, { singly });
      await undisturbed.run(plan);
      await undisturbed.clock.advance(10);
      await undisturbed.drive();
      const rows = undisturbed.journal.rows;
      expect(rows).toHaveLength(singly ? undisturbed.journal.sequence : 6);
      for (let kept = 1; kept <= rows.length; kept++) {
        const world = new EngineWorld(answer, { rows: rows.slice(0, kept) });
        const finishedBefore = Object.entries(world.statuses()).filter(([, status]) => status === "SUCCEEDED");
        await world.clock.advance(11);
        await world.drive();
        await world.clock.advance(11);
        await world.drive();
        expect(world.state.finished?.status, `after row ${kept}`).toBe("SUCCEEDED");
        for (const [id] of finishedBefore) expect(world.callsOf(id), `${id} after row ${kept}`).toHaveLength(0);
        for (const call of world.calls) expect(call.callId).toBe(undisturbed.callsOf(call.stepId)[0]?.callId);
      }
    }
  });

  it("[E2] parks an execution with a row of an unknown kind: readable, untouched", async () => {
    const world = new EngineWorld(undefined, { singly: true });
    await world.run(planOf([step("a", { tool: "destroy" })]));
    const strange = { ...(world.journal.rows[1] as (typeof world.journal.rows)[number]), kind: "StepTeleported" };
    const { recover } = await import("../../../src/durable/execution/replay-journal.ts");
    const { MemoryJournal } = await import("../../support/engine/memory-journal.ts");
    const recovered = recover(new MemoryJournal([world.journal.rows[0] as typeof strange, strange]));
    expect(recovered.parkedBy).toBe("StepTeleported version 3");
    expect(recovered.state?.sequence).toBe(1);
  });
});

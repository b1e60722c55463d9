import { describe, expect, it } from "vitest";
import { failed, held, never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";

const tooLarge = failed("UNKNOWN", "LIMIT_EXCEEDED", null, false);

describe("outcomes and retries", () => {
  it("[E2, E7] tries a known failure again up to maxAttempts, with the same key, one row for each further attempt", async () => {
    const world = new EngineWorld((call) => (call.attempt < 3 ? failed("REJECTED") : succeeded({})));
    const plan = planOf([step("a", { tool: "idempotent", policy: { maxAttempts: 3, initialBackoffMs: 100 } })]);
    await world.run(plan);
    await wake(world, 100);
    await wake(world, 200);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(world.journal.kinds.slice(1, -1)).toEqual(["StepStarted", "AttemptFailed", "AttemptFailed", "StepFinished"]);
    expect(new Set(world.calls.map((call) => call.callId)).size).toBe(1);
    expect(world.step("a").attempts.map((attempt) => attempt.number)).toEqual([1, 2, 3]);
  });

  it("[E7] waits at least as long as Retry-After says", async () => {
    const world = new EngineWorld((call) =>
      call.attempt === 1 ? failed("REJECTED", "UPSTREAM_UNAVAILABLE", 5_000) : succeeded({}),
    );
    await world.run(planOf([step("a", { policy: { maxAttempts: 2, initialBackoffMs: 10 } })]));
    await wake(world, 4_999);
    expect(world.calls).toHaveLength(1);
    await wake(world, 1);
    expect(world.calls).toHaveLength(2);
  });

  it("[E7] gives up at once when the next attempt would leave after the deadline", async () => {
    const world = new EngineWorld(() => failed("REJECTED", "UPSTREAM_UNAVAILABLE", 60_000));
    const plan = planOf([step("a", { policy: { maxAttempts: 5 } })]);
    const state = await world.run(plan, { limits: { timeoutMs: 30_000 } });
    expect(state.finished).toMatchObject({ status: "FAILED", failure: { code: "UPSTREAM_UNAVAILABLE", step: "a" } });
  });

  it.each(["read", "idempotent", "keyed"])(
    "[E7] calls a %s tool again after an unknown outcome, with the same key, three times at most",
    async (tool) => {
      const world = new EngineWorld(() => failed("UNKNOWN"));
      await world.run(planOf([step("a", { tool, policy: { initialBackoffMs: 100 } })]));
      for (let n = 0; n < 6; n++) await wake(world, 10_000);
      expect(world.calls).toHaveLength(4);
      expect(new Set(world.calls.map((call) => call.callId)).size).toBe(1);
      expect(world.step("a")).toMatchObject({ status: "FAILED", outcome: "UNKNOWN" });
    },
  );

  it.each(["read", "idempotent", "keyed"])(
    "[N103, E7] calls a %s tool whose answer was too large no more: a further answer would be as large",
    async (tool) => {
      const world = new EngineWorld(() => tooLarge);
      await world.run(planOf([step("a", { tool, policy: { maxAttempts: 3, initialBackoffMs: 0 } })]));
      await wake(world, 10_000);
      expect(world.calls).toHaveLength(1);
      expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "LIMIT_EXCEEDED", step: "a" } });
    },
  );

  it("[N103, E7] an unsafe tool whose answer was too large may have had its effect, and is not called again by inDoubt RETRY", async () => {
    const world = new EngineWorld(() => tooLarge);
    await world.run(planOf([step("a", { tool: "write", policy: { inDoubt: "RETRY", initialBackoffMs: 0 } })]));
    await wake(world, 10_000);
    expect(world.calls).toHaveLength(1);
    expect(world.step("a")).toMatchObject({
      status: "FAILED",
      outcome: "UNKNOWN",
      failure: { code: "OUTCOME_UNKNOWN" },
    });
  });

  it("[E7] does not call an unsafe tool again after an unknown outcome: OUTCOME_UNKNOWN", async () => {
    const world = new EngineWorld(() => failed("UNKNOWN"));
    const plan = planOf([step("a", { tool: "write", policy: { maxAttempts: 5, initialBackoffMs: 0 } })]);
    const state = await world.run(plan);
    expect(world.calls).toHaveLength(1);
    expect(state.finished).toMatchObject({ status: "FAILED", failure: { code: "OUTCOME_UNKNOWN", step: "a" } });
  });

  it("[E7] inDoubt RETRY of the step wins over FAIL of the execution", async () => {
    const world = new EngineWorld((call) => (call.attempt === 1 ? failed("UNKNOWN") : succeeded({})));
    await world.run(planOf([step("a", { tool: "write", policy: { inDoubt: "RETRY", initialBackoffMs: 0 } })]));
    await wake(world, 0);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[E7] inDoubt ASK asks a person; accept calls again with the same key", async () => {
    const world = new EngineWorld((call) => (call.attempt === 1 ? failed("UNKNOWN") : succeeded({})));
    await world.run(planOf([step("a", { tool: "write", policy: { inDoubt: "ASK" } })]));
    expect(world.step("a").status).toBe("WAITING");
    expect(world.runner.respond(given("a/1")).kind).toBe("RESOLVED");
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(world.calls.map((call) => call.attempt)).toEqual([1, 2]);
    expect(new Set(world.calls.map((call) => call.callId)).size).toBe(1);
  });

  it("[E7] inDoubt ASK: decline fails the step with OUTCOME_UNKNOWN and nothing is called again", async () => {
    const world = new EngineWorld(() => failed("UNKNOWN"));
    await world.run(planOf([step("a", { tool: "write", policy: { inDoubt: "ASK" } })]));
    world.runner.respond(given("a/1", false, "someone", "too risky"));
    await world.drive();
    expect(world.calls).toHaveLength(1);
    expect(world.step("a")).toMatchObject({
      status: "FAILED",
      outcome: "UNKNOWN",
      failure: { code: "OUTCOME_UNKNOWN" },
    });
  });

  it("[E7] output that was refused is not asked for again from an unsafe tool, whose effect has happened", async () => {
    const world = new EngineWorld(() => failed("ANSWERED", "OUTPUT_INVALID"));
    await world.run(planOf([step("a", { tool: "write", policy: { maxAttempts: 3, initialBackoffMs: 0 } })]));
    await wake(world, 1);
    expect(world.calls).toHaveLength(1);
    expect(world.step("a").status).toBe("FAILED");
  });

  it("[E9, O15] cuts an attempt at its time; the outcome is unknown", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a", { tool: "write", policy: { timeoutMs: 500 } })]));
    await world.clock.advance(500);
    expect(world.step("a")).toMatchObject({
      status: "FAILED",
      outcome: "UNKNOWN",
      failure: { code: "OUTCOME_UNKNOWN", details: { cause: "STEP_TIMEOUT" } },
    });
    expect(world.calls[0]?.signal.aborted).toBe(true);
  });

  it("[E9, C25] the deadline of the execution cuts what runs, ends FAILED with EXECUTION_TIMEOUT and keeps what finished", async () => {
    const world = new EngineWorld((call) => (call.stepId === "a" ? succeeded({ kept: 1 }) : never()));
    const plan = planOf([step("a"), step("b", { after: ["a"] }), step("c", { after: ["b"] })]);
    await world.run(plan, { limits: { timeoutMs: 1_000, stepTimeoutMs: 60_000 } });
    await world.clock.advance(1_000);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "EXECUTION_TIMEOUT" } });
    expect(world.statuses()).toEqual({ a: "SUCCEEDED", b: "FAILED", c: "SKIPPED" });
    expect(world.step("a").output).not.toBeUndefined();
  });

  it("[R20, E8, C28] a result that comes after its timeout is recorded as ignored and changes nothing", async () => {
    const late = held();
    const other = held();
    const world = new EngineWorld((call) => (call.stepId === "a" ? late.answer : other.answer));
    const steps = [
      step("a", { tool: "write", policy: { timeoutMs: 100, continueOnFailure: true } }),
      step("b", { independent: true }),
    ];
    await world.run(planOf(steps));
    await world.clock.advance(100);
    expect(world.step("a").status).toBe("FAILED");
    late.give(succeeded({ too: "late" }));
    await world.drive();
    expect(world.journal.kinds.at(-1)).toBe("CallIgnored");
    expect(world.step("a")).toMatchObject({ status: "FAILED", output: undefined });
    other.give(succeeded({}));
    await world.drive();
    expect(world.journal.kinds.at(-1)).toBe("ExecutionFinished");
  });

  it("[R20, E8] a result that comes after the execution ended is a log line: nothing follows ExecutionFinished", async () => {
    const late = held();
    const world = new EngineWorld(() => late.answer);
    await world.run(planOf([step("a", { tool: "write", policy: { timeoutMs: 100 } })]));
    await world.clock.advance(100);
    late.give(succeeded({}));
    await world.drive();
    expect(world.journal.kinds.at(-1)).toBe("ExecutionFinished");
    expect(world.ignored).toEqual([world.calls[0]?.callId]);
  });
});

describe("halting", () => {
  it("[P6] a failed step halts the plan; what ran before keeps its result and later steps are skipped", async () => {
    const world = new EngineWorld((call) =>
      call.stepId === "b" ? failed("ANSWERED", "TOOL_ERROR", null, false) : succeeded({}),
    );
    const state = await world.run(planOf([step("a"), step("b", { after: ["a"] }), step("c", { after: ["b"] })]));
    expect(state.finished?.status).toBe("PARTIAL");
    expect(world.statuses()).toEqual({ a: "SUCCEEDED", b: "FAILED", c: "SKIPPED" });
    expect(state.orchestrationState).toBe("failed");
  });

  it("[C6] continueOnFailure lets the plan go on", async () => {
    const world = new EngineWorld((call) =>
      call.stepId === "a" ? failed("ANSWERED", "TOOL_ERROR", null, false) : succeeded({}),
    );
    const state = await world.run(
      planOf([step("a", { policy: { continueOnFailure: true } }), step("b", { after: ["a"] })]),
    );
    expect(world.statuses()).toEqual({ a: "FAILED", b: "SUCCEEDED" });
    expect(state.finished?.status).toBe("PARTIAL");
    expect(state.orchestrationState).toBe("completed");
  });

  it("[C6] after a halt nothing new starts, back-off ends, and calls in flight are awaited", async () => {
    const slow = held();
    const world = new EngineWorld((call) => {
      if (call.stepId === "slow") return slow.answer;
      if (call.stepId === "again") return failed("REJECTED");
      return failed("ANSWERED", "TOOL_ERROR", null, false);
    });
    const plan = planOf([
      step("slow"),
      step("again", { policy: { maxAttempts: 5, initialBackoffMs: 60_000 } }),
      step("bad"),
      step("next", { after: ["slow"] }),
    ]);
    await world.run(plan);
    expect(world.statuses()).toEqual({ slow: "RUNNING", again: "CANCELLED", bad: "FAILED", next: "PENDING" });
    slow.give(succeeded({}));
    await world.drive();
    expect(world.statuses()).toEqual({ slow: "SUCCEEDED", again: "CANCELLED", bad: "FAILED", next: "SKIPPED" });
    expect(world.state.finished?.status).toBe("PARTIAL");
  });
});

describe("groups", () => {
  const bad = failed("ANSWERED", "TOOL_ERROR", null, false);

  it("[C7, O18] collect runs every child; some failed makes it PARTIAL, which does not halt the plan", async () => {
    const world = new EngineWorld((call) => (call.stepId === "g.b" ? bad : succeeded({ from: call.stepId })));
    const plan = planOf([
      group("g", [step("g.a", { resultKey: "a" }), step("g.b", { resultKey: "b" }), step("g.c", { resultKey: "c" })]),
      step("after", { after: ["g"] }),
    ]);
    const state = await world.run(plan);
    expect(world.statuses()).toEqual({
      g: "PARTIAL",
      "g.a": "SUCCEEDED",
      "g.b": "FAILED",
      "g.c": "SUCCEEDED",
      after: "SUCCEEDED",
    });
    expect(state.finished?.status).toBe("PARTIAL");
    expect(state.orchestrationState).toBe("completed");
  });

  it("[C7] a group of which every child failed is FAILED with every error, and halts", async () => {
    const world = new EngineWorld(() => bad);
    const plan = planOf([group("g", [step("g.a"), step("g.b")]), step("after", { after: ["g"] })]);
    const state = await world.run(plan);
    expect(world.step("g").failure).toMatchObject({
      code: "CHILDREN_FAILED",
      details: [{ step: "g.a" }, { step: "g.b" }],
    });
    expect(world.statuses().after).toBe("SKIPPED");
    expect(state.finished?.status).toBe("FAILED");
  });

  it("[C7] first_success ends with the first child that succeeds in completion order and cuts the others, which do not count", async () => {
    const slow = held();
    const fast = held();
    const world = new EngineWorld((call) =>
      call.stepId === "g.slow" ? slow.answer : call.stepId === "g.fast" ? fast.answer : bad,
    );
    const children = [step("g.slow"), step("g.bad"), step("g.fast")];
    await world.run(planOf([group("g", children, { mergeStrategy: "FIRST_SUCCESS" })]));
    fast.give(succeeded({ won: true }));
    await world.drive();
    expect(world.statuses()).toEqual({
      g: "SUCCEEDED",
      "g.slow": "CANCELLED",
      "g.bad": "FAILED",
      "g.fast": "SUCCEEDED",
    });
    expect(world.callsOf("g.slow")[0]?.signal.aborted).toBe(true);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[O16] runs no more children at a time than the group and the execution allow", async () => {
    let inFlight = 0;
    let most = 0;
    const world = new EngineWorld(async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await Promise.resolve();
      inFlight -= 1;
      return succeeded({});
    });
    const children = Array.from({ length: 8 }, (_, n) => step(`g.${n}`));
    await world.run(planOf([group("g", children, { maxConcurrency: 2 })]), { limits: { maxParallel: 6 } });
    expect(most).toBe(2);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[C6] the remaining children of a collect that runs are started although the plan has halted", async () => {
    const first = held();
    const world = new EngineWorld((call) =>
      call.stepId === "g.a" ? first.answer : call.stepId === "bad" ? bad : succeeded({}),
    );
    const plan = planOf([
      group("g", [step("g.a"), step("g.b")], { maxConcurrency: 1 }),
      step("bad"),
      step("never", { after: ["g"] }),
    ]);
    await world.run(plan);
    expect(world.statuses()).toMatchObject({ bad: "FAILED", "g.b": "PENDING" });
    first.give(succeeded({}));
    await world.drive();
    expect(world.statuses()).toEqual({
      g: "SUCCEEDED",
      "g.a": "SUCCEEDED",
      "g.b": "SUCCEEDED",
      bad: "FAILED",
      never: "SKIPPED",
    });
  });
});

/** What the alarm does: time passes while nothing is in flight, then the runner is driven again. */
async function wake(world: EngineWorld, ms: number): Promise<void> {
  await world.clock.advance(ms);
  await world.drive();
}

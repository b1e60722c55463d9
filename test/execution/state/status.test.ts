import { describe, expect, it } from "vitest";
import { statusOf, waitingFor } from "../../../src/execution/state/status.ts";
import { summaryOf } from "../../../src/execution/views/summary.ts";
import { failed, held, never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";

const refused = failed("ANSWERED", "TOOL_ERROR", null, false);

describe("the status of an execution", () => {
  it("[C5] is PENDING before anything began, then RUNNING, then final", async () => {
    const answer = held();
    const world = EngineWorld.begun(() => answer.answer, planOf([step("a")]));
    expect(statusOf(world.state)).toBe("PENDING");
    await world.drive();
    expect(statusOf(world.state)).toBe("RUNNING");
    expect(world.step("a").status).toBe("RUNNING");
    answer.give(succeeded({}));
    await world.drive();
    expect(statusOf(world.state)).toBe("SUCCEEDED");
  });

  it("[C5] is RUNNING during a back-off, which retryAt shows", async () => {
    const world = new EngineWorld(() => failed("REJECTED"));
    await world.run(planOf([step("a", { policy: { maxAttempts: 2, initialBackoffMs: 5_000 } })]));
    expect(world.runner.busy).toBe(false);
    expect(statusOf(world.state)).toBe("RUNNING");
    expect(world.step("a")).toMatchObject({ status: "RUNNING", retryAt: world.clock.now() + 5_000 });
    expect(waitingFor(world.state)).toBeUndefined();
  });

  it("[C5] is WAITING only while nothing runs and nothing backs off", async () => {
    const answer = held();
    const world = new EngineWorld(() => answer.answer);
    await world.run(planOf([group("g", [step("g.ask", { tool: "destroy" }), step("g.run")])]));
    expect(world.step("g.ask").status).toBe("WAITING");
    expect(statusOf(world.state)).toBe("RUNNING");
    answer.give(failed("REJECTED"));
    await world.drive();
    expect(world.step("g.run").status).toBe("FAILED");
    expect(statusOf(world.state)).toBe("WAITING");
    expect(summaryOf(world.state)).toMatchObject({ status: "WAITING", waitingFor: "PERSON", currentStep: "g.ask" });
  });

  it("[C5] a requested cancel is distinguished from the status, which stays until the end", async () => {
    const world = new EngineWorld(() => never());
    world.begin(planOf([step("a")]));
    await world.drive();
    world.runner.cancel("someone", undefined);
    expect(statusOf(world.state)).toBe("RUNNING");
    expect(world.state.cancelRequested?.at).toBe(world.clock.now());
    await world.drive();
    expect(statusOf(world.state)).toBe("CANCELLED");
  });

  it("[C6] comes from a cancel first, then the deadline, then what the steps came to", async () => {
    const cancelled = new EngineWorld((call) => (call.stepId === "a" ? succeeded({}) : never()));
    await cancelled.run(planOf([step("a"), step("b")]), { limits: { timeoutMs: 1_000 } });
    cancelled.runner.cancel("someone", undefined);
    await cancelled.clock.advance(1_000);
    expect(cancelled.state.finished?.status).toBe("CANCELLED");

    const late = new EngineWorld((call) => (call.stepId === "a" ? succeeded({}) : never()));
    await late.run(planOf([step("a"), step("b")]), { limits: { timeoutMs: 1_000 } });
    await late.clock.advance(1_000);
    expect(late.state.finished).toMatchObject({ status: "FAILED", failure: { code: "EXECUTION_TIMEOUT" } });

    const partial = new EngineWorld((call) => (call.stepId === "a" ? succeeded({}) : refused));
    await partial.run(planOf([step("a"), step("b")]));
    expect(partial.state.finished).toMatchObject({ status: "PARTIAL", failure: null });
  });

  it("[C6, E9] is not FAILED by a deadline that passed when every step had ended, but before that was stored", async () => {
    const before = new EngineWorld(undefined, { singly: true });
    await before.run(planOf([group("g", [step("g.a")]), step("b")]), { limits: { timeoutMs: 1_000 } });
    expect(before.state.finished?.status).toBe("SUCCEEDED");
    const rows = before.journal.rows;
    const started = rows.findIndex((row) => row.kind === "StepFinished");
    const last = rows.length - 1;
    for (const kept of [started + 1, last]) {
      const world = new EngineWorld(undefined, { rows: rows.slice(0, kept) });
      await world.clock.advance(1_000);
      await world.drive();
      const expected = kept === last ? "SUCCEEDED" : "FAILED";
      expect(world.state.finished?.status, `after ${kept} rows`).toBe(expected);
      expect(world.state.orchestrationState).toBe(kept === last ? "completed" : "failed");
      expect(world.step("g").status).toBe("SUCCEEDED");
    }
  });
});

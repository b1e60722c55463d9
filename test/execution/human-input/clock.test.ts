import { describe, expect, it } from "vitest";
import { never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";

describe("people", () => {
  it("asks before a call that says of itself that it destroys, and calls after accept with the proposed arguments", async () => {
    const world = new EngineWorld();
    await world.run(planOf([step("a", { tool: "destroy", with: { id: 7 } })]));
    expect(world.calls).toHaveLength(0);
    expect(world.step("a").status).toBe("WAITING");
    expect(world.runner.busy).toBe(false);
    expect(world.runner.respond(given("a/1")).kind).toBe("RESOLVED");
    await world.drive();
    expect(world.calls[0]?.arguments).toEqual({ id: 7 });
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("does not ask when approval is NEVER", async () => {
    const world = new EngineWorld();
    await world.run(planOf([step("a", { tool: "destroy" })]), { started: { approval: "NEVER" } });
    expect(world.calls).toHaveLength(1);
  });

  it("a declined call is never made: REJECTED_BY_HUMAN", async () => {
    const world = new EngineWorld();
    await world.run(planOf([step("a", { tool: "destroy" })]));
    world.runner.respond(given("a/1", false, "someone", "not today"));
    await world.drive();
    expect(world.calls).toHaveLength(0);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "REJECTED_BY_HUMAN" } });
  });

  it("takes only the first answer", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a", { tool: "destroy" })]));
    world.runner.respond(given("a/1", true, "first"));
    expect(world.runner.respond(given("a/1", false, "second")).kind).toBe("ALREADY_RESOLVED");
    expect(world.runner.respond(given("b/1", true, "second")).kind).toBe("NOT_FOUND");
    expect(world.step("a").questions[0]).toMatchObject({ resolution: "ACCEPTED", respondedBy: "first" });
  });

  it("[E9] the clock of the execution stands while only people are waited for, and starts again with the remainder", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a", { tool: "destroy" })]), { limits: { timeoutMs: 10_000 } });
    await world.clock.advance(1_000_000);
    await world.drive();
    expect(world.state.finished).toBeUndefined();
    world.runner.respond(given("a/1"));
    await world.clock.advance(9_999);
    expect(world.state.finished).toBeUndefined();
    await world.clock.advance(1);
    expect(world.state.finished).toMatchObject({ failure: { code: "EXECUTION_TIMEOUT" } });
  });

  it("[E9] the clock runs while anything beside people is at work", async () => {
    const world = new EngineWorld(() => never());
    const children = [step("g.ask", { tool: "destroy" }), step("g.run")];
    await world.run(planOf([group("g", children)]), { limits: { timeoutMs: 10_000 } });
    await world.clock.advance(10_000);
    expect(world.state.finished).toMatchObject({ failure: { code: "EXECUTION_TIMEOUT" } });
    expect(world.step("g.ask").questions[0]?.resolution).toBe("WITHDRAWN");
  });

  it("[E9, E11] a wait has its own end: HUMAN_INPUT_EXPIRED", async () => {
    const world = new EngineWorld();
    await world.run(planOf([step("a", { tool: "destroy" })]), { started: { humanInputTimeoutMs: 5_000 } });
    expect(world.runner.nextWakeAt()).toBe(world.clock.now() + 5_000);
    await world.clock.advance(5_000);
    expect(world.runner.respond(given("a/1", true, "too late")).kind).toBe("EXPIRED");
    await world.drive();
    expect(world.state.finished).toMatchObject({ failure: { code: "HUMAN_INPUT_EXPIRED" } });
  });

  it("[E11] parallel steps wait for people without breaking one another", async () => {
    const world = new EngineWorld((call) => succeeded({ of: call.stepId }));
    const children = [step("g.a", { tool: "destroy" }), step("g.b", { tool: "destroy" })];
    await world.run(planOf([group("g", children)]));
    world.runner.respond(given("g.b/1"));
    await world.drive();
    expect(world.statuses()).toMatchObject({ "g.a": "WAITING", "g.b": "SUCCEEDED" });
    world.runner.respond(given("g.a/1", false));
    await world.drive();
    expect(world.state.finished?.status).toBe("PARTIAL");
  });
});

describe("cancellation", () => {
  it("[O26] reaches the call that runs, skips what has not begun and ends CANCELLED", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a", { tool: "write" }), step("b", { after: ["a"] })]));
    expect(world.runner.cancel("someone", "enough")).toBe(true);
    await world.drive();
    expect(world.calls[0]?.signal.aborted).toBe(true);
    expect(world.statuses()).toEqual({ a: "CANCELLED", b: "SKIPPED" });
    expect(world.state.finished?.status).toBe("CANCELLED");
    expect(world.step("a").outcome).toBe("UNKNOWN");
    expect(world.runner.cancel("someone", undefined)).toBe(false);
  });

  it("[E7] nothing is called again after a cancel, not even a read whose outcome is unknown", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a", { tool: "read", policy: { maxAttempts: 5 } })]));
    world.runner.cancel("someone", undefined);
    world.crash();
    await world.drive();
    expect(world.calls).toHaveLength(1);
    expect(world.state.finished?.status).toBe("CANCELLED");
  });

  it("withdraws what a person was asked", async () => {
    const world = new EngineWorld();
    await world.run(planOf([step("a", { tool: "destroy" })]));
    world.runner.cancel("someone", undefined);
    await world.drive();
    expect(world.step("a").questions[0]?.resolution).toBe("WITHDRAWN");
    expect(world.statuses()).toEqual({ a: "CANCELLED" });
  });
});

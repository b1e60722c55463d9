import { describe, expect, it } from "vitest";
import { viewOf } from "../../../src/execution/views/view.ts";
import { instantText } from "../../../src/plan/waits/date-time.ts";
import { never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import { argumentsOf, from, group, planOf, step } from "../../support/plan/plan-steps.ts";

const nap = (seconds: number, more = {}) => step("nap", { tool: "cp__sleep", with: { seconds }, ...more });
const threeDays = 3 * 86_400;

describe("a step that sleeps", () => {
  it("[N274, E11] holds nothing, wakes at its time exactly and goes on with the time as its output", async () => {
    const world = new EngineWorld();
    const startedAt = world.clock.now();
    const use = step("use", { arguments: argumentsOf({ at: from("nap", "sleptUntil") }) });
    await world.run(planOf([nap(threeDays), use]));
    expect(world.runner.busy).toBe(false);
    expect(world.runner.nextWakeAt()).toBe(startedAt + threeDays * 1_000);
    expect(viewOf(world.state, undefined, undefined)).toMatchObject({
      status: "WAITING",
      waitingFor: "TIMER",
      steps: [
        { status: "WAITING", waitsFor: "TIMER", waitsUntil: startedAt + threeDays * 1_000 },
        { status: "PENDING" },
      ],
    });
    world.crash();
    await world.clock.advance(threeDays * 1_000 - 1);
    await world.drive();
    expect(world.calls).toHaveLength(0);
    await world.clock.advance(1);
    await world.drive();
    expect(world.calls[0]?.arguments).toEqual({ at: instantText(startedAt + threeDays * 1_000) });
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(world.events.map(({ kind }) => kind)).not.toContain("ExecutionResumed");
  });

  it("[N274] counts as no call, and is bounded by none", async () => {
    const world = new EngineWorld();
    await world.run(planOf([nap(1)]));
    await world.clock.advance(1_000);
    await world.drive();
    expect(world.state.calls).toBe(0);
    expect(world.calls).toHaveLength(0);
  });

  it("[N276, E9] leaves the clock of the execution standing, also beside people, and starts it again with the remainder", async () => {
    const world = new EngineWorld(() => never());
    const children = [step("g.nap", { tool: "cp__sleep", with: { seconds: 100 } }), step("g.ask", { tool: "destroy" })];
    await world.run(planOf([group("g", children)]), { limits: { timeoutMs: 10_000 } });
    expect(viewOf(world.state, undefined, undefined).waitingFor).toBe("PERSON");
    await world.clock.advance(100_000);
    await world.drive();
    expect(world.statuses()).toMatchObject({ "g.nap": "SUCCEEDED", "g.ask": "WAITING" });
    world.runner.respond(given("g.ask/1"));
    await world.clock.advance(9_999);
    expect(world.state.finished).toBeUndefined();
    await world.clock.advance(1);
    expect(world.state.finished).toMatchObject({ failure: { code: "EXECUTION_TIMEOUT" } });
  });

  it("[N276, E9] runs against the clock while a call is at work, and is cut by the deadline", async () => {
    const world = new EngineWorld(() => never());
    const children = [step("g.nap", { tool: "cp__sleep", with: { seconds: 100 } }), step("g.run")];
    await world.run(planOf([group("g", children)]), { limits: { timeoutMs: 10_000 } });
    await world.clock.advance(10_000);
    await world.drive();
    expect(world.step("g.nap")).toMatchObject({ status: "FAILED", failure: { code: "EXECUTION_TIMEOUT" } });
    expect(world.state.finished).toMatchObject({ failure: { code: "EXECUTION_TIMEOUT" } });
  });

  it("[N274] decides a FIRST_SUCCESS group, so that a call has so much time", async () => {
    const world = new EngineWorld(() => never());
    const children = [step("g.nap", { tool: "cp__sleep", with: { seconds: 5 } }), step("g.run")];
    await world.run(planOf([group("g", children, { mergeStrategy: "FIRST_SUCCESS" })]));
    await world.clock.advance(5_000);
    await world.drive();
    expect(world.calls[0]?.signal.aborted).toBe(true);
    expect(world.statuses()).toEqual({ g: "SUCCEEDED", "g.nap": "SUCCEEDED", "g.run": "CANCELLED" });
  });

  it("[N274] ends with a cancel, and with a halt", async () => {
    const cancelled = new EngineWorld();
    await cancelled.run(planOf([nap(threeDays)]));
    cancelled.runner.cancel("someone", undefined);
    await cancelled.drive();
    expect(cancelled.statuses()).toEqual({ nap: "CANCELLED" });
    const halted = new EngineWorld(() => ({
      kind: "FAILED",
      outcome: "ANSWERED",
      failure: { code: "TOOL_ERROR", message: "no", retryable: false, details: null },
    }));
    await halted.run(planOf([nap(threeDays), step("a")]));
    await halted.drive();
    expect(halted.statuses()).toEqual({ nap: "CANCELLED", a: "FAILED" });
    expect(halted.state.finished?.status).toBe("FAILED");
  });

  it("[N274] does not wait for a time that has passed", async () => {
    const world = new EngineWorld();
    await world.run(planOf([step("nap", { tool: "cp__sleep", with: { until: "2001-01-01T00:00:00Z" } })]));
    expect(world.step("nap").status).toBe("SUCCEEDED");
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it.each([
    ["a number of seconds beyond a year", { seconds: 31_536_001 }],
    ["a date more than a year ahead", { until: "9999-01-01T00:00:00Z" }],
    ["text that is no time", { until: "tomorrow" }],
    ["two times", { seconds: 1, until: "2030-01-01T00:00:00Z" }],
    ["no time", {}],
  ])(
    "[N275] fails with INPUT_INVALID and halts before anything more is called, if an earlier step gives %s",
    async (_, output) => {
      const world = new EngineWorld(() => succeeded(output));
      const operand = { kind: "reference", reference: { root: "steps", id: "a", path: [], expression: "" } } as const;
      await world.run(
        planOf([step("a"), step("nap", { tool: "cp__sleep", arguments: operand }), step("b", { after: ["nap"] })]),
      );
      expect(world.step("nap")).toMatchObject({ status: "FAILED", failure: { code: "INPUT_INVALID" } });
      expect(world.calls).toHaveLength(1);
    },
  );

  it("[N276] fails at once in a child that is not waited for so long, with the time until which it is", async () => {
    const world = new EngineWorld();
    const child = {
      surface: "child",
      origin: { root: "r", parent: { execution: "p", stepPath: "s" }, depth: 1, ancestors: [] },
    } as const;
    await world.run(planOf([nap(60)]), { started: child, limits: { timeoutMs: 60_000 } });
    const { failure } = world.step("nap");
    expect(failure).toMatchObject({ code: "INPUT_INVALID", details: [{ member: "seconds" }] });
    expect(failure?.message).toContain(instantText(world.clock.now() + 60_000));
    const shorter = new EngineWorld();
    await shorter.run(planOf([nap(59)]), { started: child, limits: { timeoutMs: 60_000 } });
    expect(shorter.step("nap").status).toBe("WAITING");
  });
});

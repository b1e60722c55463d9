import { describe, expect, it } from "vitest";
import { budgetReport } from "../../../src/durable/execution/reports.ts";
import { subBudget } from "../../../src/execution/budget/sub-budget.ts";
import { budgetRefusal } from "../../../src/execution/budget/token-budget.ts";
import { usualModelCalls } from "../../../src/execution/budget/usual-model-calls.ts";
import type { UsageView } from "../../../src/execution/events/usage.ts";
import { usageOf } from "../../../src/execution/state/status.ts";
import { noChildUsage } from "../../../src/execution/state/usage-sum.ts";
import type { RunDefinition } from "../../../src/plan/run-definition.ts";
import { held, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { callable, child } from "../../support/plan/callables.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";
import { typedPlanOf } from "../../support/plan/typed-plan.ts";

/** A run definition of which only what it calls matters here. An agent that calls something plans first. */
function definition(kind: RunDefinition["kind"], key: string, callableNames: readonly string[]): RunDefinition {
  const plan = kind === "WORKFLOW" ? planOf(callableNames.map((tool, at) => step(`s${at}`, { tool }))) : null;
  const work = callableNames.length === 0 ? null : {};
  return { kind, key, callableNames, plan: plan ?? work } as unknown as RunDefinition;
}

const blueprints = [
  definition("WORKFLOW", "workflow:dry", []),
  definition("AGENT", "agent:thinks", []),
  definition("WORKFLOW", "workflow:asks", ["thinks"]),
  definition("WORKFLOW", "workflow:first", ["second", "thinks"]),
  definition("WORKFLOW", "workflow:second", ["first"]),
  definition("AGENT", "agent:edits", ["searches", "thinks"]),
  definition("AGENT", "agent:searches", ["dry"]),
  definition("WORKFLOW", "workflow:twice", ["edits", "dry", "edits"]),
];
const callables = [
  child("dry", "READ_ONLY"),
  child("thinks", "READ_ONLY", { kind: "AGENT", remoteName: "agent:thinks" }),
  child("asks", "READ_ONLY"),
  child("first", "READ_ONLY"),
  child("second", "READ_ONLY"),
  ...["edits", "searches"].map((name) => child(name, "READ_ONLY", { kind: "AGENT", remoteName: `agent:${name}` })),
  child("twice", "READ_ONLY"),
];

function done(usage: UsageView) {
  const result = succeeded({});
  if (result.kind !== "SUCCEEDED") throw new Error("it did not succeed");
  return { ...result, usage };
}

async function running(steps: Parameters<typeof planOf>[0], limits: Parameters<EngineWorld["run"]>[1]) {
  const world = new EngineWorld();
  await world.run(planOf(steps), { callables, blueprints, ...limits });
  return world;
}

const reservedOf = (world: EngineWorld) => world.state.steps.all.map(({ tasks }) => tasks[0]?.reserved ?? null);

describe("the budget of a child", () => {
  it("is an equal share of what is left, reserved whole until it ends and settled by what it says", async () => {
    const steps = ["a", "b", "c"].map((id) => step(id, { tool: "thinks" }));
    const limits = { maxModelCalls: 10, maxTokens: 1_000, maxCostMicros: 90 };
    const world = await running([...steps, step("d", { tool: "dry" })], { limits });
    const third = { maxModelCalls: 3, maxTokens: 333, maxCostMicros: 30 };
    const nothing = { maxModelCalls: 0, maxTokens: 0, maxCostMicros: 0 };
    expect(reservedOf(world)).toEqual([third, third, { maxModelCalls: 4, maxTokens: 334, maxCostMicros: 30 }, nothing]);
    expect(usageOf(world.state)).toMatchObject({ modelCalls: 10, inputTokens: 1_000, costMicros: 90 });
    const reserved = { inputTokens: 1, outputTokens: 1, costMicros: 1 };
    expect(budgetRefusal(world.state, "RESPOND", reserved)?.message).toMatch(
      /^the next call of a language model could pass maxModelCalls: required at most \d+, found \d+; start the execution with a larger options\.limits\.maxModelCalls$/,
    );
    const { pinned } = world.state;
    const parent = { execution: "root", publicId: "root", step: "a", stepPath: ["a"], attempt: 1, handle: "h" };
    const origin = { ...pinned.origin, parent } as unknown as typeof pinned.origin;
    const ofChild = { ...world.state, pinned: { ...pinned, origin } };
    expect(budgetRefusal(ofChild, "RESPOND", reserved)?.message).toMatch(
      /required at most \d+, its part of what the first execution may use, found \d+; start the first execution with/,
    );
    const used = { ...noChildUsage, modelCalls: 1, inputTokens: 20, outputTokens: 5, costMicros: 7 };
    world.runner.ended("a", world.step("a").wait?.handle ?? "", done(used));
    await world.drive();
    expect(usageOf(world.state)).toMatchObject({ modelCalls: 8, inputTokens: 687, outputTokens: 5, costMicros: 67 });
    expect(budgetRefusal(world.state, "RESPOND", reserved)).toBeUndefined();
    // What children consume they report to the tenant by themselves.
    expect(budgetReport(world.state)).toMatchObject({ modelCalls: 0, inputTokens: 0, reservedTokens: 0 });
  });

  it("is what was reserved with its row, whatever has become free since, and after a crash too", async () => {
    const steps = ["a", "b"].map((id) => step(id, { tool: "asks" }));
    const world = await running(steps, { limits: { maxModelCalls: 10 } });
    expect(subBudget(world.state, 1)).toEqual({ maxModelCalls: 5, maxTokens: null, maxCostMicros: null });
    world.runner.ended("b", world.step("b").wait?.handle ?? "", done(noChildUsage));
    world.crash();
    expect(subBudget(world.state, 0)).toEqual({ maxModelCalls: 5, maxTokens: null, maxCostMicros: null });
  });

  it("is a call at least while any is left, and none after that", async () => {
    const steps = ["a", "b", "c", "d"].map((id) => step(id, { tool: "thinks" }));
    const world = await running([group("g", steps)], { limits: { maxModelCalls: 3 } });
    expect(reservedOf(world).map((reserved) => reserved?.maxModelCalls)).toEqual([undefined, 1, 1, 1, 0]);
  });

  it("counts in full for one that was given up, so that a further attempt cannot take what it may have used", async () => {
    const policy = { timeoutMs: 1_000, initialBackoffMs: 10 };
    const world = await running([step("a", { tool: "thinks", policy })], { limits: { maxModelCalls: 4 } });
    await world.clock.advance(1_010);
    await world.drive();
    await world.clock.advance(10);
    await world.drive();
    expect(world.step("a").tasks.map(({ reserved }) => reserved?.maxModelCalls)).toEqual([4, 0]);
    expect(usageOf(world.state).modelCalls).toBe(4);
  });

  it("is nothing of a bound on cost if a price is unknown", async () => {
    const steps = ["a", "b"].map((id) => step(id, { tool: "thinks" }));
    const world = await running(steps, { limits: { maxCostMicros: 100, maxParallel: 1 } });
    world.runner.ended("a", world.step("a").wait?.handle ?? "", done({ ...noChildUsage, costMicros: null }));
    await world.drive();
    expect(world.step("b").tasks[0]?.reserved?.maxCostMicros).toBe(0);
    expect(usageOf(world.state).costMicros).toBeNull();
  });

  it("[N802] is larger for a child that usually needs more model calls", async () => {
    const steps = [step("draft", { tool: "edits" }), step("review", { tool: "thinks" })];
    const world = await running(steps, { limits: { maxModelCalls: 10, maxTokens: 1_000, maxParallel: 1 } });
    // The agent plans and answers, and so does the agent that it asks: 4 of 5.
    expect(reservedOf(world)).toEqual([{ maxModelCalls: 8, maxTokens: 800, maxCostMicros: null }, null]);
  });

  it("[N802] is what the child usually needs where an even share would let neither of two finish", async () => {
    const steps = ["a", "b"].map((id) => step(id, { tool: "edits" }));
    const world = await running([group("g", steps)], { limits: { maxModelCalls: 5 } });
    expect(reservedOf(world).map((reserved) => reserved?.maxModelCalls)).toEqual([undefined, 4, 1]);
  });

  it("[N827] leaves a part for a map whose items are not known yet, and for a loop between two iterations", async () => {
    const thinks = { tool: { toolName: "thinks", arguments: {} } };
    const many = {
      map: { stepId: "each", over: "{{list.output.items}}", step: thinks },
      loop: { stepId: "again", after: ["list"], until: "{{index}} >= 3", maxIterations: 3, step: thinks },
    };
    for (const member of ["map", "loop"] as const) {
      const steps = [
        { tool: { stepId: "list", toolName: "read" } },
        { tool: { stepId: "a", toolName: "thinks" } },
        { [member]: many[member] },
      ];
      const known = [callable("read", "READ_ONLY"), ...callables];
      const gate = held();
      const world = new EngineWorld(() => gate.answer);
      const plan = typedPlanOf({ steps }, {}, known);
      await world.run(plan, { callables: known, blueprints, limits: { maxModelCalls: 10, maxTokens: 1_000 } });
      expect(world.step("a").tasks[0]?.reserved).toMatchObject({ maxModelCalls: 5, maxTokens: 500 });
      gate.give(succeeded({ items: [1, 2] }));
      await world.drive();
      const [first] = world.state.steps.all.slice(3);
      expect(first?.tasks[0]?.reserved?.maxModelCalls).toBe(member === "map" ? 2 : 5);
    }
  });

  it("is asked for only where a model may be called, directly or further down, in circles too", () => {
    const definitions = { callables, providers: [], blueprints, catalogRevision: "1" };
    const provider = { name: "planwright", kind: "CHILD", url: "", bearerSecret: null, connection: null } as const;
    const calls = usualModelCalls({ ...definitions, providers: [provider] });
    const names = ["first", "second", "asks", "thinks", "dry", "nobody", "searches", "edits", "twice"];
    expect(names.map(calls)).toEqual([1, 1, 1, 1, 0, 0, 2, 4, 8]);
    expect(usualModelCalls({ ...definitions, blueprints: [], providers: [provider] })("dry")).toBe(1);
  });
});

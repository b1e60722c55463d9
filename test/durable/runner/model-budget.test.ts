import { describe, expect, it } from "vitest";
import { prepareModelCall } from "../../../src/durable/runner/model-request.ts";
import type { ExecutionStarted } from "../../../src/execution/events/event.ts";
import { utf8Bytes } from "../../../src/json/json.ts";
import { modelPrompts } from "../../../src/model/prompts/model-prompts.ts";
import type { ExecutionLimits } from "../../../src/plan/limits.ts";
import { failure, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { modelFailed, said, scripted, toolCalls } from "../../support/models/model-answers.ts";
import { model, withPrompt, withResponder } from "../../support/models/model-work.ts";
import { toldTo } from "../../support/models/one-line-prompts.ts";
import { callable } from "../../support/plan/callables.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

const offered = { callables: [callable("read", "READ_ONLY")] };
const good = scripted({ PLAN: toolCalls("read"), RESPOND: said("done") });

async function prompted(limits: Partial<ExecutionLimits>, started: Partial<ExecutionStarted> = withPrompt()) {
  const world = new EngineWorld(() => succeeded({ n: 1 }));
  await world.ask(started, good, { ...offered, limits });
  return world;
}

/** What the first call of such an execution reserves. */
async function firstReservation() {
  const world = await prompted({});
  const reserved = world.state.modelCalls[0]?.reserved;
  if (reserved === undefined) throw new Error("no model was called");
  return reserved;
}

function proposedIn(world: EngineWorld) {
  const proposed = world.eventsOf("PlanProposed")[0];
  if (proposed === undefined) throw new Error("no plan was proposed");
  return proposed;
}

describe("budgets of one execution", () => {
  it("[E9] a call reserves a token for each byte of its request and its whole cap, and settles what was used", async () => {
    const world = await prompted({});
    const [first] = world.state.modelCalls;
    const request = world.modelCalls[0]?.request;
    const bytes = utf8Bytes(JSON.stringify(request));
    expect(first?.reserved).toEqual({
      inputTokens: bytes,
      outputTokens: model.maxOutputTokens,
      costMicros: bytes + 2 * model.maxOutputTokens,
    });
    expect(first?.end).toMatchObject({
      usage: { inputTokens: 10, cachedInputTokens: 2, outputTokens: 5 },
      costMicros: 19,
    });
    expect(first?.end?.usageIsBound).toBe(false);
  });

  it("holds back what the responder needs: a planner is not called if nothing could be answered", async () => {
    const { inputTokens, outputTokens } = await firstReservation();
    const needed = 2 * (inputTokens + outputTokens);
    const refused = await prompted({ maxTokens: needed - 1 });
    expect(refused.modelCalls).toEqual([]);
    expect(refused.journal.kinds).toEqual(["ExecutionStarted", "ExecutionFinished"]);
    expect(refused.state.finished).toMatchObject({
      status: "FAILED",
      failure: { code: "BUDGET_EXCEEDED", details: { limit: "maxTokens", maximum: needed - 1, needed } },
    });
    const enough = await prompted({ maxTokens: needed });
    expect(enough.purposes).toEqual(["PLAN", "RESPOND"]);
    expect(enough.state.finished).toMatchObject({ status: "SUCCEEDED", responseFailure: null });
  });

  it("bounds cost in the same way", async () => {
    const { costMicros } = await firstReservation();
    const needed = 2 * (costMicros ?? 0);
    const refused = await prompted({ maxCostMicros: needed - 1 });
    expect(refused.state.finished?.failure?.details).toEqual({ limit: "maxCostMicros", maximum: needed - 1, needed });
    expect((await prompted({ maxCostMicros: needed })).state.finished?.status).toBe("SUCCEEDED");
  });

  it("refuses a bound of cost for a model whose price is unknown", async () => {
    const plan = {
      model: { ...model, price: null },
      encoding: "FUNCTION",
      schedule: null,
      maxCorrections: 0,
      maxPlanBytes: 100_000,
    } as const;
    const world = await prompted({ maxCostMicros: 1_000_000 }, withPrompt({ plan }));
    expect(world.state.finished?.failure).toMatchObject({
      code: "BUDGET_EXCEEDED",
      details: { limit: "maxCostMicros", needed: null },
    });
  });

  it("counts repeated calls against maxModelCalls, and keeps one for the responder", async () => {
    const world = new EngineWorld(() => succeeded({}));
    await world.ask(withPrompt(), scripted({ PLAN: modelFailed("UNKNOWN") }), {
      ...offered,
      limits: { maxModelCalls: 3 },
    });
    for (let n = 0; n < 5; n += 1) {
      await world.clock.advance(10_000);
      await world.drive();
    }
    expect(world.modelCalls).toHaveLength(2);
    expect(world.state.finished?.failure?.code).toBe("UPSTREAM_UNAVAILABLE");
    const one = await prompted({ maxModelCalls: 1 });
    expect(one.modelCalls).toEqual([]);
    expect(one.state.finished?.failure?.details).toEqual({ limit: "maxModelCalls", maximum: 1, needed: 2 });
  });

  it("cuts what the responder is given of results to the tokens that are left", async () => {
    const { inputTokens, outputTokens } = await firstReservation();
    const maxTokens = 2 * (inputTokens + outputTokens) + 100;
    const world = new EngineWorld(() => succeeded({ text: "x".repeat(5_000) }));
    await world.ask(withPrompt(), good, { ...offered, limits: { maxTokens } });
    const last = world.modelCalls.at(-1);
    expect(last === undefined ? null : toldTo(last.request).told).toHaveProperty("cut");
    expect(world.state.finished).toMatchObject({ status: "SUCCEEDED", responseFailure: null });
  });

  it("[P7] what steps brought has its place in the request, however much the planner was offered", async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 6_000 }, (_, n) => [`field_${n}`, { type: "string", description: "what stands in it" }]),
    );
    const wordy = callable("read", "READ_ONLY", { outputSchema: { type: "object", properties } });
    const world = new EngineWorld(() => succeeded({ field_1: "the one thing that matters" }));
    await world.ask(withPrompt(), good, { callables: [wordy] });
    const read = (position: Parameters<typeof world.journal.value>[0]) => world.journal.value(position);
    const prepared = prepareModelCall(world.state, "RESPOND", { prompts: modelPrompts, read, now: world.clock.now() });
    if ("refusal" in prepared) throw new Error(prepared.refusal.message);
    expect(prepared.reserved.inputTokens).toBeGreaterThan(262_144);
    expect(prepared.request.messages.at(-1)?.text).toContain("the one thing that matters");
    const { worstCase } = proposedIn(world);
    expect(worstCase.tokens / worstCase.modelCalls).toBeGreaterThan(prepared.reserved.inputTokens);
  });

  it("[R27] a responder for which no tokens are left does not hide the result", async () => {
    const world = new EngineWorld(() => succeeded({ n: 1 }));
    world.answerModel = good;
    await world.run(planOf([step("a")]), { started: withResponder(), limits: { maxTokens: 150 } });
    expect(world.modelCalls).toEqual([]);
    expect(world.state.finished).toMatchObject({
      status: "SUCCEEDED",
      responseFailure: { code: "BUDGET_EXCEEDED", details: { limit: "maxTokens", maximum: 150 } },
    });
  });
});

describe("the budget of the tenant", () => {
  it("is asked after the intent is stored, and what it refuses never leaves and costs nothing", async () => {
    const world = new EngineWorld();
    const asked: number[] = [];
    world.reserve = (state) => {
      asked.push(state.modelUsage.inputTokens + state.modelUsage.outputTokens);
      return failure("BUDGET_EXCEEDED", false);
    };
    await world.ask(withPrompt(), good, offered);
    expect(asked[0]).toBeGreaterThan(model.maxOutputTokens);
    expect(world.modelCalls).toEqual([]);
    expect(world.state.modelCalls[0]?.end).toMatchObject({
      outcome: "NOT_SENT",
      usage: { inputTokens: 0, outputTokens: 0 },
    });
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "BUDGET_EXCEEDED" } });
  });

  it("that cannot be asked is asked again, as a known failure", async () => {
    const world = new EngineWorld(() => succeeded({}));
    const refusals = [failure("UPSTREAM_UNAVAILABLE")];
    world.reserve = () => refusals.shift();
    await world.ask(withPrompt(), good, offered);
    await world.clock.advance(1_000);
    await world.drive();
    expect(world.purposes).toEqual(["PLAN", "RESPOND"]);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });
});

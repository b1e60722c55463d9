/** What executions called by their end, run as they are run. */
import { describe, expect, it } from "vitest";
import { noChildUsage } from "../../../src/execution/state/usage-sum.ts";
import { type Consumption, consumptionOf, mergedConsumption } from "../../../src/execution/views/consumption.ts";
import { histogramOf, percentileMs } from "../../../src/execution/views/latency-histogram.ts";
import { summaryOf } from "../../../src/execution/views/summary.ts";
import { viewOf } from "../../../src/execution/views/view.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import type { ModelResult } from "../../../src/model/port.ts";
import type { CallableRun, RunDefinition } from "../../../src/plan/run-definition.ts";
import { asks, atWork, failed, held, never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import { modelFailed, routed, said, scripted, toolCalls } from "../../support/models/model-answers.ts";
import { model, withPrompt, withQuestion } from "../../support/models/model-work.ts";
import { callable, child } from "../../support/plan/callables.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";
import { actionPlan, agent, planner, rule, workOf } from "../../support/plan/turn-work.ts";

type Told = Pick<Consumption, "kind" | "name" | "calls" | "failedCalls"> & { readonly slowestMs: number | null };

function told(world: EngineWorld): readonly Told[] {
  return consumptionOf(world.state).map(({ calls, failedCalls, kind, latencies, name }) => {
    return { kind, name, calls, failedCalls, slowestMs: percentileMs(latencies, 100) };
  });
}

/** One callable with calls that all succeeded, the slowest of which took so long. */
function fine(name: string, slowestMs: number, calls = 1, kind: Told["kind"] = "TOOL"): Told {
  return { kind, name, calls, failedCalls: 0, slowestMs };
}

describe("the calls of an execution", () => {
  it("are reported once it has ended, and not before", async () => {
    const { answer, give } = held();
    const world = new EngineWorld(() => answer);
    await world.run(planOf([step("a")]));
    expect(summaryOf(world.state)).not.toHaveProperty("consumption");
    await world.clock.advance(30);
    give(succeeded({}));
    await world.drive();
    expect(summaryOf(world.state).consumption).toEqual(consumptionOf(world.state));
    expect(told(world)).toEqual([fine("read", 30)]);
  });

  it("are each attempt by itself, without the back-off between them", async () => {
    const world = new EngineWorld((call) => (call.attempt < 3 ? failed("REJECTED") : succeeded({})));
    await world.run(planOf([step("a", { policy: { maxAttempts: 3, initialBackoffMs: 5_000 } })]));
    for (let wait = 0; wait < 2; wait += 1) {
      await world.clock.advance((world.runner.nextWakeAt() ?? 0) - world.clock.now());
      await world.drive();
    }
    expect(world.step("a").status).toBe("SUCCEEDED");
    expect(told(world)).toEqual([{ ...fine("read", 0, 3), failedCalls: 2 }]);
  });

  it("do not last through a back-off in which the execution is cancelled", async () => {
    const world = new EngineWorld(() => failed("REJECTED"));
    await world.run(planOf([step("a", { policy: { maxAttempts: 2, initialBackoffMs: 5_000 } })]));
    await world.clock.advance(3_000);
    world.runner.cancel("someone", undefined);
    await world.drive();
    expect(told(world)).toEqual([{ ...fine("read", 0), failedCalls: 1 }]);
    const [attempt] = viewOf(world.state, undefined, undefined).steps[0]?.attempts ?? [];
    expect(attempt?.finishedAt).toBe(attempt?.startedAt);
  });

  it("count as failed if they were cut, and last until then", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a")]));
    await world.clock.advance(20);
    world.runner.cancel("someone", undefined);
    await world.drive();
    expect(world.state.finished?.status).toBe("CANCELLED");
    expect(told(world)).toEqual([{ ...fine("read", 20), failedCalls: 1 }]);
  });

  it("wait for what works elsewhere, each kind distinguished, children of groups included", async () => {
    const world = new EngineWorld(() => atWork("task-1"));
    const steps = [step("g.child", { tool: "child_read" }), step("g.remote", { tool: "remote" })];
    await world.run(planOf([group("g", steps)]));
    await world.clock.advance(20);
    world.answerPoll = () => succeeded({}) as ReturnType<EngineWorld["answerPoll"]>;
    for (let polls = 0; polls < 20 && world.state.finished === undefined; polls += 1) {
      await world.clock.advance((world.runner.nextWakeAt() ?? 0) - world.clock.now());
      await world.drive();
    }
    const [workflow, remote] = told(world).toSorted((left, right) => left.name.localeCompare(right.name));
    expect(workflow).toMatchObject({ kind: "WORKFLOW", name: "child_read", calls: 1, failedCalls: 0 });
    expect(remote).toMatchObject({ kind: "AGENT", name: "remote", calls: 1, failedCalls: 0 });
    expect(workflow?.slowestMs).toBeGreaterThanOrEqual(20);
    expect(remote?.slowestMs).toBeGreaterThanOrEqual(20);
  });

  it("are of the agent or workflow itself, by whichever of its two names a plan calls it", async () => {
    const blueprint = { kind: "WORKFLOW", key: "workflow:weekly", name: "weekly", callableNames: [], plan: planOf([]) };
    const known = [
      child("weekly", "READ_ONLY"),
      child("workflow_weekly", "READ_ONLY", { remoteName: "workflow:weekly" }),
      callable("peer_remote", "READ_ONLY", { kind: "AGENT", provider: "peers", remoteName: "remote" }),
      callable("renamed", "READ_ONLY", { remoteName: "as its server knows it" }),
    ];
    const world = new EngineWorld();
    world.answerPoll = () => succeeded({}) as ReturnType<EngineWorld["answerPoll"]>;
    await world.run(planOf(known.map(({ name }, place) => step(`s${place}`, { tool: name }))), {
      callables: known,
      blueprints: [blueprint as unknown as RunDefinition],
    });
    expect(told(world)).toEqual([
      fine("weekly", 0, 2, "WORKFLOW"),
      fine("remote", 0, 1, "AGENT"),
      fine("renamed", 0, 1, "TOOL"),
    ]);
  });

  it("are one with the answer that its callee asked a person for", async () => {
    const world = new EngineWorld((call) => (call.continuation === undefined ? asks() : succeeded({})));
    await world.run(planOf([step("a", { tool: "write" })]));
    await world.clock.advance(30);
    world.runner.respond(given("a/1", true, "ann", null, {}));
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(told(world)).toEqual([fine("write", 30)]);
  });

  it("last until the end of the step whose callee asked a person who never answered, and failed", async () => {
    const world = new EngineWorld(() => asks());
    await world.run(planOf([step("a", { tool: "write" })]), { started: { humanInputTimeoutMs: 40 } });
    await world.clock.advance(40);
    await world.drive();
    expect(world.state.finished?.status).toBe("FAILED");
    expect(told(world)).toEqual([{ ...fine("write", 40), failedCalls: 1 }]);
  });

  it("do not wait for the permission to be made, and are none if it is declined", async () => {
    const world = new EngineWorld();
    await world.run(planOf([step("a", { tool: "destroy" }), step("b", { tool: "destroy" })]));
    await world.clock.advance(50_000);
    world.runner.respond(given("a/1", true, "ann", null, null));
    await world.drive();
    world.runner.respond(given("b/1", false, "ann", null, null));
    await world.drive();
    expect(world.statuses()).toEqual({ a: "SUCCEEDED", b: "FAILED" });
    expect(told(world)).toEqual([fine("destroy", 0)]);
  });

  it("are not what people answer alone, what was taken over, and what never ran", async () => {
    const world = new EngineWorld();
    const plan = planOf([
      step("taken"),
      step("asked", { tool: "ui.review", after: ["taken"] }),
      step("never", { after: ["asked"] }),
    ]);
    const reused = {
      step: "taken",
      status: "SUCCEEDED",
      output: storedValue({}),
      content: null,
      warning: null,
    } as const;
    await world.run(plan, { reused: [reused] });
    world.runner.respond(given("asked/1", false, "ann", null, null));
    await world.drive();
    expect(world.statuses()).toEqual({ taken: "SUCCEEDED", asked: "FAILED", never: "SKIPPED" });
    expect(told(world)).toEqual([]);
  });

  it("never last shorter than nothing, even if the clock was set back", async () => {
    const { answer, give } = held();
    const world = new EngineWorld(() => answer);
    await world.run(planOf([step("a")]));
    give(succeeded({}));
    await world.drive();
    const steps = world.state.steps.withEach((before) => ({
      ...before,
      attempts: before.attempts.map((attempt) => ({ ...attempt, finishedAt: attempt.startedAt - 5_000 })),
    }));
    const [only] = consumptionOf({ ...world.state, steps });
    expect(percentileMs(only?.latencies ?? [], 100)).toBe(0);
  });
});

describe("the consumption of language models", () => {
  const usage = { inputTokens: 100, cachedInputTokens: 40, outputTokens: 10 };

  it("is reported by the name that the provider gives, with what had no price", async () => {
    const world = new EngineWorld();
    await world.ask(
      withPrompt({ respond: { model: { ...model, price: null }, reservedMs: 60_000 } }),
      scripted({
        PLAN: toolCalls("read"),
        RESPOND: said("Done.", { model: "reported-1", usage }),
      }),
    );
    const [, ...models] = consumptionOf(world.state);
    expect(models).toMatchObject([
      { kind: "MODEL", name: "reported-1", calls: 1, failedCalls: 0, ...usage, costMicros: 0, unpricedCalls: 1 },
      { kind: "MODEL", name: "scripted-1", calls: 1, failedCalls: 0, unpricedCalls: 0 },
    ]);
    expect(models[1]?.costMicros).toBeGreaterThan(0);
  });

  it("of a call that failed stands beside that of the same model, and calls without an end are left out", async () => {
    const world = new EngineWorld();
    const answers = [modelFailed("REJECTED"), toolCalls("read")];
    const unanswered = () => new Promise<ModelResult>(() => {});
    await world.ask(withPrompt(), scripted({ PLAN: () => answers.shift() ?? unanswered(), RESPOND: unanswered }));
    await world.clock.advance(1_000);
    await world.drive();
    const { modelCalls } = world.state;
    expect(modelCalls.map(({ end, model }) => end?.model ?? model)).toEqual(["scripted", "scripted-1", "scripted"]);
    const open = {
      ...world.state,
      modelCalls: modelCalls.map((call, place) => (place < 2 ? call : { ...call, end: undefined })),
    };
    const models = consumptionOf(open).filter(({ kind }) => kind === "MODEL");
    expect(models).toMatchObject([{ name: "scripted-1", calls: 2, failedCalls: 1 }]);
  });

  it.each(["WORKFLOW", "AGENT"] as const)(
    "is that of the run of an own %s itself, without what its children consumed",
    async (kind) => {
      const world = new EngineWorld();
      const run = { kind, name: "weekly", version: null, inputSchema: null, outputSchema: null, output: null };
      const childUsage = { ...noChildUsage, modelCalls: 1, inputTokens: 5_000, costMicros: 9_000 };
      world.answerPoll = () => ({ ...(succeeded({}) as object), usage: childUsage }) as never;
      await world.ask(
        { ...withPrompt(), callable: run as CallableRun },
        scripted({ PLAN: toolCalls("child_read"), RESPOND: said("Done.", { usage }) }),
      );
      expect(world.state.childUsage.inputTokens).toBe(5_000);
      const { modelUsage } = world.state;
      const own = consumptionOf(world.state).find(({ name }) => name === "weekly");
      expect(own).toMatchObject({ kind, calls: 0, latencies: [], inputTokens: modelUsage.inputTokens });
      expect(own).toMatchObject({ outputTokens: modelUsage.outputTokens, costMicros: modelUsage.costMicros });
      const models = consumptionOf(world.state).filter((part) => part.kind === "MODEL");
      expect(models.reduce((sum, { inputTokens }) => sum + inputTokens, 0)).toBe(own?.inputTokens);
    },
  );

  it("of a question belongs to the agent that it went to, unless that runs elsewhere", async () => {
    const script = { ROUTE: routed("remote"), RESPOND: said("Done.", { usage }) };
    const world = new EngineWorld();
    await world.ask(withQuestion(["remote"]), scripted(script));
    const remote = consumptionOf(world.state).find(({ name }) => name === "remote");
    expect(remote).toMatchObject({ kind: "AGENT", calls: 1, inputTokens: 0, costMicros: 0 });
    const ours = new EngineWorld();
    ours.answerPoll = () => succeeded({}) as ReturnType<EngineWorld["answerPoll"]>;
    await ours.ask(withQuestion(["child_read"]), scripted({ ...script, ROUTE: routed("child_read") }));
    const own = consumptionOf(ours.state).find(({ name }) => name === "child_read");
    expect(own).toMatchObject({ kind: "WORKFLOW", calls: 1, inputTokens: ours.state.modelUsage.inputTokens });
  });

  it("of turns is that of their models, while only their tools are calls", async () => {
    const chat = EngineWorld.withAgents({ ContextAgent: [actionPlan], After: ["Done."] });
    await chat.send(
      workOf({
        agents: [planner("ContextAgent"), agent("After")],
        variables: [],
        handoffs: [rule("ContextAgent", "After")],
      }),
    );
    expect(chat.result?.status).toBe("SUCCEEDED");
    const tool = chat.calls[0]?.callable.name ?? "";
    expect(told(chat)).toEqual([fine(tool, 0), fine("scripted-1", 0, 2, "MODEL")]);
  });
});

describe("reported consumption", () => {
  const part: Consumption = {
    ...{ kind: "TOOL", name: "a", calls: 1, failedCalls: 1, inputTokens: 2, cachedInputTokens: 1, outputTokens: 3 },
    ...{ costMicros: 4, unpricedCalls: 1, latencies: histogramOf([7]) },
  };

  it("is one entry for each callable and model, tools and models of one name distinguished", () => {
    const merged = mergedConsumption([part, { ...part, kind: "MODEL" }, part]);
    expect(merged).toMatchObject([
      { kind: "TOOL", calls: 2, failedCalls: 2, inputTokens: 4, cachedInputTokens: 2, outputTokens: 6, costMicros: 8 },
      { kind: "MODEL", calls: 1 },
    ]);
    expect(merged[0]).toMatchObject({ unpricedCalls: 2, latencies: histogramOf([7, 7]) });
  });

  it("is bounded to the 200 callables with the most calls", async () => {
    const names = Array.from({ length: 201 }, (_, place) => `tool_${String(place).padStart(3, "0")}`);
    const world = new EngineWorld();
    const steps = [...names, "tool_200"].map((tool, place) => step(`s${place}`, { tool }));
    await world.run(planOf(steps), {
      callables: names.map((name) => callable(name, "READ_ONLY")),
    });
    const found = told(world);
    expect(found).toHaveLength(200);
    expect(found[0]).toMatchObject({ name: "tool_200", calls: 2 });
    expect(found.at(-1)?.name).toBe("tool_198");
  });
});

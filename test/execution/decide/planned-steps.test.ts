/** Plans of planners that are no chain of calls: groups, maps, conditions and policies, checked and run like those that are given. */
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/json/json.ts";
import type { PlanWork } from "../../../src/plan/model-definition.ts";
import { failed, held, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { said, scripted } from "../../support/models/model-answers.ts";
import { withPrompt } from "../../support/models/model-work.ts";
import { toldTo } from "../../support/models/one-line-prompts.ts";
import { callable } from "../../support/plan/callables.ts";

const offered = {
  callables: [callable("read", "READ_ONLY"), callable("write", "UNSAFE"), callable("list", "READ_ONLY")],
};
const call = (toolName: string, more: object = {}) => ({ tool: { toolName, ...more } });
const plan = (...steps: readonly object[]) => said(JSON.stringify({ reasoning: "so", steps }));

function asked(work: Partial<PlanWork> = {}, maxCorrections = 0) {
  const { modelWork, ...started } = withPrompt({}, maxCorrections);
  if (modelWork?.plan == null) throw new Error("no work for a planner");
  return { ...started, modelWork: { ...modelWork, plan: { ...modelWork.plan, ...work }, respond: null } };
}

describe("a planner that writes steps", () => {
  const both = {
    parallel: { stepId: "both", steps: [call("read", { resultKey: "a" }), call("read", { resultKey: "b" })] },
  };

  it("[N335] has its group run at the same time, and later steps refer to it", async () => {
    const answers = [held(), held()];
    const world = new EngineWorld(() => answers[world.calls.length - 1]?.answer ?? succeeded({}));
    const then = call("write", { arguments: { of: "{{steps.both.output.b.n}}" }, stepId: "then" });
    await world.ask(asked(), scripted({ PLAN: plan(both, then) }), offered);
    expect(world.calls).toHaveLength(2);
    for (const [at, { give }] of answers.entries()) give(succeeded({ n: at }));
    await world.drive();
    expect(world.result).toEqual({ status: "SUCCEEDED", code: null });
    expect(world.calls.at(-1)).toMatchObject({ arguments: { of: 1 } });
    expect(world.eventsOf("PlanProposed")).toMatchObject([
      {
        dialect: "TYPED",
        plan: { schedule: "DATAFLOW", reasoning: "so", steps: [{ kind: "PARALLEL" }, { id: "then" }] },
      },
    ]);
  });

  it("[N335] may say policies, conditions, keys, maps and loops, which hold as in a given plan", async () => {
    const world = new EngineWorld(({ callable: { name }, stepId }) =>
      stepId === "shaky"
        ? failed("ANSWERED", "TOOL_ERROR", null, false)
        : succeeded(name === "list" ? { items: [1, 2] } : { ok: true }),
    );
    const steps = [
      call("list", { stepId: "all" }),
      call("write", { stepId: "shaky", policy: { continueOnFailure: true } }),
      call("write", { stepId: "told", when: '{{steps.shaky.status}} == "FAILED"' }),
      call("write", { stepId: "not", when: '{{steps.shaky.status}} == "SUCCEEDED"' }),
      {
        map: {
          stepId: "each",
          over: "{{steps.all.output.items}}",
          step: call("read", { arguments: { n: "{{item}}" } }),
        },
      },
      { loop: { stepId: "again", step: call("read"), until: "{{index}} >= 1", maxIterations: 3 } },
    ];
    await world.ask(asked(), scripted({ PLAN: plan(...steps) }), offered);
    expect(world.statuses()).toMatchObject({
      shaky: "FAILED",
      told: "SUCCEEDED",
      not: "SKIPPED",
      "each[1]": "SUCCEEDED",
    });
    expect(world.result).toMatchObject({ status: "PARTIAL" });
  });

  it("[N335, P11] is refused with places in what it wrote, nothing of it is called, and it is corrected", async () => {
    const world = new EngineWorld();
    const wrong = plan({
      parallel: { stepId: "both", steps: [call("reed"), call("read", { policy: { maxAttempts: 99 } })] },
    });
    const nested = plan({ parallel: { steps: [both] } });
    const unknown = plan({ parallel: { stepId: "both", steps: [call("reed")] } });
    const replies = [wrong, nested, unknown, plan(both)];
    await world.ask(asked({}, 3), scripted({ PLAN: () => replies.shift() ?? plan() }), offered);
    const rejected = world.eventsOf("PlanRejected");
    expect(rejected).toHaveLength(3);
    const paths = rejected.map(({ problems }) => (problems.inline as { path: Json }[] | null)?.map(({ path }) => path));
    expect(paths[0]).toContainEqual(["steps", "0", "parallel", "steps", "1", "tool", "policy", "maxAttempts"]);
    expect(paths[1]).toContainEqual(["steps", "0", "parallel", "steps", "0", "parallel"]);
    expect(paths[2]).toEqual([["steps", "0", "parallel", "steps", "0", "tool", "toolName"]]);
    expect(toldTo(world.modelCalls[1]?.request as never).told).toMatchObject({
      corrections: [{ problems: ["INVALID_INPUT"] }],
    });
    expect(world.calls).toHaveLength(2);
    expect(world.result).toMatchObject({ status: "SUCCEEDED" });
  });

  it("[N335, E15] cannot reach what it was not offered: people, sleeps and events among it", async () => {
    for (const step of [
      { humanInput: { prompt: "Well?" } },
      { sleep: { seconds: 1 } },
      { waitForEvent: { name: "paid" } },
      call("cp__agent_orchestrate", { arguments: { prompt: "x" } }),
    ]) {
      const world = new EngineWorld();
      await world.ask(asked(), scripted({ PLAN: plan(step) }), offered);
      expect(world.result, JSON.stringify(step)).toEqual({ status: "FAILED", code: "PLAN_INVALID" });
    }
  });

  it("[N335, P11] is bounded like a given plan: no more calls than the execution may have", async () => {
    const world = new EngineWorld();
    const many = { parallel: { steps: Array.from({ length: 13 }, () => call("read")) } };
    await world.ask(asked(), scripted({ PLAN: plan(many) }), offered);
    expect(world.result).toEqual({ status: "FAILED", code: "PLAN_INVALID" });
    expect(world.calls).toEqual([]);
  });

  it("[N336] that writes agents and groups of agents gets the plan structs of the document, one after another", async () => {
    const world = new EngineWorld();
    const steps = [
      { id: "a", type: "agent", agent: { agent_id: "read", with: {}, result_key: "first" } },
      { id: "b", type: "parallel", parallel: { steps: [{ agent_id: "read" }, { agent_id: "list", result_key: "l" }] } },
    ];
    await world.ask(asked({ dialect: "ORCHESTRATE" }), scripted({ PLAN: said(JSON.stringify({ steps })) }), offered);
    expect(world.eventsOf("PlanProposed")).toMatchObject([
      { dialect: "ORCHESTRATE", plan: { schedule: "SEQUENTIAL", steps: [{ id: "a" }, { id: "b", kind: "PARALLEL" }] } },
    ]);
    expect(Object.keys(world.statuses())).toEqual(["a", "b", "b.0", "b.l"]);
  });

  it("[N336, P5] that was told to write chains alone is held to them", async () => {
    const world = new EngineWorld();
    await world.ask(asked({ dialect: "TOOL_CALLS" }), scripted({ PLAN: plan(both) }), offered);
    expect(world.result).toEqual({ status: "FAILED", code: "PLAN_INVALID" });
  });

  it("[N337] has its plan ordered as the prompt says, whatever its form", async () => {
    const chain = said(JSON.stringify({ type: "tool_calls", calls: [{ tool_name: "read" }, { tool_name: "list" }] }));
    const steps = plan(call("read"), call("list"));
    for (const [reply, schedule, atOnce] of [
      [chain, null, 1],
      [chain, "DATAFLOW", 2],
      [steps, null, 2],
      [steps, "SEQUENTIAL", 1],
    ] as const) {
      const world = new EngineWorld(() => held().answer);
      await world.ask(asked({ schedule }), scripted({ PLAN: reply }), offered);
      expect(world.calls, `${schedule}`).toHaveLength(atOnce);
    }
  });
});

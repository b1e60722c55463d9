/** References to how a step ended: in conditions, in arguments, of groups and maps. */
import { describe, expect, it } from "vitest";
import { failed, succeeded } from "../../support/engine/attempt-results.ts";
import { type AnswerTo, EngineWorld } from "../../support/engine/engine-world.ts";
import { typedPlan } from "../../support/plan/typed-plan.ts";

const failing: AnswerTo = ({ stepId }) => (stepId === "pay" ? failed("REJECTED") : succeeded({ ok: true }));

async function run(steps: readonly unknown[], answer: AnswerTo = failing): Promise<EngineWorld> {
  const world = new EngineWorld(answer);
  await world.run(typedPlan(steps));
  return world;
}

const pay = (more: object = {}) => ({
  tool: { stepId: "pay", toolName: "write", policy: { continueOnFailure: true }, ...more },
});
const tell = (when: string, stepId = "tell") => ({ tool: { stepId, toolName: "read", when } });

describe("the status of a step", () => {
  it("[N295] decides what runs after it: a step for its failure, and another for its success", async () => {
    const steps = [
      pay(),
      tell('{{steps.pay.status}} == "FAILED"'),
      tell('{{steps.pay.status}} == "SUCCEEDED"', "thank"),
    ];
    const world = await run(steps);
    expect(world.statuses()).toEqual({ pay: "FAILED", tell: "SUCCEEDED", thank: "SKIPPED" });
    const well = await run(steps, () => succeeded({}));
    expect(well.statuses()).toEqual({ pay: "SUCCEEDED", tell: "SKIPPED", thank: "SUCCEEDED" });
  });

  it("[N295] is waited for, is a string in arguments, and is SKIPPED of a step whose condition is false", async () => {
    const world = await run([
      pay({ when: "1 > 2" }),
      { tool: { stepId: "log", toolName: "read", arguments: { whole: "$0.status", text: "it is {{pay.status}}" } } },
    ]);
    expect(world.callsOf("log")[0]?.arguments).toEqual({ whole: "SKIPPED", text: "it is SKIPPED" });
  });

  it("[N295] is that of a whole group or map, too", async () => {
    const step = { tool: { toolName: "read", arguments: { at: "{{index}}" } } };
    const map = { map: { stepId: "each", over: [1, 2], maxFailures: 2, step } };
    const one: AnswerTo = ({ stepId }) => (stepId === "each[1]" ? failed("REJECTED") : succeeded({}));
    const world = await run([map, tell('{{steps.each.status}} in ["PARTIAL", "FAILED"]')], one);
    expect(world.statuses()).toMatchObject({ each: "PARTIAL", tell: "SUCCEEDED" });
  });

  it("[N295] makes an edge of the graph, as an output does", async () => {
    const world = await run([pay(), tell('{{steps.pay.status}} == "FAILED"')]);
    expect(world.state.pinned.graph.nodes[1]?.blockedBy).toEqual([0]);
  });
});

describe("the count of a map or loop", () => {
  const loop = (until: string, more: object = {}) => ({
    loop: { stepId: "poll", step: { tool: { toolName: "read" } }, until, maxIterations: 3, ...more },
  });
  const log = { tool: { stepId: "log", toolName: "read", arguments: { count: "{{steps.poll.count}}" } } };

  it("[N350] is how many iterations or items there were, 0 of one that was skipped", async () => {
    const argumentsAfter = (steps: readonly unknown[]) =>
      run(steps).then((world) => world.callsOf("log")[0]?.arguments);
    expect(await argumentsAfter([loop("{{index}} >= 2"), log])).toEqual({ count: 2 });
    expect(await argumentsAfter([loop("true", { when: "1 > 2" }), log])).toEqual({ count: 0 });
    const map = { map: { stepId: "poll", over: [1, 2, 3, 4], step: { tool: { toolName: "read" } } } };
    expect(await argumentsAfter([map, log])).toEqual({ count: 4 });
  });

  it("[N350] is there of a loop that failed at its maximum, too", async () => {
    const world = await run([loop("false", { continueOnFailure: true }), log]);
    expect(world.statuses()).toMatchObject({ poll: "FAILED", log: "SUCCEEDED" });
    expect(world.callsOf("log")[0]?.arguments).toEqual({ count: 3 });
  });
});

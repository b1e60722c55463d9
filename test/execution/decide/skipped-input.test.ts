/** Steps whose input comes from a step that was skipped. */
import { describe, expect, it } from "vitest";
import { failed, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { onlyIf } from "../../support/plan/condition-words.ts";
import { argumentsOf, from, planOf, step } from "../../support/plan/plan-steps.ts";
import { typedPlan, typedPlanOf } from "../../support/plan/typed-plan.ts";

const no = { tool: { stepId: "no", toolName: "read", when: "1 > 2" } };
const read = (stepId: string, value: unknown, more: object = {}) => ({
  tool: { stepId, toolName: "read", arguments: { value }, ...more },
});

async function run(steps: readonly unknown[]): Promise<EngineWorld> {
  const world = new EngineWorld(({ stepId }) => succeeded({ of: stepId }));
  await world.run(typedPlan(steps));
  return world;
}

const called = (world: EngineWorld) => world.calls.map(({ stepId }) => stepId);

describe("a step that takes the output of a skipped step", () => {
  it("[N308] is skipped, and so is what takes from it, with a warning that says why; the execution succeeds", async () => {
    const world = await run([no, read("a", "{{no.output.x}}"), read("b", "so {{a.output}}"), read("c", "fine")]);
    expect(world.statuses()).toEqual({ no: "SKIPPED", a: "SKIPPED", b: "SKIPPED", c: "SUCCEEDED" });
    expect(called(world)).toEqual(["c"]);
    expect(world.step("a")).toMatchObject({
      warnings: [{ code: "INPUT_SKIPPED", details: { step: "no", expression: "{{no.output.x}}" } }],
    });
    expect(world.step("b")).toMatchObject({
      warnings: [{ message: 'b takes {{a.output}}, and the step "a" was skipped' }],
    });
    expect(world.result).toEqual({ status: "SUCCEEDED", code: null });
    expect(world.state.orchestrationState).toBe("completed");
  });

  it("[N308] runs where coalesce, a status or a condition refers to it, and where its policy says so", async () => {
    const world = await run([
      no,
      read("other", { coalesce: ["{{no.output.x}}", "else"] }),
      read("only", { coalesce: ["{{no.output.x}}"] }),
      read("status", "{{steps.no.status}}"),
      { map: { stepId: "gone", when: "1 > 2", over: [1, 2], step: { tool: { toolName: "read" } } } },
      read("count", "{{steps.gone.count}}"),
      read("asked", 1, { when: "{{no.output}} == null" }),
      read("null", ["{{no.output.x}}"], { policy: { onSkippedInput: "RUN" } }),
    ]);
    const sent = world.calls.map(({ arguments: given, stepId }) => [stepId, given.value]);
    expect(Object.fromEntries(sent)).toEqual({
      other: "else",
      only: null,
      status: "SKIPPED",
      count: 0,
      asked: 1,
      null: [null],
    });
  });

  it("[N308, R9] is a step of finally that takes from what never ran, although no step has a condition", async () => {
    const world = new EngineWorld(({ stepId }) => (stepId === "a" ? failed("ANSWERED") : succeeded({ of: stepId })));
    const steps = [read("a", 1), read("b", "{{a.output}}")];
    await world.run(typedPlanOf({ steps, finally: [read("last", "{{b.output}}"), read("end", "x")] }));
    expect(world.statuses()).toEqual({ a: "FAILED", b: "SKIPPED", last: "SKIPPED", end: "SUCCEEDED" });
    expect(world.step("last")).toMatchObject({ warnings: [{ code: "INPUT_SKIPPED" }] });
  });

  it("[N308] is a map or loop as a whole, a child of a group, a question to a person and a sleep", async () => {
    const call = (value: unknown) => ({ tool: { toolName: "read", arguments: { value } } });
    const world = await run([
      no,
      { map: { stepId: "over", over: "{{no.output.x}}", step: call("{{item}}") } },
      { map: { stepId: "each", over: [1, 2], step: call("{{no.output.x}}") } },
      { loop: { stepId: "loop", step: call("{{no.output.x}}"), until: "{{index}} > 1", maxIterations: 3 } },
      { parallel: { stepId: "g", steps: [read("g1", "{{no.output.x}}"), read("g2", 1)] } },
      { humanInput: { stepId: "ask", prompt: "Is {{no.output.x}} right?", kind: "APPROVAL" } },
      { sleep: { stepId: "rest", seconds: "{{no.output.x}}" } },
    ]);
    const statuses = world.statuses();
    for (const id of ["over", "each", "loop", "g1", "ask", "rest"]) expect(statuses[id], id).toBe("SKIPPED");
    expect(called(world)).toEqual(["g2"]);
    expect(world.eventsOf("ItemsAdded")).toEqual([]);
    expect(world.result?.status).toBe("SUCCEEDED");
  });

  it("[N308] gives way to the next case of a first match", async () => {
    const world = await run([
      no,
      {
        parallel: {
          stepId: "m",
          mergeStrategy: "FIRST_MATCH",
          steps: [read("m1", "{{no.output.x}}", { when: "1 < 2" }), read("m2", 2)],
        },
      },
    ]);
    expect(called(world)).toEqual(["m2"]);
  });

  it("[N308] is skipped once, after a crash behind every row", async () => {
    const plan = typedPlan([no, read("a", "{{no.output.x}}"), read("c", "{{a.output}}"), read("d", 1)]);
    const whole = new EngineWorld(() => succeeded({}), { singly: true });
    await whole.run(plan);
    for (let kept = 1; kept < whole.journal.rows.length; kept += 1) {
      const world = new EngineWorld(() => succeeded({}), { rows: whole.journal.rows.slice(0, kept), singly: true });
      await world.drive();
      expect(world.statuses()).toEqual(whole.statuses());
      expect(world.eventsOf("StepFinished")).toHaveLength(4);
    }
  });

  it("[N309] gets null in a plan that says nothing of it, as earlier versions stored them", async () => {
    const world = new EngineWorld(() => succeeded({}));
    await world.run(
      planOf([onlyIf("1 > 2", step("no")), step("a", { arguments: argumentsOf({ value: from("no", "x") }) })]),
    );
    expect(world.calls.map(({ arguments: given }) => given)).toEqual([{ value: null }]);
  });
});

/** Groups of which the first step whose condition is true runs, and no other. */
import { describe, expect, it } from "vitest";
import { failed, held, succeeded } from "../../support/engine/attempt-results.ts";
import { type AnswerTo, EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import { typedPlan } from "../../support/plan/typed-plan.ts";

const kind = { tool: { stepId: "kind", toolName: "read" } };
const branch = (stepId: string, when: string | null, toolName = "read") => ({ tool: { stepId, toolName, when } });
const choose = (...steps: readonly object[]) => ({
  parallel: { stepId: "choose", mergeStrategy: "FIRST_MATCH", steps },
});
const cases = choose(
  branch("small", "{{kind.output.size}} < 10"),
  branch("middle", "{{kind.output.size}} < 100"),
  branch("large", null),
);
const use = { tool: { stepId: "use", toolName: "read", arguments: { of: "{{choose.output}}" } } };

const sized =
  (size: number): AnswerTo =>
  ({ stepId }) =>
    stepId === "kind" ? succeeded({ size }) : succeeded({ of: stepId });

async function run(steps: readonly unknown[], answer: AnswerTo): Promise<EngineWorld> {
  const world = new EngineWorld(answer);
  await world.run(typedPlan(steps));
  return world;
}

const called = (world: EngineWorld) => world.calls.map(({ stepId }) => stepId);

describe("a group of which the first match counts", () => {
  it("[N296] calls the first step whose condition is true, also if others are true too, and gives its output", async () => {
    for (const [size, wanted] of [
      [5, "small"],
      [50, "middle"],
      [500, "large"],
    ] as const) {
      const world = await run([kind, cases, use], sized(size));
      expect(called(world)).toEqual(["kind", wanted, "use"]);
      expect(world.callsOf("use")[0]?.arguments).toEqual({ of: { of: wanted } });
      expect(world.result?.status).toBe("SUCCEEDED");
    }
  });

  it("[N296] succeeds with null if none matches", async () => {
    const world = await run([kind, choose(branch("a", "1 > 2"), branch("b", "2 > 3")), use], sized(1));
    expect(world.statuses()).toMatchObject({ choose: "SUCCEEDED", a: "SKIPPED", b: "SKIPPED", use: "SUCCEEDED" });
    expect(world.callsOf("use")[0]?.arguments).toEqual({ of: null });
  });

  it("[N296] fails with its match, and tries no other", async () => {
    const world = await run([kind, cases], (call) => (call.stepId === "small" ? failed("REJECTED") : sized(5)(call)));
    expect(called(world)).toEqual(["kind", "small"]);
    expect(world.statuses()).toMatchObject({ choose: "FAILED", small: "FAILED", middle: "SKIPPED", large: "SKIPPED" });
  });

  it("[N296] tries no other either if the condition of one cannot be evaluated", async () => {
    const broken = choose(branch("a", "{{kind.output.missing}} > 1"), branch("b", null));
    const world = await run([kind, broken], sized(5));
    expect(called(world)).toEqual(["kind"]);
    expect(world.step("a").failure?.code).toBe("CONDITION_FAILED");
    expect(world.step("choose").status).toBe("FAILED");
  });

  it("[N296] waits with its match: a person who is asked is the match, and the others are not asked for", async () => {
    const world = await run([kind, choose(branch("a", null, "destroy"))], sized(1));
    expect(world.step("a").status).toBe("WAITING");
    const two = await run([kind, choose(branch("a", "1 < 2", "destroy"), branch("b", null))], sized(1));
    expect(two.statuses()).toMatchObject({ a: "WAITING", b: "SKIPPED" });
    two.runner.respond(given("a/1"));
    await two.drive();
    expect(called(two)).toEqual(["kind", "a"]);
    expect(two.result?.status).toBe("SUCCEEDED");
  });

  it("[N296] decides anew after a crash only what was not decided", async () => {
    const gate = held();
    const world = await run([kind, cases], (call) => (call.stepId === "middle" ? gate.answer : sized(50)(call)));
    world.crash();
    world.answer = sized(50);
    await world.drive();
    expect(called(world)).toEqual(["kind", "middle", "middle"]);
    expect(world.result?.status).toBe("SUCCEEDED");
  });

  it("[N296] has no step behind one without a condition, and no maxConcurrency", () => {
    expect(() => typedPlan([choose(branch("a", null), branch("b", "1 < 2"))])).toThrow("never run");
    const wide = { parallel: { mergeStrategy: "FIRST_MATCH", maxConcurrency: 2, steps: [branch("a", null)] } };
    expect(() => typedPlan([wide])).toThrow("expected no maxConcurrency with FIRST_MATCH");
  });
});

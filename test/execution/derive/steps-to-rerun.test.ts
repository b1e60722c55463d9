import { describe, expect, it } from "vitest";
import { rerunOf } from "../../../src/execution/derive/steps-to-rerun.ts";
import { failed, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { argumentsOf, from, group, planOf, type StepFacts, step } from "../../support/plan/plan-steps.ts";

/** Ids of the steps that run again after a run in which the calls of `failing` failed. */
async function again(
  steps: Parameters<typeof planOf>[0],
  failing: readonly string[],
  fromStep: string | null,
): Promise<readonly string[]> {
  const world = new EngineWorld((call) => (failing.includes(call.stepId) ? failed("REJECTED") : succeeded({ x: 1 })));
  await world.run(planOf(steps));
  const { again: ordinals } = rerunOf(world.state, fromStep);
  return world.state.pinned.graph.nodes.filter(({ ordinal }) => ordinals.has(ordinal)).map((node) => node.step.id);
}

const mayFail: StepFacts = { policy: { continueOnFailure: true } };
const refersTo = (id: string): StepFacts => ({ arguments: argumentsOf({ value: from(id) }) });

describe("what a retry without a first step runs", () => {
  it("is what failed and what a halt left, not what succeeded", async () => {
    expect(await again([step("a"), step("b", { after: ["a"] }), step("c", { after: ["b"] })], ["b"], null)).toEqual([
      "b",
      "c",
    ]);
  });

  it("is also what depends on it, however far, although it succeeded", async () => {
    const steps = [
      step("a", mayFail),
      step("b", { after: ["a"] }),
      step("c", { ...refersTo("b") }),
      step("other"),
      step("d", { after: ["other"] }),
    ];
    expect(await again(steps, ["a"], null)).toEqual(["a", "b", "c"]);
  });

  it("leaves out what an order edge alone puts behind it", async () => {
    expect(await again([step("a", { tool: "write", ...mayFail }), step("b", { tool: "write" })], ["a"], null)).toEqual([
      "a",
    ]);
  });

  it("finds a dependency on a step that stands later in the plan", async () => {
    expect(await again([step("early", { after: ["late"] }), step("late", mayFail)], ["late"], null)).toEqual([
      "early",
      "late",
    ]);
  });

  it("takes over the children of a group that succeeded, and what refers to one of them alone", async () => {
    const steps = [
      group("g", [step("g.ok"), step("g.bad")], { continueOnFailure: true }),
      step("of-child", refersTo("g.ok")),
      step("of-group", { after: ["g"] }),
    ];
    expect(await again(steps, ["g.bad"], null)).toEqual(["g", "g.bad", "of-group"]);
  });

  it("runs only those children of a group again that refer to something that runs again", async () => {
    const steps = [step("a", mayFail), group("g", [step("g.of-a", { tool: "read" }), step("g.other")]), step("z")];
    const referring = group("g", [step("g.of-a", { after: ["a"] }), step("g.other")]);
    expect(await again(steps.with(1, referring), ["a"], null)).toEqual(["a", "g", "g.of-a"]);
    expect(await again(steps.with(1, { ...referring, after: ["a"] }), ["a"], null)).toEqual([
      "a",
      "g",
      "g.of-a",
      "g.other",
    ]);
  });

  it("takes nothing over from a group in which no child succeeded, and all of one that was decided, losers included", async () => {
    const race = group("g", [step("g.a"), step("g.b")], { mergeStrategy: "FIRST_SUCCESS", continueOnFailure: true });
    expect(await again([race, step("z", mayFail)], ["g.a", "z"], null)).toEqual(["z"]);
    expect(await again([race, step("z")], ["g.a", "g.b"], null)).toEqual(["g", "g.a", "g.b"]);
  });
});

describe("what runs from a step on", () => {
  it("is the step and everything after it in dependency order, then plan position, and nothing before it that succeeded", async () => {
    const steps = [step("a"), step("b", { after: ["d"] }), step("c"), step("d")];
    // In order: a, c, d, b.
    expect(await again(steps, [], "d")).toEqual(["b", "d"]);
    expect(await again(steps, [], "c")).toEqual(["b", "c", "d"]);
  });

  it("is also what did not succeed before it", async () => {
    const steps = [step("a", mayFail), step("b"), step("of-a", { after: ["a"] }), step("c")];
    expect(await again(steps, ["a"], "c")).toEqual(["a", "of-a", "c"]);
  });

  it("is a group whole when it is named, and without the siblings that succeeded when a child is", async () => {
    const steps = [group("g", [step("g.a"), step("g.b")]), step("z")];
    expect(await again(steps, [], "g")).toEqual(["g", "g.a", "g.b", "z"]);
    expect(await again(steps, [], "g.a")).toEqual(["g", "g.a", "z"]);
  });

  it("is every child when a child of a group is named in which the first success counts", async () => {
    const race = group("g", [step("g.a"), step("g.b")], { mergeStrategy: "FIRST_SUCCESS" });
    expect(await again([race], [], "g.b")).toEqual(["g", "g.a", "g.b"]);
  });

  it("is an empty group like any other step", async () => {
    expect(await again([group("g", []), step("z")], [], "g")).toEqual(["g", "z"]);
    expect(await again([step("a"), group("g", [], { after: ["a"] })], ["a"], null)).toEqual(["a", "g"]);
  });
});

/** What a group leaves behind for later steps, how much of it runs at a time, and what is kept beside an output. */
import { describe, expect, it } from "vitest";
import { projectionOf } from "../../../src/execution/views/projection.ts";
import { failed, held, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { from, group, planOf, step } from "../../support/plan/plan-steps.ts";

const refused = failed("ANSWERED", "TOOL_ERROR", null, false);

function bindingsOf(world: EngineWorld) {
  const projection = projectionOf(world.state, "ORCHESTRATE", (position) => world.journal.value(position));
  return (projection as { readonly bindings?: unknown }).bindings;
}

const children = [step("g.a", { resultKey: "a" }), step("g.b", { resultKey: "b" }), step("g.c", { resultKey: "c" })];

describe("the results of a group", () => {
  it("[O18, O9] collect merges what succeeded into a map by result key, stored under the group's key and given to later steps", async () => {
    const world = new EngineWorld((call) => (call.stepId === "g.b" ? refused : succeeded({ of: call.stepId })));
    await world.run(planOf([group("g", children, { resultKey: "all" }), step("after", { arguments: from("g") })]));
    const merged = { a: { of: "g.a" }, c: { of: "g.c" } };
    expect(world.callsOf("after")[0]?.arguments).toEqual(merged);
    expect(bindingsOf(world)).toEqual({ all: merged, a: { of: "g.a" }, c: { of: "g.c" } });
  });

  it("[O18, C7] first_success stores the output of the child that succeeded first, and that of no other", async () => {
    const slow = held();
    const world = new EngineWorld((call) => (call.stepId === "g.b" ? succeeded({ of: "g.b" }) : slow.answer));
    const first = group("g", children, { mergeStrategy: "FIRST_SUCCESS", resultKey: "winner" });
    await world.run(planOf([first, step("after", { arguments: from("g") })]));
    slow.give(succeeded({ of: "late" }));
    await world.drive();
    expect(world.callsOf("after")[0]?.arguments).toEqual({ of: "g.b" });
    expect(bindingsOf(world)).toMatchObject({ winner: { of: "g.b" } });
    expect(JSON.stringify(bindingsOf(world))).not.toContain("late");
  });

  it("[O18, E2] are merged from the stored rows after a crash", async () => {
    const late = held();
    const world = new EngineWorld((call) => (call.stepId === "g.c" ? late.answer : succeeded({ of: call.stepId })));
    await world.run(planOf([group("g", children), step("after", { arguments: from("g") })]));
    world.crash();
    await world.drive();
    late.give(succeeded({ of: "g.c" }));
    await world.drive();
    await world.clock.advance(60_000);
    await world.drive();
    expect(world.callsOf("after")[0]?.arguments).toEqual({ a: { of: "g.a" }, b: { of: "g.b" }, c: { of: "g.c" } });
  });
});

describe("the children of a group that run at once", () => {
  it.each([
    { of: "the limit of the group", cap: 2, request: 6, count: 8, most: 2 },
    { of: "the limit of the request", cap: 6, request: 3, count: 8, most: 3 },
    { of: "the limit of the request, without one of the group", cap: null, request: 5, count: 8, most: 5 },
    { of: "their number", cap: 6, request: 8, count: 4, most: 4 },
  ])("[O16] are as many as $of allows, and that many", async ({ cap, request, count, most }) => {
    const answers: (() => void)[] = [];
    const world = new EngineWorld(() => {
      const call = held();
      answers.push(() => call.give(succeeded({})));
      return call.answer;
    });
    const steps = Array.from({ length: count }, (_, n) => step(`g.${n}`));
    await world.run(planOf([group("g", steps, { maxConcurrency: cap })]), { limits: { maxParallel: request } });
    expect(answers).toHaveLength(most);
    for (let answered = 1; answered <= count; answered++) {
      answers[answered - 1]?.();
      await world.drive();
      expect(answers.length).toBe(Math.min(count, most + answered));
    }
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });
});

describe("the metadata of a result", () => {
  it("[R23] is stored with its step beside the content, also where later steps take the output alone", async () => {
    const metadata = { "com.example/trace": { id: 7 }, skill_id: "research" };
    const content = [{ type: "text", text: "found" }];
    const world = new EngineWorld((call) =>
      call.stepId === "a"
        ? { kind: "SUCCEEDED", result: { output: { v: 1 }, content, metadata, isPartial: false } }
        : succeeded({}),
    );
    await world.run(planOf([step("a"), step("b", { arguments: from("a") })]));
    world.crash();
    const kept = world.step("a").content;
    expect(kept === undefined ? null : world.journal.value(kept)).toEqual({ content, metadata });
    expect(world.callsOf("b")[0]?.arguments).toEqual({ v: 1 });
  });
});

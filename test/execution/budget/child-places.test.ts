/** Descendants at work below one root: the places of an execution, what its children get of them, and who waits. */
import { describe, expect, it } from "vitest";
import type { Plan } from "../../../src/plan/plan.ts";
import { succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";

const reads = (count: number) => Array.from({ length: count }, (_, n) => step(`c${n}`, { tool: "child_read" }));

async function running(plan: Plan, maxDescendants: number | undefined, maxParallel = 4) {
  const world = new EngineWorld();
  const limits = { maxParallel, ...(maxDescendants !== undefined && { maxDescendants }) };
  await world.run(plan, { limits });
  return world;
}

const placesOf = ({ state }: EngineWorld) => state.steps.all.flatMap(({ tasks }) => tasks.map(({ places }) => places));
const waiting = (world: EngineWorld) =>
  Object.entries(world.statuses()).flatMap(([id, status]) => (status === "WAITING" ? [id] : []));

function end(world: EngineWorld, id: string): Promise<unknown> {
  const done = succeeded({});
  if (done.kind !== "SUCCEEDED") throw new Error("it did not succeed");
  world.runner.ended(id, world.step(id).wait?.handle ?? "", done);
  return world.drive();
}

describe("the places of an execution", () => {
  it("[N560] are held by the children at work: further ones wait and begin in the order of their steps, after crashes too", async () => {
    const world = await running(planOf([group("g", reads(5))]), 2);
    expect(waiting(world)).toEqual(["c0", "c1"]);
    world.crash();
    await world.drive();
    expect(waiting(world)).toEqual(["c0", "c1"]);
    await end(world, "c1");
    expect(waiting(world)).toEqual(["c0", "c2"]);
    world.crash();
    for (const id of ["c0", "c2", "c3", "c4"]) await end(world, id);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    const made = world.eventsOf("StepWaiting").flatMap(({ step: id }) => (id === null ? [] : [id]));
    expect(made).toEqual(["c0", "c1", "c2", "c3", "c4"]);
  });

  it("[N560] keep no other call from its turn, and are free again when a child fails or is cancelled", async () => {
    const world = await running(planOf([...reads(2), step("other")]), 1);
    expect(world.statuses()).toEqual({ c0: "WAITING", c1: "PENDING", other: "SUCCEEDED" });
    world.runner.cancel("someone", "it is not needed", false);
    await world.drive();
    expect(world.state.finished?.status).toBe("CANCELLED");
    expect(world.polls.map(({ call }) => call.stepId)).toEqual(["c0"]);
  });

  it("[N560] go to the children in equal parts, as many as may be beside one another, and never less than one", async () => {
    expect(placesOf(await running(planOf([group("g", reads(8))]), 64))).toEqual([16, 16, 16, 16]);
    expect(placesOf(await running(planOf([group("g", reads(8))]), 10))).toEqual([2, 2, 3, 3]);
    expect(placesOf(await running(planOf([group("g", reads(8), { maxConcurrency: 2 })]), 64))).toEqual([32, 32]);
    expect(placesOf(await running(planOf(reads(1)), 64))).toEqual([64]);
    expect(placesOf(await running(planOf(reads(5), "SEQUENTIAL"), 64))).toEqual([64]);
    expect(placesOf(await running(planOf([...reads(1), step("a"), step("b")]), 64))).toEqual([64]);
    expect(placesOf(await running(planOf(reads(3)), 1))).toEqual([1]);
    expect(placesOf(await running(planOf(reads(3)), undefined))).toEqual([undefined, undefined, undefined]);
  });

  it("[N560] that a child was given are what its row says, whatever has become free since and whatever is noted of it later", async () => {
    const world = new EngineWorld();
    const note = "waits to be admitted";
    world.answerPoll = ({ wait }) => {
      const isSecond = wait.handle === world.step("c1").wait?.handle;
      return isSecond ? { kind: "NOT_ADMITTED", note, retryAt: world.clock.now() + 1_000 } : { kind: "PENDING" };
    };
    await world.run(planOf([group("g", reads(3))]), { limits: { maxDescendants: 9 } });
    expect(world.step("c1").wait?.note).toBe(note);
    await end(world, "c0");
    world.crash();
    expect(placesOf(world)).toEqual([3, 3, 3]);
  });
});

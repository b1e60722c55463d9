/** Which small values a view carries. */
import { expect, it } from "vitest";
import { viewOf } from "../../../src/execution/views/view.ts";
import { succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

it("[N703] a view may carry the values of the execution itself without those of its steps, of which only some are read", async () => {
  const world = new EngineWorld(() => succeeded({ much: "said" }));
  await world.run(planOf([step("a", { resultKey: "said" }), step("b")]));
  const places: number[] = [];
  const read = (position: Parameters<typeof world.journal.value>[0]) => {
    places.push(position.sequence);
    return world.journal.value(position);
  };
  const carried = (stepIds: readonly string[], bound = false) => {
    const { bindings, steps } = viewOf(world.state, read, undefined, { stepIds, bound });
    return [bindings, ...steps.map(({ output }) => output)].map((frame) => frame && "inline" in frame);
  };
  expect(carried([])).toEqual([true, false, false]);
  expect(new Set(places)).toEqual(new Set([1]));
  expect(carried(["b", "nowhere"])).toEqual([true, false, true]);
  expect(carried([], true)).toEqual([true, true, false]);
  expect(viewOf(world.state, read, undefined).steps[0]?.output).toMatchObject({ inline: { much: "said" } });
});

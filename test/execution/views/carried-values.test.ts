/** Which small values a view carries. */
import { expect, it } from "vitest";
import { viewOf } from "../../../src/execution/views/view.ts";
import { succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

it("[N703] a view may carry the values of the execution itself without those of its steps, which are not read", async () => {
  const world = new EngineWorld(() => succeeded({ much: "said" }));
  await world.run(planOf([step("a"), step("b")]));
  const places: number[] = [];
  const read = (position: Parameters<typeof world.journal.value>[0]) => {
    places.push(position.sequence);
    return world.journal.value(position);
  };
  const ofRun = viewOf(world.state, read, undefined, false);
  expect(ofRun.bindings).toMatchObject({ inline: {} });
  expect(ofRun.steps.map(({ output }) => output && "inline" in output)).toEqual([false, false]);
  expect(new Set(places)).toEqual(new Set([1]));
  expect(viewOf(world.state, read, undefined).steps[0]?.output).toMatchObject({ inline: { much: "said" } });
});

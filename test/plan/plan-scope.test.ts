/** What is known of a plan without looking at all of it. */
import { describe, expect, it } from "vitest";
import type { Plan, PlanStep } from "../../src/plan/plan.ts";
import { hasOneLeaf } from "../../src/plan/plan-scope.ts";

const tool = { kind: "TOOL" } as PlanStep;
const group = (children: number) => ({ kind: "PARALLEL", children: Array(children).fill(tool) }) as unknown as PlanStep;
const planOf = (steps: Iterable<PlanStep>) => ({ steps }) as unknown as Plan;

describe("whether a plan has one step that calls", () => {
  it.each([
    [[], false],
    [[tool], true],
    [[tool, tool], false],
    [[group(1)], true],
    [[group(2)], false],
    [[group(0), tool], true],
    [[group(1), tool], false],
  ])("[N224] is told of groups too: %j is %s", (steps, expected) => {
    expect(hasOneLeaf(planOf(steps))).toBe(expected);
  });

  it("[N224] is known from two of them, however many there are", () => {
    let seen = 0;
    function* steps() {
      for (; seen < 10_000; seen++) yield tool;
    }
    expect(hasOneLeaf(planOf(steps()))).toBe(false);
    expect(seen).toBeLessThan(3);
  });
});

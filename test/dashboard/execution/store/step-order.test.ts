import { expect, it } from "vitest";
import type { ExecutionHead } from "../../../../dashboard/execution/store/execution-model.ts";
import { stepOrder } from "../../../../dashboard/execution/store/step-order.ts";

it("[R9] the first steps of finally stand behind all others, whatever they refer to", () => {
  const step = (stepId: string, isFinally: boolean, sourceStepId: string | null = null) => ({
    ...{ stepId, isFinally, kind: "TOOL", independent: true, after: [], whenReferences: [], children: [] },
    references: sourceStepId === null ? [] : [{ sourceStepId }],
  });
  const steps = [step("a", false), step("b", false, "a"), step("c", false), step("d", true, "a"), step("e", true, "d")];
  const head = { plan: { schedule: "DATAFLOW", rounds: 1, steps }, steps: [] } as unknown as ExecutionHead;
  expect(Object.fromEntries(stepOrder(head))).toEqual({ a: [], b: ["a"], c: [], d: ["b", "c"], e: ["d"] });
});

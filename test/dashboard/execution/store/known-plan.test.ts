/** The plan of a snapshot, whose steps are asked for once. */
import { describe, expect, it } from "vitest";
import type { AnsweredHead, ExecutionHead } from "../../../../dashboard/execution/store/execution-model.ts";
import { withPlan } from "../../../../dashboard/execution/store/known-plan.ts";

type Plan = NonNullable<ExecutionHead["plan"]>;

const steps: Plan["steps"] = [];
const whole: Plan = { hash: "one", schedule: "DATAFLOW", reasoning: null, directResponse: null, steps };

function answered(plan: AnsweredHead["plan"]): AnsweredHead {
  // Nothing else of a snapshot is looked at.
  return { status: "RUNNING", plan } as AnsweredHead;
}

function withoutSteps(hash: string): AnsweredHead["plan"] {
  return { hash, schedule: "DATAFLOW", reasoning: null, directResponse: null };
}

describe("The plan of a snapshot", () => {
  it("is what was answered, where its steps were", () => {
    expect(withPlan(answered(whole), null)?.plan).toEqual(whole);
  });

  it("has the very steps that are known of it, where they were left out", () => {
    expect(withPlan(answered(withoutSteps("one")), whole)?.plan?.steps).toBe(steps);
  });

  it("is not made of the steps of another plan", () => {
    expect(withPlan(answered(withoutSteps("two")), whole)).toBeNull();
    expect(withPlan(answered(withoutSteps("one")), null)).toBeNull();
  });

  it("is none as long as the execution has none", () => {
    expect(withPlan(answered(null), whole)).toEqual({ status: "RUNNING", plan: null });
  });
});

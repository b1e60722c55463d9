/** The plan of a snapshot, whose steps are asked for once, and those of all rounds as one. */
import { describe, expect, it } from "vitest";
import type { AnsweredHead, ExecutionHead } from "../../../../dashboard/execution/store/execution-model.ts";
import { stepsReflect, withPlan } from "../../../../dashboard/execution/store/known-plan.ts";
import { fewSteps, stepsDue } from "../../../../dashboard/execution/store/steps-due.ts";

type Plan = NonNullable<ExecutionHead["plan"]>;
type Rounds = AnsweredHead["rounds"];

const whole: Plan = { hash: "one", schedule: "DATAFLOW", reasoning: null, directResponse: null, steps: [], rounds: 1 };

/** Nothing else of a snapshot is looked at. */
function answered(hash: string | null, ...plans: Rounds[number]["plan"][]): AnsweredHead {
  const { rounds: _, steps: __, ...plan } = whole;
  const rounds = plans.map((own, at) => ({ number: at + 1, plan: own }));
  return {
    status: "RUNNING",
    steps: [],
    plan: hash === null ? null : { ...plan, hash },
    rounds,
  } as unknown as AnsweredHead;
}

const unread = { directResponse: null };
const read = (...steps: object[]) => ({ directResponse: null, steps }) as unknown as Rounds[number]["plan"];

function step(stepId: string, from: readonly string[] = [], after: readonly string[] = [], children: object[] = []) {
  const references = from.map((sourceStepId) => ({ sourceStepId }));
  return { stepId, after, references, whenReferences: [{ sourceStepId: null }], children };
}

describe("The plan of a snapshot", () => {
  it("is what was answered, where its steps were", () => {
    expect(withPlan(answered("one", read()), null)?.plan).toEqual(whole);
  });

  it("has the very steps that are known of it, where they were left out", () => {
    expect(withPlan(answered("one", unread), whole)?.plan?.steps).toBe(whole.steps);
  });

  it("is not made of the steps of another plan", () => {
    expect(withPlan(answered("two", unread), whole)).toBeNull();
    expect(withPlan(answered("one", unread), null)).toBeNull();
  });

  it("[N704] is a part where as many steps came as were asked for, of the plan of any round or of what stands", () => {
    const isPart = (stands: number, plans: readonly number[], limit: number | null) => {
      const many = (count: number) => Array.from({ length: count }, (_, at) => step(`s${at}`));
      const head = { ...answered("one", ...plans.map((count) => read(...many(count)))), steps: many(stands) };
      return withPlan(head as unknown as AnsweredHead, null, limit)?.isPart === true;
    };
    expect(isPart(2, [2], 3)).toBe(false);
    expect(isPart(0, [3], 3)).toBe(true);
    expect(isPart(3, [2, 1], 3)).toBe(true);
    expect(isPart(2, [2, 3], 3)).toBe(true);
    expect(isPart(9, [9], null)).toBe(false);
  });

  it("is none as long as the execution has none", () => {
    expect(withPlan(answered(null), whole)).toEqual({ status: "RUNNING", steps: [], plan: null });
  });

  it("[N371] has the steps of all rounds under the ids that they have in the execution", () => {
    const second = read(step("a"), step("b", ["a"], ["a"], [step("c", ["a"])]));
    const plan = withPlan(answered("one", read(step("a")), second), null)?.plan;
    expect(plan?.rounds).toBe(2);
    expect(plan?.steps).toEqual([
      step("a"),
      step("rounds/2/a"),
      step("rounds/2/b", ["rounds/2/a"], ["rounds/2/a"], [step("rounds/2/c", ["rounds/2/a"])]),
    ]);
  });

  it("[N371] is read anew once there is another round, and has the answer of the last", () => {
    const known = { ...whole, rounds: 1 };
    expect(withPlan(answered("one", unread, { directResponse: "That is all." }), known)).toBeNull();
    const plan = withPlan(answered("one", read(step("a")), { ...read(), directResponse: "That is all." }), known)?.plan;
    expect(plan?.directResponse).toBe("That is all.");
  });
});

describe("The steps of a snapshot", () => {
  const stands = (...statuses: string[]) => statuses.map((status, at) => ({ stepId: `s${at}`, status }));
  const head = (lastSequence: number, steps?: object[]) =>
    ({ ...answered("one", read()), lastSequence, steps }) as unknown as AnsweredHead;

  it("[N783] are those of an earlier snapshot where they were left out, and say of which event they are", () => {
    const first = withPlan(head(7, stands("RUNNING")), null);
    const second = withPlan(head(9), first?.plan ?? null, null, first);
    expect(second?.steps).toBe(first?.steps);
    expect([first, second].map((one) => one && stepsReflect(one))).toEqual([7, 7]);
    const third = withPlan(head(12), second?.plan ?? null, null, second);
    expect(third).toMatchObject({ lastSequence: 12, stepsAsOf: 7 });
    expect(withPlan(head(9), whole)).toBeNull();
  });

  it("[N784] are the very ones of before where they say the same", () => {
    const first = withPlan(head(7, stands("SUCCEEDED", "RUNNING")), null);
    const next = withPlan(head(9, stands("SUCCEEDED", "SUCCEEDED")), first?.plan ?? null, null, first);
    expect(next?.steps[0]).toBe(first?.steps[0]);
    expect(next?.steps[1]).toMatchObject({ status: "SUCCEEDED" });
    expect(next).not.toHaveProperty("stepsAsOf");
  });

  it("[N783] of a long run are due after a rest, and where the log does not have what happened to them", () => {
    const known = (count: number, more: Partial<ExecutionHead> = {}) =>
      ({ kind: "PLAN", lastSequence: 10, steps: Array.from({ length: count }), ...more }) as unknown as ExecutionHead;
    const due = stepsDue();
    due.read(1_000, 100);
    expect(due.areDue(known(fewSteps), 1_001)).toBe(true);
    expect(due.areDue(known(fewSteps + 1), 1_001)).toBe(false);
    expect(due.areDue(known(fewSteps + 1, { kind: "MESSAGE" }), 1_001)).toBe(true);
    expect(due.areDue(known(fewSteps + 1), 5_999)).toBe(false);
    expect(due.restMs(1_500)).toBe(4_500);
    expect(due.areDue(known(fewSteps + 1), 6_000)).toBe(true);
    // A reading that took a second is followed by twenty without them.
    due.read(6_000, 1_000);
    expect(due.areDue(known(fewSteps + 1), 25_999)).toBe(false);
    // A step started an execution, whose ID the log does not have.
    due.want(11);
    expect(due.areDue(known(fewSteps + 1), 6_001)).toBe(true);
    expect(due.areDue(known(fewSteps + 1, { lastSequence: 12, stepsAsOf: 10 }), 6_001)).toBe(true);
    expect(due.areDue(known(fewSteps + 1, { lastSequence: 12 }), 6_001)).toBe(false);
  });
});

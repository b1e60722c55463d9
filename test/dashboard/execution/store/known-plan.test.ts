/** The plan of a snapshot, whose steps are asked for once, and those of all rounds as one. */
import { describe, expect, it } from "vitest";
import type { AnsweredHead, ExecutionHead } from "../../../../dashboard/execution/store/execution-model.ts";
import { withPlan } from "../../../../dashboard/execution/store/known-plan.ts";

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

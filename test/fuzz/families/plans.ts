/**
 * Plans through the compiler: typed plans, and documents of the dialects. What compiles must survive being written and read again, and each
 * step must resolve its arguments, whatever the outputs before it are.
 */

import type { Json } from "../../../src/json/json.ts";
import { documentOf } from "../../../src/plan/dialects/plan-document.ts";
import { evaluateCondition } from "../../../src/plan/expressions/evaluate-condition.ts";
import { resolveOperand } from "../../../src/plan/operands/resolve.ts";
import { waves } from "../../../src/plan/order/waves.ts";
import type { PlanStep, Reference, ToolStep } from "../../../src/plan/plan.ts";
import { type ReferenceValue, readFrom } from "../../../src/plan/reference-reader.ts";
import { builtInCallables } from "../../../src/plan/waits/built-in-callables.ts";
import { compile, planTools } from "../../support/plan/compiled-plan.ts";
import type { Family, Observation } from "../family.ts";
import { hostileValue } from "../inputs/hostile-values.ts";
import { changeCount, mutated } from "../inputs/mutate.ts";
import { type PlanForm, planBindings, validPlan } from "../inputs/plan-inputs.ts";

const builtIn = [...builtInCallables.values()].map(({ callable }) => callable);
const callables = new Map([...planTools, ...builtIn].map((callable) => [callable.name, callable]));
const known = { callable: (name: string) => callables.get(name), callableNames: () => callables.keys() };

interface PlanInput {
  readonly form: PlanForm;
  readonly isGuessed: boolean;
  readonly plan: unknown;
  readonly bindings: unknown;
  /** What every step before gave. */
  readonly output: Json;
}

function planFamily(name: string, forms: readonly PlanForm[], weight: number): Family<PlanInput> {
  return {
    ...{ name, weight, deep: ["COMPILED", "RESOLVED"] },
    generate: (random) => {
      const form = random.pick(forms);
      const changes = changeCount(random);
      return {
        ...{ form, isGuessed: random.chance(0.5), plan: mutated(validPlan(form, random), random, changes) },
        bindings: random.chance(0.1) ? mutated(planBindings, random, 2) : planBindings,
        output: hostileValue(random, 3) as Json,
      };
    },
    run: ({ bindings, form, isGuessed, output, plan }) => {
      const dialect = form === "TYPED" || isGuessed ? undefined : form;
      const source =
        form === "TYPED"
          ? ({ kind: "TYPED", plan } as const)
          : ({ kind: "DOCUMENT", document: plan, dialect } as const);
      const compiled = compile(source, { ...known, bindings });
      if (!compiled.ok) {
        const isReadable = compiled.plan !== undefined;
        const finding = compiled.problems.length === 0 ? { finding: "a plan was refused without a problem" } : {};
        return { depth: isReadable ? "CHECKED" : "REFUSED", shown: compiled.problems, ...finding };
      }
      const document = documentOf(compiled.plan);
      const again = compile(
        { kind: "DOCUMENT", document, dialect: undefined },
        { ...known, bindings, schedule: compiled.plan.schedule },
      );
      const finding =
        again.ok && again.planHash === compiled.planHash ? {} : { finding: "a plan was read back as another" };
      return { ...resolved(compiled.plan.steps, output, { document, waves: waves(compiled.graph) }), ...finding };
    },
  };
}

/** Whether every step found its arguments in `output`. */
function resolved(steps: readonly PlanStep[], output: Json, told: object): Observation {
  const read = (reference: Reference): ReferenceValue => readFrom(reference, output, "nothing");
  const calls = steps.flatMap((step): readonly ToolStep[] => (step.kind === "TOOL" ? [step] : step.children));
  const answers = calls.map((step) => resolveOperand(step.arguments, read));
  const conditions = steps.flatMap(({ when }) =>
    when === undefined ? [] : [evaluateCondition(when, { read, bytesOf: () => undefined })],
  );
  const failures = answers.flatMap((answer) => (answer.ok ? [] : [answer.failure]));
  return { depth: failures.length === 0 ? "RESOLVED" : "COMPILED", shown: { ...told, failures, conditions } };
}

export const typedPlans = planFamily("typed-plans", ["TYPED"], 12);
export const documents = planFamily("documents", ["TOOL_CALLS", "ORCHESTRATE", "TYPED"], 12);

/** Plans in the typed form, compiled against the callables that engines of tests have. */
import type { Json } from "../../../src/json/json.ts";
import type { CallableDefinition } from "../../../src/plan/callable.ts";
import { compilePlan } from "../../../src/plan/compile/compile.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import type { Plan } from "../../../src/plan/plan.ts";
import { callables } from "./callables.ts";

/** The plan of `steps` in the typed form. Throws with its problems if it has any. */
export function typedPlan(steps: readonly unknown[], bindings: Json = {}): Plan {
  return typedPlanOf({ steps }, bindings);
}

/** The plan that `plan` says in the typed form, with its `finally`, over `known` callables. Throws with its problems if it has any. */
export function typedPlanOf(
  plan: { readonly [member: string]: unknown },
  bindings: Json = {},
  known: readonly CallableDefinition[] = callables,
): Plan {
  const compilation = compilePlan({
    source: { kind: "TYPED", plan },
    bindings,
    requestedLimits: {},
    callable: (name) => known.find((one) => one.name === name),
    callableNames: () => known.map(({ name }) => name),
    settings: builtInLimits,
    sourcePath: [],
  });
  if (!compilation.ok) throw new Error(compilation.problems.map(({ message }) => message).join("\n"));
  return compilation.plan;
}

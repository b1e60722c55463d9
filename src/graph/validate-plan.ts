/** `Query.validatePlan`: what the compiler knows of a plan, nothing called, nothing stored. */
import type { CheckedReference as Checked } from "../plan/check-calls.ts";
import type { Compilation } from "../plan/compile.ts";
import { leafSteps } from "../plan/plan-scope.ts";
import { waves } from "../plan/waves.ts";
import { checkPlan } from "./check-plan.ts";
import type { GraphContext } from "./graph-context.ts";
import type {
  CheckedReference,
  CheckedStep,
  FieldPresence,
  PlanWarning,
  TypeRelation,
  ValidatePlanInput,
} from "./schema.generated.ts";
import type { PlanSource } from "./sources.ts";
import { problemErrors, type UserErrorSource } from "./user-errors.ts";

export interface ValidationSource {
  readonly valid: boolean;
  readonly plan: PlanSource | null;
  readonly waves: readonly (readonly string[])[];
  readonly steps: readonly CheckedStep[];
  readonly warnings: readonly PlanWarning[];
  readonly errors: readonly UserErrorSource[];
}

/** Checks a plan as `executePlan` would. */
export async function validatePlan(input: ValidatePlanInput, context: GraphContext): Promise<ValidationSource> {
  const { source, bindings, limits, schedule, minCatalogRevision } = input;
  const options = { limits, schedule, minCatalogRevision, optionsPath: [] };
  const check = await checkPlan({ source, bindings, ...options }, context);
  if (check.kind === "INVALID") {
    const errors = problemErrors(check.problems, ["input"]);
    return { valid: false, plan: null, waves: [], steps: [], warnings: [], errors };
  }
  const { compilation } = check;
  return {
    valid: true,
    plan: { plan: compilation.plan, hash: compilation.planHash },
    waves: waves(compilation.graph),
    steps: checkedSteps(compilation),
    warnings: compilation.warnings.map((warning) => ({ ...warning, path: ["input", ...warning.path] })),
    errors: [],
  };
}

function checkedSteps({ callables, plan, references }: Extract<Compilation, { ok: true }>): readonly CheckedStep[] {
  const effects = new Map(callables.map(({ effectClass, name }) => [name, effectClass]));
  const byStep = Map.groupBy(references, ({ stepId }) => stepId);
  return leafSteps(plan).map(({ callableName, id }) => ({
    stepId: id,
    callableName,
    effectClass: effects.get(callableName) ?? "UNSAFE",
    references: (byStep.get(id) ?? []).map(checkedReference),
  }));
}

function checkedReference({ expression, presence, relation, source, sourceStepId, target }: Checked): CheckedReference {
  return {
    reference: { expression, target, sourceStepId, source },
    presence: presence.toUpperCase() as FieldPresence,
    relation: relation.toUpperCase() as TypeRelation,
  };
}

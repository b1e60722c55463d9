/**
 * `Query.validatePlan`: everything that the compiler knows of a plan. Nothing is called or stored.
 */

import { usualModelCalls } from "../../execution/budget/usual-model-calls.ts";
import { worstCase } from "../../execution/budget/worst-case.ts";
import type { WorstCase } from "../../execution/events/usage.ts";
import { madeOnce } from "../../json/made-once.ts";
import type { CheckedReference as Checked } from "../../plan/compile/check-calls.ts";
import type { Compilation } from "../../plan/compile/compile.ts";
import { parallelWarnings } from "../../plan/compile/parallel-warning.ts";
import type { CheckedFlows } from "../../plan/labels/plan-flows.ts";
import { waves } from "../../plan/order/waves.ts";
import { leafSteps } from "../../plan/plan-scope.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { placedWarnings } from "../base/plan-warnings.ts";
import { cannotTake, type RequestProblem } from "../base/request-problem.ts";
import type {
  CheckedReference,
  CheckedStep,
  FieldPresence,
  PlanWarning,
  TypeRelation,
  ValidatePlanInput,
} from "../base/schema.generated.ts";
import type { PlanSource } from "../base/sources.ts";
import { problemErrors, type UserErrorSource } from "../base/user-errors.ts";
import { addedRuleErrors, givenFlowRules } from "../flow-rules/flow-rule-input.ts";
import { readPlanSource } from "../registry/plan-source.ts";
import { checkPlan } from "./check-plan.ts";
import { responderOf } from "./given-plan.ts";

export interface ValidationSource {
  readonly valid: boolean;
  readonly plan: PlanSource | undefined;
  readonly waves: readonly (readonly string[])[];
  readonly steps: readonly CheckedStep[];
  /** The maximum consumption. Absent if no model would be called. */
  readonly worstCase: WorstCase | undefined;
  readonly warnings: readonly PlanWarning[];
  readonly errors: readonly UserErrorSource[];
}

/** Checks a plan as `executePlan` would. */
export async function validatePlan(input: ValidatePlanInput, context: GraphContext): Promise<ValidationSource> {
  const { bindings, limits, schedule, minCatalogRevision } = input;
  const source = readPlanSource(input.source);
  if (source.kind === "REFUSED") return invalid([source.problem]);
  if (source.kind === "PROMPT") return invalid([cannotTake(["source", "prompt"], promptFinding)]);
  const options = { limits, schedule, minCatalogRevision, optionsPath: [] };
  const flowRules = givenFlowRules(input.flowRules);
  const check = await checkPlan({ source: source.source, bindings, ...options, flowRules }, context);
  if (check.kind === "INVALID") return invalid(check.problems);
  const wrongRules = addedRuleErrors(flowRules, check.definitions, ["input", "flowRules"]);
  if (wrongRules.length > 0) return { ...invalid([]), errors: wrongRules };
  const { compilation, definitions, flows, shownFlows } = check;
  const { callables, plan, warnings } = compilation;
  const models = responderOf(input.respond ?? false, ["respond"], compilation.limits, context, ["limits"]);
  if (!models.ok) return invalid(models.problems);
  // A plan that answers by itself is not answered again (P8).
  const respond = plan.directResponse === null ? models.work.respond : null;
  const named = new Map(callables.map((callable) => [callable.name, callable]));
  const modelCalls = usualModelCalls(definitions);
  const callsModels = respond !== null || leafSteps(plan).some(({ callableName }) => modelCalls(callableName) > 0);
  return new ValidPlan(compilation, shownFlows, {
    worstCase: callsModels
      ? worstCase({
          plan,
          callables: named,
          definitions,
          limits: compilation.limits,
          respond: respond ?? undefined,
          responderData: [Object.keys(bindings ?? {})],
        })
      : undefined,
    warnings: placedWarnings([
      ...warnings,
      ...flows.warnings,
      ...parallelWarnings(plan, definitions, compilation.limits.maxParallel, ["limits", "maxParallel"]),
    ]),
  });
}

type Valid = Extract<Compilation, { ok: true }>;

/**
 * The facts of a valid plan. Most callers ask for neither waves nor steps nor the hash, and some for one several times. The getters stand in
 * a class, because V8 keeps the object of a getter of its own for long (docs/decisions/091).
 */
class ValidPlan implements ValidationSource {
  readonly valid = true;
  readonly errors = [];
  readonly plan: PlanSource;
  readonly worstCase: WorstCase | undefined;
  readonly warnings: readonly PlanWarning[];
  readonly #waves: () => ValidationSource["waves"];
  readonly #steps: () => ValidationSource["steps"];

  constructor(
    compilation: Valid,
    flows: () => CheckedFlows["flows"],
    { warnings, worstCase: most }: Pick<ValidationSource, "warnings" | "worstCase">,
  ) {
    this.plan = new ValidPlanSource(compilation);
    this.worstCase = most;
    this.warnings = warnings;
    this.#waves = madeOnce(() => waves(compilation.graph));
    this.#steps = madeOnce(() => checkedSteps(compilation, flows()));
  }

  get waves(): ValidationSource["waves"] {
    return this.#waves();
  }

  get steps(): ValidationSource["steps"] {
    return this.#steps();
  }
}

class ValidPlanSource implements PlanSource {
  readonly #compilation: Valid;
  readonly plan: PlanSource["plan"];
  readonly callables: PlanSource["callables"] = () => this.#compilation.callables;

  constructor(compilation: Valid) {
    this.#compilation = compilation;
    this.plan = compilation.plan;
  }

  get hash(): string {
    return this.#compilation.planHash;
  }
}

const promptFinding = "required a plan or a document, found a prompt, of which only executePlan can make a plan";

function invalid(problems: readonly RequestProblem[]): ValidationSource {
  const errors = problemErrors(problems, ["input"]);
  return { valid: false, plan: undefined, waves: [], steps: [], worstCase: undefined, warnings: [], errors };
}

function checkedSteps({ callables, plan, references }: Valid, flows: CheckedFlows["flows"]): readonly CheckedStep[] {
  const reaching = new Map(flows);
  const effects = new Map(callables.map(({ effectClass, name }) => [name, effectClass]));
  const byStep = Map.groupBy(references, ({ stepId }) => stepId);
  return leafSteps(plan).map(({ callableName, id }) => ({
    stepId: id,
    callableName,
    effectClass: effects.get(callableName) ?? "UNSAFE",
    references: (byStep.get(id) ?? []).map(checkedReference),
    flows: reaching.get(id) ?? [],
  }));
}

function checkedReference(checked: Checked): CheckedReference {
  const { expression, presence, relation, source, sourcePart, sourceStepId, target } = checked;
  return {
    reference: { expression, target, sourceStepId, sourcePart, source },
    presence: presence.toUpperCase() as FieldPresence,
    relation: relation.toUpperCase() as TypeRelation,
  };
}

/**
 * The plan of an ended execution for its next run: checked against the catalog of now under its own limits (E12), with or without changes.
 */
import type { DerivationResult } from "../../execution/derive/derivation.ts";
import { repeatedSteps } from "../../execution/derive/steps-to-rerun.ts";
import type { Derivation } from "../../execution/events/execution-origin.ts";
import type { Compilation } from "../../plan/compile/compile.ts";
import { plannedId } from "../../plan/order/items.ts";
import { type DerivationInput, derivationErrors, derivedProblems } from "../base/derivation-errors.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { problemErrors } from "../base/user-errors.ts";
import { checkPlan, type PlanCheck } from "../start/check-plan.ts";
import { checkedWork } from "../start/given-plan.ts";
import { derivedLimits } from "../start/limits-input.ts";
import { modelWorkOf, sameModel } from "../start/model-choice.ts";
import type { Preparation } from "../start/start-execution.ts";

/** A question becomes a plan without anybody having written one, which may be as large as its words. */
const maxQuestionBytes = 524_288;

/** How much deeper a value lies in the form in which a plan is read again than where it was sent. */
const typedDepth = 8;

type DerivedPlan = Extract<DerivationResult, { kind: "DERIVED" }>;

/** The plan of the source, as far as it was not changed, answered again if it was. */
export async function samePlan(
  derived: DerivedPlan,
  input: DerivationInput,
  context: GraphContext,
): Promise<Preparation> {
  const check = await checkDerived(derived, input, context);
  if (check.kind === "INVALID") {
    return { ok: false, errors: problemErrors(derivedProblems(check.problems, derived.document, input), ["input"]) };
  }
  const unsafe = newlyUnsafe(derived.derivation, check.compilation, input);
  if (unsafe.length > 0)
    return { ok: false, errors: derivationErrors({ kind: "OUTCOME_UNKNOWN", steps: unsafe }, input) };
  const { respond } = derived.modelWork;
  const models = modelWorkOf(
    { respond: respond === null ? undefined : sameModel(respond.model) },
    check.compilation.limits,
    ["options", "limits"],
    context.settings,
  );
  if (!models.ok) return { ok: false, errors: problemErrors(models.problems, ["input"]) };
  const { bindings, chosenAgent, conversation, derivation, dialect, onInvalidPlan, reused, startedWith } = derived;
  const { callable, input: entry, message } = derived;
  return {
    ok: true,
    work: {
      ...checkedWork(check, check.compilation.warnings),
      bindings,
      chosenAgent,
      conversation,
      derivation,
      dialect,
      onInvalidPlan,
      reused,
      startedWith,
      callable,
      input: entry,
      message,
      turns: null,
      modelWork: models.work,
    },
  };
}

/** Checks the plan of `derived` under its own limits, as far as the request sets no others. */
function checkDerived(
  { bindings, callable, document, limits, startedWith }: DerivedPlan,
  { arguments: changed, options }: DerivationInput,
  context: GraphContext,
): Promise<PlanCheck> {
  const { maxJsonDepth, maxPlanBytes } = context.settings.limits;
  // What ran once was small enough, however much longer it is in this form; only new arguments make it larger.
  const isSame = (changed ?? []).length === 0;
  const maxBytes = startedWith === "ASK" ? Math.max(maxPlanBytes, maxQuestionBytes) : maxPlanBytes;
  return checkPlan(
    {
      // A document in the form of the typed input, which is read the same way.
      source: { kind: "TYPED", plan: document },
      bindings,
      limits: derivedLimits(limits, options),
      schedule: options?.schedule,
      minCatalogRevision: options?.minCatalogRevision,
      optionsPath: ["options"],
      input: callable?.kind === "WORKFLOW" ? callable.inputSchema : null,
      bounds: {
        maxPlanBytes: isSame ? Number.POSITIVE_INFINITY : maxBytes,
        maxJsonDepth: maxJsonDepth + typedDepth,
      },
    },
    context,
  );
}

/**
 * Ids of steps that were safe to repeat under the old catalog but are unsafe under the current one, whose last call may already have taken
 * effect: a server lost its trust, or a tool declares something else. Steps that `input` names are left out. The rest need the same
 * confirmation as steps that were unsafe from the beginning (E5).
 */
function newlyUnsafe(
  { keys, reused }: Derivation,
  { callables, plan }: Extract<Compilation, { ok: true }>,
  { callAgain, fromStepId }: DerivationInput,
): readonly string[] {
  const doubtful = new Set(keys.filter(({ unknown }) => unknown).map(({ step }) => step));
  const unsafe = new Set(callables.filter(({ effectClass }) => effectClass === "UNSAFE").map(({ name }) => name));
  const repeated = new Set(
    repeatedSteps(plan, reused).flatMap(({ callableName, id }) => (unsafe.has(callableName) ? [id] : [])),
  );
  return [...doubtful]
    .filter((id) => repeated.has(plannedId(id)))
    .filter((id) => id !== fromStepId && callAgain?.includes(id) !== true);
}

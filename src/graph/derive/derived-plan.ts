/**
 * The plans of an ended execution for its next run: checked against the current catalog under its own limits (E12), with or without
 * changes. Where a model may make further ones, it gets the earlier offer, as far as that still exists (E15).
 */
import type { DerivationResult } from "../../execution/derive/derivation.ts";
import { repeatedSteps } from "../../execution/derive/steps-to-rerun.ts";
import type { Derivation } from "../../execution/events/execution-origin.ts";
import type { JsonObject } from "../../json/json.ts";
import type { ExecutionDefinitions } from "../../plan/callable.ts";
import { keptWarnings, planWarningsMember } from "../../plan/kept-warnings.ts";
import { plannedId } from "../../plan/order/items.ts";
import { planOfRound } from "../../plan/order/rounds.ts";
import type { Plan } from "../../plan/plan.ts";
import { leafSteps } from "../../plan/plan-scope.ts";
import { withDefinitions } from "../../plan/run-definitions.ts";
import { type DerivationInput, derivationErrors, derivedProblems } from "../base/derivation-errors.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { limitExceeded, type RequestProblem } from "../base/request-problem.ts";
import { problemErrors } from "../base/user-errors.ts";
import { pinnable } from "../registry/pinned-catalog.ts";
import { readCatalog } from "../registry/read-catalog.ts";
import { checkPlan, type PlanCheck } from "../start/check-plan.ts";
import { answerPolicy } from "../start/execution-options.ts";
import { checkedWork } from "../start/given-plan.ts";
import { derivedLimits } from "../start/limits-input.ts";
import { modelWorkOf, sameModel } from "../start/model-choice.ts";
import { type Offer, offeredCallables, stillCallable } from "../start/offered-callables.ts";
import type { Preparation } from "../start/start-execution.ts";

/** A question becomes a plan without anybody having written one, which may be as large as its words. */
const maxQuestionBytes = 524_288;

/** How much deeper a value lies in the form in which a plan is read again than where it was sent. */
const typedDepth = 8;

type DerivedPlan = Extract<DerivationResult, { kind: "DERIVED" }>;
type CheckedPlan = Extract<PlanCheck, { kind: "VALID" }>;

/** The plans of the source, as far as they were not changed, answered again if they were. */
export async function samePlan(
  derived: DerivedPlan,
  input: DerivationInput,
  context: GraphContext,
): Promise<Preparation> {
  const checking = await checkedPlans(derived, input, context);
  if (!checking.ok) return refused(checking.problems);
  const { further, last, plan: check } = checking;
  const { limits } = check.compilation;
  const unsafe = newlyUnsafe(derived.derivation, last, input);
  if (unsafe.length > 0)
    return { ok: false, errors: derivationErrors({ kind: "OUTCOME_UNKNOWN", steps: unsafe }, input) };
  const { plan, respond } = derived.modelWork;
  const models = modelWorkOf(
    {
      plan: plan === null ? undefined : { ...plan, ...sameModel(plan.model) },
      respond: respond === null ? undefined : sameModel(respond.model),
    },
    limits,
    ["options", "limits"],
    context.settings,
  );
  const offer = plan === null ? undefined : await offerAgain(derived, input, context);
  if (offer?.ok === false) return refused(offer.problems);
  if (!models.ok) return refused(models.problems);
  const { bindings, chosenAgent, conversation, derivation, dialect, onInvalidPlan, reused, startedWith } = derived;
  const { callable, input: entry, message } = derived;
  const own = [...further.map(({ definitions }) => definitions), ...(offer === undefined ? [] : [offer.definitions])];
  return {
    ok: true,
    work: {
      ...(await checkedWork(check, check.compilation.warnings)),
      definitions: own.reduce<ExecutionDefinitions>(withDefinitions, check.definitions),
      ...(further.length > 0 && { furtherPlans: further.map(furtherPlan) }),
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

function furtherPlan(check: CheckedPlan) {
  const { plan, planHash, warnings } = check.compilation;
  return { plan, planHash, ...planWarningsMember(keptWarnings(warnings, check.sourcePath)) };
}

type CheckedPlans =
  | {
      readonly ok: true;
      readonly plan: CheckedPlan;
      /** Those of the rounds from the second on. */
      readonly further: readonly CheckedPlan[];
      /** The one of the last round, with the ids that its steps have in the execution. */
      readonly last: LastPlan;
    }
  | { readonly ok: false; readonly problems: readonly RequestProblem[] };

type LastPlan = Pick<CheckedPlan["compilation"], "callables" | "plan">;

/** Checks each plan, and that together they have no more steps than one may. */
async function checkedPlans(
  derived: DerivedPlan,
  input: DerivationInput,
  context: GraphContext,
): Promise<CheckedPlans> {
  const checks: CheckedPlan[] = [];
  for (const [index, document] of derived.documents.entries()) {
    const check = await checkDerived(derived, document, input, context);
    if (check.kind === "INVALID")
      return { ok: false, problems: derivedProblems(check.problems, document, index + 1, input) };
    checks.push(check);
  }
  const [first, ...further] = checks;
  const last = checks.at(-1);
  if (first === undefined || last === undefined) throw new Error("a derivation has a plan");
  const { maxSteps } = first.compilation.limits;
  const found = checks.reduce((sum, { compilation: { plan } }) => sum + leafSteps(plan).length, 0);
  if (found > maxSteps) return { ok: false, problems: [limitExceeded("maxSteps", maxSteps, found, ["executionId"])] };
  const plan: Plan = planOfRound(last.compilation.plan, checks.length);
  return { ok: true, plan: first, further, last: { callables: last.compilation.callables, plan } };
}

/** The part of a planner's earlier offer that still exists. */
async function offerAgain(
  { offered }: DerivedPlan,
  { options }: DerivationInput,
  { clients, settings }: GraphContext,
): Promise<Offer> {
  const lookup = await readCatalog(
    clients.catalog,
    options?.minCatalogRevision,
    (catalog) => catalog,
    (catalog) => stillCallable(catalog, offered).length < offered.length,
  );
  // The plans were checked against a catalog of this revision.
  if (lookup === undefined) throw new Error("the catalog was there a moment ago");
  const { catalog } = lookup;
  const names = pinnable(catalog, stillCallable(catalog, offered), settings);
  return offeredCallables(catalog, names, ["executionId"], settings);
}

function refused(problems: readonly RequestProblem[]): Preparation {
  return { ok: false, errors: problemErrors(problems, ["input"]) };
}

/** Checks a plan of `derived` under its own limits, as far as the request sets no others. */
function checkDerived(
  derived: DerivedPlan,
  document: JsonObject,
  { arguments: changed, options }: DerivationInput,
  context: GraphContext,
): Promise<PlanCheck> {
  const { bindings, callable, limits, startedWith } = derived;
  const { maxJsonDepth, maxPlanBytes } = context.settings.limits;
  // A plan that ran once was small enough, also if this form is longer. Only new arguments make it larger.
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
      answering: answerPolicy(options ?? {}, context, derived),
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
  { callables, plan }: LastPlan,
  { callAgain, fromStepId }: DerivationInput,
): readonly string[] {
  const doubtful = new Set(keys.filter(({ unknown }) => unknown).map(({ step }) => step));
  const unsafe = new Set(callables.filter(({ effectClass }) => effectClass === "UNSAFE").map(({ name }) => name));
  const repeated = new Set(
    repeatedSteps(plan, reused).flatMap(({ callableName, id }) => (unsafe.has(callableName) ? [id] : [])),
  );
  const named = new Set([...(callAgain ?? []), fromStepId]);
  return [...doubtful].filter((id) => repeated.has(plannedId(id)) && !named.has(id));
}

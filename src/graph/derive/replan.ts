/**
 * The retry of an execution that never had a plan. It is planned or routed again from the same input, with the callables that were offered
 * then and still exist (E15). Missing names are left out without a problem, because the registry offered them and no caller named them.
 */
import type { CatalogSnapshot } from "../../catalog/snapshot/catalog-snapshot.ts";
import type { ExecutionInput } from "../../execution/commands/start-request.ts";
import type { DerivationResult } from "../../execution/derive/derivation.ts";
import type { DerivationInput } from "../base/derivation-errors.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { RequestProblem } from "../base/request-problem.ts";
import { problemErrors } from "../base/user-errors.ts";
import { readCatalog, unknownRevision } from "../registry/read-catalog.ts";
import { type AbleAgents, type AgentRoute, autoRoute, sizeProblems } from "../start/agent-route.ts";
import { derivedLimits, limitsOf } from "../start/limits-input.ts";
import { modelWorkOf, sameModel } from "../start/model-choice.ts";
import { offeredCallables, stillCallable } from "../start/offered-callables.ts";
import { promptsDisabled } from "../start/prompts-disabled.ts";
import { stillRoutable } from "../start/routing-input.ts";
import type { Preparation } from "../start/start-execution.ts";

type Unplanned = Extract<DerivationResult, { kind: "PLANNED_AGAIN" }>;

const place = ["executionId"];

/** The work that is planned or routed again. `ableOf` decides which agents a router may choose from. */
export async function replan(
  derived: Unplanned,
  { options }: DerivationInput,
  ableOf: AbleAgents,
  context: GraphContext,
): Promise<Preparation> {
  const { clients, settings } = context;
  const disabled = promptsDisabled(settings, place);
  if (disabled !== undefined) return refused([disabled]);
  const revision = options?.minCatalogRevision;
  const lookup = await readCatalog(
    clients.catalog,
    revision,
    (catalog) => catalog,
    (catalog) => stillCallable(catalog, offeredNames(derived)).length < offeredNames(derived).length,
  );
  if (lookup === undefined) return refused([unknownRevision(revision, ["options"])]);
  const limits = limitsOf(derivedLimits(derived.limits, options), settings.limits, ["options", "limits"]);
  const offer = await offerOf(derived, lookup.catalog, ableOf, context);
  if (!offer.ok) return refused([...limits.problems, ...offer.problems]);
  const { plan, respond, route } = derived.modelWork;
  const { candidates } = offer;
  const models = modelWorkOf(
    {
      route: route === null || candidates.length === 0 ? undefined : { ...sameModel(route.model), candidates },
      plan:
        plan === null ? undefined : { ...plan, ...sameModel(plan.model), schedule: options?.schedule ?? plan.schedule },
      respond: respond === null ? undefined : sameModel(respond.model),
    },
    limits.limits,
    ["options", "limits"],
    settings,
  );
  const problems = [...limits.problems, ...(models.ok ? [] : models.problems)];
  if (!models.ok || problems.length > 0) return refused(problems);
  const { bindings, callable, conversation, derivation, input, message, onInvalidPlan, startedWith } = derived;
  return {
    ok: true,
    work: {
      ...offer.work,
      bindings,
      callable,
      conversation,
      derivation,
      input,
      message,
      onInvalidPlan,
      startedWith,
      chosenAgent: null,
      rejected: null,
      reused: [],
      turns: null,
      limits: limits.limits,
      modelWork: models.work,
    },
  };
}

type OfferAgain =
  | {
      readonly ok: true;
      readonly candidates: AgentRoute["candidates"];
      readonly work: Pick<ExecutionInput, "definitions" | "dialect" | "plan" | "planHash">;
    }
  | { readonly ok: false; readonly problems: readonly RequestProblem[] };

/** Names of the earlier offer to a planner or a router. */
function offeredNames({ definitions, modelWork: { route } }: Unplanned): readonly string[] {
  return (route?.candidates ?? definitions.callables).map(({ name }) => name);
}

/** The offer to a planner or a router today. */
async function offerOf(
  derived: Unplanned,
  catalog: CatalogSnapshot,
  ableOf: AbleAgents,
  { settings }: GraphContext,
): Promise<OfferAgain> {
  const { route } = derived.modelWork;
  if (route === null) {
    const offer = offeredCallables(catalog, stillCallable(catalog, offeredNames(derived)), place, settings);
    if (!offer.ok) return offer;
    return {
      ok: true,
      candidates: [],
      work: { definitions: offer.definitions, dialect: "TOOL_CALLS", plan: null, planHash: null },
    };
  }
  const again = await autoRoute(stillRoutable(catalog, offeredNames(derived)), catalog, ableOf, settings);
  if (!again.ok) return again;
  const problems = sizeProblems(again.route, place);
  if (problems.length > 0) return { ok: false, problems };
  const { candidates, definitions, plan, planHash } = again.route;
  return { ok: true, candidates, work: { definitions, dialect: "TYPED", plan, planHash } };
}

function refused(problems: readonly RequestProblem[]): Preparation {
  return { ok: false, errors: problemErrors(problems, ["input"]) };
}

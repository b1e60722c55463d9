/**
 * Which language model serves which purpose of a request: the named one, else the one of the deployment. A choice that could never be
 * called is refused before anything is stored: an unknown name, a model without its key, a model without a price under a cost limit, or
 * fewer calls than the request needs without repetition.
 */
import type { ExecutionLimits } from "../../plan/limits.ts";
import {
  type ModelDefinition,
  type ModelPurpose,
  type ModelWork,
  type PlanWork,
  type RespondWork,
  type RouteCandidate,
  responderTimeMs,
} from "../../plan/model-definition.ts";
import type { GraphSettings } from "../base/graph-context.ts";
import { limitExceeded, type RequestProblem, shownName } from "../base/request-problem.ts";
import type { InputMaybe } from "../base/schema.generated.ts";

/** Names that are listed in a message. */
const MAX_NAMES = 20;

/** A wish for a model. Without a `name` that of the deployment; `path` is the place that names it, or that makes it needed. */
export interface ModelWish {
  readonly name: InputMaybe<string>;
  readonly path: readonly string[];
}

/** A model of an earlier execution, by its name and as it is configured now. */
export function sameModel({ name }: ModelDefinition): ModelWish {
  return { name, path: ["executionId"] };
}

/** The work of models. Members that are not needed are absent. */
export interface ModelWorkWish {
  readonly route?: (ModelWish & { readonly candidates: readonly RouteCandidate[] }) | undefined;
  readonly plan?: (ModelWish & Omit<PlanWork, "model" | "maxPlanBytes">) | undefined;
  readonly respond?: ModelWish | undefined;
}

export type ModelWorkResult =
  | { readonly ok: true; readonly work: ModelWork }
  | { readonly ok: false; readonly problems: readonly RequestProblem[] };

/** The models for all that is wished, or why one cannot be called. `limitsPath` is the place of the limits. */
export function modelWorkOf(
  wish: ModelWorkWish,
  limits: ExecutionLimits,
  limitsPath: readonly string[],
  settings: GraphSettings,
): ModelWorkResult {
  const route = choose("ROUTE", wish.route, limits, limitsPath, settings);
  const plan = choose("PLAN", wish.plan, limits, limitsPath, settings);
  const respond = choose("RESPOND", wish.respond, limits, limitsPath, settings);
  const calls = callProblems(wish, limits, limitsPath);
  const problems = distinct([...route.problems, ...plan.problems, ...respond.problems, ...calls]);
  if (problems.length > 0) return { ok: false, problems };
  const { candidates = [] } = wish.route ?? {};
  return {
    ok: true,
    work: {
      route: route.model === undefined ? null : { model: route.model, candidates },
      plan: plan.model === undefined || wish.plan === undefined ? null : planWork(plan.model, wish.plan, settings),
      respond: respond.model === undefined ? null : respondWork(respond.model, limits),
    },
  };
}

function planWork(
  model: ModelDefinition,
  { dialect, encoding, maxCorrections, maxRounds = 1, schedule, search }: NonNullable<ModelWorkWish["plan"]>,
  { limits: { maxPlanBytes } }: GraphSettings,
): PlanWork {
  return {
    model,
    encoding,
    schedule,
    maxCorrections,
    maxPlanBytes,
    ...(dialect === undefined ? {} : { dialect }),
    ...(search === undefined ? {} : { search }),
    ...(maxRounds > 1 && { maxRounds }),
  };
}

function respondWork(model: ModelDefinition, { timeoutMs }: ExecutionLimits): RespondWork {
  return { model, reservedMs: responderTimeMs(timeoutMs) };
}

export interface ModelChoice {
  readonly model: ModelDefinition | undefined;
  readonly problems: readonly RequestProblem[];
}

function choose(
  purpose: ModelPurpose,
  wish: ModelWish | undefined,
  limits: ExecutionLimits,
  limitsPath: readonly string[],
  settings: GraphSettings,
): ModelChoice {
  return wish === undefined
    ? { model: undefined, problems: [] }
    : chosenModel(purpose, wish, limits, limitsPath, settings);
}

/** The model for one purpose, or why it cannot be called. `limitsPath` is the place of the limits. */
export function chosenModel(
  purpose: ModelPurpose,
  wish: ModelWish,
  limits: ExecutionLimits,
  limitsPath: readonly string[],
  settings: GraphSettings,
): ModelChoice {
  const { defaults, models } = settings.models;
  const name = wish.name ?? defaults[purpose];
  if (name === null || models.size === 0) {
    const message =
      "Cannot call a language model: required one that the setting MODELS configures, found that it configures none";
    return refused("MODEL_NOT_FOUND", message, wish.path);
  }
  const model = models.get(name);
  if (model === undefined) {
    const message = `Cannot call the language model ${shownName(name)}: required one of ${listed(models.keys())}`;
    return refused("MODEL_NOT_FOUND", message, wish.path);
  }
  const lacking = settings.modelLacks(model);
  if (lacking !== undefined) {
    const message = `Cannot call the language model ${shownName(name)}: required the setting ${lacking}, found none`;
    return refused("MODEL_NOT_FOUND", message, wish.path);
  }
  const bound = costBound(limits, limitsPath, wish, settings);
  if (model.price === null && bound !== undefined) {
    const message = `Cannot call the language model ${shownName(name)}: required a known price under ${bound.text}, found none`;
    return refused("INVALID_INPUT", message, bound.path);
  }
  return { model, problems: [] };
}

/** The bound of cost that only calls with a known price can keep to. Undefined if there is none. */
function costBound(
  limits: ExecutionLimits,
  limitsPath: readonly string[],
  wish: ModelWish,
  { monthlyBudget }: GraphSettings,
): { readonly text: string; readonly path: readonly string[] } | undefined {
  if (limits.maxCostMicros !== null)
    return { text: `a maxCostMicros of ${limits.maxCostMicros}`, path: [...limitsPath, "maxCostMicros"] };
  if (monthlyBudget.maxCostMicros !== null)
    return { text: "a bound of cost for the tenant and month", path: wish.path };
  return undefined;
}

/** Refuses fewer calls than there are purposes. */
function callProblems(
  { plan, respond, route }: ModelWorkWish,
  { maxModelCalls }: ExecutionLimits,
  limitsPath: readonly string[],
): readonly RequestProblem[] {
  const needed = [route, plan, respond].filter((wish) => wish !== undefined).length;
  if (needed <= maxModelCalls) return [];
  return [limitExceeded("maxModelCalls", maxModelCalls, needed, [...limitsPath, "maxModelCalls"])];
}

/** Planner and responder are often one model, whose fault needs to be reported once. */
function distinct(problems: readonly RequestProblem[]): readonly RequestProblem[] {
  const texts = problems.map(({ kind, message, path }) => JSON.stringify([kind, message, path]));
  return problems.filter((_, position) => texts.indexOf(texts[position] ?? "") === position);
}

function refused(kind: "MODEL_NOT_FOUND" | "INVALID_INPUT", message: string, path: readonly string[]): ModelChoice {
  return { model: undefined, problems: [{ kind, message, path }] };
}

function listed(names: Iterable<string>): string {
  const sorted = [...names].toSorted();
  const shown = sorted.slice(0, MAX_NAMES).map(shownName).join(", ");
  return sorted.length > MAX_NAMES ? `${shown} and ${sorted.length - MAX_NAMES} more` : shown;
}

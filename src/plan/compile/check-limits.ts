/**
 * Bounds of a request: its own limits against the caps, its size and depth, the number of its leaf calls and the time that a step wants
 * (O13, O25, C24, R21). Size and depth are asked first, because everything after them recurses.
 */
import { isJsonObject, type Json, jsonDepth, utf8Bytes } from "../../json/json.ts";
import {
  builtInLimits,
  type ExecutionLimits,
  type LimitSettings,
  maxItems,
  type RequestableLimits,
  type RequestedLimits,
} from "../limits.ts";
import type { DraftToolStep, PlanDraft } from "../plan-draft.ts";
import type { PlanProblem } from "../problem.ts";
import { invalidInput } from "../shape-problems.ts";
import { draftSteps } from "./step-names.ts";

export interface EffectiveLimits {
  readonly limits: ExecutionLimits;
  readonly problems: readonly PlanProblem[];
}

/**
 * The limits of an execution: the requested ones, up to the caps, otherwise the defaults. A limit that is refused counts as its default. A
 * default or cap that is null is no bound; a cap bounds the default too.
 */
export function effectiveLimits(
  requested: RequestedLimits,
  { defaults, caps, maxDescendants }: LimitSettings,
  path: readonly string[],
): EffectiveLimits {
  const limits: { -readonly [Limit in keyof ExecutionLimits]: ExecutionLimits[Limit] } = {
    ...defaults,
    ...(maxDescendants !== undefined && { maxDescendants }),
  };
  const problems: PlanProblem[] = [];
  for (const limit of Object.keys(builtInLimits.defaults) as (keyof RequestableLimits)[]) {
    const cap = caps[limit];
    // Without a default of its own, an execution has the cap.
    if (limits[limit] === null && cap !== null) limits[limit] = cap;
    const wish = Object.hasOwn(requested, limit) ? requested[limit] : undefined;
    if (wish === undefined || wish === null) continue;
    const place = [...path, limit];
    if (!Number.isSafeInteger(wish) || wish < 1) {
      problems.push(invalidInput(place, `expected a whole number of at least 1, found ${String(wish)}`));
    } else if (cap !== null && wish > cap) problems.push(limitExceeded(place, limit, cap, wish));
    else limits[limit] = wish;
  }
  return { limits, problems };
}

/** Problems of the size and depth of a plan as it was sent. If there are any, nothing else may look at it. */
export function sizeProblems(
  source: unknown,
  settings: LimitSettings,
  path: readonly string[],
): readonly PlanProblem[] {
  const deep = depthProblems(source, settings, path);
  if (deep.length > 0) return deep;
  const bytes = utf8Bytes(JSON.stringify(source) ?? "");
  return bytes > settings.maxPlanBytes ? [limitExceeded(path, "maxPlanBytes", settings.maxPlanBytes, bytes)] : [];
}

/** A problem if `value` is nested too deeply. */
export function depthProblems(
  value: unknown,
  settings: LimitSettings,
  path: readonly string[],
): readonly PlanProblem[] {
  const maximum = settings.maxJsonDepth;
  const depth = jsonDepth(value as Json, maximum);
  return depth > maximum ? [limitExceeded(path, "maxJsonDepth", maximum, depth)] : [];
}

/** Problems of initial bindings: they are a JSON object of bounded depth. */
export function bindingProblems(
  bindings: unknown,
  settings: LimitSettings,
  path: readonly string[],
): readonly PlanProblem[] {
  if (bindings === undefined || bindings === null) return [];
  return isJsonObject(bindings)
    ? depthProblems(bindings, settings, path)
    : [invalidInput(path, "expected a JSON object")];
}

/** Problems of a draft with the limits of its execution. */
export function draftLimitProblems(draft: PlanDraft, limits: ExecutionLimits): readonly PlanProblem[] {
  const leaves = leavesOf(draft);
  const problems = leaves.flatMap(({ policy, places }) => {
    const { timeoutMs } = policy;
    if (timeoutMs === null || timeoutMs <= limits.stepTimeoutMs) return [];
    return [limitExceeded(places.timeoutMs, "stepTimeoutMs", limits.stepTimeoutMs, timeoutMs)];
  });
  problems.push(...itemProblems(draft));
  if (leaves.length <= limits.maxSteps) return problems;
  return [limitExceeded(draft.stepsPlace, "maxSteps", limits.maxSteps, leaves.length), ...problems];
}

/** The items of all maps and loops together, at the last of them that there may be too many of. */
function itemProblems({ steps }: PlanDraft): readonly PlanProblem[] {
  const repeated = steps.flatMap((step) => {
    if (step.kind !== "MAP" && step.kind !== "LOOP") return [];
    return [{ most: step.kind === "MAP" ? step.maxItems : step.maxIterations, place: step.places.maxItems }];
  });
  const all = repeated.reduce((sum, { most }) => sum + most, 0);
  const last = repeated.at(-1);
  return last === undefined || all <= maxItems ? [] : [limitExceeded(last.place, "maxItems", maxItems, all)];
}

function leavesOf(draft: PlanDraft): readonly DraftToolStep[] {
  return [...draftSteps(draft)].flatMap(({ step }) => (step.kind === "TOOL" ? [step] : []));
}

/** The problem of something at `path` that is larger than it may be. An empty path means the plan as a whole. */
export function limitExceeded(path: readonly string[], limit: string, maximum: number, found: number): PlanProblem {
  const message = `Cannot accept ${path.join(".") || "the plan"}: ${limit} permits at most ${maximum}, found ${found}`;
  return { kind: "LIMIT_EXCEEDED", message, path, limit, maximum, found };
}

/**
 * The maximum consumption of calls that run as executions of their own, before anything is called (E7). Every plan below counts with all
 * its repeated calls. A plan that a model is yet to make counts with the maximum of steps, of the kind that calls most, and with the
 * maximum of items of maps and loops where it may write these.
 */

import type { CallableDefinition, ExecutionDefinitions } from "../../plan/callable.ts";
import { type ExecutionLimits, maxItems } from "../../plan/limits.ts";
import { costMicros, type ModelDefinition, type PlanWork } from "../../plan/model-definition.ts";
import { defaultStepPolicy, type Plan, type ToolStep } from "../../plan/plan.ts";
import { leafCalls, leafSteps } from "../../plan/plan-scope.ts";
import type { RunDefinition } from "../../plan/run-definition.ts";
import { childKeyOf, runDefinitionOf } from "../../plan/run-definitions.ts";
import { usualModelCalls } from "./usual-model-calls.ts";

/** Bytes of a request to a model below, where no bound of tokens says less: of definitions, conversation and results together. */
const mostRequestBytes = 4 * 1_048_576;

/** As many calls as a number of the API can say. */
const mostCalls = 2 ** 31 - 1;

/** Calls of one attempt of a step: its own, and all below it. `attemptsOf` says how often a step calls at most. */
export function callsOfAttempt(
  definitions: ExecutionDefinitions,
  { maxDepth, maxSteps }: ExecutionLimits,
  attemptsOf: (callable: CallableDefinition | undefined, step: ToolStep) => number,
): (callableName: string) => number {
  const known = new Map(
    [...(definitions.inherited ?? []), ...definitions.callables].map((callable) => [callable.name, callable]),
  );
  const counted = new Map<string, number>();
  const callsOf = (name: string, depth: number): number => {
    const place = `${depth} ${name}`;
    const calls = counted.get(place) ?? Math.min(mostCalls, 1 + below(name, depth));
    counted.set(place, calls);
    return calls;
  };
  const below = (name: string, depth: number): number => {
    const callable = known.get(name);
    const key = callable === undefined ? undefined : childKeyOf(definitions, callable);
    const child = key === undefined || depth >= maxDepth ? undefined : runDefinitionOf(definitions, key);
    if (child === undefined) return 0;
    if (child.kind === "WORKFLOW")
      return leafCalls(child.plan).reduce(
        (sum, { step, times }) =>
          sum + times * attemptsOf(known.get(step.callableName), step) * callsOf(step.callableName, depth + 1),
        0,
      );
    // Orchestration takes and makes plans of its own dialect, which has neither.
    const work = child.kind === "AGENT" ? child.plan : undefined;
    const dearest = child.callableNames.map(
      (called) => attemptsOf(known.get(called), stepOfModel(called, work)) * callsOf(called, depth + 1),
    );
    return (maxSteps + itemsOfModel(work)) * Math.max(0, ...dearest);
  };
  return (name) => callsOf(name, 0);
}

/** Items that the plans of a model may have together. One that writes chains or the plans of orchestration alone writes no maps and loops. */
export function itemsOfModel(work: PlanWork | null | undefined): number {
  return writesTypedPlans(work) ? maxItems : 0;
}

function writesTypedPlans(work: PlanWork | null | undefined): boolean {
  return work !== null && work !== undefined && work.dialect === undefined;
}

/** The most expensive step that a model can make. A typed plan may repeat lost calls even if the execution does not. */
export function stepOfModel(callableName: string, work: PlanWork | null | undefined): ToolStep {
  const inDoubt = writesTypedPlans(work) ? "RETRY" : null;
  return {
    kind: "TOOL",
    id: "any",
    index: null,
    resultKey: null,
    after: [],
    independent: false,
    callableName,
    arguments: { kind: "literal", value: {} },
    policy: { ...defaultStepPolicy, maxAttempts: 10, inDoubt },
  };
}

export interface ModelBounds {
  readonly modelCalls: number;
  readonly tokens: number;
  /** Null if a price is unknown. */
  readonly costMicros: number | null;
}

/**
 * The maximum that children of `plan` can consume of language models: the whole budget of the execution if one of them may call a model.
 * Undefined if none may.
 */
export function childModelBounds(
  plan: Plan,
  definitions: ExecutionDefinitions,
  { maxCostMicros, maxModelCalls, maxTokens }: ExecutionLimits,
): ModelBounds | undefined {
  const modelCalls = usualModelCalls(definitions);
  if (!leafSteps(plan).some(({ callableName }) => modelCalls(callableName) > 0)) return undefined;
  const each = (definitions.blueprints ?? []).flatMap(modelsOf).map((model) => {
    const usage = { inputTokens: mostRequestBytes, cachedInputTokens: 0, outputTokens: model.maxOutputTokens };
    const { price } = model;
    const dearest = price === null ? null : { ...price, input: Math.max(price.input, price.cachedInput ?? 0) };
    return { tokens: usage.inputTokens + usage.outputTokens, costMicros: costMicros(dearest, usage) };
  });
  const tokens = maxModelCalls * Math.max(0, ...each.map((one) => one.tokens));
  const costs = each.flatMap((one) => one.costMicros ?? []);
  const cost = costs.length < each.length ? null : maxModelCalls * Math.max(0, ...costs);
  return {
    modelCalls: maxModelCalls,
    tokens: maxTokens ?? tokens,
    costMicros: maxCostMicros ?? cost,
  };
}

function modelsOf(child: RunDefinition): readonly ModelDefinition[] {
  if (child.kind === "WORKFLOW") return [];
  const models = [child.plan?.model, child.kind === "AGENT" ? child.respond.model : undefined];
  return models.flatMap((model) => model ?? []);
}

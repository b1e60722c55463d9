/**
 * What a plan can consume at most, counted before anything is called: every repeated call and a responder included. Never less than
 * what can happen (E7); more where it is not known yet what would happen.
 *
 * - A step ends at the latest with its `maxAttempts`th known failure. Where it may be called again after a lost answer, three such
 *   answers come on top.
 * - A responder is a step of three attempts that may always be called again.
 */
import type { CallableDefinition } from "./callable.ts";
import type { Json } from "./json.ts";
import type { ExecutionLimits } from "./limits.ts";
import { costMicros, type ModelDefinition, type RespondWork } from "./model-definition.ts";
import type { InDoubtPolicy, Plan, ToolStep } from "./plan.ts";
import { leafSteps } from "./plan-scope.ts";
import { responderBound } from "./responder-bound.ts";
import { maxCallsAfterUnknown } from "./settle.ts";

/** Attempts of a model call of which is known that they failed; calls after an unknown outcome are counted apart, as for steps. */
export const maxModelAttempts = 3;

export interface WorstCase {
  /** Calls of tools and agents. */
  readonly toolCalls: number;
  readonly modelCalls: number;
  /** Tokens to and from language models. */
  readonly tokens: number;
  /** Millionths of a US dollar. Null if a price is unknown. */
  readonly costMicros: number | null;
}

export interface WorstCaseInput {
  readonly plan: Plan;
  readonly callables: ReadonlyMap<string, CallableDefinition>;
  readonly limits: ExecutionLimits;
  /** What the execution does about calls whose answer was lost. Left out where it is not known; then the worst is counted. */
  readonly inDoubt?: InDoubtPolicy;
  /** Null if no responder is called. */
  readonly respond: RespondWork | null;
  /** What a responder is told beside plan and callables: the conversation and the names of bindings. Nothing if left out. */
  readonly told?: readonly Json[];
}

/** What is left to consume once `plan` is known. */
export function worstCase(input: WorstCaseInput): WorstCase {
  const { callables, inDoubt = "RETRY", limits, plan, respond, told = [] } = input;
  const toolCalls = leafSteps(plan).reduce((sum, step) => sum + mostCalls(step, callables, inDoubt), 0);
  if (respond === null) return { toolCalls, modelCalls: 0, tokens: 0, costMicros: 0 };
  const modelCalls = Math.min(maxModelAttempts + maxCallsAfterUnknown, limits.maxModelCalls);
  const requestBytes = responderBound({ model: respond.model, plan, callables: callables.values(), told });
  return { toolCalls, modelCalls, ...responderBounds(respond.model, requestBytes, modelCalls, limits) };
}

function mostCalls(
  { callableName, policy }: ToolStep,
  callables: ReadonlyMap<string, CallableDefinition>,
  inDoubt: InDoubtPolicy,
): number {
  const isHarmless = (callables.get(callableName)?.effectClass ?? "UNSAFE") !== "UNSAFE";
  const mayCallAgain = isHarmless || (policy.inDoubt ?? inDoubt) !== "FAIL";
  return policy.maxAttempts + (mayCallAgain ? maxCallsAfterUnknown : 0);
}

/** A token for each byte that is sent, and the whole cap on each answer. */
function responderBounds(
  { maxOutputTokens, price }: ModelDefinition,
  requestBytes: number,
  calls: number,
  { maxCostMicros, maxTokens }: ExecutionLimits,
): Pick<WorstCase, "tokens" | "costMicros"> {
  const usage = { inputTokens: requestBytes, cachedInputTokens: 0, outputTokens: maxOutputTokens };
  const tokens = calls * (usage.inputTokens + usage.outputTokens);
  // Nobody knows what a provider reads from its cache, which could be the dearer price.
  const dearest = price === null ? null : { ...price, input: Math.max(price.input, price.cachedInput ?? 0) };
  const each = costMicros(dearest, usage);
  return {
    tokens: Math.min(tokens, maxTokens ?? tokens),
    costMicros: each === null ? null : Math.min(calls * each, maxCostMicros ?? calls * each),
  };
}

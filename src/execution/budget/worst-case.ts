/**
 * The maximum consumption of a plan, counted before anything is called, with every repeated call and a responder. It is an upper bound for
 * everything that happens without people (E7), and higher where the course is not known yet.
 *
 * - A step ends at the latest with its `maxAttempts`th known failure. Where it may be called again after a lost answer, three such
 *   answers come on top.
 * - A callee that asks a person is called once more with each answer, ten times at most. That is not counted: only people make it happen.
 * - A responder is a step of three attempts that may always be called again. One that owes an output is that once more for each correction.
 * - A map counts with `maxItems`, a loop with `maxIterations`.
 * - Further plans of a model count with all the steps that `maxSteps` leaves them, of the kind that calls most, and with every correction.
 * - A call that runs as an execution of its own counts with all its calls (`child-bounds.ts`), and is bounded by the same budgets.
 */

import type { Json } from "../../json/json.ts";
import type { CallableDefinition, ExecutionDefinitions } from "../../plan/callable.ts";
import { isNoCall } from "../../plan/human-input-callable.ts";
import { type ExecutionLimits, maxCallsAfterUnknown } from "../../plan/limits.ts";
import { costMicros, type ModelDefinition, type PlanWork, type RespondWork } from "../../plan/model-definition.ts";
import type { InDoubtPolicy, Plan, StepPolicy, ToolStep } from "../../plan/plan.ts";
import { leafCalls } from "../../plan/plan-scope.ts";
import { maxOutputCorrections, type OutputModel } from "../../plan/turn-work.ts";
import type { WorstCase } from "../events/usage.ts";
import { callsOfAttempt, childModelBounds, itemsOfModel, type ModelBounds, stepOfModel } from "./child-bounds.ts";
import { responderBound } from "./responder-bound.ts";

/** Attempts of a model call of which is known that they failed; calls after an unknown outcome are counted apart, as for steps. */
export const maxModelAttempts = 3;

export interface WorstCaseInput {
  readonly plan: Plan;
  readonly callables: ReadonlyMap<string, CallableDefinition>;
  /** The definitions pinned with the execution. Absent where no call can run as an execution of its own. */
  readonly definitions?: ExecutionDefinitions;
  readonly limits: ExecutionLimits;
  /** The policy of the execution for calls whose answer was lost. Absent if unknown; then the worst case counts. */
  readonly inDoubt?: InDoubtPolicy;
  /** Absent if no responder is called. */
  readonly respond?: RespondWork | undefined;
  /** Values of the responder's prompt beside plan and callables: the conversation and the names of bindings. None if left out. */
  readonly responderData?: readonly Json[];
  /** The output that the responder must give in the place of text. Absent for none. */
  readonly requiredOutput?: OutputModel | undefined;
  /** The further plans that a model may make after this one. Absent for none. */
  readonly further?: FurtherPlans | undefined;
}

export interface FurtherPlans {
  readonly work: PlanWork;
  readonly rounds: number;
  /** Steps that they may have together. */
  readonly steps: number;
}

/** The maximum that is still to be consumed once `plan` is known. */
export function worstCase(input: WorstCaseInput): WorstCase {
  const {
    callables,
    definitions = noDefinitions,
    further,
    inDoubt = "RETRY",
    limits,
    plan,
    respond,
    responderData = [],
  } = input;
  const attemptsOf = (callable: CallableDefinition | undefined, { policy }: ToolStep) =>
    mostAttempts(policy, callable, inDoubt);
  const callsOf = callsOfAttempt(definitions, limits, attemptsOf);
  // A question to a person calls nothing, nor does a wait.
  const calling = leafCalls(plan).filter(({ step }) => !isNoCall(callables.get(step.callableName)));
  const toolCalls = calling.reduce(
    (sum, { step, times }) =>
      sum + times * attemptsOf(callables.get(step.callableName), step) * callsOf(step.callableName),
    0,
  );
  const mayFollow =
    further === undefined ? [] : definitions.callables.map(({ name }) => stepOfModel(name, further.work));
  const dearest = mayFollow.map((step) => {
    const callable = callables.get(step.callableName);
    return isNoCall(callable) ? 0 : attemptsOf(callable, step) * callsOf(step.callableName);
  });
  // One step of a model may be a map or a loop; all of them together have as many items as those of one plan.
  const furtherCalls = ((further?.steps ?? 0) + itemsOfModel(further?.work)) * Math.max(0, ...dearest);
  const children = childModelBounds({ ...plan, steps: [...plan.steps, ...mayFollow] }, definitions, limits);
  const answers = respond === undefined ? nothing : responderBounds(respond, input, responderData);
  const plans = further === undefined ? nothing : plannerBounds(further, input, responderData);
  const own = [answers, plans, children ?? nothing].reduce(boundsSum);
  return { toolCalls: Math.min(toolCalls + furtherCalls, 2 ** 31 - 1), ...withinLimits(own, limits) };
}

const nothing: ModelBounds = { modelCalls: 0, tokens: 0, costMicros: 0 };

const noDefinitions: ExecutionDefinitions = { callables: [], providers: [], catalogRevision: "" };

function boundsSum(one: ModelBounds, other: ModelBounds): ModelBounds {
  const isPriced = one.costMicros !== null && other.costMicros !== null;
  return {
    modelCalls: one.modelCalls + other.modelCalls,
    tokens: one.tokens + other.tokens,
    costMicros: isPriced ? one.costMicros + other.costMicros : null,
  };
}

/** All share the budgets of the execution. */
function withinLimits(
  { costMicros: cost, modelCalls, tokens }: ModelBounds,
  { maxCostMicros, maxModelCalls, maxTokens }: ExecutionLimits,
): ModelBounds {
  return {
    modelCalls: Math.min(modelCalls, maxModelCalls),
    tokens: Math.min(tokens, maxTokens ?? tokens),
    costMicros: cost === null ? null : Math.min(cost, maxCostMicros ?? cost),
  };
}

function mostAttempts(policy: StepPolicy, callable: CallableDefinition | undefined, inDoubt: InDoubtPolicy): number {
  const isHarmless = (callable?.effectClass ?? "UNSAFE") !== "UNSAFE";
  const mayCallAgain = isHarmless || (policy.inDoubt ?? inDoubt) !== "FAIL";
  return policy.maxAttempts + (mayCallAgain ? maxCallsAfterUnknown : 0);
}

/** A token for each byte that is sent, and the whole cap on each answer. */
function responderBounds(
  { model }: RespondWork,
  input: Pick<WorstCaseInput, "callables" | "further" | "limits" | "requiredOutput" | "plan">,
  responderData: readonly Json[],
): ModelBounds {
  const answers = input.requiredOutput === undefined ? 1 : 1 + maxOutputCorrections;
  return callBounds(model, answers, input, responderData);
}

/** The maximum for further plans. Each planner request has the same results as a responder request. */
function plannerBounds(
  { rounds, work }: FurtherPlans,
  input: Pick<WorstCaseInput, "callables" | "further" | "limits" | "requiredOutput" | "plan">,
  responderData: readonly Json[],
): ModelBounds {
  return callBounds(work.model, rounds * (1 + work.maxCorrections), input, responderData);
}

function callBounds(
  model: ModelDefinition,
  answers: number,
  { callables, further, limits, plan, requiredOutput }: Parameters<typeof responderBounds>[1],
  responderData: readonly Json[],
): ModelBounds {
  const { maxOutputTokens, price } = model;
  const modelCalls = Math.min(answers * (maxModelAttempts + maxCallsAfterUnknown), limits.maxModelCalls);
  const more = further === undefined ? undefined : { steps: further.steps, corrections: further.work.maxCorrections };
  const size = { model, plan, callables: callables.values(), data: responderData, requiredOutput, further: more };
  const requestBytes = responderBound(size);
  const usage = { inputTokens: requestBytes, cachedInputTokens: 0, outputTokens: maxOutputTokens };
  // The number of tokens that a provider reads from its cache is unknown, and the cached price could be the higher one.
  const dearest = price === null ? null : { ...price, input: Math.max(price.input, price.cachedInput ?? 0) };
  const each = costMicros(dearest, usage);
  return {
    modelCalls,
    tokens: modelCalls * (usage.inputTokens + usage.outputTokens),
    costMicros: each === null ? null : modelCalls * each,
  };
}

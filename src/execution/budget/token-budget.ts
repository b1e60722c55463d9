/**
 * Room `execution/budget`: the budgets of an execution for language models, and the worst case of its plan.
 *
 * Owns: the reservation of a model call and its refusal (this file); the part of a child (`sub-budget.ts`); the worst case of a plan
 * (`worst-case.ts`) with its children (`child-bounds.ts`) and its responder (`responder-bound.ts`). Leaves: the limits themselves to `plan`
 * (`limits.ts`); the budgets of a tenant to `durable/tenant`; the sum of consumption to `execution/state`.
 *
 * Invariants:
 * - The maximum of a call is reserved before it leaves, so no limit can be passed.
 * - One token for each byte of the request and the whole of `maxOutputTokens` are an upper bound: no token stands for less than a byte.
 * - A child gets its whole part when it is made. The parts of children count like calls in flight.
 * - The worst case is never less than what can happen without people (E7).
 *
 * This file reserves model calls, and keeps back the minimum of the responder.
 */
import type { Failure } from "../../json/failure.ts";
import type { ModelDefinition, ModelPrice, ModelPurpose, ModelReservation } from "../../plan/model-definition.ts";
import { responderIsDue } from "../state/model-task.ts";
import { mayPlanAgain } from "../state/round-state.ts";
import type { ExecutionState } from "../state/state.ts";
import { leastReportBytes, maxResponderBytes } from "./responder-bound.ts";

/** Most that a call of `model` with a request of `requestBytes` can consume. */
export function reservationOf(model: ModelDefinition, requestBytes: number): ModelReservation {
  const { maxOutputTokens: outputTokens, price } = model;
  return { inputTokens: requestBytes, outputTokens, costMicros: highestCost(price, requestBytes, outputTokens) };
}

/** Why a call that reserves `reserved` cannot leave: it could pass a limit of the execution. Undefined if it can leave. */
export function budgetRefusal(
  state: ExecutionState,
  purpose: ModelPurpose,
  reserved: ModelReservation,
): Failure | undefined {
  const { limits, origin } = state.pinned;
  const { maxCostMicros, maxModelCalls, maxTokens } = limits;
  const isChild = origin.parent !== null;
  const exceeded = (limit: BudgetLimit, maximum: number, needed: number | null) =>
    exceededBudget({ limit, maximum, needed, isChild });
  const kept = keptForResponder(state, purpose, reserved);
  const used = consumedBy(state);
  const calls = used.calls + 1 + (kept === undefined ? 0 : 1);
  if (calls > maxModelCalls) return exceeded("maxModelCalls", maxModelCalls, calls);
  const tokens = used.tokens + tokensOf(reserved) + (kept === undefined ? 0 : tokensOf(kept));
  if (maxTokens !== null && tokens > maxTokens) return exceeded("maxTokens", maxTokens, tokens);
  if (maxCostMicros === null) return undefined;
  const costs = [used.costMicros, reserved.costMicros, ...(kept === undefined ? [] : [kept.costMicros])];
  const cost = costs.reduce((sum, next) => (sum === null || next === null ? null : sum + next), 0);
  return cost === null || cost > maxCostMicros ? exceeded("maxCostMicros", maxCostMicros, cost) : undefined;
}

/** Whether `maxModelCalls` leaves room for one more call for `purpose`, that of the responder kept. */
export function hasCallLeft(state: ExecutionState, purpose: ModelPurpose): boolean {
  const kept = purpose !== "RESPOND" && state.pinned.modelWork.respond !== null ? 1 : 0;
  return consumedBy(state).calls + 1 + kept <= state.pinned.limits.maxModelCalls;
}

/**
 * Maximum bytes of a request with results of steps, so that a call of each of `models` with this size fits into the remaining budgets. 0 if
 * they leave nothing. `uncutBytes` are those of the request without anything that can be cut.
 */
export function reportingBytes(state: ExecutionState, models: readonly ModelDefinition[], uncutBytes: number): number {
  const { maxCostMicros, maxTokens } = state.pinned.limits;
  const most = Math.max(maxResponderBytes, uncutBytes + leastReportBytes);
  const answers = models.reduce((sum, { maxOutputTokens }) => sum + maxOutputTokens, 0);
  const byTokens = maxTokens === null ? most : (maxTokens - consumedBy(state).tokens - answers) / models.length;
  const bytes = Math.min(most, byTokens, bytesWithinCost(state, models, maxCostMicros));
  return Math.max(0, Math.floor(bytes));
}

type BudgetLimit = "maxCostMicros" | "maxModelCalls" | "maxTokens";

interface ExceededBudget {
  readonly limit: BudgetLimit;
  readonly maximum: number;
  /** Null where a price is unknown. */
  readonly needed: number | null;
  /** Whether the budget is a part of that of the execution which began this one. */
  readonly isChild: boolean;
}

/** The failure of a call that could pass a limit. */
function exceededBudget({ isChild, limit, maximum, needed }: ExceededBudget): Failure {
  const found = needed === null ? "a model whose price is unknown" : String(needed);
  const whose = isChild ? ", its part of what the first execution may use" : "";
  const remedy = `start the ${isChild ? "first execution" : "execution"} with a larger options.limits.${limit}`;
  const message = `the next call of a language model could pass ${limit}: required at most ${maximum}${whose}, found ${found}; ${remedy}`;
  return { code: "BUDGET_EXCEEDED", message, retryable: false, details: { limit, maximum, needed } };
}

/**
 * The amounts that count against the budgets: of the execution itself with its call under way, and of its children with their reservations.
 */
export function consumedBy({ childUsage, modelCalls, modelUsage }: ExecutionState): {
  readonly calls: number;
  readonly tokens: number;
  /** Null if a price is unknown. */
  readonly costMicros: number | null;
} {
  const costs = [modelUsage.costMicros, childUsage.costMicros];
  return {
    calls: modelCalls.length + childUsage.modelCalls,
    tokens: modelUsage.inputTokens + modelUsage.outputTokens + childUsage.inputTokens + childUsage.outputTokens,
    costMicros: costs.reduce((sum, next) => (sum === null || next === null ? null : sum + next), 0),
  };
}

/**
 * The amount that is kept back while steps run for a responder that has yet to write, and for a planner that may plan once more: one call
 * each, with the request of the last one or, before any, with the conversation. Results of steps are cut to the rest.
 */
export function keptPart(state: ExecutionState): ReturnType<typeof consumedBy> {
  const { conversation, modelWork } = state.pinned;
  const { plan, respond } = modelWork;
  const models = [
    ...(respond !== null && responderIsDue(state) ? [respond.model] : []),
    ...(plan !== null && mayPlanAgain(state) ? [plan.model] : []),
  ];
  const requestBytes = state.modelCalls.at(-1)?.reserved.inputTokens ?? conversation?.bytes ?? 0;
  const reserved = models.map((model) => reservationOf(model, requestBytes));
  return {
    calls: reserved.length,
    tokens: reserved.reduce((sum, one) => sum + tokensOf(one), 0),
    costMicros: reserved.reduce<number | null>(
      (sum, { costMicros }) => (sum === null || costMicros === null ? null : sum + costMicros),
      0,
    ),
  };
}

/** The minimum of the responder after this call: the same messages and its cap on the answer. Undefined if no responder follows. */
function keptForResponder(
  state: ExecutionState,
  purpose: ModelPurpose,
  reserved: ModelReservation,
): ModelReservation | undefined {
  const { respond } = state.pinned.modelWork;
  return purpose === "RESPOND" || respond === null ? undefined : reservationOf(respond.model, reserved.inputTokens);
}

function bytesWithinCost(state: ExecutionState, models: readonly ModelDefinition[], maximum: number | null) {
  const used = consumedBy(state).costMicros;
  if (maximum === null) return Number.POSITIVE_INFINITY;
  let left = maximum;
  let highest = 0;
  for (const { maxOutputTokens, price } of models) {
    if (price === null || used === null) return 0;
    highest += Math.max(price.input, price.cachedInput ?? 0);
    // Rounded up when it is counted, so one less is left.
    left -= maxOutputTokens * price.output + 1;
  }
  return highest === 0 ? Number.POSITIVE_INFINITY : (left - (used ?? 0)) / highest;
}

function highestCost(price: ModelPrice | null, inputTokens: number, outputTokens: number): number | null {
  if (price === null) return null;
  return Math.ceil(inputTokens * Math.max(price.input, price.cachedInput ?? 0) + outputTokens * price.output);
}

function tokensOf(reserved: ModelReservation): number {
  return reserved.inputTokens + reserved.outputTokens;
}

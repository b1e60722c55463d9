/**
 * Amounts of calls and of language models: consumed, reserved for a child, and the maximum. `costMicros` of `plan/model-definition.ts` is the
 * cost of a call.
 */
import type { ExecutionLimits } from "../../plan/limits.ts";
import type { TokenUsage } from "../../plan/model-definition.ts";

/** Consumption so far, reservations of calls on their way included. */
export interface UsageView extends TokenUsage {
  readonly toolCalls: number;
  readonly agentCalls: number;
  readonly modelCalls: number;
  /** Millionths of a US dollar. Null if a price is unknown. */
  readonly costMicros: number | null;
}

export type SubBudget = Pick<ExecutionLimits, "maxModelCalls" | "maxTokens" | "maxCostMicros">;

export interface WorstCase {
  /** Calls of tools and agents. */
  readonly toolCalls: number;
  readonly modelCalls: number;
  /** Tokens to and from language models. */
  readonly tokens: number;
  /** Millionths of a US dollar. Null if a price is unknown. */
  readonly costMicros: number | null;
}

/** A tenant's limits on consumption of language models in a month. Null for no limit. */
export interface MonthlyBudget {
  readonly maxModelCalls: number | null;
  readonly maxTokens: number | null;
  /** Millionths of a US dollar. */
  readonly maxCostMicros: number | null;
}

/** A tenant's consumption of language models in a month. */
export interface MonthUsage {
  /** First instant of the month (UTC), Unix milliseconds. */
  readonly since: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicros: number;
  readonly reservedModelCalls: number;
  readonly reservedTokens: number;
  readonly reservedCostMicros: number;
}

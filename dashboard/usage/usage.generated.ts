// Generated from dashboard/usage/usage.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Kind of a step. */
export type StepKind =
  /** Asks a person: a `humanInput` step, or a tool of the user interface. */
  | 'HUMAN_INPUT'
  /** Calls a tool. */
  | 'TOOL'
  /** Calls an agent. */
  | 'AGENT'
  /** Calls a workflow. */
  | 'WORKFLOW'
  /** Runs its children concurrently. */
  | 'PARALLEL';

export type UsageOfDaysQueryVariables = Exact<{
  days: number;
}>;


export type UsageOfDaysQuery = { readonly usageReport: { readonly since: string, readonly until: string, readonly executions: number, readonly failedExecutions: number, readonly callables: ReadonlyArray<{ readonly kind: StepKind, readonly name: string, readonly calls: number, readonly failedCalls: number, readonly inputTokens: number, readonly outputTokens: number, readonly costMicros: number, readonly latency: { readonly p50Ms: number, readonly p95Ms: number } | null }>, readonly models: ReadonlyArray<{ readonly model: string, readonly calls: number, readonly failedCalls: number, readonly inputTokens: number, readonly cachedInputTokens: number, readonly outputTokens: number, readonly costMicros: number, readonly unpricedCalls: number, readonly latency: { readonly p50Ms: number, readonly p95Ms: number } | null }> } | null, readonly viewer: { readonly tenant: { readonly modelBudget: { readonly since: string, readonly modelCalls: number, readonly inputTokens: number, readonly outputTokens: number, readonly costMicros: number, readonly reservedModelCalls: number, readonly reservedTokens: number, readonly reservedCostMicros: number, readonly maxModelCalls: number | null, readonly maxTokens: number | null, readonly maxCostMicros: number | null } | null } } | null };

export const usageOfDays = "query UsageOfDays($days:Int!){usageReport(days:$days){since until executions failedExecutions callables{kind name calls failedCalls latency{p50Ms p95Ms}inputTokens outputTokens costMicros}models{model calls failedCalls latency{p50Ms p95Ms}inputTokens cachedInputTokens outputTokens costMicros unpricedCalls}}viewer{tenant{modelBudget{since modelCalls inputTokens outputTokens costMicros reservedModelCalls reservedTokens reservedCostMicros maxModelCalls maxTokens maxCostMicros}}}}" as Operation<UsageOfDaysQuery, UsageOfDaysQueryVariables>;

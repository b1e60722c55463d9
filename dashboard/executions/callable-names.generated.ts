// Generated from dashboard/executions/callable-names.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type CallableNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type CallableNamesQuery = { readonly tools: { readonly nodes: ReadonlyArray<{ readonly name: string }> } | null, readonly agents: { readonly nodes: ReadonlyArray<{ readonly name: string, readonly toolName: string }> } | null, readonly workflows: { readonly nodes: ReadonlyArray<{ readonly name: string }> } | null };

export const callableNames = "query CallableNames{tools(first:100){nodes{name}}agents(first:100){nodes{name toolName}}workflows(first:100){nodes{name}}}" as Operation<CallableNamesQuery, CallableNamesQueryVariables>;

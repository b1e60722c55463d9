// Generated from dashboard/executions/execution-find.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type ExecutionFindQueryVariables = Exact<{
  text: string;
  key: string;
}>;


export type ExecutionFindQuery = { readonly node:
    | { readonly __typename: 'Tool', readonly id: string }
    | { readonly __typename: 'Agent', readonly id: string }
    | { readonly __typename: 'Workflow', readonly id: string }
    | { readonly __typename: 'Artifact', readonly id: string }
    | { readonly __typename: 'McpServer', readonly id: string }
    | { readonly __typename: 'Execution', readonly id: string }
    | { readonly __typename: 'ToolStep', readonly id: string }
    | { readonly __typename: 'AgentStep', readonly id: string }
    | { readonly __typename: 'WorkflowStep', readonly id: string }
    | { readonly __typename: 'HumanInputStep', readonly id: string }
    | { readonly __typename: 'ParallelStep', readonly id: string }
    | { readonly __typename: 'HumanInputRequest', readonly id: string, readonly execution: { readonly id: string } | null }
    | { readonly __typename: 'Conversation', readonly id: string }
    | { readonly __typename: 'Message', readonly id: string }
    | { readonly __typename: 'Manifest', readonly id: string }
   | null, readonly execution: { readonly id: string } | null };

export const executionFind = "query ExecutionFind($text:ID!$key:String!){node(id:$text){__typename id ...on HumanInputRequest{execution{id}}}execution(by:{idempotencyKey:$key}){id}}" as Operation<ExecutionFindQuery, ExecutionFindQueryVariables>;

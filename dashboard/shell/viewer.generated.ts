// Generated from dashboard/shell/viewer.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A permission that a credential may carry. */
export type Scope =
  /** Read tools, servers, agents and workflows, and check plans against them. */
  | 'REGISTRY_READ'
  /** Register, change and remove servers, agents and workflows. */
  | 'REGISTRY_WRITE'
  /** Read executions, their events and artifacts. */
  | 'EXECUTION_READ'
  /** Start, retry and fork executions, and give artifacts. */
  | 'EXECUTION_START'
  /** Cancel and delete executions, and delete artifacts. */
  | 'EXECUTION_CONTROL'
  /** Answer requests for human input. */
  | 'HUMAN_INPUT_RESPOND'
  /** Create, list and revoke API keys. */
  | 'CREDENTIALS_ADMIN'
  /** Rebuild the list of executions. */
  | 'INDEX_ADMIN'
  /** Read what language models were sent back word for word, and what they answered wrongly. */
  | 'DEBUG_READ';

export type ViewerAndServerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerAndServerQuery = { readonly viewer: { readonly subject: string, readonly scopes: ReadonlyArray<Scope>, readonly tenant: { readonly name: string } } | null, readonly serverInfo: { readonly version: string } | null };

export const viewerAndServer = "query ViewerAndServer{viewer{subject scopes tenant{name}}serverInfo{version}}" as Operation<ViewerAndServerQuery, ViewerAndServerQueryVariables>;

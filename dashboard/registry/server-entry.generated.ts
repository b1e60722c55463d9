// Generated from dashboard/registry/server-entry.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type RegisteredServerQueryVariables = Exact<{
  id: string;
}>;


export type RegisteredServerQuery = { readonly mcpServers: { readonly nodes: ReadonlyArray<{ readonly id: string }> } | null };

export const registeredServer = "query RegisteredServer($id:String!){mcpServers(first:1 after:$id){nodes{id}}}" as Operation<RegisteredServerQuery, RegisteredServerQueryVariables>;

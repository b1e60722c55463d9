// Generated from dashboard/execution/store/log-length.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type LogLengthQueryVariables = Exact<{
  id: string;
}>;


export type LogLengthQuery = { readonly execution: { readonly lastSequence: number } | null };

export const logLength = "query LogLength($id:ID!){execution(by:{id:$id}){lastSequence}}" as Operation<LogLengthQuery, LogLengthQueryVariables>;

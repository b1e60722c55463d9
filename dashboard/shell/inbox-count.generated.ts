// Generated from dashboard/shell/inbox-count.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Where a request for human input stands. */
export type HumanInputStatus =
  /** Nobody has answered. */
  | 'PENDING'
  /** Somebody gave permission. */
  | 'ACCEPTED'
  /** Somebody declined. */
  | 'DECLINED'
  /** Nobody answered in time. */
  | 'EXPIRED'
  /** The execution ended first. */
  | 'WITHDRAWN';

export type InboxCountQueryVariables = Exact<{ [key: string]: never; }>;


export type InboxCountQuery = { readonly humanInputRequests: { readonly feedCursor: string, readonly nodes: ReadonlyArray<{ readonly id: string }> } | null };

export type InboxCountChangesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type InboxCountChangesSubscription = { readonly humanInputChanges: { readonly cursor: string, readonly caughtUp: boolean, readonly gap: boolean, readonly requests: ReadonlyArray<{ readonly id: string, readonly status: HumanInputStatus }> } };

export const inboxCount = "query InboxCount{humanInputRequests(first:100 status:[PENDING]){feedCursor nodes{id}}}" as Operation<InboxCountQuery, InboxCountQueryVariables>;

export const inboxCountChanges = "subscription InboxCountChanges($after:EventCursor){humanInputChanges(after:$after){cursor caughtUp gap requests{id status}}}" as Operation<InboxCountChangesSubscription, InboxCountChangesSubscriptionVariables>;

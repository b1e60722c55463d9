// Generated from dashboard/inbox/inbox-list.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Who wants to know something of a person. */
export type HumanInputPurpose =
  /** The approval policy of the execution, before a call. */
  | 'APPROVAL'
  /** The approval policy of the execution, before the first step of the plan. */
  | 'PLAN_APPROVAL'
  /** A call left and its answer was lost. */
  | 'IN_DOUBT'
  /** The step itself: a `humanInput` step or a tool of the user interface. */
  | 'STEP'
  /** An MCP server or a remote agent that needs input to go on with a call. */
  | 'CALLEE';

/** What is asked of a person. */
export type HumanInputKind =
  /** To permit or decline a call before it is made, a whole plan, or what a step asks. */
  | 'APPROVAL'
  /** To pick one of several options. The answer holds it as `choice`. */
  | 'CHOICE'
  /** To give data that satisfies a schema. */
  | 'FORM'
  /** To complete a component of the user interface. */
  | 'UI_TOOL'
  /** To have a call made again whose answer was lost, or to let the step fail. */
  | 'IN_DOUBT';

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

export type AskedFragment = { readonly id: string, readonly kind: HumanInputKind, readonly purpose: HumanInputPurpose, readonly status: HumanInputStatus, readonly prompt: string, readonly callableName: string | null, readonly stepId: string | null, readonly createdAt: string, readonly expiresAt: string | null, readonly resolvedAt: string | null, readonly respondedBy: string | null, readonly execution: { readonly id: string, readonly title: string } | null };

export type PendingRequestsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type PendingRequestsQuery = { readonly humanInputRequests: { readonly feedCursor: string, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: HumanInputKind, readonly purpose: HumanInputPurpose, readonly status: HumanInputStatus, readonly prompt: string, readonly callableName: string | null, readonly stepId: string | null, readonly createdAt: string, readonly expiresAt: string | null, readonly resolvedAt: string | null, readonly respondedBy: string | null, readonly execution: { readonly id: string, readonly title: string } | null }> } | null };

export type ResolvedRequestsQueryVariables = Exact<{ [key: string]: never; }>;


export type ResolvedRequestsQuery = { readonly humanInputRequests: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: HumanInputKind, readonly purpose: HumanInputPurpose, readonly status: HumanInputStatus, readonly prompt: string, readonly callableName: string | null, readonly stepId: string | null, readonly createdAt: string, readonly expiresAt: string | null, readonly resolvedAt: string | null, readonly respondedBy: string | null, readonly execution: { readonly id: string, readonly title: string } | null }> } | null };

export type RequestChangesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type RequestChangesSubscription = { readonly humanInputChanges: { readonly caughtUp: boolean, readonly gap: boolean, readonly requests: ReadonlyArray<{ readonly id: string, readonly kind: HumanInputKind, readonly purpose: HumanInputPurpose, readonly status: HumanInputStatus, readonly prompt: string, readonly callableName: string | null, readonly stepId: string | null, readonly createdAt: string, readonly expiresAt: string | null, readonly resolvedAt: string | null, readonly respondedBy: string | null, readonly execution: { readonly id: string, readonly title: string } | null }> } };

export const pendingRequests = "fragment Asked on HumanInputRequest{id kind purpose status prompt callableName stepId createdAt expiresAt resolvedAt respondedBy execution{id title}}query PendingRequests($after:String){humanInputRequests(first:100 after:$after status:[PENDING]){feedCursor pageInfo{hasNextPage endCursor}nodes{...Asked}}}" as Operation<PendingRequestsQuery, PendingRequestsQueryVariables>;

export const resolvedRequests = "fragment Asked on HumanInputRequest{id kind purpose status prompt callableName stepId createdAt expiresAt resolvedAt respondedBy execution{id title}}query ResolvedRequests{humanInputRequests(first:20 status:[ACCEPTED DECLINED EXPIRED WITHDRAWN]){nodes{...Asked}}}" as Operation<ResolvedRequestsQuery, ResolvedRequestsQueryVariables>;

export const requestChanges = "fragment Asked on HumanInputRequest{id kind purpose status prompt callableName stepId createdAt expiresAt resolvedAt respondedBy execution{id title}}subscription RequestChanges($after:EventCursor){humanInputChanges(after:$after){caughtUp gap requests{...Asked}}}" as Operation<RequestChangesSubscription, RequestChangesSubscriptionVariables>;

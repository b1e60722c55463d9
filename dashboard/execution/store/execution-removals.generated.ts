// Generated from dashboard/execution/store/execution-removals.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Which executions to keep. All given conditions must hold. */
export type ExecutionFilter = {
  /** One of these states. */
  readonly status?: ReadonlyArray<ExecutionStatus> | null | undefined;
  /** Waits for one of these. `[PERSON]` lists what somebody has to answer. */
  readonly waitingFor?: ReadonlyArray<WaitKind> | null | undefined;
  /** Created at or after. */
  readonly createdAfter?: string | null | undefined;
  /** Created before. */
  readonly createdBefore?: string | null | undefined;
  /** The plan may call this tool, by the name that the plan writes. */
  readonly callableName?: string | null | undefined;
  /** Has every one of these labels, 16 at most. */
  readonly labels?: ReadonlyArray<LabelInput> | null | undefined;
  /** Belongs to this conversation. */
  readonly contextId?: string | null | undefined;
  /** Only executions that no other one started (true) or only those that one did (false). */
  readonly root?: boolean | null | undefined;
  /** Only executions that steps of this one started. */
  readonly parentId?: string | null | undefined;
};

/** Where an execution stands, for users. */
export type ExecutionStatus =
  /** Accepted and stored, not started. */
  | 'PENDING'
  /** Running steps. */
  | 'RUNNING'
  /** Nothing runs until a person, a timer, a started execution or a remote task answers, or a version of this software comes that knows the log, see `parkedBy`. */
  | 'WAITING'
  /** Finished, every step succeeded. Final. */
  | 'SUCCEEDED'
  /** Finished; some steps succeeded, some did not. Final. */
  | 'PARTIAL'
  /** Finished without a usable result, by failure or deadline. Final. */
  | 'FAILED'
  /** Ended on request. Final. */
  | 'CANCELLED';

/** What a step waits for. */
export type WaitKind =
  /** A point in time. */
  | 'TIMER'
  /** The answer of a person. */
  | 'PERSON'
  /** The end of a child execution. */
  | 'CHILD'
  /** The end of a task at a remote agent or tool. */
  | 'REMOTE_TASK'
  /** The output of an agent that runs elsewhere; see `submitStructuredOutput`. */
  | 'SUBMISSION';

/** A label. */
export type LabelInput = {
  /** Key, from 1 to 64 characters. */
  readonly key: string;
  /** Value, 256 characters at most. */
  readonly value: string;
};

export type ExecutionRemovalsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  filter?: ExecutionFilter | null | undefined;
}>;


export type ExecutionRemovalsSubscription = { readonly executionChanges: { readonly removedIds: ReadonlyArray<string> } };

export const executionRemovals = "subscription ExecutionRemovals($after:EventCursor$filter:ExecutionFilter){executionChanges(after:$after filter:$filter){removedIds}}" as Operation<ExecutionRemovalsSubscription, ExecutionRemovalsSubscriptionVariables>;

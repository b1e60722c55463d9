// Generated from dashboard/executions/execution-list.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../api/operation.ts";

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

/** Order of executions by the time of their creation. */
export type ExecutionOrder =
  /** Newest first. */
  | 'NEWEST_FIRST'
  /** Oldest first. */
  | 'OLDEST_FIRST';

/** Kind of a callable that runs as an execution of its own. */
export type CallableRunKind =
  /** A stored plan with typed input and output. */
  | 'WORKFLOW'
  /** A language model with instructions and tools. */
  | 'AGENT'
  /** The tool `cp__agent_orchestrate`: a plan or a prompt of an agent or an MCP client. */
  | 'ORCHESTRATION';

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

/** State of the state machine behind an execution. */
export type ExecutionState =
  /** Accepted; the plan was not looked at. */
  | 'PLAN_INIT'
  /** The plan is being made or compiled. */
  | 'PLANNER_ACTIVE'
  /** The plan passed validation. */
  | 'PLAN_VALIDATED'
  /** The next steps are being chosen and started. */
  | 'DISPATCHING_STEP'
  /** Running steps have not answered yet. */
  | 'AWAITING_RESULTS'
  /** Outputs of a parallel group are being merged. */
  | 'MERGING_RESULTS'
  /** The plan ended with success, whole or partial. */
  | 'COMPLETED'
  /** The plan ended by failure, timeout or cancellation. */
  | 'FAILED';

/** How an execution was started. */
export type ExecutionKind =
  /** With a given plan. */
  | 'PLAN'
  /** With a prompt from which a planner makes the plan. */
  | 'PROMPT'
  /** With a question for which an agent is chosen. */
  | 'ASK'
  /** As a run of a workflow. */
  | 'WORKFLOW'
  /** As a run of an agent of this deployment. */
  | 'AGENT'
  /** With the message of a person in a conversation. */
  | 'MESSAGE';

/** Stable code of a failure. */
export type FailureCode =
  /** The plan did not pass validation. */
  | 'PLAN_INVALID'
  /** The planner answered with something that is no plan. */
  | 'PLANNER_OUTPUT_INVALID'
  /** No agent fits the question. */
  | 'NO_ROUTE'
  /** The language model refused, failed, or answered with something that cannot be used. */
  | 'MODEL_ERROR'
  /** The agent answered that it failed. */
  | 'AGENT_ERROR'
  /** The next call of a language model could pass a budget. */
  | 'BUDGET_EXCEEDED'
  /** Arguments did not satisfy the input schema after templates were resolved. */
  | 'INPUT_INVALID'
  /** Output did not satisfy the declared schema. */
  | 'OUTPUT_INVALID'
  /** The tool answered that it failed. */
  | 'TOOL_ERROR'
  /** The network or a remote server failed. */
  | 'UPSTREAM_UNAVAILABLE'
  /** A remote server demands other credentials. */
  | 'UPSTREAM_UNAUTHORIZED'
  /** The destination is not permitted. */
  | 'EGRESS_DENIED'
  /** A step took too long. */
  | 'STEP_TIMEOUT'
  /** The execution took too long. */
  | 'EXECUTION_TIMEOUT'
  /** A limit was reached. */
  | 'LIMIT_EXCEEDED'
  /** A person declined. */
  | 'REJECTED_BY_HUMAN'
  /** No person answered in time. */
  | 'HUMAN_INPUT_EXPIRED'
  /** The execution was cancelled. */
  | 'CANCELLED'
  /** A reference pointed at a value that does not exist. */
  | 'UNRESOLVED_REFERENCE'
  /** A call left and its answer was lost; calling again could do its effect twice. */
  | 'OUTCOME_UNKNOWN'
  /** A peer broke its protocol, such as a response for another request. */
  | 'PROTOCOL'
  /** The execution was resumed again and again without getting any further. */
  | 'CRASH_LOOP'
  /** No child of a group succeeded. */
  | 'CHILDREN_FAILED'
  /** The condition of a step could not be evaluated. */
  | 'CONDITION_FAILED'
  /** Input was given both as parameters and as an artifact. */
  | 'INPUT_MODE_CONFLICT'
  /** There is no artifact of that name or address. */
  | 'ARTIFACT_NOT_FOUND'
  /** The call would nest executions more deeply than is permitted. */
  | 'DEPTH_EXCEEDED'
  /** The call would run something within itself. */
  | 'CALL_CYCLE'
  /** The execution that the step started failed; the details hold its own failure. */
  | 'CHILD_FAILED'
  /** A fault of this software. */
  | 'INTERNAL';

/** Where a step stands. */
export type StepStatus =
  /** Its turn has not come. */
  | 'PENDING'
  /** An attempt is running, or the next one waits for `retryAt`. */
  | 'RUNNING'
  /** Waits for a person, a timer, a started execution or a remote task. */
  | 'WAITING'
  /** Finished with an output. */
  | 'SUCCEEDED'
  /** A group of which some children failed. */
  | 'PARTIAL'
  /** Finished without an output. */
  | 'FAILED'
  /** Not run: its condition is false, an earlier step failed, or the execution ended. */
  | 'SKIPPED'
  /** Ended on request, or because a sibling decided the group. */
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

export type ExecutionRowFragment = { readonly id: string, readonly kind: ExecutionKind, readonly title: string, readonly status: ExecutionStatus, readonly state: ExecutionState, readonly createdAt: string, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly lastSequence: number, readonly currentStepId: string | null, readonly waitingFor: WaitKind | null, readonly retryAt: string | null, readonly stepStatuses: ReadonlyArray<StepStatus>, readonly stepCount: number, readonly endedStepCount: number, readonly runOf: { readonly kind: CallableRunKind, readonly name: string, readonly version: string | null } | null, readonly labels: ReadonlyArray<{ readonly key: string, readonly value: string }>, readonly failure: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean } | null, readonly usage: { readonly inputTokens: number, readonly outputTokens: number, readonly modelCalls: number, readonly costMicros: number | null } };

export type ExecutionListQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  filter?: ExecutionFilter | null | undefined;
  orderBy?: ExecutionOrder | null | undefined;
}>;


export type ExecutionListQuery = { readonly executions: { readonly feedCursor: string, readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: ExecutionKind, readonly title: string, readonly status: ExecutionStatus, readonly state: ExecutionState, readonly createdAt: string, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly lastSequence: number, readonly currentStepId: string | null, readonly waitingFor: WaitKind | null, readonly retryAt: string | null, readonly stepStatuses: ReadonlyArray<StepStatus>, readonly stepCount: number, readonly endedStepCount: number, readonly runOf: { readonly kind: CallableRunKind, readonly name: string, readonly version: string | null } | null, readonly labels: ReadonlyArray<{ readonly key: string, readonly value: string }>, readonly failure: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean } | null, readonly usage: { readonly inputTokens: number, readonly outputTokens: number, readonly modelCalls: number, readonly costMicros: number | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ExecutionListChangesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  filter?: ExecutionFilter | null | undefined;
}>;


export type ExecutionListChangesSubscription = { readonly executionChanges: { readonly removedIds: ReadonlyArray<string>, readonly caughtUp: boolean, readonly gap: boolean, readonly executions: ReadonlyArray<{ readonly id: string, readonly kind: ExecutionKind, readonly title: string, readonly status: ExecutionStatus, readonly state: ExecutionState, readonly createdAt: string, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly lastSequence: number, readonly currentStepId: string | null, readonly waitingFor: WaitKind | null, readonly retryAt: string | null, readonly stepStatuses: ReadonlyArray<StepStatus>, readonly stepCount: number, readonly endedStepCount: number, readonly runOf: { readonly kind: CallableRunKind, readonly name: string, readonly version: string | null } | null, readonly labels: ReadonlyArray<{ readonly key: string, readonly value: string }>, readonly failure: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean } | null, readonly usage: { readonly inputTokens: number, readonly outputTokens: number, readonly modelCalls: number, readonly costMicros: number | null } }> } };

export type ExecutionCountsQueryVariables = Exact<{
  filter?: ExecutionFilter | null | undefined;
}>;


export type ExecutionCountsQuery = { readonly executions: { readonly statusCounts: ReadonlyArray<{ readonly status: ExecutionStatus, readonly count: number }> } | null };

export type ExecutionsAgainQueryVariables = Exact<{
  ids: ReadonlyArray<string> | string;
}>;


export type ExecutionsAgainQuery = { readonly nodes: ReadonlyArray<
    | { readonly id: string, readonly kind: ExecutionKind, readonly title: string, readonly status: ExecutionStatus, readonly state: ExecutionState, readonly createdAt: string, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly lastSequence: number, readonly currentStepId: string | null, readonly waitingFor: WaitKind | null, readonly retryAt: string | null, readonly stepStatuses: ReadonlyArray<StepStatus>, readonly stepCount: number, readonly endedStepCount: number, readonly runOf: { readonly kind: CallableRunKind, readonly name: string, readonly version: string | null } | null, readonly labels: ReadonlyArray<{ readonly key: string, readonly value: string }>, readonly failure: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean } | null, readonly usage: { readonly inputTokens: number, readonly outputTokens: number, readonly modelCalls: number, readonly costMicros: number | null } }
    | Record<PropertyKey, never>
   | null> | null };

export const executionList = "fragment ExecutionRow on Execution{id kind title status state createdAt startedAt finishedAt durationMs lastSequence currentStepId waitingFor retryAt stepStatuses stepCount endedStepCount runOf{kind name version}labels{key value}failure{code message stepId retryable}usage{inputTokens outputTokens modelCalls costMicros}}query ExecutionList($first:Int!$after:String$filter:ExecutionFilter$orderBy:ExecutionOrder){executions(first:$first after:$after filter:$filter orderBy:$orderBy){nodes{...ExecutionRow}pageInfo{hasNextPage endCursor}feedCursor}}" as Operation<ExecutionListQuery, ExecutionListQueryVariables>;

export const executionListChanges = "fragment ExecutionRow on Execution{id kind title status state createdAt startedAt finishedAt durationMs lastSequence currentStepId waitingFor retryAt stepStatuses stepCount endedStepCount runOf{kind name version}labels{key value}failure{code message stepId retryable}usage{inputTokens outputTokens modelCalls costMicros}}subscription ExecutionListChanges($after:EventCursor$filter:ExecutionFilter){executionChanges(after:$after filter:$filter){executions{...ExecutionRow}removedIds caughtUp gap}}" as Operation<ExecutionListChangesSubscription, ExecutionListChangesSubscriptionVariables>;

export const executionCounts = "query ExecutionCounts($filter:ExecutionFilter){executions(first:1 filter:$filter){statusCounts{status count}}}" as Operation<ExecutionCountsQuery, ExecutionCountsQueryVariables>;

export const executionsAgain = "fragment ExecutionRow on Execution{id kind title status state createdAt startedAt finishedAt durationMs lastSequence currentStepId waitingFor retryAt stepStatuses stepCount endedStepCount runOf{kind name version}labels{key value}failure{code message stepId retryable}usage{inputTokens outputTokens modelCalls costMicros}}query ExecutionsAgain($ids:[ID!]!){nodes(ids:$ids){...ExecutionRow}}" as Operation<ExecutionsAgainQuery, ExecutionsAgainQueryVariables>;

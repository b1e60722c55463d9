// Generated from dashboard/executions/bulk-actions.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** How the steps of a plan are ordered. */
export type Schedule =
  /** One after another, in the order of the plan. */
  | 'SEQUENTIAL'
  /** As soon as the inputs exist. Calls that are not read-only keep their order among themselves. */
  | 'DATAFLOW';

/** What to do about a call that left and whose answer was lost, if calling again could do its effect twice. */
export type InDoubtPolicy =
  /** Call again with the same idempotency key. */
  | 'RETRY'
  /** Fail the step with `OUTCOME_UNKNOWN`. */
  | 'FAIL'
  /** Ask a person: accepting calls again with the same key, declining fails the step. */
  | 'ASK';

/** Which calls a person has to permit first. */
export type ApprovalPolicy =
  /** None. */
  | 'NEVER'
  /** Calls of tools that say themselves that they may destroy data. */
  | 'DECLARED_DESTRUCTIVE'
  /** Every call that may have an effect: everything but reads, and calls of agents and workflows of ours, which ask for their own. */
  | 'ALL_EFFECTS'
  /**
   * The whole plan, once, before its first step, with effect classes and worst-case cost; then calls of tools that say themselves that
   * they may destroy data.
   */
  | 'PLAN';

/** Something a caller may do with an execution. */
export type ExecutionAction =
  /** `Mutation.cancelExecution`. */
  | 'CANCEL'
  /** `Mutation.respondToHumanInput`. */
  | 'RESPOND'
  /** `Mutation.retryExecution`: the execution has ended, and some step, its plan or its answer in words did not succeed. */
  | 'RETRY'
  /** `Mutation.forkExecution`: the execution has ended and has steps. */
  | 'FORK'
  /** `Mutation.deleteExecution`: the execution has ended. */
  | 'DELETE';

/** Type of an event. */
export type ExecutionEventType =
  /** `ExecutionStarted`. */
  | 'EXECUTION_STARTED'
  /** `AgentRouted`. */
  | 'AGENT_ROUTED'
  /** `PlanProposed`. */
  | 'PLAN_PROPOSED'
  /** `PlanRejected`. */
  | 'PLAN_REJECTED'
  /** `ModelCallStarted`. */
  | 'MODEL_CALL_STARTED'
  /** `ModelCalled`. */
  | 'MODEL_CALLED'
  /** `TextProduced`. */
  | 'TEXT_PRODUCED'
  /** `StepStarted`. */
  | 'STEP_STARTED'
  /** `AttemptFailed`. */
  | 'ATTEMPT_FAILED'
  /** `StepWaiting`. */
  | 'STEP_WAITING'
  /** `HumanInputResolved`. */
  | 'HUMAN_INPUT_RESOLVED'
  /** `ArtifactStored`. */
  | 'ARTIFACT_STORED'
  /** `StepFinished`. */
  | 'STEP_FINISHED'
  /** `CancelRequested`. */
  | 'CANCEL_REQUESTED'
  /** `CallIgnored`. */
  | 'CALL_IGNORED'
  /** `ExecutionResumed`. */
  | 'EXECUTION_RESUMED'
  /** `ExecutionFinished`. */
  | 'EXECUTION_FINISHED'
  /** `TurnStarted`. */
  | 'TURN_STARTED'
  /** `OutputSubmitted`. */
  | 'OUTPUT_SUBMITTED'
  /** `MessageAdded`. */
  | 'MESSAGE_ADDED'
  /** `StructuredOutputChecked`. */
  | 'STRUCTURED_OUTPUT_CHECKED'
  /** `DuplicateSuppressed`. */
  | 'DUPLICATE_SUPPRESSED'
  /** `BindingSet`. */
  | 'BINDING_SET'
  /** `HandoffMade`. */
  | 'HANDOFF_MADE';

/** Stable code of a user error. */
export type UserErrorCode =
  /** A value is malformed or out of range. */
  | 'INVALID_INPUT'
  /** The object does not exist or cannot be seen by the caller. */
  | 'NOT_FOUND'
  /** The operation is not possible in the present state. */
  | 'INVALID_STATE'
  /** The idempotency key was used for another request. */
  | 'IDEMPOTENCY_CONFLICT'
  /** A limit of the tenant or of the request is exceeded. */
  | 'LIMIT_EXCEEDED'
  /** The destination is not permitted. */
  | 'EGRESS_DENIED'
  /** A remote server could not be reached or answered wrongly. */
  | 'UPSTREAM_ERROR'
  /** A template reference is wrong. */
  | 'TEMPLATE_INVALID'
  /** Data does not satisfy its schema. */
  | 'SCHEMA_VIOLATION'
  /** What a plan or a manifest calls is not registered. */
  | 'UNKNOWN_CALLABLE'
  /** A plan or a manifest calls a tool that is not as it was accepted; see `acceptTool`. */
  | 'TOOL_CHANGED'
  /** The chosen agent is not registered. */
  | 'AGENT_NOT_FOUND'
  /** No language model of that name is configured, or none for what is asked for. */
  | 'MODEL_NOT_FOUND'
  /** A step whose outcome is unknown would be called again, and could do its effect twice. */
  | 'OUTCOME_UNKNOWN'
  /** The request was answered or withdrawn before. */
  | 'ALREADY_RESOLVED'
  /** The request lapsed before it was answered. */
  | 'EXPIRED'
  /** An execution runs in the conversation. */
  | 'CONVERSATION_BUSY'
  /** A rule ended the conversation. */
  | 'CONVERSATION_ENDED'
  /** The turn lies below the window of turns that are remembered; it counts as a duplicate. */
  | 'TURN_BELOW_WINDOW'
  /** It is not the turn of this agent. */
  | 'TURN_NOT_DUE'
  /** The manifest is wrong. */
  | 'MANIFEST_INVALID';

/** How to execute a plan. */
export type ExecutionOptionsInput = {
  /**
   * Requests with the same key are answered with the same execution. 255 characters at most, kept for 24 hours at least.
   * The `Idempotency-Key` header does the same.
   */
  readonly idempotencyKey?: string | null | undefined;
  /** Conversation the execution belongs to, 255 characters at most. */
  readonly contextId?: string | null | undefined;
  /** Bounds of this execution, up to the caps of the tenant. The defaults of the deployment where null. */
  readonly limits?: ExecutionLimitsInput | null | undefined;
  /** How steps are ordered. `SEQUENTIAL` for documents and `DATAFLOW` for typed plans if null. */
  readonly schedule?: Schedule | null | undefined;
  /** What to do about calls whose answer was lost, unless the step says otherwise. `FAIL` if null. */
  readonly inDoubt?: InDoubtPolicy | null | undefined;
  /** Which calls a person has to permit first. `DECLARED_DESTRUCTIVE` if null. */
  readonly approval?: ApprovalPolicy | null | undefined;
  /** Revision of the catalog that must be visible, as a registry mutation returned it. Any if null. */
  readonly minCatalogRevision?: string | null | undefined;
  /** Labels, 16 at most, each key once. */
  readonly labels?: ReadonlyArray<LabelInput> | null | undefined;
  /**
   * Receivers that are told of events of the execution, 4 at most, beside those that the tenant has registered. Needs the scope
   * `EXECUTION_READ`. A retry or fork has its own.
   */
  readonly webhooks?: ReadonlyArray<WebhookInput> | null | undefined;
  /** Answer only when the execution has ended, waits for a person, or this time has passed; 25000 at most. At once if null. */
  readonly waitMs?: number | null | undefined;
  /** Where the execution shall live. Near the caller if null. Counts only when the execution is created. */
  readonly location?: LocationHint | null | undefined;
};

/** A region of the network. */
export type LocationHint =
  /** Western North America. */
  | 'WNAM'
  /** Eastern North America. */
  | 'ENAM'
  /** South America. */
  | 'SAM'
  /** Western Europe. */
  | 'WEUR'
  /** Eastern Europe. */
  | 'EEUR'
  /** Asia-Pacific. */
  | 'APAC'
  /** Oceania. */
  | 'OC'
  /** Africa. */
  | 'AFR'
  /** Middle East. */
  | 'ME';

/** A label. */
export type LabelInput = {
  /** Key, from 1 to 64 characters. */
  readonly key: string;
  /** Value, 256 characters at most. */
  readonly value: string;
};

/** Bounds of an execution. */
export type ExecutionLimitsInput = {
  /** Calls in a plan, children of groups included. */
  readonly maxSteps?: number | null | undefined;
  /**
   * Calls that run at a time. Beyond 6 it helps what is waited for: executions, remote tasks and answers that stream. Of requests that await
   * the head of their answer the platform lets 6 through (`ExecutionLimits.maxParallelRequests`).
   */
  readonly maxParallel?: number | null | undefined;
  /** Nesting of executions. */
  readonly maxDepth?: number | null | undefined;
  /** Time for one attempt of a step. */
  readonly stepTimeoutMs?: number | null | undefined;
  /** Time for the whole execution, waiting for people excluded. */
  readonly timeoutMs?: number | null | undefined;
  /** Calls of language models, repeated ones included. */
  readonly maxModelCalls?: number | null | undefined;
  /** Tokens to and from language models, counted before each call as if it took all it can. */
  readonly maxTokens?: number | null | undefined;
  /** Cost of language models in millionths of a US dollar. Refused if a model without a known price would be called. */
  readonly maxCostMicros?: number | null | undefined;
};

/** What to do with `retryExecution`. */
export type RetryExecutionInput = {
  /** Which execution. Required to have ended. */
  readonly executionId: string;
  /**
   * First step to run again: it and everything after it in the order of the plan runs, together with whatever did not succeed.
   * If null, whatever did not succeed and what depends on it; required then is an execution that did not succeed as a whole, or
   * that the responder wrote no text for. An execution that never had a plan has no step to name.
   */
  readonly fromStepId?: string | null | undefined;
  /**
   * Steps that may be called again although they may have had their effect, because their outcome is unknown, or their answer was
   * not valid or only a part, and calling again could do it twice.
   */
  readonly callAgain?: ReadonlyArray<string> | null | undefined;
  /** Settings of the new execution. What is not given is taken from the execution that is retried; the idempotency key is not. */
  readonly options?: ExecutionOptionsInput | null | undefined;
};

/** What to do with `cancelExecution`. */
export type CancelExecutionInput = {
  /** Which execution. */
  readonly executionId: string;
  /** Why, for the event log, 1000 characters at most. */
  readonly reason?: string | null | undefined;
};

/** A receiver of events that comes with the start of an execution. */
export type WebhookInput = {
  /** Address that events are posted to, 2048 characters at most. Redirects are not followed. */
  readonly url: string;
  /**
   * Events that it is told of; `TEXT_PRODUCED` is refused, follow the execution for text. `STEP_WAITING` and `EXECUTION_FINISHED` if null.
   * Events that only coordinate agents are never told.
   */
  readonly events?: ReadonlyArray<ExecutionEventType> | null | undefined;
};

export type PermittedActionsQueryVariables = Exact<{
  ids: ReadonlyArray<string> | string;
}>;


export type PermittedActionsQuery = { readonly nodes: ReadonlyArray<
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly permittedActions: ReadonlyArray<ExecutionAction>, readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
   | null> | null };

export type RetryListedMutationVariables = Exact<{
  input: RetryExecutionInput;
}>;


export type RetryListedMutation = { readonly retryExecution: { readonly execution: { readonly id: string } | null, readonly errors: ReadonlyArray<
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
    > } | null };

export type CancelListedMutationVariables = Exact<{
  input: CancelExecutionInput;
}>;


export type CancelListedMutation = { readonly cancelExecution: { readonly execution: { readonly id: string } | null, readonly errors: ReadonlyArray<
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
    > } | null };

export const permittedActions = "query PermittedActions($ids:[ID!]!){nodes(ids:$ids){id ...on Execution{permittedActions}}}" as Operation<PermittedActionsQuery, PermittedActionsQueryVariables>;

export const retryListed = "mutation RetryListed($input:RetryExecutionInput!){retryExecution(input:$input){execution{id}errors{code message}}}" as Operation<RetryListedMutation, RetryListedMutationVariables>;

export const cancelListed = "mutation CancelListed($input:CancelExecutionInput!){cancelExecution(input:$input){execution{id}errors{code message}}}" as Operation<CancelListedMutation, CancelListedMutationVariables>;

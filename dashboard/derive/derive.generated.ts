// Generated from dashboard/derive/derive.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** What calling again after a lost answer could do. */
export type EffectClass =
  /** The call changes nothing. */
  | 'READ_ONLY'
  /** Calling again with the same arguments has no further effect. */
  | 'IDEMPOTENT'
  /** Calling again with the same idempotency key has no further effect. */
  | 'KEYED'
  /** Calling again could do the effect twice. */
  | 'UNSAFE';

/** Kind of a step. */
export type StepKind =
  /** Asks a person: a `humanInput` step, or a tool of the user interface. */
  | 'HUMAN_INPUT'
  /** Calls a tool. */
  | 'TOOL'
  /** Calls an agent. */
  | 'AGENT'
  /** Calls a workflow. */
  | 'WORKFLOW'
  /** Runs its children concurrently. */
  | 'PARALLEL';

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

/** How one execution derives from another. */
export type DerivationKind =
  /** The same plan again, from the first step that did not succeed or from a given one. */
  | 'RETRY'
  /** The plan with changed arguments or bindings, from a given step. */
  | 'FORK';

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

/** What is known about the effect of a call. */
export type CallOutcome =
  /** The request did not leave. */
  | 'NOT_SENT'
  /** It was refused before it could have an effect. */
  | 'REJECTED'
  /** It was answered in full. */
  | 'ANSWERED'
  /** It may have had its effect; no complete answer was read. */
  | 'UNKNOWN';

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

/** What to do with `forkExecution`. */
export type ForkExecutionInput = {
  /** Which execution. Required to have ended. */
  readonly executionId: string;
  /** First step to run: it and everything after it in the order of the plan runs, together with whatever did not succeed. */
  readonly fromStepId: string;
  /** New arguments of steps that run. The arguments of other steps stay as they were. */
  readonly arguments?: ReadonlyArray<StepArgumentsInput> | null | undefined;
  /** Initial bindings to set or replace. A step that refers to one that changes must run. */
  readonly bindings?: Readonly<Record<string, unknown>> | null | undefined;
  /**
   * Steps that may be called again although they may have had their effect, because their outcome is unknown, or their answer was
   * not valid or only a part, and calling again could do it twice.
   */
  readonly callAgain?: ReadonlyArray<string> | null | undefined;
  /** Settings of the new execution. What is not given is taken from the execution that is forked; the idempotency key is not. */
  readonly options?: ExecutionOptionsInput | null | undefined;
};

/** New arguments of one step. */
export type StepArgumentsInput = {
  /** Identifier of the step. */
  readonly stepId: string;
  /** All arguments of the step; strings may hold templates. */
  readonly arguments: Readonly<Record<string, unknown>>;
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

export type DeriveSourceQueryVariables = Exact<{
  id: string;
}>;


export type DeriveSourceQuery = { readonly execution: { readonly id: string, readonly title: string, readonly status: ExecutionStatus, readonly permittedActions: ReadonlyArray<ExecutionAction>, readonly startedBy: string, readonly derivedFrom: { readonly kind: DerivationKind } | null, readonly bindings: ReadonlyArray<{ readonly name: string, readonly stepId: string | null, readonly value: { readonly preview: string } }>, readonly limits: { readonly maxSteps: number, readonly maxParallel: number, readonly maxDepth: number, readonly stepTimeoutMs: number, readonly timeoutMs: number, readonly maxModelCalls: number, readonly maxTokens: number | null, readonly maxCostMicros: number | null }, readonly plan: { readonly steps: ReadonlyArray<{ readonly stepId: string, readonly kind: StepKind, readonly callableName: string | null, readonly arguments: unknown, readonly inputSchema: unknown, readonly children: ReadonlyArray<{ readonly stepId: string, readonly kind: StepKind, readonly callableName: string | null, readonly arguments: unknown, readonly inputSchema: unknown, readonly children: ReadonlyArray<{ readonly stepId: string, readonly kind: StepKind, readonly callableName: string | null, readonly arguments: unknown, readonly inputSchema: unknown }> }> }> } | null, readonly steps: ReadonlyArray<
      | { readonly __typename: 'ToolStep', readonly effectClass: EffectClass, readonly outcome: CallOutcome | null, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
      | { readonly __typename: 'AgentStep', readonly effectClass: EffectClass, readonly outcome: CallOutcome | null, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
      | { readonly __typename: 'WorkflowStep', readonly effectClass: EffectClass, readonly outcome: CallOutcome | null, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
      | { readonly __typename: 'HumanInputStep', readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
      | { readonly __typename: 'ParallelStep', readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly children: ReadonlyArray<
          | { readonly __typename: 'ToolStep', readonly effectClass: EffectClass, readonly outcome: CallOutcome | null, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
          | { readonly __typename: 'AgentStep', readonly effectClass: EffectClass, readonly outcome: CallOutcome | null, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
          | { readonly __typename: 'WorkflowStep', readonly effectClass: EffectClass, readonly outcome: CallOutcome | null, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
          | { readonly __typename: 'HumanInputStep', readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
          | { readonly __typename: 'ParallelStep', readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly children: ReadonlyArray<
              | { readonly __typename: 'ToolStep', readonly effectClass: EffectClass, readonly outcome: CallOutcome | null, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
              | { readonly __typename: 'AgentStep', readonly effectClass: EffectClass, readonly outcome: CallOutcome | null, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
              | { readonly __typename: 'WorkflowStep', readonly effectClass: EffectClass, readonly outcome: CallOutcome | null, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
              | { readonly __typename: 'HumanInputStep', readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
              | { readonly __typename: 'ParallelStep', readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
            >, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
        >, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
    > } | null };

export type PreviewRetryQueryVariables = Exact<{
  input: RetryExecutionInput;
}>;


export type PreviewRetryQuery = { readonly previewRetry: { readonly reusedStepIds: ReadonlyArray<string>, readonly repeatedStepIds: ReadonlyArray<string>, readonly plansAgain: boolean, readonly errors: ReadonlyArray<
      | { readonly __typename: 'GeneralError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'UnknownCallableError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TemplateError', readonly stepId: string, readonly availableFields: ReadonlyArray<string>, readonly nearestNames: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SchemaViolationError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string>, readonly violations: ReadonlyArray<{ readonly instance: string, readonly keyword: string, readonly message: string }> }
      | { readonly __typename: 'LimitError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidStateError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'OutcomeUnknownError', readonly stepIds: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyConflictError', readonly executionId: string, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type PreviewForkQueryVariables = Exact<{
  input: ForkExecutionInput;
}>;


export type PreviewForkQuery = { readonly previewFork: { readonly reusedStepIds: ReadonlyArray<string>, readonly repeatedStepIds: ReadonlyArray<string>, readonly plansAgain: boolean, readonly errors: ReadonlyArray<
      | { readonly __typename: 'GeneralError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'UnknownCallableError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TemplateError', readonly stepId: string, readonly availableFields: ReadonlyArray<string>, readonly nearestNames: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SchemaViolationError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string>, readonly violations: ReadonlyArray<{ readonly instance: string, readonly keyword: string, readonly message: string }> }
      | { readonly __typename: 'LimitError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidStateError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'OutcomeUnknownError', readonly stepIds: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyConflictError', readonly executionId: string, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type StepOutputQueryVariables = Exact<{
  id: string;
}>;


export type StepOutputQuery = { readonly node:
    | { readonly output: { readonly preview: string, readonly byteSize: number } | null }
    | { readonly output: { readonly preview: string, readonly byteSize: number } | null }
    | { readonly output: { readonly preview: string, readonly byteSize: number } | null }
    | { readonly output: { readonly preview: string, readonly byteSize: number } | null }
    | { readonly output: { readonly preview: string, readonly byteSize: number } | null }
    | Record<PropertyKey, never>
   | null };

export type StartRetryMutationVariables = Exact<{
  input: RetryExecutionInput;
}>;


export type StartRetryMutation = { readonly retryExecution: { readonly execution: { readonly id: string } | null, readonly errors: ReadonlyArray<
      | { readonly __typename: 'GeneralError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'UnknownCallableError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TemplateError', readonly stepId: string, readonly availableFields: ReadonlyArray<string>, readonly nearestNames: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SchemaViolationError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string>, readonly violations: ReadonlyArray<{ readonly instance: string, readonly keyword: string, readonly message: string }> }
      | { readonly __typename: 'LimitError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidStateError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'OutcomeUnknownError', readonly stepIds: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyConflictError', readonly executionId: string, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type StartForkMutationVariables = Exact<{
  input: ForkExecutionInput;
}>;


export type StartForkMutation = { readonly forkExecution: { readonly execution: { readonly id: string } | null, readonly errors: ReadonlyArray<
      | { readonly __typename: 'GeneralError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'UnknownCallableError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TemplateError', readonly stepId: string, readonly availableFields: ReadonlyArray<string>, readonly nearestNames: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SchemaViolationError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string>, readonly violations: ReadonlyArray<{ readonly instance: string, readonly keyword: string, readonly message: string }> }
      | { readonly __typename: 'LimitError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidStateError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'OutcomeUnknownError', readonly stepIds: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyConflictError', readonly executionId: string, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type MeantFragment = { readonly stepId: string, readonly kind: StepKind, readonly callableName: string | null, readonly arguments: unknown, readonly inputSchema: unknown };

type Was_ToolStep_Fragment = { readonly __typename: 'ToolStep', readonly effectClass: EffectClass, readonly outcome: CallOutcome | null, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly failure: { readonly code: FailureCode, readonly message: string } | null };

type Was_AgentStep_Fragment = { readonly __typename: 'AgentStep', readonly effectClass: EffectClass, readonly outcome: CallOutcome | null, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly failure: { readonly code: FailureCode, readonly message: string } | null };

type Was_WorkflowStep_Fragment = { readonly __typename: 'WorkflowStep', readonly effectClass: EffectClass, readonly outcome: CallOutcome | null, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly failure: { readonly code: FailureCode, readonly message: string } | null };

type Was_HumanInputStep_Fragment = { readonly __typename: 'HumanInputStep', readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly failure: { readonly code: FailureCode, readonly message: string } | null };

type Was_ParallelStep_Fragment = { readonly __typename: 'ParallelStep', readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly failure: { readonly code: FailureCode, readonly message: string } | null };

export type WasFragment =
  | Was_ToolStep_Fragment
  | Was_AgentStep_Fragment
  | Was_WorkflowStep_Fragment
  | Was_HumanInputStep_Fragment
  | Was_ParallelStep_Fragment
;

export type PreviewFragment = { readonly reusedStepIds: ReadonlyArray<string>, readonly repeatedStepIds: ReadonlyArray<string>, readonly plansAgain: boolean, readonly errors: ReadonlyArray<
    | { readonly __typename: 'GeneralError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    | { readonly __typename: 'UnknownCallableError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    | { readonly __typename: 'TemplateError', readonly stepId: string, readonly availableFields: ReadonlyArray<string>, readonly nearestNames: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    | { readonly __typename: 'SchemaViolationError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string>, readonly violations: ReadonlyArray<{ readonly instance: string, readonly keyword: string, readonly message: string }> }
    | { readonly __typename: 'LimitError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    | { readonly __typename: 'InvalidStateError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    | { readonly __typename: 'OutcomeUnknownError', readonly stepIds: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    | { readonly __typename: 'IdempotencyConflictError', readonly executionId: string, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
  > };

type Refused_GeneralError_Fragment = { readonly __typename: 'GeneralError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type Refused_UnknownCallableError_Fragment = { readonly __typename: 'UnknownCallableError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type Refused_TemplateError_Fragment = { readonly __typename: 'TemplateError', readonly stepId: string, readonly availableFields: ReadonlyArray<string>, readonly nearestNames: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type Refused_SchemaViolationError_Fragment = { readonly __typename: 'SchemaViolationError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string>, readonly violations: ReadonlyArray<{ readonly instance: string, readonly keyword: string, readonly message: string }> };

type Refused_LimitError_Fragment = { readonly __typename: 'LimitError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type Refused_InvalidStateError_Fragment = { readonly __typename: 'InvalidStateError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type Refused_OutcomeUnknownError_Fragment = { readonly __typename: 'OutcomeUnknownError', readonly stepIds: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type Refused_IdempotencyConflictError_Fragment = { readonly __typename: 'IdempotencyConflictError', readonly executionId: string, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

export type RefusedFragment =
  | Refused_GeneralError_Fragment
  | Refused_UnknownCallableError_Fragment
  | Refused_TemplateError_Fragment
  | Refused_SchemaViolationError_Fragment
  | Refused_LimitError_Fragment
  | Refused_InvalidStateError_Fragment
  | Refused_OutcomeUnknownError_Fragment
  | Refused_IdempotencyConflictError_Fragment
;

export const deriveSource = "query DeriveSource($id:ID!){execution(by:{id:$id}){id title status permittedActions startedBy derivedFrom{kind}bindings{name stepId value{preview(maxCharacters:200)}}limits{maxSteps maxParallel maxDepth stepTimeoutMs timeoutMs maxModelCalls maxTokens maxCostMicros}plan{steps{...Meant children{...Meant children{...Meant}}}}steps{...Was ...on ParallelStep{children{...Was ...on ParallelStep{children{...Was}}}}}}}fragment Meant on PlanStep{stepId kind callableName arguments inputSchema}fragment Was on Step{__typename id stepId kind status failure{code message}...on ToolStep{effectClass outcome}...on AgentStep{effectClass outcome}...on WorkflowStep{effectClass outcome}}" as Operation<DeriveSourceQuery, DeriveSourceQueryVariables>;

export const previewRetry = "query PreviewRetry($input:RetryExecutionInput!){previewRetry(input:$input){...Preview}}fragment Preview on DerivationPreview{reusedStepIds repeatedStepIds plansAgain errors{...Refused}}fragment Refused on UserError{__typename code message path ...on TemplateError{stepId availableFields nearestNames}...on SchemaViolationError{violations{instance keyword message}}...on OutcomeUnknownError{stepIds}...on IdempotencyConflictError{executionId}}" as Operation<PreviewRetryQuery, PreviewRetryQueryVariables>;

export const previewFork = "query PreviewFork($input:ForkExecutionInput!){previewFork(input:$input){...Preview}}fragment Preview on DerivationPreview{reusedStepIds repeatedStepIds plansAgain errors{...Refused}}fragment Refused on UserError{__typename code message path ...on TemplateError{stepId availableFields nearestNames}...on SchemaViolationError{violations{instance keyword message}}...on OutcomeUnknownError{stepIds}...on IdempotencyConflictError{executionId}}" as Operation<PreviewForkQuery, PreviewForkQueryVariables>;

export const stepOutput = "query StepOutput($id:ID!){node(id:$id){...on Step{output{preview(maxCharacters:2000)byteSize}}}}" as Operation<StepOutputQuery, StepOutputQueryVariables>;

export const startRetry = "mutation StartRetry($input:RetryExecutionInput!){retryExecution(input:$input){execution{id}errors{...Refused}}}fragment Refused on UserError{__typename code message path ...on TemplateError{stepId availableFields nearestNames}...on SchemaViolationError{violations{instance keyword message}}...on OutcomeUnknownError{stepIds}...on IdempotencyConflictError{executionId}}" as Operation<StartRetryMutation, StartRetryMutationVariables>;

export const startFork = "mutation StartFork($input:ForkExecutionInput!){forkExecution(input:$input){execution{id}errors{...Refused}}}fragment Refused on UserError{__typename code message path ...on TemplateError{stepId availableFields nearestNames}...on SchemaViolationError{violations{instance keyword message}}...on OutcomeUnknownError{stepIds}...on IdempotencyConflictError{executionId}}" as Operation<StartForkMutation, StartForkMutationVariables>;

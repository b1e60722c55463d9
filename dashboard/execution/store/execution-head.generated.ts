// Generated from dashboard/execution/store/execution-head.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../../api/operation.ts";

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

/** What becomes the output of a parallel group. */
export type MergeStrategy =
  /** A map from result key to output. Siblings run to their end; fails if every child failed, is partial if some did. */
  | 'COLLECT_ALL'
  /** The output of the first child that succeeds; the others are cancelled. */
  | 'FIRST_SUCCESS';

/** Stable code of a warning. */
export type PlanWarningCode =
  /** The referenced field may be absent; the step then fails. */
  | 'REFERENCE_OPTIONAL'
  /** Nothing is known of whether the referenced field exists. */
  | 'REFERENCE_UNKNOWN'
  /** Some values of the reference do not fit the argument. */
  | 'TYPE_OVERLAP'
  /** Nothing is known of whether the value fits the argument. */
  | 'TYPE_UNKNOWN'
  /** A child of a collecting group has no result key, so that its output is not part of the output of the group. */
  | 'CHILD_WITHOUT_RESULT_KEY'
  /** Part of a text looks like a reference and is none, such as `$0.output.v` within a sentence. It stays text; `$$` in its place says so. */
  | 'TEXT_LIKE_REFERENCE'
  /**
   * `maxParallel` is more than the requests of an execution that the platform lets through at a time. The step is the first that has to wait
   * for one of them if all could begin at once.
   */
  | 'PARALLEL_CAPPED';

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

/** What a language model was called for. */
export type ModelCallPurpose =
  /** To choose an agent. */
  | 'ROUTE'
  /** To make the plan. */
  | 'PLAN'
  /** To write the answer. */
  | 'RESPOND'
  /** To take the turn of an agent in a conversation. */
  | 'AGENT';

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

/** Why a result that was taken bears a warning. */
export type StepWarningCode =
  /** The output does not satisfy its schema, and `outputValidation` is `WARN`. */
  | 'OUTPUT_INVALID'
  /** The output is the JSON of the text, although the tool declares an output schema and so owed structured content. */
  | 'JSON_IN_TEXT'
  /** The answer breaks its protocol, and its meaning is certain all the same. */
  | 'PROTOCOL'
  /** Not every attachment was kept as an artifact. The content of the step has all of them. */
  | 'ATTACHMENTS_NOT_KEPT';

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

export type ExecutionHeadQueryVariables = Exact<{
  id: string;
  planIsKnown: boolean;
}>;


export type ExecutionHeadQuery = { readonly execution: { readonly id: string, readonly kind: ExecutionKind, readonly title: string, readonly prompt: string | null, readonly status: ExecutionStatus, readonly state: ExecutionState, readonly cursor: string, readonly lastSequence: number, readonly createdAt: string, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly deadlineAt: string | null, readonly traceId: string, readonly requestId: string, readonly contextId: string | null, readonly idempotencyKey: string | null, readonly startedBy: string, readonly waitingFor: WaitKind | null, readonly retryAt: string | null, readonly currentStepId: string | null, readonly stepStatuses: ReadonlyArray<StepStatus>, readonly stepCount: number, readonly endedStepCount: number, readonly parkedBy: string | null, readonly permittedActions: ReadonlyArray<ExecutionAction>, readonly response: string | null, readonly responseFailure: { readonly code: FailureCode, readonly message: string } | null, readonly failure: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean, readonly details: unknown } | null, readonly usage: { readonly toolCalls: number, readonly agentCalls: number, readonly modelCalls: number, readonly inputTokens: number, readonly cachedInputTokens: number, readonly outputTokens: number, readonly costMicros: number | null }, readonly limits: { readonly maxCostMicros: number | null, readonly maxTokens: number | null, readonly maxModelCalls: number }, readonly labels: ReadonlyArray<{ readonly key: string, readonly value: string }>, readonly runOf: { readonly kind: CallableRunKind, readonly name: string, readonly version: string | null } | null, readonly parent: { readonly executionId: string, readonly stepId: string } | null, readonly derivedFrom: { readonly kind: DerivationKind, readonly executionId: string, readonly fromStepId: string | null, readonly reusedStepIds: ReadonlyArray<string> } | null, readonly conversation: { readonly id: string, readonly chatId: string } | null, readonly pendingHumanInputs: ReadonlyArray<{ readonly id: string, readonly prompt: string, readonly kind: HumanInputKind, readonly purpose: HumanInputPurpose, readonly stepId: string | null, readonly expiresAt: string | null }>, readonly modelCalls: ReadonlyArray<{ readonly number: number, readonly purpose: ModelCallPurpose, readonly model: string, readonly startedAt: string, readonly durationMs: number | null, readonly inputTokens: number, readonly outputTokens: number, readonly costMicros: number | null, readonly outcome: CallOutcome | null, readonly failure: { readonly code: FailureCode, readonly message: string } | null }>, readonly planErrors: ReadonlyArray<
      | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    >, readonly planWarnings: ReadonlyArray<{ readonly code: PlanWarningCode, readonly message: string, readonly path: ReadonlyArray<string>, readonly stepId: string }>, readonly plan: { readonly hash: string, readonly schedule: Schedule, readonly reasoning: string | null, readonly directResponse: string | null, readonly steps?: ReadonlyArray<{ readonly stepId: string, readonly index: number | null, readonly kind: StepKind, readonly callableName: string | null, readonly resultKey: string | null, readonly after: ReadonlyArray<string>, readonly independent: boolean, readonly when: string | null, readonly children: ReadonlyArray<{ readonly stepId: string, readonly index: number | null, readonly kind: StepKind, readonly callableName: string | null, readonly resultKey: string | null, readonly after: ReadonlyArray<string>, readonly independent: boolean, readonly when: string | null, readonly children: ReadonlyArray<{ readonly stepId: string, readonly index: number | null, readonly kind: StepKind, readonly callableName: string | null, readonly resultKey: string | null, readonly after: ReadonlyArray<string>, readonly independent: boolean, readonly when: string | null, readonly references: ReadonlyArray<{ readonly expression: string, readonly target: string, readonly sourceStepId: string | null, readonly source: string }>, readonly whenReferences: ReadonlyArray<{ readonly sourceStepId: string | null, readonly source: string }>, readonly parallel: { readonly maxConcurrency: number | null, readonly mergeStrategy: MergeStrategy } | null }>, readonly references: ReadonlyArray<{ readonly expression: string, readonly target: string, readonly sourceStepId: string | null, readonly source: string }>, readonly whenReferences: ReadonlyArray<{ readonly sourceStepId: string | null, readonly source: string }>, readonly parallel: { readonly maxConcurrency: number | null, readonly mergeStrategy: MergeStrategy } | null }>, readonly references: ReadonlyArray<{ readonly expression: string, readonly target: string, readonly sourceStepId: string | null, readonly source: string }>, readonly whenReferences: ReadonlyArray<{ readonly sourceStepId: string | null, readonly source: string }>, readonly parallel: { readonly maxConcurrency: number | null, readonly mergeStrategy: MergeStrategy } | null }> } | null, readonly steps: ReadonlyArray<
      | { readonly __typename: 'ToolStep', readonly toolName: string, readonly effectClass: EffectClass, readonly waitsFor: WaitKind | null, readonly reused: boolean, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly warnings: ReadonlyArray<{ readonly code: StepWarningCode }>, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
      | { readonly __typename: 'AgentStep', readonly agentName: string, readonly effectClass: EffectClass, readonly waitsFor: WaitKind | null, readonly executionId: string | null, readonly remoteTaskId: string | null, readonly reused: boolean, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly warnings: ReadonlyArray<{ readonly code: StepWarningCode }>, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
      | { readonly __typename: 'WorkflowStep', readonly workflowName: string, readonly effectClass: EffectClass, readonly waitsFor: WaitKind | null, readonly executionId: string | null, readonly remoteTaskId: string | null, readonly reused: boolean, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
      | { readonly __typename: 'HumanInputStep', readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
      | { readonly __typename: 'ParallelStep', readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly children: ReadonlyArray<
          | { readonly __typename: 'ToolStep', readonly toolName: string, readonly effectClass: EffectClass, readonly waitsFor: WaitKind | null, readonly reused: boolean, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly warnings: ReadonlyArray<{ readonly code: StepWarningCode }>, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
          | { readonly __typename: 'AgentStep', readonly agentName: string, readonly effectClass: EffectClass, readonly waitsFor: WaitKind | null, readonly executionId: string | null, readonly remoteTaskId: string | null, readonly reused: boolean, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly warnings: ReadonlyArray<{ readonly code: StepWarningCode }>, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
          | { readonly __typename: 'WorkflowStep', readonly workflowName: string, readonly effectClass: EffectClass, readonly waitsFor: WaitKind | null, readonly executionId: string | null, readonly remoteTaskId: string | null, readonly reused: boolean, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
          | { readonly __typename: 'HumanInputStep', readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
          | { readonly __typename: 'ParallelStep', readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly children: ReadonlyArray<
              | { readonly __typename: 'ToolStep', readonly toolName: string, readonly effectClass: EffectClass, readonly waitsFor: WaitKind | null, readonly reused: boolean, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly warnings: ReadonlyArray<{ readonly code: StepWarningCode }>, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
              | { readonly __typename: 'AgentStep', readonly agentName: string, readonly effectClass: EffectClass, readonly waitsFor: WaitKind | null, readonly executionId: string | null, readonly remoteTaskId: string | null, readonly reused: boolean, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly warnings: ReadonlyArray<{ readonly code: StepWarningCode }>, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
              | { readonly __typename: 'WorkflowStep', readonly workflowName: string, readonly effectClass: EffectClass, readonly waitsFor: WaitKind | null, readonly executionId: string | null, readonly remoteTaskId: string | null, readonly reused: boolean, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
              | { readonly __typename: 'HumanInputStep', readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
              | { readonly __typename: 'ParallelStep', readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
            >, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
        >, readonly failure: { readonly code: FailureCode, readonly message: string } | null }
    > } | null };

export type PlannedFragment = { readonly stepId: string, readonly index: number | null, readonly kind: StepKind, readonly callableName: string | null, readonly resultKey: string | null, readonly after: ReadonlyArray<string>, readonly independent: boolean, readonly when: string | null, readonly references: ReadonlyArray<{ readonly expression: string, readonly target: string, readonly sourceStepId: string | null, readonly source: string }>, readonly whenReferences: ReadonlyArray<{ readonly sourceStepId: string | null, readonly source: string }>, readonly parallel: { readonly maxConcurrency: number | null, readonly mergeStrategy: MergeStrategy } | null };

type Stands_ToolStep_Fragment = { readonly __typename: 'ToolStep', readonly toolName: string, readonly effectClass: EffectClass, readonly waitsFor: WaitKind | null, readonly reused: boolean, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly warnings: ReadonlyArray<{ readonly code: StepWarningCode }>, readonly failure: { readonly code: FailureCode, readonly message: string } | null };

type Stands_AgentStep_Fragment = { readonly __typename: 'AgentStep', readonly agentName: string, readonly effectClass: EffectClass, readonly waitsFor: WaitKind | null, readonly executionId: string | null, readonly remoteTaskId: string | null, readonly reused: boolean, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly warnings: ReadonlyArray<{ readonly code: StepWarningCode }>, readonly failure: { readonly code: FailureCode, readonly message: string } | null };

type Stands_WorkflowStep_Fragment = { readonly __typename: 'WorkflowStep', readonly workflowName: string, readonly effectClass: EffectClass, readonly waitsFor: WaitKind | null, readonly executionId: string | null, readonly remoteTaskId: string | null, readonly reused: boolean, readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly failure: { readonly code: FailureCode, readonly message: string } | null };

type Stands_HumanInputStep_Fragment = { readonly __typename: 'HumanInputStep', readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly failure: { readonly code: FailureCode, readonly message: string } | null };

type Stands_ParallelStep_Fragment = { readonly __typename: 'ParallelStep', readonly id: string, readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly startedAt: string | null, readonly finishedAt: string | null, readonly durationMs: number | null, readonly failure: { readonly code: FailureCode, readonly message: string } | null };

export type StandsFragment =
  | Stands_ToolStep_Fragment
  | Stands_AgentStep_Fragment
  | Stands_WorkflowStep_Fragment
  | Stands_HumanInputStep_Fragment
  | Stands_ParallelStep_Fragment
;

export const executionHead = "query ExecutionHead($id:ID!$planIsKnown:Boolean!){execution(by:{id:$id}){id kind title prompt status state cursor lastSequence createdAt startedAt finishedAt durationMs deadlineAt traceId requestId contextId idempotencyKey startedBy waitingFor retryAt currentStepId stepStatuses stepCount endedStepCount parkedBy permittedActions response responseFailure{code message}failure{code message stepId retryable details}usage{toolCalls agentCalls modelCalls inputTokens cachedInputTokens outputTokens costMicros}limits{maxCostMicros maxTokens maxModelCalls}labels{key value}runOf{kind name version}parent{executionId stepId}derivedFrom{kind executionId fromStepId reusedStepIds}conversation{id chatId}pendingHumanInputs{id prompt kind purpose stepId expiresAt}modelCalls{number purpose model startedAt durationMs inputTokens outputTokens costMicros outcome failure{code message}}planErrors{code message path}planWarnings{code message path stepId}plan{hash schedule reasoning directResponse steps@skip(if:$planIsKnown){...Planned children{...Planned children{...Planned}}}}steps{...Stands ...on ParallelStep{children{...Stands ...on ParallelStep{children{...Stands}}}}}}}fragment Planned on PlanStep{stepId index kind callableName resultKey after independent when references{expression target sourceStepId source}whenReferences{sourceStepId source}parallel{maxConcurrency mergeStrategy}}fragment Stands on Step{__typename id stepId kind status startedAt finishedAt durationMs failure{code message}...on ToolStep{toolName effectClass waitsFor reused warnings{code}}...on AgentStep{agentName effectClass waitsFor executionId remoteTaskId reused warnings{code}}...on WorkflowStep{workflowName effectClass waitsFor executionId remoteTaskId reused}}" as Operation<ExecutionHeadQuery, ExecutionHeadQueryVariables>;

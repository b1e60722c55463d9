// Generated from dashboard/execution/events/event-detail.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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

/** How one execution derives from another. */
export type DerivationKind =
  /** The same plan again, from the first step that did not succeed or from a given one. */
  | 'RETRY'
  /** The plan with changed arguments or bindings, from a given step. */
  | 'FORK';

/** Who chooses the agent for a question. */
export type RoutingMode =
  /** A language model. */
  | 'AUTO'
  /** The caller. */
  | 'MANUAL';

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

/** Who wrote a message. */
export type MessageAuthor =
  /** A person. */
  | 'PERSON'
  /** An agent. */
  | 'AGENT'
  /** This software, such as what was wrong with the output of an agent. */
  | 'RUNTIME';

/** Where control goes. */
export type HandoffTargetKind =
  /** To another agent. */
  | 'AGENT'
  /** Back to the person. */
  | 'USER'
  /** The conversation ends. */
  | 'TERMINATE';

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

/** Why it is the turn of an agent. */
export type TurnCause =
  /** A person said something. */
  | 'MESSAGE'
  /** Another agent handed over to it. */
  | 'HANDOFF'
  /** Its output did not satisfy its model. */
  | 'CORRECTION';

/** Who set a variable. */
export type VariableSource =
  /** The person, with a message. */
  | 'PERSON'
  /** The text of an agent, by the trigger of the variable. */
  | 'DERIVED';

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

export type EventDetailQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
  first: number;
  includeHidden?: boolean | null | undefined;
}>;


export type EventDetailQuery = { readonly execution: { readonly events: { readonly nodes: ReadonlyArray<
        | { readonly __typename: 'ExecutionStarted', readonly kind: ExecutionKind, readonly callableNames: ReadonlyArray<string>, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly plan__started: { readonly hash: string } | null, readonly planWarnings: ReadonlyArray<{ readonly code: PlanWarningCode, readonly message: string, readonly path: ReadonlyArray<string> }>, readonly derivedFrom: { readonly kind: DerivationKind, readonly executionId: string, readonly fromStepId: string | null, readonly reusedStepIds: ReadonlyArray<string> } | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'AgentRouted', readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly routing: { readonly unknownAgentName: string | null, readonly mode: RoutingMode, readonly agentName: string | null, readonly confidence: number | null, readonly reason: string | null }, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'PlanProposed', readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly plan: { readonly hash: string }, readonly planWarnings: ReadonlyArray<{ readonly code: PlanWarningCode, readonly message: string, readonly path: ReadonlyArray<string> }>, readonly worstCase: { readonly toolCalls: number, readonly modelCalls: number, readonly tokens: number, readonly costMicros: number | null }, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'PlanRejected', readonly correcting: boolean, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly failure: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean, readonly details: unknown }, readonly errors: ReadonlyArray<
            | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
            | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
            | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
            | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
            | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
            | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
            | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
            | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
          >, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'ModelCallStarted', readonly purpose: ModelCallPurpose, readonly number: number, readonly model: string, readonly reservedTokens: number, readonly reservedCostMicros: number | null, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'ModelCalled', readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly modelCall: { readonly number: number, readonly purpose: ModelCallPurpose, readonly model: string, readonly startedAt: string, readonly durationMs: number | null, readonly timeToFirstTextMs: number | null, readonly inputTokens: number, readonly cachedInputTokens: number, readonly outputTokens: number, readonly usageIsBound: boolean, readonly costMicros: number | null, readonly outcome: CallOutcome | null, readonly retryAt: string | null, readonly failure: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean, readonly details: unknown } | null }, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'TextProduced', readonly streamId: string, readonly offset: number, readonly text: string, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'StepStarted', readonly attempt: number, readonly callId: string, readonly callableName: string, readonly groupId: string | null, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly arguments: { readonly byteSize: number, readonly value: unknown, readonly preview: string }, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'AttemptFailed', readonly attempt: number, readonly callId: string, readonly outcome: CallOutcome, readonly retryAt: string | null, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly failure: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean, readonly details: unknown }, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'StepWaiting', readonly waitsFor: WaitKind, readonly until: string | null, readonly note: string | null, readonly handle: string | null, readonly awaitedTurnKey: string | null, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'HumanInputResolved', readonly requestId: string, readonly resolution: HumanInputStatus, readonly respondedBy: string | null, readonly reason: string | null, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly response__resolved: { readonly byteSize: number, readonly value: unknown, readonly preview: string } | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'TurnStarted', readonly turn: number, readonly turnKey: string, readonly agentName: string, readonly cause: TurnCause, readonly isElsewhere: boolean, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'OutputSubmitted', readonly turn: number, readonly turnKey: string, readonly agentName: string, readonly submittedBy: string, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'MessageAdded', readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly message: { readonly author: MessageAuthor, readonly agentName: string | null, readonly turn: number | null, readonly uiHidden: boolean, readonly text: { readonly byteSize: number, readonly value: unknown, readonly preview: string } }, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'StructuredOutputChecked', readonly turn: number, readonly turnKey: string, readonly agentName: string, readonly modelName: string, readonly willCorrect: boolean, readonly startsTool: boolean, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly data: { readonly byteSize: number, readonly value: unknown, readonly preview: string }, readonly violations: ReadonlyArray<{ readonly pointer: string, readonly message: string }>, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'DuplicateSuppressed', readonly turnKey: string, readonly agentName: string, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'BindingSet', readonly name: string, readonly value: unknown, readonly source: VariableSource, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'HandoffMade', readonly sourceAgentName: string, readonly target: HandoffTargetKind, readonly targetAgentName: string | null, readonly rule: number, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'StepFinished', readonly groupId: string | null, readonly reused: boolean, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly status__step: StepStatus, readonly attempt__ended: number | null, readonly callId__ended: string | null, readonly outcome__ended: CallOutcome | null, readonly output__step: { readonly byteSize: number, readonly value: unknown, readonly preview: string } | null, readonly content: { readonly byteSize: number, readonly value: unknown, readonly preview: string } | null, readonly failure__ended: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean, readonly details: unknown } | null, readonly warning: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean, readonly details: unknown } | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'ArtifactStored', readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly artifact: { readonly name: string, readonly mediaType: string, readonly byteSize: number, readonly sha256: string, readonly address: string }, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'CancelRequested', readonly requestedBy: string, readonly reason: string | null, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'CallIgnored', readonly callId: string, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly reason__ignored: string, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'ExecutionResumed', readonly count: number, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
        | { readonly __typename: 'ExecutionFinished', readonly response: string | null, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly status__execution: ExecutionStatus, readonly failure__ended: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean, readonly details: unknown } | null, readonly responseFailure: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean, readonly details: unknown } | null, readonly output__execution: { readonly byteSize: number, readonly value: unknown, readonly preview: string } | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> }
      >, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null } | null };

export type ShownFragment = { readonly byteSize: number, readonly value: unknown, readonly preview: string };

export type WhyFragment = { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean, readonly details: unknown };

type Whole_ExecutionStarted_Fragment = { readonly __typename: 'ExecutionStarted', readonly kind: ExecutionKind, readonly callableNames: ReadonlyArray<string>, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly plan__started: { readonly hash: string } | null, readonly planWarnings: ReadonlyArray<{ readonly code: PlanWarningCode, readonly message: string, readonly path: ReadonlyArray<string> }>, readonly derivedFrom: { readonly kind: DerivationKind, readonly executionId: string, readonly fromStepId: string | null, readonly reusedStepIds: ReadonlyArray<string> } | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_AgentRouted_Fragment = { readonly __typename: 'AgentRouted', readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly routing: { readonly unknownAgentName: string | null, readonly mode: RoutingMode, readonly agentName: string | null, readonly confidence: number | null, readonly reason: string | null }, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_PlanProposed_Fragment = { readonly __typename: 'PlanProposed', readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly plan: { readonly hash: string }, readonly planWarnings: ReadonlyArray<{ readonly code: PlanWarningCode, readonly message: string, readonly path: ReadonlyArray<string> }>, readonly worstCase: { readonly toolCalls: number, readonly modelCalls: number, readonly tokens: number, readonly costMicros: number | null }, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_PlanRejected_Fragment = { readonly __typename: 'PlanRejected', readonly correcting: boolean, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly failure: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean, readonly details: unknown }, readonly errors: ReadonlyArray<
    | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
  >, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_ModelCallStarted_Fragment = { readonly __typename: 'ModelCallStarted', readonly purpose: ModelCallPurpose, readonly number: number, readonly model: string, readonly reservedTokens: number, readonly reservedCostMicros: number | null, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_ModelCalled_Fragment = { readonly __typename: 'ModelCalled', readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly modelCall: { readonly number: number, readonly purpose: ModelCallPurpose, readonly model: string, readonly startedAt: string, readonly durationMs: number | null, readonly timeToFirstTextMs: number | null, readonly inputTokens: number, readonly cachedInputTokens: number, readonly outputTokens: number, readonly usageIsBound: boolean, readonly costMicros: number | null, readonly outcome: CallOutcome | null, readonly retryAt: string | null, readonly failure: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean, readonly details: unknown } | null }, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_TextProduced_Fragment = { readonly __typename: 'TextProduced', readonly streamId: string, readonly offset: number, readonly text: string, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_StepStarted_Fragment = { readonly __typename: 'StepStarted', readonly attempt: number, readonly callId: string, readonly callableName: string, readonly groupId: string | null, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly arguments: { readonly byteSize: number, readonly value: unknown, readonly preview: string }, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_AttemptFailed_Fragment = { readonly __typename: 'AttemptFailed', readonly attempt: number, readonly callId: string, readonly outcome: CallOutcome, readonly retryAt: string | null, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly failure: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean, readonly details: unknown }, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_StepWaiting_Fragment = { readonly __typename: 'StepWaiting', readonly waitsFor: WaitKind, readonly until: string | null, readonly note: string | null, readonly handle: string | null, readonly awaitedTurnKey: string | null, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_HumanInputResolved_Fragment = { readonly __typename: 'HumanInputResolved', readonly requestId: string, readonly resolution: HumanInputStatus, readonly respondedBy: string | null, readonly reason: string | null, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly response__resolved: { readonly byteSize: number, readonly value: unknown, readonly preview: string } | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_TurnStarted_Fragment = { readonly __typename: 'TurnStarted', readonly turn: number, readonly turnKey: string, readonly agentName: string, readonly cause: TurnCause, readonly isElsewhere: boolean, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_OutputSubmitted_Fragment = { readonly __typename: 'OutputSubmitted', readonly turn: number, readonly turnKey: string, readonly agentName: string, readonly submittedBy: string, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_MessageAdded_Fragment = { readonly __typename: 'MessageAdded', readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly message: { readonly author: MessageAuthor, readonly agentName: string | null, readonly turn: number | null, readonly uiHidden: boolean, readonly text: { readonly byteSize: number, readonly value: unknown, readonly preview: string } }, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_StructuredOutputChecked_Fragment = { readonly __typename: 'StructuredOutputChecked', readonly turn: number, readonly turnKey: string, readonly agentName: string, readonly modelName: string, readonly willCorrect: boolean, readonly startsTool: boolean, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly data: { readonly byteSize: number, readonly value: unknown, readonly preview: string }, readonly violations: ReadonlyArray<{ readonly pointer: string, readonly message: string }>, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_DuplicateSuppressed_Fragment = { readonly __typename: 'DuplicateSuppressed', readonly turnKey: string, readonly agentName: string, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_BindingSet_Fragment = { readonly __typename: 'BindingSet', readonly name: string, readonly value: unknown, readonly source: VariableSource, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_HandoffMade_Fragment = { readonly __typename: 'HandoffMade', readonly sourceAgentName: string, readonly target: HandoffTargetKind, readonly targetAgentName: string | null, readonly rule: number, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_StepFinished_Fragment = { readonly __typename: 'StepFinished', readonly groupId: string | null, readonly reused: boolean, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly status__step: StepStatus, readonly attempt__ended: number | null, readonly callId__ended: string | null, readonly outcome__ended: CallOutcome | null, readonly output__step: { readonly byteSize: number, readonly value: unknown, readonly preview: string } | null, readonly content: { readonly byteSize: number, readonly value: unknown, readonly preview: string } | null, readonly failure__ended: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean, readonly details: unknown } | null, readonly warning: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean, readonly details: unknown } | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_ArtifactStored_Fragment = { readonly __typename: 'ArtifactStored', readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly artifact: { readonly name: string, readonly mediaType: string, readonly byteSize: number, readonly sha256: string, readonly address: string }, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_CancelRequested_Fragment = { readonly __typename: 'CancelRequested', readonly requestedBy: string, readonly reason: string | null, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_CallIgnored_Fragment = { readonly __typename: 'CallIgnored', readonly callId: string, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly reason__ignored: string, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_ExecutionResumed_Fragment = { readonly __typename: 'ExecutionResumed', readonly count: number, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

type Whole_ExecutionFinished_Fragment = { readonly __typename: 'ExecutionFinished', readonly response: string | null, readonly type: ExecutionEventType, readonly sequence: number, readonly cursor: string, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly chatFrame: Readonly<Record<string, unknown>> | null, readonly status__execution: ExecutionStatus, readonly failure__ended: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean, readonly details: unknown } | null, readonly responseFailure: { readonly code: FailureCode, readonly message: string, readonly stepId: string | null, readonly retryable: boolean, readonly details: unknown } | null, readonly output__execution: { readonly byteSize: number, readonly value: unknown, readonly preview: string } | null, readonly transitions: ReadonlyArray<{ readonly from: ExecutionState, readonly event: string | null, readonly to: ExecutionState }> };

export type WholeFragment =
  | Whole_ExecutionStarted_Fragment
  | Whole_AgentRouted_Fragment
  | Whole_PlanProposed_Fragment
  | Whole_PlanRejected_Fragment
  | Whole_ModelCallStarted_Fragment
  | Whole_ModelCalled_Fragment
  | Whole_TextProduced_Fragment
  | Whole_StepStarted_Fragment
  | Whole_AttemptFailed_Fragment
  | Whole_StepWaiting_Fragment
  | Whole_HumanInputResolved_Fragment
  | Whole_TurnStarted_Fragment
  | Whole_OutputSubmitted_Fragment
  | Whole_MessageAdded_Fragment
  | Whole_StructuredOutputChecked_Fragment
  | Whole_DuplicateSuppressed_Fragment
  | Whole_BindingSet_Fragment
  | Whole_HandoffMade_Fragment
  | Whole_StepFinished_Fragment
  | Whole_ArtifactStored_Fragment
  | Whole_CancelRequested_Fragment
  | Whole_CallIgnored_Fragment
  | Whole_ExecutionResumed_Fragment
  | Whole_ExecutionFinished_Fragment
;

export const eventDetail = "query EventDetail($id:ID!$after:EventCursor$first:Int!$includeHidden:Boolean){execution(by:{id:$id}){events(first:$first after:$after includeHidden:$includeHidden){nodes{...Whole}pageInfo{hasNextPage endCursor}}}}fragment Shown on Payload{byteSize value(maxBytes:16384)preview(maxCharacters:2000)}fragment Why on ExecutionFailure{code message stepId retryable details}fragment Whole on ExecutionEvent{__typename type sequence cursor occurredAt stepId hidden transitions{from event to}chatFrame ...on ExecutionStarted{kind callableNames plan__started:plan{hash}planWarnings{code message path}derivedFrom{kind executionId fromStepId reusedStepIds}}...on AgentRouted{routing{unknownAgentName mode agentName confidence reason}}...on PlanProposed{plan{hash}planWarnings{code message path}worstCase{toolCalls modelCalls tokens costMicros}}...on PlanRejected{correcting failure{...Why}errors{code message path}}...on ModelCallStarted{purpose number model reservedTokens reservedCostMicros}...on ModelCalled{modelCall{number purpose model startedAt durationMs timeToFirstTextMs inputTokens cachedInputTokens outputTokens usageIsBound costMicros outcome retryAt failure{...Why}}}...on TextProduced{streamId offset text}...on StepStarted{attempt callId callableName groupId arguments{...Shown}}...on AttemptFailed{attempt callId outcome retryAt failure{...Why}}...on StepWaiting{waitsFor until note handle awaitedTurnKey}...on HumanInputResolved{requestId resolution respondedBy reason response__resolved:response{...Shown}}...on StepFinished{status__step:status attempt__ended:attempt callId__ended:callId outcome__ended:outcome groupId reused output__step:output{...Shown}content{...Shown}failure__ended:failure{...Why}warning{...Why}}...on ArtifactStored{artifact{name mediaType byteSize sha256 address}}...on CancelRequested{requestedBy reason}...on CallIgnored{callId reason__ignored:reason}...on ExecutionResumed{count}...on ExecutionFinished{status__execution:status response failure__ended:failure{...Why}responseFailure{...Why}output__execution:output{...Shown}}...on TurnStarted{turn turnKey agentName cause isElsewhere}...on OutputSubmitted{turn turnKey agentName submittedBy}...on MessageAdded{message{author agentName turn uiHidden text{...Shown}}}...on StructuredOutputChecked{turn turnKey agentName modelName willCorrect startsTool data{...Shown}violations{pointer message}}...on DuplicateSuppressed{turnKey agentName}...on BindingSet{name value source}...on HandoffMade{sourceAgentName target targetAgentName rule}}" as Operation<EventDetailQuery, EventDetailQueryVariables>;

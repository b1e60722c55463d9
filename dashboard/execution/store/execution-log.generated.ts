// Generated from dashboard/execution/store/execution-log.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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

/** Why it is the turn of an agent. */
export type TurnCause =
  /** A person said something. */
  | 'MESSAGE'
  /** Another agent handed over to it. */
  | 'HANDOFF'
  /** Its output did not satisfy its model. */
  | 'CORRECTION';

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

export type ExecutionLogSubscriptionVariables = Exact<{
  executionId: string;
  after?: string | null | undefined;
  includeHidden?: boolean | null | undefined;
}>;


export type ExecutionLogSubscription = { readonly executionEvents: { readonly caughtUp: boolean, readonly status: ExecutionStatus, readonly gap: { readonly firstSequence: number, readonly lastSequence: number } | null, readonly events: ReadonlyArray<
      | { readonly __typename: 'ExecutionStarted', readonly kind: ExecutionKind, readonly callableNames: ReadonlyArray<string>, readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean }
      | { readonly __typename: 'AgentRouted', readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly routing: { readonly unknownAgentName: string | null, readonly agentName: string | null, readonly mode: RoutingMode, readonly confidence: number | null, readonly reason: string | null } }
      | { readonly __typename: 'PlanProposed', readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly plan: { readonly hash: string } }
      | { readonly __typename: 'PlanRejected', readonly correcting: boolean, readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly failure: { readonly code: FailureCode, readonly message: string } }
      | { readonly __typename: 'ModelCallStarted', readonly purpose: ModelCallPurpose, readonly number: number, readonly model: string, readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean }
      | { readonly __typename: 'ModelCalled', readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly modelCall: { readonly number: number, readonly purpose: ModelCallPurpose, readonly model: string, readonly durationMs: number | null, readonly inputTokens: number, readonly outputTokens: number, readonly costMicros: number | null, readonly retryAt: string | null, readonly failure: { readonly code: FailureCode, readonly message: string } | null } }
      | { readonly __typename: 'TextProduced', readonly streamId: string, readonly offset: number, readonly text: string, readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean }
      | { readonly __typename: 'StepStarted', readonly attempt: number, readonly callableName: string, readonly groupId: string | null, readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean }
      | { readonly __typename: 'AttemptFailed', readonly attempt: number, readonly outcome: CallOutcome, readonly retryAt: string | null, readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly failure: { readonly code: FailureCode, readonly message: string } }
      | { readonly __typename: 'StepWaiting', readonly waitsFor: WaitKind, readonly until: string | null, readonly note: string | null, readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean }
      | { readonly __typename: 'HumanInputResolved', readonly requestId: string, readonly resolution: HumanInputStatus, readonly respondedBy: string | null, readonly reason: string | null, readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean }
      | { readonly __typename: 'TurnStarted', readonly turn: number, readonly agentName: string, readonly cause: TurnCause, readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean }
      | { readonly __typename: 'OutputSubmitted', readonly turn: number, readonly agentName: string, readonly submittedBy: string, readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean }
      | { readonly __typename: 'MessageAdded', readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly message: { readonly author: MessageAuthor, readonly agentName: string | null, readonly turn: number | null, readonly uiHidden: boolean, readonly text: { readonly value: unknown } } }
      | { readonly __typename: 'StructuredOutputChecked', readonly turn: number, readonly agentName: string, readonly modelName: string, readonly willCorrect: boolean, readonly startsTool: boolean, readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean }
      | { readonly __typename: 'DuplicateSuppressed', readonly agentName: string, readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean }
      | { readonly __typename: 'BindingSet', readonly name: string, readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean }
      | { readonly __typename: 'HandoffMade', readonly sourceAgentName: string, readonly target: HandoffTargetKind, readonly targetAgentName: string | null, readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean }
      | { readonly __typename: 'StepFinished', readonly groupId: string | null, readonly reused: boolean, readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly stepStatus: StepStatus, readonly endedAttempt: number | null, readonly output: { readonly byteSize: number } | null, readonly stepFailure: { readonly code: FailureCode, readonly message: string } | null, readonly warnings: ReadonlyArray<{ readonly code: StepWarningCode }> }
      | { readonly __typename: 'ArtifactStored', readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly artifact: { readonly name: string } }
      | { readonly __typename: 'CancelRequested', readonly requestedBy: string, readonly reason: string | null, readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean }
      | { readonly __typename: 'CallIgnored', readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly ignoredBecause: string }
      | { readonly __typename: 'ExecutionResumed', readonly count: number, readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean }
      | { readonly __typename: 'ExecutionFinished', readonly cursor: string, readonly sequence: number, readonly occurredAt: string, readonly stepId: string | null, readonly hidden: boolean, readonly executionStatus: ExecutionStatus, readonly executionFailure: { readonly code: FailureCode, readonly message: string } | null }
    > } };

export const executionLog = "subscription ExecutionLog($executionId:ID!$after:EventCursor$includeHidden:Boolean){executionEvents(executionId:$executionId after:$after filter:{includeHidden:$includeHidden}){caughtUp status gap{firstSequence lastSequence}events{__typename cursor sequence occurredAt stepId hidden ...on ExecutionStarted{kind callableNames}...on AgentRouted{routing{unknownAgentName agentName mode confidence reason}}...on PlanProposed{plan{hash}}...on PlanRejected{correcting failure{code message}}...on ModelCallStarted{purpose number model}...on ModelCalled{modelCall{number purpose model durationMs inputTokens outputTokens costMicros retryAt failure{code message}}}...on TextProduced{streamId offset text}...on StepStarted{attempt callableName groupId}...on AttemptFailed{attempt outcome retryAt failure{code message}}...on StepWaiting{waitsFor until note}...on HumanInputResolved{requestId resolution respondedBy reason}...on StepFinished{stepStatus:status endedAttempt:attempt groupId reused output{byteSize}stepFailure:failure{code message}warnings{code}}...on ArtifactStored{artifact{name}}...on CancelRequested{requestedBy reason}...on CallIgnored{ignoredBecause:reason}...on ExecutionResumed{count}...on ExecutionFinished{executionStatus:status executionFailure:failure{code message}}...on TurnStarted{turn agentName cause}...on OutputSubmitted{turn agentName submittedBy}...on MessageAdded{message{author agentName turn uiHidden text{value}}}...on StructuredOutputChecked{turn agentName modelName willCorrect startsTool}...on DuplicateSuppressed{agentName}...on BindingSet{name}...on HandoffMade{sourceAgentName target targetAgentName}}}}" as Operation<ExecutionLogSubscription, ExecutionLogSubscriptionVariables>;

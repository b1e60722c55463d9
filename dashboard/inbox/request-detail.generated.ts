// Generated from dashboard/inbox/request-detail.graphql by scripts/generate.mjs. Do not edit.
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

/** What becomes of a step that a person does not answer. */
export type HumanInputOutcome =
  /** It fails. */
  | 'FAIL'
  /** It is skipped. */
  | 'SKIP'
  /** It goes on with the answer that was declared for this. */
  | 'ANSWER';

/** Who a value of a call's arguments comes from. */
export type ValueSourceKind =
  /** The caller wrote it into the plan. */
  | 'CALLER'
  /** A language model wrote it into the plan. */
  | 'MODEL'
  /** The output of an earlier step. */
  | 'STEP'
  /** The answer of a person to an earlier step. */
  | 'PERSON'
  /** The output of an agent: a language model wrote it. */
  | 'AGENT'
  /** An initial binding, given by the caller. */
  | 'BINDING'
  /** The input of the workflow. */
  | 'INPUT';

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

/** An answer to a request for human input. */
export type HumanInputResponseInput =
  {   /** Permit what was asked, or give the data that satisfies `responseSchema`. Empty where no data is asked for. */
  readonly accept: Readonly<Record<string, unknown>>; readonly decline?: never; }
  |  { readonly accept?: never;   /** Decline, with a reason of 1000 characters at most. */
  readonly decline: string; };

export type DocumentFragment = { readonly value: unknown, readonly byteSize: number, readonly preview: string };

export type CallerFragment = { readonly effectClass: EffectClass, readonly tool: { readonly annotations: { readonly destructive: boolean | null } } | null, readonly attempts: ReadonlyArray<{ readonly number: number, readonly startedAt: string, readonly finishedAt: string | null, readonly outcome: CallOutcome | null, readonly failure: { readonly code: FailureCode, readonly message: string } | null }> };

export type RequestDetailQueryVariables = Exact<{
  id: string;
}>;


export type RequestDetailQuery = { readonly node:
    | { readonly __typename: 'Tool' }
    | { readonly __typename: 'Agent' }
    | { readonly __typename: 'Workflow' }
    | { readonly __typename: 'Artifact' }
    | { readonly __typename: 'McpServer' }
    | { readonly __typename: 'Execution' }
    | { readonly __typename: 'ToolStep' }
    | { readonly __typename: 'AgentStep' }
    | { readonly __typename: 'WorkflowStep' }
    | { readonly __typename: 'HumanInputStep' }
    | { readonly __typename: 'ParallelStep' }
    | { readonly __typename: 'HumanInputRequest', readonly id: string, readonly kind: HumanInputKind, readonly purpose: HumanInputPurpose, readonly status: HumanInputStatus, readonly prompt: string, readonly callableName: string | null, readonly stepId: string | null, readonly createdAt: string, readonly expiresAt: string | null, readonly resolvedAt: string | null, readonly respondedBy: string | null, readonly reason: string | null, readonly onExpiry: HumanInputOutcome, readonly onDecline: HumanInputOutcome, readonly responseSchema: unknown, readonly ui: { readonly component: string, readonly mode: string | null } | null, readonly response: { readonly value: unknown, readonly byteSize: number, readonly preview: string } | null, readonly context: { readonly value: unknown, readonly byteSize: number, readonly preview: string } | null, readonly argumentSources: ReadonlyArray<{ readonly target: string, readonly kind: ValueSourceKind, readonly stepId: string | null, readonly source: string | null, readonly callableName: string | null }>, readonly execution: { readonly id: string, readonly title: string, readonly status: ExecutionStatus, readonly plan: { readonly steps: ReadonlyArray<{ readonly stepId: string, readonly arguments: unknown, readonly children: ReadonlyArray<{ readonly stepId: string, readonly arguments: unknown }> }> } | null, readonly steps: ReadonlyArray<
          | { readonly __typename: 'ToolStep', readonly stepId: string, readonly kind: StepKind, readonly effectClass: EffectClass, readonly tool: { readonly annotations: { readonly destructive: boolean | null } } | null, readonly attempts: ReadonlyArray<{ readonly number: number, readonly startedAt: string, readonly finishedAt: string | null, readonly outcome: CallOutcome | null, readonly failure: { readonly code: FailureCode, readonly message: string } | null }> }
          | { readonly __typename: 'AgentStep', readonly stepId: string, readonly kind: StepKind }
          | { readonly __typename: 'WorkflowStep', readonly stepId: string, readonly kind: StepKind }
          | { readonly __typename: 'HumanInputStep', readonly stepId: string, readonly kind: StepKind }
          | { readonly __typename: 'ParallelStep', readonly stepId: string, readonly kind: StepKind, readonly children: ReadonlyArray<
              | { readonly __typename: 'ToolStep', readonly stepId: string, readonly kind: StepKind, readonly effectClass: EffectClass, readonly tool: { readonly annotations: { readonly destructive: boolean | null } } | null, readonly attempts: ReadonlyArray<{ readonly number: number, readonly startedAt: string, readonly finishedAt: string | null, readonly outcome: CallOutcome | null, readonly failure: { readonly code: FailureCode, readonly message: string } | null }> }
              | { readonly __typename: 'AgentStep', readonly stepId: string, readonly kind: StepKind }
              | { readonly __typename: 'WorkflowStep', readonly stepId: string, readonly kind: StepKind }
              | { readonly __typename: 'HumanInputStep', readonly stepId: string, readonly kind: StepKind }
              | { readonly __typename: 'ParallelStep', readonly stepId: string, readonly kind: StepKind }
            > }
        > } | null }
    | { readonly __typename: 'Conversation' }
    | { readonly __typename: 'Message' }
    | { readonly __typename: 'Manifest' }
   | null };

export type AnswerRequestMutationVariables = Exact<{
  id: string;
  response: HumanInputResponseInput;
}>;


export type AnswerRequestMutation = { readonly respondToHumanInput: { readonly request: { readonly id: string, readonly status: HumanInputStatus } | null, readonly errors: ReadonlyArray<
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string, readonly violations: ReadonlyArray<{ readonly instance: string, readonly keyword: string, readonly message: string }> }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
    > } | null };

export const requestDetail = "fragment Document on Payload{value byteSize preview(maxCharacters:2000)}fragment Caller on ToolStep{effectClass tool{annotations{destructive}}attempts{number startedAt finishedAt outcome failure{code message}}}query RequestDetail($id:ID!){node(id:$id){__typename ...on HumanInputRequest{id kind purpose status prompt callableName stepId createdAt expiresAt resolvedAt respondedBy reason onExpiry onDecline responseSchema ui{component mode}response{...Document}context{...Document}argumentSources{target kind stepId source callableName}execution{id title status plan{steps{stepId arguments children{stepId arguments}}}steps{__typename stepId kind ...Caller ...on ParallelStep{children{__typename stepId kind ...Caller}}}}}}}" as Operation<RequestDetailQuery, RequestDetailQueryVariables>;

export const answerRequest = "mutation AnswerRequest($id:ID!$response:HumanInputResponseInput!){respondToHumanInput(input:{requestId:$id response:$response}){request{id status}errors{code message ...on SchemaViolationError{violations{instance keyword message}}}}}" as Operation<AnswerRequestMutation, AnswerRequestMutationVariables>;

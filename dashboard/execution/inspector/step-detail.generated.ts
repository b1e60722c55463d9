// Generated from dashboard/execution/inspector/step-detail.graphql by scripts/generate.mjs. Do not edit.
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

/** What becomes the output of a parallel group. */
export type MergeStrategy =
  /** A map from result key to output. Siblings run to their end; fails if every child failed, is partial if some did. */
  | 'COLLECT_ALL'
  /** The output of the first child that succeeds; the others are cancelled. */
  | 'FIRST_SUCCESS';

/** What of a step a reference can name. */
export type StepPart =
  /** Its structured result: `{{steps.<id>.output}}`. */
  | 'OUTPUT'
  /** What its callee wrote, a string: `{{steps.<id>.text}}`. */
  | 'TEXT';

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

/** What an attachment is. */
export type AttachmentKind =
  /** A picture. */
  | 'IMAGE'
  /** A sound. */
  | 'AUDIO'
  /** A resource whose content came along. */
  | 'RESOURCE'
  /** The address of a resource. */
  | 'RESOURCE_LINK';

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

/** How a tool returned an artifact. */
export type ArtifactShape =
  /** In the published standard shape. */
  | 'STANDARD'
  /** With `artifact_id`, `artifact` and `_metadata`, but not in the published shape. */
  | 'WRAPPER'
  /** As a plain object. */
  | 'BARE';

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

export type StepDetailQueryVariables = Exact<{
  id: string;
}>;


export type StepDetailQuery = { readonly node:
    | { readonly __typename: 'Tool' }
    | { readonly __typename: 'Agent' }
    | { readonly __typename: 'Workflow' }
    | { readonly __typename: 'Artifact' }
    | { readonly __typename: 'McpServer' }
    | { readonly __typename: 'Execution' }
    | { readonly __typename: 'ToolStep', readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly resultKey: string | null, readonly startedAt: string | null, readonly finishedAt: string | null, readonly toolName: string, readonly effectClass: EffectClass, readonly callId: string | null, readonly outcome: CallOutcome | null, readonly waitsFor: WaitKind | null, readonly reused: boolean, readonly attachmentCount: number | null, readonly input: { readonly byteSize: number, readonly preview: string, readonly value: unknown } | null, readonly output: { readonly byteSize: number, readonly preview: string, readonly value: unknown } | null, readonly failure: { readonly code: FailureCode, readonly message: string, readonly retryable: boolean, readonly details: unknown } | null, readonly tool: { readonly mcpServer: { readonly name: string } } | null, readonly warnings: ReadonlyArray<{ readonly code: StepWarningCode, readonly message: string }>, readonly text: { readonly byteSize: number, readonly preview: string, readonly value: unknown } | null, readonly attempts: ReadonlyArray<{ readonly number: number, readonly startedAt: string, readonly finishedAt: string | null, readonly outcome: CallOutcome | null, readonly retryAt: string | null, readonly failure: { readonly code: FailureCode, readonly message: string, readonly retryable: boolean, readonly details: unknown } | null }>, readonly content: { readonly byteSize: number, readonly preview: string, readonly value: unknown } | null, readonly attachments: ReadonlyArray<{ readonly kind: AttachmentKind, readonly position: number, readonly name: string, readonly mediaType: string | null, readonly byteSize: number | null, readonly artifact: { readonly id: string, readonly downloadUrl: string } | null }> | null, readonly artifact: { readonly shape: ArtifactShape, readonly artifactId: string | null, readonly skillId: string | null } | null, readonly argumentSources: ReadonlyArray<{ readonly target: string, readonly kind: ValueSourceKind, readonly stepId: string | null, readonly sourcePart: StepPart | null, readonly source: string | null, readonly callableName: string | null }> }
    | { readonly __typename: 'AgentStep', readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly resultKey: string | null, readonly startedAt: string | null, readonly finishedAt: string | null, readonly agentName: string, readonly effectClass: EffectClass, readonly callId: string | null, readonly outcome: CallOutcome | null, readonly waitsFor: WaitKind | null, readonly executionId: string | null, readonly remoteTaskId: string | null, readonly waitNote: string | null, readonly reused: boolean, readonly attachmentCount: number | null, readonly input: { readonly byteSize: number, readonly preview: string, readonly value: unknown } | null, readonly output: { readonly byteSize: number, readonly preview: string, readonly value: unknown } | null, readonly failure: { readonly code: FailureCode, readonly message: string, readonly retryable: boolean, readonly details: unknown } | null, readonly warnings: ReadonlyArray<{ readonly code: StepWarningCode, readonly message: string }>, readonly text: { readonly byteSize: number, readonly preview: string, readonly value: unknown } | null, readonly attempts: ReadonlyArray<{ readonly number: number, readonly startedAt: string, readonly finishedAt: string | null, readonly outcome: CallOutcome | null, readonly retryAt: string | null, readonly failure: { readonly code: FailureCode, readonly message: string, readonly retryable: boolean, readonly details: unknown } | null }>, readonly content: { readonly byteSize: number, readonly preview: string, readonly value: unknown } | null, readonly attachments: ReadonlyArray<{ readonly kind: AttachmentKind, readonly position: number, readonly name: string, readonly mediaType: string | null, readonly byteSize: number | null, readonly artifact: { readonly id: string, readonly downloadUrl: string } | null }> | null, readonly argumentSources: ReadonlyArray<{ readonly target: string, readonly kind: ValueSourceKind, readonly stepId: string | null, readonly sourcePart: StepPart | null, readonly source: string | null, readonly callableName: string | null }> }
    | { readonly __typename: 'WorkflowStep', readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly resultKey: string | null, readonly startedAt: string | null, readonly finishedAt: string | null, readonly workflowName: string, readonly effectClass: EffectClass, readonly callId: string | null, readonly outcome: CallOutcome | null, readonly waitsFor: WaitKind | null, readonly executionId: string | null, readonly remoteTaskId: string | null, readonly waitNote: string | null, readonly reused: boolean, readonly input: { readonly byteSize: number, readonly preview: string, readonly value: unknown } | null, readonly output: { readonly byteSize: number, readonly preview: string, readonly value: unknown } | null, readonly failure: { readonly code: FailureCode, readonly message: string, readonly retryable: boolean, readonly details: unknown } | null, readonly attempts: ReadonlyArray<{ readonly number: number, readonly startedAt: string, readonly finishedAt: string | null, readonly outcome: CallOutcome | null, readonly retryAt: string | null, readonly failure: { readonly code: FailureCode, readonly message: string, readonly retryable: boolean, readonly details: unknown } | null }>, readonly content: { readonly byteSize: number, readonly preview: string, readonly value: unknown } | null, readonly argumentSources: ReadonlyArray<{ readonly target: string, readonly kind: ValueSourceKind, readonly stepId: string | null, readonly sourcePart: StepPart | null, readonly source: string | null, readonly callableName: string | null }> }
    | { readonly __typename: 'HumanInputStep', readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly resultKey: string | null, readonly startedAt: string | null, readonly finishedAt: string | null, readonly input: { readonly byteSize: number, readonly preview: string, readonly value: unknown } | null, readonly output: { readonly byteSize: number, readonly preview: string, readonly value: unknown } | null, readonly failure: { readonly code: FailureCode, readonly message: string, readonly retryable: boolean, readonly details: unknown } | null, readonly request: { readonly id: string, readonly kind: HumanInputKind, readonly status: HumanInputStatus, readonly purpose: HumanInputPurpose, readonly prompt: string, readonly respondedBy: string | null, readonly reason: string | null, readonly createdAt: string, readonly expiresAt: string | null, readonly resolvedAt: string | null, readonly onExpiry: HumanInputOutcome } | null }
    | { readonly __typename: 'ParallelStep', readonly stepId: string, readonly kind: StepKind, readonly status: StepStatus, readonly resultKey: string | null, readonly startedAt: string | null, readonly finishedAt: string | null, readonly input: { readonly byteSize: number, readonly preview: string, readonly value: unknown } | null, readonly output: { readonly byteSize: number, readonly preview: string, readonly value: unknown } | null, readonly failure: { readonly code: FailureCode, readonly message: string, readonly retryable: boolean, readonly details: unknown } | null, readonly policy: { readonly maxConcurrency: number | null, readonly mergeStrategy: MergeStrategy, readonly continueOnFailure: boolean } }
    | { readonly __typename: 'HumanInputRequest' }
    | { readonly __typename: 'Conversation' }
    | { readonly __typename: 'Message' }
    | { readonly __typename: 'Manifest' }
   | null };

export type ShownFragment = { readonly byteSize: number, readonly preview: string, readonly value: unknown };

export type FailedFragment = { readonly code: FailureCode, readonly message: string, readonly retryable: boolean, readonly details: unknown };

export type TriedFragment = { readonly number: number, readonly startedAt: string, readonly finishedAt: string | null, readonly outcome: CallOutcome | null, readonly retryAt: string | null, readonly failure: { readonly code: FailureCode, readonly message: string, readonly retryable: boolean, readonly details: unknown } | null };

export type CarriedFragment = { readonly kind: AttachmentKind, readonly position: number, readonly name: string, readonly mediaType: string | null, readonly byteSize: number | null, readonly artifact: { readonly id: string, readonly downloadUrl: string } | null };

export type FromFragment = { readonly target: string, readonly kind: ValueSourceKind, readonly stepId: string | null, readonly sourcePart: StepPart | null, readonly source: string | null, readonly callableName: string | null };

export const stepDetail = "query StepDetail($id:ID!){node(id:$id){__typename ...on Step{stepId kind status resultKey startedAt finishedAt input{...Shown}output{...Shown}failure{...Failed}}...on ToolStep{toolName tool{mcpServer{name}}effectClass callId outcome waitsFor reused warnings{code message}text{...Shown}attempts{...Tried}content{...Shown}attachmentCount attachments{...Carried}artifact{shape artifactId skillId}argumentSources{...From}}...on AgentStep{agentName effectClass callId outcome waitsFor executionId remoteTaskId waitNote reused warnings{code message}text{...Shown}attempts{...Tried}content{...Shown}attachmentCount attachments{...Carried}argumentSources{...From}}...on WorkflowStep{workflowName effectClass callId outcome waitsFor executionId remoteTaskId waitNote reused attempts{...Tried}content{...Shown}argumentSources{...From}}...on HumanInputStep{request{id kind status purpose prompt respondedBy reason createdAt expiresAt resolvedAt onExpiry}}...on ParallelStep{policy{maxConcurrency mergeStrategy continueOnFailure}}}}fragment Shown on Payload{byteSize preview(maxCharacters:2000)value(maxBytes:65536)}fragment Failed on ExecutionFailure{code message retryable details}fragment Tried on StepAttempt{number startedAt finishedAt outcome retryAt failure{...Failed}}fragment Carried on StepAttachment{kind position name mediaType byteSize artifact{id downloadUrl}}fragment From on ValueSource{target kind stepId sourcePart source callableName}" as Operation<StepDetailQuery, StepDetailQueryVariables>;

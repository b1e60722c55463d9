// Generated from dashboard/executions/first-example.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Whether a tool can be called. */
export type ToolStatus =
  /** It is as it was registered or accepted. */
  | 'READY'
  /** Its schemas, description or hints are not those that were accepted. It cannot be called until `acceptTool` accepts them. */
  | 'CHANGED';

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

/** A language in which plans are given and results are read, beside that of this schema. */
export type PlanDialect =
  /** `{"type":"tool_calls","calls":[…]}`, of the document Plan, Execute, Respond. */
  | 'TOOL_CALLS'
  /** `{"steps":[…]}` with agent and parallel steps, of the document Agent orchestration. */
  | 'ORCHESTRATE'
  /**
   * `{"request_id":…,"status":"success"|"error"|"partial","result":…}`, the `ExecutionResponse` of the document Host
   * contract. For projections only: a plan cannot be written in it. `metadata` of a question that an agent answered is what that agent says, as it came,
   * beside the model calls and tokens of the execution; of all else `tool_used` lists what was called and `agent_version` is that of this software.
   */
  | 'EXECUTION_RESPONSE';

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

/** What becomes of a step that a person does not answer. */
export type HumanInputOutcome =
  /** It fails. */
  | 'FAIL'
  /** It is skipped. */
  | 'SKIP'
  /** It goes on with the answer that was declared for this. */
  | 'ANSWER';

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

/** What to execute with `executePlan`. */
export type ExecutePlanInput = {
  /** The plan, or the prompt from which a planner makes it. */
  readonly source: PlanSourceInput;
  /** Initial bindings that templates may refer to. None if null. */
  readonly bindings?: Readonly<Record<string, unknown>> | null | undefined;
  /**
   * What to do with a plan that does not pass validation. If null, `RESPOND` for a prompt that is answered by the responder, and
   * `REJECT` otherwise. `RESPOND` is refused where `respond` is false.
   */
  readonly onInvalidPlan?: InvalidPlanPolicy | null | undefined;
  /** Whether the responder writes a text for the user at the end. True for a prompt and false for a given plan if null. */
  readonly respond?: boolean | null | undefined;
  /** How to execute it. The defaults of each option if null. */
  readonly options?: ExecutionOptionsInput | null | undefined;
};

/** A plan: exactly one of `plan` and `document`. */
export type PlanSourceInput = {
  /** A typed plan. */
  readonly plan?: PlanInput | null | undefined;
  /**
   * A plan as JSON, in one of the dialects: `{"type":"tool_calls","calls":[…]}`,
   * `{"type":"direct_response","content":"…"}` or `{"steps":[…]}`.
   */
  readonly document?: Readonly<Record<string, unknown>> | null | undefined;
  /** Dialect of `document`. Recognised by its shape if null. Not permitted beside `plan` or `prompt`. */
  readonly dialect?: PlanDialect | null | undefined;
  /** Words from which a planner makes the plan. Not permitted in `validatePlan`. */
  readonly prompt?: PromptInput | null | undefined;
};

/** Words from which a planner makes a plan. */
export type PromptInput = {
  /** What the user wants, 1 to 32000 characters. */
  readonly text: string;
  /** Earlier messages of the conversation, oldest first, 100 and 256 KB at most. None if null. */
  readonly history?: ReadonlyArray<MessageInput> | null | undefined;
  /** Name of a registered agent in whose name is planned and answered: its instructions and skills apply. None if null. */
  readonly agentName?: string | null | undefined;
  /** Instructions put before the conversation, beside those of the agent; 64 KB at most. None if null. */
  readonly systemPrompt?: string | null | undefined;
  /** Skills put before the conversation, beside those of the agent; 20 at most. None if null. */
  readonly skills?: ReadonlyArray<SkillInput> | null | undefined;
  /** Names of tools, agents and workflows that the plan may call, 200 at most. Everything that is registered if null. */
  readonly callables?: ReadonlyArray<string> | null | undefined;
  /** Name of the language model that plans, as `ServerInfo.models` lists it. That of the agent, else of the deployment, if null. */
  readonly model?: string | null | undefined;
  /** How the planner hands over its plan. That of the deployment if null. */
  readonly encoding?: PlannerEncoding | null | undefined;
  /** How often the planner is told what is wrong with its plan and asked again, 3 at most. That of the deployment if null. */
  readonly maxCorrections?: number | null | undefined;
  /** Hints for the responder, such as the wished length or format; 16 KB at most. None if null. Not permitted without a responder. */
  readonly usageHints?: Readonly<Record<string, unknown>> | null | undefined;
};

/** How a planner hands over its plan. With neither can it call a tool. */
export type PlannerEncoding =
  /** As arguments of the one function `__planning__`, which it is made to call. */
  | 'FUNCTION'
  /** As JSON, without any function. */
  | 'JSON';

/** A message of a conversation. */
export type MessageInput = {
  /** Who wrote it. */
  readonly role: MessageRole;
  /** The text. */
  readonly text: string;
};

/** Who wrote a message. */
export type MessageRole =
  /** The user. */
  | 'USER'
  /** An agent. */
  | 'AGENT';

/** Something that a language model shall know or do. */
export type SkillInput = {
  /** Identifier of the skill, unique, 64 characters at most. */
  readonly skillId: string;
  /** Its instructions, 16 KB at most. */
  readonly instructions: string;
};

/** What to do with a plan that does not pass validation. */
export type InvalidPlanPolicy =
  /** Start nothing and return the errors; an execution that was started with a prompt ends with them. */
  | 'REJECT'
  /** Skip every step and let the responder explain the errors. */
  | 'RESPOND';

/** A plan. */
export type PlanInput = {
  /** Steps in order. */
  readonly steps: ReadonlyArray<PlanStepInput>;
};

/** A step of a plan. */
export type PlanStepInput =
  {   /** Call a tool. */
  readonly tool: ToolStepInput; readonly parallel?: never; readonly humanInput?: never; }
  |  { readonly tool?: never;   /** Run steps concurrently. */
  readonly parallel: ParallelStepInput; readonly humanInput?: never; }
  |  { readonly tool?: never; readonly parallel?: never;   /** Ask a person. */
  readonly humanInput: HumanInputStepInput; };

/** A step that calls a tool, agent or workflow. */
export type ToolStepInput = {
  /** Identifier that is unique within the plan. Made from the position if null. */
  readonly stepId?: string | null | undefined;
  /** Name of the tool, agent or workflow. */
  readonly toolName: string;
  /** Arguments; strings may hold templates. None if null. */
  readonly arguments?: Readonly<Record<string, unknown>> | null | undefined;
  /**
   * Condition under which the step runs, in CEL with templates, such as `{{check.score}} > 3`. A false one skips the step, one that
   * cannot be evaluated fails it. It runs in any case if null.
   */
  readonly when?: string | null | undefined;
  /** What the arguments must satisfy beside the schema of the callable. Nothing if null. */
  readonly inputSchema?: unknown;
  /** What the output must satisfy beside the schema of the callable. Nothing if null. */
  readonly outputSchema?: unknown;
  /** Name under which the output is bound. */
  readonly resultKey?: string | null | undefined;
  /** Ids of steps that must be finished first, beside those that templates name. */
  readonly after?: ReadonlyArray<string> | null | undefined;
  /** Whether the step is exempt from the order that effects impose. False if null. */
  readonly independent?: boolean | null | undefined;
  /** Retries and timeout. The defaults of each policy if null. */
  readonly policy?: StepPolicyInput | null | undefined;
};

/** A step that runs other steps concurrently. */
export type ParallelStepInput = {
  /** Identifier that is unique within the plan. Made from the position if null. */
  readonly stepId?: string | null | undefined;
  /** The steps. Groups within groups are not permitted. */
  readonly steps: ReadonlyArray<PlanStepInput>;
  /** How many steps may run at a time. Bounded by `ExecutionLimits.maxParallel`, and that if null. */
  readonly maxConcurrency?: number | null | undefined;
  /** What becomes the output. `COLLECT_ALL` if null. */
  readonly mergeStrategy?: MergeStrategy | null | undefined;
  /** Condition under which the group runs, as that of a step. It runs in any case if null. */
  readonly when?: string | null | undefined;
  /** Name under which the output is bound. */
  readonly resultKey?: string | null | undefined;
  /** Ids of steps that must be finished first, beside those that templates name. */
  readonly after?: ReadonlyArray<string> | null | undefined;
  /** Whether the group is exempt from the order that effects impose. False if null. */
  readonly independent?: boolean | null | undefined;
  /** Whether the plan goes on if the group fails. False if null. */
  readonly continueOnFailure?: boolean | null | undefined;
};

/** Retries and timeout of a step. */
export type StepPolicyInput = {
  /** Attempts in total that known failures may use up, from 1 to 10. 1 if null. */
  readonly maxAttempts?: number | null | undefined;
  /** Wait before the second attempt; doubled for each further one. 1000 if null. */
  readonly initialBackoffMs?: number | null | undefined;
  /** Time for one attempt. Bounded by `ExecutionLimits.stepTimeoutMs`, and that if null. */
  readonly timeoutMs?: number | null | undefined;
  /** Whether the plan goes on if the step fails. False if null. */
  readonly continueOnFailure?: boolean | null | undefined;
  /** What to do if the call left and its answer was lost. As the execution if null. */
  readonly inDoubt?: InDoubtPolicy | null | undefined;
  /** What becomes of the step if a person declines its call: `FAIL` or `SKIP`. `FAIL` if null. */
  readonly onDecline?: HumanInputOutcome | null | undefined;
};

/** A step that asks a person. Its output is the answer. */
export type HumanInputStepInput = {
  /** Identifier that is unique within the plan. Made from the position if null. */
  readonly stepId?: string | null | undefined;
  /** What is asked for: `APPROVAL`, `CHOICE` or `FORM`. `FORM` if null. */
  readonly kind?: HumanInputKind | null | undefined;
  /** The question, 4000 characters at most; may hold templates. */
  readonly prompt: string;
  /**
   * Schema that the answer of a form must satisfy, of type object. Any object if null. Refused for other kinds, and with a `pattern` that
   * could not be checked in bounded time.
   */
  readonly responseSchema?: unknown;
  /** What can be picked, 2 to 50 entries. For `CHOICE` alone, and required there. */
  readonly choices?: ReadonlyArray<string> | null | undefined;
  /** Data for the person; may hold templates. */
  readonly context?: Readonly<Record<string, unknown>> | null | undefined;
  /** Time until the request lapses, a year at most. As long as the deployment says if null. */
  readonly timeoutMs?: number | null | undefined;
  /** What becomes of the step if nobody answers in time. `FAIL` if null. Never `ANSWER` for an `APPROVAL`. */
  readonly onExpiry?: HumanInputOutcome | null | undefined;
  /** The answer that is taken if nobody answers in time. Required for `onExpiry: ANSWER`, and refused otherwise. */
  readonly defaultResponse?: Readonly<Record<string, unknown>> | null | undefined;
  /** What becomes of the step if a person declines: `FAIL` or `SKIP`. `FAIL` if null. */
  readonly onDecline?: HumanInputOutcome | null | undefined;
  /** Name under which the answer is bound. */
  readonly resultKey?: string | null | undefined;
  /** Steps that must be finished first, beside those that templates name. */
  readonly after?: ReadonlyArray<string> | null | undefined;
  /** Takes the step out of the order that effects impose. False if null. */
  readonly independent?: boolean | null | undefined;
  /** Condition; the step is skipped where it is false. Always if null. */
  readonly when?: string | null | undefined;
};

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

export type ExampleMaterialQueryVariables = Exact<{ [key: string]: never; }>;


export type ExampleMaterialQuery = { readonly tools: { readonly nodes: ReadonlyArray<{ readonly name: string, readonly inputSchema: unknown, readonly effectClass: EffectClass, readonly status: ToolStatus }> } | null, readonly serverInfo: { readonly models: ReadonlyArray<{ readonly name: string, readonly defaultFor: ReadonlyArray<ModelCallPurpose> }> } | null };

export type RunExampleMutationVariables = Exact<{
  input: ExecutePlanInput;
}>;


export type RunExampleMutation = { readonly executePlan: { readonly execution: { readonly id: string } | null, readonly errors: ReadonlyArray<
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
    > } | null };

export const exampleMaterial = "query ExampleMaterial{tools(first:50){nodes{name inputSchema effectClass status}}serverInfo{models{name defaultFor}}}" as Operation<ExampleMaterialQuery, ExampleMaterialQueryVariables>;

export const runExample = "mutation RunExample($input:ExecutePlanInput!){executePlan(input:$input){execution{id}errors{code message}}}" as Operation<RunExampleMutation, RunExampleMutationVariables>;

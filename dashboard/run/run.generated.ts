// Generated from dashboard/run/run.graphql by scripts/generate.mjs. Do not edit.
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

/** Where an agent runs. */
export type AgentRuntime =
  /** At a remote A2A endpoint. */
  | 'A2A'
  /** Behind the HTTP contract of the document Host contract. */
  | 'HTTP'
  /** In this deployment, as a language model with instructions and tools. */
  | 'LOCAL';

/** Selects one workflow. */
export type WorkflowSelector =
  {   /** By global ID, which is that of a version. */
  readonly id: string; readonly name?: never; readonly version?: never; }
  |  { readonly id?: never;   /** By unique name: the newest version. */
  readonly name: string; readonly version?: never; }
  |  { readonly id?: never; readonly name?: never;   /** By name and version. */
  readonly version: WorkflowVersionSelector; };

/** Selects one version of a workflow. */
export type WorkflowVersionSelector = {
  /** Unique name of the workflow. */
  readonly name: string;
  /** `Workflow.version`. */
  readonly version: string;
};

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

/** What is wrong with a template reference. */
export type TemplateErrorReason =
  /** It cannot be parsed. */
  | 'SYNTAX'
  /** There is no step of that number. */
  | 'INDEX_OUT_OF_BOUNDS'
  /** It refers to its own step. */
  | 'SELF_REFERENCE'
  /** It refers to a later step. */
  | 'FORWARD_REFERENCE'
  /** The steps wait for one another. */
  | 'CYCLE'
  /** There is no step of that id. */
  | 'UNKNOWN_STEP'
  /** There is no such binding. */
  | 'UNKNOWN_BINDING'
  /** The output schema has no such field. */
  | 'FIELD_NOT_FOUND'
  /** Answered before 0.8.0 for a tool without an output schema. Such a reference now passes with a warning. */
  | 'NO_OUTPUT_SCHEMA'
  /** The step has no text: it is a workflow, answered by a person, or a group that collects. */
  | 'NO_TEXT'
  /** No value of the field can fit the argument. */
  | 'TYPE_MISMATCH'
  /** The step cannot be referred to from there. */
  | 'NOT_REFERABLE';

/** What to check with `validatePlan`. */
export type ValidatePlanInput = {
  /** The plan. A prompt is refused: checking makes no outgoing request. */
  readonly source: PlanSourceInput;
  /** Whether to count a responder in `worstCase`. False if null. */
  readonly respond?: boolean | null | undefined;
  /** Initial bindings that templates may refer to. None if null. */
  readonly bindings?: Readonly<Record<string, unknown>> | null | undefined;
  /** Bounds to check against, up to the caps of the tenant. The defaults of the deployment where null. */
  readonly limits?: ExecutionLimitsInput | null | undefined;
  /** How steps are ordered. `SEQUENTIAL` for documents and `DATAFLOW` for typed plans if null. */
  readonly schedule?: Schedule | null | undefined;
  /** Revision of the catalog that must be visible, as a registry mutation returned it. Any if null. */
  readonly minCatalogRevision?: string | null | undefined;
};

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

/** A question and how to answer it. */
export type AskInput = {
  /** The question, handed to the agent to the letter; 1 to 32000 characters. */
  readonly query: string;
  /** Who chooses the agent. A language model, among all that are routable, if null. */
  readonly routing?: RoutingInput | null | undefined;
  /**
   * Earlier messages of the conversation, oldest first, 100 and 256 KB at most. None if null. They are for the router and the
   * responder: not permitted where there is neither.
   */
  readonly history?: ReadonlyArray<MessageInput> | null | undefined;
  /** Facts on user and session that are handed to an agent behind HTTP, 64 KB at most; others take words only. None if null. */
  readonly sessionContext?: Readonly<Record<string, unknown>> | null | undefined;
  /** Instructions that are handed to an agent behind HTTP beside the question, 16 KB at most; others take words only. None if null. */
  readonly agentInstructions?: string | null | undefined;
  /** Hints for the responder, such as the wished length or format; 16 KB at most. None if null. Not permitted without a responder. */
  readonly usageHints?: Readonly<Record<string, unknown>> | null | undefined;
  /** Whether the responder writes the answer. True if null. Otherwise `Execution.response` stays null. */
  readonly respond?: boolean | null | undefined;
  /** Settings that all ways to start have in common. */
  readonly options?: ExecutionOptionsInput | null | undefined;
};

/** Who chooses the agent. */
export type RoutingInput =
  {   /** A language model chooses. */
  readonly auto: AutoRoutingInput; readonly manual?: never; }
  |  { readonly auto?: never;   /** The caller chooses: name of the agent. */
  readonly manual: string; };

/** How a language model chooses the agent. */
export type AutoRoutingInput = {
  /** Names of agents to choose from, 100 at most. All that are routable if null. */
  readonly candidates?: ReadonlyArray<string> | null | undefined;
  /** Name of the language model that chooses, as `ServerInfo.models` lists it. That of the deployment if null. */
  readonly model?: string | null | undefined;
};

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

/** What to run with `invokeWorkflow`. */
export type InvokeWorkflowInput = {
  /** Which workflow. */
  readonly workflow: WorkflowSelector;
  /** Its input. */
  readonly payload: WorkflowPayloadInput;
  /** How to execute it. The defaults of each option if null. */
  readonly options?: ExecutionOptionsInput | null | undefined;
};

/** Input of a workflow. */
export type WorkflowPayloadInput =
  {   /** The input itself, required to satisfy `Workflow.inputSchema`. It is stored as an artifact of the execution. */
  readonly parameters: Readonly<Record<string, unknown>>; readonly artifact?: never; }
  |  { readonly parameters?: never;   /** Name of an artifact that was given, or address of any, whose content is the input as JSON. */
  readonly artifact: string; };

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

export type CheckPlanQueryVariables = Exact<{
  input: ValidatePlanInput;
}>;


export type CheckPlanQuery = { readonly validatePlan: { readonly valid: boolean, readonly waves: ReadonlyArray<ReadonlyArray<string>>, readonly steps: ReadonlyArray<{ readonly stepId: string, readonly callableName: string, readonly effectClass: EffectClass, readonly references: ReadonlyArray<{ readonly reference: { readonly sourceStepId: string | null } }> }>, readonly worstCase: { readonly toolCalls: number, readonly modelCalls: number, readonly tokens: number, readonly costMicros: number | null } | null, readonly warnings: ReadonlyArray<{ readonly code: PlanWarningCode, readonly message: string, readonly path: ReadonlyArray<string>, readonly stepId: string }>, readonly errors: ReadonlyArray<
      | { readonly __typename: 'GeneralError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'UnknownCallableError', readonly name: string, readonly nearestNames: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TemplateError', readonly stepId: string, readonly reason: TemplateErrorReason, readonly template: string, readonly field: string | null, readonly availableFields: ReadonlyArray<string>, readonly nearestNames: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SchemaViolationError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string>, readonly violations: ReadonlyArray<{ readonly instance: string, readonly keyword: string, readonly message: string }> }
      | { readonly __typename: 'LimitError', readonly limit: string, readonly maximum: number, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidStateError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'OutcomeUnknownError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyConflictError', readonly executionId: string, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    >, readonly plan: { readonly steps: ReadonlyArray<{ readonly stepId: string, readonly kind: StepKind, readonly children: ReadonlyArray<{ readonly stepId: string, readonly kind: StepKind }>, readonly parallel: { readonly mergeStrategy: MergeStrategy } | null }> } | null } | null };

export type CallableToolsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type CallableToolsQuery = { readonly tools: { readonly nodes: ReadonlyArray<{ readonly name: string, readonly description: string, readonly annotations: { readonly destructive: boolean | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type CallableAgentsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type CallableAgentsQuery = { readonly agents: { readonly nodes: ReadonlyArray<{ readonly name: string, readonly description: string, readonly runtime: AgentRuntime }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type CallableWorkflowsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type CallableWorkflowsQuery = { readonly workflows: { readonly nodes: ReadonlyArray<{ readonly name: string, readonly description: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type RunDefaultsQueryVariables = Exact<{ [key: string]: never; }>;


export type RunDefaultsQuery = { readonly serverInfo: { readonly defaultLimits: { readonly maxSteps: number, readonly maxParallel: number, readonly maxDepth: number, readonly stepTimeoutMs: number, readonly timeoutMs: number, readonly maxModelCalls: number, readonly maxTokens: number | null, readonly maxCostMicros: number | null } } | null };

export type ToolSchemaQueryVariables = Exact<{
  name: string;
}>;


export type ToolSchemaQuery = { readonly tool: { readonly inputSchema: unknown } | null };

export type AgentSchemaQueryVariables = Exact<{
  name: string;
}>;


export type AgentSchemaQuery = { readonly agent: { readonly inputSchema: unknown } | null };

export type WorkflowDetailQueryVariables = Exact<{
  by: WorkflowSelector;
}>;


export type WorkflowDetailQuery = { readonly workflow: { readonly name: string, readonly version: string, readonly description: string, readonly inputSchema: unknown, readonly plan: { readonly steps: ReadonlyArray<{ readonly stepId: string, readonly kind: StepKind, readonly callableName: string | null, readonly children: ReadonlyArray<{ readonly stepId: string, readonly kind: StepKind, readonly callableName: string | null }> }> }, readonly versions: ReadonlyArray<{ readonly version: string, readonly createdAt: string }> | null } | null };

export type StartPlanMutationVariables = Exact<{
  input: ExecutePlanInput;
}>;


export type StartPlanMutation = { readonly executePlan: { readonly execution: { readonly id: string } | null, readonly errors: ReadonlyArray<
      | { readonly __typename: 'GeneralError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'UnknownCallableError', readonly name: string, readonly nearestNames: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TemplateError', readonly stepId: string, readonly reason: TemplateErrorReason, readonly template: string, readonly field: string | null, readonly availableFields: ReadonlyArray<string>, readonly nearestNames: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SchemaViolationError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string>, readonly violations: ReadonlyArray<{ readonly instance: string, readonly keyword: string, readonly message: string }> }
      | { readonly __typename: 'LimitError', readonly limit: string, readonly maximum: number, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidStateError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'OutcomeUnknownError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyConflictError', readonly executionId: string, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type StartQuestionMutationVariables = Exact<{
  input: AskInput;
}>;


export type StartQuestionMutation = { readonly ask: { readonly execution: { readonly id: string } | null, readonly errors: ReadonlyArray<
      | { readonly __typename: 'GeneralError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'UnknownCallableError', readonly name: string, readonly nearestNames: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TemplateError', readonly stepId: string, readonly reason: TemplateErrorReason, readonly template: string, readonly field: string | null, readonly availableFields: ReadonlyArray<string>, readonly nearestNames: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SchemaViolationError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string>, readonly violations: ReadonlyArray<{ readonly instance: string, readonly keyword: string, readonly message: string }> }
      | { readonly __typename: 'LimitError', readonly limit: string, readonly maximum: number, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidStateError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'OutcomeUnknownError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyConflictError', readonly executionId: string, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type StartWorkflowMutationVariables = Exact<{
  input: InvokeWorkflowInput;
}>;


export type StartWorkflowMutation = { readonly invokeWorkflow: { readonly execution: { readonly id: string } | null, readonly errors: ReadonlyArray<
      | { readonly __typename: 'GeneralError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'UnknownCallableError', readonly name: string, readonly nearestNames: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TemplateError', readonly stepId: string, readonly reason: TemplateErrorReason, readonly template: string, readonly field: string | null, readonly availableFields: ReadonlyArray<string>, readonly nearestNames: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SchemaViolationError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string>, readonly violations: ReadonlyArray<{ readonly instance: string, readonly keyword: string, readonly message: string }> }
      | { readonly __typename: 'LimitError', readonly limit: string, readonly maximum: number, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidStateError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'OutcomeUnknownError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyConflictError', readonly executionId: string, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

type Wrong_GeneralError_Fragment = { readonly __typename: 'GeneralError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type Wrong_UnknownCallableError_Fragment = { readonly __typename: 'UnknownCallableError', readonly name: string, readonly nearestNames: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type Wrong_TemplateError_Fragment = { readonly __typename: 'TemplateError', readonly stepId: string, readonly reason: TemplateErrorReason, readonly template: string, readonly field: string | null, readonly availableFields: ReadonlyArray<string>, readonly nearestNames: ReadonlyArray<string>, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type Wrong_SchemaViolationError_Fragment = { readonly __typename: 'SchemaViolationError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string>, readonly violations: ReadonlyArray<{ readonly instance: string, readonly keyword: string, readonly message: string }> };

type Wrong_LimitError_Fragment = { readonly __typename: 'LimitError', readonly limit: string, readonly maximum: number, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type Wrong_InvalidStateError_Fragment = { readonly __typename: 'InvalidStateError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type Wrong_OutcomeUnknownError_Fragment = { readonly __typename: 'OutcomeUnknownError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type Wrong_IdempotencyConflictError_Fragment = { readonly __typename: 'IdempotencyConflictError', readonly executionId: string, readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

export type WrongFragment =
  | Wrong_GeneralError_Fragment
  | Wrong_UnknownCallableError_Fragment
  | Wrong_TemplateError_Fragment
  | Wrong_SchemaViolationError_Fragment
  | Wrong_LimitError_Fragment
  | Wrong_InvalidStateError_Fragment
  | Wrong_OutcomeUnknownError_Fragment
  | Wrong_IdempotencyConflictError_Fragment
;

export const checkPlan = "query CheckPlan($input:ValidatePlanInput!){validatePlan(input:$input){valid waves steps{stepId callableName effectClass references{reference{sourceStepId}}}worstCase{toolCalls modelCalls tokens costMicros}warnings{code message path stepId}errors{...Wrong}plan{steps{stepId kind children{stepId kind}parallel{mergeStrategy}}}}}fragment Wrong on UserError{__typename code message path ...on TemplateError{stepId reason template field availableFields nearestNames}...on UnknownCallableError{name nearestNames}...on SchemaViolationError{violations{instance keyword message}}...on LimitError{limit maximum}...on IdempotencyConflictError{executionId}}" as Operation<CheckPlanQuery, CheckPlanQueryVariables>;

export const callableTools = "query CallableTools($after:String){tools(first:100 after:$after){nodes{name description annotations{destructive}}pageInfo{hasNextPage endCursor}}}" as Operation<CallableToolsQuery, CallableToolsQueryVariables>;

export const callableAgents = "query CallableAgents($after:String){agents(first:100 after:$after){nodes{name description runtime}pageInfo{hasNextPage endCursor}}}" as Operation<CallableAgentsQuery, CallableAgentsQueryVariables>;

export const callableWorkflows = "query CallableWorkflows($after:String){workflows(first:100 after:$after){nodes{name description}pageInfo{hasNextPage endCursor}}}" as Operation<CallableWorkflowsQuery, CallableWorkflowsQueryVariables>;

export const runDefaults = "query RunDefaults{serverInfo{defaultLimits{maxSteps maxParallel maxDepth stepTimeoutMs timeoutMs maxModelCalls maxTokens maxCostMicros}}}" as Operation<RunDefaultsQuery, RunDefaultsQueryVariables>;

export const toolSchema = "query ToolSchema($name:String!){tool(by:{name:$name}){inputSchema}}" as Operation<ToolSchemaQuery, ToolSchemaQueryVariables>;

export const agentSchema = "query AgentSchema($name:String!){agent(by:{name:$name}){inputSchema}}" as Operation<AgentSchemaQuery, AgentSchemaQueryVariables>;

export const workflowDetail = "query WorkflowDetail($by:WorkflowSelector!){workflow(by:$by){name version description inputSchema plan{steps{stepId kind callableName children{stepId kind callableName}}}versions{version createdAt}}}" as Operation<WorkflowDetailQuery, WorkflowDetailQueryVariables>;

export const startPlan = "mutation StartPlan($input:ExecutePlanInput!){executePlan(input:$input){execution{id}errors{...Wrong}}}fragment Wrong on UserError{__typename code message path ...on TemplateError{stepId reason template field availableFields nearestNames}...on UnknownCallableError{name nearestNames}...on SchemaViolationError{violations{instance keyword message}}...on LimitError{limit maximum}...on IdempotencyConflictError{executionId}}" as Operation<StartPlanMutation, StartPlanMutationVariables>;

export const startQuestion = "mutation StartQuestion($input:AskInput!){ask(input:$input){execution{id}errors{...Wrong}}}fragment Wrong on UserError{__typename code message path ...on TemplateError{stepId reason template field availableFields nearestNames}...on UnknownCallableError{name nearestNames}...on SchemaViolationError{violations{instance keyword message}}...on LimitError{limit maximum}...on IdempotencyConflictError{executionId}}" as Operation<StartQuestionMutation, StartQuestionMutationVariables>;

export const startWorkflow = "mutation StartWorkflow($input:InvokeWorkflowInput!){invokeWorkflow(input:$input){execution{id}errors{...Wrong}}}fragment Wrong on UserError{__typename code message path ...on TemplateError{stepId reason template field availableFields nearestNames}...on UnknownCallableError{name nearestNames}...on SchemaViolationError{violations{instance keyword message}}...on LimitError{limit maximum}...on IdempotencyConflictError{executionId}}" as Operation<StartWorkflowMutation, StartWorkflowMutationVariables>;

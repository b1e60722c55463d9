// Generated from schema.graphql by scripts/generate.mjs. Do not edit.
import type { Maybe, Scalars, PageInfo, QueryNodeArgs, QueryNodesArgs, QueryToolArgs, QueryToolsArgs, QueryAgentArgs, QueryAgentsArgs, QueryAgentCardArgs, QueryPreviewAgentCardArgs, QueryWorkflowArgs, QueryWorkflowsArgs, QueryWebhooksArgs, QueryMcpServersArgs, QueryExecutionArgs, QueryExecutionsArgs, QueryArtifactsArgs, QueryPreviewRetryArgs, QueryPreviewForkArgs, QueryUsageReportArgs, QueryValidatePlanArgs, QueryHumanInputRequestsArgs, QueryConversationArgs, QueryConversationsArgs, QueryManifestArgs, QueryManifestsArgs, Viewer, ModelBudget, Scope, ServerInfo, LanguageModel, SubscriptionTransport, ApiKey, ToolSelector, ComplianceFinding, ComplianceRule, ToolStatus, ReferableField, EffectClass, ToolAnnotations, ToolEdge, ToolConnection, AgentSelector, AgentCardSelector, AgentRuntime, AgentAction, AgentSkill, AgentHealth, AgentHealthStatus, AgentEdge, AgentConnection, AgentInterface, AgentProvider, AgentCapabilities, AgentExtension, AgentCardSkill, AgentCardPreview, AgentCardWarning, AgentCardWarningCode, WorkflowSelector, WorkflowVersionSelector, SchemaSource, WorkflowEdge, WorkflowConnection, ArtifactTextArgs, ArtifactEdge, ArtifactConnection, WebhookEdge, WebhookConnection, McpServerToolsArgs, DroppedTool, OutputValidation, McpServerStatus, McpServerEdge, McpServerConnection, StepKind, Schedule, ParallelPolicy, MergeStrategy, InDoubtPolicy, ApprovalPolicy, TemplateReference, StepPart, PlanValidation, WorstCase, CheckedStep, CheckedReference, FieldPresence, TypeRelation, PlanWarning, PlanWarningCode, ExecutionSelector, ExecutionFilter, DerivationPreview, UsageReport, CallableUsage, ModelUsage, Latency, ExecutionOrder, ExecutionChildrenArgs, ExecutionArtifactsArgs, ExecutionEventsArgs, ExecutionProjectionArgs, CallableRunKind, ExecutionStatus, ExecutionState, ExecutionAction, DerivationKind, PlanDialect, Label, PayloadValueArgs, PayloadPreviewArgs, PayloadDeepTextArgs, Binding, BindingSource, Usage, RoutingMode, ModelCallPurpose, ExecutionKind, ExecutionFailure, FailureCode, ExecutionEdge, StatusCount, StepStatus, ToolStepAttachmentsArgs, AgentStepAttachmentsArgs, AttachmentKind, StepWarning, StepWarningCode, ToolArtifact, ArtifactShape, StepAttempt, HumanInputPurpose, HumanInputOutcome, UiComponent, ValueSource, ValueSourceKind, ConversationMessagesArgs, ConversationStatus, MessageAuthor, MessageEdge, MessageConnection, ConversationEdge, ConversationConnection, HumanInputRequestEdge, AgentTurn, TurnReply, OutputViolation, HandoffTargetKind, ManifestEdge, ManifestConnection, HumanInputKind, HumanInputStatus, ExecutionEventType, StateTransition, TurnCause, VariableSource, WaitKind, CallOutcome, ExecutionEventEdge, ExecutionEventConnection, SubscriptionExecutionEventsArgs, SubscriptionExecutionChangesArgs, SubscriptionHumanInputChangesArgs, ExecutionEventFilter, EventGap, UserErrorCode, GeneralError, UnknownCallableError, TemplateError, TemplateErrorReason, SchemaViolationError, SchemaViolation, LimitError, InvalidStateError, OutcomeUnknownError, MutationExecutePlanArgs, MutationAskArgs, MutationInvokeWorkflowArgs, MutationRetryExecutionArgs, MutationForkExecutionArgs, MutationDeleteExecutionArgs, MutationDeleteConversationArgs, MutationCancelExecutionArgs, MutationRespondToHumanInputArgs, MutationRegisterMcpServerArgs, MutationRemoveMcpServerArgs, MutationRegisterWebhookArgs, MutationRemoveWebhookArgs, MutationAcceptToolArgs, MutationRegisterAgentArgs, MutationRemoveAgentArgs, MutationSaveWorkflowArgs, MutationRemoveWorkflowArgs, MutationCreateArtifactArgs, MutationDeleteArtifactArgs, MutationCreateApiKeyArgs, MutationRevokeApiKeyArgs, MutationRebuildIndexArgs, MutationSendMessageArgs, MutationSubmitStructuredOutputArgs, MutationApplyManifestArgs, MutationRemoveManifestArgs, ValidatePlanInput, ExecutePlanInput, PlanSourceInput, PromptInput, PlannerEncoding, MessageInput, MessageRole, SkillInput, InvalidPlanPolicy, AskInput, RoutingInput, AutoRoutingInput, RegisterAgentInput, AgentSourceInput, A2aAgentInput, HttpAgentInput, LocalAgentInput, AgentActionInput, RemoveAgentInput, AcceptToolInput, PlanInput, PlanStepInput, ToolStepInput, ParallelStepInput, StepPolicyInput, HumanInputStepInput, ExecutionOptionsInput, LocationHint, LabelInput, ExecutionLimitsInput, InvokeWorkflowInput, WorkflowPayloadInput, SaveWorkflowInput, RemoveWorkflowInput, CreateArtifactInput, ArtifactContentInput, ArtifactTextInput, DeleteArtifactInput, RetryExecutionInput, ForkExecutionInput, StepArgumentsInput, DeleteExecutionInput, DeleteConversationInput, RebuildIndexInput, CreateApiKeyInput, RevokeApiKeyInput, CancelExecutionInput, RespondToHumanInputInput, HumanInputResponseInput, ConversationSelector, SendMessageInput, ConversationChoiceInput, StartConversationInput, MessageOptionsInput, SubmitStructuredOutputInput, ApplyManifestInput, RemoveManifestInput, WebhookInput, RegisterWebhookInput, RemoveWebhookInput, RegisterMcpServerInput, DeclaredToolInput, RemoveMcpServerInput, ExecutePlanPayload, AskPayload, InvokeWorkflowPayload, SaveWorkflowPayload, RemoveWorkflowPayload, CreateArtifactPayload, DeleteArtifactPayload, RegisterAgentPayload, RemoveAgentPayload, AcceptToolPayload, RetryExecutionPayload, ForkExecutionPayload, DeleteExecutionPayload, DeleteConversationPayload, RebuildIndexPayload, CreateApiKeyPayload, RevokeApiKeyPayload, CreateSubscriptionTokenPayload, CancelExecutionPayload, RespondToHumanInputPayload, SendMessagePayload, SubmitStructuredOutputPayload, ApplyManifestPayload, ManifestWarning, RemoveManifestPayload, RegisterWebhookPayload, RemoveWebhookPayload, RegisterMcpServerPayload, RemoveMcpServerPayload } from './schema.generated.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { MessageAddedSource, AgentSource, AgentCardSource, StepSource, ArtifactSource, ManifestBindingSource, CallableRunSource, ConversationSource, ExecutionSource, DerivationSource, LimitsSource, OriginSource, ExecutionWebhookSource, HumanInputSource, IdempotencyConflict, ManifestSource, ManifestAgentSource, ManifestHandoffSource, ManifestToolSource, McpServerSource, MessageSource, ModelCallSource, PlanSource, PlanStepSource, RoutingSource, StepAttachmentSource, StepPolicySource, TenantSource, ToolSource, WebhookSource, WorkflowSource, WorkflowVersionSource, ExecutionStartedSource, AgentRoutedSource, PlanProposedSource, PlanRejectedSource, ModelCallStartedSource, ModelCalledSource, TextProducedSource, StepStartedSource, AttemptFailedSource, StepWaitingSource, HumanInputResolvedSource, ArtifactStoredSource, StepFinishedSource, CancelRequestedSource, CallIgnoredSource, ExecutionResumedSource, ExecutionFinishedSource, TurnStartedSource, OutputSubmittedSource, StructuredOutputCheckedSource, DuplicateSuppressedSource, BindingSetSource, HandoffMadeSource } from './sources.ts';
import type { ChangeBatchSource, ExecutionConnectionSource, BatchSource, InboxBatchSource, InboxConnectionSource } from './list-sources.ts';
import type { PayloadSource } from './payload-source.ts';
import type { GraphContext } from './graph-context.ts';
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };


export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;




/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Node:
    | ( ToolSource )
    | ( AgentSource )
    | ( WorkflowSource )
    | ( ArtifactSource )
    | ( McpServerSource )
    | ( ExecutionSource )
    | ( StepSource )
    | ( StepSource )
    | ( StepSource )
    | ( StepSource )
    | ( StepSource )
    | ( HumanInputSource )
    | ( ConversationSource )
    | ( MessageSource )
    | ( ManifestSource )
  ;
  Step:
    | ( StepSource )
    | ( StepSource )
    | ( StepSource )
    | ( StepSource )
    | ( StepSource )
  ;
  ExecutionEvent:
    | ( ExecutionStartedSource )
    | ( AgentRoutedSource )
    | ( PlanProposedSource )
    | ( PlanRejectedSource )
    | ( ModelCallStartedSource )
    | ( ModelCalledSource )
    | ( TextProducedSource )
    | ( StepStartedSource )
    | ( AttemptFailedSource )
    | ( StepWaitingSource )
    | ( HumanInputResolvedSource )
    | ( TurnStartedSource )
    | ( OutputSubmittedSource )
    | ( MessageAddedSource )
    | ( StructuredOutputCheckedSource )
    | ( DuplicateSuppressedSource )
    | ( BindingSetSource )
    | ( HandoffMadeSource )
    | ( StepFinishedSource )
    | ( ArtifactStoredSource )
    | ( CancelRequestedSource )
    | ( CallIgnoredSource )
    | ( ExecutionResumedSource )
    | ( ExecutionFinishedSource )
  ;
  UserError:
    | ( GeneralError )
    | ( UnknownCallableError )
    | ( TemplateError )
    | ( SchemaViolationError )
    | ( LimitError )
    | ( InvalidStateError )
    | ( OutcomeUnknownError )
    | ( IdempotencyConflict )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  JSONObject: ResolverTypeWrapper<Scalars['JSONObject']['output']>;
  JSONSchema: ResolverTypeWrapper<Scalars['JSONSchema']['output']>;
  JSONPointer: ResolverTypeWrapper<Scalars['JSONPointer']['output']>;
  SafeInt: ResolverTypeWrapper<Scalars['SafeInt']['output']>;
  URL: ResolverTypeWrapper<Scalars['URL']['output']>;
  EventCursor: ResolverTypeWrapper<Scalars['EventCursor']['output']>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Viewer: ResolverTypeWrapper<Omit<Viewer, 'tenant'> & { tenant: ResolversTypes['Tenant'] }>;
  Tenant: ResolverTypeWrapper<TenantSource>;
  ModelBudget: ResolverTypeWrapper<ModelBudget>;
  Scope: Scope;
  ServerInfo: ResolverTypeWrapper<Omit<ServerInfo, 'defaultLimits'> & { defaultLimits: ResolversTypes['ExecutionLimits'] }>;
  LanguageModel: ResolverTypeWrapper<LanguageModel>;
  SubscriptionTransport: SubscriptionTransport;
  ApiKey: ResolverTypeWrapper<ApiKey>;
  ToolSelector: ToolSelector;
  Tool: ResolverTypeWrapper<ToolSource>;
  ComplianceFinding: ResolverTypeWrapper<ComplianceFinding>;
  ComplianceRule: ComplianceRule;
  ToolStatus: ToolStatus;
  ReferableField: ResolverTypeWrapper<ReferableField>;
  EffectClass: EffectClass;
  ToolAnnotations: ResolverTypeWrapper<ToolAnnotations>;
  ToolEdge: ResolverTypeWrapper<Omit<ToolEdge, 'node'> & { node: ResolversTypes['Tool'] }>;
  ToolConnection: ResolverTypeWrapper<Omit<ToolConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversTypes['ToolEdge']>, nodes: ReadonlyArray<ResolversTypes['Tool']> }>;
  AgentSelector: AgentSelector;
  AgentCardSelector: AgentCardSelector;
  Agent: ResolverTypeWrapper<AgentSource>;
  AgentRuntime: AgentRuntime;
  AgentAction: ResolverTypeWrapper<AgentAction>;
  AgentSkill: ResolverTypeWrapper<AgentSkill>;
  AgentHealth: ResolverTypeWrapper<AgentHealth>;
  AgentHealthStatus: AgentHealthStatus;
  AgentEdge: ResolverTypeWrapper<Omit<AgentEdge, 'node'> & { node: ResolversTypes['Agent'] }>;
  AgentConnection: ResolverTypeWrapper<Omit<AgentConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversTypes['AgentEdge']>, nodes: ReadonlyArray<ResolversTypes['Agent']> }>;
  AgentCard: ResolverTypeWrapper<AgentCardSource>;
  AgentInterface: ResolverTypeWrapper<AgentInterface>;
  AgentProvider: ResolverTypeWrapper<AgentProvider>;
  AgentCapabilities: ResolverTypeWrapper<AgentCapabilities>;
  AgentExtension: ResolverTypeWrapper<AgentExtension>;
  AgentCardSkill: ResolverTypeWrapper<AgentCardSkill>;
  AgentCardPreview: ResolverTypeWrapper<Omit<AgentCardPreview, 'card' | 'errors'> & { card?: Maybe<ResolversTypes['AgentCard']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  AgentCardWarning: ResolverTypeWrapper<AgentCardWarning>;
  AgentCardWarningCode: AgentCardWarningCode;
  WorkflowSelector: WorkflowSelector;
  WorkflowVersionSelector: WorkflowVersionSelector;
  Workflow: ResolverTypeWrapper<WorkflowSource>;
  WorkflowVersion: ResolverTypeWrapper<WorkflowVersionSource>;
  SchemaSource: SchemaSource;
  WorkflowEdge: ResolverTypeWrapper<Omit<WorkflowEdge, 'node'> & { node: ResolversTypes['Workflow'] }>;
  WorkflowConnection: ResolverTypeWrapper<Omit<WorkflowConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversTypes['WorkflowEdge']>, nodes: ReadonlyArray<ResolversTypes['Workflow']> }>;
  Artifact: ResolverTypeWrapper<ArtifactSource>;
  ArtifactEdge: ResolverTypeWrapper<Omit<ArtifactEdge, 'node'> & { node: ResolversTypes['Artifact'] }>;
  ArtifactConnection: ResolverTypeWrapper<Omit<ArtifactConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversTypes['ArtifactEdge']>, nodes: ReadonlyArray<ResolversTypes['Artifact']> }>;
  Webhook: ResolverTypeWrapper<WebhookSource>;
  WebhookEdge: ResolverTypeWrapper<Omit<WebhookEdge, 'node'> & { node: ResolversTypes['Webhook'] }>;
  WebhookConnection: ResolverTypeWrapper<Omit<WebhookConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversTypes['WebhookEdge']>, nodes: ReadonlyArray<ResolversTypes['Webhook']> }>;
  ExecutionWebhook: ResolverTypeWrapper<ExecutionWebhookSource>;
  McpServer: ResolverTypeWrapper<McpServerSource>;
  DroppedTool: ResolverTypeWrapper<DroppedTool>;
  OutputValidation: OutputValidation;
  McpServerStatus: McpServerStatus;
  McpServerEdge: ResolverTypeWrapper<Omit<McpServerEdge, 'node'> & { node: ResolversTypes['McpServer'] }>;
  McpServerConnection: ResolverTypeWrapper<Omit<McpServerConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversTypes['McpServerEdge']>, nodes: ReadonlyArray<ResolversTypes['McpServer']> }>;
  Plan: ResolverTypeWrapper<PlanSource>;
  PlanStep: ResolverTypeWrapper<PlanStepSource>;
  StepKind: StepKind;
  Schedule: Schedule;
  StepPolicy: ResolverTypeWrapper<StepPolicySource>;
  ParallelPolicy: ResolverTypeWrapper<ParallelPolicy>;
  MergeStrategy: MergeStrategy;
  InDoubtPolicy: InDoubtPolicy;
  ApprovalPolicy: ApprovalPolicy;
  TemplateReference: ResolverTypeWrapper<TemplateReference>;
  StepPart: StepPart;
  PlanValidation: ResolverTypeWrapper<Omit<PlanValidation, 'plan' | 'errors'> & { plan?: Maybe<ResolversTypes['Plan']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  WorstCase: ResolverTypeWrapper<WorstCase>;
  CheckedStep: ResolverTypeWrapper<CheckedStep>;
  CheckedReference: ResolverTypeWrapper<CheckedReference>;
  FieldPresence: FieldPresence;
  TypeRelation: TypeRelation;
  PlanWarning: ResolverTypeWrapper<PlanWarning>;
  PlanWarningCode: PlanWarningCode;
  ExecutionSelector: ExecutionSelector;
  ExecutionFilter: ExecutionFilter;
  DerivationPreview: ResolverTypeWrapper<Omit<DerivationPreview, 'errors'> & { errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  UsageReport: ResolverTypeWrapper<UsageReport>;
  CallableUsage: ResolverTypeWrapper<CallableUsage>;
  ModelUsage: ResolverTypeWrapper<ModelUsage>;
  Latency: ResolverTypeWrapper<Latency>;
  ExecutionOrder: ExecutionOrder;
  Execution: ResolverTypeWrapper<ExecutionSource>;
  CallableRun: ResolverTypeWrapper<CallableRunSource>;
  CallableRunKind: CallableRunKind;
  ExecutionOrigin: ResolverTypeWrapper<OriginSource>;
  ExecutionStatus: ExecutionStatus;
  ExecutionState: ExecutionState;
  ExecutionAction: ExecutionAction;
  DerivationKind: DerivationKind;
  ExecutionDerivation: ResolverTypeWrapper<DerivationSource>;
  PlanDialect: PlanDialect;
  Label: ResolverTypeWrapper<Label>;
  Payload: ResolverTypeWrapper<PayloadSource>;
  Binding: ResolverTypeWrapper<Omit<Binding, 'value'> & { value: ResolversTypes['Payload'] }>;
  BindingSource: BindingSource;
  ExecutionLimits: ResolverTypeWrapper<LimitsSource>;
  Usage: ResolverTypeWrapper<Usage>;
  RoutingDecision: ResolverTypeWrapper<RoutingSource>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  RoutingMode: RoutingMode;
  ModelCall: ResolverTypeWrapper<ModelCallSource>;
  ModelCallPurpose: ModelCallPurpose;
  ExecutionKind: ExecutionKind;
  ExecutionFailure: ResolverTypeWrapper<ExecutionFailure>;
  FailureCode: FailureCode;
  ExecutionEdge: ResolverTypeWrapper<Omit<ExecutionEdge, 'node'> & { node: ResolversTypes['Execution'] }>;
  ExecutionConnection: ResolverTypeWrapper<ExecutionConnectionSource>;
  StatusCount: ResolverTypeWrapper<StatusCount>;
  Step: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Step']>;
  StepStatus: StepStatus;
  ToolStep: ResolverTypeWrapper<StepSource>;
  AgentStep: ResolverTypeWrapper<StepSource>;
  WorkflowStep: ResolverTypeWrapper<StepSource>;
  StepAttachment: ResolverTypeWrapper<StepAttachmentSource>;
  AttachmentKind: AttachmentKind;
  StepWarning: ResolverTypeWrapper<StepWarning>;
  StepWarningCode: StepWarningCode;
  ToolArtifact: ResolverTypeWrapper<ToolArtifact>;
  ArtifactShape: ArtifactShape;
  HumanInputStep: ResolverTypeWrapper<StepSource>;
  ParallelStep: ResolverTypeWrapper<StepSource>;
  StepAttempt: ResolverTypeWrapper<StepAttempt>;
  HumanInputRequest: ResolverTypeWrapper<HumanInputSource>;
  HumanInputPurpose: HumanInputPurpose;
  HumanInputOutcome: HumanInputOutcome;
  UiComponent: ResolverTypeWrapper<UiComponent>;
  ValueSource: ResolverTypeWrapper<ValueSource>;
  ValueSourceKind: ValueSourceKind;
  Conversation: ResolverTypeWrapper<ConversationSource>;
  ConversationStatus: ConversationStatus;
  Message: ResolverTypeWrapper<MessageSource>;
  MessageAuthor: MessageAuthor;
  MessageEdge: ResolverTypeWrapper<Omit<MessageEdge, 'node'> & { node: ResolversTypes['Message'] }>;
  MessageConnection: ResolverTypeWrapper<Omit<MessageConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversTypes['MessageEdge']>, nodes: ReadonlyArray<ResolversTypes['Message']> }>;
  ConversationEdge: ResolverTypeWrapper<Omit<ConversationEdge, 'node'> & { node: ResolversTypes['Conversation'] }>;
  ConversationConnection: ResolverTypeWrapper<Omit<ConversationConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversTypes['ConversationEdge']>, nodes: ReadonlyArray<ResolversTypes['Conversation']> }>;
  HumanInputRequestEdge: ResolverTypeWrapper<Omit<HumanInputRequestEdge, 'node'> & { node: ResolversTypes['HumanInputRequest'] }>;
  HumanInputRequestConnection: ResolverTypeWrapper<InboxConnectionSource>;
  AgentTurn: ResolverTypeWrapper<AgentTurn>;
  TurnReply: TurnReply;
  OutputViolation: ResolverTypeWrapper<OutputViolation>;
  Manifest: ResolverTypeWrapper<ManifestSource>;
  ManifestAgent: ResolverTypeWrapper<ManifestAgentSource>;
  AutoToolBinding: ResolverTypeWrapper<ManifestBindingSource>;
  ManifestTool: ResolverTypeWrapper<ManifestToolSource>;
  ManifestHandoff: ResolverTypeWrapper<ManifestHandoffSource>;
  HandoffTargetKind: HandoffTargetKind;
  ManifestEdge: ResolverTypeWrapper<Omit<ManifestEdge, 'node'> & { node: ResolversTypes['Manifest'] }>;
  ManifestConnection: ResolverTypeWrapper<Omit<ManifestConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversTypes['ManifestEdge']>, nodes: ReadonlyArray<ResolversTypes['Manifest']> }>;
  HumanInputKind: HumanInputKind;
  HumanInputStatus: HumanInputStatus;
  ExecutionEvent: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['ExecutionEvent']>;
  ExecutionEventType: ExecutionEventType;
  StateTransition: ResolverTypeWrapper<StateTransition>;
  ExecutionStarted: ResolverTypeWrapper<ExecutionStartedSource>;
  AgentRouted: ResolverTypeWrapper<AgentRoutedSource>;
  PlanProposed: ResolverTypeWrapper<PlanProposedSource>;
  PlanRejected: ResolverTypeWrapper<PlanRejectedSource>;
  ModelCallStarted: ResolverTypeWrapper<ModelCallStartedSource>;
  ModelCalled: ResolverTypeWrapper<ModelCalledSource>;
  TextProduced: ResolverTypeWrapper<TextProducedSource>;
  StepStarted: ResolverTypeWrapper<StepStartedSource>;
  AttemptFailed: ResolverTypeWrapper<AttemptFailedSource>;
  StepWaiting: ResolverTypeWrapper<StepWaitingSource>;
  HumanInputResolved: ResolverTypeWrapper<HumanInputResolvedSource>;
  TurnStarted: ResolverTypeWrapper<TurnStartedSource>;
  TurnCause: TurnCause;
  OutputSubmitted: ResolverTypeWrapper<OutputSubmittedSource>;
  MessageAdded: ResolverTypeWrapper<MessageAddedSource>;
  AddedMessage: ResolverTypeWrapper<MessageAddedSource>;
  StructuredOutputChecked: ResolverTypeWrapper<StructuredOutputCheckedSource>;
  DuplicateSuppressed: ResolverTypeWrapper<DuplicateSuppressedSource>;
  BindingSet: ResolverTypeWrapper<BindingSetSource>;
  VariableSource: VariableSource;
  HandoffMade: ResolverTypeWrapper<HandoffMadeSource>;
  StepFinished: ResolverTypeWrapper<StepFinishedSource>;
  ArtifactStored: ResolverTypeWrapper<ArtifactStoredSource>;
  CancelRequested: ResolverTypeWrapper<CancelRequestedSource>;
  CallIgnored: ResolverTypeWrapper<CallIgnoredSource>;
  ExecutionResumed: ResolverTypeWrapper<ExecutionResumedSource>;
  ExecutionFinished: ResolverTypeWrapper<ExecutionFinishedSource>;
  WaitKind: WaitKind;
  CallOutcome: CallOutcome;
  ExecutionEventEdge: ResolverTypeWrapper<Omit<ExecutionEventEdge, 'node'> & { node: ResolversTypes['ExecutionEvent'] }>;
  ExecutionEventConnection: ResolverTypeWrapper<Omit<ExecutionEventConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversTypes['ExecutionEventEdge']>, nodes: ReadonlyArray<ResolversTypes['ExecutionEvent']> }>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ExecutionEventFilter: ExecutionEventFilter;
  HumanInputChangeBatch: ResolverTypeWrapper<InboxBatchSource>;
  ExecutionEventBatch: ResolverTypeWrapper<BatchSource>;
  EventGap: ResolverTypeWrapper<EventGap>;
  ExecutionChangeBatch: ResolverTypeWrapper<ChangeBatchSource>;
  UserError: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['UserError']>;
  UserErrorCode: UserErrorCode;
  GeneralError: ResolverTypeWrapper<GeneralError>;
  UnknownCallableError: ResolverTypeWrapper<UnknownCallableError>;
  TemplateError: ResolverTypeWrapper<TemplateError>;
  TemplateErrorReason: TemplateErrorReason;
  SchemaViolationError: ResolverTypeWrapper<SchemaViolationError>;
  SchemaViolation: ResolverTypeWrapper<SchemaViolation>;
  LimitError: ResolverTypeWrapper<LimitError>;
  InvalidStateError: ResolverTypeWrapper<InvalidStateError>;
  OutcomeUnknownError: ResolverTypeWrapper<OutcomeUnknownError>;
  IdempotencyConflictError: ResolverTypeWrapper<IdempotencyConflict>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ValidatePlanInput: ValidatePlanInput;
  ExecutePlanInput: ExecutePlanInput;
  PlanSourceInput: PlanSourceInput;
  PromptInput: PromptInput;
  PlannerEncoding: PlannerEncoding;
  MessageInput: MessageInput;
  MessageRole: MessageRole;
  SkillInput: SkillInput;
  InvalidPlanPolicy: InvalidPlanPolicy;
  AskInput: AskInput;
  RoutingInput: RoutingInput;
  AutoRoutingInput: AutoRoutingInput;
  RegisterAgentInput: RegisterAgentInput;
  AgentSourceInput: AgentSourceInput;
  A2aAgentInput: A2aAgentInput;
  HttpAgentInput: HttpAgentInput;
  LocalAgentInput: LocalAgentInput;
  AgentActionInput: AgentActionInput;
  RemoveAgentInput: RemoveAgentInput;
  AcceptToolInput: AcceptToolInput;
  PlanInput: PlanInput;
  PlanStepInput: PlanStepInput;
  ToolStepInput: ToolStepInput;
  ParallelStepInput: ParallelStepInput;
  StepPolicyInput: StepPolicyInput;
  HumanInputStepInput: HumanInputStepInput;
  ExecutionOptionsInput: ExecutionOptionsInput;
  LocationHint: LocationHint;
  LabelInput: LabelInput;
  ExecutionLimitsInput: ExecutionLimitsInput;
  InvokeWorkflowInput: InvokeWorkflowInput;
  WorkflowPayloadInput: WorkflowPayloadInput;
  SaveWorkflowInput: SaveWorkflowInput;
  RemoveWorkflowInput: RemoveWorkflowInput;
  CreateArtifactInput: CreateArtifactInput;
  ArtifactContentInput: ArtifactContentInput;
  ArtifactTextInput: ArtifactTextInput;
  DeleteArtifactInput: DeleteArtifactInput;
  RetryExecutionInput: RetryExecutionInput;
  ForkExecutionInput: ForkExecutionInput;
  StepArgumentsInput: StepArgumentsInput;
  DeleteExecutionInput: DeleteExecutionInput;
  DeleteConversationInput: DeleteConversationInput;
  RebuildIndexInput: RebuildIndexInput;
  CreateApiKeyInput: CreateApiKeyInput;
  RevokeApiKeyInput: RevokeApiKeyInput;
  CancelExecutionInput: CancelExecutionInput;
  RespondToHumanInputInput: RespondToHumanInputInput;
  HumanInputResponseInput: HumanInputResponseInput;
  ConversationSelector: ConversationSelector;
  SendMessageInput: SendMessageInput;
  ConversationChoiceInput: ConversationChoiceInput;
  StartConversationInput: StartConversationInput;
  MessageOptionsInput: MessageOptionsInput;
  SubmitStructuredOutputInput: SubmitStructuredOutputInput;
  ApplyManifestInput: ApplyManifestInput;
  RemoveManifestInput: RemoveManifestInput;
  WebhookInput: WebhookInput;
  RegisterWebhookInput: RegisterWebhookInput;
  RemoveWebhookInput: RemoveWebhookInput;
  RegisterMcpServerInput: RegisterMcpServerInput;
  DeclaredToolInput: DeclaredToolInput;
  RemoveMcpServerInput: RemoveMcpServerInput;
  ExecutePlanPayload: ResolverTypeWrapper<Omit<ExecutePlanPayload, 'execution' | 'errors'> & { execution?: Maybe<ResolversTypes['Execution']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  AskPayload: ResolverTypeWrapper<Omit<AskPayload, 'execution' | 'errors'> & { execution?: Maybe<ResolversTypes['Execution']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  InvokeWorkflowPayload: ResolverTypeWrapper<Omit<InvokeWorkflowPayload, 'execution' | 'inputArtifact' | 'errors'> & { execution?: Maybe<ResolversTypes['Execution']>, inputArtifact?: Maybe<ResolversTypes['Artifact']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  SaveWorkflowPayload: ResolverTypeWrapper<Omit<SaveWorkflowPayload, 'workflow' | 'errors'> & { workflow?: Maybe<ResolversTypes['Workflow']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  RemoveWorkflowPayload: ResolverTypeWrapper<Omit<RemoveWorkflowPayload, 'errors'> & { errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  CreateArtifactPayload: ResolverTypeWrapper<Omit<CreateArtifactPayload, 'artifact' | 'errors'> & { artifact?: Maybe<ResolversTypes['Artifact']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  DeleteArtifactPayload: ResolverTypeWrapper<Omit<DeleteArtifactPayload, 'errors'> & { errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  RegisterAgentPayload: ResolverTypeWrapper<Omit<RegisterAgentPayload, 'agent' | 'errors'> & { agent?: Maybe<ResolversTypes['Agent']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  RemoveAgentPayload: ResolverTypeWrapper<Omit<RemoveAgentPayload, 'errors'> & { errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  AcceptToolPayload: ResolverTypeWrapper<Omit<AcceptToolPayload, 'tool' | 'errors'> & { tool?: Maybe<ResolversTypes['Tool']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  RetryExecutionPayload: ResolverTypeWrapper<Omit<RetryExecutionPayload, 'execution' | 'errors'> & { execution?: Maybe<ResolversTypes['Execution']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  ForkExecutionPayload: ResolverTypeWrapper<Omit<ForkExecutionPayload, 'execution' | 'errors'> & { execution?: Maybe<ResolversTypes['Execution']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  DeleteExecutionPayload: ResolverTypeWrapper<Omit<DeleteExecutionPayload, 'errors'> & { errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  DeleteConversationPayload: ResolverTypeWrapper<Omit<DeleteConversationPayload, 'errors'> & { errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  RebuildIndexPayload: ResolverTypeWrapper<Omit<RebuildIndexPayload, 'errors'> & { errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  CreateApiKeyPayload: ResolverTypeWrapper<Omit<CreateApiKeyPayload, 'errors'> & { errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  RevokeApiKeyPayload: ResolverTypeWrapper<Omit<RevokeApiKeyPayload, 'errors'> & { errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  CreateSubscriptionTokenPayload: ResolverTypeWrapper<CreateSubscriptionTokenPayload>;
  CancelExecutionPayload: ResolverTypeWrapper<Omit<CancelExecutionPayload, 'execution' | 'errors'> & { execution?: Maybe<ResolversTypes['Execution']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  RespondToHumanInputPayload: ResolverTypeWrapper<Omit<RespondToHumanInputPayload, 'request' | 'errors'> & { request?: Maybe<ResolversTypes['HumanInputRequest']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  SendMessagePayload: ResolverTypeWrapper<Omit<SendMessagePayload, 'conversation' | 'message' | 'execution' | 'errors'> & { conversation?: Maybe<ResolversTypes['Conversation']>, message?: Maybe<ResolversTypes['Message']>, execution?: Maybe<ResolversTypes['Execution']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  SubmitStructuredOutputPayload: ResolverTypeWrapper<Omit<SubmitStructuredOutputPayload, 'errors'> & { errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  ApplyManifestPayload: ResolverTypeWrapper<Omit<ApplyManifestPayload, 'manifest' | 'errors'> & { manifest?: Maybe<ResolversTypes['Manifest']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  ManifestWarning: ResolverTypeWrapper<ManifestWarning>;
  RemoveManifestPayload: ResolverTypeWrapper<Omit<RemoveManifestPayload, 'errors'> & { errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  RegisterWebhookPayload: ResolverTypeWrapper<Omit<RegisterWebhookPayload, 'webhook' | 'errors'> & { webhook?: Maybe<ResolversTypes['Webhook']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  RemoveWebhookPayload: ResolverTypeWrapper<Omit<RemoveWebhookPayload, 'errors'> & { errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  RegisterMcpServerPayload: ResolverTypeWrapper<Omit<RegisterMcpServerPayload, 'mcpServer' | 'errors'> & { mcpServer?: Maybe<ResolversTypes['McpServer']>, errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  RemoveMcpServerPayload: ResolverTypeWrapper<Omit<RemoveMcpServerPayload, 'errors'> & { errors: ReadonlyArray<ResolversTypes['UserError']> }>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  JSONObject: Scalars['JSONObject']['output'];
  JSONSchema: Scalars['JSONSchema']['output'];
  JSONPointer: Scalars['JSONPointer']['output'];
  SafeInt: Scalars['SafeInt']['output'];
  URL: Scalars['URL']['output'];
  EventCursor: Scalars['EventCursor']['output'];
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  ID: Scalars['ID']['output'];
  PageInfo: PageInfo;
  Boolean: Scalars['Boolean']['output'];
  Query: Record<PropertyKey, never>;
  Viewer: Omit<Viewer, 'tenant'> & { tenant: ResolversParentTypes['Tenant'] };
  Tenant: TenantSource;
  ModelBudget: ModelBudget;
  ServerInfo: Omit<ServerInfo, 'defaultLimits'> & { defaultLimits: ResolversParentTypes['ExecutionLimits'] };
  LanguageModel: LanguageModel;
  ApiKey: ApiKey;
  ToolSelector: ToolSelector;
  Tool: ToolSource;
  ComplianceFinding: ComplianceFinding;
  ReferableField: ReferableField;
  ToolAnnotations: ToolAnnotations;
  ToolEdge: Omit<ToolEdge, 'node'> & { node: ResolversParentTypes['Tool'] };
  ToolConnection: Omit<ToolConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversParentTypes['ToolEdge']>, nodes: ReadonlyArray<ResolversParentTypes['Tool']> };
  AgentSelector: AgentSelector;
  AgentCardSelector: AgentCardSelector;
  Agent: AgentSource;
  AgentAction: AgentAction;
  AgentSkill: AgentSkill;
  AgentHealth: AgentHealth;
  AgentEdge: Omit<AgentEdge, 'node'> & { node: ResolversParentTypes['Agent'] };
  AgentConnection: Omit<AgentConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversParentTypes['AgentEdge']>, nodes: ReadonlyArray<ResolversParentTypes['Agent']> };
  AgentCard: AgentCardSource;
  AgentInterface: AgentInterface;
  AgentProvider: AgentProvider;
  AgentCapabilities: AgentCapabilities;
  AgentExtension: AgentExtension;
  AgentCardSkill: AgentCardSkill;
  AgentCardPreview: Omit<AgentCardPreview, 'card' | 'errors'> & { card?: Maybe<ResolversParentTypes['AgentCard']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  AgentCardWarning: AgentCardWarning;
  WorkflowSelector: WorkflowSelector;
  WorkflowVersionSelector: WorkflowVersionSelector;
  Workflow: WorkflowSource;
  WorkflowVersion: WorkflowVersionSource;
  WorkflowEdge: Omit<WorkflowEdge, 'node'> & { node: ResolversParentTypes['Workflow'] };
  WorkflowConnection: Omit<WorkflowConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversParentTypes['WorkflowEdge']>, nodes: ReadonlyArray<ResolversParentTypes['Workflow']> };
  Artifact: ArtifactSource;
  ArtifactEdge: Omit<ArtifactEdge, 'node'> & { node: ResolversParentTypes['Artifact'] };
  ArtifactConnection: Omit<ArtifactConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversParentTypes['ArtifactEdge']>, nodes: ReadonlyArray<ResolversParentTypes['Artifact']> };
  Webhook: WebhookSource;
  WebhookEdge: Omit<WebhookEdge, 'node'> & { node: ResolversParentTypes['Webhook'] };
  WebhookConnection: Omit<WebhookConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversParentTypes['WebhookEdge']>, nodes: ReadonlyArray<ResolversParentTypes['Webhook']> };
  ExecutionWebhook: ExecutionWebhookSource;
  McpServer: McpServerSource;
  DroppedTool: DroppedTool;
  McpServerEdge: Omit<McpServerEdge, 'node'> & { node: ResolversParentTypes['McpServer'] };
  McpServerConnection: Omit<McpServerConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversParentTypes['McpServerEdge']>, nodes: ReadonlyArray<ResolversParentTypes['McpServer']> };
  Plan: PlanSource;
  PlanStep: PlanStepSource;
  StepPolicy: StepPolicySource;
  ParallelPolicy: ParallelPolicy;
  TemplateReference: TemplateReference;
  PlanValidation: Omit<PlanValidation, 'plan' | 'errors'> & { plan?: Maybe<ResolversParentTypes['Plan']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  WorstCase: WorstCase;
  CheckedStep: CheckedStep;
  CheckedReference: CheckedReference;
  PlanWarning: PlanWarning;
  ExecutionSelector: ExecutionSelector;
  ExecutionFilter: ExecutionFilter;
  DerivationPreview: Omit<DerivationPreview, 'errors'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  UsageReport: UsageReport;
  CallableUsage: CallableUsage;
  ModelUsage: ModelUsage;
  Latency: Latency;
  Execution: ExecutionSource;
  CallableRun: CallableRunSource;
  ExecutionOrigin: OriginSource;
  ExecutionDerivation: DerivationSource;
  Label: Label;
  Payload: PayloadSource;
  Binding: Omit<Binding, 'value'> & { value: ResolversParentTypes['Payload'] };
  ExecutionLimits: LimitsSource;
  Usage: Usage;
  RoutingDecision: RoutingSource;
  Float: Scalars['Float']['output'];
  ModelCall: ModelCallSource;
  ExecutionFailure: ExecutionFailure;
  ExecutionEdge: Omit<ExecutionEdge, 'node'> & { node: ResolversParentTypes['Execution'] };
  ExecutionConnection: ExecutionConnectionSource;
  StatusCount: StatusCount;
  Step: ResolversInterfaceTypes<ResolversParentTypes>['Step'];
  ToolStep: StepSource;
  AgentStep: StepSource;
  WorkflowStep: StepSource;
  StepAttachment: StepAttachmentSource;
  StepWarning: StepWarning;
  ToolArtifact: ToolArtifact;
  HumanInputStep: StepSource;
  ParallelStep: StepSource;
  StepAttempt: StepAttempt;
  HumanInputRequest: HumanInputSource;
  UiComponent: UiComponent;
  ValueSource: ValueSource;
  Conversation: ConversationSource;
  Message: MessageSource;
  MessageEdge: Omit<MessageEdge, 'node'> & { node: ResolversParentTypes['Message'] };
  MessageConnection: Omit<MessageConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversParentTypes['MessageEdge']>, nodes: ReadonlyArray<ResolversParentTypes['Message']> };
  ConversationEdge: Omit<ConversationEdge, 'node'> & { node: ResolversParentTypes['Conversation'] };
  ConversationConnection: Omit<ConversationConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversParentTypes['ConversationEdge']>, nodes: ReadonlyArray<ResolversParentTypes['Conversation']> };
  HumanInputRequestEdge: Omit<HumanInputRequestEdge, 'node'> & { node: ResolversParentTypes['HumanInputRequest'] };
  HumanInputRequestConnection: InboxConnectionSource;
  AgentTurn: AgentTurn;
  OutputViolation: OutputViolation;
  Manifest: ManifestSource;
  ManifestAgent: ManifestAgentSource;
  AutoToolBinding: ManifestBindingSource;
  ManifestTool: ManifestToolSource;
  ManifestHandoff: ManifestHandoffSource;
  ManifestEdge: Omit<ManifestEdge, 'node'> & { node: ResolversParentTypes['Manifest'] };
  ManifestConnection: Omit<ManifestConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversParentTypes['ManifestEdge']>, nodes: ReadonlyArray<ResolversParentTypes['Manifest']> };
  ExecutionEvent: ResolversInterfaceTypes<ResolversParentTypes>['ExecutionEvent'];
  StateTransition: StateTransition;
  ExecutionStarted: ExecutionStartedSource;
  AgentRouted: AgentRoutedSource;
  PlanProposed: PlanProposedSource;
  PlanRejected: PlanRejectedSource;
  ModelCallStarted: ModelCallStartedSource;
  ModelCalled: ModelCalledSource;
  TextProduced: TextProducedSource;
  StepStarted: StepStartedSource;
  AttemptFailed: AttemptFailedSource;
  StepWaiting: StepWaitingSource;
  HumanInputResolved: HumanInputResolvedSource;
  TurnStarted: TurnStartedSource;
  OutputSubmitted: OutputSubmittedSource;
  MessageAdded: MessageAddedSource;
  AddedMessage: MessageAddedSource;
  StructuredOutputChecked: StructuredOutputCheckedSource;
  DuplicateSuppressed: DuplicateSuppressedSource;
  BindingSet: BindingSetSource;
  HandoffMade: HandoffMadeSource;
  StepFinished: StepFinishedSource;
  ArtifactStored: ArtifactStoredSource;
  CancelRequested: CancelRequestedSource;
  CallIgnored: CallIgnoredSource;
  ExecutionResumed: ExecutionResumedSource;
  ExecutionFinished: ExecutionFinishedSource;
  ExecutionEventEdge: Omit<ExecutionEventEdge, 'node'> & { node: ResolversParentTypes['ExecutionEvent'] };
  ExecutionEventConnection: Omit<ExecutionEventConnection, 'edges' | 'nodes'> & { edges: ReadonlyArray<ResolversParentTypes['ExecutionEventEdge']>, nodes: ReadonlyArray<ResolversParentTypes['ExecutionEvent']> };
  Subscription: Record<PropertyKey, never>;
  ExecutionEventFilter: ExecutionEventFilter;
  HumanInputChangeBatch: InboxBatchSource;
  ExecutionEventBatch: BatchSource;
  EventGap: EventGap;
  ExecutionChangeBatch: ChangeBatchSource;
  UserError: ResolversInterfaceTypes<ResolversParentTypes>['UserError'];
  GeneralError: GeneralError;
  UnknownCallableError: UnknownCallableError;
  TemplateError: TemplateError;
  SchemaViolationError: SchemaViolationError;
  SchemaViolation: SchemaViolation;
  LimitError: LimitError;
  InvalidStateError: InvalidStateError;
  OutcomeUnknownError: OutcomeUnknownError;
  IdempotencyConflictError: IdempotencyConflict;
  Mutation: Record<PropertyKey, never>;
  ValidatePlanInput: ValidatePlanInput;
  ExecutePlanInput: ExecutePlanInput;
  PlanSourceInput: PlanSourceInput;
  PromptInput: PromptInput;
  MessageInput: MessageInput;
  SkillInput: SkillInput;
  AskInput: AskInput;
  RoutingInput: RoutingInput;
  AutoRoutingInput: AutoRoutingInput;
  RegisterAgentInput: RegisterAgentInput;
  AgentSourceInput: AgentSourceInput;
  A2aAgentInput: A2aAgentInput;
  HttpAgentInput: HttpAgentInput;
  LocalAgentInput: LocalAgentInput;
  AgentActionInput: AgentActionInput;
  RemoveAgentInput: RemoveAgentInput;
  AcceptToolInput: AcceptToolInput;
  PlanInput: PlanInput;
  PlanStepInput: PlanStepInput;
  ToolStepInput: ToolStepInput;
  ParallelStepInput: ParallelStepInput;
  StepPolicyInput: StepPolicyInput;
  HumanInputStepInput: HumanInputStepInput;
  ExecutionOptionsInput: ExecutionOptionsInput;
  LabelInput: LabelInput;
  ExecutionLimitsInput: ExecutionLimitsInput;
  InvokeWorkflowInput: InvokeWorkflowInput;
  WorkflowPayloadInput: WorkflowPayloadInput;
  SaveWorkflowInput: SaveWorkflowInput;
  RemoveWorkflowInput: RemoveWorkflowInput;
  CreateArtifactInput: CreateArtifactInput;
  ArtifactContentInput: ArtifactContentInput;
  ArtifactTextInput: ArtifactTextInput;
  DeleteArtifactInput: DeleteArtifactInput;
  RetryExecutionInput: RetryExecutionInput;
  ForkExecutionInput: ForkExecutionInput;
  StepArgumentsInput: StepArgumentsInput;
  DeleteExecutionInput: DeleteExecutionInput;
  DeleteConversationInput: DeleteConversationInput;
  RebuildIndexInput: RebuildIndexInput;
  CreateApiKeyInput: CreateApiKeyInput;
  RevokeApiKeyInput: RevokeApiKeyInput;
  CancelExecutionInput: CancelExecutionInput;
  RespondToHumanInputInput: RespondToHumanInputInput;
  HumanInputResponseInput: HumanInputResponseInput;
  ConversationSelector: ConversationSelector;
  SendMessageInput: SendMessageInput;
  ConversationChoiceInput: ConversationChoiceInput;
  StartConversationInput: StartConversationInput;
  MessageOptionsInput: MessageOptionsInput;
  SubmitStructuredOutputInput: SubmitStructuredOutputInput;
  ApplyManifestInput: ApplyManifestInput;
  RemoveManifestInput: RemoveManifestInput;
  WebhookInput: WebhookInput;
  RegisterWebhookInput: RegisterWebhookInput;
  RemoveWebhookInput: RemoveWebhookInput;
  RegisterMcpServerInput: RegisterMcpServerInput;
  DeclaredToolInput: DeclaredToolInput;
  RemoveMcpServerInput: RemoveMcpServerInput;
  ExecutePlanPayload: Omit<ExecutePlanPayload, 'execution' | 'errors'> & { execution?: Maybe<ResolversParentTypes['Execution']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  AskPayload: Omit<AskPayload, 'execution' | 'errors'> & { execution?: Maybe<ResolversParentTypes['Execution']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  InvokeWorkflowPayload: Omit<InvokeWorkflowPayload, 'execution' | 'inputArtifact' | 'errors'> & { execution?: Maybe<ResolversParentTypes['Execution']>, inputArtifact?: Maybe<ResolversParentTypes['Artifact']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  SaveWorkflowPayload: Omit<SaveWorkflowPayload, 'workflow' | 'errors'> & { workflow?: Maybe<ResolversParentTypes['Workflow']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  RemoveWorkflowPayload: Omit<RemoveWorkflowPayload, 'errors'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  CreateArtifactPayload: Omit<CreateArtifactPayload, 'artifact' | 'errors'> & { artifact?: Maybe<ResolversParentTypes['Artifact']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  DeleteArtifactPayload: Omit<DeleteArtifactPayload, 'errors'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  RegisterAgentPayload: Omit<RegisterAgentPayload, 'agent' | 'errors'> & { agent?: Maybe<ResolversParentTypes['Agent']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  RemoveAgentPayload: Omit<RemoveAgentPayload, 'errors'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  AcceptToolPayload: Omit<AcceptToolPayload, 'tool' | 'errors'> & { tool?: Maybe<ResolversParentTypes['Tool']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  RetryExecutionPayload: Omit<RetryExecutionPayload, 'execution' | 'errors'> & { execution?: Maybe<ResolversParentTypes['Execution']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  ForkExecutionPayload: Omit<ForkExecutionPayload, 'execution' | 'errors'> & { execution?: Maybe<ResolversParentTypes['Execution']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  DeleteExecutionPayload: Omit<DeleteExecutionPayload, 'errors'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  DeleteConversationPayload: Omit<DeleteConversationPayload, 'errors'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  RebuildIndexPayload: Omit<RebuildIndexPayload, 'errors'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  CreateApiKeyPayload: Omit<CreateApiKeyPayload, 'errors'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  RevokeApiKeyPayload: Omit<RevokeApiKeyPayload, 'errors'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  CreateSubscriptionTokenPayload: CreateSubscriptionTokenPayload;
  CancelExecutionPayload: Omit<CancelExecutionPayload, 'execution' | 'errors'> & { execution?: Maybe<ResolversParentTypes['Execution']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  RespondToHumanInputPayload: Omit<RespondToHumanInputPayload, 'request' | 'errors'> & { request?: Maybe<ResolversParentTypes['HumanInputRequest']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  SendMessagePayload: Omit<SendMessagePayload, 'conversation' | 'message' | 'execution' | 'errors'> & { conversation?: Maybe<ResolversParentTypes['Conversation']>, message?: Maybe<ResolversParentTypes['Message']>, execution?: Maybe<ResolversParentTypes['Execution']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  SubmitStructuredOutputPayload: Omit<SubmitStructuredOutputPayload, 'errors'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  ApplyManifestPayload: Omit<ApplyManifestPayload, 'manifest' | 'errors'> & { manifest?: Maybe<ResolversParentTypes['Manifest']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  ManifestWarning: ManifestWarning;
  RemoveManifestPayload: Omit<RemoveManifestPayload, 'errors'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  RegisterWebhookPayload: Omit<RegisterWebhookPayload, 'webhook' | 'errors'> & { webhook?: Maybe<ResolversParentTypes['Webhook']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  RemoveWebhookPayload: Omit<RemoveWebhookPayload, 'errors'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  RegisterMcpServerPayload: Omit<RegisterMcpServerPayload, 'mcpServer' | 'errors'> & { mcpServer?: Maybe<ResolversParentTypes['McpServer']>, errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  RemoveMcpServerPayload: Omit<RemoveMcpServerPayload, 'errors'> & { errors: ReadonlyArray<ResolversParentTypes['UserError']> };
  Int: Scalars['Int']['output'];
  String: Scalars['String']['output'];
};

export type RequiresScopesDirectiveArgs = {
  scopes: ReadonlyArray<Scope>;
};

export type RequiresScopesDirectiveResolver<Result, Parent, ContextType = GraphContext, Args = RequiresScopesDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type CostDirectiveArgs = {
  weight: Scalars['Int']['input'];
};

export type CostDirectiveResolver<Result, Parent, ContextType = GraphContext, Args = CostDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ListSizeDirectiveArgs = {
  assumedSize: Scalars['Int']['input'];
  slicingArguments?: ReadonlyArray<Scalars['String']['input']>;
};

export type ListSizeDirectiveResolver<Result, Parent, ContextType = GraphContext, Args = ListSizeDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type CacheControlDirectiveArgs = {
  maxAge: Scalars['Int']['input'];
};

export type CacheControlDirectiveResolver<Result, Parent, ContextType = GraphContext, Args = CacheControlDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export interface JsonObjectScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONObject'], any> {
  name: 'JSONObject';
}

export interface JsonSchemaScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONSchema'], any> {
  name: 'JSONSchema';
}

export interface JsonPointerScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONPointer'], any> {
  name: 'JSONPointer';
}

export interface SafeIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SafeInt'], any> {
  name: 'SafeInt';
}

export interface UrlScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['URL'], any> {
  name: 'URL';
}

export interface EventCursorScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['EventCursor'], any> {
  name: 'EventCursor';
}

export type NodeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Tool' | 'Agent' | 'Workflow' | 'Artifact' | 'McpServer' | 'Execution' | 'ToolStep' | 'AgentStep' | 'WorkflowStep' | 'HumanInputStep' | 'ParallelStep' | 'HumanInputRequest' | 'Conversation' | 'Message' | 'Manifest', ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<Maybe<ReadonlyArray<Maybe<ResolversTypes['Node']>>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  viewer?: Resolver<Maybe<ResolversTypes['Viewer']>, ParentType, ContextType>;
  serverInfo?: Resolver<Maybe<ResolversTypes['ServerInfo']>, ParentType, ContextType>;
  tool?: Resolver<Maybe<ResolversTypes['Tool']>, ParentType, ContextType, RequireFields<QueryToolArgs, 'by'>>;
  tools?: Resolver<Maybe<ResolversTypes['ToolConnection']>, ParentType, ContextType, Partial<QueryToolsArgs>>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType, RequireFields<QueryAgentArgs, 'by'>>;
  agents?: Resolver<Maybe<ResolversTypes['AgentConnection']>, ParentType, ContextType, Partial<QueryAgentsArgs>>;
  agentCard?: Resolver<Maybe<ResolversTypes['AgentCard']>, ParentType, ContextType, RequireFields<QueryAgentCardArgs, 'by'>>;
  previewAgentCard?: Resolver<Maybe<ResolversTypes['AgentCardPreview']>, ParentType, ContextType, RequireFields<QueryPreviewAgentCardArgs, 'url'>>;
  workflow?: Resolver<Maybe<ResolversTypes['Workflow']>, ParentType, ContextType, RequireFields<QueryWorkflowArgs, 'by'>>;
  workflows?: Resolver<Maybe<ResolversTypes['WorkflowConnection']>, ParentType, ContextType, Partial<QueryWorkflowsArgs>>;
  webhooks?: Resolver<Maybe<ResolversTypes['WebhookConnection']>, ParentType, ContextType, Partial<QueryWebhooksArgs>>;
  mcpServers?: Resolver<Maybe<ResolversTypes['McpServerConnection']>, ParentType, ContextType, Partial<QueryMcpServersArgs>>;
  execution?: Resolver<Maybe<ResolversTypes['Execution']>, ParentType, ContextType, RequireFields<QueryExecutionArgs, 'by'>>;
  executions?: Resolver<Maybe<ResolversTypes['ExecutionConnection']>, ParentType, ContextType, Partial<QueryExecutionsArgs>>;
  artifacts?: Resolver<Maybe<ResolversTypes['ArtifactConnection']>, ParentType, ContextType, Partial<QueryArtifactsArgs>>;
  apiKeys?: Resolver<Maybe<ReadonlyArray<ResolversTypes['ApiKey']>>, ParentType, ContextType>;
  previewRetry?: Resolver<Maybe<ResolversTypes['DerivationPreview']>, ParentType, ContextType, RequireFields<QueryPreviewRetryArgs, 'input'>>;
  previewFork?: Resolver<Maybe<ResolversTypes['DerivationPreview']>, ParentType, ContextType, RequireFields<QueryPreviewForkArgs, 'input'>>;
  usageReport?: Resolver<Maybe<ResolversTypes['UsageReport']>, ParentType, ContextType, RequireFields<QueryUsageReportArgs, 'days'>>;
  validatePlan?: Resolver<Maybe<ResolversTypes['PlanValidation']>, ParentType, ContextType, RequireFields<QueryValidatePlanArgs, 'input'>>;
  humanInputRequests?: Resolver<Maybe<ResolversTypes['HumanInputRequestConnection']>, ParentType, ContextType, Partial<QueryHumanInputRequestsArgs>>;
  conversation?: Resolver<Maybe<ResolversTypes['Conversation']>, ParentType, ContextType, RequireFields<QueryConversationArgs, 'by'>>;
  conversations?: Resolver<Maybe<ResolversTypes['ConversationConnection']>, ParentType, ContextType, Partial<QueryConversationsArgs>>;
  manifest?: Resolver<Maybe<ResolversTypes['Manifest']>, ParentType, ContextType, RequireFields<QueryManifestArgs, 'name'>>;
  manifests?: Resolver<Maybe<ResolversTypes['ManifestConnection']>, ParentType, ContextType, Partial<QueryManifestsArgs>>;
};

export type ViewerResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  subject?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  scopes?: Resolver<ReadonlyArray<ResolversTypes['Scope']>, ParentType, ContextType>;
  tenant?: Resolver<ResolversTypes['Tenant'], ParentType, ContextType>;
};

export type TenantResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Tenant'] = ResolversParentTypes['Tenant']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  limits?: Resolver<ResolversTypes['ExecutionLimits'], ParentType, ContextType>;
  modelBudget?: Resolver<Maybe<ResolversTypes['ModelBudget']>, ParentType, ContextType>;
};

export type ModelBudgetResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ModelBudget'] = ResolversParentTypes['ModelBudget']> = {
  since?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  modelCalls?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  inputTokens?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  outputTokens?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  costMicros?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  reservedModelCalls?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  reservedTokens?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  reservedCostMicros?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  maxModelCalls?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  maxTokens?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  maxCostMicros?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
};

export type ServerInfoResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ServerInfo'] = ResolversParentTypes['ServerInfo']> = {
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  a2aVersions?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  mcpVersions?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  subscriptionTransports?: Resolver<ReadonlyArray<ResolversTypes['SubscriptionTransport']>, ParentType, ContextType>;
  defaultLimits?: Resolver<ResolversTypes['ExecutionLimits'], ParentType, ContextType>;
  models?: Resolver<ReadonlyArray<ResolversTypes['LanguageModel']>, ParentType, ContextType>;
};

export type LanguageModelResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['LanguageModel'] = ResolversParentTypes['LanguageModel']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  model?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  defaultFor?: Resolver<ReadonlyArray<ResolversTypes['ModelCallPurpose']>, ParentType, ContextType>;
  isPriced?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ApiKeyResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ApiKey'] = ResolversParentTypes['ApiKey']> = {
  keyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  scopes?: Resolver<ReadonlyArray<ResolversTypes['Scope']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type ToolResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Tool'] = ResolversParentTypes['Tool']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  qualifiedName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  inputSchema?: Resolver<ResolversTypes['JSONSchema'], ParentType, ContextType>;
  outputSchema?: Resolver<Maybe<ResolversTypes['JSONSchema']>, ParentType, ContextType>;
  outputSchemaIsGiven?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  mcpServer?: Resolver<ResolversTypes['McpServer'], ParentType, ContextType>;
  annotations?: Resolver<ResolversTypes['ToolAnnotations'], ParentType, ContextType>;
  effectClass?: Resolver<ResolversTypes['EffectClass'], ParentType, ContextType>;
  schemaHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  contractHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ToolStatus'], ParentType, ContextType>;
  referableFields?: Resolver<ReadonlyArray<ResolversTypes['ReferableField']>, ParentType, ContextType>;
  complianceFindings?: Resolver<ReadonlyArray<ResolversTypes['ComplianceFinding']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ComplianceFindingResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ComplianceFinding'] = ResolversParentTypes['ComplianceFinding']> = {
  rule?: Resolver<ResolversTypes['ComplianceRule'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ReferableFieldResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ReferableField'] = ResolversParentTypes['ReferableField']> = {
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  required?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ToolAnnotationsResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ToolAnnotations'] = ResolversParentTypes['ToolAnnotations']> = {
  readOnly?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  destructive?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  idempotent?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  openWorld?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type ToolEdgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ToolEdge'] = ResolversParentTypes['ToolEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Tool'], ParentType, ContextType>;
};

export type ToolConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ToolConnection'] = ResolversParentTypes['ToolConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ToolEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Tool']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type AgentResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Agent'] = ResolversParentTypes['Agent']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tags?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  exampleQueries?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  runtime?: Resolver<ResolversTypes['AgentRuntime'], ParentType, ContextType>;
  routable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  toolName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  inputSchema?: Resolver<Maybe<ResolversTypes['JSONSchema']>, ParentType, ContextType>;
  outputSchema?: Resolver<Maybe<ResolversTypes['JSONSchema']>, ParentType, ContextType>;
  card?: Resolver<Maybe<ResolversTypes['AgentCard']>, ParentType, ContextType>;
  endpoint?: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType>;
  cardUrl?: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType>;
  cardReadAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  protocolVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  warnings?: Resolver<ReadonlyArray<ResolversTypes['AgentCardWarning']>, ParentType, ContextType>;
  isWorkflow?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  public?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  effectClass?: Resolver<Maybe<ResolversTypes['EffectClass']>, ParentType, ContextType>;
  usageHints?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  health?: Resolver<Maybe<ResolversTypes['AgentHealth']>, ParentType, ContextType>;
  instructions?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  skills?: Resolver<ReadonlyArray<ResolversTypes['AgentSkill']>, ParentType, ContextType>;
  tools?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  actions?: Resolver<ReadonlyArray<ResolversTypes['AgentAction']>, ParentType, ContextType>;
  model?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AgentActionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AgentAction'] = ResolversParentTypes['AgentAction']> = {
  actionId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  prompt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  inputSchema?: Resolver<Maybe<ResolversTypes['JSONSchema']>, ParentType, ContextType>;
};

export type AgentSkillResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AgentSkill'] = ResolversParentTypes['AgentSkill']> = {
  skillId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  instructions?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AgentHealthResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AgentHealth'] = ResolversParentTypes['AgentHealth']> = {
  status?: Resolver<ResolversTypes['AgentHealthStatus'], ParentType, ContextType>;
  checkedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AgentEdgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AgentEdge'] = ResolversParentTypes['AgentEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>;
};

export type AgentConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AgentConnection'] = ResolversParentTypes['AgentConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['AgentEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Agent']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type AgentCardResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AgentCard'] = ResolversParentTypes['AgentCard']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  supportedInterfaces?: Resolver<ReadonlyArray<ResolversTypes['AgentInterface']>, ParentType, ContextType>;
  provider?: Resolver<Maybe<ResolversTypes['AgentProvider']>, ParentType, ContextType>;
  documentationUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  iconUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  capabilities?: Resolver<ResolversTypes['AgentCapabilities'], ParentType, ContextType>;
  defaultInputModes?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  defaultOutputModes?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  skills?: Resolver<ReadonlyArray<ResolversTypes['AgentCardSkill']>, ParentType, ContextType>;
  securitySchemes?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  isSigned?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isWorkflow?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  inputSchema?: Resolver<Maybe<ResolversTypes['JSONSchema']>, ParentType, ContextType>;
  outputSchema?: Resolver<Maybe<ResolversTypes['JSONSchema']>, ParentType, ContextType>;
  readAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  document?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
};

export type AgentInterfaceResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AgentInterface'] = ResolversParentTypes['AgentInterface']> = {
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  protocolBinding?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  protocolVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tenant?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AgentProviderResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AgentProvider'] = ResolversParentTypes['AgentProvider']> = {
  organization?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AgentCapabilitiesResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AgentCapabilities'] = ResolversParentTypes['AgentCapabilities']> = {
  streaming?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  pushNotifications?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  extendedAgentCard?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  extensions?: Resolver<ReadonlyArray<ResolversTypes['AgentExtension']>, ParentType, ContextType>;
};

export type AgentExtensionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AgentExtension'] = ResolversParentTypes['AgentExtension']> = {
  uri?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  required?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  params?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
};

export type AgentCardSkillResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AgentCardSkill'] = ResolversParentTypes['AgentCardSkill']> = {
  skillId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tags?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  examples?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  inputModes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  outputModes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type AgentCardPreviewResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AgentCardPreview'] = ResolversParentTypes['AgentCardPreview']> = {
  card?: Resolver<Maybe<ResolversTypes['AgentCard']>, ParentType, ContextType>;
  warnings?: Resolver<ReadonlyArray<ResolversTypes['AgentCardWarning']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type AgentCardWarningResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AgentCardWarning'] = ResolversParentTypes['AgentCardWarning']> = {
  code?: Resolver<ResolversTypes['AgentCardWarningCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WorkflowResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Workflow'] = ResolversParentTypes['Workflow']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  inputSchema?: Resolver<ResolversTypes['JSONSchema'], ParentType, ContextType>;
  inputSchemaSource?: Resolver<ResolversTypes['SchemaSource'], ParentType, ContextType>;
  outputSchema?: Resolver<Maybe<ResolversTypes['JSONSchema']>, ParentType, ContextType>;
  outputSchemaSource?: Resolver<Maybe<ResolversTypes['SchemaSource']>, ParentType, ContextType>;
  plan?: Resolver<ResolversTypes['Plan'], ParentType, ContextType>;
  output?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  toolName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  card?: Resolver<Maybe<ResolversTypes['AgentCard']>, ParentType, ContextType>;
  public?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  versions?: Resolver<Maybe<ReadonlyArray<ResolversTypes['WorkflowVersion']>>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WorkflowVersionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['WorkflowVersion'] = ResolversParentTypes['WorkflowVersion']> = {
  workflowId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type WorkflowEdgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['WorkflowEdge'] = ResolversParentTypes['WorkflowEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Workflow'], ParentType, ContextType>;
};

export type WorkflowConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['WorkflowConnection'] = ResolversParentTypes['WorkflowConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['WorkflowEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Workflow']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ArtifactResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Artifact'] = ResolversParentTypes['Artifact']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mediaType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  byteSize?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  sha256?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  execution?: Resolver<Maybe<ResolversTypes['Execution']>, ParentType, ContextType>;
  json?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType, RequireFields<ArtifactTextArgs, 'maxCharacters'>>;
  downloadUrl?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ArtifactEdgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ArtifactEdge'] = ResolversParentTypes['ArtifactEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Artifact'], ParentType, ContextType>;
};

export type ArtifactConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ArtifactConnection'] = ResolversParentTypes['ArtifactConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ArtifactEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Artifact']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type WebhookResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Webhook'] = ResolversParentTypes['Webhook']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  host?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['ExecutionEventType']>, ParentType, ContextType>;
  registeredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type WebhookEdgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['WebhookEdge'] = ResolversParentTypes['WebhookEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>;
};

export type WebhookConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['WebhookConnection'] = ResolversParentTypes['WebhookConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['WebhookEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Webhook']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ExecutionWebhookResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ExecutionWebhook'] = ResolversParentTypes['ExecutionWebhook']> = {
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  host?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['ExecutionEventType']>, ParentType, ContextType>;
  lastSequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  failedAttempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  givenUp?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type McpServerResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['McpServer'] = ResolversParentTypes['McpServer']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['McpServerStatus'], ParentType, ContextType>;
  failure?: Resolver<Maybe<ResolversTypes['ExecutionFailure']>, ParentType, ContextType>;
  protocolVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastSyncedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  trusted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  outputValidation?: Resolver<ResolversTypes['OutputValidation'], ParentType, ContextType>;
  droppedTools?: Resolver<ReadonlyArray<ResolversTypes['DroppedTool']>, ParentType, ContextType>;
  tools?: Resolver<ResolversTypes['ToolConnection'], ParentType, ContextType, Partial<McpServerToolsArgs>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DroppedToolResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DroppedTool'] = ResolversParentTypes['DroppedTool']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type McpServerEdgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['McpServerEdge'] = ResolversParentTypes['McpServerEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['McpServer'], ParentType, ContextType>;
};

export type McpServerConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['McpServerConnection'] = ResolversParentTypes['McpServerConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['McpServerEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['McpServer']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type PlanResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Plan'] = ResolversParentTypes['Plan']> = {
  hash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  schedule?: Resolver<ResolversTypes['Schedule'], ParentType, ContextType>;
  reasoning?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  directResponse?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  steps?: Resolver<ReadonlyArray<ResolversTypes['PlanStep']>, ParentType, ContextType>;
  document?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
};

export type PlanStepResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PlanStep'] = ResolversParentTypes['PlanStep']> = {
  stepId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  index?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['StepKind'], ParentType, ContextType>;
  callableName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  arguments?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  resultKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  after?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  independent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  when?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  whenReferences?: Resolver<ReadonlyArray<ResolversTypes['TemplateReference']>, ParentType, ContextType>;
  inputSchema?: Resolver<Maybe<ResolversTypes['JSONSchema']>, ParentType, ContextType>;
  outputSchema?: Resolver<Maybe<ResolversTypes['JSONSchema']>, ParentType, ContextType>;
  references?: Resolver<ReadonlyArray<ResolversTypes['TemplateReference']>, ParentType, ContextType>;
  policy?: Resolver<Maybe<ResolversTypes['StepPolicy']>, ParentType, ContextType>;
  children?: Resolver<ReadonlyArray<ResolversTypes['PlanStep']>, ParentType, ContextType>;
  parallel?: Resolver<Maybe<ResolversTypes['ParallelPolicy']>, ParentType, ContextType>;
};

export type StepPolicyResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['StepPolicy'] = ResolversParentTypes['StepPolicy']> = {
  maxAttempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  initialBackoffMs?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  timeoutMs?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  continueOnFailure?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  inDoubt?: Resolver<Maybe<ResolversTypes['InDoubtPolicy']>, ParentType, ContextType>;
  onDecline?: Resolver<ResolversTypes['HumanInputOutcome'], ParentType, ContextType>;
};

export type ParallelPolicyResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ParallelPolicy'] = ResolversParentTypes['ParallelPolicy']> = {
  maxConcurrency?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  mergeStrategy?: Resolver<ResolversTypes['MergeStrategy'], ParentType, ContextType>;
  continueOnFailure?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TemplateReferenceResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['TemplateReference'] = ResolversParentTypes['TemplateReference']> = {
  expression?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  target?: Resolver<ResolversTypes['JSONPointer'], ParentType, ContextType>;
  sourceStepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sourcePart?: Resolver<Maybe<ResolversTypes['StepPart']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['JSONPointer'], ParentType, ContextType>;
};

export type PlanValidationResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PlanValidation'] = ResolversParentTypes['PlanValidation']> = {
  valid?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  plan?: Resolver<Maybe<ResolversTypes['Plan']>, ParentType, ContextType>;
  waves?: Resolver<ReadonlyArray<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  steps?: Resolver<ReadonlyArray<ResolversTypes['CheckedStep']>, ParentType, ContextType>;
  worstCase?: Resolver<Maybe<ResolversTypes['WorstCase']>, ParentType, ContextType>;
  warnings?: Resolver<ReadonlyArray<ResolversTypes['PlanWarning']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type WorstCaseResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['WorstCase'] = ResolversParentTypes['WorstCase']> = {
  toolCalls?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  modelCalls?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  tokens?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  costMicros?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
};

export type CheckedStepResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['CheckedStep'] = ResolversParentTypes['CheckedStep']> = {
  stepId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  callableName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  effectClass?: Resolver<ResolversTypes['EffectClass'], ParentType, ContextType>;
  references?: Resolver<ReadonlyArray<ResolversTypes['CheckedReference']>, ParentType, ContextType>;
};

export type CheckedReferenceResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['CheckedReference'] = ResolversParentTypes['CheckedReference']> = {
  reference?: Resolver<ResolversTypes['TemplateReference'], ParentType, ContextType>;
  presence?: Resolver<ResolversTypes['FieldPresence'], ParentType, ContextType>;
  relation?: Resolver<ResolversTypes['TypeRelation'], ParentType, ContextType>;
};

export type PlanWarningResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PlanWarning'] = ResolversParentTypes['PlanWarning']> = {
  code?: Resolver<ResolversTypes['PlanWarningCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  stepId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DerivationPreviewResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DerivationPreview'] = ResolversParentTypes['DerivationPreview']> = {
  reusedStepIds?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  repeatedStepIds?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  plansAgain?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type UsageReportResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['UsageReport'] = ResolversParentTypes['UsageReport']> = {
  since?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  until?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  executions?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  failedExecutions?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  callables?: Resolver<ReadonlyArray<ResolversTypes['CallableUsage']>, ParentType, ContextType>;
  models?: Resolver<ReadonlyArray<ResolversTypes['ModelUsage']>, ParentType, ContextType>;
};

export type CallableUsageResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['CallableUsage'] = ResolversParentTypes['CallableUsage']> = {
  kind?: Resolver<ResolversTypes['StepKind'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  calls?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  failedCalls?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  latency?: Resolver<Maybe<ResolversTypes['Latency']>, ParentType, ContextType>;
  inputTokens?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  outputTokens?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  costMicros?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type ModelUsageResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ModelUsage'] = ResolversParentTypes['ModelUsage']> = {
  model?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  calls?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  failedCalls?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  latency?: Resolver<Maybe<ResolversTypes['Latency']>, ParentType, ContextType>;
  inputTokens?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  cachedInputTokens?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  outputTokens?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  costMicros?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  unpricedCalls?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type LatencyResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Latency'] = ResolversParentTypes['Latency']> = {
  p50Ms?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  p95Ms?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type ExecutionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Execution'] = ResolversParentTypes['Execution']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ExecutionKind'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ExecutionStatus'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['ExecutionState'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  lastSequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  startedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  durationMs?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  deadlineAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  cancelRequestedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  runOf?: Resolver<Maybe<ResolversTypes['CallableRun']>, ParentType, ContextType>;
  invocationMessage?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  input?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  output?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  prompt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  routing?: Resolver<Maybe<ResolversTypes['RoutingDecision']>, ParentType, ContextType>;
  plan?: Resolver<Maybe<ResolversTypes['Plan']>, ParentType, ContextType>;
  planWarnings?: Resolver<ReadonlyArray<ResolversTypes['PlanWarning']>, ParentType, ContextType>;
  planErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
  steps?: Resolver<ReadonlyArray<ResolversTypes['Step']>, ParentType, ContextType>;
  stepStatuses?: Resolver<ReadonlyArray<ResolversTypes['StepStatus']>, ParentType, ContextType>;
  stepCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  endedStepCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  bindings?: Resolver<ReadonlyArray<ResolversTypes['Binding']>, ParentType, ContextType>;
  response?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  responseFailure?: Resolver<Maybe<ResolversTypes['ExecutionFailure']>, ParentType, ContextType>;
  failure?: Resolver<Maybe<ResolversTypes['ExecutionFailure']>, ParentType, ContextType>;
  stepFailures?: Resolver<ReadonlyArray<ResolversTypes['ExecutionFailure']>, ParentType, ContextType>;
  pendingHumanInputs?: Resolver<ReadonlyArray<ResolversTypes['HumanInputRequest']>, ParentType, ContextType>;
  usage?: Resolver<ResolversTypes['Usage'], ParentType, ContextType>;
  modelCalls?: Resolver<ReadonlyArray<ResolversTypes['ModelCall']>, ParentType, ContextType>;
  limits?: Resolver<ResolversTypes['ExecutionLimits'], ParentType, ContextType>;
  inDoubt?: Resolver<ResolversTypes['InDoubtPolicy'], ParentType, ContextType>;
  approval?: Resolver<ResolversTypes['ApprovalPolicy'], ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  contextId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  idempotencyKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  labels?: Resolver<ReadonlyArray<ResolversTypes['Label']>, ParentType, ContextType>;
  traceId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  startedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  parent?: Resolver<Maybe<ResolversTypes['ExecutionOrigin']>, ParentType, ContextType>;
  root?: Resolver<Maybe<ResolversTypes['Execution']>, ParentType, ContextType>;
  depth?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  children?: Resolver<Maybe<ResolversTypes['ExecutionConnection']>, ParentType, ContextType, Partial<ExecutionChildrenArgs>>;
  artifacts?: Resolver<Maybe<ResolversTypes['ArtifactConnection']>, ParentType, ContextType, Partial<ExecutionArtifactsArgs>>;
  events?: Resolver<Maybe<ResolversTypes['ExecutionEventConnection']>, ParentType, ContextType, Partial<ExecutionEventsArgs>>;
  projection?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType, RequireFields<ExecutionProjectionArgs, 'dialect'>>;
  currentStepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  waitingFor?: Resolver<Maybe<ResolversTypes['WaitKind']>, ParentType, ContextType>;
  retryAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  derivedFrom?: Resolver<Maybe<ResolversTypes['ExecutionDerivation']>, ParentType, ContextType>;
  permittedActions?: Resolver<ReadonlyArray<ResolversTypes['ExecutionAction']>, ParentType, ContextType>;
  parkedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  turns?: Resolver<ReadonlyArray<ResolversTypes['AgentTurn']>, ParentType, ContextType>;
  webhooks?: Resolver<Maybe<ReadonlyArray<ResolversTypes['ExecutionWebhook']>>, ParentType, ContextType>;
  conversation?: Resolver<Maybe<ResolversTypes['Conversation']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CallableRunResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['CallableRun'] = ResolversParentTypes['CallableRun']> = {
  kind?: Resolver<ResolversTypes['CallableRunKind'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  workflow?: Resolver<Maybe<ResolversTypes['Workflow']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
};

export type ExecutionOriginResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ExecutionOrigin'] = ResolversParentTypes['ExecutionOrigin']> = {
  executionId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  execution?: Resolver<Maybe<ResolversTypes['Execution']>, ParentType, ContextType>;
  stepId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ExecutionDerivationResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ExecutionDerivation'] = ResolversParentTypes['ExecutionDerivation']> = {
  kind?: Resolver<ResolversTypes['DerivationKind'], ParentType, ContextType>;
  executionId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  fromStepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reusedStepIds?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type LabelResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Label'] = ResolversParentTypes['Label']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Payload'] = ResolversParentTypes['Payload']> = {
  value?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType, RequireFields<PayloadValueArgs, 'pointer' | 'maxBytes'>>;
  preview?: Resolver<ResolversTypes['String'], ParentType, ContextType, RequireFields<PayloadPreviewArgs, 'maxCharacters'>>;
  deepText?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType, RequireFields<PayloadDeepTextArgs, 'maxBytes'>>;
  byteSize?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type BindingResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Binding'] = ResolversParentTypes['Binding']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Payload'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['BindingSource'], ParentType, ContextType>;
};

export type ExecutionLimitsResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ExecutionLimits'] = ResolversParentTypes['ExecutionLimits']> = {
  maxSteps?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxParallel?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxParallelRequests?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxDepth?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  stepTimeoutMs?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  timeoutMs?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  maxModelCalls?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxTokens?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  maxCostMicros?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
};

export type UsageResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Usage'] = ResolversParentTypes['Usage']> = {
  toolCalls?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  agentCalls?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  modelCalls?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  inputTokens?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  cachedInputTokens?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  outputTokens?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  costMicros?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
};

export type RoutingDecisionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RoutingDecision'] = ResolversParentTypes['RoutingDecision']> = {
  mode?: Resolver<ResolversTypes['RoutingMode'], ParentType, ContextType>;
  agentName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  unknownAgentName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  confidence?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ModelCallResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ModelCall'] = ResolversParentTypes['ModelCall']> = {
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  purpose?: Resolver<ResolversTypes['ModelCallPurpose'], ParentType, ContextType>;
  model?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  startedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  durationMs?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  timeToFirstTextMs?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  inputTokens?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  cachedInputTokens?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  outputTokens?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  usageIsBound?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  costMicros?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  outcome?: Resolver<Maybe<ResolversTypes['CallOutcome']>, ParentType, ContextType>;
  failure?: Resolver<Maybe<ResolversTypes['ExecutionFailure']>, ParentType, ContextType>;
  retryAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  reply?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
};

export type ExecutionFailureResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ExecutionFailure'] = ResolversParentTypes['ExecutionFailure']> = {
  code?: Resolver<ResolversTypes['FailureCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  retryable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  details?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type ExecutionEdgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ExecutionEdge'] = ResolversParentTypes['ExecutionEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Execution'], ParentType, ContextType>;
};

export type ExecutionConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ExecutionConnection'] = ResolversParentTypes['ExecutionConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ExecutionEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Execution']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  statusCounts?: Resolver<ReadonlyArray<ResolversTypes['StatusCount']>, ParentType, ContextType>;
  feedCursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
};

export type StatusCountResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['StatusCount'] = ResolversParentTypes['StatusCount']> = {
  status?: Resolver<ResolversTypes['ExecutionStatus'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type StepResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Step'] = ResolversParentTypes['Step']> = {
  __resolveType: TypeResolveFn<'ToolStep' | 'AgentStep' | 'WorkflowStep' | 'HumanInputStep' | 'ParallelStep', ParentType, ContextType>;
};

export type ToolStepResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ToolStep'] = ResolversParentTypes['ToolStep']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  stepId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  index?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['StepKind'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['StepStatus'], ParentType, ContextType>;
  resultKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  input?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  output?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  failure?: Resolver<Maybe<ResolversTypes['ExecutionFailure']>, ParentType, ContextType>;
  references?: Resolver<ReadonlyArray<ResolversTypes['TemplateReference']>, ParentType, ContextType>;
  startedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  durationMs?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  toolName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tool?: Resolver<Maybe<ResolversTypes['Tool']>, ParentType, ContextType>;
  effectClass?: Resolver<ResolversTypes['EffectClass'], ParentType, ContextType>;
  callId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcome?: Resolver<Maybe<ResolversTypes['CallOutcome']>, ParentType, ContextType>;
  waitsFor?: Resolver<Maybe<ResolversTypes['WaitKind']>, ParentType, ContextType>;
  warning?: Resolver<Maybe<ResolversTypes['ExecutionFailure']>, ParentType, ContextType>;
  warnings?: Resolver<ReadonlyArray<ResolversTypes['StepWarning']>, ParentType, ContextType>;
  attempts?: Resolver<ReadonlyArray<ResolversTypes['StepAttempt']>, ParentType, ContextType>;
  content?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  attachments?: Resolver<Maybe<ReadonlyArray<ResolversTypes['StepAttachment']>>, ParentType, ContextType, RequireFields<ToolStepAttachmentsArgs, 'first'>>;
  attachmentCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  artifact?: Resolver<Maybe<ResolversTypes['ToolArtifact']>, ParentType, ContextType>;
  reused?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  argumentSources?: Resolver<ReadonlyArray<ResolversTypes['ValueSource']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AgentStepResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AgentStep'] = ResolversParentTypes['AgentStep']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  stepId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  index?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['StepKind'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['StepStatus'], ParentType, ContextType>;
  resultKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  input?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  output?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  failure?: Resolver<Maybe<ResolversTypes['ExecutionFailure']>, ParentType, ContextType>;
  references?: Resolver<ReadonlyArray<ResolversTypes['TemplateReference']>, ParentType, ContextType>;
  startedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  durationMs?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  agentName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  effectClass?: Resolver<ResolversTypes['EffectClass'], ParentType, ContextType>;
  callId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcome?: Resolver<Maybe<ResolversTypes['CallOutcome']>, ParentType, ContextType>;
  waitsFor?: Resolver<Maybe<ResolversTypes['WaitKind']>, ParentType, ContextType>;
  executionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  execution?: Resolver<Maybe<ResolversTypes['Execution']>, ParentType, ContextType>;
  remoteTaskId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  waitNote?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  warnings?: Resolver<ReadonlyArray<ResolversTypes['StepWarning']>, ParentType, ContextType>;
  attempts?: Resolver<ReadonlyArray<ResolversTypes['StepAttempt']>, ParentType, ContextType>;
  warning?: Resolver<Maybe<ResolversTypes['ExecutionFailure']>, ParentType, ContextType>;
  content?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  attachments?: Resolver<Maybe<ReadonlyArray<ResolversTypes['StepAttachment']>>, ParentType, ContextType, RequireFields<AgentStepAttachmentsArgs, 'first'>>;
  attachmentCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  reused?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  argumentSources?: Resolver<ReadonlyArray<ResolversTypes['ValueSource']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WorkflowStepResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['WorkflowStep'] = ResolversParentTypes['WorkflowStep']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  stepId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  index?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['StepKind'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['StepStatus'], ParentType, ContextType>;
  resultKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  input?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  output?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  failure?: Resolver<Maybe<ResolversTypes['ExecutionFailure']>, ParentType, ContextType>;
  references?: Resolver<ReadonlyArray<ResolversTypes['TemplateReference']>, ParentType, ContextType>;
  startedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  durationMs?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  workflowName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  workflow?: Resolver<Maybe<ResolversTypes['Workflow']>, ParentType, ContextType>;
  inputArtifact?: Resolver<Maybe<ResolversTypes['Artifact']>, ParentType, ContextType>;
  effectClass?: Resolver<ResolversTypes['EffectClass'], ParentType, ContextType>;
  callId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcome?: Resolver<Maybe<ResolversTypes['CallOutcome']>, ParentType, ContextType>;
  waitsFor?: Resolver<Maybe<ResolversTypes['WaitKind']>, ParentType, ContextType>;
  executionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  execution?: Resolver<Maybe<ResolversTypes['Execution']>, ParentType, ContextType>;
  remoteTaskId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  waitNote?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  warnings?: Resolver<ReadonlyArray<ResolversTypes['StepWarning']>, ParentType, ContextType>;
  attempts?: Resolver<ReadonlyArray<ResolversTypes['StepAttempt']>, ParentType, ContextType>;
  content?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  reused?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  argumentSources?: Resolver<ReadonlyArray<ResolversTypes['ValueSource']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type StepAttachmentResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['StepAttachment'] = ResolversParentTypes['StepAttachment']> = {
  kind?: Resolver<ResolversTypes['AttachmentKind'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mediaType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  uri?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  byteSize?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  artifact?: Resolver<Maybe<ResolversTypes['Artifact']>, ParentType, ContextType>;
};

export type StepWarningResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['StepWarning'] = ResolversParentTypes['StepWarning']> = {
  code?: Resolver<ResolversTypes['StepWarningCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  details?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type ToolArtifactResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ToolArtifact'] = ResolversParentTypes['ToolArtifact']> = {
  shape?: Resolver<ResolversTypes['ArtifactShape'], ParentType, ContextType>;
  artifactId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  skillId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type HumanInputStepResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HumanInputStep'] = ResolversParentTypes['HumanInputStep']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  stepId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  index?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['StepKind'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['StepStatus'], ParentType, ContextType>;
  resultKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  input?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  output?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  failure?: Resolver<Maybe<ResolversTypes['ExecutionFailure']>, ParentType, ContextType>;
  references?: Resolver<ReadonlyArray<ResolversTypes['TemplateReference']>, ParentType, ContextType>;
  startedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  durationMs?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  request?: Resolver<Maybe<ResolversTypes['HumanInputRequest']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ParallelStepResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ParallelStep'] = ResolversParentTypes['ParallelStep']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  stepId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  index?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['StepKind'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['StepStatus'], ParentType, ContextType>;
  resultKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  input?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  output?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  failure?: Resolver<Maybe<ResolversTypes['ExecutionFailure']>, ParentType, ContextType>;
  references?: Resolver<ReadonlyArray<ResolversTypes['TemplateReference']>, ParentType, ContextType>;
  startedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  durationMs?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  policy?: Resolver<ResolversTypes['ParallelPolicy'], ParentType, ContextType>;
  children?: Resolver<ReadonlyArray<ResolversTypes['Step']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type StepAttemptResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['StepAttempt'] = ResolversParentTypes['StepAttempt']> = {
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  callId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  startedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  outcome?: Resolver<Maybe<ResolversTypes['CallOutcome']>, ParentType, ContextType>;
  failure?: Resolver<Maybe<ResolversTypes['ExecutionFailure']>, ParentType, ContextType>;
  retryAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type HumanInputRequestResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HumanInputRequest'] = ResolversParentTypes['HumanInputRequest']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['HumanInputKind'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['HumanInputStatus'], ParentType, ContextType>;
  purpose?: Resolver<ResolversTypes['HumanInputPurpose'], ParentType, ContextType>;
  prompt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  context?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  callableName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  argumentSources?: Resolver<ReadonlyArray<ResolversTypes['ValueSource']>, ParentType, ContextType>;
  responseSchema?: Resolver<Maybe<ResolversTypes['JSONSchema']>, ParentType, ContextType>;
  ui?: Resolver<Maybe<ResolversTypes['UiComponent']>, ParentType, ContextType>;
  response?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  respondedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  resolvedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  onExpiry?: Resolver<ResolversTypes['HumanInputOutcome'], ParentType, ContextType>;
  onDecline?: Resolver<ResolversTypes['HumanInputOutcome'], ParentType, ContextType>;
  execution?: Resolver<Maybe<ResolversTypes['Execution']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type UiComponentResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['UiComponent'] = ResolversParentTypes['UiComponent']> = {
  component?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ValueSourceResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ValueSource'] = ResolversParentTypes['ValueSource']> = {
  target?: Resolver<ResolversTypes['JSONPointer'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ValueSourceKind'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sourcePart?: Resolver<Maybe<ResolversTypes['StepPart']>, ParentType, ContextType>;
  source?: Resolver<Maybe<ResolversTypes['JSONPointer']>, ParentType, ContextType>;
  callableName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ConversationResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Conversation'] = ResolversParentTypes['Conversation']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  chatId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  appId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  manifestName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  manifestHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ConversationStatus'], ParentType, ContextType>;
  activeAgentName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  variables?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  turn?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  messageCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  messages?: Resolver<ResolversTypes['MessageConnection'], ParentType, ContextType, Partial<ConversationMessagesArgs>>;
  execution?: Resolver<Maybe<ResolversTypes['Execution']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MessageResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Message'] = ResolversParentTypes['Message']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  author?: Resolver<ResolversTypes['MessageAuthor'], ParentType, ContextType>;
  agentName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  turn?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  uiHidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  execution?: Resolver<Maybe<ResolversTypes['Execution']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MessageEdgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['MessageEdge'] = ResolversParentTypes['MessageEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Message'], ParentType, ContextType>;
};

export type MessageConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['MessageConnection'] = ResolversParentTypes['MessageConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['MessageEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Message']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ConversationEdgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ConversationEdge'] = ResolversParentTypes['ConversationEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Conversation'], ParentType, ContextType>;
};

export type ConversationConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ConversationConnection'] = ResolversParentTypes['ConversationConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ConversationEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Conversation']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type HumanInputRequestEdgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HumanInputRequestEdge'] = ResolversParentTypes['HumanInputRequestEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['HumanInputRequest'], ParentType, ContextType>;
};

export type HumanInputRequestConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HumanInputRequestConnection'] = ResolversParentTypes['HumanInputRequestConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['HumanInputRequestEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['HumanInputRequest']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  feedCursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
};

export type AgentTurnResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AgentTurn'] = ResolversParentTypes['AgentTurn']> = {
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agentName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  startedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  isElsewhere?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  reply?: Resolver<Maybe<ResolversTypes['TurnReply']>, ParentType, ContextType>;
  violations?: Resolver<ReadonlyArray<ResolversTypes['OutputViolation']>, ParentType, ContextType>;
};

export type OutputViolationResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['OutputViolation'] = ResolversParentTypes['OutputViolation']> = {
  pointer?: Resolver<ResolversTypes['JSONPointer'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ManifestResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Manifest'] = ResolversParentTypes['Manifest']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agents?: Resolver<ReadonlyArray<ResolversTypes['ManifestAgent']>, ParentType, ContextType>;
  tools?: Resolver<ReadonlyArray<ResolversTypes['ManifestTool']>, ParentType, ContextType>;
  variableNames?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  handoffs?: Resolver<ReadonlyArray<ResolversTypes['ManifestHandoff']>, ParentType, ContextType>;
  startAgentName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  maxTurns?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ManifestAgentResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ManifestAgent'] = ResolversParentTypes['ManifestAgent']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  autoToolMode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  structuredOutputsRequired?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  maxConsecutiveAutoReply?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  isElsewhere?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  autoTool?: Resolver<Maybe<ResolversTypes['AutoToolBinding']>, ParentType, ContextType>;
  modelName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  modelSchema?: Resolver<Maybe<ResolversTypes['JSONSchema']>, ParentType, ContextType>;
};

export type AutoToolBindingResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AutoToolBinding'] = ResolversParentTypes['AutoToolBinding']> = {
  modelName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  modelSchema?: Resolver<ResolversTypes['JSONSchema'], ParentType, ContextType>;
  tool?: Resolver<ResolversTypes['ManifestTool'], ParentType, ContextType>;
  maxCorrections?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ManifestToolResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ManifestTool'] = ResolversParentTypes['ManifestTool']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agentName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sourceFile?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isAutomatic?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  ui?: Resolver<Maybe<ResolversTypes['UiComponent']>, ParentType, ContextType>;
  callableName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  inputSchema?: Resolver<ResolversTypes['JSONSchema'], ParentType, ContextType>;
  responseSchema?: Resolver<Maybe<ResolversTypes['JSONSchema']>, ParentType, ContextType>;
};

export type ManifestHandoffResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ManifestHandoff'] = ResolversParentTypes['ManifestHandoff']> = {
  sourceAgentName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  target?: Resolver<ResolversTypes['HandoffTargetKind'], ParentType, ContextType>;
  targetAgentName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  condition?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ManifestEdgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ManifestEdge'] = ResolversParentTypes['ManifestEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Manifest'], ParentType, ContextType>;
};

export type ManifestConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ManifestConnection'] = ResolversParentTypes['ManifestConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ManifestEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Manifest']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ExecutionEventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ExecutionEvent'] = ResolversParentTypes['ExecutionEvent']> = {
  __resolveType: TypeResolveFn<'ExecutionStarted' | 'AgentRouted' | 'PlanProposed' | 'PlanRejected' | 'ModelCallStarted' | 'ModelCalled' | 'TextProduced' | 'StepStarted' | 'AttemptFailed' | 'StepWaiting' | 'HumanInputResolved' | 'TurnStarted' | 'OutputSubmitted' | 'MessageAdded' | 'StructuredOutputChecked' | 'DuplicateSuppressed' | 'BindingSet' | 'HandoffMade' | 'StepFinished' | 'ArtifactStored' | 'CancelRequested' | 'CallIgnored' | 'ExecutionResumed' | 'ExecutionFinished', ParentType, ContextType>;
};

export type StateTransitionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['StateTransition'] = ResolversParentTypes['StateTransition']> = {
  from?: Resolver<ResolversTypes['ExecutionState'], ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  to?: Resolver<ResolversTypes['ExecutionState'], ParentType, ContextType>;
};

export type ExecutionStartedResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ExecutionStarted'] = ResolversParentTypes['ExecutionStarted']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ExecutionKind'], ParentType, ContextType>;
  plan?: Resolver<Maybe<ResolversTypes['Plan']>, ParentType, ContextType>;
  callableNames?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  derivedFrom?: Resolver<Maybe<ResolversTypes['ExecutionDerivation']>, ParentType, ContextType>;
  planWarnings?: Resolver<ReadonlyArray<ResolversTypes['PlanWarning']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AgentRoutedResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AgentRouted'] = ResolversParentTypes['AgentRouted']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  routing?: Resolver<ResolversTypes['RoutingDecision'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PlanProposedResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PlanProposed'] = ResolversParentTypes['PlanProposed']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  plan?: Resolver<ResolversTypes['Plan'], ParentType, ContextType>;
  worstCase?: Resolver<ResolversTypes['WorstCase'], ParentType, ContextType>;
  planWarnings?: Resolver<ReadonlyArray<ResolversTypes['PlanWarning']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PlanRejectedResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PlanRejected'] = ResolversParentTypes['PlanRejected']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  failure?: Resolver<ResolversTypes['ExecutionFailure'], ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
  correcting?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ModelCallStartedResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ModelCallStarted'] = ResolversParentTypes['ModelCallStarted']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  purpose?: Resolver<ResolversTypes['ModelCallPurpose'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  model?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reservedTokens?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  reservedCostMicros?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ModelCalledResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ModelCalled'] = ResolversParentTypes['ModelCalled']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  modelCall?: Resolver<ResolversTypes['ModelCall'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TextProducedResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['TextProduced'] = ResolversParentTypes['TextProduced']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  streamId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  offset?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type StepStartedResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['StepStarted'] = ResolversParentTypes['StepStarted']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  attempt?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  callId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  callableName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  arguments?: Resolver<ResolversTypes['Payload'], ParentType, ContextType>;
  groupId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AttemptFailedResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AttemptFailed'] = ResolversParentTypes['AttemptFailed']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  attempt?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  callId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['CallOutcome'], ParentType, ContextType>;
  failure?: Resolver<ResolversTypes['ExecutionFailure'], ParentType, ContextType>;
  retryAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type StepWaitingResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['StepWaiting'] = ResolversParentTypes['StepWaiting']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  waitsFor?: Resolver<ResolversTypes['WaitKind'], ParentType, ContextType>;
  until?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  request?: Resolver<Maybe<ResolversTypes['HumanInputRequest']>, ParentType, ContextType>;
  handle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  childExecution?: Resolver<Maybe<ResolversTypes['Execution']>, ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  awaitedTurnKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type HumanInputResolvedResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HumanInputResolved'] = ResolversParentTypes['HumanInputResolved']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  resolution?: Resolver<ResolversTypes['HumanInputStatus'], ParentType, ContextType>;
  respondedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  response?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TurnStartedResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['TurnStarted'] = ResolversParentTypes['TurnStarted']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  turn?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  turnKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agentName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  cause?: Resolver<ResolversTypes['TurnCause'], ParentType, ContextType>;
  isElsewhere?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type OutputSubmittedResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['OutputSubmitted'] = ResolversParentTypes['OutputSubmitted']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  turn?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  turnKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agentName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  submittedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MessageAddedResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['MessageAdded'] = ResolversParentTypes['MessageAdded']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['AddedMessage'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AddedMessageResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AddedMessage'] = ResolversParentTypes['AddedMessage']> = {
  author?: Resolver<ResolversTypes['MessageAuthor'], ParentType, ContextType>;
  agentName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  turn?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['Payload'], ParentType, ContextType>;
  uiHidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type StructuredOutputCheckedResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['StructuredOutputChecked'] = ResolversParentTypes['StructuredOutputChecked']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  turn?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  turnKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agentName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  modelName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  data?: Resolver<ResolversTypes['Payload'], ParentType, ContextType>;
  violations?: Resolver<ReadonlyArray<ResolversTypes['OutputViolation']>, ParentType, ContextType>;
  willCorrect?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startsTool?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DuplicateSuppressedResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DuplicateSuppressed'] = ResolversParentTypes['DuplicateSuppressed']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  turnKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agentName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type BindingSetResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['BindingSet'] = ResolversParentTypes['BindingSet']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['VariableSource'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type HandoffMadeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HandoffMade'] = ResolversParentTypes['HandoffMade']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  sourceAgentName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  target?: Resolver<ResolversTypes['HandoffTargetKind'], ParentType, ContextType>;
  targetAgentName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  rule?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type StepFinishedResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['StepFinished'] = ResolversParentTypes['StepFinished']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['StepStatus'], ParentType, ContextType>;
  attempt?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  callId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcome?: Resolver<Maybe<ResolversTypes['CallOutcome']>, ParentType, ContextType>;
  output?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  content?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  failure?: Resolver<Maybe<ResolversTypes['ExecutionFailure']>, ParentType, ContextType>;
  warning?: Resolver<Maybe<ResolversTypes['ExecutionFailure']>, ParentType, ContextType>;
  warnings?: Resolver<ReadonlyArray<ResolversTypes['StepWarning']>, ParentType, ContextType>;
  groupId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reused?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ArtifactStoredResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ArtifactStored'] = ResolversParentTypes['ArtifactStored']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  artifact?: Resolver<ResolversTypes['Artifact'], ParentType, ContextType>;
  attachmentPosition?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CancelRequestedResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['CancelRequested'] = ResolversParentTypes['CancelRequested']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  requestedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CallIgnoredResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['CallIgnored'] = ResolversParentTypes['CallIgnored']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  callId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ExecutionResumedResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ExecutionResumed'] = ResolversParentTypes['ExecutionResumed']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ExecutionFinishedResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ExecutionFinished'] = ResolversParentTypes['ExecutionFinished']> = {
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ExecutionEventType'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  stepId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transitions?: Resolver<ReadonlyArray<ResolversTypes['StateTransition']>, ParentType, ContextType>;
  chatFrame?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ExecutionStatus'], ParentType, ContextType>;
  response?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  responseFailure?: Resolver<Maybe<ResolversTypes['ExecutionFailure']>, ParentType, ContextType>;
  failure?: Resolver<Maybe<ResolversTypes['ExecutionFailure']>, ParentType, ContextType>;
  output?: Resolver<Maybe<ResolversTypes['Payload']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ExecutionEventEdgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ExecutionEventEdge'] = ResolversParentTypes['ExecutionEventEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ExecutionEvent'], ParentType, ContextType>;
};

export type ExecutionEventConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ExecutionEventConnection'] = ResolversParentTypes['ExecutionEventConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ExecutionEventEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['ExecutionEvent']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  executionEvents?: SubscriptionResolver<ResolversTypes['ExecutionEventBatch'], "executionEvents", ParentType, ContextType, RequireFields<SubscriptionExecutionEventsArgs, 'executionId' | 'heartbeatMs'>>;
  executionChanges?: SubscriptionResolver<ResolversTypes['ExecutionChangeBatch'], "executionChanges", ParentType, ContextType, RequireFields<SubscriptionExecutionChangesArgs, 'heartbeatMs'>>;
  humanInputChanges?: SubscriptionResolver<ResolversTypes['HumanInputChangeBatch'], "humanInputChanges", ParentType, ContextType, RequireFields<SubscriptionHumanInputChangesArgs, 'heartbeatMs'>>;
};

export type HumanInputChangeBatchResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HumanInputChangeBatch'] = ResolversParentTypes['HumanInputChangeBatch']> = {
  requests?: Resolver<ReadonlyArray<ResolversTypes['HumanInputRequest']>, ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  caughtUp?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  gap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ExecutionEventBatchResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ExecutionEventBatch'] = ResolversParentTypes['ExecutionEventBatch']> = {
  events?: Resolver<ReadonlyArray<ResolversTypes['ExecutionEvent']>, ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  caughtUp?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  gap?: Resolver<Maybe<ResolversTypes['EventGap']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ExecutionStatus'], ParentType, ContextType>;
};

export type EventGapResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['EventGap'] = ResolversParentTypes['EventGap']> = {
  firstSequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  lastSequence?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type ExecutionChangeBatchResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ExecutionChangeBatch'] = ResolversParentTypes['ExecutionChangeBatch']> = {
  executions?: Resolver<ReadonlyArray<ResolversTypes['Execution']>, ParentType, ContextType>;
  removedIds?: Resolver<ReadonlyArray<ResolversTypes['ID']>, ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['EventCursor'], ParentType, ContextType>;
  caughtUp?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  gap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type UserErrorResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['UserError'] = ResolversParentTypes['UserError']> = {
  __resolveType: TypeResolveFn<'GeneralError' | 'UnknownCallableError' | 'TemplateError' | 'SchemaViolationError' | 'LimitError' | 'InvalidStateError' | 'OutcomeUnknownError' | 'IdempotencyConflictError', ParentType, ContextType>;
};

export type GeneralErrorResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['GeneralError'] = ResolversParentTypes['GeneralError']> = {
  code?: Resolver<ResolversTypes['UserErrorCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type UnknownCallableErrorResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['UnknownCallableError'] = ResolversParentTypes['UnknownCallableError']> = {
  code?: Resolver<ResolversTypes['UserErrorCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nearestNames?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TemplateErrorResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['TemplateError'] = ResolversParentTypes['TemplateError']> = {
  code?: Resolver<ResolversTypes['UserErrorCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  stepId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  stepIndex?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  argument?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  template?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['TemplateErrorReason'], ParentType, ContextType>;
  sourceCallable?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  field?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  availableFields?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  nearestNames?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  expectedType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  actualType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SchemaViolationErrorResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SchemaViolationError'] = ResolversParentTypes['SchemaViolationError']> = {
  code?: Resolver<ResolversTypes['UserErrorCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  violations?: Resolver<ReadonlyArray<ResolversTypes['SchemaViolation']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SchemaViolationResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SchemaViolation'] = ResolversParentTypes['SchemaViolation']> = {
  instance?: Resolver<ResolversTypes['JSONPointer'], ParentType, ContextType>;
  keyword?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type LimitErrorResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['LimitError'] = ResolversParentTypes['LimitError']> = {
  code?: Resolver<ResolversTypes['UserErrorCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  maximum?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  found?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type InvalidStateErrorResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['InvalidStateError'] = ResolversParentTypes['InvalidStateError']> = {
  code?: Resolver<ResolversTypes['UserErrorCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ExecutionStatus'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type OutcomeUnknownErrorResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['OutcomeUnknownError'] = ResolversParentTypes['OutcomeUnknownError']> = {
  code?: Resolver<ResolversTypes['UserErrorCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  stepIds?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type IdempotencyConflictErrorResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['IdempotencyConflictError'] = ResolversParentTypes['IdempotencyConflictError']> = {
  code?: Resolver<ResolversTypes['UserErrorCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  executionId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MutationResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  executePlan?: Resolver<Maybe<ResolversTypes['ExecutePlanPayload']>, ParentType, ContextType, RequireFields<MutationExecutePlanArgs, 'input'>>;
  ask?: Resolver<Maybe<ResolversTypes['AskPayload']>, ParentType, ContextType, RequireFields<MutationAskArgs, 'input'>>;
  invokeWorkflow?: Resolver<Maybe<ResolversTypes['InvokeWorkflowPayload']>, ParentType, ContextType, RequireFields<MutationInvokeWorkflowArgs, 'input'>>;
  retryExecution?: Resolver<Maybe<ResolversTypes['RetryExecutionPayload']>, ParentType, ContextType, RequireFields<MutationRetryExecutionArgs, 'input'>>;
  forkExecution?: Resolver<Maybe<ResolversTypes['ForkExecutionPayload']>, ParentType, ContextType, RequireFields<MutationForkExecutionArgs, 'input'>>;
  deleteExecution?: Resolver<Maybe<ResolversTypes['DeleteExecutionPayload']>, ParentType, ContextType, RequireFields<MutationDeleteExecutionArgs, 'input'>>;
  deleteConversation?: Resolver<Maybe<ResolversTypes['DeleteConversationPayload']>, ParentType, ContextType, RequireFields<MutationDeleteConversationArgs, 'input'>>;
  cancelExecution?: Resolver<Maybe<ResolversTypes['CancelExecutionPayload']>, ParentType, ContextType, RequireFields<MutationCancelExecutionArgs, 'input'>>;
  respondToHumanInput?: Resolver<Maybe<ResolversTypes['RespondToHumanInputPayload']>, ParentType, ContextType, RequireFields<MutationRespondToHumanInputArgs, 'input'>>;
  registerMcpServer?: Resolver<Maybe<ResolversTypes['RegisterMcpServerPayload']>, ParentType, ContextType, RequireFields<MutationRegisterMcpServerArgs, 'input'>>;
  removeMcpServer?: Resolver<Maybe<ResolversTypes['RemoveMcpServerPayload']>, ParentType, ContextType, RequireFields<MutationRemoveMcpServerArgs, 'input'>>;
  registerWebhook?: Resolver<Maybe<ResolversTypes['RegisterWebhookPayload']>, ParentType, ContextType, RequireFields<MutationRegisterWebhookArgs, 'input'>>;
  removeWebhook?: Resolver<Maybe<ResolversTypes['RemoveWebhookPayload']>, ParentType, ContextType, RequireFields<MutationRemoveWebhookArgs, 'input'>>;
  acceptTool?: Resolver<Maybe<ResolversTypes['AcceptToolPayload']>, ParentType, ContextType, RequireFields<MutationAcceptToolArgs, 'input'>>;
  registerAgent?: Resolver<Maybe<ResolversTypes['RegisterAgentPayload']>, ParentType, ContextType, RequireFields<MutationRegisterAgentArgs, 'input'>>;
  removeAgent?: Resolver<Maybe<ResolversTypes['RemoveAgentPayload']>, ParentType, ContextType, RequireFields<MutationRemoveAgentArgs, 'input'>>;
  saveWorkflow?: Resolver<Maybe<ResolversTypes['SaveWorkflowPayload']>, ParentType, ContextType, RequireFields<MutationSaveWorkflowArgs, 'input'>>;
  removeWorkflow?: Resolver<Maybe<ResolversTypes['RemoveWorkflowPayload']>, ParentType, ContextType, RequireFields<MutationRemoveWorkflowArgs, 'input'>>;
  createArtifact?: Resolver<Maybe<ResolversTypes['CreateArtifactPayload']>, ParentType, ContextType, RequireFields<MutationCreateArtifactArgs, 'input'>>;
  deleteArtifact?: Resolver<Maybe<ResolversTypes['DeleteArtifactPayload']>, ParentType, ContextType, RequireFields<MutationDeleteArtifactArgs, 'input'>>;
  createApiKey?: Resolver<Maybe<ResolversTypes['CreateApiKeyPayload']>, ParentType, ContextType, RequireFields<MutationCreateApiKeyArgs, 'input'>>;
  revokeApiKey?: Resolver<Maybe<ResolversTypes['RevokeApiKeyPayload']>, ParentType, ContextType, RequireFields<MutationRevokeApiKeyArgs, 'input'>>;
  createSubscriptionToken?: Resolver<Maybe<ResolversTypes['CreateSubscriptionTokenPayload']>, ParentType, ContextType>;
  rebuildIndex?: Resolver<Maybe<ResolversTypes['RebuildIndexPayload']>, ParentType, ContextType, RequireFields<MutationRebuildIndexArgs, 'input'>>;
  sendMessage?: Resolver<Maybe<ResolversTypes['SendMessagePayload']>, ParentType, ContextType, RequireFields<MutationSendMessageArgs, 'input'>>;
  submitStructuredOutput?: Resolver<Maybe<ResolversTypes['SubmitStructuredOutputPayload']>, ParentType, ContextType, RequireFields<MutationSubmitStructuredOutputArgs, 'input'>>;
  applyManifest?: Resolver<Maybe<ResolversTypes['ApplyManifestPayload']>, ParentType, ContextType, RequireFields<MutationApplyManifestArgs, 'input'>>;
  removeManifest?: Resolver<Maybe<ResolversTypes['RemoveManifestPayload']>, ParentType, ContextType, RequireFields<MutationRemoveManifestArgs, 'input'>>;
};

export type ExecutePlanPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ExecutePlanPayload'] = ResolversParentTypes['ExecutePlanPayload']> = {
  execution?: Resolver<Maybe<ResolversTypes['Execution']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  warnings?: Resolver<ReadonlyArray<ResolversTypes['PlanWarning']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type AskPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AskPayload'] = ResolversParentTypes['AskPayload']> = {
  execution?: Resolver<Maybe<ResolversTypes['Execution']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type InvokeWorkflowPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['InvokeWorkflowPayload'] = ResolversParentTypes['InvokeWorkflowPayload']> = {
  execution?: Resolver<Maybe<ResolversTypes['Execution']>, ParentType, ContextType>;
  inputArtifact?: Resolver<Maybe<ResolversTypes['Artifact']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type SaveWorkflowPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SaveWorkflowPayload'] = ResolversParentTypes['SaveWorkflowPayload']> = {
  workflow?: Resolver<Maybe<ResolversTypes['Workflow']>, ParentType, ContextType>;
  catalogRevision?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  warnings?: Resolver<ReadonlyArray<ResolversTypes['PlanWarning']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RemoveWorkflowPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RemoveWorkflowPayload'] = ResolversParentTypes['RemoveWorkflowPayload']> = {
  removedId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  catalogRevision?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CreateArtifactPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['CreateArtifactPayload'] = ResolversParentTypes['CreateArtifactPayload']> = {
  artifact?: Resolver<Maybe<ResolversTypes['Artifact']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type DeleteArtifactPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DeleteArtifactPayload'] = ResolversParentTypes['DeleteArtifactPayload']> = {
  deletedId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RegisterAgentPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RegisterAgentPayload'] = ResolversParentTypes['RegisterAgentPayload']> = {
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  warnings?: Resolver<ReadonlyArray<ResolversTypes['AgentCardWarning']>, ParentType, ContextType>;
  catalogRevision?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RemoveAgentPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RemoveAgentPayload'] = ResolversParentTypes['RemoveAgentPayload']> = {
  removedId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  catalogRevision?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type AcceptToolPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AcceptToolPayload'] = ResolversParentTypes['AcceptToolPayload']> = {
  tool?: Resolver<Maybe<ResolversTypes['Tool']>, ParentType, ContextType>;
  catalogRevision?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RetryExecutionPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RetryExecutionPayload'] = ResolversParentTypes['RetryExecutionPayload']> = {
  execution?: Resolver<Maybe<ResolversTypes['Execution']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ForkExecutionPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ForkExecutionPayload'] = ResolversParentTypes['ForkExecutionPayload']> = {
  execution?: Resolver<Maybe<ResolversTypes['Execution']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type DeleteExecutionPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DeleteExecutionPayload'] = ResolversParentTypes['DeleteExecutionPayload']> = {
  deletedId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type DeleteConversationPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DeleteConversationPayload'] = ResolversParentTypes['DeleteConversationPayload']> = {
  deletedId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RebuildIndexPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RebuildIndexPayload'] = ResolversParentTypes['RebuildIndexPayload']> = {
  rebuiltIds?: Resolver<ReadonlyArray<ResolversTypes['ID']>, ParentType, ContextType>;
  missingIds?: Resolver<ReadonlyArray<ResolversTypes['ID']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CreateApiKeyPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['CreateApiKeyPayload'] = ResolversParentTypes['CreateApiKeyPayload']> = {
  apiKey?: Resolver<Maybe<ResolversTypes['ApiKey']>, ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RevokeApiKeyPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RevokeApiKeyPayload'] = ResolversParentTypes['RevokeApiKeyPayload']> = {
  apiKey?: Resolver<Maybe<ResolversTypes['ApiKey']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CreateSubscriptionTokenPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['CreateSubscriptionTokenPayload'] = ResolversParentTypes['CreateSubscriptionTokenPayload']> = {
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type CancelExecutionPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['CancelExecutionPayload'] = ResolversParentTypes['CancelExecutionPayload']> = {
  execution?: Resolver<Maybe<ResolversTypes['Execution']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RespondToHumanInputPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RespondToHumanInputPayload'] = ResolversParentTypes['RespondToHumanInputPayload']> = {
  request?: Resolver<Maybe<ResolversTypes['HumanInputRequest']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type SendMessagePayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SendMessagePayload'] = ResolversParentTypes['SendMessagePayload']> = {
  conversation?: Resolver<Maybe<ResolversTypes['Conversation']>, ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['Message']>, ParentType, ContextType>;
  execution?: Resolver<Maybe<ResolversTypes['Execution']>, ParentType, ContextType>;
  replayed?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type SubmitStructuredOutputPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SubmitStructuredOutputPayload'] = ResolversParentTypes['SubmitStructuredOutputPayload']> = {
  duplicate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  accepted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  turn?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ApplyManifestPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ApplyManifestPayload'] = ResolversParentTypes['ApplyManifestPayload']> = {
  manifest?: Resolver<Maybe<ResolversTypes['Manifest']>, ParentType, ContextType>;
  catalogRevision?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  warnings?: Resolver<ReadonlyArray<ResolversTypes['ManifestWarning']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ManifestWarningResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ManifestWarning'] = ResolversParentTypes['ManifestWarning']> = {
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RemoveManifestPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RemoveManifestPayload'] = ResolversParentTypes['RemoveManifestPayload']> = {
  removedName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  catalogRevision?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RegisterWebhookPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RegisterWebhookPayload'] = ResolversParentTypes['RegisterWebhookPayload']> = {
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType>;
  catalogRevision?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RemoveWebhookPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RemoveWebhookPayload'] = ResolversParentTypes['RemoveWebhookPayload']> = {
  removedName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  catalogRevision?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RegisterMcpServerPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RegisterMcpServerPayload'] = ResolversParentTypes['RegisterMcpServerPayload']> = {
  mcpServer?: Resolver<Maybe<ResolversTypes['McpServer']>, ParentType, ContextType>;
  catalogRevision?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RemoveMcpServerPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RemoveMcpServerPayload'] = ResolversParentTypes['RemoveMcpServerPayload']> = {
  removedId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  catalogRevision?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = GraphContext> = {
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  JSONObject?: GraphQLScalarType;
  JSONSchema?: GraphQLScalarType;
  JSONPointer?: GraphQLScalarType;
  SafeInt?: GraphQLScalarType;
  URL?: GraphQLScalarType;
  EventCursor?: GraphQLScalarType;
  Node?: NodeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
  Tenant?: TenantResolvers<ContextType>;
  ModelBudget?: ModelBudgetResolvers<ContextType>;
  ServerInfo?: ServerInfoResolvers<ContextType>;
  LanguageModel?: LanguageModelResolvers<ContextType>;
  ApiKey?: ApiKeyResolvers<ContextType>;
  Tool?: ToolResolvers<ContextType>;
  ComplianceFinding?: ComplianceFindingResolvers<ContextType>;
  ReferableField?: ReferableFieldResolvers<ContextType>;
  ToolAnnotations?: ToolAnnotationsResolvers<ContextType>;
  ToolEdge?: ToolEdgeResolvers<ContextType>;
  ToolConnection?: ToolConnectionResolvers<ContextType>;
  Agent?: AgentResolvers<ContextType>;
  AgentAction?: AgentActionResolvers<ContextType>;
  AgentSkill?: AgentSkillResolvers<ContextType>;
  AgentHealth?: AgentHealthResolvers<ContextType>;
  AgentEdge?: AgentEdgeResolvers<ContextType>;
  AgentConnection?: AgentConnectionResolvers<ContextType>;
  AgentCard?: AgentCardResolvers<ContextType>;
  AgentInterface?: AgentInterfaceResolvers<ContextType>;
  AgentProvider?: AgentProviderResolvers<ContextType>;
  AgentCapabilities?: AgentCapabilitiesResolvers<ContextType>;
  AgentExtension?: AgentExtensionResolvers<ContextType>;
  AgentCardSkill?: AgentCardSkillResolvers<ContextType>;
  AgentCardPreview?: AgentCardPreviewResolvers<ContextType>;
  AgentCardWarning?: AgentCardWarningResolvers<ContextType>;
  Workflow?: WorkflowResolvers<ContextType>;
  WorkflowVersion?: WorkflowVersionResolvers<ContextType>;
  WorkflowEdge?: WorkflowEdgeResolvers<ContextType>;
  WorkflowConnection?: WorkflowConnectionResolvers<ContextType>;
  Artifact?: ArtifactResolvers<ContextType>;
  ArtifactEdge?: ArtifactEdgeResolvers<ContextType>;
  ArtifactConnection?: ArtifactConnectionResolvers<ContextType>;
  Webhook?: WebhookResolvers<ContextType>;
  WebhookEdge?: WebhookEdgeResolvers<ContextType>;
  WebhookConnection?: WebhookConnectionResolvers<ContextType>;
  ExecutionWebhook?: ExecutionWebhookResolvers<ContextType>;
  McpServer?: McpServerResolvers<ContextType>;
  DroppedTool?: DroppedToolResolvers<ContextType>;
  McpServerEdge?: McpServerEdgeResolvers<ContextType>;
  McpServerConnection?: McpServerConnectionResolvers<ContextType>;
  Plan?: PlanResolvers<ContextType>;
  PlanStep?: PlanStepResolvers<ContextType>;
  StepPolicy?: StepPolicyResolvers<ContextType>;
  ParallelPolicy?: ParallelPolicyResolvers<ContextType>;
  TemplateReference?: TemplateReferenceResolvers<ContextType>;
  PlanValidation?: PlanValidationResolvers<ContextType>;
  WorstCase?: WorstCaseResolvers<ContextType>;
  CheckedStep?: CheckedStepResolvers<ContextType>;
  CheckedReference?: CheckedReferenceResolvers<ContextType>;
  PlanWarning?: PlanWarningResolvers<ContextType>;
  DerivationPreview?: DerivationPreviewResolvers<ContextType>;
  UsageReport?: UsageReportResolvers<ContextType>;
  CallableUsage?: CallableUsageResolvers<ContextType>;
  ModelUsage?: ModelUsageResolvers<ContextType>;
  Latency?: LatencyResolvers<ContextType>;
  Execution?: ExecutionResolvers<ContextType>;
  CallableRun?: CallableRunResolvers<ContextType>;
  ExecutionOrigin?: ExecutionOriginResolvers<ContextType>;
  ExecutionDerivation?: ExecutionDerivationResolvers<ContextType>;
  Label?: LabelResolvers<ContextType>;
  Payload?: PayloadResolvers<ContextType>;
  Binding?: BindingResolvers<ContextType>;
  ExecutionLimits?: ExecutionLimitsResolvers<ContextType>;
  Usage?: UsageResolvers<ContextType>;
  RoutingDecision?: RoutingDecisionResolvers<ContextType>;
  ModelCall?: ModelCallResolvers<ContextType>;
  ExecutionFailure?: ExecutionFailureResolvers<ContextType>;
  ExecutionEdge?: ExecutionEdgeResolvers<ContextType>;
  ExecutionConnection?: ExecutionConnectionResolvers<ContextType>;
  StatusCount?: StatusCountResolvers<ContextType>;
  Step?: StepResolvers<ContextType>;
  ToolStep?: ToolStepResolvers<ContextType>;
  AgentStep?: AgentStepResolvers<ContextType>;
  WorkflowStep?: WorkflowStepResolvers<ContextType>;
  StepAttachment?: StepAttachmentResolvers<ContextType>;
  StepWarning?: StepWarningResolvers<ContextType>;
  ToolArtifact?: ToolArtifactResolvers<ContextType>;
  HumanInputStep?: HumanInputStepResolvers<ContextType>;
  ParallelStep?: ParallelStepResolvers<ContextType>;
  StepAttempt?: StepAttemptResolvers<ContextType>;
  HumanInputRequest?: HumanInputRequestResolvers<ContextType>;
  UiComponent?: UiComponentResolvers<ContextType>;
  ValueSource?: ValueSourceResolvers<ContextType>;
  Conversation?: ConversationResolvers<ContextType>;
  Message?: MessageResolvers<ContextType>;
  MessageEdge?: MessageEdgeResolvers<ContextType>;
  MessageConnection?: MessageConnectionResolvers<ContextType>;
  ConversationEdge?: ConversationEdgeResolvers<ContextType>;
  ConversationConnection?: ConversationConnectionResolvers<ContextType>;
  HumanInputRequestEdge?: HumanInputRequestEdgeResolvers<ContextType>;
  HumanInputRequestConnection?: HumanInputRequestConnectionResolvers<ContextType>;
  AgentTurn?: AgentTurnResolvers<ContextType>;
  OutputViolation?: OutputViolationResolvers<ContextType>;
  Manifest?: ManifestResolvers<ContextType>;
  ManifestAgent?: ManifestAgentResolvers<ContextType>;
  AutoToolBinding?: AutoToolBindingResolvers<ContextType>;
  ManifestTool?: ManifestToolResolvers<ContextType>;
  ManifestHandoff?: ManifestHandoffResolvers<ContextType>;
  ManifestEdge?: ManifestEdgeResolvers<ContextType>;
  ManifestConnection?: ManifestConnectionResolvers<ContextType>;
  ExecutionEvent?: ExecutionEventResolvers<ContextType>;
  StateTransition?: StateTransitionResolvers<ContextType>;
  ExecutionStarted?: ExecutionStartedResolvers<ContextType>;
  AgentRouted?: AgentRoutedResolvers<ContextType>;
  PlanProposed?: PlanProposedResolvers<ContextType>;
  PlanRejected?: PlanRejectedResolvers<ContextType>;
  ModelCallStarted?: ModelCallStartedResolvers<ContextType>;
  ModelCalled?: ModelCalledResolvers<ContextType>;
  TextProduced?: TextProducedResolvers<ContextType>;
  StepStarted?: StepStartedResolvers<ContextType>;
  AttemptFailed?: AttemptFailedResolvers<ContextType>;
  StepWaiting?: StepWaitingResolvers<ContextType>;
  HumanInputResolved?: HumanInputResolvedResolvers<ContextType>;
  TurnStarted?: TurnStartedResolvers<ContextType>;
  OutputSubmitted?: OutputSubmittedResolvers<ContextType>;
  MessageAdded?: MessageAddedResolvers<ContextType>;
  AddedMessage?: AddedMessageResolvers<ContextType>;
  StructuredOutputChecked?: StructuredOutputCheckedResolvers<ContextType>;
  DuplicateSuppressed?: DuplicateSuppressedResolvers<ContextType>;
  BindingSet?: BindingSetResolvers<ContextType>;
  HandoffMade?: HandoffMadeResolvers<ContextType>;
  StepFinished?: StepFinishedResolvers<ContextType>;
  ArtifactStored?: ArtifactStoredResolvers<ContextType>;
  CancelRequested?: CancelRequestedResolvers<ContextType>;
  CallIgnored?: CallIgnoredResolvers<ContextType>;
  ExecutionResumed?: ExecutionResumedResolvers<ContextType>;
  ExecutionFinished?: ExecutionFinishedResolvers<ContextType>;
  ExecutionEventEdge?: ExecutionEventEdgeResolvers<ContextType>;
  ExecutionEventConnection?: ExecutionEventConnectionResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  HumanInputChangeBatch?: HumanInputChangeBatchResolvers<ContextType>;
  ExecutionEventBatch?: ExecutionEventBatchResolvers<ContextType>;
  EventGap?: EventGapResolvers<ContextType>;
  ExecutionChangeBatch?: ExecutionChangeBatchResolvers<ContextType>;
  UserError?: UserErrorResolvers<ContextType>;
  GeneralError?: GeneralErrorResolvers<ContextType>;
  UnknownCallableError?: UnknownCallableErrorResolvers<ContextType>;
  TemplateError?: TemplateErrorResolvers<ContextType>;
  SchemaViolationError?: SchemaViolationErrorResolvers<ContextType>;
  SchemaViolation?: SchemaViolationResolvers<ContextType>;
  LimitError?: LimitErrorResolvers<ContextType>;
  InvalidStateError?: InvalidStateErrorResolvers<ContextType>;
  OutcomeUnknownError?: OutcomeUnknownErrorResolvers<ContextType>;
  IdempotencyConflictError?: IdempotencyConflictErrorResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  ExecutePlanPayload?: ExecutePlanPayloadResolvers<ContextType>;
  AskPayload?: AskPayloadResolvers<ContextType>;
  InvokeWorkflowPayload?: InvokeWorkflowPayloadResolvers<ContextType>;
  SaveWorkflowPayload?: SaveWorkflowPayloadResolvers<ContextType>;
  RemoveWorkflowPayload?: RemoveWorkflowPayloadResolvers<ContextType>;
  CreateArtifactPayload?: CreateArtifactPayloadResolvers<ContextType>;
  DeleteArtifactPayload?: DeleteArtifactPayloadResolvers<ContextType>;
  RegisterAgentPayload?: RegisterAgentPayloadResolvers<ContextType>;
  RemoveAgentPayload?: RemoveAgentPayloadResolvers<ContextType>;
  AcceptToolPayload?: AcceptToolPayloadResolvers<ContextType>;
  RetryExecutionPayload?: RetryExecutionPayloadResolvers<ContextType>;
  ForkExecutionPayload?: ForkExecutionPayloadResolvers<ContextType>;
  DeleteExecutionPayload?: DeleteExecutionPayloadResolvers<ContextType>;
  DeleteConversationPayload?: DeleteConversationPayloadResolvers<ContextType>;
  RebuildIndexPayload?: RebuildIndexPayloadResolvers<ContextType>;
  CreateApiKeyPayload?: CreateApiKeyPayloadResolvers<ContextType>;
  RevokeApiKeyPayload?: RevokeApiKeyPayloadResolvers<ContextType>;
  CreateSubscriptionTokenPayload?: CreateSubscriptionTokenPayloadResolvers<ContextType>;
  CancelExecutionPayload?: CancelExecutionPayloadResolvers<ContextType>;
  RespondToHumanInputPayload?: RespondToHumanInputPayloadResolvers<ContextType>;
  SendMessagePayload?: SendMessagePayloadResolvers<ContextType>;
  SubmitStructuredOutputPayload?: SubmitStructuredOutputPayloadResolvers<ContextType>;
  ApplyManifestPayload?: ApplyManifestPayloadResolvers<ContextType>;
  ManifestWarning?: ManifestWarningResolvers<ContextType>;
  RemoveManifestPayload?: RemoveManifestPayloadResolvers<ContextType>;
  RegisterWebhookPayload?: RegisterWebhookPayloadResolvers<ContextType>;
  RemoveWebhookPayload?: RemoveWebhookPayloadResolvers<ContextType>;
  RegisterMcpServerPayload?: RegisterMcpServerPayloadResolvers<ContextType>;
  RemoveMcpServerPayload?: RemoveMcpServerPayloadResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = GraphContext> = {
  requiresScopes?: RequiresScopesDirectiveResolver<any, any, ContextType>;
  cost?: CostDirectiveResolver<any, any, ContextType>;
  listSize?: ListSizeDirectiveResolver<any, any, ContextType>;
  cacheControl?: CacheControlDirectiveResolver<any, any, ContextType>;
};

// Generated from schema.graphql by scripts/generate.mjs. Do not edit.
import type { Json } from '../plan/json.ts';
import type { JsonObject } from '../plan/json.ts';
import type { JsonSchema } from '../plan/json.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { MessageAddedSource, AgentSource, AgentCardSource, StepSource, ArtifactSource, ManifestBindingSource, CallableRunSource, ConversationSource, ExecutionSource, DerivationSource, LimitsSource, OriginSource, ExecutionWebhookSource, HumanInputSource, ManifestSource, ManifestAgentSource, ManifestHandoffSource, ManifestToolSource, McpServerSource, MessageSource, ModelCallSource, PlanSource, PlanStepSource, RoutingSource, StepAttachmentSource, StepPolicySource, TenantSource, ToolSource, WebhookSource, WorkflowSource, WorkflowVersionSource, ExecutionStartedSource, AgentRoutedSource, PlanProposedSource, PlanRejectedSource, ModelCallStartedSource, ModelCalledSource, TextProducedSource, StepStartedSource, AttemptFailedSource, StepWaitingSource, HumanInputResolvedSource, ArtifactStoredSource, StepFinishedSource, CancelRequestedSource, CallIgnoredSource, ExecutionResumedSource, ExecutionFinishedSource, TurnStartedSource, OutputSubmittedSource, StructuredOutputCheckedSource, DuplicateSuppressedSource, BindingSetSource, HandoffMadeSource } from './sources.ts';
import type { ChangeBatchSource } from './execution-changes.ts';
import type { ExecutionConnectionSource } from './list-executions.ts';
import type { BatchSource } from './execution-feed.ts';
import type { InboxBatchSource } from './inbox-changes.ts';
import type { InboxConnectionSource } from './list-inbox.ts';
import type { IdempotencyConflict } from './user-errors.ts';
import type { PayloadSource } from './payload.ts';
import type { GraphContext } from './graph-context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  DateTime: { input: number; output: number; }
  JSON: { input: Json; output: Json; }
  JSONObject: { input: JsonObject; output: JsonObject; }
  JSONSchema: { input: JsonSchema; output: JsonSchema; }
  JSONPointer: { input: string; output: string; }
  SafeInt: { input: number; output: number; }
  URL: { input: string; output: string; }
  EventCursor: { input: string; output: string; }
};

export type Node = {
  readonly id: Scalars['ID']['output'];
};

export type PageInfo = {
  readonly hasNextPage: Scalars['Boolean']['output'];
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  readonly startCursor: Maybe<Scalars['String']['output']>;
  readonly endCursor: Maybe<Scalars['String']['output']>;
};

export type Query = {
  readonly node: Maybe<Node>;
  readonly nodes: Maybe<ReadonlyArray<Maybe<Node>>>;
  readonly viewer: Maybe<Viewer>;
  readonly serverInfo: Maybe<ServerInfo>;
  readonly tool: Maybe<Tool>;
  readonly tools: Maybe<ToolConnection>;
  readonly agent: Maybe<Agent>;
  readonly agents: Maybe<AgentConnection>;
  readonly agentCard: Maybe<AgentCard>;
  readonly previewAgentCard: Maybe<AgentCardPreview>;
  readonly workflow: Maybe<Workflow>;
  readonly workflows: Maybe<WorkflowConnection>;
  readonly webhooks: Maybe<WebhookConnection>;
  readonly mcpServers: Maybe<McpServerConnection>;
  readonly execution: Maybe<Execution>;
  readonly executions: Maybe<ExecutionConnection>;
  readonly artifacts: Maybe<ArtifactConnection>;
  readonly apiKeys: Maybe<ReadonlyArray<ApiKey>>;
  readonly previewRetry: Maybe<DerivationPreview>;
  readonly previewFork: Maybe<DerivationPreview>;
  readonly usageReport: Maybe<UsageReport>;
  readonly validatePlan: Maybe<PlanValidation>;
  readonly humanInputRequests: Maybe<HumanInputRequestConnection>;
  readonly conversation: Maybe<Conversation>;
  readonly conversations: Maybe<ConversationConnection>;
  readonly manifest: Maybe<Manifest>;
  readonly manifests: Maybe<ManifestConnection>;
};


export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


export type QueryNodesArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
};


export type QueryToolArgs = {
  by: ToolSelector;
};


export type QueryToolsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryAgentArgs = {
  by: AgentSelector;
};


export type QueryAgentsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryAgentCardArgs = {
  by: AgentCardSelector;
};


export type QueryPreviewAgentCardArgs = {
  url: Scalars['URL']['input'];
  bearerSecret?: InputMaybe<Scalars['String']['input']>;
};


export type QueryWorkflowArgs = {
  by: WorkflowSelector;
};


export type QueryWorkflowsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryWebhooksArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryMcpServersArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryExecutionArgs = {
  by: ExecutionSelector;
};


export type QueryExecutionsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ExecutionFilter>;
  orderBy?: InputMaybe<ExecutionOrder>;
};


export type QueryArtifactsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryPreviewRetryArgs = {
  input: RetryExecutionInput;
};


export type QueryPreviewForkArgs = {
  input: ForkExecutionInput;
};


export type QueryUsageReportArgs = {
  days?: Scalars['Int']['input'];
};


export type QueryValidatePlanArgs = {
  input: ValidatePlanInput;
};


export type QueryHumanInputRequestsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<ReadonlyArray<HumanInputStatus>>;
  kinds?: InputMaybe<ReadonlyArray<HumanInputKind>>;
};


export type QueryConversationArgs = {
  by: ConversationSelector;
};


export type QueryConversationsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


export type QueryManifestArgs = {
  name: Scalars['String']['input'];
  hash?: InputMaybe<Scalars['String']['input']>;
};


export type QueryManifestsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};

export type Viewer = {
  readonly subject: Scalars['String']['output'];
  readonly scopes: ReadonlyArray<Scope>;
  readonly tenant: Tenant;
};

export type Tenant = {
  readonly name: Scalars['String']['output'];
  readonly limits: ExecutionLimits;
  readonly modelBudget: Maybe<ModelBudget>;
};

export type ModelBudget = {
  readonly since: Scalars['DateTime']['output'];
  readonly modelCalls: Scalars['SafeInt']['output'];
  readonly inputTokens: Scalars['SafeInt']['output'];
  readonly outputTokens: Scalars['SafeInt']['output'];
  readonly costMicros: Scalars['SafeInt']['output'];
  readonly reservedModelCalls: Scalars['SafeInt']['output'];
  readonly reservedTokens: Scalars['SafeInt']['output'];
  readonly reservedCostMicros: Scalars['SafeInt']['output'];
  readonly maxModelCalls: Maybe<Scalars['SafeInt']['output']>;
  readonly maxTokens: Maybe<Scalars['SafeInt']['output']>;
  readonly maxCostMicros: Maybe<Scalars['SafeInt']['output']>;
};

export type Scope =
  | 'REGISTRY_READ'
  | 'REGISTRY_WRITE'
  | 'EXECUTION_READ'
  | 'EXECUTION_START'
  | 'EXECUTION_CONTROL'
  | 'HUMAN_INPUT_RESPOND'
  | 'CREDENTIALS_ADMIN'
  | 'INDEX_ADMIN'
  | 'DEBUG_READ';

export type ServerInfo = {
  readonly version: Scalars['String']['output'];
  readonly a2aVersions: ReadonlyArray<Scalars['String']['output']>;
  readonly mcpVersions: ReadonlyArray<Scalars['String']['output']>;
  readonly subscriptionTransports: ReadonlyArray<SubscriptionTransport>;
  readonly defaultLimits: ExecutionLimits;
  readonly models: ReadonlyArray<LanguageModel>;
};

export type LanguageModel = {
  readonly name: Scalars['String']['output'];
  readonly model: Scalars['String']['output'];
  readonly defaultFor: ReadonlyArray<ModelCallPurpose>;
  readonly isPriced: Scalars['Boolean']['output'];
};

export type SubscriptionTransport =
  | 'SSE'
  | 'GRAPHQL_TRANSPORT_WS'
  | 'MULTIPART';

export type ApiKey = {
  readonly keyId: Scalars['ID']['output'];
  readonly label: Scalars['String']['output'];
  readonly subject: Scalars['String']['output'];
  readonly scopes: ReadonlyArray<Scope>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly createdBy: Scalars['String']['output'];
  readonly expiresAt: Maybe<Scalars['DateTime']['output']>;
  readonly revokedAt: Maybe<Scalars['DateTime']['output']>;
};

export type ToolSelector =
  { readonly id: Scalars['ID']['input']; readonly name?: never; }
  |  { readonly id?: never; readonly name: Scalars['String']['input']; };

export type Tool = Node & {
  readonly id: Scalars['ID']['output'];
  readonly name: Scalars['String']['output'];
  readonly qualifiedName: Scalars['String']['output'];
  readonly title: Maybe<Scalars['String']['output']>;
  readonly description: Scalars['String']['output'];
  readonly inputSchema: Scalars['JSONSchema']['output'];
  readonly outputSchema: Maybe<Scalars['JSONSchema']['output']>;
  readonly outputSchemaIsGiven: Scalars['Boolean']['output'];
  readonly mcpServer: McpServer;
  readonly annotations: ToolAnnotations;
  readonly effectClass: EffectClass;
  readonly schemaHash: Scalars['String']['output'];
  readonly contractHash: Scalars['String']['output'];
  readonly status: ToolStatus;
  readonly referableFields: ReadonlyArray<ReferableField>;
  readonly complianceFindings: ReadonlyArray<ComplianceFinding>;
};

export type ComplianceFinding = {
  readonly rule: ComplianceRule;
  readonly message: Scalars['String']['output'];
  readonly path: Scalars['String']['output'];
};

export type ComplianceRule =
  | 'OUTPUT_SCHEMA_DECLARED'
  | 'STANDARD_SHAPE'
  | 'ARTIFACT_TYPED'
  | 'METADATA_DECLARED'
  | 'FIELDS_DOCUMENTED';

export type ToolStatus =
  | 'READY'
  | 'CHANGED';

export type ReferableField = {
  readonly path: Scalars['String']['output'];
  readonly type: Scalars['String']['output'];
  readonly required: Scalars['Boolean']['output'];
};

export type EffectClass =
  | 'READ_ONLY'
  | 'IDEMPOTENT'
  | 'KEYED'
  | 'UNSAFE';

export type ToolAnnotations = {
  readonly readOnly: Maybe<Scalars['Boolean']['output']>;
  readonly destructive: Maybe<Scalars['Boolean']['output']>;
  readonly idempotent: Maybe<Scalars['Boolean']['output']>;
  readonly openWorld: Maybe<Scalars['Boolean']['output']>;
};

export type ToolEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: Tool;
};

export type ToolConnection = {
  readonly edges: ReadonlyArray<ToolEdge>;
  readonly nodes: ReadonlyArray<Tool>;
  readonly pageInfo: PageInfo;
};

export type AgentSelector =
  { readonly id: Scalars['ID']['input']; readonly name?: never; }
  |  { readonly id?: never; readonly name: Scalars['String']['input']; };

export type AgentCardSelector =
  { readonly agent: AgentSelector; readonly workflowName?: never; }
  |  { readonly agent?: never; readonly workflowName: Scalars['String']['input']; };

export type Agent = Node & {
  readonly id: Scalars['ID']['output'];
  readonly name: Scalars['String']['output'];
  readonly description: Scalars['String']['output'];
  readonly tags: ReadonlyArray<Scalars['String']['output']>;
  readonly exampleQueries: ReadonlyArray<Scalars['String']['output']>;
  readonly runtime: AgentRuntime;
  readonly routable: Scalars['Boolean']['output'];
  readonly toolName: Scalars['String']['output'];
  readonly inputSchema: Maybe<Scalars['JSONSchema']['output']>;
  readonly outputSchema: Maybe<Scalars['JSONSchema']['output']>;
  readonly card: Maybe<AgentCard>;
  readonly endpoint: Maybe<Scalars['URL']['output']>;
  readonly cardUrl: Maybe<Scalars['URL']['output']>;
  readonly cardReadAt: Maybe<Scalars['DateTime']['output']>;
  readonly protocolVersion: Maybe<Scalars['String']['output']>;
  readonly warnings: ReadonlyArray<AgentCardWarning>;
  readonly isWorkflow: Scalars['Boolean']['output'];
  readonly public: Scalars['Boolean']['output'];
  readonly effectClass: Maybe<EffectClass>;
  readonly usageHints: Scalars['String']['output'];
  readonly health: Maybe<AgentHealth>;
  readonly instructions: Maybe<Scalars['String']['output']>;
  readonly skills: ReadonlyArray<AgentSkill>;
  readonly tools: ReadonlyArray<Scalars['String']['output']>;
  readonly actions: ReadonlyArray<AgentAction>;
  readonly model: Maybe<Scalars['String']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};

export type AgentRuntime =
  | 'A2A'
  | 'HTTP'
  | 'LOCAL';

export type AgentAction = {
  readonly actionId: Scalars['String']['output'];
  readonly prompt: Scalars['String']['output'];
  readonly inputSchema: Maybe<Scalars['JSONSchema']['output']>;
};

export type AgentSkill = {
  readonly skillId: Scalars['String']['output'];
  readonly instructions: Scalars['String']['output'];
};

export type AgentHealth = {
  readonly status: AgentHealthStatus;
  readonly checkedAt: Maybe<Scalars['DateTime']['output']>;
  readonly message: Maybe<Scalars['String']['output']>;
};

export type AgentHealthStatus =
  | 'HEALTHY'
  | 'UNHEALTHY'
  | 'UNKNOWN';

export type AgentEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: Agent;
};

export type AgentConnection = {
  readonly edges: ReadonlyArray<AgentEdge>;
  readonly nodes: ReadonlyArray<Agent>;
  readonly pageInfo: PageInfo;
};

export type AgentCard = {
  readonly name: Scalars['String']['output'];
  readonly description: Scalars['String']['output'];
  readonly version: Scalars['String']['output'];
  readonly supportedInterfaces: ReadonlyArray<AgentInterface>;
  readonly provider: Maybe<AgentProvider>;
  readonly documentationUrl: Maybe<Scalars['String']['output']>;
  readonly iconUrl: Maybe<Scalars['String']['output']>;
  readonly capabilities: AgentCapabilities;
  readonly defaultInputModes: ReadonlyArray<Scalars['String']['output']>;
  readonly defaultOutputModes: ReadonlyArray<Scalars['String']['output']>;
  readonly skills: ReadonlyArray<AgentCardSkill>;
  readonly securitySchemes: Maybe<Scalars['JSONObject']['output']>;
  readonly isSigned: Scalars['Boolean']['output'];
  readonly isWorkflow: Scalars['Boolean']['output'];
  readonly inputSchema: Maybe<Scalars['JSONSchema']['output']>;
  readonly outputSchema: Maybe<Scalars['JSONSchema']['output']>;
  readonly readAt: Maybe<Scalars['DateTime']['output']>;
  readonly document: Scalars['JSONObject']['output'];
};

export type AgentInterface = {
  readonly url: Scalars['String']['output'];
  readonly protocolBinding: Scalars['String']['output'];
  readonly protocolVersion: Scalars['String']['output'];
  readonly tenant: Maybe<Scalars['String']['output']>;
};

export type AgentProvider = {
  readonly organization: Scalars['String']['output'];
  readonly url: Scalars['String']['output'];
};

export type AgentCapabilities = {
  readonly streaming: Scalars['Boolean']['output'];
  readonly pushNotifications: Scalars['Boolean']['output'];
  readonly extendedAgentCard: Scalars['Boolean']['output'];
  readonly extensions: ReadonlyArray<AgentExtension>;
};

export type AgentExtension = {
  readonly uri: Scalars['String']['output'];
  readonly description: Maybe<Scalars['String']['output']>;
  readonly required: Scalars['Boolean']['output'];
  readonly params: Maybe<Scalars['JSONObject']['output']>;
};

export type AgentCardSkill = {
  readonly skillId: Scalars['String']['output'];
  readonly name: Scalars['String']['output'];
  readonly description: Scalars['String']['output'];
  readonly tags: ReadonlyArray<Scalars['String']['output']>;
  readonly examples: ReadonlyArray<Scalars['String']['output']>;
  readonly inputModes: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  readonly outputModes: Maybe<ReadonlyArray<Scalars['String']['output']>>;
};

export type AgentCardPreview = {
  readonly card: Maybe<AgentCard>;
  readonly warnings: ReadonlyArray<AgentCardWarning>;
  readonly errors: ReadonlyArray<UserError>;
};

export type AgentCardWarning = {
  readonly code: AgentCardWarningCode;
  readonly message: Scalars['String']['output'];
};

export type AgentCardWarningCode =
  | 'PROTOCOL_VERSION_MISSING'
  | 'RELATIVE_ADDRESS'
  | 'NAME_MISSING'
  | 'DESCRIPTION_MISSING'
  | 'MODES_MISSING'
  | 'FIELD_MISSING';

export type WorkflowSelector =
  { readonly id: Scalars['ID']['input']; readonly name?: never; readonly version?: never; }
  |  { readonly id?: never; readonly name: Scalars['String']['input']; readonly version?: never; }
  |  { readonly id?: never; readonly name?: never; readonly version: WorkflowVersionSelector; };

export type WorkflowVersionSelector = {
  readonly name: Scalars['String']['input'];
  readonly version: Scalars['String']['input'];
};

export type Workflow = Node & {
  readonly id: Scalars['ID']['output'];
  readonly name: Scalars['String']['output'];
  readonly version: Scalars['String']['output'];
  readonly description: Scalars['String']['output'];
  readonly inputSchema: Scalars['JSONSchema']['output'];
  readonly inputSchemaSource: SchemaSource;
  readonly outputSchema: Maybe<Scalars['JSONSchema']['output']>;
  readonly outputSchemaSource: Maybe<SchemaSource>;
  readonly plan: Plan;
  readonly output: Maybe<Scalars['JSON']['output']>;
  readonly toolName: Scalars['String']['output'];
  readonly card: Maybe<AgentCard>;
  readonly public: Scalars['Boolean']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly versions: Maybe<ReadonlyArray<WorkflowVersion>>;
};

export type WorkflowVersion = {
  readonly workflowId: Scalars['ID']['output'];
  readonly version: Scalars['String']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
};

export type SchemaSource =
  | 'EXPLICIT'
  | 'INFERRED'
  | 'DEFAULT';

export type WorkflowEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: Workflow;
};

export type WorkflowConnection = {
  readonly edges: ReadonlyArray<WorkflowEdge>;
  readonly nodes: ReadonlyArray<Workflow>;
  readonly pageInfo: PageInfo;
};

export type Artifact = Node & {
  readonly id: Scalars['ID']['output'];
  readonly name: Scalars['String']['output'];
  readonly description: Maybe<Scalars['String']['output']>;
  readonly mediaType: Scalars['String']['output'];
  readonly byteSize: Scalars['SafeInt']['output'];
  readonly sha256: Scalars['String']['output'];
  readonly address: Scalars['String']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly execution: Maybe<Execution>;
  readonly json: Maybe<Scalars['JSON']['output']>;
  readonly text: Maybe<Scalars['String']['output']>;
  readonly downloadUrl: Scalars['URL']['output'];
};


export type ArtifactTextArgs = {
  maxCharacters?: Scalars['Int']['input'];
};

export type ArtifactEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: Artifact;
};

export type ArtifactConnection = {
  readonly edges: ReadonlyArray<ArtifactEdge>;
  readonly nodes: ReadonlyArray<Artifact>;
  readonly pageInfo: PageInfo;
};

export type Webhook = {
  readonly name: Scalars['String']['output'];
  readonly host: Scalars['String']['output'];
  readonly events: ReadonlyArray<ExecutionEventType>;
  readonly registeredAt: Scalars['DateTime']['output'];
};

export type WebhookEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: Webhook;
};

export type WebhookConnection = {
  readonly edges: ReadonlyArray<WebhookEdge>;
  readonly nodes: ReadonlyArray<Webhook>;
  readonly pageInfo: PageInfo;
};

export type ExecutionWebhook = {
  readonly name: Maybe<Scalars['String']['output']>;
  readonly host: Scalars['String']['output'];
  readonly events: ReadonlyArray<ExecutionEventType>;
  readonly lastSequence: Scalars['SafeInt']['output'];
  readonly failedAttempts: Scalars['Int']['output'];
  readonly nextAttemptAt: Maybe<Scalars['DateTime']['output']>;
  readonly givenUp: Scalars['Int']['output'];
};

export type McpServer = Node & {
  readonly id: Scalars['ID']['output'];
  readonly name: Scalars['String']['output'];
  readonly url: Scalars['URL']['output'];
  readonly status: McpServerStatus;
  readonly failure: Maybe<ExecutionFailure>;
  readonly protocolVersion: Maybe<Scalars['String']['output']>;
  readonly lastSyncedAt: Maybe<Scalars['DateTime']['output']>;
  readonly trusted: Scalars['Boolean']['output'];
  readonly outputValidation: OutputValidation;
  readonly droppedTools: ReadonlyArray<DroppedTool>;
  readonly tools: ToolConnection;
};


export type McpServerToolsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

export type DroppedTool = {
  readonly name: Scalars['String']['output'];
  readonly reason: Scalars['String']['output'];
};

export type OutputValidation =
  | 'STRICT'
  | 'WARN'
  | 'OFF';

export type McpServerStatus =
  | 'UNKNOWN'
  | 'READY'
  | 'UNAUTHORIZED'
  | 'UNREACHABLE';

export type McpServerEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: McpServer;
};

export type McpServerConnection = {
  readonly edges: ReadonlyArray<McpServerEdge>;
  readonly nodes: ReadonlyArray<McpServer>;
  readonly pageInfo: PageInfo;
};

export type Plan = {
  readonly hash: Scalars['String']['output'];
  readonly schedule: Schedule;
  readonly reasoning: Maybe<Scalars['String']['output']>;
  readonly directResponse: Maybe<Scalars['String']['output']>;
  readonly steps: ReadonlyArray<PlanStep>;
  readonly document: Scalars['JSONObject']['output'];
};

export type PlanStep = {
  readonly stepId: Scalars['String']['output'];
  readonly index: Maybe<Scalars['Int']['output']>;
  readonly kind: StepKind;
  readonly callableName: Maybe<Scalars['String']['output']>;
  readonly arguments: Maybe<Scalars['JSON']['output']>;
  readonly resultKey: Maybe<Scalars['String']['output']>;
  readonly after: ReadonlyArray<Scalars['String']['output']>;
  readonly independent: Scalars['Boolean']['output'];
  readonly when: Maybe<Scalars['String']['output']>;
  readonly whenReferences: ReadonlyArray<TemplateReference>;
  readonly inputSchema: Maybe<Scalars['JSONSchema']['output']>;
  readonly outputSchema: Maybe<Scalars['JSONSchema']['output']>;
  readonly references: ReadonlyArray<TemplateReference>;
  readonly policy: Maybe<StepPolicy>;
  readonly children: ReadonlyArray<PlanStep>;
  readonly parallel: Maybe<ParallelPolicy>;
};

export type StepKind =
  | 'HUMAN_INPUT'
  | 'TOOL'
  | 'AGENT'
  | 'WORKFLOW'
  | 'PARALLEL';

export type Schedule =
  | 'SEQUENTIAL'
  | 'DATAFLOW';

export type StepPolicy = {
  readonly maxAttempts: Scalars['Int']['output'];
  readonly initialBackoffMs: Scalars['Int']['output'];
  readonly timeoutMs: Maybe<Scalars['SafeInt']['output']>;
  readonly continueOnFailure: Scalars['Boolean']['output'];
  readonly inDoubt: Maybe<InDoubtPolicy>;
  readonly onDecline: HumanInputOutcome;
};

export type ParallelPolicy = {
  readonly maxConcurrency: Maybe<Scalars['Int']['output']>;
  readonly mergeStrategy: MergeStrategy;
  readonly continueOnFailure: Scalars['Boolean']['output'];
};

export type MergeStrategy =
  | 'COLLECT_ALL'
  | 'FIRST_SUCCESS';

export type InDoubtPolicy =
  | 'RETRY'
  | 'FAIL'
  | 'ASK';

export type ApprovalPolicy =
  | 'NEVER'
  | 'DECLARED_DESTRUCTIVE'
  | 'ALL_EFFECTS'
  | 'PLAN';

export type TemplateReference = {
  readonly expression: Scalars['String']['output'];
  readonly target: Scalars['JSONPointer']['output'];
  readonly sourceStepId: Maybe<Scalars['String']['output']>;
  readonly sourcePart: Maybe<StepPart>;
  readonly source: Scalars['JSONPointer']['output'];
};

export type StepPart =
  | 'OUTPUT'
  | 'TEXT';

export type PlanValidation = {
  readonly valid: Scalars['Boolean']['output'];
  readonly plan: Maybe<Plan>;
  readonly waves: ReadonlyArray<ReadonlyArray<Scalars['String']['output']>>;
  readonly steps: ReadonlyArray<CheckedStep>;
  readonly worstCase: Maybe<WorstCase>;
  readonly warnings: ReadonlyArray<PlanWarning>;
  readonly errors: ReadonlyArray<UserError>;
};

export type WorstCase = {
  readonly toolCalls: Scalars['Int']['output'];
  readonly modelCalls: Scalars['Int']['output'];
  readonly tokens: Scalars['SafeInt']['output'];
  readonly costMicros: Maybe<Scalars['SafeInt']['output']>;
};

export type CheckedStep = {
  readonly stepId: Scalars['String']['output'];
  readonly callableName: Scalars['String']['output'];
  readonly effectClass: EffectClass;
  readonly references: ReadonlyArray<CheckedReference>;
};

export type CheckedReference = {
  readonly reference: TemplateReference;
  readonly presence: FieldPresence;
  readonly relation: TypeRelation;
};

export type FieldPresence =
  | 'REQUIRED'
  | 'OPTIONAL'
  | 'UNKNOWN';

export type TypeRelation =
  | 'SUBSET'
  | 'OVERLAP'
  | 'DISJOINT'
  | 'UNKNOWN';

export type PlanWarning = {
  readonly code: PlanWarningCode;
  readonly message: Scalars['String']['output'];
  readonly path: ReadonlyArray<Scalars['String']['output']>;
  readonly stepId: Scalars['String']['output'];
};

export type PlanWarningCode =
  | 'REFERENCE_OPTIONAL'
  | 'REFERENCE_UNKNOWN'
  | 'TYPE_OVERLAP'
  | 'TYPE_UNKNOWN'
  | 'CHILD_WITHOUT_RESULT_KEY'
  | 'TEXT_LIKE_REFERENCE'
  | 'PARALLEL_CAPPED';

export type ExecutionSelector =
  { readonly id: Scalars['ID']['input']; readonly idempotencyKey?: never; }
  |  { readonly id?: never; readonly idempotencyKey: Scalars['String']['input']; };

export type ExecutionFilter = {
  readonly status?: InputMaybe<ReadonlyArray<ExecutionStatus>>;
  readonly waitingFor?: InputMaybe<ReadonlyArray<WaitKind>>;
  readonly createdAfter?: InputMaybe<Scalars['DateTime']['input']>;
  readonly createdBefore?: InputMaybe<Scalars['DateTime']['input']>;
  readonly callableName?: InputMaybe<Scalars['String']['input']>;
  readonly labels?: InputMaybe<ReadonlyArray<LabelInput>>;
  readonly contextId?: InputMaybe<Scalars['String']['input']>;
  readonly root?: InputMaybe<Scalars['Boolean']['input']>;
  readonly parentId?: InputMaybe<Scalars['ID']['input']>;
};

export type DerivationPreview = {
  readonly reusedStepIds: ReadonlyArray<Scalars['String']['output']>;
  readonly repeatedStepIds: ReadonlyArray<Scalars['String']['output']>;
  readonly plansAgain: Scalars['Boolean']['output'];
  readonly errors: ReadonlyArray<UserError>;
};

export type UsageReport = {
  readonly since: Scalars['DateTime']['output'];
  readonly until: Scalars['DateTime']['output'];
  readonly executions: Scalars['SafeInt']['output'];
  readonly failedExecutions: Scalars['SafeInt']['output'];
  readonly callables: ReadonlyArray<CallableUsage>;
  readonly models: ReadonlyArray<ModelUsage>;
};

export type CallableUsage = {
  readonly kind: StepKind;
  readonly name: Scalars['String']['output'];
  readonly calls: Scalars['SafeInt']['output'];
  readonly failedCalls: Scalars['SafeInt']['output'];
  readonly latency: Maybe<Latency>;
  readonly inputTokens: Scalars['SafeInt']['output'];
  readonly outputTokens: Scalars['SafeInt']['output'];
  readonly costMicros: Scalars['SafeInt']['output'];
};

export type ModelUsage = {
  readonly model: Scalars['String']['output'];
  readonly calls: Scalars['SafeInt']['output'];
  readonly failedCalls: Scalars['SafeInt']['output'];
  readonly latency: Maybe<Latency>;
  readonly inputTokens: Scalars['SafeInt']['output'];
  readonly cachedInputTokens: Scalars['SafeInt']['output'];
  readonly outputTokens: Scalars['SafeInt']['output'];
  readonly costMicros: Scalars['SafeInt']['output'];
  readonly unpricedCalls: Scalars['SafeInt']['output'];
};

export type Latency = {
  readonly p50Ms: Scalars['SafeInt']['output'];
  readonly p95Ms: Scalars['SafeInt']['output'];
};

export type ExecutionOrder =
  | 'NEWEST_FIRST'
  | 'OLDEST_FIRST';

export type Execution = Node & {
  readonly id: Scalars['ID']['output'];
  readonly kind: ExecutionKind;
  readonly title: Scalars['String']['output'];
  readonly status: ExecutionStatus;
  readonly state: ExecutionState;
  readonly cursor: Scalars['EventCursor']['output'];
  readonly lastSequence: Scalars['SafeInt']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly startedAt: Maybe<Scalars['DateTime']['output']>;
  readonly finishedAt: Maybe<Scalars['DateTime']['output']>;
  readonly updatedAt: Scalars['DateTime']['output'];
  readonly durationMs: Maybe<Scalars['SafeInt']['output']>;
  readonly deadlineAt: Maybe<Scalars['DateTime']['output']>;
  readonly cancelRequestedAt: Maybe<Scalars['DateTime']['output']>;
  readonly runOf: Maybe<CallableRun>;
  readonly invocationMessage: Maybe<Payload>;
  readonly input: Maybe<Payload>;
  readonly output: Maybe<Payload>;
  readonly prompt: Maybe<Scalars['String']['output']>;
  readonly routing: Maybe<RoutingDecision>;
  readonly plan: Maybe<Plan>;
  readonly planWarnings: ReadonlyArray<PlanWarning>;
  readonly planErrors: ReadonlyArray<UserError>;
  readonly steps: ReadonlyArray<Step>;
  readonly stepStatuses: ReadonlyArray<StepStatus>;
  readonly stepCount: Scalars['Int']['output'];
  readonly endedStepCount: Scalars['Int']['output'];
  readonly bindings: ReadonlyArray<Binding>;
  readonly response: Maybe<Scalars['String']['output']>;
  readonly responseFailure: Maybe<ExecutionFailure>;
  readonly failure: Maybe<ExecutionFailure>;
  readonly stepFailures: ReadonlyArray<ExecutionFailure>;
  readonly pendingHumanInputs: ReadonlyArray<HumanInputRequest>;
  readonly usage: Usage;
  readonly modelCalls: ReadonlyArray<ModelCall>;
  readonly limits: ExecutionLimits;
  readonly inDoubt: InDoubtPolicy;
  readonly approval: ApprovalPolicy;
  readonly requestId: Scalars['String']['output'];
  readonly contextId: Maybe<Scalars['String']['output']>;
  readonly idempotencyKey: Maybe<Scalars['String']['output']>;
  readonly labels: ReadonlyArray<Label>;
  readonly traceId: Scalars['String']['output'];
  readonly startedBy: Scalars['String']['output'];
  readonly parent: Maybe<ExecutionOrigin>;
  readonly root: Maybe<Execution>;
  readonly depth: Scalars['Int']['output'];
  readonly children: Maybe<ExecutionConnection>;
  readonly artifacts: Maybe<ArtifactConnection>;
  readonly events: Maybe<ExecutionEventConnection>;
  readonly projection: Maybe<Scalars['JSON']['output']>;
  readonly currentStepId: Maybe<Scalars['String']['output']>;
  readonly waitingFor: Maybe<WaitKind>;
  readonly retryAt: Maybe<Scalars['DateTime']['output']>;
  readonly derivedFrom: Maybe<ExecutionDerivation>;
  readonly permittedActions: ReadonlyArray<ExecutionAction>;
  readonly parkedBy: Maybe<Scalars['String']['output']>;
  readonly turns: ReadonlyArray<AgentTurn>;
  readonly webhooks: Maybe<ReadonlyArray<ExecutionWebhook>>;
  readonly conversation: Maybe<Conversation>;
};


export type ExecutionChildrenArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type ExecutionArtifactsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type ExecutionEventsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['EventCursor']['input']>;
  includeHidden?: InputMaybe<Scalars['Boolean']['input']>;
};


export type ExecutionProjectionArgs = {
  dialect: PlanDialect;
};

export type CallableRun = {
  readonly kind: CallableRunKind;
  readonly name: Scalars['String']['output'];
  readonly version: Maybe<Scalars['String']['output']>;
  readonly workflow: Maybe<Workflow>;
  readonly agent: Maybe<Agent>;
};

export type CallableRunKind =
  | 'WORKFLOW'
  | 'AGENT'
  | 'ORCHESTRATION';

export type ExecutionOrigin = {
  readonly executionId: Scalars['ID']['output'];
  readonly execution: Maybe<Execution>;
  readonly stepId: Scalars['String']['output'];
};

export type ExecutionStatus =
  | 'PENDING'
  | 'RUNNING'
  | 'WAITING'
  | 'SUCCEEDED'
  | 'PARTIAL'
  | 'FAILED'
  | 'CANCELLED';

export type ExecutionState =
  | 'PLAN_INIT'
  | 'PLANNER_ACTIVE'
  | 'PLAN_VALIDATED'
  | 'DISPATCHING_STEP'
  | 'AWAITING_RESULTS'
  | 'MERGING_RESULTS'
  | 'COMPLETED'
  | 'FAILED';

export type ExecutionAction =
  | 'CANCEL'
  | 'RESPOND'
  | 'RETRY'
  | 'FORK'
  | 'DELETE';

export type DerivationKind =
  | 'RETRY'
  | 'FORK';

export type ExecutionDerivation = {
  readonly kind: DerivationKind;
  readonly executionId: Scalars['ID']['output'];
  readonly fromStepId: Maybe<Scalars['String']['output']>;
  readonly reusedStepIds: ReadonlyArray<Scalars['String']['output']>;
};

export type PlanDialect =
  | 'TOOL_CALLS'
  | 'ORCHESTRATE'
  | 'EXECUTION_RESPONSE';

export type Label = {
  readonly key: Scalars['String']['output'];
  readonly value: Scalars['String']['output'];
};

export type Payload = {
  readonly value: Maybe<Scalars['JSON']['output']>;
  readonly preview: Scalars['String']['output'];
  readonly deepText: Maybe<Scalars['String']['output']>;
  readonly byteSize: Scalars['SafeInt']['output'];
};


export type PayloadValueArgs = {
  pointer?: Scalars['JSONPointer']['input'];
  maxBytes?: Scalars['Int']['input'];
};


export type PayloadPreviewArgs = {
  maxCharacters?: Scalars['Int']['input'];
};


export type PayloadDeepTextArgs = {
  maxBytes?: Scalars['Int']['input'];
};

export type Binding = {
  readonly name: Scalars['String']['output'];
  readonly value: Payload;
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly source: BindingSource;
};

export type BindingSource =
  | 'INITIAL'
  | 'STEP';

export type ExecutionLimits = {
  readonly maxSteps: Scalars['Int']['output'];
  readonly maxParallel: Scalars['Int']['output'];
  readonly maxParallelRequests: Scalars['Int']['output'];
  readonly maxDepth: Scalars['Int']['output'];
  readonly stepTimeoutMs: Scalars['SafeInt']['output'];
  readonly timeoutMs: Scalars['SafeInt']['output'];
  readonly maxModelCalls: Scalars['Int']['output'];
  readonly maxTokens: Maybe<Scalars['SafeInt']['output']>;
  readonly maxCostMicros: Maybe<Scalars['SafeInt']['output']>;
};

export type Usage = {
  readonly toolCalls: Scalars['Int']['output'];
  readonly agentCalls: Scalars['Int']['output'];
  readonly modelCalls: Scalars['Int']['output'];
  readonly inputTokens: Scalars['SafeInt']['output'];
  readonly cachedInputTokens: Scalars['SafeInt']['output'];
  readonly outputTokens: Scalars['SafeInt']['output'];
  readonly costMicros: Maybe<Scalars['SafeInt']['output']>;
};

export type RoutingDecision = {
  readonly mode: RoutingMode;
  readonly agentName: Maybe<Scalars['String']['output']>;
  readonly unknownAgentName: Maybe<Scalars['String']['output']>;
  readonly agent: Maybe<Agent>;
  readonly confidence: Maybe<Scalars['Float']['output']>;
  readonly reason: Maybe<Scalars['String']['output']>;
};

export type RoutingMode =
  | 'AUTO'
  | 'MANUAL';

export type ModelCall = {
  readonly number: Scalars['Int']['output'];
  readonly purpose: ModelCallPurpose;
  readonly model: Scalars['String']['output'];
  readonly startedAt: Scalars['DateTime']['output'];
  readonly durationMs: Maybe<Scalars['SafeInt']['output']>;
  readonly timeToFirstTextMs: Maybe<Scalars['SafeInt']['output']>;
  readonly inputTokens: Scalars['SafeInt']['output'];
  readonly cachedInputTokens: Scalars['SafeInt']['output'];
  readonly outputTokens: Scalars['SafeInt']['output'];
  readonly usageIsBound: Scalars['Boolean']['output'];
  readonly costMicros: Maybe<Scalars['SafeInt']['output']>;
  readonly outcome: Maybe<CallOutcome>;
  readonly failure: Maybe<ExecutionFailure>;
  readonly retryAt: Maybe<Scalars['DateTime']['output']>;
  readonly reply: Maybe<Payload>;
};

export type ModelCallPurpose =
  | 'ROUTE'
  | 'PLAN'
  | 'RESPOND'
  | 'AGENT';

export type ExecutionKind =
  | 'PLAN'
  | 'PROMPT'
  | 'ASK'
  | 'WORKFLOW'
  | 'AGENT'
  | 'MESSAGE';

export type ExecutionFailure = {
  readonly code: FailureCode;
  readonly message: Scalars['String']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly retryable: Scalars['Boolean']['output'];
  readonly details: Maybe<Scalars['JSON']['output']>;
};

export type FailureCode =
  | 'PLAN_INVALID'
  | 'PLANNER_OUTPUT_INVALID'
  | 'NO_ROUTE'
  | 'MODEL_ERROR'
  | 'AGENT_ERROR'
  | 'BUDGET_EXCEEDED'
  | 'INPUT_INVALID'
  | 'OUTPUT_INVALID'
  | 'TOOL_ERROR'
  | 'UPSTREAM_UNAVAILABLE'
  | 'UPSTREAM_UNAUTHORIZED'
  | 'EGRESS_DENIED'
  | 'STEP_TIMEOUT'
  | 'EXECUTION_TIMEOUT'
  | 'LIMIT_EXCEEDED'
  | 'REJECTED_BY_HUMAN'
  | 'HUMAN_INPUT_EXPIRED'
  | 'CANCELLED'
  | 'UNRESOLVED_REFERENCE'
  | 'OUTCOME_UNKNOWN'
  | 'PROTOCOL'
  | 'CRASH_LOOP'
  | 'CHILDREN_FAILED'
  | 'CONDITION_FAILED'
  | 'INPUT_MODE_CONFLICT'
  | 'ARTIFACT_NOT_FOUND'
  | 'DEPTH_EXCEEDED'
  | 'CALL_CYCLE'
  | 'CHILD_FAILED'
  | 'INTERNAL';

export type ExecutionEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: Execution;
};

export type ExecutionConnection = {
  readonly edges: ReadonlyArray<ExecutionEdge>;
  readonly nodes: ReadonlyArray<Execution>;
  readonly pageInfo: PageInfo;
  readonly statusCounts: ReadonlyArray<StatusCount>;
  readonly feedCursor: Scalars['EventCursor']['output'];
};

export type StatusCount = {
  readonly status: ExecutionStatus;
  readonly count: Scalars['Int']['output'];
};

export type Step = {
  readonly id: Scalars['ID']['output'];
  readonly stepId: Scalars['String']['output'];
  readonly index: Maybe<Scalars['Int']['output']>;
  readonly kind: StepKind;
  readonly status: StepStatus;
  readonly resultKey: Maybe<Scalars['String']['output']>;
  readonly input: Maybe<Payload>;
  readonly output: Maybe<Payload>;
  readonly failure: Maybe<ExecutionFailure>;
  readonly references: ReadonlyArray<TemplateReference>;
  readonly startedAt: Maybe<Scalars['DateTime']['output']>;
  readonly finishedAt: Maybe<Scalars['DateTime']['output']>;
  readonly durationMs: Maybe<Scalars['SafeInt']['output']>;
};

export type StepStatus =
  | 'PENDING'
  | 'RUNNING'
  | 'WAITING'
  | 'SUCCEEDED'
  | 'PARTIAL'
  | 'FAILED'
  | 'SKIPPED'
  | 'CANCELLED';

export type ToolStep = Node & Step & {
  readonly id: Scalars['ID']['output'];
  readonly stepId: Scalars['String']['output'];
  readonly index: Maybe<Scalars['Int']['output']>;
  readonly kind: StepKind;
  readonly status: StepStatus;
  readonly resultKey: Maybe<Scalars['String']['output']>;
  readonly input: Maybe<Payload>;
  readonly output: Maybe<Payload>;
  readonly text: Maybe<Payload>;
  readonly failure: Maybe<ExecutionFailure>;
  readonly references: ReadonlyArray<TemplateReference>;
  readonly startedAt: Maybe<Scalars['DateTime']['output']>;
  readonly finishedAt: Maybe<Scalars['DateTime']['output']>;
  readonly durationMs: Maybe<Scalars['SafeInt']['output']>;
  readonly toolName: Scalars['String']['output'];
  readonly tool: Maybe<Tool>;
  readonly effectClass: EffectClass;
  readonly callId: Maybe<Scalars['String']['output']>;
  readonly outcome: Maybe<CallOutcome>;
  readonly waitsFor: Maybe<WaitKind>;
  readonly warning: Maybe<ExecutionFailure>;
  readonly warnings: ReadonlyArray<StepWarning>;
  readonly attempts: ReadonlyArray<StepAttempt>;
  readonly content: Maybe<Payload>;
  readonly attachments: Maybe<ReadonlyArray<StepAttachment>>;
  readonly attachmentCount: Maybe<Scalars['Int']['output']>;
  readonly artifact: Maybe<ToolArtifact>;
  readonly reused: Scalars['Boolean']['output'];
  readonly argumentSources: ReadonlyArray<ValueSource>;
};


export type ToolStepAttachmentsArgs = {
  first?: Scalars['Int']['input'];
  afterPosition?: InputMaybe<Scalars['Int']['input']>;
};

export type AgentStep = Node & Step & {
  readonly id: Scalars['ID']['output'];
  readonly stepId: Scalars['String']['output'];
  readonly index: Maybe<Scalars['Int']['output']>;
  readonly kind: StepKind;
  readonly status: StepStatus;
  readonly resultKey: Maybe<Scalars['String']['output']>;
  readonly input: Maybe<Payload>;
  readonly output: Maybe<Payload>;
  readonly text: Maybe<Payload>;
  readonly failure: Maybe<ExecutionFailure>;
  readonly references: ReadonlyArray<TemplateReference>;
  readonly startedAt: Maybe<Scalars['DateTime']['output']>;
  readonly finishedAt: Maybe<Scalars['DateTime']['output']>;
  readonly durationMs: Maybe<Scalars['SafeInt']['output']>;
  readonly agentName: Scalars['String']['output'];
  readonly agent: Maybe<Agent>;
  readonly effectClass: EffectClass;
  readonly callId: Maybe<Scalars['String']['output']>;
  readonly outcome: Maybe<CallOutcome>;
  readonly waitsFor: Maybe<WaitKind>;
  readonly executionId: Maybe<Scalars['ID']['output']>;
  readonly execution: Maybe<Execution>;
  readonly remoteTaskId: Maybe<Scalars['String']['output']>;
  readonly waitNote: Maybe<Scalars['String']['output']>;
  readonly warnings: ReadonlyArray<StepWarning>;
  readonly attempts: ReadonlyArray<StepAttempt>;
  readonly warning: Maybe<ExecutionFailure>;
  readonly content: Maybe<Payload>;
  readonly attachments: Maybe<ReadonlyArray<StepAttachment>>;
  readonly attachmentCount: Maybe<Scalars['Int']['output']>;
  readonly reused: Scalars['Boolean']['output'];
  readonly argumentSources: ReadonlyArray<ValueSource>;
};


export type AgentStepAttachmentsArgs = {
  first?: Scalars['Int']['input'];
  afterPosition?: InputMaybe<Scalars['Int']['input']>;
};

export type WorkflowStep = Node & Step & {
  readonly id: Scalars['ID']['output'];
  readonly stepId: Scalars['String']['output'];
  readonly index: Maybe<Scalars['Int']['output']>;
  readonly kind: StepKind;
  readonly status: StepStatus;
  readonly resultKey: Maybe<Scalars['String']['output']>;
  readonly input: Maybe<Payload>;
  readonly output: Maybe<Payload>;
  readonly failure: Maybe<ExecutionFailure>;
  readonly references: ReadonlyArray<TemplateReference>;
  readonly startedAt: Maybe<Scalars['DateTime']['output']>;
  readonly finishedAt: Maybe<Scalars['DateTime']['output']>;
  readonly durationMs: Maybe<Scalars['SafeInt']['output']>;
  readonly workflowName: Scalars['String']['output'];
  readonly workflow: Maybe<Workflow>;
  readonly inputArtifact: Maybe<Artifact>;
  readonly effectClass: EffectClass;
  readonly callId: Maybe<Scalars['String']['output']>;
  readonly outcome: Maybe<CallOutcome>;
  readonly waitsFor: Maybe<WaitKind>;
  readonly executionId: Maybe<Scalars['ID']['output']>;
  readonly execution: Maybe<Execution>;
  readonly remoteTaskId: Maybe<Scalars['String']['output']>;
  readonly waitNote: Maybe<Scalars['String']['output']>;
  readonly warnings: ReadonlyArray<StepWarning>;
  readonly attempts: ReadonlyArray<StepAttempt>;
  readonly content: Maybe<Payload>;
  readonly reused: Scalars['Boolean']['output'];
  readonly argumentSources: ReadonlyArray<ValueSource>;
};

export type StepAttachment = {
  readonly kind: AttachmentKind;
  readonly position: Scalars['Int']['output'];
  readonly name: Scalars['String']['output'];
  readonly mediaType: Maybe<Scalars['String']['output']>;
  readonly uri: Maybe<Scalars['String']['output']>;
  readonly byteSize: Maybe<Scalars['SafeInt']['output']>;
  readonly artifact: Maybe<Artifact>;
};

export type AttachmentKind =
  | 'IMAGE'
  | 'AUDIO'
  | 'RESOURCE'
  | 'RESOURCE_LINK';

export type StepWarning = {
  readonly code: StepWarningCode;
  readonly message: Scalars['String']['output'];
  readonly details: Maybe<Scalars['JSON']['output']>;
};

export type StepWarningCode =
  | 'OUTPUT_INVALID'
  | 'JSON_IN_TEXT'
  | 'PROTOCOL'
  | 'ATTACHMENTS_NOT_KEPT';

export type ToolArtifact = {
  readonly shape: ArtifactShape;
  readonly artifactId: Maybe<Scalars['String']['output']>;
  readonly skillId: Maybe<Scalars['String']['output']>;
};

export type ArtifactShape =
  | 'STANDARD'
  | 'WRAPPER'
  | 'BARE';

export type HumanInputStep = Node & Step & {
  readonly id: Scalars['ID']['output'];
  readonly stepId: Scalars['String']['output'];
  readonly index: Maybe<Scalars['Int']['output']>;
  readonly kind: StepKind;
  readonly status: StepStatus;
  readonly resultKey: Maybe<Scalars['String']['output']>;
  readonly input: Maybe<Payload>;
  readonly output: Maybe<Payload>;
  readonly failure: Maybe<ExecutionFailure>;
  readonly references: ReadonlyArray<TemplateReference>;
  readonly startedAt: Maybe<Scalars['DateTime']['output']>;
  readonly finishedAt: Maybe<Scalars['DateTime']['output']>;
  readonly durationMs: Maybe<Scalars['SafeInt']['output']>;
  readonly request: Maybe<HumanInputRequest>;
};

export type ParallelStep = Node & Step & {
  readonly id: Scalars['ID']['output'];
  readonly stepId: Scalars['String']['output'];
  readonly index: Maybe<Scalars['Int']['output']>;
  readonly kind: StepKind;
  readonly status: StepStatus;
  readonly resultKey: Maybe<Scalars['String']['output']>;
  readonly input: Maybe<Payload>;
  readonly output: Maybe<Payload>;
  readonly failure: Maybe<ExecutionFailure>;
  readonly references: ReadonlyArray<TemplateReference>;
  readonly startedAt: Maybe<Scalars['DateTime']['output']>;
  readonly finishedAt: Maybe<Scalars['DateTime']['output']>;
  readonly durationMs: Maybe<Scalars['SafeInt']['output']>;
  readonly policy: ParallelPolicy;
  readonly children: ReadonlyArray<Step>;
};

export type StepAttempt = {
  readonly number: Scalars['Int']['output'];
  readonly callId: Scalars['String']['output'];
  readonly startedAt: Scalars['DateTime']['output'];
  readonly finishedAt: Maybe<Scalars['DateTime']['output']>;
  readonly outcome: Maybe<CallOutcome>;
  readonly failure: Maybe<ExecutionFailure>;
  readonly retryAt: Maybe<Scalars['DateTime']['output']>;
};

export type HumanInputRequest = Node & {
  readonly id: Scalars['ID']['output'];
  readonly kind: HumanInputKind;
  readonly status: HumanInputStatus;
  readonly purpose: HumanInputPurpose;
  readonly prompt: Scalars['String']['output'];
  readonly context: Maybe<Payload>;
  readonly callableName: Maybe<Scalars['String']['output']>;
  readonly argumentSources: ReadonlyArray<ValueSource>;
  readonly responseSchema: Maybe<Scalars['JSONSchema']['output']>;
  readonly ui: Maybe<UiComponent>;
  readonly response: Maybe<Payload>;
  readonly respondedBy: Maybe<Scalars['String']['output']>;
  readonly reason: Maybe<Scalars['String']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly expiresAt: Maybe<Scalars['DateTime']['output']>;
  readonly resolvedAt: Maybe<Scalars['DateTime']['output']>;
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly onExpiry: HumanInputOutcome;
  readonly onDecline: HumanInputOutcome;
  readonly execution: Maybe<Execution>;
};

export type HumanInputPurpose =
  | 'APPROVAL'
  | 'PLAN_APPROVAL'
  | 'IN_DOUBT'
  | 'STEP'
  | 'CALLEE';

export type HumanInputOutcome =
  | 'FAIL'
  | 'SKIP'
  | 'ANSWER';

export type UiComponent = {
  readonly component: Scalars['String']['output'];
  readonly mode: Maybe<Scalars['String']['output']>;
};

export type ValueSource = {
  readonly target: Scalars['JSONPointer']['output'];
  readonly kind: ValueSourceKind;
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly sourcePart: Maybe<StepPart>;
  readonly source: Maybe<Scalars['JSONPointer']['output']>;
  readonly callableName: Maybe<Scalars['String']['output']>;
};

export type ValueSourceKind =
  | 'CALLER'
  | 'MODEL'
  | 'STEP'
  | 'PERSON'
  | 'AGENT'
  | 'BINDING'
  | 'INPUT';

export type Conversation = Node & {
  readonly id: Scalars['ID']['output'];
  readonly chatId: Scalars['String']['output'];
  readonly appId: Maybe<Scalars['String']['output']>;
  readonly manifestName: Scalars['String']['output'];
  readonly manifestHash: Scalars['String']['output'];
  readonly status: ConversationStatus;
  readonly activeAgentName: Scalars['String']['output'];
  readonly variables: Scalars['JSONObject']['output'];
  readonly turn: Scalars['Int']['output'];
  readonly messageCount: Scalars['Int']['output'];
  readonly messages: MessageConnection;
  readonly execution: Maybe<Execution>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};


export type ConversationMessagesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  includeHidden?: InputMaybe<Scalars['Boolean']['input']>;
};

export type ConversationStatus =
  | 'IDLE'
  | 'RUNNING'
  | 'ENDED';

export type Message = Node & {
  readonly id: Scalars['ID']['output'];
  readonly author: MessageAuthor;
  readonly agentName: Maybe<Scalars['String']['output']>;
  readonly turn: Maybe<Scalars['Int']['output']>;
  readonly text: Scalars['String']['output'];
  readonly uiHidden: Scalars['Boolean']['output'];
  readonly execution: Maybe<Execution>;
  readonly createdAt: Scalars['DateTime']['output'];
};

export type MessageAuthor =
  | 'PERSON'
  | 'AGENT'
  | 'RUNTIME';

export type MessageEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: Message;
};

export type MessageConnection = {
  readonly edges: ReadonlyArray<MessageEdge>;
  readonly nodes: ReadonlyArray<Message>;
  readonly pageInfo: PageInfo;
};

export type ConversationEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: Conversation;
};

export type ConversationConnection = {
  readonly edges: ReadonlyArray<ConversationEdge>;
  readonly nodes: ReadonlyArray<Conversation>;
  readonly pageInfo: PageInfo;
};

export type HumanInputRequestEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: HumanInputRequest;
};

export type HumanInputRequestConnection = {
  readonly edges: ReadonlyArray<HumanInputRequestEdge>;
  readonly nodes: ReadonlyArray<HumanInputRequest>;
  readonly pageInfo: PageInfo;
  readonly feedCursor: Scalars['EventCursor']['output'];
};

export type AgentTurn = {
  readonly number: Scalars['Int']['output'];
  readonly key: Scalars['String']['output'];
  readonly agentName: Scalars['String']['output'];
  readonly startedAt: Scalars['DateTime']['output'];
  readonly isElsewhere: Scalars['Boolean']['output'];
  readonly reply: Maybe<TurnReply>;
  readonly violations: ReadonlyArray<OutputViolation>;
};

export type TurnReply =
  | 'TEXT'
  | 'OUTPUT'
  | 'INVALID'
  | 'FAILED';

export type OutputViolation = {
  readonly pointer: Scalars['JSONPointer']['output'];
  readonly message: Scalars['String']['output'];
};

export type Manifest = Node & {
  readonly id: Scalars['ID']['output'];
  readonly name: Scalars['String']['output'];
  readonly hash: Scalars['String']['output'];
  readonly agents: ReadonlyArray<ManifestAgent>;
  readonly tools: ReadonlyArray<ManifestTool>;
  readonly variableNames: ReadonlyArray<Scalars['String']['output']>;
  readonly handoffs: ReadonlyArray<ManifestHandoff>;
  readonly startAgentName: Scalars['String']['output'];
  readonly maxTurns: Scalars['Int']['output'];
  readonly source: Scalars['JSONObject']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};

export type ManifestAgent = {
  readonly name: Scalars['String']['output'];
  readonly autoToolMode: Scalars['Boolean']['output'];
  readonly structuredOutputsRequired: Scalars['Boolean']['output'];
  readonly maxConsecutiveAutoReply: Maybe<Scalars['Int']['output']>;
  readonly isElsewhere: Scalars['Boolean']['output'];
  readonly autoTool: Maybe<AutoToolBinding>;
  readonly modelName: Maybe<Scalars['String']['output']>;
  readonly modelSchema: Maybe<Scalars['JSONSchema']['output']>;
};

export type AutoToolBinding = {
  readonly modelName: Scalars['String']['output'];
  readonly modelSchema: Scalars['JSONSchema']['output'];
  readonly tool: ManifestTool;
  readonly maxCorrections: Scalars['Int']['output'];
};

export type ManifestTool = {
  readonly name: Scalars['String']['output'];
  readonly agentName: Scalars['String']['output'];
  readonly description: Scalars['String']['output'];
  readonly sourceFile: Maybe<Scalars['String']['output']>;
  readonly isAutomatic: Scalars['Boolean']['output'];
  readonly ui: Maybe<UiComponent>;
  readonly callableName: Maybe<Scalars['String']['output']>;
  readonly inputSchema: Scalars['JSONSchema']['output'];
  readonly responseSchema: Maybe<Scalars['JSONSchema']['output']>;
};

export type ManifestHandoff = {
  readonly sourceAgentName: Scalars['String']['output'];
  readonly target: HandoffTargetKind;
  readonly targetAgentName: Maybe<Scalars['String']['output']>;
  readonly condition: Maybe<Scalars['String']['output']>;
  readonly description: Scalars['String']['output'];
};

export type HandoffTargetKind =
  | 'AGENT'
  | 'USER'
  | 'TERMINATE';

export type ManifestEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: Manifest;
};

export type ManifestConnection = {
  readonly edges: ReadonlyArray<ManifestEdge>;
  readonly nodes: ReadonlyArray<Manifest>;
  readonly pageInfo: PageInfo;
};

export type HumanInputKind =
  | 'APPROVAL'
  | 'CHOICE'
  | 'FORM'
  | 'UI_TOOL'
  | 'IN_DOUBT';

export type HumanInputStatus =
  | 'PENDING'
  | 'ACCEPTED'
  | 'DECLINED'
  | 'EXPIRED'
  | 'WITHDRAWN';

export type ExecutionEvent = {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
};

export type ExecutionEventType =
  | 'EXECUTION_STARTED'
  | 'AGENT_ROUTED'
  | 'PLAN_PROPOSED'
  | 'PLAN_REJECTED'
  | 'MODEL_CALL_STARTED'
  | 'MODEL_CALLED'
  | 'TEXT_PRODUCED'
  | 'STEP_STARTED'
  | 'ATTEMPT_FAILED'
  | 'STEP_WAITING'
  | 'HUMAN_INPUT_RESOLVED'
  | 'ARTIFACT_STORED'
  | 'STEP_FINISHED'
  | 'CANCEL_REQUESTED'
  | 'CALL_IGNORED'
  | 'EXECUTION_RESUMED'
  | 'EXECUTION_FINISHED'
  | 'TURN_STARTED'
  | 'OUTPUT_SUBMITTED'
  | 'MESSAGE_ADDED'
  | 'STRUCTURED_OUTPUT_CHECKED'
  | 'DUPLICATE_SUPPRESSED'
  | 'BINDING_SET'
  | 'HANDOFF_MADE';

export type StateTransition = {
  readonly from: ExecutionState;
  readonly event: Maybe<Scalars['String']['output']>;
  readonly to: ExecutionState;
};

export type ExecutionStarted = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly kind: ExecutionKind;
  readonly plan: Maybe<Plan>;
  readonly callableNames: ReadonlyArray<Scalars['String']['output']>;
  readonly derivedFrom: Maybe<ExecutionDerivation>;
  readonly planWarnings: ReadonlyArray<PlanWarning>;
};

export type AgentRouted = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly routing: RoutingDecision;
};

export type PlanProposed = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly plan: Plan;
  readonly worstCase: WorstCase;
  readonly planWarnings: ReadonlyArray<PlanWarning>;
};

export type PlanRejected = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly failure: ExecutionFailure;
  readonly errors: ReadonlyArray<UserError>;
  readonly correcting: Scalars['Boolean']['output'];
};

export type ModelCallStarted = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly purpose: ModelCallPurpose;
  readonly number: Scalars['Int']['output'];
  readonly model: Scalars['String']['output'];
  readonly reservedTokens: Scalars['SafeInt']['output'];
  readonly reservedCostMicros: Maybe<Scalars['SafeInt']['output']>;
};

export type ModelCalled = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly modelCall: ModelCall;
};

export type TextProduced = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly streamId: Scalars['String']['output'];
  readonly offset: Scalars['SafeInt']['output'];
  readonly text: Scalars['String']['output'];
};

export type StepStarted = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly attempt: Scalars['Int']['output'];
  readonly callId: Scalars['String']['output'];
  readonly callableName: Scalars['String']['output'];
  readonly arguments: Payload;
  readonly groupId: Maybe<Scalars['String']['output']>;
};

export type AttemptFailed = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly attempt: Scalars['Int']['output'];
  readonly callId: Scalars['String']['output'];
  readonly outcome: CallOutcome;
  readonly failure: ExecutionFailure;
  readonly retryAt: Maybe<Scalars['DateTime']['output']>;
};

export type StepWaiting = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly waitsFor: WaitKind;
  readonly until: Maybe<Scalars['DateTime']['output']>;
  readonly request: Maybe<HumanInputRequest>;
  readonly handle: Maybe<Scalars['String']['output']>;
  readonly childExecution: Maybe<Execution>;
  readonly note: Maybe<Scalars['String']['output']>;
  readonly awaitedTurnKey: Maybe<Scalars['String']['output']>;
};

export type HumanInputResolved = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly requestId: Scalars['ID']['output'];
  readonly resolution: HumanInputStatus;
  readonly respondedBy: Maybe<Scalars['String']['output']>;
  readonly reason: Maybe<Scalars['String']['output']>;
  readonly response: Maybe<Payload>;
};

export type TurnStarted = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly turn: Scalars['Int']['output'];
  readonly turnKey: Scalars['String']['output'];
  readonly agentName: Scalars['String']['output'];
  readonly cause: TurnCause;
  readonly isElsewhere: Scalars['Boolean']['output'];
};

export type TurnCause =
  | 'MESSAGE'
  | 'HANDOFF'
  | 'CORRECTION';

export type OutputSubmitted = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly turn: Scalars['Int']['output'];
  readonly turnKey: Scalars['String']['output'];
  readonly agentName: Scalars['String']['output'];
  readonly submittedBy: Scalars['String']['output'];
};

export type MessageAdded = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly message: AddedMessage;
};

export type AddedMessage = {
  readonly author: MessageAuthor;
  readonly agentName: Maybe<Scalars['String']['output']>;
  readonly turn: Maybe<Scalars['Int']['output']>;
  readonly text: Payload;
  readonly uiHidden: Scalars['Boolean']['output'];
};

export type StructuredOutputChecked = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly turn: Scalars['Int']['output'];
  readonly turnKey: Scalars['String']['output'];
  readonly agentName: Scalars['String']['output'];
  readonly modelName: Scalars['String']['output'];
  readonly data: Payload;
  readonly violations: ReadonlyArray<OutputViolation>;
  readonly willCorrect: Scalars['Boolean']['output'];
  readonly startsTool: Scalars['Boolean']['output'];
};

export type DuplicateSuppressed = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly turnKey: Scalars['String']['output'];
  readonly agentName: Scalars['String']['output'];
};

export type BindingSet = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly name: Scalars['String']['output'];
  readonly value: Maybe<Scalars['JSON']['output']>;
  readonly source: VariableSource;
};

export type VariableSource =
  | 'PERSON'
  | 'DERIVED';

export type HandoffMade = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly sourceAgentName: Scalars['String']['output'];
  readonly target: HandoffTargetKind;
  readonly targetAgentName: Maybe<Scalars['String']['output']>;
  readonly rule: Scalars['Int']['output'];
};

export type StepFinished = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly status: StepStatus;
  readonly attempt: Maybe<Scalars['Int']['output']>;
  readonly callId: Maybe<Scalars['String']['output']>;
  readonly outcome: Maybe<CallOutcome>;
  readonly output: Maybe<Payload>;
  readonly content: Maybe<Payload>;
  readonly failure: Maybe<ExecutionFailure>;
  readonly warning: Maybe<ExecutionFailure>;
  readonly warnings: ReadonlyArray<StepWarning>;
  readonly groupId: Maybe<Scalars['String']['output']>;
  readonly reused: Scalars['Boolean']['output'];
};

export type ArtifactStored = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly artifact: Artifact;
  readonly attachmentPosition: Maybe<Scalars['Int']['output']>;
};

export type CancelRequested = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly requestedBy: Scalars['String']['output'];
  readonly reason: Maybe<Scalars['String']['output']>;
};

export type CallIgnored = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly callId: Scalars['String']['output'];
  readonly reason: Scalars['String']['output'];
};

export type ExecutionResumed = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly count: Scalars['Int']['output'];
};

export type ExecutionFinished = ExecutionEvent & {
  readonly cursor: Scalars['EventCursor']['output'];
  readonly sequence: Scalars['SafeInt']['output'];
  readonly type: ExecutionEventType;
  readonly occurredAt: Scalars['DateTime']['output'];
  readonly stepId: Maybe<Scalars['String']['output']>;
  readonly hidden: Scalars['Boolean']['output'];
  readonly transitions: ReadonlyArray<StateTransition>;
  readonly chatFrame: Maybe<Scalars['JSONObject']['output']>;
  readonly status: ExecutionStatus;
  readonly response: Maybe<Scalars['String']['output']>;
  readonly responseFailure: Maybe<ExecutionFailure>;
  readonly failure: Maybe<ExecutionFailure>;
  readonly output: Maybe<Payload>;
};

export type WaitKind =
  | 'TIMER'
  | 'PERSON'
  | 'CHILD'
  | 'REMOTE_TASK'
  | 'SUBMISSION';

export type CallOutcome =
  | 'NOT_SENT'
  | 'REJECTED'
  | 'ANSWERED'
  | 'UNKNOWN';

export type ExecutionEventEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: ExecutionEvent;
};

export type ExecutionEventConnection = {
  readonly edges: ReadonlyArray<ExecutionEventEdge>;
  readonly nodes: ReadonlyArray<ExecutionEvent>;
  readonly pageInfo: PageInfo;
};

export type Subscription = {
  readonly executionEvents: ExecutionEventBatch;
  readonly executionChanges: ExecutionChangeBatch;
  readonly humanInputChanges: HumanInputChangeBatch;
};


export type SubscriptionExecutionEventsArgs = {
  executionId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['EventCursor']['input']>;
  filter?: InputMaybe<ExecutionEventFilter>;
  heartbeatMs?: Scalars['Int']['input'];
};


export type SubscriptionExecutionChangesArgs = {
  after?: InputMaybe<Scalars['EventCursor']['input']>;
  filter?: InputMaybe<ExecutionFilter>;
  heartbeatMs?: Scalars['Int']['input'];
};


export type SubscriptionHumanInputChangesArgs = {
  after?: InputMaybe<Scalars['EventCursor']['input']>;
  heartbeatMs?: Scalars['Int']['input'];
};

export type ExecutionEventFilter = {
  readonly types?: InputMaybe<ReadonlyArray<ExecutionEventType>>;
  readonly stepId?: InputMaybe<Scalars['String']['input']>;
  readonly includeHidden?: InputMaybe<Scalars['Boolean']['input']>;
  readonly suppressAutoToolSuccesses?: InputMaybe<Scalars['Boolean']['input']>;
};

export type HumanInputChangeBatch = {
  readonly requests: ReadonlyArray<HumanInputRequest>;
  readonly cursor: Scalars['EventCursor']['output'];
  readonly caughtUp: Scalars['Boolean']['output'];
  readonly gap: Scalars['Boolean']['output'];
};

export type ExecutionEventBatch = {
  readonly events: ReadonlyArray<ExecutionEvent>;
  readonly cursor: Scalars['EventCursor']['output'];
  readonly caughtUp: Scalars['Boolean']['output'];
  readonly gap: Maybe<EventGap>;
  readonly status: ExecutionStatus;
};

export type EventGap = {
  readonly firstSequence: Scalars['SafeInt']['output'];
  readonly lastSequence: Scalars['SafeInt']['output'];
};

export type ExecutionChangeBatch = {
  readonly executions: ReadonlyArray<Execution>;
  readonly removedIds: ReadonlyArray<Scalars['ID']['output']>;
  readonly cursor: Scalars['EventCursor']['output'];
  readonly caughtUp: Scalars['Boolean']['output'];
  readonly gap: Scalars['Boolean']['output'];
};

export type UserError = {
  readonly code: UserErrorCode;
  readonly message: Scalars['String']['output'];
  readonly path: ReadonlyArray<Scalars['String']['output']>;
};

export type UserErrorCode =
  | 'INVALID_INPUT'
  | 'NOT_FOUND'
  | 'INVALID_STATE'
  | 'IDEMPOTENCY_CONFLICT'
  | 'LIMIT_EXCEEDED'
  | 'EGRESS_DENIED'
  | 'UPSTREAM_ERROR'
  | 'TEMPLATE_INVALID'
  | 'SCHEMA_VIOLATION'
  | 'UNKNOWN_CALLABLE'
  | 'TOOL_CHANGED'
  | 'AGENT_NOT_FOUND'
  | 'MODEL_NOT_FOUND'
  | 'OUTCOME_UNKNOWN'
  | 'ALREADY_RESOLVED'
  | 'EXPIRED'
  | 'CONVERSATION_BUSY'
  | 'CONVERSATION_ENDED'
  | 'TURN_BELOW_WINDOW'
  | 'TURN_NOT_DUE'
  | 'MANIFEST_INVALID';

export type GeneralError = UserError & {
  readonly code: UserErrorCode;
  readonly message: Scalars['String']['output'];
  readonly path: ReadonlyArray<Scalars['String']['output']>;
};

export type UnknownCallableError = UserError & {
  readonly code: UserErrorCode;
  readonly message: Scalars['String']['output'];
  readonly path: ReadonlyArray<Scalars['String']['output']>;
  readonly name: Scalars['String']['output'];
  readonly nearestNames: ReadonlyArray<Scalars['String']['output']>;
};

export type TemplateError = UserError & {
  readonly code: UserErrorCode;
  readonly message: Scalars['String']['output'];
  readonly path: ReadonlyArray<Scalars['String']['output']>;
  readonly stepId: Scalars['String']['output'];
  readonly stepIndex: Maybe<Scalars['Int']['output']>;
  readonly argument: Scalars['String']['output'];
  readonly template: Scalars['String']['output'];
  readonly reason: TemplateErrorReason;
  readonly sourceCallable: Maybe<Scalars['String']['output']>;
  readonly field: Maybe<Scalars['String']['output']>;
  readonly availableFields: ReadonlyArray<Scalars['String']['output']>;
  readonly nearestNames: ReadonlyArray<Scalars['String']['output']>;
  readonly expectedType: Maybe<Scalars['String']['output']>;
  readonly actualType: Maybe<Scalars['String']['output']>;
};

export type TemplateErrorReason =
  | 'SYNTAX'
  | 'INDEX_OUT_OF_BOUNDS'
  | 'SELF_REFERENCE'
  | 'FORWARD_REFERENCE'
  | 'CYCLE'
  | 'UNKNOWN_STEP'
  | 'UNKNOWN_BINDING'
  | 'FIELD_NOT_FOUND'
  | 'NO_OUTPUT_SCHEMA'
  | 'NO_TEXT'
  | 'TYPE_MISMATCH'
  | 'NOT_REFERABLE';

export type SchemaViolationError = UserError & {
  readonly code: UserErrorCode;
  readonly message: Scalars['String']['output'];
  readonly path: ReadonlyArray<Scalars['String']['output']>;
  readonly violations: ReadonlyArray<SchemaViolation>;
};

export type SchemaViolation = {
  readonly instance: Scalars['JSONPointer']['output'];
  readonly keyword: Scalars['String']['output'];
  readonly message: Scalars['String']['output'];
};

export type LimitError = UserError & {
  readonly code: UserErrorCode;
  readonly message: Scalars['String']['output'];
  readonly path: ReadonlyArray<Scalars['String']['output']>;
  readonly limit: Scalars['String']['output'];
  readonly maximum: Scalars['SafeInt']['output'];
  readonly found: Scalars['SafeInt']['output'];
};

export type InvalidStateError = UserError & {
  readonly code: UserErrorCode;
  readonly message: Scalars['String']['output'];
  readonly path: ReadonlyArray<Scalars['String']['output']>;
  readonly status: ExecutionStatus;
};

export type OutcomeUnknownError = UserError & {
  readonly code: UserErrorCode;
  readonly message: Scalars['String']['output'];
  readonly path: ReadonlyArray<Scalars['String']['output']>;
  readonly stepIds: ReadonlyArray<Scalars['String']['output']>;
};

export type IdempotencyConflictError = UserError & {
  readonly code: UserErrorCode;
  readonly message: Scalars['String']['output'];
  readonly path: ReadonlyArray<Scalars['String']['output']>;
  readonly executionId: Scalars['ID']['output'];
};

export type Mutation = {
  readonly executePlan: Maybe<ExecutePlanPayload>;
  readonly ask: Maybe<AskPayload>;
  readonly invokeWorkflow: Maybe<InvokeWorkflowPayload>;
  readonly retryExecution: Maybe<RetryExecutionPayload>;
  readonly forkExecution: Maybe<ForkExecutionPayload>;
  readonly deleteExecution: Maybe<DeleteExecutionPayload>;
  readonly deleteConversation: Maybe<DeleteConversationPayload>;
  readonly cancelExecution: Maybe<CancelExecutionPayload>;
  readonly respondToHumanInput: Maybe<RespondToHumanInputPayload>;
  readonly registerMcpServer: Maybe<RegisterMcpServerPayload>;
  readonly removeMcpServer: Maybe<RemoveMcpServerPayload>;
  readonly registerWebhook: Maybe<RegisterWebhookPayload>;
  readonly removeWebhook: Maybe<RemoveWebhookPayload>;
  readonly acceptTool: Maybe<AcceptToolPayload>;
  readonly registerAgent: Maybe<RegisterAgentPayload>;
  readonly removeAgent: Maybe<RemoveAgentPayload>;
  readonly saveWorkflow: Maybe<SaveWorkflowPayload>;
  readonly removeWorkflow: Maybe<RemoveWorkflowPayload>;
  readonly createArtifact: Maybe<CreateArtifactPayload>;
  readonly deleteArtifact: Maybe<DeleteArtifactPayload>;
  readonly createApiKey: Maybe<CreateApiKeyPayload>;
  readonly revokeApiKey: Maybe<RevokeApiKeyPayload>;
  readonly createSubscriptionToken: Maybe<CreateSubscriptionTokenPayload>;
  readonly rebuildIndex: Maybe<RebuildIndexPayload>;
  readonly sendMessage: Maybe<SendMessagePayload>;
  readonly submitStructuredOutput: Maybe<SubmitStructuredOutputPayload>;
  readonly applyManifest: Maybe<ApplyManifestPayload>;
  readonly removeManifest: Maybe<RemoveManifestPayload>;
};


export type MutationExecutePlanArgs = {
  input: ExecutePlanInput;
};


export type MutationAskArgs = {
  input: AskInput;
};


export type MutationInvokeWorkflowArgs = {
  input: InvokeWorkflowInput;
};


export type MutationRetryExecutionArgs = {
  input: RetryExecutionInput;
};


export type MutationForkExecutionArgs = {
  input: ForkExecutionInput;
};


export type MutationDeleteExecutionArgs = {
  input: DeleteExecutionInput;
};


export type MutationDeleteConversationArgs = {
  input: DeleteConversationInput;
};


export type MutationCancelExecutionArgs = {
  input: CancelExecutionInput;
};


export type MutationRespondToHumanInputArgs = {
  input: RespondToHumanInputInput;
};


export type MutationRegisterMcpServerArgs = {
  input: RegisterMcpServerInput;
};


export type MutationRemoveMcpServerArgs = {
  input: RemoveMcpServerInput;
};


export type MutationRegisterWebhookArgs = {
  input: RegisterWebhookInput;
};


export type MutationRemoveWebhookArgs = {
  input: RemoveWebhookInput;
};


export type MutationAcceptToolArgs = {
  input: AcceptToolInput;
};


export type MutationRegisterAgentArgs = {
  input: RegisterAgentInput;
};


export type MutationRemoveAgentArgs = {
  input: RemoveAgentInput;
};


export type MutationSaveWorkflowArgs = {
  input: SaveWorkflowInput;
};


export type MutationRemoveWorkflowArgs = {
  input: RemoveWorkflowInput;
};


export type MutationCreateArtifactArgs = {
  input: CreateArtifactInput;
};


export type MutationDeleteArtifactArgs = {
  input: DeleteArtifactInput;
};


export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput;
};


export type MutationRevokeApiKeyArgs = {
  input: RevokeApiKeyInput;
};


export type MutationRebuildIndexArgs = {
  input: RebuildIndexInput;
};


export type MutationSendMessageArgs = {
  input: SendMessageInput;
};


export type MutationSubmitStructuredOutputArgs = {
  input: SubmitStructuredOutputInput;
};


export type MutationApplyManifestArgs = {
  input: ApplyManifestInput;
};


export type MutationRemoveManifestArgs = {
  input: RemoveManifestInput;
};

export type ValidatePlanInput = {
  readonly source: PlanSourceInput;
  readonly respond?: InputMaybe<Scalars['Boolean']['input']>;
  readonly bindings?: InputMaybe<Scalars['JSONObject']['input']>;
  readonly limits?: InputMaybe<ExecutionLimitsInput>;
  readonly schedule?: InputMaybe<Schedule>;
  readonly minCatalogRevision?: InputMaybe<Scalars['String']['input']>;
};

export type ExecutePlanInput = {
  readonly source: PlanSourceInput;
  readonly bindings?: InputMaybe<Scalars['JSONObject']['input']>;
  readonly onInvalidPlan?: InputMaybe<InvalidPlanPolicy>;
  readonly respond?: InputMaybe<Scalars['Boolean']['input']>;
  readonly options?: InputMaybe<ExecutionOptionsInput>;
};

export type PlanSourceInput = {
  readonly plan?: InputMaybe<PlanInput>;
  readonly document?: InputMaybe<Scalars['JSONObject']['input']>;
  readonly dialect?: InputMaybe<PlanDialect>;
  readonly prompt?: InputMaybe<PromptInput>;
};

export type PromptInput = {
  readonly text: Scalars['String']['input'];
  readonly history?: InputMaybe<ReadonlyArray<MessageInput>>;
  readonly agentName?: InputMaybe<Scalars['String']['input']>;
  readonly systemPrompt?: InputMaybe<Scalars['String']['input']>;
  readonly skills?: InputMaybe<ReadonlyArray<SkillInput>>;
  readonly callables?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly model?: InputMaybe<Scalars['String']['input']>;
  readonly encoding?: InputMaybe<PlannerEncoding>;
  readonly maxCorrections?: InputMaybe<Scalars['Int']['input']>;
  readonly usageHints?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type PlannerEncoding =
  | 'FUNCTION'
  | 'JSON';

export type MessageInput = {
  readonly role: MessageRole;
  readonly text: Scalars['String']['input'];
};

export type MessageRole =
  | 'USER'
  | 'AGENT';

export type SkillInput = {
  readonly skillId: Scalars['String']['input'];
  readonly instructions: Scalars['String']['input'];
};

export type InvalidPlanPolicy =
  | 'REJECT'
  | 'RESPOND';

export type AskInput = {
  readonly query: Scalars['String']['input'];
  readonly routing?: InputMaybe<RoutingInput>;
  readonly history?: InputMaybe<ReadonlyArray<MessageInput>>;
  readonly sessionContext?: InputMaybe<Scalars['JSONObject']['input']>;
  readonly agentInstructions?: InputMaybe<Scalars['String']['input']>;
  readonly usageHints?: InputMaybe<Scalars['JSONObject']['input']>;
  readonly respond?: InputMaybe<Scalars['Boolean']['input']>;
  readonly options?: InputMaybe<ExecutionOptionsInput>;
};

export type RoutingInput =
  { readonly auto: AutoRoutingInput; readonly manual?: never; }
  |  { readonly auto?: never; readonly manual: Scalars['String']['input']; };

export type AutoRoutingInput = {
  readonly candidates?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly model?: InputMaybe<Scalars['String']['input']>;
};

export type RegisterAgentInput = {
  readonly name?: InputMaybe<Scalars['String']['input']>;
  readonly description?: InputMaybe<Scalars['String']['input']>;
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly exampleQueries?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly routable?: InputMaybe<Scalars['Boolean']['input']>;
  readonly public?: InputMaybe<Scalars['Boolean']['input']>;
  readonly source: AgentSourceInput;
};

export type AgentSourceInput =
  { readonly http: HttpAgentInput; readonly local?: never; readonly a2a?: never; }
  |  { readonly http?: never; readonly local: LocalAgentInput; readonly a2a?: never; }
  |  { readonly http?: never; readonly local?: never; readonly a2a: A2aAgentInput; };

export type A2aAgentInput = {
  readonly url: Scalars['URL']['input'];
  readonly bearerSecret?: InputMaybe<Scalars['String']['input']>;
  readonly effectClass?: InputMaybe<EffectClass>;
  readonly usageHints?: InputMaybe<Scalars['String']['input']>;
};

export type HttpAgentInput = {
  readonly endpoint: Scalars['URL']['input'];
  readonly bearerSecret?: InputMaybe<Scalars['String']['input']>;
  readonly healthUrl?: InputMaybe<Scalars['URL']['input']>;
  readonly effectClass?: InputMaybe<EffectClass>;
  readonly usageHints?: InputMaybe<Scalars['String']['input']>;
};

export type LocalAgentInput = {
  readonly instructions: Scalars['String']['input'];
  readonly skills?: InputMaybe<ReadonlyArray<SkillInput>>;
  readonly model?: InputMaybe<Scalars['String']['input']>;
  readonly tools?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly actions?: InputMaybe<ReadonlyArray<AgentActionInput>>;
};

export type AgentActionInput = {
  readonly actionId: Scalars['String']['input'];
  readonly prompt: Scalars['String']['input'];
  readonly inputSchema?: InputMaybe<Scalars['JSONSchema']['input']>;
};

export type RemoveAgentInput = {
  readonly agentId: Scalars['ID']['input'];
};

export type AcceptToolInput = {
  readonly toolId: Scalars['ID']['input'];
  readonly contractHash: Scalars['String']['input'];
};

export type PlanInput = {
  readonly steps: ReadonlyArray<PlanStepInput>;
};

export type PlanStepInput =
  { readonly tool: ToolStepInput; readonly parallel?: never; readonly humanInput?: never; }
  |  { readonly tool?: never; readonly parallel: ParallelStepInput; readonly humanInput?: never; }
  |  { readonly tool?: never; readonly parallel?: never; readonly humanInput: HumanInputStepInput; };

export type ToolStepInput = {
  readonly stepId?: InputMaybe<Scalars['String']['input']>;
  readonly toolName: Scalars['String']['input'];
  readonly arguments?: InputMaybe<Scalars['JSONObject']['input']>;
  readonly when?: InputMaybe<Scalars['String']['input']>;
  readonly inputSchema?: InputMaybe<Scalars['JSONSchema']['input']>;
  readonly outputSchema?: InputMaybe<Scalars['JSONSchema']['input']>;
  readonly resultKey?: InputMaybe<Scalars['String']['input']>;
  readonly after?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly independent?: InputMaybe<Scalars['Boolean']['input']>;
  readonly policy?: InputMaybe<StepPolicyInput>;
};

export type ParallelStepInput = {
  readonly stepId?: InputMaybe<Scalars['String']['input']>;
  readonly steps: ReadonlyArray<PlanStepInput>;
  readonly maxConcurrency?: InputMaybe<Scalars['Int']['input']>;
  readonly mergeStrategy?: InputMaybe<MergeStrategy>;
  readonly when?: InputMaybe<Scalars['String']['input']>;
  readonly resultKey?: InputMaybe<Scalars['String']['input']>;
  readonly after?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly independent?: InputMaybe<Scalars['Boolean']['input']>;
  readonly continueOnFailure?: InputMaybe<Scalars['Boolean']['input']>;
};

export type StepPolicyInput = {
  readonly maxAttempts?: InputMaybe<Scalars['Int']['input']>;
  readonly initialBackoffMs?: InputMaybe<Scalars['Int']['input']>;
  readonly timeoutMs?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly continueOnFailure?: InputMaybe<Scalars['Boolean']['input']>;
  readonly inDoubt?: InputMaybe<InDoubtPolicy>;
  readonly onDecline?: InputMaybe<HumanInputOutcome>;
};

export type HumanInputStepInput = {
  readonly stepId?: InputMaybe<Scalars['String']['input']>;
  readonly kind?: InputMaybe<HumanInputKind>;
  readonly prompt: Scalars['String']['input'];
  readonly responseSchema?: InputMaybe<Scalars['JSONSchema']['input']>;
  readonly choices?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly context?: InputMaybe<Scalars['JSONObject']['input']>;
  readonly timeoutMs?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly onExpiry?: InputMaybe<HumanInputOutcome>;
  readonly defaultResponse?: InputMaybe<Scalars['JSONObject']['input']>;
  readonly onDecline?: InputMaybe<HumanInputOutcome>;
  readonly resultKey?: InputMaybe<Scalars['String']['input']>;
  readonly after?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly independent?: InputMaybe<Scalars['Boolean']['input']>;
  readonly when?: InputMaybe<Scalars['String']['input']>;
};

export type ExecutionOptionsInput = {
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  readonly contextId?: InputMaybe<Scalars['String']['input']>;
  readonly limits?: InputMaybe<ExecutionLimitsInput>;
  readonly schedule?: InputMaybe<Schedule>;
  readonly inDoubt?: InputMaybe<InDoubtPolicy>;
  readonly approval?: InputMaybe<ApprovalPolicy>;
  readonly minCatalogRevision?: InputMaybe<Scalars['String']['input']>;
  readonly labels?: InputMaybe<ReadonlyArray<LabelInput>>;
  readonly webhooks?: InputMaybe<ReadonlyArray<WebhookInput>>;
  readonly waitMs?: InputMaybe<Scalars['Int']['input']>;
  readonly location?: InputMaybe<LocationHint>;
};

export type LocationHint =
  | 'WNAM'
  | 'ENAM'
  | 'SAM'
  | 'WEUR'
  | 'EEUR'
  | 'APAC'
  | 'OC'
  | 'AFR'
  | 'ME';

export type LabelInput = {
  readonly key: Scalars['String']['input'];
  readonly value: Scalars['String']['input'];
};

export type ExecutionLimitsInput = {
  readonly maxSteps?: InputMaybe<Scalars['Int']['input']>;
  readonly maxParallel?: InputMaybe<Scalars['Int']['input']>;
  readonly maxDepth?: InputMaybe<Scalars['Int']['input']>;
  readonly stepTimeoutMs?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly timeoutMs?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly maxModelCalls?: InputMaybe<Scalars['Int']['input']>;
  readonly maxTokens?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly maxCostMicros?: InputMaybe<Scalars['SafeInt']['input']>;
};

export type InvokeWorkflowInput = {
  readonly workflow: WorkflowSelector;
  readonly payload: WorkflowPayloadInput;
  readonly options?: InputMaybe<ExecutionOptionsInput>;
};

export type WorkflowPayloadInput =
  { readonly parameters: Scalars['JSONObject']['input']; readonly artifact?: never; }
  |  { readonly parameters?: never; readonly artifact: Scalars['String']['input']; };

export type SaveWorkflowInput = {
  readonly name: Scalars['String']['input'];
  readonly description: Scalars['String']['input'];
  readonly source: PlanSourceInput;
  readonly inputSchema?: InputMaybe<Scalars['JSONSchema']['input']>;
  readonly outputSchema?: InputMaybe<Scalars['JSONSchema']['input']>;
  readonly output?: InputMaybe<Scalars['JSON']['input']>;
  readonly public?: InputMaybe<Scalars['Boolean']['input']>;
  readonly schedule?: InputMaybe<Schedule>;
  readonly minCatalogRevision?: InputMaybe<Scalars['String']['input']>;
};

export type RemoveWorkflowInput = {
  readonly workflowId: Scalars['ID']['input'];
};

export type CreateArtifactInput = {
  readonly name: Scalars['String']['input'];
  readonly description?: InputMaybe<Scalars['String']['input']>;
  readonly content: ArtifactContentInput;
};

export type ArtifactContentInput =
  { readonly json: Scalars['JSON']['input']; readonly text?: never; }
  |  { readonly json?: never; readonly text: ArtifactTextInput; };

export type ArtifactTextInput = {
  readonly text: Scalars['String']['input'];
  readonly mediaType?: InputMaybe<Scalars['String']['input']>;
};

export type DeleteArtifactInput = {
  readonly artifactId: Scalars['ID']['input'];
};

export type RetryExecutionInput = {
  readonly executionId: Scalars['ID']['input'];
  readonly fromStepId?: InputMaybe<Scalars['String']['input']>;
  readonly callAgain?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly options?: InputMaybe<ExecutionOptionsInput>;
};

export type ForkExecutionInput = {
  readonly executionId: Scalars['ID']['input'];
  readonly fromStepId: Scalars['String']['input'];
  readonly arguments?: InputMaybe<ReadonlyArray<StepArgumentsInput>>;
  readonly bindings?: InputMaybe<Scalars['JSONObject']['input']>;
  readonly callAgain?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly options?: InputMaybe<ExecutionOptionsInput>;
};

export type StepArgumentsInput = {
  readonly stepId: Scalars['String']['input'];
  readonly arguments: Scalars['JSONObject']['input'];
};

export type DeleteExecutionInput = {
  readonly executionId: Scalars['ID']['input'];
};

export type DeleteConversationInput = {
  readonly conversationId: Scalars['ID']['input'];
};

export type RebuildIndexInput = {
  readonly executionIds: ReadonlyArray<Scalars['ID']['input']>;
};

export type CreateApiKeyInput = {
  readonly label: Scalars['String']['input'];
  readonly subject: Scalars['String']['input'];
  readonly scopes: ReadonlyArray<Scope>;
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
};

export type RevokeApiKeyInput = {
  readonly keyId: Scalars['ID']['input'];
};

export type CancelExecutionInput = {
  readonly executionId: Scalars['ID']['input'];
  readonly reason?: InputMaybe<Scalars['String']['input']>;
};

export type RespondToHumanInputInput = {
  readonly requestId: Scalars['ID']['input'];
  readonly response: HumanInputResponseInput;
};

export type HumanInputResponseInput =
  { readonly accept: Scalars['JSONObject']['input']; readonly decline?: never; }
  |  { readonly accept?: never; readonly decline: Scalars['String']['input']; };

export type ConversationSelector =
  { readonly id: Scalars['ID']['input']; readonly chatId?: never; }
  |  { readonly id?: never; readonly chatId: Scalars['String']['input']; };

export type SendMessageInput = {
  readonly conversation: ConversationChoiceInput;
  readonly text: Scalars['String']['input'];
  readonly variables?: InputMaybe<Scalars['JSONObject']['input']>;
  readonly options?: InputMaybe<MessageOptionsInput>;
};

export type ConversationChoiceInput =
  { readonly id: Scalars['ID']['input']; readonly start?: never; }
  |  { readonly id?: never; readonly start: StartConversationInput; };

export type StartConversationInput = {
  readonly manifest: Scalars['String']['input'];
  readonly chatId?: InputMaybe<Scalars['String']['input']>;
  readonly appId?: InputMaybe<Scalars['String']['input']>;
};

export type MessageOptionsInput = {
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  readonly limits?: InputMaybe<ExecutionLimitsInput>;
  readonly maxTurns?: InputMaybe<Scalars['Int']['input']>;
  readonly inDoubt?: InputMaybe<InDoubtPolicy>;
  readonly approval?: InputMaybe<ApprovalPolicy>;
  readonly model?: InputMaybe<Scalars['String']['input']>;
  readonly labels?: InputMaybe<ReadonlyArray<LabelInput>>;
  readonly webhooks?: InputMaybe<ReadonlyArray<WebhookInput>>;
  readonly waitMs?: InputMaybe<Scalars['Int']['input']>;
  readonly location?: InputMaybe<LocationHint>;
};

export type SubmitStructuredOutputInput = {
  readonly executionId: Scalars['ID']['input'];
  readonly agentName: Scalars['String']['input'];
  readonly modelName: Scalars['String']['input'];
  readonly structuredData: Scalars['JSON']['input'];
  readonly autoToolMode: Scalars['Boolean']['input'];
  readonly context?: InputMaybe<Scalars['JSONObject']['input']>;
  readonly turnIdempotencyKey: Scalars['String']['input'];
  readonly turnNumber?: InputMaybe<Scalars['Int']['input']>;
};

export type ApplyManifestInput = {
  readonly name: Scalars['String']['input'];
  readonly manifest: Scalars['JSONObject']['input'];
  readonly functions?: InputMaybe<Scalars['JSONObject']['input']>;
  readonly minCatalogRevision?: InputMaybe<Scalars['String']['input']>;
};

export type RemoveManifestInput = {
  readonly name: Scalars['String']['input'];
};

export type WebhookInput = {
  readonly url: Scalars['URL']['input'];
  readonly events?: InputMaybe<ReadonlyArray<ExecutionEventType>>;
};

export type RegisterWebhookInput = {
  readonly name: Scalars['String']['input'];
  readonly url: Scalars['URL']['input'];
  readonly events?: InputMaybe<ReadonlyArray<ExecutionEventType>>;
};

export type RemoveWebhookInput = {
  readonly name: Scalars['String']['input'];
};

export type RegisterMcpServerInput = {
  readonly name: Scalars['String']['input'];
  readonly url: Scalars['URL']['input'];
  readonly bearerSecret?: InputMaybe<Scalars['String']['input']>;
  readonly trusted?: InputMaybe<Scalars['Boolean']['input']>;
  readonly outputValidation?: InputMaybe<OutputValidation>;
  readonly tools?: InputMaybe<ReadonlyArray<DeclaredToolInput>>;
};

export type DeclaredToolInput = {
  readonly name: Scalars['String']['input'];
  readonly outputSchema: Scalars['JSONSchema']['input'];
};

export type RemoveMcpServerInput = {
  readonly mcpServerId: Scalars['ID']['input'];
};

export type ExecutePlanPayload = {
  readonly execution: Maybe<Execution>;
  readonly replayed: Scalars['Boolean']['output'];
  readonly warnings: ReadonlyArray<PlanWarning>;
  readonly errors: ReadonlyArray<UserError>;
};

export type AskPayload = {
  readonly execution: Maybe<Execution>;
  readonly replayed: Scalars['Boolean']['output'];
  readonly errors: ReadonlyArray<UserError>;
};

export type InvokeWorkflowPayload = {
  readonly execution: Maybe<Execution>;
  readonly inputArtifact: Maybe<Artifact>;
  readonly replayed: Scalars['Boolean']['output'];
  readonly errors: ReadonlyArray<UserError>;
};

export type SaveWorkflowPayload = {
  readonly workflow: Maybe<Workflow>;
  readonly catalogRevision: Maybe<Scalars['String']['output']>;
  readonly warnings: ReadonlyArray<PlanWarning>;
  readonly errors: ReadonlyArray<UserError>;
};

export type RemoveWorkflowPayload = {
  readonly removedId: Maybe<Scalars['ID']['output']>;
  readonly catalogRevision: Maybe<Scalars['String']['output']>;
  readonly errors: ReadonlyArray<UserError>;
};

export type CreateArtifactPayload = {
  readonly artifact: Maybe<Artifact>;
  readonly errors: ReadonlyArray<UserError>;
};

export type DeleteArtifactPayload = {
  readonly deletedId: Maybe<Scalars['ID']['output']>;
  readonly errors: ReadonlyArray<UserError>;
};

export type RegisterAgentPayload = {
  readonly agent: Maybe<Agent>;
  readonly warnings: ReadonlyArray<AgentCardWarning>;
  readonly catalogRevision: Maybe<Scalars['String']['output']>;
  readonly errors: ReadonlyArray<UserError>;
};

export type RemoveAgentPayload = {
  readonly removedId: Maybe<Scalars['ID']['output']>;
  readonly catalogRevision: Maybe<Scalars['String']['output']>;
  readonly errors: ReadonlyArray<UserError>;
};

export type AcceptToolPayload = {
  readonly tool: Maybe<Tool>;
  readonly catalogRevision: Maybe<Scalars['String']['output']>;
  readonly errors: ReadonlyArray<UserError>;
};

export type RetryExecutionPayload = {
  readonly execution: Maybe<Execution>;
  readonly replayed: Scalars['Boolean']['output'];
  readonly errors: ReadonlyArray<UserError>;
};

export type ForkExecutionPayload = {
  readonly execution: Maybe<Execution>;
  readonly replayed: Scalars['Boolean']['output'];
  readonly errors: ReadonlyArray<UserError>;
};

export type DeleteExecutionPayload = {
  readonly deletedId: Maybe<Scalars['ID']['output']>;
  readonly errors: ReadonlyArray<UserError>;
};

export type DeleteConversationPayload = {
  readonly deletedId: Maybe<Scalars['ID']['output']>;
  readonly errors: ReadonlyArray<UserError>;
};

export type RebuildIndexPayload = {
  readonly rebuiltIds: ReadonlyArray<Scalars['ID']['output']>;
  readonly missingIds: ReadonlyArray<Scalars['ID']['output']>;
  readonly errors: ReadonlyArray<UserError>;
};

export type CreateApiKeyPayload = {
  readonly apiKey: Maybe<ApiKey>;
  readonly secret: Maybe<Scalars['String']['output']>;
  readonly errors: ReadonlyArray<UserError>;
};

export type RevokeApiKeyPayload = {
  readonly apiKey: Maybe<ApiKey>;
  readonly errors: ReadonlyArray<UserError>;
};

export type CreateSubscriptionTokenPayload = {
  readonly token: Scalars['String']['output'];
  readonly expiresAt: Scalars['DateTime']['output'];
};

export type CancelExecutionPayload = {
  readonly execution: Maybe<Execution>;
  readonly errors: ReadonlyArray<UserError>;
};

export type RespondToHumanInputPayload = {
  readonly request: Maybe<HumanInputRequest>;
  readonly errors: ReadonlyArray<UserError>;
};

export type SendMessagePayload = {
  readonly conversation: Maybe<Conversation>;
  readonly message: Maybe<Message>;
  readonly execution: Maybe<Execution>;
  readonly replayed: Maybe<Scalars['Boolean']['output']>;
  readonly errors: ReadonlyArray<UserError>;
};

export type SubmitStructuredOutputPayload = {
  readonly duplicate: Scalars['Boolean']['output'];
  readonly accepted: Scalars['Boolean']['output'];
  readonly turn: Maybe<Scalars['Int']['output']>;
  readonly errors: ReadonlyArray<UserError>;
};

export type ApplyManifestPayload = {
  readonly manifest: Maybe<Manifest>;
  readonly catalogRevision: Maybe<Scalars['String']['output']>;
  readonly warnings: ReadonlyArray<ManifestWarning>;
  readonly errors: ReadonlyArray<UserError>;
};

export type ManifestWarning = {
  readonly message: Scalars['String']['output'];
  readonly path: ReadonlyArray<Scalars['String']['output']>;
};

export type RemoveManifestPayload = {
  readonly removedName: Maybe<Scalars['String']['output']>;
  readonly catalogRevision: Maybe<Scalars['String']['output']>;
  readonly errors: ReadonlyArray<UserError>;
};

export type RegisterWebhookPayload = {
  readonly webhook: Maybe<Webhook>;
  readonly catalogRevision: Maybe<Scalars['String']['output']>;
  readonly errors: ReadonlyArray<UserError>;
};

export type RemoveWebhookPayload = {
  readonly removedName: Maybe<Scalars['String']['output']>;
  readonly catalogRevision: Maybe<Scalars['String']['output']>;
  readonly errors: ReadonlyArray<UserError>;
};

export type RegisterMcpServerPayload = {
  readonly mcpServer: Maybe<McpServer>;
  readonly catalogRevision: Maybe<Scalars['String']['output']>;
  readonly errors: ReadonlyArray<UserError>;
};

export type RemoveMcpServerPayload = {
  readonly removedId: Maybe<Scalars['ID']['output']>;
  readonly catalogRevision: Maybe<Scalars['String']['output']>;
  readonly errors: ReadonlyArray<UserError>;
};



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

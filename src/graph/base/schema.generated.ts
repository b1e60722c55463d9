// Generated from schema.graphql by scripts/generate.mjs. Do not edit.
import type { Json } from '../../json/json.ts';
import type { JsonObject } from '../../json/json.ts';
import type { JsonSchema } from '../../json/json.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
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

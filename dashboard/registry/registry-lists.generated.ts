// Generated from dashboard/registry/registry-lists.graphql by scripts/generate.mjs. Do not edit.
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

/** Where an agent runs. */
export type AgentRuntime =
  /** At a remote A2A endpoint. */
  | 'A2A'
  /** Behind the HTTP contract of the document Host contract. */
  | 'HTTP'
  /** In this deployment, as a language model with instructions and tools. */
  | 'LOCAL';

/** What is done with structured content that does not satisfy the declared output schema. */
export type OutputValidation =
  /** The step fails with `OUTPUT_INVALID`. */
  | 'STRICT'
  /** The output is taken and the step carries a warning. */
  | 'WARN'
  /** The output is not checked. */
  | 'OFF';

/** What the last contact with an MCP server showed. */
export type McpServerStatus =
  /** Never contacted. */
  | 'UNKNOWN'
  /** The server answered. */
  | 'READY'
  /** The server demands authorization. */
  | 'UNAUTHORIZED'
  /** The server could not be reached or answered wrongly. */
  | 'UNREACHABLE';

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

/** What to register with `registerMcpServer`. */
export type RegisterMcpServerInput = {
  /** Unique name: letters, digits, `_` and `-`, 64 characters at most; not `ui`. */
  readonly name: string;
  /** Address of the endpoint. */
  readonly url: string;
  /**
   * Name of a secret of the deployment that is sent as bearer token: `X` reads the setting `TOOL_SECRET_X`. Nothing is
   * sent if null.
   */
  readonly bearerSecret?: string | null | undefined;
  /** Whether to believe what the server says on the effects of its tools. False if null. */
  readonly trusted?: boolean | null | undefined;
  /** What is done with structured content that does not satisfy the output schema. `STRICT` if null. */
  readonly outputValidation?: OutputValidation | null | undefined;
  /**
   * Output schemas of tools that declare none, or a wrong one, 200 at most. Their output is then their structured content or, without any,
   * the JSON of their text, if it satisfies the schema; references into it are typed. Nothing is declared if null.
   */
  readonly tools?: ReadonlyArray<DeclaredToolInput> | null | undefined;
};

/** What a registration declares of a tool. */
export type DeclaredToolInput = {
  /** Name of the tool, as the server gives it. */
  readonly name: string;
  /** JSON Schema of its output. */
  readonly outputSchema: unknown;
};

export type AgentPageQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type AgentPageQuery = { readonly agents: { readonly nodes: ReadonlyArray<{ readonly name: string, readonly toolName: string, readonly description: string, readonly runtime: AgentRuntime }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ServerPageQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ServerPageQuery = { readonly mcpServers: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly url: string, readonly status: McpServerStatus, readonly protocolVersion: string | null, readonly lastSyncedAt: string | null, readonly trusted: boolean, readonly outputValidation: OutputValidation, readonly failure: { readonly code: FailureCode, readonly message: string } | null, readonly droppedTools: ReadonlyArray<{ readonly name: string, readonly reason: string }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ToolPageQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ToolPageQuery = { readonly tools: { readonly nodes: ReadonlyArray<{ readonly name: string, readonly qualifiedName: string, readonly title: string | null, readonly description: string, readonly status: ToolStatus, readonly effectClass: EffectClass, readonly annotations: { readonly readOnly: boolean | null, readonly destructive: boolean | null, readonly idempotent: boolean | null, readonly openWorld: boolean | null }, readonly mcpServer: { readonly name: string } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type WorkflowPageQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type WorkflowPageQuery = { readonly workflows: { readonly nodes: ReadonlyArray<{ readonly name: string, readonly toolName: string, readonly version: string, readonly description: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ManifestPageQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ManifestPageQuery = { readonly manifests: { readonly nodes: ReadonlyArray<{ readonly name: string, readonly agents: ReadonlyArray<{ readonly name: string }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ListedToolFragment = { readonly name: string, readonly qualifiedName: string, readonly title: string | null, readonly description: string, readonly status: ToolStatus, readonly effectClass: EffectClass, readonly annotations: { readonly readOnly: boolean | null, readonly destructive: boolean | null, readonly idempotent: boolean | null, readonly openWorld: boolean | null }, readonly mcpServer: { readonly name: string } };

export type RegisterServerMutationVariables = Exact<{
  input: RegisterMcpServerInput;
}>;


export type RegisterServerMutation = { readonly registerMcpServer: { readonly mcpServer: { readonly id: string, readonly name: string, readonly url: string, readonly status: McpServerStatus, readonly protocolVersion: string | null, readonly lastSyncedAt: string | null, readonly trusted: boolean, readonly outputValidation: OutputValidation, readonly tools: { readonly nodes: ReadonlyArray<{ readonly name: string, readonly qualifiedName: string, readonly title: string | null, readonly description: string, readonly status: ToolStatus, readonly effectClass: EffectClass, readonly annotations: { readonly readOnly: boolean | null, readonly destructive: boolean | null, readonly idempotent: boolean | null, readonly openWorld: boolean | null }, readonly mcpServer: { readonly name: string } }> }, readonly failure: { readonly code: FailureCode, readonly message: string } | null, readonly droppedTools: ReadonlyArray<{ readonly name: string, readonly reason: string }> } | null, readonly errors: ReadonlyArray<
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
    > } | null };

export type RemoveAgentEntryMutationVariables = Exact<{
  id: string;
}>;


export type RemoveAgentEntryMutation = { readonly removeAgent: { readonly errors: ReadonlyArray<
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
    > } | null };

export type RemoveServerEntryMutationVariables = Exact<{
  id: string;
}>;


export type RemoveServerEntryMutation = { readonly removeMcpServer: { readonly errors: ReadonlyArray<
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
    > } | null };

export type RemoveWorkflowEntryMutationVariables = Exact<{
  id: string;
}>;


export type RemoveWorkflowEntryMutation = { readonly removeWorkflow: { readonly errors: ReadonlyArray<
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
    > } | null };

export type RemoveManifestEntryMutationVariables = Exact<{
  name: string;
}>;


export type RemoveManifestEntryMutation = { readonly removeManifest: { readonly errors: ReadonlyArray<
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
    > } | null };

export type ListedServerFragment = { readonly id: string, readonly name: string, readonly url: string, readonly status: McpServerStatus, readonly protocolVersion: string | null, readonly lastSyncedAt: string | null, readonly trusted: boolean, readonly outputValidation: OutputValidation, readonly failure: { readonly code: FailureCode, readonly message: string } | null, readonly droppedTools: ReadonlyArray<{ readonly name: string, readonly reason: string }> };

export const agentPage = "query AgentPage($after:String){agents(first:100 after:$after){nodes{name toolName description runtime}pageInfo{hasNextPage endCursor}}}" as Operation<AgentPageQuery, AgentPageQueryVariables>;

export const serverPage = "query ServerPage($after:String){mcpServers(first:100 after:$after){nodes{...ListedServer}pageInfo{hasNextPage endCursor}}}fragment ListedServer on McpServer{id name url status failure{code message}protocolVersion lastSyncedAt trusted outputValidation droppedTools{name reason}}" as Operation<ServerPageQuery, ServerPageQueryVariables>;

export const toolPage = "query ToolPage($after:String){tools(first:100 after:$after){nodes{...ListedTool}pageInfo{hasNextPage endCursor}}}fragment ListedTool on Tool{name qualifiedName title description status effectClass annotations{readOnly destructive idempotent openWorld}mcpServer{name}}" as Operation<ToolPageQuery, ToolPageQueryVariables>;

export const workflowPage = "query WorkflowPage($after:String){workflows(first:100 after:$after){nodes{name toolName version description}pageInfo{hasNextPage endCursor}}}" as Operation<WorkflowPageQuery, WorkflowPageQueryVariables>;

export const manifestPage = "query ManifestPage($after:String){manifests(first:100 after:$after){nodes{name agents{name}}pageInfo{hasNextPage endCursor}}}" as Operation<ManifestPageQuery, ManifestPageQueryVariables>;

export const registerServer = "fragment ListedTool on Tool{name qualifiedName title description status effectClass annotations{readOnly destructive idempotent openWorld}mcpServer{name}}mutation RegisterServer($input:RegisterMcpServerInput!){registerMcpServer(input:$input){mcpServer{...ListedServer tools(first:100){nodes{...ListedTool}}}errors{code message}}}fragment ListedServer on McpServer{id name url status failure{code message}protocolVersion lastSyncedAt trusted outputValidation droppedTools{name reason}}" as Operation<RegisterServerMutation, RegisterServerMutationVariables>;

export const removeAgentEntry = "mutation RemoveAgentEntry($id:ID!){removeAgent(input:{agentId:$id}){errors{code message}}}" as Operation<RemoveAgentEntryMutation, RemoveAgentEntryMutationVariables>;

export const removeServerEntry = "mutation RemoveServerEntry($id:ID!){removeMcpServer(input:{mcpServerId:$id}){errors{code message}}}" as Operation<RemoveServerEntryMutation, RemoveServerEntryMutationVariables>;

export const removeWorkflowEntry = "mutation RemoveWorkflowEntry($id:ID!){removeWorkflow(input:{workflowId:$id}){errors{code message}}}" as Operation<RemoveWorkflowEntryMutation, RemoveWorkflowEntryMutationVariables>;

export const removeManifestEntry = "mutation RemoveManifestEntry($name:String!){removeManifest(input:{name:$name}){errors{code message}}}" as Operation<RemoveManifestEntryMutation, RemoveManifestEntryMutationVariables>;

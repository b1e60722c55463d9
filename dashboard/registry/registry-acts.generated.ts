// Generated from dashboard/registry/registry-acts.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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
};

export type RegisterServerMutationVariables = Exact<{
  input: RegisterMcpServerInput;
}>;


export type RegisterServerMutation = { readonly registerMcpServer: { readonly mcpServer: { readonly name: string, readonly url: string, readonly status: McpServerStatus, readonly failure: { readonly message: string } | null, readonly tools: { readonly nodes: ReadonlyArray<{ readonly name: string }> } } | null, readonly errors: ReadonlyArray<
      | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
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

export type ListedServerToolFragment = { readonly name: string };

export const registerServer = "mutation RegisterServer($input:RegisterMcpServerInput!){registerMcpServer(input:$input){mcpServer{name url status failure{message}tools(first:100){nodes{...ListedServerTool}}}errors{code message path}}}fragment ListedServerTool on Tool{name}" as Operation<RegisterServerMutation, RegisterServerMutationVariables>;

export const removeAgentEntry = "mutation RemoveAgentEntry($id:ID!){removeAgent(input:{agentId:$id}){errors{code message}}}" as Operation<RemoveAgentEntryMutation, RemoveAgentEntryMutationVariables>;

export const removeServerEntry = "mutation RemoveServerEntry($id:ID!){removeMcpServer(input:{mcpServerId:$id}){errors{code message}}}" as Operation<RemoveServerEntryMutation, RemoveServerEntryMutationVariables>;

export const removeWorkflowEntry = "mutation RemoveWorkflowEntry($id:ID!){removeWorkflow(input:{workflowId:$id}){errors{code message}}}" as Operation<RemoveWorkflowEntryMutation, RemoveWorkflowEntryMutationVariables>;

export const removeManifestEntry = "mutation RemoveManifestEntry($name:String!){removeManifest(input:{name:$name}){errors{code message}}}" as Operation<RemoveManifestEntryMutation, RemoveManifestEntryMutationVariables>;

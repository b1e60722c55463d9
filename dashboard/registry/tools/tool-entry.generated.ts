// Generated from dashboard/registry/tools/tool-entry.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** What a tool that returns artifacts should do, as far as its description can show it. */
export type ComplianceRule =
  /** An output schema is declared. */
  | 'OUTPUT_SCHEMA_DECLARED'
  /** The output has the fields of the published standard shape. */
  | 'STANDARD_SHAPE'
  /** The schema names the fields of the artifact. */
  | 'ARTIFACT_TYPED'
  /** The schema names the fields of the metadata. */
  | 'METADATA_DECLARED'
  /** Fields of the artifact have a description. */
  | 'FIELDS_DOCUMENTED';

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

/** Which tool to accept. */
export type AcceptToolInput = {
  /** ID of the tool. */
  readonly toolId: string;
  /** `Tool.contractHash` of what was looked at. Refused if the tool has changed since. */
  readonly contractHash: string;
};

export type RegisteredToolQueryVariables = Exact<{
  name: string;
}>;


export type RegisteredToolQuery = { readonly tool: { readonly id: string, readonly name: string, readonly qualifiedName: string, readonly title: string | null, readonly description: string, readonly inputSchema: unknown, readonly outputSchema: unknown, readonly effectClass: EffectClass, readonly schemaHash: string, readonly contractHash: string, readonly status: ToolStatus, readonly mcpServer: { readonly name: string, readonly status: McpServerStatus, readonly trusted: boolean }, readonly annotations: { readonly readOnly: boolean | null, readonly destructive: boolean | null, readonly idempotent: boolean | null, readonly openWorld: boolean | null }, readonly referableFields: ReadonlyArray<{ readonly path: string, readonly type: string, readonly required: boolean }>, readonly complianceFindings: ReadonlyArray<{ readonly rule: ComplianceRule, readonly message: string, readonly path: string }> } | null };

export type AcceptChangedToolMutationVariables = Exact<{
  input: AcceptToolInput;
}>;


export type AcceptChangedToolMutation = { readonly acceptTool: { readonly tool: { readonly id: string, readonly name: string, readonly qualifiedName: string, readonly title: string | null, readonly description: string, readonly inputSchema: unknown, readonly outputSchema: unknown, readonly effectClass: EffectClass, readonly schemaHash: string, readonly contractHash: string, readonly status: ToolStatus, readonly mcpServer: { readonly name: string, readonly status: McpServerStatus, readonly trusted: boolean }, readonly annotations: { readonly readOnly: boolean | null, readonly destructive: boolean | null, readonly idempotent: boolean | null, readonly openWorld: boolean | null }, readonly referableFields: ReadonlyArray<{ readonly path: string, readonly type: string, readonly required: boolean }>, readonly complianceFindings: ReadonlyArray<{ readonly rule: ComplianceRule, readonly message: string, readonly path: string }> } | null, readonly errors: ReadonlyArray<
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
      | { readonly code: UserErrorCode, readonly message: string }
    > } | null };

export type ToolFactsFragment = { readonly id: string, readonly name: string, readonly qualifiedName: string, readonly title: string | null, readonly description: string, readonly inputSchema: unknown, readonly outputSchema: unknown, readonly effectClass: EffectClass, readonly schemaHash: string, readonly contractHash: string, readonly status: ToolStatus, readonly mcpServer: { readonly name: string, readonly status: McpServerStatus, readonly trusted: boolean }, readonly annotations: { readonly readOnly: boolean | null, readonly destructive: boolean | null, readonly idempotent: boolean | null, readonly openWorld: boolean | null }, readonly referableFields: ReadonlyArray<{ readonly path: string, readonly type: string, readonly required: boolean }>, readonly complianceFindings: ReadonlyArray<{ readonly rule: ComplianceRule, readonly message: string, readonly path: string }> };

export const registeredTool = "query RegisteredTool($name:String!){tool(by:{name:$name}){...ToolFacts}}fragment ToolFacts on Tool{id name qualifiedName title description inputSchema outputSchema mcpServer{name status trusted}annotations{readOnly destructive idempotent openWorld}effectClass schemaHash contractHash status referableFields{path type required}complianceFindings{rule message path}}" as Operation<RegisteredToolQuery, RegisteredToolQueryVariables>;

export const acceptChangedTool = "mutation AcceptChangedTool($input:AcceptToolInput!){acceptTool(input:$input){tool{...ToolFacts}errors{code message}}}fragment ToolFacts on Tool{id name qualifiedName title description inputSchema outputSchema mcpServer{name status trusted}annotations{readOnly destructive idempotent openWorld}effectClass schemaHash contractHash status referableFields{path type required}complianceFindings{rule message path}}" as Operation<AcceptChangedToolMutation, AcceptChangedToolMutationVariables>;

// Generated from dashboard/registry/entries/agent-entry.graphql by scripts/generate.mjs. Do not edit.
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

/** Where an agent runs. */
export type AgentRuntime =
  /** At a remote A2A endpoint. */
  | 'A2A'
  /** Behind the HTTP contract of the document Host contract. */
  | 'HTTP'
  /** In this deployment, as a language model with instructions and tools. */
  | 'LOCAL';

/** What a health check showed. */
export type AgentHealthStatus =
  /** The agent is able to work. */
  | 'HEALTHY'
  /** The agent did not answer, or with an error. The router does not choose it. */
  | 'UNHEALTHY'
  /** The agent has no health check, or its turn did not come within five seconds. It counts as able to work. */
  | 'UNKNOWN';

/** Kinds of gaps in the card of a remote agent. */
export type AgentCardWarningCode =
  /** The card, or one of its interfaces, names no version of A2A. A `url` at the top means 0.3, `supportedInterfaces` mean 1.0. */
  | 'PROTOCOL_VERSION_MISSING'
  /** An address is relative. It is resolved against that of the card, and passes the same checks as any other. */
  | 'RELATIVE_ADDRESS'
  /** The card has no name. The registration must give one. */
  | 'NAME_MISSING'
  /** The card has no description. The agent is described by its name unless the registration gives a description. */
  | 'DESCRIPTION_MISSING'
  /** The card does not say which media types it takes or gives. It is read as `text/plain`. */
  | 'MODES_MISSING'
  /** Another required member is missing. It is read as empty. */
  | 'FIELD_MISSING';

export type RegisteredAgentQueryVariables = Exact<{
  name: string;
}>;


export type RegisteredAgentQuery = { readonly agent: { readonly id: string, readonly name: string, readonly description: string, readonly tags: ReadonlyArray<string>, readonly exampleQueries: ReadonlyArray<string>, readonly runtime: AgentRuntime, readonly routable: boolean, readonly toolName: string, readonly inputSchema: unknown, readonly outputSchema: unknown, readonly endpoint: string | null, readonly cardUrl: string | null, readonly cardReadAt: string | null, readonly protocolVersion: string | null, readonly isWorkflow: boolean, readonly public: boolean, readonly effectClass: EffectClass | null, readonly usageHints: string, readonly instructions: string | null, readonly tools: ReadonlyArray<string>, readonly model: string | null, readonly warnings: ReadonlyArray<{ readonly code: AgentCardWarningCode, readonly message: string }>, readonly skills: ReadonlyArray<{ readonly skillId: string, readonly instructions: string }>, readonly actions: ReadonlyArray<{ readonly actionId: string, readonly prompt: string }>, readonly card: { readonly name: string, readonly description: string, readonly version: string, readonly documentationUrl: string | null, readonly defaultInputModes: ReadonlyArray<string>, readonly defaultOutputModes: ReadonlyArray<string>, readonly isSigned: boolean, readonly document: Readonly<Record<string, unknown>>, readonly supportedInterfaces: ReadonlyArray<{ readonly url: string, readonly protocolBinding: string, readonly protocolVersion: string }>, readonly provider: { readonly organization: string, readonly url: string } | null, readonly capabilities: { readonly streaming: boolean, readonly pushNotifications: boolean, readonly extendedAgentCard: boolean, readonly extensions: ReadonlyArray<{ readonly uri: string, readonly description: string | null, readonly required: boolean }> }, readonly skills: ReadonlyArray<{ readonly skillId: string, readonly name: string, readonly description: string, readonly tags: ReadonlyArray<string>, readonly examples: ReadonlyArray<string>, readonly inputModes: ReadonlyArray<string> | null, readonly outputModes: ReadonlyArray<string> | null }> } | null } | null };

export type AgentHealthNowQueryVariables = Exact<{
  name: string;
}>;


export type AgentHealthNowQuery = { readonly agent: { readonly health: { readonly status: AgentHealthStatus, readonly checkedAt: string | null, readonly message: string | null } | null } | null };

export const registeredAgent = "query RegisteredAgent($name:String!){agent(by:{name:$name}){id name description tags exampleQueries runtime routable toolName inputSchema outputSchema endpoint cardUrl cardReadAt protocolVersion warnings{code message}isWorkflow public effectClass usageHints instructions skills{skillId instructions}tools actions{actionId prompt}model card{name description version supportedInterfaces{url protocolBinding protocolVersion}provider{organization url}documentationUrl capabilities{streaming pushNotifications extendedAgentCard extensions{uri description required}}defaultInputModes defaultOutputModes skills{skillId name description tags examples inputModes outputModes}isSigned document}}}" as Operation<RegisteredAgentQuery, RegisteredAgentQueryVariables>;

export const agentHealthNow = "query AgentHealthNow($name:String!){agent(by:{name:$name}){health{status checkedAt message}}}" as Operation<AgentHealthNowQuery, AgentHealthNowQueryVariables>;

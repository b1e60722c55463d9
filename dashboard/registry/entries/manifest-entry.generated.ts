// Generated from dashboard/registry/entries/manifest-entry.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Where control goes. */
export type HandoffTargetKind =
  /** To another agent. */
  | 'AGENT'
  /** Back to the person. */
  | 'USER'
  /** The conversation ends. */
  | 'TERMINATE';

export type RegisteredManifestQueryVariables = Exact<{
  name: string;
}>;


export type RegisteredManifestQuery = { readonly manifest: { readonly id: string, readonly name: string, readonly hash: string, readonly startAgentName: string, readonly maxTurns: number, readonly variableNames: ReadonlyArray<string>, readonly updatedAt: string, readonly agents: ReadonlyArray<{ readonly name: string, readonly autoToolMode: boolean, readonly structuredOutputsRequired: boolean, readonly maxConsecutiveAutoReply: number | null, readonly isElsewhere: boolean, readonly modelName: string | null, readonly modelSchema: unknown, readonly autoTool: { readonly tool: { readonly name: string } } | null }>, readonly tools: ReadonlyArray<{ readonly name: string, readonly agentName: string, readonly description: string, readonly isAutomatic: boolean, readonly callableName: string | null, readonly inputSchema: unknown, readonly responseSchema: unknown, readonly ui: { readonly component: string, readonly mode: string | null } | null }>, readonly handoffs: ReadonlyArray<{ readonly sourceAgentName: string, readonly target: HandoffTargetKind, readonly targetAgentName: string | null, readonly condition: string | null }> } | null };

export const registeredManifest = "query RegisteredManifest($name:String!){manifest(name:$name){id name hash startAgentName maxTurns variableNames updatedAt agents{name autoToolMode structuredOutputsRequired maxConsecutiveAutoReply isElsewhere modelName modelSchema autoTool{tool{name}}}tools{name agentName description isAutomatic callableName inputSchema responseSchema ui{component mode}}handoffs{sourceAgentName target targetAgentName condition}}}" as Operation<RegisteredManifestQuery, RegisteredManifestQueryVariables>;

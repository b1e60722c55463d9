/** What the plan and the engine need to know of something that a step can call. Pinned when an execution starts (E15). */
import type { Json, JsonSchema } from "./json.ts";

/** What calling again after a lost answer could do (E7). Everything that does not say better is UNSAFE. */
export type EffectClass = "READ_ONLY" | "IDEMPOTENT" | "KEYED" | "UNSAFE";

/** What to do with structured content that does not satisfy the declared output schema. */
export type OutputValidation = "STRICT" | "WARN" | "OFF";

export interface CallableDefinition {
  /** Name as it is written in plans. */
  readonly name: string;
  readonly kind: "TOOL" | "AGENT";
  /** What it does, in the words of its provider: data for language models, never instructions. Empty if the provider says nothing. */
  readonly description: string;
  /** Hints for the responder on how to word its results. Empty for tools. */
  readonly usageHints: string;
  readonly inputSchema: JsonSchema;
  /** Null if none is declared; the fields of its output then cannot be referenced. */
  readonly outputSchema: JsonSchema | null;
  readonly effectClass: EffectClass;
  /** The provider said explicitly that the tool may destroy data. */
  readonly declaredDestructive: boolean;
  readonly outputValidation: OutputValidation;
  /** Name of the provider among `ExecutionDefinitions.providers`. */
  readonly provider: string;
  /** Name by which the provider knows it. */
  readonly remoteName: string;
}

/** How a provider is reached. Its `connection` belongs to `src/tools` and is opaque here. */
export interface ProviderDefinition {
  readonly name: string;
  readonly kind: "MCP" | "HTTP_AGENT";
  readonly url: string;
  /** Name of the secret that is sent as bearer token, never its value. */
  readonly bearerSecret: string | null;
  /** What the last contact negotiated: era, version, session, discovery. */
  readonly connection: Json;
}

/** Everything that a plan may call, so that the execution never has to ask the catalog again. */
export interface ExecutionDefinitions {
  readonly callables: readonly CallableDefinition[];
  readonly providers: readonly ProviderDefinition[];
  readonly catalogRevision: string;
}

/**
 * What a name in a plan means: something that can be called, a tool that is not as it was accepted, an agent that is a role and cannot
 * be called, or nothing.
 */
export type NamedCallable = CallableDefinition | "CHANGED" | "LOCAL_AGENT" | undefined;

/** Definitions by name, for lookups. */
export function callablesByName(definitions: ExecutionDefinitions): ReadonlyMap<string, CallableDefinition> {
  return new Map(definitions.callables.map((callable) => [callable.name, callable]));
}

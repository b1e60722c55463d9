/** The facts of the plan and the engine about a callable of a step. They are pinned when an execution starts (E15). */

import type { Json, JsonObject, JsonSchema } from "../json/json.ts";
import type { ProviderCredential } from "./credential.ts";
import type { UiComponent } from "./human-input.ts";
import type { RunDefinition } from "./run-definition.ts";
import type { FlowAction } from "./value-flow.ts";

/** The possible effect of a repeated call after a lost answer (E7). A callable without a better declaration is UNSAFE. */
export type EffectClass = "READ_ONLY" | "IDEMPOTENT" | "KEYED" | "UNSAFE";

/** The handling of structured content that does not satisfy the declared output schema. */
export type OutputValidation = "STRICT" | "WARN" | "OFF";

export interface CallableDefinition {
  /** Name as it is written in plans. */
  readonly name: string;
  readonly kind: "TOOL" | "AGENT" | "WORKFLOW";
  /** Its description by its provider: data for language models, never instructions. Empty if the provider has none. */
  readonly description: string;
  /** Hints for the responder on how to word its results. Empty for tools. */
  readonly usageHints: string;
  /** The schema for checks of plans and for language models. */
  readonly inputSchema: JsonSchema;
  /** Set where input is given either as parameters or as an artifact (W5), with the schema that is enforced at the call (W6). */
  readonly dualMode?: DualMode;
  /** Null if none is declared; of its output then nothing is known before it is there. */
  readonly outputSchema: JsonSchema | null;
  /** The registration declares the output schema and not the tool, which then may write its output as JSON into its text. */
  readonly outputSchemaIsGiven?: true;
  readonly effectClass: EffectClass;
  /** The provider said explicitly that the tool may destroy data. */
  readonly declaredDestructive: boolean;
  readonly outputValidation: OutputValidation;
  /** The component that shows it. Absent for a callable that is no tool of the user interface. */
  readonly ui?: UiComponent;
  /** The schema of the person's answer. Absent for a callable that no person answers. */
  readonly responseSchema?: JsonSchema;
  /** Name of the provider among `ExecutionDefinitions.providers`. */
  readonly provider: string;
  /** Name by which the provider knows it. */
  readonly remoteName: string;
  /**
   * Labels of its output (decision 054). `TRUSTED` is among them if they do not depend on its input. Absent for those that follow from its
   * provider.
   */
  readonly outputLabels?: readonly string[];
  /** How it is called, for providers of the kind OPENAPI; it belongs to `src/tools` and is opaque here. */
  readonly operation?: JsonObject;
}

/** Two ways to give the same input, never both (C20). */
export interface DualMode {
  /** The schema of the parameters once nulls are dropped, and of the content of the artifact. */
  readonly strictSchema: JsonSchema;
  /** Name of the argument that takes the name or address of an artifact. */
  readonly artifactArgument: "input_artifact" | "_input_artifact";
  /** Name of the agent or workflow, for the artifact that is stored for parameters (W8). */
  readonly targetName: string;
}

/** How a provider is reached. Its `connection` belongs to `src/tools` and is opaque here. */
export interface ProviderDefinition {
  readonly name: string;
  /** CODE is the code of the deployment itself. PERSON is the person who answers requests for human input. WAIT is time itself, and events that are sent. CHILD is this software itself: a callable of it runs as an execution of its own, made from the run definition whose key is its `remoteName`. */
  readonly kind: "MCP" | "OPENAPI" | "CODE" | "HTTP_AGENT" | "A2A" | "CHILD" | "PERSON" | "WAIT";
  /** Empty for CODE, CHILD, PERSON and WAIT. */
  readonly url: string;
  /** Name of the secret that is sent as bearer token, never its value. */
  readonly bearerSecret: string | null;
  /** A credential other than a bearer secret. Absent for none. */
  readonly credential?: ProviderCredential;
  /** The negotiation of the last contact: era, version, session, discovery. */
  readonly connection: Json;
}

/** Everything that a plan may call, so that the execution never has to ask the catalog again. */
export interface ExecutionDefinitions {
  readonly callables: readonly CallableDefinition[];
  readonly providers: readonly ProviderDefinition[];
  /** Those of `callables` that run as an execution of their own, and all runs below them. */
  readonly blueprints?: readonly RunDefinition[];
  /** The callables that only runs below this execution may call. */
  readonly inherited?: readonly CallableDefinition[];
  readonly catalogRevision: string;
  /** The flow rules. Absent where nothing is checked, and in executions of 0.8.0. */
  readonly flow?: FlowPolicy;
}

/** A rule about calls that a value with `label` reaches (decision 054). */
export interface FlowRule {
  readonly label: string;
  /** `server.tool` of a tool of a server, else the name in plans. Absent for every callable. */
  readonly callable?: string;
  /** Every callable of this effect class. Never together with `callable`. */
  readonly effectClass?: EffectClass;
  /** JSON Pointer of one argument, with all that lies in it. Absent for all of them. Only together with `callable`. */
  readonly argument?: string;
  readonly action: FlowAction;
}

export interface FlowPolicy {
  /** The verdict on an UNTRUSTED value that reaches a call which nothing declares safe. */
  readonly base: FlowAction;
  /** Absent for none. */
  readonly rules?: readonly FlowRule[];
}

/** Name of the provider of the callables whose call is a wait of its step. Names of servers hold no colon, so that no server has this one. */
export const waitProviderName = "planwright:waits";

/** Whether a call of `callable` is a wait of its step, and no request. */
export function isWait(callable: Pick<CallableDefinition, "provider"> | undefined): boolean {
  return callable?.provider === waitProviderName;
}

/** The meaning of a name in a plan: a callable, a tool that differs from its accepted contract, or nothing. */
export type NamedCallable = CallableDefinition | "CHANGED" | undefined;

/**
 * Name of the tool that is made of an agent or workflow (W4).
 *
 * @example
 * ```ts
 * typedToolName("AGENT", "research"); // "peer_research"
 * typedToolName("WORKFLOW", "invoice"); // "workflow_invoice"
 * ```
 */
export function typedToolName(kind: "AGENT" | "WORKFLOW", name: string): string {
  return `${kind === "AGENT" ? "peer" : "workflow"}_${name}`;
}

/**
 * The callable that `name` means among `definitions`: the name that was offered, `server.tool` or the name of a tool, the bare name of an
 * agent or workflow or that of its tool (N65). A name that fits several means none, unless it is the one that was offered.
 */
export function offeredCallable(definitions: ExecutionDefinitions, name: string): CallableDefinition | undefined {
  const { callables, providers } = definitions;
  const exact = callables.find((callable) => callable.name === name);
  if (exact !== undefined) return exact;
  const kinds = new Map(providers.map((provider) => [provider.name, provider.kind]));
  const meant = callables.filter((callable) => otherNames(callable, kinds.get(callable.provider)).includes(name));
  return meant.length === 1 ? meant[0] : undefined;
}

/** Names that mean `callable` beside the one that was offered. */
function otherNames(
  { kind, provider, remoteName }: CallableDefinition,
  providerKind: ProviderDefinition["kind"] | undefined,
): readonly string[] {
  if (providerKind === "MCP" || providerKind === "OPENAPI") return [`${provider}.${remoteName}`, remoteName];
  if (kind === "TOOL") return [];
  if (providerKind === "A2A") return [remoteName, typedToolName(kind, remoteName)];
  const bare = providerKind === "CHILD" ? /^(?:agent|workflow):(.+)$/s.exec(remoteName)?.[1] : undefined;
  return bare === undefined ? [] : [bare, typedToolName(kind, bare)];
}

/** Definitions by name, for lookups. */
export function callablesByName(definitions: ExecutionDefinitions): ReadonlyMap<string, CallableDefinition> {
  return new Map(definitions.callables.map((callable) => [callable.name, callable]));
}

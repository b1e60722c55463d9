/**
 * Agents as they are registered: remote ones behind A2A or the HTTP contract of the document Host contract, and local ones: a language
 * model with instructions, skills and tools.
 */

import type { JsonObject, JsonSchema } from "../json/json.ts";
import type { Skill } from "../plan/conversation.ts";
import type { ProviderCredential } from "../plan/credential.ts";
import type { AgentAction } from "../plan/run-definition.ts";

interface AgentFacts {
  /** Unique within the tenant, among agents and names of tools in plans. */
  readonly name: string;
  /** Its purpose, for people and for language models. */
  readonly description: string;
  /** Its abilities, in single words. */
  readonly tags: readonly string[];
  /** Questions that it is meant for. */
  readonly exampleQueries: readonly string[];
  /** Whether the router may choose it. */
  readonly routable: boolean;
}

/** An agent that answers an ExecutionRequest with an ExecutionResponse over HTTP (H3, H7). */
export interface HttpAgentRegistration extends AgentFacts {
  readonly kind: "HTTP";
  readonly endpoint: string;
  /** Name of the secret that is sent as bearer token: `X` reads `TOOL_SECRET_X`. Null if none is sent. */
  readonly bearerSecret: string | null;
  /** A credential other than a bearer secret. Absent for none. */
  readonly credential?: ProviderCredential;
  /** Answers 2xx to GET while the agent is able to work. Null if the agent has none; it then counts as healthy. */
  readonly healthUrl: string | null;
  /** The possible effect of a repeated call after a lost answer, as the registering person describes it (E7). */
  readonly effectClass: "READ_ONLY" | "IDEMPOTENT" | "KEYED" | "UNSAFE";
  /** Hints for the responder on how to word its results (H13). Empty if there are none. */
  readonly usageHints: string;
  /** Labels of its answers, see `declared-labels.ts`. Absent if none are declared. */
  readonly outputLabels?: readonly string[];
}

/** A remote agent that speaks A2A, as its card describes it. */
export interface A2aAgentRegistration extends AgentFacts {
  readonly kind: "A2A";
  /** Where its card was read. */
  readonly cardUrl: string;
  /** The card in the form of A2A 1.0, also if it was received in an older one. */
  readonly card: JsonObject;
  /** When the card was read, Unix milliseconds. */
  readonly cardReadAt: number;
  /** The interface of the card that calls use: the first that this software speaks. */
  readonly endpoint: string;
  readonly protocolVersion: "1.0" | "0.3";
  /** As the interface declares it, to be sent back to the letter. Null if it declares none. */
  readonly interfaceTenant: string | null;
  readonly bearerSecret: string | null;
  readonly credential?: ProviderCredential;
  readonly effectClass: "READ_ONLY" | "IDEMPOTENT" | "KEYED" | "UNSAFE";
  readonly usageHints: string;
  /** As of an agent behind HTTP. */
  readonly outputLabels?: readonly string[];
  /** Its card says that it is a workflow (W1): its tool is `workflow_{name}` then, else `peer_{name}`. */
  readonly isWorkflow: boolean;
  /** As its card advertises them (W2). Null if it does not; the input is `{text}` then (W13). */
  readonly inputSchema: JsonSchema | null;
  readonly outputSchema: JsonSchema | null;
  /** Members that its card lacks, and how each is read. */
  readonly warnings: readonly CardWarning[];
}

/** The facts about a remote agent before its card was read. */
export interface RemoteAgentRequest {
  readonly kind: "A2A";
  /** Null for that of the card. */
  readonly name: string | null;
  /** Null for that of the card. */
  readonly description: string | null;
  /** Base URL of the agent, or URL of its card. */
  readonly url: string;
  readonly bearerSecret: string | null;
  readonly credential?: ProviderCredential;
  readonly effectClass: A2aAgentRegistration["effectClass"];
  readonly usageHints: string;
  readonly outputLabels?: readonly string[];
  /** Null for those of its skills. */
  readonly tags: readonly string[] | null;
  /** Null for the examples of its skills. */
  readonly exampleQueries: readonly string[] | null;
  /** Null for whether it takes words. */
  readonly routable: boolean | null;
}

/** A language model with instructions and tools; also a role in which prompts are planned and answered. */
export interface LocalAgentRegistration extends AgentFacts {
  readonly kind: "LOCAL";
  readonly instructions: string;
  readonly skills: readonly Skill[];
  /** Name of the model that plans and answers in its name. Null for those of the deployment. */
  readonly model: string | null;
  /** Names of the callables that it may call, as plans write them. Without any it answers by itself. */
  readonly tools: readonly string[];
  /** Maximum plans in one run, each made with the results of the one before. Absent for one, and until 0.8.0. */
  readonly maxRounds?: number;
  /** Its named actions. */
  readonly actions: readonly AgentAction[];
  /** The schema of its input. Absent for an agent that takes text, or an action. */
  readonly inputSchema?: JsonObject;
  /** The schema of its answer. Absent for an agent that answers with text. */
  readonly outputSchema?: JsonObject;
  /** Whether its card is shown without credentials. */
  readonly public: boolean;
}

/** The facts by which a caller registers an agent. */
export type AgentRegistrationRequest = HttpAgentRegistration | LocalAgentRegistration | RemoteAgentRequest;

export type AgentRegistration = A2aAgentRegistration | HttpAgentRegistration | LocalAgentRegistration;

export type RegisteredAgent = AgentRegistration & {
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** The result of the latest health check. UNKNOWN counts as healthy: an agent without a health check, or without an answer in time. */
export interface AgentHealth {
  readonly status: "HEALTHY" | "UNHEALTHY" | "UNKNOWN";
  /** Unix milliseconds. Null if it was never checked. */
  readonly checkedAt: number | null;
  /** The problem. Null if there was none. */
  readonly message: string | null;
}

export interface CardWarning {
  readonly code:
    | "PROTOCOL_VERSION_MISSING"
    | "RELATIVE_ADDRESS"
    | "NAME_MISSING"
    | "DESCRIPTION_MISSING"
    | "MODES_MISSING"
    | "FIELD_MISSING";
  /** The gap, and how it is read. */
  readonly message: string;
}

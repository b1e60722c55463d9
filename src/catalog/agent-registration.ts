/**
 * Agents as they are registered: remote ones behind the HTTP contract of the document Host contract, and local ones, which so far
 * are instructions and skills for planning and answering.
 */
import type { Skill } from "../plan/conversation.ts";

interface AgentFacts {
  /** Unique within the tenant, among agents and names of tools in plans. */
  readonly name: string;
  /** What it does, for people and for language models. */
  readonly description: string;
  /** What it is good at, in single words. */
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
  /** Answers 2xx to GET while the agent is able to work. Null if the agent has none; it then counts as healthy. */
  readonly healthUrl: string | null;
  /** What calling it again after a lost answer could do, in the words of whoever registers it (E7). */
  readonly effectClass: "READ_ONLY" | "IDEMPOTENT" | "KEYED" | "UNSAFE";
  /** Hints for the responder on how to word its results (H13). Empty if there are none. */
  readonly usageHints: string;
}

/** A role in which a model plans and answers. */
export interface LocalAgentRegistration extends AgentFacts {
  readonly kind: "LOCAL";
  readonly instructions: string;
  readonly skills: readonly Skill[];
  /** Name of the model that plans and answers in its name. Null for those of the deployment. */
  readonly model: string | null;
}

export type AgentRegistration = HttpAgentRegistration | LocalAgentRegistration;

export type RegisteredAgent = AgentRegistration & {
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** What the latest look at an agent showed. UNKNOWN counts as healthy: an agent without a health check, or not heard of in time. */
export interface AgentHealth {
  readonly status: "HEALTHY" | "UNHEALTHY" | "UNKNOWN";
  /** Unix milliseconds. Null if nobody looked. */
  readonly checkedAt: number | null;
  /** What was wrong. Null if nothing was. */
  readonly message: string | null;
}

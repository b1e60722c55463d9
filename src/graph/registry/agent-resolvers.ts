/**
 * Fields of agents. All come from one snapshot of the catalog, except for health.
 */

import type { CardWarning, RegisteredAgent } from "../../catalog/agent-registration.ts";
import { agentInputSchema } from "../../catalog/agents/agent-callable.ts";
import { localAgentSchemas } from "../../catalog/agents/local-agent-callable.ts";
import { defaultInputSchema } from "../../catalog/default-input.ts";
import { toolNameOf } from "../../catalog/plan-name.ts";
import { type CatalogSnapshot, findAgent } from "../../catalog/snapshot/catalog-snapshot.ts";
import type { JsonSchema } from "../../json/json.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeId, nodeNamed } from "../base/node-id.ts";
import type { AgentResolvers } from "../base/resolvers.generated.ts";
import type { AgentSelector } from "../base/schema.generated.ts";
import type { AgentSource } from "../base/sources.ts";
import { healthOf } from "./agent-health.ts";
import { cardOf } from "./registered-card.ts";
import { currentCatalog } from "./tool-resolvers.ts";

/** The agent of exactly this name, as it is registered now. Undefined if there is none. */
export async function agentNamed(name: string, context: GraphContext): Promise<AgentSource | undefined> {
  return agentIn(await currentCatalog(context), name);
}

/** The agent of exactly this name in `catalog`. Undefined if there is none. */
export function agentIn(catalog: CatalogSnapshot, name: string): AgentSource | undefined {
  const agent = findAgent(catalog, name);
  return agent && { agent };
}

/** `@oneOf` has made sure that exactly one member of the selector is given. */
export async function agentSelected(
  { id, name }: AgentSelector,
  context: GraphContext,
): Promise<AgentSource | undefined> {
  if (id === undefined) return agentNamed(name ?? "", context);
  const node = await nodeNamed(id, "AGENT", context);
  return node && agentNamed(node.name, context);
}

export const agentResolvers = {
  id: ({ agent }, _, context) => nodeId({ kind: "AGENT", name: agent.name }, context),
  name: ({ agent }) => agent.name,
  description: ({ agent }) => agent.description,
  tags: ({ agent }) => agent.tags,
  exampleQueries: ({ agent }) => agent.exampleQueries,
  runtime: ({ agent }) => agent.kind,
  routable: ({ agent }) => agent.routable,
  toolName: ({ agent }) => toolNameOf(agent) ?? agent.name,
  inputSchema: ({ agent }) => inputSchemaOf(agent),
  outputSchema: ({ agent }) => outputSchemaOf(agent),
  card: ({ agent }, _, context) => cardOf(agent, context),
  endpoint: ({ agent }) => (agent.kind === "LOCAL" ? null : agent.endpoint),
  cardUrl: ({ agent }) => (agent.kind === "A2A" ? agent.cardUrl : null),
  cardReadAt: ({ agent }) => (agent.kind === "A2A" ? agent.cardReadAt : null),
  protocolVersion: ({ agent }) => (agent.kind === "A2A" ? agent.protocolVersion : null),
  warnings: warningsOf,
  isWorkflow: ({ agent }) => agent.kind === "A2A" && agent.isWorkflow,
  public: ({ agent }) => agent.kind === "LOCAL" && agent.public,
  effectClass: ({ agent }) => (agent.kind === "LOCAL" ? null : agent.effectClass),
  usageHints: ({ agent }) => (agent.kind === "LOCAL" ? "" : agent.usageHints),
  health: ({ agent }, _, context) => healthOf(agent, context),
  maxRounds: ({ agent }) => (agent.kind === "LOCAL" && agent.tools.length > 0 ? (agent.maxRounds ?? 1) : null),
  instructions: ({ agent }) => (agent.kind === "LOCAL" ? agent.instructions : null),
  skills: ({ agent }) =>
    agent.kind === "LOCAL" ? agent.skills.map(({ id, instructions }) => ({ skillId: id, instructions })) : [],
  tools: ({ agent }) => (agent.kind === "LOCAL" ? agent.tools : []),
  actions: ({ agent }) =>
    agent.kind === "LOCAL" ? agent.actions.map(({ id, ...facts }) => ({ ...facts, actionId: id })) : [],
  model: ({ agent }) => (agent.kind === "LOCAL" ? agent.model : null),
  createdAt: ({ agent }) => agent.createdAt,
  updatedAt: ({ agent }) => agent.updatedAt,
} satisfies AgentResolvers;

/** Members that the card of a remote agent lacks. */
export function warningsOf({ agent }: AgentSource): readonly CardWarning[] {
  return agent.kind === "A2A" ? agent.warnings : [];
}

/** The schema of a step's arguments; of a remote agent with a schema of its own, in the strict form. */
function inputSchemaOf(agent: RegisteredAgent): JsonSchema {
  switch (agent.kind) {
    case "A2A":
      return agent.inputSchema ?? defaultInputSchema;
    case "HTTP":
      return agentInputSchema;
    case "LOCAL":
      return localAgentSchemas(agent).inputSchema;
  }
}

/** The form of an HTTP agent's answer is not known before the call (C4). */
function outputSchemaOf(agent: RegisteredAgent): JsonSchema | undefined {
  if (agent.kind === "HTTP") return undefined;
  return agent.kind === "A2A" ? (agent.outputSchema ?? undefined) : localAgentSchemas(agent).outputSchema;
}

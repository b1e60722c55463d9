/** Fields of agents, out of one snapshot of the catalog but for their health. */
import { agentInputSchema } from "../catalog/agent-callable.ts";
import { type CatalogSnapshot, findAgent } from "../catalog/catalog-snapshot.ts";
import { healthOf } from "./agent-health.ts";
import type { GraphContext } from "./graph-context.ts";
import { nodeId, nodeNamed } from "./node-id.ts";
import type { AgentResolvers, AgentSelector } from "./schema.generated.ts";
import type { AgentSource } from "./sources.ts";
import { currentCatalog } from "./tool-resolvers.ts";

/** The agent of exactly this name, as it is registered now. Null if there is none. */
export async function agentNamed(name: string, context: GraphContext): Promise<AgentSource | null> {
  return agentIn(await currentCatalog(context), name);
}

/** The agent of exactly this name in `catalog`. Null if there is none. */
export function agentIn(catalog: CatalogSnapshot, name: string): AgentSource | null {
  const agent = findAgent(catalog, name);
  return agent === null ? null : { agent };
}

/** `@oneOf` has made sure that exactly one member of the selector is given. */
export async function agentSelected({ id, name }: AgentSelector, context: GraphContext): Promise<AgentSource | null> {
  if (id === null || id === undefined) return agentNamed(name ?? "", context);
  const node = await nodeNamed(id, "AGENT", context);
  return node === null ? null : agentNamed(node.name, context);
}

export const agentResolvers = {
  id: ({ agent }, _, context) => nodeId({ kind: "AGENT", name: agent.name }, context),
  name: ({ agent }) => agent.name,
  description: ({ agent }) => agent.description,
  tags: ({ agent }) => agent.tags,
  exampleQueries: ({ agent }) => agent.exampleQueries,
  runtime: ({ agent }) => agent.kind,
  routable: ({ agent }) => agent.routable,
  inputSchema: ({ agent }) => (agent.kind === "HTTP" ? agentInputSchema : null),
  endpoint: ({ agent }) => (agent.kind === "HTTP" ? agent.endpoint : null),
  effectClass: ({ agent }) => (agent.kind === "HTTP" ? agent.effectClass : null),
  usageHints: ({ agent }) => (agent.kind === "HTTP" ? agent.usageHints : ""),
  health: ({ agent }, _, context) => healthOf(agent, context),
  instructions: ({ agent }) => (agent.kind === "LOCAL" ? agent.instructions : null),
  skills: ({ agent }) =>
    agent.kind === "LOCAL" ? agent.skills.map(({ id, instructions }) => ({ skillId: id, instructions })) : [],
  model: ({ agent }) => (agent.kind === "LOCAL" ? agent.model : null),
  createdAt: ({ agent }) => agent.createdAt,
  updatedAt: ({ agent }) => agent.updatedAt,
} satisfies AgentResolvers;

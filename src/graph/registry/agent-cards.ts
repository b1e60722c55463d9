/**
 * Cards of agents and workflows, field by field (W1, W2): of a remote agent the card that was read, of all others the one that is served
 * over A2A, so that API and protocol never differ.
 */

import type { CardWarning } from "../../catalog/agent-registration.ts";
import { advertisedSchemas, isWorkflowCard } from "../../catalog/agents/card-facts.ts";
import { findWorkflow } from "../../catalog/snapshot/catalog-snapshot.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { AgentCardResolvers } from "../base/resolvers.generated.ts";
import type { AgentCardSelector, QueryPreviewAgentCardArgs } from "../base/schema.generated.ts";
import type { AgentCardSource } from "../base/sources.ts";
import { generalError, type UserErrorSource } from "../base/user-errors.ts";
import { agentSelected } from "./agent-resolvers.ts";
import { cardOf } from "./registered-card.ts";
import { currentCatalog } from "./tool-resolvers.ts";

/** `@oneOf` has made sure that exactly one member of the selector is given. */
export async function cardSelected(by: AgentCardSelector, context: GraphContext): Promise<AgentCardSource | undefined> {
  if (by.agent !== undefined) {
    const found = await agentSelected(by.agent, context);
    return found && cardOf(found.agent, context);
  }
  const workflow = findWorkflow(await currentCatalog(context), by.workflowName ?? "");
  return workflow && cardOf(workflow, context);
}

export interface CardPreview {
  readonly card: AgentCardSource | undefined;
  readonly warnings: readonly CardWarning[];
  readonly errors: readonly UserErrorSource[];
}

/** Reads a card as registering its agent would, and keeps nothing of it. */
export async function previewAgentCard(
  { bearerSecret, url }: QueryPreviewAgentCardArgs,
  { clients, now }: GraphContext,
): Promise<CardPreview> {
  const answer = await clients.catalog.previewAgentCard(url, bearerSecret ?? undefined);
  if (answer.kind === "READ") {
    const { card, document, warnings } = answer;
    return { card: { card, document, readAt: now() }, warnings, errors: [] };
  }
  const path = answer.member === null ? [] : [answer.member];
  return { card: undefined, warnings: [], errors: [generalError(answer.code, answer.message, path)] };
}

export const agentCardResolvers = {
  name: ({ card }) => card.name,
  description: ({ card }) => card.description,
  version: ({ card }) => card.version,
  supportedInterfaces: ({ card }) => card.supportedInterfaces,
  provider: ({ card }) => card.provider,
  documentationUrl: ({ card }) => card.documentationUrl,
  iconUrl: ({ card }) => card.iconUrl,
  capabilities: ({ card }) => card.capabilities,
  defaultInputModes: ({ card }) => card.defaultInputModes,
  defaultOutputModes: ({ card }) => card.defaultOutputModes,
  skills: ({ card }) => card.skills.map(({ id, ...facts }) => ({ ...facts, skillId: id })),
  securitySchemes: ({ card }) => card.securitySchemes,
  isSigned: ({ card }) => card.isSigned,
  isWorkflow: ({ card }) => isWorkflowCard(card),
  inputSchema: ({ card }) => advertisedSchemas(card).inputSchema,
  outputSchema: ({ card }) => advertisedSchemas(card).outputSchema,
} satisfies AgentCardResolvers;

/**
 * The card of a registered agent or workflow: of a remote agent the one that was read, of all others the one that is served over A2A.
 */

import type { RegisteredAgent } from "../../catalog/agent-registration.ts";
import { readAgentCard } from "../../catalog/agents/agent-card.ts";
import type { RegisteredWorkflow } from "../../catalog/workflow-registration.ts";
import type { JsonObject } from "../../json/json.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { AgentCardSource } from "../base/sources.ts";
import { ownOrigin } from "./own-origin.ts";

/** Undefined for an agent that is neither of this deployment nor speaks A2A. */
export function cardOf(
  callable: RegisteredAgent | RegisteredWorkflow,
  context: GraphContext,
): AgentCardSource | undefined {
  if ("kind" in callable && callable.kind === "A2A") return cardSource(callable.card, callable.cardReadAt);
  const document = context.clients.cards.served(callable, ownOrigin(context));
  return document && cardSource(document);
}

/** Every document that comes here was read before, or made here. */
function cardSource(document: JsonObject, readAt?: number): AgentCardSource {
  const parsed = readAgentCard(document);
  if (!parsed.ok) throw new Error(`Cannot show a card that was stored: ${parsed.message}`);
  return { card: parsed.card, document, readAt };
}

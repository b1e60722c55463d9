/** The cards of agents and workflows of this deployment, as they are served at their well-known paths. */

import type { RegisteredAgent } from "../../catalog/agent-registration.ts";
import { agentCardOf } from "../../catalog/agents/agent-card-document.ts";
import type { RegisteredWorkflow } from "../../catalog/workflow-registration.ts";
import type { CardClient } from "../../graph/base/ports.ts";
import type { JsonObject } from "../../json/json.ts";
import { version } from "../platform/version.ts";
import type { Settings } from "../settings/settings.ts";

/** The client of the cards of `tenant`. */
export function cardClient(tenant: string, settings: Pick<Settings, "auth">): CardClient {
  return {
    served: (callable, origin) => (isServed(callable) ? servedCard(callable, origin, tenant, settings) : undefined),
  };
}

/** The card in the form of 1.0, as a deployment at `origin` serves it. */
export function servedCard(
  callable: RegisteredAgent | RegisteredWorkflow,
  origin: string,
  tenant: string,
  { auth }: Pick<Settings, "auth">,
): JsonObject {
  return agentCardOf(callable, {
    endpoint: agentAddress(origin, tenant, callable.name),
    requiresCredentials: auth?.mode !== "none",
    tenant,
    version,
    streaming: true,
    pushNotifications: true,
  });
}

/** Where an agent or workflow is called over A2A. */
function agentAddress(origin: string, tenant: string, name: string): string {
  return `${origin}/a2a/${encodeURIComponent(tenant)}/${encodeURIComponent(name)}`;
}

/** Remote agents are reached where they are. */
function isServed(callable: RegisteredAgent | RegisteredWorkflow): boolean {
  return !("kind" in callable) || callable.kind === "LOCAL";
}

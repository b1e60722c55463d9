/**
 * Room `worker/request`: what one request of the API needs, made from the isolate, the settings and the caller: the context of GraphQL, the
 * run of an agent or workflow for A2A and MCP, the span of the request, and the rest of an unread body.
 *
 * It leaves to others: `worker/auth` verifies the caller, `worker/clients` has the clients, `worker/routes` and `worker/sockets` call it.
 *
 * Invariants:
 *
 * - What is costly to make is made at the first request that needs it and kept by the isolate (`isolate.ts`).
 * - A span names the operation, never its variables.
 *
 * This file is the context that GraphQL receives for one caller: the clients of its tenant and the decisions of the deployment.
 */
import type { Caller, RequestContext } from "../../graph/base/graph-context.ts";
import { protocolVersions } from "../../mcp-server/request-server.ts";
import { artifactClient } from "../clients/artifact-client.ts";
import { budgetClient } from "../clients/budget-client.ts";
import { cardClient } from "../clients/card-client.ts";
import { catalogClient } from "../clients/catalog-client.ts";
import { conversationClient } from "../clients/conversation-client.ts";
import { credentialClient } from "../clients/credential-client.ts";
import { executionClient } from "../clients/execution-client.ts";
import { indexClient } from "../clients/index-client.ts";
import { pinningClients } from "../clients/start-gateway.ts";
import type { Environment } from "../platform/environment.ts";
import { objectsOf } from "../platform/placement.ts";
import { randomHex } from "../platform/secret.ts";
import { version } from "../platform/version.ts";
import type { Settings } from "../settings/settings.ts";
import type { WatchClock } from "../watch/feed-pages.ts";
import type { Isolate } from "./isolate.ts";
import { modelLacks } from "./model-lacks.ts";

/** Real time. */
export const timers: WatchClock = {
  now: Date.now,
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The context of a request of `caller` that came from `address`. */
export function requestContext(
  environment: Environment,
  settings: Settings,
  isolate: Isolate,
  caller: Caller,
  address: string,
): RequestContext {
  const { tenant } = caller;
  const identity = isolate.identity(settings);
  const catalog = catalogClient(objectsOf(environment, "CATALOG", tenant), tenant, isolate.catalogs, Date.now);
  return {
    caller,
    clients: {
      ...pinningClients(
        executionClient(objectsOf(environment, "EXECUTION", tenant), timers, Math.random),
        conversationClient(objectsOf(environment, "CONVERSATION", tenant)),
        catalog,
      ),
      catalog,
      index: indexClient(objectsOf(environment, "INDEX", tenant), tenant, timers, Math.random),
      credentials: credentialClient(environment, settings, isolate, tenant),
      budget: budgetClient(environment, tenant),
      cards: cardClient(tenant, settings),
      artifacts: artifactClient(environment, tenant, settings.givenArtifacts, identity),
      identity,
    },
    settings: {
      version,
      a2aVersions: ["1.0", "0.3"],
      mcpVersions: protocolVersions,
      publicUrl: settings.publicUrl,
      egress: settings.egress,
      limits: settings.limits,
      humanInputTimeoutMs: settings.humanInputTimeoutMs,
      maxRequestCost: settings.maxRequestCost,
      models: settings.models,
      modelLacks: (model) => modelLacks(environment, model),
      promptsEnabled: settings.promptsEnabled,
      allowOrchestration: settings.allowOrchestration,
      monthlyBudget: settings.monthlyBudget,
    },
    subscriptions: isolate.gates.gateFor(tenant, address, settings.subscriptionCaps, Date.now(), caller.validUntil),
    now: Date.now,
    randomHex,
  };
}

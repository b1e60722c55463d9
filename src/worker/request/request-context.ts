/**
 * Room `worker/request`: the surroundings of one request of the API, made from the isolate, the settings and the caller: the context of
 * GraphQL, the run of an agent or workflow for A2A and MCP, the span of the request, and the rest of an unread body.
 *
 * It leaves to others: `worker/auth` verifies the caller, `worker/clients` has the clients, `worker/routes` and `worker/sockets` call it.
 *
 * Invariants:
 *
 * - Costly parts are made at the first request that needs them and kept by the isolate (`isolate.ts`).
 * - A span names the operation, never its variables.
 *
 * This file is the context that GraphQL receives for one caller: the clients of its tenant and the decisions of the deployment.
 */
import type { ExecutionClient } from "../../execution/client/execution-client.ts";
import { hookWebhooks } from "../../execution/webhooks/code-hook.ts";
import { visibleClients } from "../../graph/access/visible-clients.ts";
import { auditedClients } from "../../graph/audit/audited-clients.ts";
import type { Caller, RequestContext } from "../../graph/base/graph-context.ts";
import type { Clients } from "../../graph/base/ports.ts";
import { protocolVersions } from "../../mcp-server/ports.ts";
import { revocationOf } from "../auth/revocation.ts";
import { artifactClient } from "../clients/artifact-client.ts";
import { auditClient } from "../clients/audit-client.ts";
import { cardClient } from "../clients/card-client.ts";
import { catalogClient } from "../clients/catalog-client.ts";
import { credentialClient } from "../clients/credential-client.ts";
import { eventClient } from "../clients/event-client.ts";
import { executionClient } from "../clients/execution-client.ts";
import { indexClient } from "../clients/index-client.ts";
import { scheduleClient } from "../clients/schedule-client.ts";
import { secretClient } from "../clients/secret-client.ts";
import { pinningClients } from "../clients/start-root-execution.ts";
import { storageClient, storageLimit } from "../clients/storage-client.ts";
import { deployedCode } from "../platform/deployed-code.ts";
import type { Environment } from "../platform/environment.ts";
import { modelLacks } from "../platform/model-lacks.ts";
import { callObject, namedMethods } from "../platform/object-call.ts";
import { near, objectsOf } from "../platform/placement.ts";
import { randomHex } from "../platform/secret.ts";
import { askTenant } from "../platform/tenant-client.ts";
import { version } from "../platform/version.ts";
import type { Settings } from "../settings/settings.ts";
import type { WatchClock } from "../watch/feed-pages.ts";
import type { Isolate } from "./isolate.ts";

/** Real time. */
export const timers: WatchClock = {
  now: Date.now,
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The context of GraphQL, with all abilities of a client of executions. */
export interface ServedContext extends RequestContext {
  readonly clients: Clients & { readonly executions: ExecutionClient };
}

/** The context of a request of `caller` that came from `address`. */
export function requestContext(
  environment: Environment,
  settings: Settings,
  isolate: Isolate,
  caller: Caller,
  address: string,
): ServedContext {
  const { tenant } = caller;
  const identity = isolate.identity(settings);
  const catalogs = objectsOf(environment, "CATALOG", tenant);
  const registrar = { subject: caller.subject, maxRegistrations: settings.maxRegistrationsPerSubject };
  const catalog = catalogClient(catalogs, tenant, isolate.catalogs, Date.now, registrar);
  const conversations = objectsOf(environment, "CONVERSATION", tenant);
  const storage = storageClient(environment, tenant, settings.subjectLoadCaps);
  const fourEyes = settings.fourEyes.get(tenant) ?? settings.fourEyes.get("*") ?? false;
  const reachedCap = () => isolate.reachedCaps.reached(tenant, caller.subject, Date.now());
  const context: ServedContext = {
    caller,
    clients: {
      ...pinningClients(
        executionClient(objectsOf(environment, "EXECUTION", tenant), timers, Math.random),
        {
          ...namedMethods(conversations, ["messages", "delete", "deleteMessage"]),
          read: async (name) => (await callObject(conversations, name, (stub) => stub.read())) ?? undefined,
          send: (request, location) =>
            callObject(near(conversations, location ?? null), request.conversation, (stub) => stub.send(request)),
        },
        catalog,
        hookWebhooks(deployedCode().hooks.keys()),
        (request) => storageLimit(request, storage, settings.storageCaps, Date.now()),
        { reached: reachedCap, note: (limit) => isolate.reachedCaps.note(tenant, caller.subject, limit, Date.now()) },
      ),
      catalog,
      index: indexClient(objectsOf(environment, "INDEX", tenant), tenant, timers, Math.random),
      credentials: credentialClient(environment, settings, isolate, tenant),
      secrets: secretClient(environment, tenant, caller.subject, identity),
      events: eventClient(environment, tenant),
      schedules: scheduleClient(environment, tenant),
      budget: { thisMonth: () => askTenant(environment, tenant, (stub) => stub.modelUsage(Date.now())) },
      cards: cardClient(tenant, settings),
      artifacts: artifactClient(environment, settings.givenArtifacts, identity, caller),
      audit: auditClient(environment, tenant),
      storage,
      identity,
    },
    settings: {
      version,
      a2aVersions: ["1.0", "0.3"],
      mcpVersions: protocolVersions,
      publicUrl: settings.publicUrl ?? undefined,
      egress: settings.egress,
      limits: settings.limits,
      maxExecutionsPerRoot: settings.tenantCaps.maxExecutionsPerRoot,
      humanInputTimeoutMs: settings.humanInputTimeoutMs,
      maxRequestCost: settings.maxRequestCost,
      models: settings.models,
      modelLacks: (model) => modelLacks(environment, model),
      promptsEnabled: settings.promptsEnabled,
      allowOrchestration: settings.allowOrchestration,
      taintPolicy: settings.taintPolicy,
      monthlyBudget: settings.monthlyBudget,
      schedules: settings.schedules,
      defaultVisibility: settings.defaultVisibility,
      fourEyes,
    },
    load: isolate.loads.meterOf(caller),
    pause: () => isolate.turns.pause(tenant),
    reachedCap,
    open: (subject) => ({
      subscriptions: isolate.gates.openOf(tenant, subject),
      sockets: isolate.sockets.openOf(tenant, subject),
    }),
    subscriptions: {
      ...isolate.gates.gateFor(caller, address, settings.subscriptionCaps, Date.now()),
      ...revocationOf(caller, identity, isolate.credentials, environment),
    },
    now: Date.now,
    randomHex,
  };
  const { defaultVisibility } = settings;
  const access = { caller, defaultVisibility, fourEyes, known: isolate.audiences, now: Date.now };
  return { ...context, clients: auditedClients(visibleClients(context.clients, access), caller.subject) };
}

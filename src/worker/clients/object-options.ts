/**
 * The options of the objects, made from the settings of the deployment, so that `src/durable` reads none.
 */

import type { ServiceBinding, ServiceBindings } from "../../catalog/egress.ts";
import { secretSettingName } from "../../catalog/server-registration.ts";
import { ArtifactBucket } from "../../durable/calls/artifact-bucket.ts";
import { guardedFetch } from "../../durable/calls/guarded-fetch.ts";
import type { CatalogOptions } from "../../durable/catalog/catalog-agents.ts";
import { knownRows } from "../../durable/execution/known-rows.ts";
import type { IndexOptions } from "../../durable/index/index-object.ts";
import { ChildPace } from "../../durable/ports/child-pace.ts";
import type { ConversationOptions } from "../../durable/ports/conversation-options.ts";
import { defaultLeaseMs, type ExecutionOptions } from "../../durable/ports/execution-options.ts";
import { systemClock } from "../../durable/ports/system-clock.ts";
import { silentTracer, type Tracer } from "../../durable/ports/tracer.ts";
import { SecretSealer } from "../../durable/secrets/secret-sealer.ts";
import { TenantLease } from "../../durable/tenant/execution-lease.ts";
import { MonthlyBudgetClient } from "../../durable/tenant/monthly-budget.ts";
import type { TenantOptions } from "../../durable/tenant/tenant-object.ts";
import { nodeId } from "../../graph/base/node-id.ts";
import type { IdentityClient } from "../../graph/base/ports.ts";
import { modelSecretSettingName } from "../../model/adapter/model-secret.ts";
import type { OAuthWays } from "../../tools/oauth/oauth-server.ts";
import { analyticsEngineMeter } from "../platform/analytics-engine.ts";
import { codeHooksIn, codeToolsIn, deployedCode } from "../platform/deployed-code.ts";
import { credentialsName, type Environment, indexName, mailboxName } from "../platform/environment.ts";
import { hostingOf, objectsOf } from "../platform/placement.ts";
import { readDeployment } from "../platform/read-deployment.ts";
import { sealedIdentity } from "../platform/sealed-id.ts";
import { version } from "../platform/version.ts";
import type { ParsedSettings, Settings } from "../settings/settings.ts";
import { artifactLink } from "./artifact-link.ts";
import { auditPost } from "./audit-post.ts";
import { webhookSigner } from "./webhook-signature.ts";

/** The common parts of the objects in this isolate. */
const childPace = new ChildPace();

type ObjectSettings = Pick<
  Settings,
  | "auditRetentionMs"
  | "childrenPerSecond"
  | "conversationCaps"
  | "conversationRetention"
  | "egress"
  | "eventRetentionMs"
  | "logLevel"
  | "maxArgumentBytes"
  | "maxResponseBytes"
  | "monthlyBudget"
  | "registrationCaps"
  | "retentionMs"
  | "modelRequests"
  | "searchText"
  | "serviceBindings"
  | "tenantCaps"
>;

/** Replaces settings that cannot be read. Executions are parked meanwhile, so that it decides nothing. */
const closed: ObjectSettings = {
  auditRetentionMs: Number.POSITIVE_INFINITY,
  childrenPerSecond: 0,
  conversationCaps: { maxConversations: 0, maxConversationsPerSubject: 0 },
  conversationRetention: { afterChangeMs: undefined, hiddenMs: undefined },
  egress: { allowPrivate: false, allowHttp: false },
  logLevel: "info",
  eventRetentionMs: Number.POSITIVE_INFINITY,
  maxArgumentBytes: 0,
  maxResponseBytes: 0,
  monthlyBudget: { maxModelCalls: 0, maxTokens: 0, maxCostMicros: 0 },
  registrationCaps: { maxServers: 0, maxAgents: 0, maxWorkflows: 0, maxManifests: 0 },
  retentionMs: Number.POSITIVE_INFINITY,
  modelRequests: false,
  searchText: false,
  serviceBindings: [],
  tenantCaps: { maxConcurrentExecutions: 0, maxExecutionsPerMinute: 0, maxExecutionsPerRoot: 0 },
};

/**
 * The options that the deployment gives its objects. Never throws: an object that cannot be made loses its alarm after a few tries, and
 * with it an execution in flight (E6).
 */
export function objectOptions(
  environment: Environment,
  tracer: Tracer = silentTracer,
): ExecutionOptions & Pick<CatalogOptions, "deployed" | "registrationCaps"> {
  const deployment = readDeployment(environment);
  const { monthlyBudget, tenantCaps: caps, ...settings } = deployment.ok ? deployment.settings : closed;
  const { egress, eventRetentionMs, logLevel, maxArgumentBytes, maxResponseBytes, retentionMs } = settings;
  return {
    egress,
    maxArgumentBytes,
    maxResponseBytes,
    retentionMs,
    eventRetentionMs,
    keepsModelRequests: settings.modelRequests,
    keepsSearchWords: settings.searchText,
    leaseMs: defaultLeaseMs,
    codeVersion: version,
    misconfigured: deployment.ok ? undefined : deployment.message,
    tracer,
    meter: environment.METRICS === undefined ? undefined : analyticsEngineMeter(environment.METRICS),
    logLevel,
    clock: systemClock,
    childTurns: {
      begun: (tenant, now) => childPace.begun(tenant, now),
      waitMs: (tenant, now) => childPace.waitMs(tenant, settings.childrenPerSecond, now),
      pauseMs: (tenant, since, now) => childPace.pauseMs(tenant, since, now),
      late: (tenant, dueAt, now) => childPace.late(tenant, dueAt, now),
      putOffMs: (tenant) => childPace.putOffMs(tenant),
    },
    random: Math.random,
    serviceBindings: bindingsIn(environment, settings.serviceBindings),
    codeTools: codeToolsIn(environment),
    codeHooks: codeHooksIn(environment),
    deployed: deployedCode().definitions,
    registrationCaps: settings.registrationCaps,
    secret: (name) => textOf(environment, secretSettingName(name)),
    modelSecret: (name) => textOf(environment, modelSecretSettingName(name)),
    modelBinding: environment.AI,
    callModel: async () => (await import("../../model/adapter/adapter.ts")).callModel,
    credentials: (tenant) => objectsOf(environment, "TENANT", tenant).getByName(credentialsName(tenant)),
    index: (tenant) => objectsOf(environment, "INDEX", tenant).getByName(indexName(tenant)),
    lease: (tenant, execution) =>
      new TenantLease(execution, {
        caps,
        tenant: () => objectsOf(environment, "TENANT", tenant).getByName(tenant),
        now: systemClock.now,
      }),
    budget: (tenant, execution, onChange) =>
      new MonthlyBudgetClient(execution, {
        caps: monthlyBudget,
        tenant: () => objectsOf(environment, "TENANT", tenant).getByName(tenant),
        clock: systemClock,
        publicId: () => publicIds(deployment)(tenant, { kind: "EXECUTION", execution }),
        onChange,
      }),
    artifacts: environment.ARTIFACTS === undefined ? undefined : new ArtifactBucket(environment.ARTIFACTS),
    artifactLink: linkMaker(deployment),
    execution: (tenant, name) => objectsOf(environment, "EXECUTION", tenant).getByName(name),
    mailbox: (tenant, address) => objectsOf(environment, "TENANT", tenant).getByName(mailboxName(tenant, address)),
    findCallables: async (tenant, query, known) => {
      if (!deployment.ok) throw new Error(deployment.message);
      const { foundFor } = await import("./callable-finder.ts");
      return foundFor(environment, deployment.settings, tenant, query, known);
    },
    conversation: (tenant, name) => objectsOf(environment, "CONVERSATION", tenant).getByName(name),
    publicId: publicIds(deployment),
    publicUrl: deployment.ok ? (deployment.settings.publicUrl ?? undefined) : undefined,
    signWebhook: webhookSigner(deployment.ok ? deployment.settings.idSealingSecret : ""),
    journal: (journal) => journal,
  };
}

/** The options of the object of a conversation. Never throws, as above. */
export function conversationOptions(environment: Environment): ConversationOptions {
  const { clock, index, leaseMs, misconfigured, publicId, retentionMs } = objectOptions(environment);
  const execution: ConversationOptions["execution"] = (tenant, name) =>
    objectsOf(environment, "EXECUTION", tenant).getByName(name);
  const deployment = readDeployment(environment);
  const { conversationCaps: caps, conversationRetention: retention } = deployment.ok ? deployment.settings : closed;
  const isCapped = caps.maxConversations > 0 || caps.maxConversationsPerSubject > 0;
  const admit: ConversationOptions["admit"] = async (tenant, admission) => {
    if (!isCapped) return undefined;
    const stub = objectsOf(environment, "INDEX", tenant).getByName(indexName(tenant));
    return (await stub.admitConversation(admission, caps)) ?? undefined;
  };
  return { clock, index, leaseMs, misconfigured, publicId, retentionMs, execution, admit, retention };
}

/** The options of the object of an index. Never throws, as above. */
export function indexOptions(environment: Environment): IndexOptions {
  const execution: IndexOptions["execution"] = (tenant, name) =>
    objectsOf(environment, "EXECUTION", tenant).getByName(name);
  const deployment = readDeployment(environment);
  const { afterChangeMs, hiddenMs } = (deployment.ok ? deployment.settings : closed).conversationRetention;
  const hasRetention = afterChangeMs !== undefined || hiddenMs !== undefined;
  return {
    eventRetentionMs: (deployment.ok ? deployment.settings : closed).eventRetentionMs,
    conversationRetention: hasRetention ? `${afterChangeMs}/${hiddenMs}` : undefined,
    conversation: (tenant, name) => objectsOf(environment, "CONVERSATION", tenant).getByName(name),
    knownRows,
    now: systemClock.now,
    execution,
    hasHosts: readDeployment(environment).ok && hostingOf(environment) !== "off",
  };
}

/** The options of the object of a tenant. Never throws, as above. */
export function tenantOptions(environment: Environment): TenantOptions {
  const options = objectOptions(environment);
  const { artifacts, clock } = options;
  const deployment = readDeployment(environment);
  const { auditRetentionMs } = deployment.ok ? deployment.settings : closed;
  return {
    auditRetentionMs,
    auditPost: () =>
      deployment.ok ? auditPost(options, deployment.settings.egress, identityOf(deployment)) : undefined,
    artifacts,
    clock,
    sealer: () => sealerOf(readDeployment(environment)),
    ways: () => oauthWays(readDeployment(environment)),
    waiting: (tenant, name) => objectsOf(environment, "EXECUTION", tenant).getByName(name),
    execution: (tenant, name) => objectsOf(environment, "EXECUTION", tenant).getByName(name),
    isStarted: async (tenant, execution) => {
      const stub = objectsOf(environment, "EXECUTION", tenant).getByName(execution);
      return (await stub.read(false)) !== null;
    },
  };
}

/** Keys are derived once for all objects of an isolate. */
const identities = new WeakMap<ParsedSettings, IdentityClient>();

function identityOf(deployment: ParsedSettings): IdentityClient {
  const identity =
    identities.get(deployment) ?? sealedIdentity(deployment.ok ? deployment.settings.idSealingSecret : "");
  identities.set(deployment, identity);
  return identity;
}

/** Keys are derived once for all objects of an isolate. */
const sealers = new WeakMap<ParsedSettings, SecretSealer>();

function sealerOf(deployment: ParsedSettings): SecretSealer {
  if (!deployment.ok) throw new Error(deployment.message);
  const sealer = sealers.get(deployment) ?? new SecretSealer(deployment.settings.secretsKeys);
  sealers.set(deployment, sealer);
  return sealer;
}

/** Bytes of an answer of an authorization server. */
const maxOAuthBytes = 65_536;
const oauthTimeoutMs = 10_000;

/** How authorization servers are reached: no redirect is followed, and nothing is waited for long. */
function oauthWays(deployment: ParsedSettings): OAuthWays {
  if (!deployment.ok) throw new Error(deployment.message);
  const { egress } = deployment.settings;
  const guarded = guardedFetch({
    rules: egress,
    maxResponseBytes: maxOAuthBytes,
    maxRedirects: 0,
    fetch: (url, init) => fetch(url, init),
    awaitHeaders: (_, run) => run(),
  });
  return { egress, fetch: (url, init) => guarded(url, { ...init, signal: AbortSignal.timeout(oauthTimeoutMs) }) };
}

/** Ids as the API makes them. */
function publicIds(deployment: ParsedSettings): ExecutionOptions["publicId"] {
  const identity = identityOf(deployment);
  return (tenant, name) => nodeId(name, { clients: { identity }, caller: { tenant } });
}

/** Links need the deployment's own address, which an object learns from no request. */
function linkMaker(deployment: ParsedSettings): ExecutionOptions["artifactLink"] {
  if (!deployment.ok || deployment.settings.publicUrl === null) return async () => undefined;
  const { publicUrl } = deployment.settings;
  const identity = identityOf(deployment);
  return (tenant, address) => artifactLink(publicUrl, tenant, address, identity, systemClock.now());
}

function textOf(environment: Environment, setting: string): string | undefined {
  const value = Object.hasOwn(environment, setting) ? environment[setting] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Those of `names` that the deployment has bound. */
function bindingsIn(environment: Environment, names: readonly string[]): ServiceBindings {
  const found = names.flatMap((name) => {
    const binding = Object.hasOwn(environment, name) ? environment[name] : undefined;
    return isServiceBinding(binding) ? [[name, binding] as const] : [];
  });
  return new Map(found);
}

function isServiceBinding(value: unknown): value is ServiceBinding {
  return typeof value === "object" && value !== null && "fetch" in value && typeof value.fetch === "function";
}

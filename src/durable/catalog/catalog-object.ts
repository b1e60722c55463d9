/**
 * Room `durable/catalog`: the registrations of a tenant: MCP servers with their tools, agents, workflows, manifests and webhooks. It owns
 * their tables and versions, the acceptance of tools, the fetching of tools and cards, and health checks of agents.
 *
 * It leaves to others: `catalog` has the rules for registrations and compiles workflows and manifests, `tools` speaks to servers and agents,
 * `worker/clients` caches the contents for an isolate.
 *
 * Invariants:
 *
 * - Executions never read the catalog: they pin their callables (E15).
 * - Every change is one transaction that raises the revision (`catalog-tables.ts`).
 * - Nothing is stored of a refused registration. Rules about other registrations are checked in the turn of the write.
 * - A server or agent of the same name is replaced only by one that answered.
 * - A version of a manifest never changes.
 *
 * This file is the Durable Object. Registering a server or a remote agent contacts it once, through the guarded fetch; later an agent is
 * contacted only for its health. Everything but manifests is read at once.
 */

import { DurableObject } from "cloudflare:workers";
import type { FetchLike } from "@modelcontextprotocol/client";
import type { AgentHealth, AgentRegistrationRequest } from "../../catalog/agent-registration.ts";
import type {
  ApplyManifestResult,
  ManifestDefinition,
  RegisteredManifest,
} from "../../catalog/manifests/manifest-document.ts";
import type { OpenApiRegistration } from "../../catalog/openapi/openapi-registration.ts";
import { registrationRefusal, type ServerRegistration, unknownToolRefusal } from "../../catalog/server-registration.ts";
import type { Definition } from "../../catalog/snapshot/compile-definitions.ts";
import { checkedFlowRules } from "../../catalog/snapshot/flow-rules-refusal.ts";
import type {
  AcceptToolResult,
  ImportDefinitionsResult,
  PreviewCardResult,
  RegisterAgentResult,
  RegisterOpenApiResult,
  RegisterServerResult,
  RegisterWebhookResult,
  RegistryRefusal,
  SaveWorkflowResult,
  SetFlowRulesResult,
} from "../../catalog/snapshot/registry-result.ts";
import { contractHash } from "../../catalog/tool-definition.ts";
import type { WebhookRegistration } from "../../catalog/webhook-registration.ts";
import { withoutSecrets } from "../../catalog/without-secret.ts";
import type { RegisteredWorkflow, WorkflowRegistration, WorkflowVersion } from "../../catalog/workflow-registration.ts";
import type { StoredAmount, SubjectRegistration } from "../../execution/views/usage-totals.ts";
import type { FlowRule } from "../../plan/callable.ts";
import type { McpDiscovery } from "../../tools/mcp/mcp-discover.ts";
import { type GuardedFetch, guardedFetch, type SentCredential } from "../calls/guarded-fetch.ts";
import { AgentHealthChecks } from "./agent-health.ts";
import { CatalogAgents, type CatalogOptions } from "./catalog-agents.ts";
import { applyManifest } from "./catalog-manifests.ts";
import { type CatalogContents, CatalogTables } from "./catalog-tables.ts";
import { registerWebhook } from "./catalog-webhooks.ts";
import { saveWorkflow } from "./catalog-workflows.ts";
import { importDefinitions } from "./import-definitions.ts";
import { type Registrar, registrationCredential } from "./registration-credential.ts";
import { secretRefused, snapshotOf, tooManyOfSubject } from "./registry-refusal.ts";

const discoveryTimeoutMs = 20_000;

/** Where it has nothing, it answers null and not undefined (N205): Workers of the version before ask it too. */
export class CatalogObject<Env = unknown> extends DurableObject<Env> {
  readonly #options: CatalogOptions;
  readonly #tables: CatalogTables;
  readonly #fetch: GuardedFetch;
  readonly #health: AgentHealthChecks;
  readonly #agents: CatalogAgents;

  constructor(context: DurableObjectState, env: Env, options: CatalogOptions) {
    super(context, env);
    this.#options = options;
    this.#tables = new CatalogTables(context.storage, options.deployed);
    this.#fetch = this.#fetchWith(undefined);
    this.#health = new AgentHealthChecks(this.#fetch, options.clock);
    this.#agents = new CatalogAgents(this.#tables, options);
  }

  #fetchWith(credential: SentCredential | undefined): GuardedFetch {
    const { egress, maxResponseBytes, serviceBindings } = this.#options;
    return guardedFetch({
      rules: egress,
      bindings: serviceBindings,
      credential,
      maxResponseBytes,
      fetch: (target, init) => fetch(target, init),
      awaitHeaders: (_, run) => run(),
    });
  }

  /** Everything that is registered, unless the caller knows it: `known` is the revision it has. */
  contents(known: string | null): CatalogContents {
    return this.#tables.contents(known);
  }

  async register(registration: ServerRegistration, by?: Registrar): Promise<RegisterServerResult> {
    const refusal = registrationRefusal(registration, this.#options.egress, this.#options.serviceBindings);
    if (refusal !== undefined) return { kind: "REFUSED", ...refusal };
    const { bearerSecret, name } = registration;
    const missing = secretRefused(bearerSecret, this.#options.secret);
    if (missing !== undefined) return missing;
    const full = this.#fullRefusal(name, by);
    if (full !== undefined) return full;
    const bearer = bearerSecret === null ? undefined : this.#options.secret(bearerSecret);
    const { credential, url } = registration;
    const sent = await registrationCredential(url, credential, by, this.#options.credentials);
    if (sent.kind === "REFUSED") return sent;
    const found = withoutSecrets(await this.#discover(registration, bearer, sent.sent), sent.secrets);
    const lacking = found.ok ? undefined : sent.lacking();
    if (lacking !== undefined) return lacking;
    if (!found.ok) {
      const message = `Cannot read the tools of ${JSON.stringify(name)} at ${url}: ${found.failure.message}`;
      return { kind: "REFUSED", code: "UPSTREAM_ERROR", member: "url", message };
    }
    const unknown = unknownToolRefusal(
      registration,
      found.tools.map((tool) => tool.name),
    );
    if (unknown !== undefined) return { kind: "REFUSED", ...unknown };
    // Others may have registered some meanwhile.
    const fullNow = this.#fullRefusal(name, by);
    if (fullNow !== undefined) return fullNow;
    this.#store(registration, found, by);
    return { kind: "REGISTERED", revision: this.#tables.revision };
  }

  /** Registers a server that an OpenAPI document describes, in the place of one of its name. The server itself is not contacted. */
  async registerOpenApi(registration: OpenApiRegistration, by?: Registrar): Promise<RegisterOpenApiResult> {
    const full = this.#fullRefusal(registration.name, by);
    if (full !== undefined) return full;
    const { readOpenApiServer } = await import("./openapi-server.ts");
    const read = await readOpenApiServer(registration, this.#options, this.#fetch);
    if (read.kind === "REFUSED") return read;
    const fullNow = this.#fullRefusal(registration.name, by);
    if (fullNow !== undefined) return fullNow;
    this.#tables.putServer(read.server, read.tools, by?.subject);
    return { kind: "REGISTERED", revision: this.#tables.revision };
  }

  #fullRefusal(name: string, by: Registrar | undefined): (RegistryRefusal & { readonly member: null }) | undefined {
    if (this.#tables.has("server", name)) return undefined;
    const { maxServers } = this.#options.registrationCaps;
    if (this.#tables.serverCount < maxServers) return tooManyOfSubject(this.#tables, "server", name, by);
    const message = `Cannot register ${JSON.stringify(name)}: at most ${maxServers} servers are permitted (MAX_SERVERS)`;
    return { kind: "REFUSED", code: "LIMIT_EXCEEDED", member: null, message };
  }

  /** Revision without the server, or null if there was none of that name. */
  remove(name: string): string | null {
    if (!this.#tables.has("server", name)) return null;
    this.#tables.removeServer(name);
    return this.#tables.revision;
  }

  /** Accepts the current contract of the tool if it is the one that the caller has looked at. */
  acceptTool(server: string, toolName: string, looked: string): AcceptToolResult {
    const tool = this.#tables.toolsOf(server).find(({ name }) => name === toolName);
    if (tool === undefined) return { kind: "NOT_FOUND" };
    const current = contractHash(tool);
    if (current !== looked) return { kind: "CHANGED_SINCE", contractHash: current };
    if (tool.acceptedHash !== current) this.#tables.accept(server, toolName, current);
    return { kind: "ACCEPTED", revision: this.#tables.revision };
  }

  /** Registers an agent in the place of one of its name. */
  registerAgent(request: AgentRegistrationRequest, by?: Registrar): Promise<RegisterAgentResult> {
    return this.#agents.register(request, by);
  }

  /** Reads the card of an agent that is not registered by that. */
  previewAgentCard(url: string, bearerSecret: string | null): Promise<PreviewCardResult> {
    return this.#agents.preview(url, bearerSecret ?? undefined);
  }

  /** Stores a version of a workflow, compiled against this catalog, and makes it the newest. */
  saveWorkflow(registration: WorkflowRegistration, by?: Registrar): SaveWorkflowResult {
    const { clock, registrationCaps } = this.#options;
    return saveWorkflow(this.#tables, registration, clock.now(), by, registrationCaps.maxWorkflows);
  }

  /** Stores agents and workflows in their order, each after those that it calls; all of them, or none if one is refused. */
  importDefinitions(definitions: readonly Definition[], by?: Registrar): ImportDefinitionsResult {
    const { clock, registrationCaps } = this.#options;
    const { maxWorkflows } = registrationCaps;
    const refused = importDefinitions(this.#tables, this.#agents, definitions, clock.now(), by, maxWorkflows);
    return refused ?? { kind: "IMPORTED", revision: this.#tables.revision };
  }

  /** Revision without the workflow and all its versions, or null if there was none of that name. */
  removeWorkflow(name: string): string | null {
    if (this.#tables.workflows.version(name, undefined) === undefined) return null;
    this.#tables.removeWorkflow(name);
    return this.#tables.revision;
  }

  /** One version of a workflow, the newest for null. Null if there is none. */
  workflow(name: string, version: string | null): RegisteredWorkflow | null {
    return this.#tables.workflows.version(name, version ?? undefined) ?? null;
  }

  /** The kept versions of a workflow, newest first. */
  workflowVersions(name: string): readonly WorkflowVersion[] {
    return this.#tables.workflows.versions(name);
  }

  /** Stores a manifest, compiled against this catalog, and makes it the current one of its name. */
  applyManifest(definition: ManifestDefinition, by?: Registrar): ApplyManifestResult {
    const { clock, registrationCaps } = this.#options;
    return applyManifest(this.#tables, definition, clock.now(), by, registrationCaps.maxManifests);
  }

  /** Revision without the manifest and all its versions, or null if there was none of that name. */
  removeManifest(name: string): string | null {
    if (this.#tables.manifests.version(name, undefined) === undefined) return null;
    this.#tables.removeManifest(name);
    return this.#tables.revision;
  }

  /** One version of a manifest by its hash, the current one for null. Null if there is none. */
  manifest(name: string, hash: string | null): RegisteredManifest | null {
    return this.#tables.manifests.version(name, hash ?? undefined) ?? null;
  }

  /** The current version of each manifest, in the order of their names. */
  manifests(): readonly RegisteredManifest[] {
    return this.#tables.manifests.current();
  }

  /** Revision without the agent, or null if there was none of that name. */
  removeAgent(name: string): string | null {
    if (this.#tables.agent(name) === undefined) return null;
    this.#tables.removeAgent(name);
    return this.#tables.revision;
  }

  /** Replaces the flow rules, checked against this catalog. */
  setFlowRules(rules: readonly FlowRule[]): SetFlowRulesResult {
    const check = checkedFlowRules(rules, snapshotOf(this.#tables));
    if (!check.ok) return { kind: "REFUSED", code: "INVALID_INPUT", message: check.message, position: check.position };
    this.#tables.putFlowRules(check.rules);
    return { kind: "SET", revision: this.#tables.revision };
  }

  /** Registers a webhook in the place of one of its name. */
  registerWebhook(registration: WebhookRegistration): RegisterWebhookResult {
    return registerWebhook(this.#tables, registration, this.#options);
  }

  /** Everything that is registered, or what `subject` registered. */
  stored(subject?: string): StoredAmount {
    return subject === undefined ? this.#tables.stored() : this.#tables.registeredBy(subject);
  }

  /** What `subject` registered, by kind and name. */
  registrationsOf(subject: string): readonly SubjectRegistration[] {
    return this.#tables.registrationsOf(subject);
  }

  /** The registrations of `subject` stay, and are of no subject from now on. */
  forgetRegistrant(subject: string): void {
    this.#tables.forgetRegistrant(subject);
  }

  /** Revision without the webhook, or null if there was none of that name. */
  removeWebhook(name: string): string | null {
    if (!this.#tables.webhooks().some((webhook) => webhook.name === name)) return null;
    this.#tables.removeWebhook(name);
    return this.#tables.revision;
  }

  /** The health of those of `names` that are registered, 30 seconds old at most. Never rejects. */
  agentHealth(names: readonly string[]): Promise<readonly (readonly [string, AgentHealth])[]> {
    return this.#health.of(names.flatMap((name) => this.#tables.agent(name) ?? []));
  }

  async #discover(
    { credential, url }: ServerRegistration,
    bearer: string | undefined,
    sent: SentCredential | undefined,
  ): Promise<McpDiscovery> {
    const { discoverMcpServer } = await import("../../tools/mcp/mcp-discover.ts");
    const signal = AbortSignal.timeout(discoveryTimeoutMs);
    const fetch = (sent === undefined ? this.#fetch : this.#fetchWith(sent)) as FetchLike;
    const { clock } = this.#options;
    return discoverMcpServer({ url, bearer, fetch, signal, clock, isCalledByOthers: credential !== undefined });
  }

  #store(registration: ServerRegistration, found: McpDiscovery & { ok: true }, by: Registrar | undefined): void {
    const server = {
      ...registration,
      status: "READY" as const,
      failure: null,
      protocolVersion: found.protocolVersion,
      lastSyncedAt: this.#options.clock.now(),
      connection: found.connection,
      dropped: found.dropped,
    };
    this.#tables.putServer(server, found.tools, by?.subject);
  }
}

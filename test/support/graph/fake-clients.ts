/**
 * The clients of the GraphQL layer, opened onto memory. They count every call, so that tests can say what a request cost. Executions
 * do not run: a test says how one stands with `change` and what was stored with `append`.
 */

import { addressRefusal } from "../../../src/access/address.ts";
import { type Audience, audienceOf, mayAccess } from "../../../src/access/audience.ts";
import type { GrantedThing } from "../../../src/access/grant.ts";
import type { AuditEntry } from "../../../src/audit/audit-entry.ts";
import { type AuditWebhookStanding, maxAuditWebhooks } from "../../../src/audit/audit-webhook.ts";
import type { AgentHealth, AgentRegistrationRequest } from "../../../src/catalog/agent-registration.ts";
import { agentCardOf } from "../../../src/catalog/agents/agent-card-document.ts";
import type { TokenRevocation } from "../../../src/catalog/credentials/connection-end.ts";
import type {
  ApplyManifestResult,
  ManifestDefinition,
  RegisteredManifest,
} from "../../../src/catalog/manifests/manifest-document.ts";
import { type CatalogSnapshot, findWorkflow } from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import type { Definition } from "../../../src/catalog/snapshot/compile-definitions.ts";
import { checkedFlowRules } from "../../../src/catalog/snapshot/flow-rules-refusal.ts";
import type {
  AcceptToolResult,
  ImportDefinitionsResult,
  PreviewCardResult,
  RegisterAgentResult,
  RegisterServerResult,
  RegisterWebhookResult,
  SaveWorkflowResult,
} from "../../../src/catalog/snapshot/registry-result.ts";
import type { WebhookRegistration } from "../../../src/catalog/webhook-registration.ts";
import type { RegisteredWorkflow, WorkflowRegistration } from "../../../src/catalog/workflow-registration.ts";
import type { EventSending, SendEventResult, SentEventView } from "../../../src/execution/commands/sent-event.ts";
import type {
  RespondResult,
  StartRequest,
  StartResult,
  TenantLimit,
} from "../../../src/execution/commands/start-request.ts";
import type { DerivationResult } from "../../../src/execution/derive/derivation.ts";
import type { DerivationRequest } from "../../../src/execution/derive/derivation-changes.ts";
import type { GivenArtifactLimit } from "../../../src/execution/events/artifact-record.ts";
import type { ExecutionEvent, RecordedEvent } from "../../../src/execution/events/event.ts";
import type { MonthUsage } from "../../../src/execution/events/usage.ts";
import type { SourceLabels } from "../../../src/execution/state/state-labels.ts";
import type { OutputSubmission, SubmissionResult } from "../../../src/execution/turns/turn-request.ts";
import type { ChangePage } from "../../../src/execution/views/execution-list.ts";
import type { EventPage, ExecutionView, StepView } from "../../../src/execution/views/execution-view.ts";
import type { InboxItem, InboxPage } from "../../../src/execution/views/inbox.ts";
import type { ExecutionSummary } from "../../../src/execution/views/summary.ts";
import type {
  DayTraffic,
  DescendantTotals,
  SubjectRegistration,
  UsageQuery,
  UsageTotals,
} from "../../../src/execution/views/usage-totals.ts";
import type { WebhookStanding } from "../../../src/execution/webhooks/webhook.ts";
import { KnownAudiences } from "../../../src/graph/access/known-audiences.ts";
import { visibleClients } from "../../../src/graph/access/visible-clients.ts";
import type { NewAccessToken } from "../../../src/graph/base/credentials.ts";
import type { Caller, GraphSettings, RequestContext } from "../../../src/graph/base/graph-context.ts";
import type { ArtifactFile, AtCatalogRevision, AtSnapshot, Clients } from "../../../src/graph/base/ports.ts";
import type { ConnectionRecord, SecretRecord, SetSecretResult } from "../../../src/graph/base/secrets.ts";
import { sha256Hex } from "../../../src/json/digest.ts";
import { type Json, utf8Bytes } from "../../../src/json/json.ts";
import type { StoredJson } from "../../../src/json/stored-value.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import { sealedIdentity } from "../../../src/worker/platform/sealed-id.ts";
import { specs } from "../../../src/worker/settings/setting-specs.ts";
import { exampleModels, exampleTools, fakeCatalog } from "./fake-catalog.ts";
import { FakeConversations } from "./fake-conversations.ts";
import { frame, freshView, startTime } from "./fake-views.ts";
import { inboxPageOf, itemsOf } from "./inbox-model.ts";
import { countsOf, pageOf } from "./list-model.ts";
import { MemorySchedules } from "./memory-schedules.ts";

interface StoredExecution {
  readonly request: StartRequest;
  view: ExecutionView;
  readonly events: RecordedEvent[];
  readonly values: Map<string, Json>;
}

export class FakeClients {
  /** Every call of a client to an object, such as `executions.start`; sealing ids reaches no object. */
  readonly calls: string[] = [];
  readonly executions = new Map<string, StoredExecution>();
  catalog: CatalogSnapshot = fakeCatalog("1", exampleTools);
  /** What the isolate has cached; read again when asked for something current. */
  cached: CatalogSnapshot | null = null;
  registerAnswer: RegisterServerResult<AtSnapshot> | null = null;
  registerAgentAnswer: RegisterAgentResult<AtSnapshot> | null = null;
  acceptAnswer: AcceptToolResult<AtSnapshot> | null = null;
  /** Agents as they were handed to the catalog, and tools with the hash that was looked at. */
  readonly registeredAgents: AgentRegistrationRequest[] = [];
  previewAnswer: PreviewCardResult | null = null;
  saveAnswer: SaveWorkflowResult<AtSnapshot> | null = null;
  /** Workflows as they were handed to the catalog, and every version that is kept, newest first. */
  importAnswer: ImportDefinitionsResult<AtSnapshot> | null = null;
  readonly imported: Definition[] = [];
  readonly savedWorkflows: WorkflowRegistration[] = [];
  readonly workflowVersions: RegisteredWorkflow[] = [];
  /** Webhooks as they were handed to the catalog, and what it answers; what every execution says of its own. */
  readonly registeredWebhooks: WebhookRegistration[] = [];
  webhookAnswer: RegisterWebhookResult<AtCatalogRevision> | null = null;
  webhookStanding: readonly WebhookStanding[] | null = [];
  /** What a subject took of the Worker. Null where subjects are not counted. */
  trafficOfSubject: readonly DayTraffic[] | null = null;
  /** What the tenant stores, and each subject of it. */
  readonly stored = {
    all: { executions: { count: 3, bytes: 300 }, conversations: { count: 2, bytes: 20 } },
    own: { executions: { count: 1, bytes: 100 }, conversations: { count: 1, bytes: 10 } },
  };
  /** The audit log, in its order. */
  audited: AuditEntry[] = [];
  auditWebhooks: AuditWebhookStanding[] = [];
  /** What authorization servers say when a connection is ended. */
  revocation: TokenRevocation = { kind: "REVOKED" };
  /** Artifacts by `owner/name`. */
  /** Why no artifact is taken. */
  artifactLimit: GivenArtifactLimit | null = null;
  readonly artifacts = new Map<string, ArtifactFile & { readonly content: string }>();
  readonly acceptances: (readonly [string, string])[] = [];
  /** What health checks show; of agents that are not named, nothing. */
  readonly health = new Map<string, AgentHealth>();
  /** Names of the agents that were asked for their health, together. */
  readonly healthQuestions: (readonly string[])[] = [];
  /** What an execution answers that is asked for a derivation, and what was asked. */
  deriveAnswer: DerivationResult | ((request: DerivationRequest, withValues: boolean) => DerivationResult) = {
    kind: "NOT_FOUND",
  };
  readonly deriveRequests: DerivationRequest[] = [];
  /** What an execution answers to structured output, and what it was given. */
  submissionAnswer: SubmissionResult = { kind: "ACCEPTED", turn: 1 };
  readonly submissions: OutputSubmission[] = [];
  /** Events as they were handed to their mailbox, what it knows of them, and what it answers; null for an event that is kept. */
  readonly sendings: EventSending[] = [];
  readonly sentEvents: SentEventView[] = [];
  sendAnswer: SendEventResult | null = null;
  /** Secrets that are stored, and what storing one answers. */
  secrets: readonly SecretRecord[] = [];
  connections: readonly ConnectionRecord[] = [];
  /** Those of the subject "alice". */
  registrations: readonly SubjectRegistration[] = [];
  secretAnswer: SetSecretResult | null = null;
  /** What is wrong with every answer of a person. */
  responseViolations: Extract<RespondResult, { kind: "INVALID" }>["violations"] = [];
  applyAnswer: ApplyManifestResult<AtCatalogRevision> | null = null;
  /** Manifests by name, and every one that is kept. */
  readonly currentManifests = new Map<string, RegisteredManifest>();
  readonly keptManifests: RegisteredManifest[] = [];
  /** Conversations start their executions as the client of executions does. */
  readonly conversations = new FakeConversations(startTime, (request) => this.clients.executions.start(request, null));
  /** The cap of the tenant that no new execution gets past. */
  tenantLimit: TenantLimit | null = null;
  /** What the tenant has open in the isolate. */
  open = { subscriptions: 0, sockets: 0 };
  openOfAlice = { subscriptions: 0, sockets: 0 };
  /** The cap that the isolate knows to be reached. */
  reachedCap: TenantLimit | undefined;
  /** Executions that were deleted, with the request that had started them. */
  readonly deleted = new Map<string, StartRequest>();
  /** Where executions were asked to live, in the order of their starts. */
  readonly locations: (string | null)[] = [];
  /** Days of which the usage was asked for, and what is answered. */
  readonly usageQueries: UsageQuery[] = [];
  usageTotals: UsageTotals = { executions: 0, failedExecutions: 0, consumption: [], days: [] };
  /** What the tenant consumed of language models. */
  monthUsage: MonthUsage = {
    ...{ since: Date.UTC(2026, 0, 1), modelCalls: 0, inputTokens: 0, outputTokens: 0, costMicros: 0 },
    ...{ reservedModelCalls: 0, reservedTokens: 0, reservedCostMicros: 0 },
  };
  /** What the deployment decides, as far as a test says. */
  settings: Partial<GraphSettings> = {};
  /** The dialect in which every execution is shown. Null for the dialect of its request. */
  projection: Json = null;
  /** Of each execution, and of all that are below it. */
  storedBytes = 0;
  descendants: DescendantTotals = { count: 0, atWork: 0, storedBytes: 0 };
  /** By the name of an execution and the id of a step. */
  readonly sourceLabels = new Map<string, readonly SourceLabels[]>();
  /** Every access token that was made. */
  readonly accessTokens: NewAccessToken[] = [];
  /** What was counted of all requests. */
  checkedSteps = 0;
  answeredBytes = 0;
  /** What the walk over everything of a subject finds. */
  conversationsOfSubject: readonly string[] = ["chat"];
  /** Whose tokens were ended. */
  readonly revokedTokens: {
    readonly thing: GrantedThing;
    readonly subject: string | undefined;
    readonly owner: string | undefined;
  }[] = [];
  defaultVisibility: "OWN" | "TENANT" = "TENANT";
  fourEyes = false;
  summaries: ExecutionSummary[] = [];
  readonly schedules = new MemorySchedules();
  /** Changes of the list, the first of them number 1. `tell` adds one. */
  readonly changes: Pick<ChangePage, "summaries" | "removed">[] = [];
  /** Changes of the inbox, the first of them number 1. `ask` adds one. */
  readonly inboxChanges: (readonly InboxItem[])[] = [];
  /** Watchers that wait for the next event. */
  waits = 0;
  /** Events in one page of a watcher. */
  pageSize = 100;
  #randomCount = 0;

  readonly clients: Clients = {
    schedules: this.schedules.client((call) => this.calls.push(call), startTime + 5_000),
    executions: {
      start: async (request, location = null) => {
        this.calls.push("executions.start");
        this.locations.push(location);
        const before = this.#started(request.execution, request.fingerprint, request.subject);
        if (before !== null) return before;
        if (this.tenantLimit !== null) return this.tenantLimit;
        this.executions.set(request.execution, { request, view: freshView(request), events: [], values: new Map() });
        return { kind: "STARTED", replayed: false, view: this.view(request.execution) };
      },
      lookup: async (execution, fingerprint, subject) => {
        this.calls.push("executions.lookup");
        return this.#started(execution, fingerprint, subject);
      },
      read: async (execution) => {
        this.calls.push("executions.read");
        return this.executions.get(execution)?.view ?? null;
      },
      value: async (execution, sequence, slot) => {
        this.calls.push("executions.value");
        return this.#kept(execution, `${sequence} ${slot}`);
      },
      groupOutput: async (execution, stepId) => {
        this.calls.push("executions.groupOutput");
        return this.#kept(execution, `group ${stepId}`);
      },
      sourceLabels: async (execution, stepIds) => {
        this.calls.push("executions.sourceLabels");
        return stepIds.map((stepId) => this.sourceLabels.get(`${execution} ${stepId}`) ?? []);
      },
      storedBytes: async (execution) => {
        this.calls.push("executions.storedBytes");
        return this.executions.has(execution) ? this.storedBytes : null;
      },
      projection: async (execution, dialect) => {
        this.calls.push("executions.projection");
        return this.view(execution).archived === null ? { value: this.projection ?? { dialect } } : null;
      },
      events: async (execution, after, limit) => {
        this.calls.push("executions.events");
        return this.#page(execution, after, limit);
      },
      cancel: async (execution, by, reason) => {
        this.calls.push("executions.cancel");
        const stored = this.executions.get(execution);
        if (stored === undefined) return { kind: "NOT_FOUND" };
        if (stored.view.finishedAt !== null) return { kind: "ALREADY_FINISHED", view: stored.view };
        this.append(execution, { kind: "CancelRequested", requestedBy: by, reason });
        this.change(execution, { cancelRequestedAt: startTime });
        return { kind: "CANCELLED", view: stored.view };
      },
      respond: async (execution, answer) => {
        this.calls.push("executions.respond");
        const { accessor, by, isAccepted, isAdmitted, reason, requestId, response } = answer;
        const stored = this.executions.get(execution);
        const isReached = accessor === undefined || isAdmitted === true || stored === undefined;
        if (!isReached && !mayAccess(accessor, audienceOf(stored.view), "RESPOND")) return { kind: "NOT_FOUND" };
        const asked = stored?.view.humanInputs.find((input) => input.requestId === requestId);
        if (stored === undefined || asked === undefined) return { kind: "NOT_FOUND" };
        const refusal = accessor === undefined ? undefined : addressRefusal(accessor, asked);
        if (refusal !== undefined) return { kind: "REFUSED", refusal, view: stored.view };
        if (asked.status === "EXPIRED") return { kind: "EXPIRED", view: stored.view };
        if (asked.status !== "PENDING") return { kind: "ALREADY_RESOLVED", view: stored.view };
        if (this.responseViolations.length > 0) return { kind: "INVALID", violations: this.responseViolations };
        const status = isAccepted ? ("ACCEPTED" as const) : ("DECLINED" as const);
        const given = response === null ? null : frame(response, "response");
        const answered = { ...asked, status, respondedBy: by, reason, resolvedAt: startTime, response: given };
        const humanInputs = stored.view.humanInputs.map((input) => (input === asked ? answered : input));
        this.change(execution, { humanInputs });
        return { kind: "RESOLVED", view: stored.view };
      },
      submit: async (execution, submission) => {
        this.calls.push("executions.submit");
        this.submissions.push(submission);
        return this.executions.has(execution) ? this.submissionAnswer : { kind: "NOT_FOUND" };
      },
      derive: async (_, request, withValues) => {
        this.calls.push(withValues ? "executions.derive" : "executions.derive without values");
        this.deriveRequests.push(request);
        const { deriveAnswer } = this;
        return typeof deriveAnswer === "function" ? deriveAnswer(request, withValues) : deriveAnswer;
      },
      delete: async (execution) => {
        this.calls.push("executions.delete");
        if (this.deleted.has(execution)) return { kind: "DELETED" };
        const stored = this.executions.get(execution);
        if (stored === undefined) return { kind: "NOT_FOUND" };
        const { finishedAt, isTooOld, parkedBy, status } = stored.view;
        if (!isTooOld && (finishedAt === null || parkedBy !== null)) return { kind: "NOT_FINISHED", status, parkedBy };
        this.executions.delete(execution);
        this.deleted.set(execution, stored.request);
        return { kind: "DELETED" };
      },
      webhooks: async () => {
        this.calls.push("executions.webhooks");
        return this.webhookStanding;
      },
      announce: async (execution) => {
        this.calls.push("executions.announce");
        return this.executions.has(execution);
      },
      watch: (execution, options) => {
        this.calls.push("executions.watch");
        return this.#watch(execution, options.after, options.signal);
      },
    },
    catalog: {
      snapshot: async (freshness) => {
        this.calls.push(`catalog.${freshness.kind}`);
        if (freshness.kind === "REVISION")
          return freshness.revision === this.catalog.revision ? this.catalog : undefined;
        if (freshness.kind === "CURRENT") this.cached = this.catalog;
        return this.cached ?? this.catalog;
      },
      registerMcpServer: async () => {
        this.calls.push("catalog.register");
        return this.registerAnswer ?? { kind: "REGISTERED", snapshot: this.catalog };
      },
      registerOpenApiServer: async () => {
        this.calls.push("catalog.registerOpenApi");
        return { kind: "REGISTERED", snapshot: this.catalog };
      },
      removeMcpServer: async (name) => {
        this.calls.push("catalog.remove");
        const exists = this.catalog.servers.some((server) => server.name === name);
        return exists ? { kind: "REMOVED", catalogRevision: "2" } : { kind: "NOT_FOUND" };
      },
      setFlowRules: async (rules) => {
        this.calls.push("catalog.setFlowRules");
        const check = checkedFlowRules(rules, this.catalog);
        if (!check.ok) return { ...check, kind: "REFUSED", code: "INVALID_INPUT" };
        this.catalog = { ...this.catalog, flowRules: check.rules };
        return { kind: "SET", snapshot: this.catalog };
      },
      registerAgent: async (registration) => {
        this.calls.push("catalog.registerAgent");
        this.registeredAgents.push(registration);
        return (
          this.registerAgentAnswer ?? { kind: "REGISTERED", name: registration.name ?? "", snapshot: this.catalog }
        );
      },
      removeAgent: async (name) => {
        this.calls.push("catalog.removeAgent");
        const exists = this.catalog.agents.some((agent) => agent.name === name);
        return exists ? { kind: "REMOVED", catalogRevision: "2" } : { kind: "NOT_FOUND" };
      },
      previewAgentCard: async () => {
        this.calls.push("catalog.previewAgentCard");
        const message = "Cannot read the card: required an answer, found none";
        return this.previewAnswer ?? { kind: "REFUSED", code: "UPSTREAM_ERROR", message, member: "url" };
      },
      saveWorkflow: async (registration) => {
        this.calls.push("catalog.saveWorkflow");
        this.savedWorkflows.push(registration);
        const workflow = { ...registration, createdAt: startTime };
        return this.saveAnswer ?? { kind: "SAVED", workflow, snapshot: this.catalog };
      },
      importDefinitions: async (definitions) => {
        this.calls.push("catalog.importDefinitions");
        this.imported.push(...definitions);
        return this.importAnswer ?? { kind: "IMPORTED", snapshot: this.catalog };
      },
      removeWorkflow: async (name) => {
        this.calls.push("catalog.removeWorkflow");
        const exists = findWorkflow(this.catalog, name) !== undefined;
        return exists ? { kind: "REMOVED", catalogRevision: "2" } : { kind: "NOT_FOUND" };
      },
      workflow: async (name, version) => {
        this.calls.push("catalog.workflow");
        return this.workflowVersions.find((kept) => kept.name === name && kept.version === version);
      },
      workflowVersions: async (name) => {
        this.calls.push("catalog.workflowVersions");
        return this.workflowVersions.filter((kept) => kept.name === name);
      },
      applyManifest: async (definition) => {
        this.calls.push("catalog.applyManifest");
        const manifest = this.giveManifest(definition);
        return this.applyAnswer ?? { kind: "APPLIED", manifest, catalogRevision: "2", isNew: true };
      },
      registerWebhook: async (registration) => {
        this.calls.push("catalog.registerWebhook");
        this.registeredWebhooks.push(registration);
        const webhook = { ...registration, registeredAt: startTime };
        return this.webhookAnswer ?? { kind: "REGISTERED", webhook, catalogRevision: "2" };
      },
      removeWebhook: async (name) => {
        this.calls.push("catalog.removeWebhook");
        const exists = this.catalog.webhooks.some((webhook) => webhook.name === name);
        return exists ? { kind: "REMOVED", catalogRevision: "2" } : { kind: "NOT_FOUND" };
      },
      removeManifest: async (name) => {
        this.calls.push("catalog.removeManifest");
        const had = this.currentManifests.delete(name);
        return had ? { kind: "REMOVED", catalogRevision: "2" } : { kind: "NOT_FOUND" };
      },
      manifest: async (name, hash) => {
        this.calls.push("catalog.manifest");
        if (hash === undefined) return this.currentManifests.get(name);
        return this.keptManifests.find((kept) => kept.name === name && kept.hash === hash);
      },
      manifests: async () => {
        this.calls.push("catalog.manifests");
        return [...this.currentManifests.values()].toSorted((left, right) => (left.name < right.name ? -1 : 1));
      },
      acceptTool: async (qualifiedName, contractHash) => {
        this.calls.push("catalog.acceptTool");
        this.acceptances.push([qualifiedName, contractHash]);
        return this.acceptAnswer ?? { kind: "ACCEPTED", snapshot: this.catalog };
      },
      agentHealth: async (names) => {
        this.calls.push("catalog.agentHealth");
        this.healthQuestions.push(names);
        const unknown: AgentHealth = { status: "UNKNOWN", checkedAt: null, message: null };
        return new Map(names.map((name) => [name, this.health.get(name) ?? unknown]));
      },
    },
    index: {
      list: async (query) => {
        this.calls.push("index.list");
        return { ...pageOf(this.summaries, query), position: { epoch: "e1", change: this.changes.length } };
      },
      statusCounts: async (filter) => {
        this.calls.push("index.statusCounts");
        return countsOf(this.summaries, filter);
      },
      inbox: async (query) => {
        this.calls.push("index.inbox");
        const position = { epoch: "e1", change: this.inboxChanges.length };
        return { ...inboxPageOf(itemsOf(this.summaries), query), position };
      },
      conversations: async (query) => {
        this.calls.push("index.conversations");
        return this.conversations.list(query);
      },
      usage: async (query) => {
        this.calls.push("index.usage");
        this.usageQueries.push(query);
        return this.usageTotals;
      },
      descendants: async () => {
        this.calls.push("index.descendants");
        return this.descendants;
      },
      watchInbox: ({ after, signal }) => {
        this.calls.push("index.watchInbox");
        return this.#watchInbox(after?.change ?? this.inboxChanges.length, signal);
      },
      watch: ({ after, signal }) => {
        this.calls.push("index.watch");
        return this.#watchChanges(after?.change ?? this.changes.length, signal);
      },
    },
    conversations: this.conversations.client((name) => this.calls.push(name)),
    credentials: {
      list: async () => {
        this.calls.push("credentials.list");
        return [];
      },
      create: async () => {
        this.calls.push("credentials.create");
        return { kind: "NOT_USED" };
      },
      revoke: async () => {
        this.calls.push("credentials.revoke");
        return undefined;
      },
      createAccessToken: async (token) => {
        this.calls.push("credentials.createAccessToken");
        this.accessTokens.push(token);
        return `pwt_${this.accessTokens.length}`;
      },
      endTokensOf: async (subject) => {
        this.calls.push(`credentials.endTokensOf ${subject}`);
      },
      revokeAccessTokens: async (thing, subject, owner) => {
        this.calls.push("credentials.revokeAccessTokens");
        this.revokedTokens.push({ thing, subject, owner });
      },
      webhookSecret: async () => {
        this.calls.push("credentials.webhookSecret");
        return "whsec_a";
      },
      createSubscriptionToken: async () => {
        this.calls.push("credentials.createSubscriptionToken");
        return { token: "token", expiresAt: startTime };
      },
    },
    secrets: {
      list: async () => {
        this.calls.push("secrets.list");
        return this.secrets;
      },
      set: async ({ value: _, ...secret }) => {
        this.calls.push("secrets.set");
        return this.secretAnswer ?? { kind: "STORED", secret: { ...secret, updatedAt: startTime, updatedBy: "ann" } };
      },
      forgetRequests: async (subject) => void this.calls.push(`secrets.forgetRequests ${subject}`),
      connectUrl: async (connection, origin, mayForTenant) => `${origin}/oauth/connect/${connection}-${mayForTenant}`,
      remove: async (name, _, subject) => {
        this.calls.push(`secrets.remove${subject === undefined ? "" : ` ${name} of ${subject}`}`);
        return this.secrets.some((secret) => secret.name === name);
      },
      connections: async (subject) => {
        this.calls.push(`secrets.connections ${subject}`);
        return this.connections;
      },
      endConnection: async (id, subject, ofTenant) => {
        this.calls.push(`secrets.endConnection ${id} ${subject} ${ofTenant}`);
        const isThere = this.connections.some((connection) => connection.id === id);
        return isThere ? { kind: "ENDED", revocation: this.revocation } : { kind: "NOT_FOUND" };
      },
    },
    events: {
      send: async (sending) => {
        this.calls.push("events.send");
        this.sendings.push(sending);
        const { keepMs, payload: _, sentBy: __, ...facts } = sending;
        const times = { receivedAt: startTime, keptUntil: startTime + keepMs };
        const event: SentEventView = { ...facts, ...times, status: "KEPT", receiver: null };
        this.sentEvents.push(event);
        return this.sendAnswer ?? { kind: "SENT", replayed: false, event };
      },
      find: async (address, eventId) => {
        this.calls.push("events.find");
        return this.sentEvents.find((sent) => sent.eventId === eventId && sent.name === address.name);
      },
    },
    budget: {
      thisMonth: async () => {
        this.calls.push("budget.thisMonth");
        return this.monthUsage;
      },
    },
    storage: {
      executions: async (subject) => {
        this.calls.push("storage.executions");
        return subject === undefined ? this.stored.all : this.stored.own;
      },
      ofSubject: async (subject, place) => {
        this.calls.push("storage.ofSubject");
        const isFirst = place.at === "EXECUTIONS";
        const executions = [...this.executions.values()].filter(({ request }) => request.subject === subject);
        return {
          executions: isFirst ? executions.map(({ request }) => request.execution) : [],
          conversations: isFirst ? [] : this.conversationsOfSubject,
          next: isFirst ? { at: "CONVERSATIONS", createdAt: -1, name: "" } : null,
        };
      },
      artifacts: async () => {
        this.calls.push("storage.artifacts");
        return { count: 1, bytes: 50 };
      },
      registrations: async (subject) => {
        this.calls.push("storage.registrations");
        return subject === undefined ? { count: 7, bytes: 600 } : { count: 2, bytes: 60 };
      },
      registrationsOf: async (subject) => (subject === "alice" ? this.registrations : []),
      forgetRegistrant: async (subject) => {
        this.calls.push(`storage.forgetRegistrant ${subject}`);
      },
      traffic: async (subject) => {
        this.calls.push("storage.traffic");
        if (subject !== undefined) return this.trafficOfSubject;
        return [{ day: 0, answeredBytes: 5_000, checkSteps: 70 }];
      },
    },
    audit: {
      begin: async (actions) => {
        this.calls.push("audit.begin");
        const first = this.audited.length;
        this.audited.push(
          ...actions.map((action, index) => ({
            ...{ ...action, id: `audit-${first + index + 1}`, sequence: first + index + 1 },
            ...{ at: startTime, outcome: "UNKNOWN" as const },
          })),
        );
        return actions.map((_, index) => `audit-${first + index + 1}`);
      },
      settle: async (ids, result) => {
        this.calls.push("audit.settle");
        this.audited = this.audited.map((entry) => (ids.includes(entry.id) ? { ...entry, ...result } : entry));
      },
      list: async ({ before, limit, subject }) => {
        this.calls.push("audit.list");
        const found = this.audited
          .filter((entry) => entry.sequence < (before ?? Number.MAX_SAFE_INTEGER))
          .filter((entry) => subject === null || entry.subject === subject)
          .toReversed();
        return { entries: found.slice(0, limit), hasMore: found.length > limit };
      },
      webhooks: async () => {
        this.calls.push("audit.webhooks");
        return this.auditWebhooks;
      },
      registerWebhook: async ({ name, url }) => {
        this.calls.push("audit.registerWebhook");
        if (this.auditWebhooks.length >= maxAuditWebhooks) return { kind: "LIMIT_EXCEEDED" };
        const progress = { deliveredTo: 0, attempts: 0, nextAttemptAt: null, next: null, suspendedAt: null, lost: 0 };
        const webhook = { name, url, registeredAt: startTime, ...progress };
        this.auditWebhooks.push(webhook);
        return { kind: "REGISTERED", webhook };
      },
      resumeWebhook: async ({ name, passOver }) => {
        this.calls.push("audit.resumeWebhook");
        const webhook = this.auditWebhooks.find((known) => known.name === name);
        if (webhook === undefined) return { kind: "NOT_FOUND" };
        if (passOver !== undefined && passOver !== webhook.next) return { kind: "NOT_NEXT", next: webhook.next };
        return { kind: "RESUMED", webhook: { ...webhook, attempts: 0, suspendedAt: null } };
      },
      removeWebhook: async (name) => {
        this.calls.push("audit.removeWebhook");
        const before = this.auditWebhooks.length;
        this.auditWebhooks = this.auditWebhooks.filter((webhook) => webhook.name !== name);
        return this.auditWebhooks.length < before;
      },
    },
    artifacts: {
      head: async ({ name, owner }) => {
        this.calls.push("artifacts.head");
        return this.artifacts.get(`${owner}/${name}`);
      },
      read: async ({ name, owner }, maxBytes, offset = 0) => {
        this.calls.push("artifacts.read");
        const found = this.artifacts.get(`${owner}/${name}`);
        return found === undefined
          ? undefined
          : new TextEncoder().encode(found.content).slice(offset, offset + maxBytes);
      },
      list: async (owner, after, limit) => {
        this.calls.push("artifacts.list");
        return [...this.artifacts]
          .filter(([key, { name }]) => key === `${owner}/${name}` && (after === undefined || name > after))
          .map(([, file]) => file)
          .sort((left, right) => (left.name < right.name ? -1 : 1))
          .slice(0, limit);
      },
      store: async ({ name, owner }, { content, ...facts }) => {
        this.calls.push("artifacts.store");
        return this.giveArtifact(name, content, { owner, ...facts });
      },
      create: async (name, { content, ...facts }) => {
        this.calls.push("artifacts.create");
        if (this.artifactLimit !== null) return { kind: "LIMIT_EXCEEDED", ...this.artifactLimit };
        const before = this.artifacts.get(`given/${name}`);
        if (before !== undefined && before.sha256 !== sha256Hex(content))
          return { kind: "TAKEN", sha256: before.sha256 };
        return { kind: "STORED", artifact: this.giveArtifact(name, content, facts), isNew: before === undefined };
      },
      remove: async (name) => {
        this.calls.push("artifacts.remove");
        return this.artifacts.delete(`given/${name}`);
      },
      link: async ({ name, owner }, origin) => `${origin}/artifacts/link-to-${owner}-${encodeURIComponent(name)}`,
    },
    cards: {
      served: (callable, origin) =>
        "kind" in callable && callable.kind !== "LOCAL"
          ? undefined
          : agentCardOf(callable, {
              ...{ endpoint: `${origin}/a2a/default/${callable.name}`, tenant: "default", version: "1.2.3" },
              ...{ requiresCredentials: true, streaming: true, pushNotifications: true },
            }),
    },
    identity: sealedIdentity("a secret for tests that is long enough"),
  };

  #whole() {
    const push = () => Promise.reject(new Error("GraphQL changes no push configs"));
    // Tests replace methods of the clients while a request runs.
    const executions: Clients["executions"] = Object.create(this.clients.executions);
    return { ...this.clients, executions: Object.assign(executions, { push }) };
  }

  /** What a request of `caller` is served with. */
  context(caller: Partial<Caller> = {}): RequestContext {
    const scopes = [
      "REGISTRY_READ",
      "REGISTRY_WRITE",
      "EXECUTION_READ",
      "EXECUTION_READ_ALL",
      "EXECUTION_START",
      "EXECUTION_CONTROL",
      "EXECUTION_CONTROL_ALL",
      "HUMAN_INPUT_RESPOND",
      "EVENT_SEND",
      "SCHEDULE_WRITE",
      "CREDENTIALS_ADMIN",
      "INDEX_ADMIN",
      "DEBUG_READ",
      "AUDIT_READ",
    ] as const;
    const whole = { tenant: "default", subject: "anonymous", groups: [], scopes, validUntil: undefined, ...caller };
    return {
      clients: visibleClients(this.#whole(), {
        caller: whole,
        defaultVisibility: this.defaultVisibility,
        fourEyes: this.fourEyes,
        known: new KnownAudiences(),
        now: () => startTime,
      }),
      caller: whole,
      settings: {
        version: "1.2.3",
        a2aVersions: ["1.0", "0.3"],
        mcpVersions: ["2026-07-28"],
        publicUrl: undefined,
        egress: { allowHttp: false, allowPrivate: false },
        limits: builtInLimits,
        humanInputTimeoutMs: 3_600_000,
        maxRequestCost: Number(specs.MAX_REQUEST_COST.fallback),
        models: exampleModels,
        modelLacks: () => undefined,
        promptsEnabled: true,
        allowOrchestration: false,
        taintPolicy: "ASK",
        monthlyBudget: { maxModelCalls: null, maxTokens: null, maxCostMicros: null },
        schedules: { maxSchedules: 100, minSeconds: 60 },
        defaultVisibility: this.defaultVisibility,
        fourEyes: this.fourEyes,
        ...this.settings,
      },
      reachedCap: () => this.reachedCap,
      open: (subject) => (subject === "alice" ? this.openOfAlice : this.open),
      load: {
        checked: (steps) => {
          this.checkedSteps += steps;
        },
        answered: (bytes) => {
          this.answeredBytes += bytes;
        },
      },
      subscriptions: {
        enter: () => ({ kind: "ENTERED", leave: () => undefined }),
        endsAt: Number.POSITIVE_INFINITY,
      },
      now: () => startTime + 5_000,
      randomHex: (bytes) => {
        this.#randomCount += 1;
        return sha256Hex(`random ${this.#randomCount}`).slice(0, bytes * 2);
      },
    };
  }

  /** Puts an artifact where it can be read, by default one that was given. */
  giveArtifact(
    name: string,
    content: string,
    {
      audience,
      labels,
      description = null,
      mediaType = "application/json",
      owner = "given",
    }: Partial<ArtifactFile> & {
      readonly labels?: readonly string[];
      readonly owner?: string;
    } = {},
  ): ArtifactFile {
    const facts = { name, description, mediaType, byteSize: utf8Bytes(content), sha256: sha256Hex(content) };
    const file = {
      ...facts,
      storedAt: startTime,
      content,
      ...(audience !== undefined && { audience }),
      ...(labels !== undefined && { labels }),
    };
    this.artifacts.set(`${owner}/${name}`, file);
    return file;
  }

  /** Puts a manifest where it can be read, as the current one of its name. */
  giveManifest(definition: ManifestDefinition): RegisteredManifest {
    const manifest = { ...definition, createdAt: startTime, updatedAt: startTime };
    this.currentManifests.set(manifest.name, manifest);
    this.keptManifests.push(manifest);
    return manifest;
  }

  view(execution: string): ExecutionView {
    return this.#stored(execution).view;
  }

  change(execution: string, changes: Partial<ExecutionView>): void {
    const stored = this.#stored(execution);
    Object.assign(stored.view, changes);
  }

  changeStep(execution: string, stepId: string, changes: Partial<StepView>): void {
    const steps = this.view(execution).steps.map((step) => (step.id === stepId ? { ...step, ...changes } : step));
    this.change(execution, { steps });
  }

  append(execution: string, event: ExecutionEvent, more: Partial<RecordedEvent> = {}): void {
    const { events, view } = this.#stored(execution);
    const sequence = events.length + 1;
    events.push({ sequence, occurredAt: startTime + sequence, hidden: false, transitions: [], event, ...more });
    Object.assign(view, { sequence });
    this.#wake();
  }

  keep(execution: string, key: string, value: Json): void {
    this.#stored(execution).values.set(key, value);
  }

  /** Null for a value that is not kept. */
  #kept(execution: string, key: string): StoredJson {
    const value = this.#stored(execution).values.get(key);
    return value === undefined ? null : { value };
  }

  #started(execution: string, fingerprint: string, subject: string): StartResult | null {
    const request = this.executions.get(execution)?.request ?? this.deleted.get(execution);
    if (request === undefined) return null;
    const isSame = request.fingerprint === fingerprint && request.subject === subject;
    if (!isSame) return { kind: "IDEMPOTENCY_CONFLICT", execution };
    return this.deleted.has(execution)
      ? { kind: "DELETED", until: startTime + 3_600_000 }
      : { kind: "STARTED", replayed: true, view: this.view(execution) };
  }

  #stored(execution: string): StoredExecution {
    const stored = this.executions.get(execution);
    if (stored === undefined) throw new Error(`There is no execution ${execution}`);
    return stored;
  }

  #page(execution: string, after: number, limit: number): EventPage {
    const { events, view } = this.#stored(execution);
    const following = events.filter(({ sequence }) => sequence > after);
    const page = following.slice(0, limit);
    return {
      after,
      events: page,
      cursor: page.at(-1)?.sequence ?? after,
      caughtUp: page.length === following.length,
      gap: null,
      status: view.status,
    };
  }

  #sleepers: (() => void)[] = [];

  #wake(): void {
    for (const wake of this.#sleepers.splice(0)) wake();
  }

  /** Notifies watchers of the list about changes. */
  tell(summaries: readonly ExecutionSummary[], removed: readonly string[] = []): void {
    this.changes.push({ summaries, removed });
    this.#wake();
  }

  /** Notifies watchers of the inbox about questions and answers. */
  ask(items: readonly InboxItem[]): void {
    this.inboxChanges.push(items);
    this.#wake();
  }

  /** As the watching of the list. */
  async *#watchInbox(after: number, signal: AbortSignal): AsyncGenerator<InboxPage> {
    const at = (change: number) => ({ epoch: "e1", change });
    const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    if (after >= this.inboxChanges.length)
      yield { items: [], gap: false, after: at(after), cursor: at(after), caughtUp: true };
    for (let change = after; !signal.aborted; ) {
      const items = this.inboxChanges[change];
      if (items === undefined) {
        this.waits += 1;
        await Promise.race([aborted, new Promise<void>((resolve) => this.#sleepers.push(resolve))]);
        this.waits -= 1;
        continue;
      }
      change += 1;
      const caughtUp = change === this.inboxChanges.length;
      yield {
        items,
        audiences: this.#audiencesOf(items),
        gap: false,
        after: at(change - 1),
        cursor: at(change),
        caughtUp,
      };
    }
  }

  #audiencesOf(items: readonly InboxItem[]): { readonly [execution: string]: Audience } {
    return Object.fromEntries(
      items.flatMap(({ execution }) => {
        const view = this.executions.get(execution)?.view;
        return view === undefined ? [] : [[execution, audienceOf(view)]];
      }),
    );
  }

  /** Only what the client promises: a first page at once, even an empty one, then each change as a page, and the end when the signal aborts. */
  async *#watchChanges(after: number, signal: AbortSignal): AsyncGenerator<ChangePage> {
    const at = (change: number) => ({ epoch: "e1", change });
    const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    const nothing = { summaries: [], removed: [], gap: false };
    if (after >= this.changes.length) yield { ...nothing, after: at(after), cursor: at(after), caughtUp: true };
    for (let change = after; !signal.aborted; ) {
      const next = this.changes[change];
      if (next === undefined) {
        this.waits += 1;
        await Promise.race([aborted, new Promise<void>((resolve) => this.#sleepers.push(resolve))]);
        this.waits -= 1;
        continue;
      }
      change += 1;
      const caughtUp = change === this.changes.length;
      yield { ...nothing, ...next, after: at(change - 1), cursor: at(change), caughtUp };
    }
  }

  /** Only what the client promises: pages as they are stored, the end after the last event, and the end when the signal aborts. */
  async *#watch(execution: string, after: number, signal: AbortSignal): AsyncGenerator<EventPage> {
    let cursor = after;
    const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    for (;;) {
      const page = this.#page(execution, cursor, this.pageSize);
      if (page.events.length > 0) yield page;
      cursor = page.cursor;
      if (page.events.some(({ event }) => event.kind === "ExecutionFinished")) return;
      // What was appended while the reader had the page is there already.
      if (this.#page(execution, cursor, 1).events.length > 0) continue;
      this.waits += 1;
      await Promise.race([aborted, new Promise<void>((resolve) => this.#sleepers.push(resolve))]);
      this.waits -= 1;
      if (signal.aborted) return;
    }
  }
}

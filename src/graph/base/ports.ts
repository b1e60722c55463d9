/**
 * Ports of the GraphQL layer: interfaces of the clients through which it reaches the objects of a tenant. The Worker implements them over
 * Durable Objects, tests in memory.
 */

import type { Audience } from "../../access/audience.ts";
import type { AuditEntry, AuditedAction, AuditPage, AuditQuery, AuditResult } from "../../audit/audit-entry.ts";
import type {
  AuditWebhook,
  AuditWebhookResumption,
  AuditWebhookStanding,
  RegisterAuditWebhookResult,
  ResumeAuditWebhookResult,
} from "../../audit/audit-webhook.ts";
import type { AgentHealth, AgentRegistrationRequest, RegisteredAgent } from "../../catalog/agent-registration.ts";
import type {
  ApplyManifestResult,
  ManifestDefinition,
  RegisteredManifest,
} from "../../catalog/manifests/manifest-document.ts";
import type { OpenApiRegistration } from "../../catalog/openapi/openapi-registration.ts";
import type { ServerRegistration } from "../../catalog/server-registration.ts";
import type { CatalogSnapshot } from "../../catalog/snapshot/catalog-snapshot.ts";
import type { Definition } from "../../catalog/snapshot/compile-definitions.ts";
import type {
  AcceptToolResult,
  ImportDefinitionsResult,
  PreviewCardResult,
  RegisterAgentResult,
  RegisterOpenApiResult,
  RegisterServerResult,
  RegisterWebhookResult,
  SaveWorkflowResult,
  SetFlowRulesResult,
} from "../../catalog/snapshot/registry-result.ts";
import type { WebhookRegistration } from "../../catalog/webhook-registration.ts";
import type { RegisteredWorkflow, WorkflowRegistration, WorkflowVersion } from "../../catalog/workflow-registration.ts";
import type { ExecutionClient, WatchOptions } from "../../execution/client/execution-client.ts";
import type { SendRequest, SendResult } from "../../execution/commands/conversation-peer.ts";
import type { EventSending, SendEventResult, SentEventView } from "../../execution/commands/sent-event.ts";
import type { ArtifactAddress, ArtifactRecord, GivenArtifactLimit } from "../../execution/events/artifact-record.ts";
import type { EventAddress } from "../../execution/events/step-waiting.ts";
import type { MonthUsage } from "../../execution/events/usage.ts";
import type {
  ConversationDeletion,
  ConversationView,
  MessageDeletion,
  MessagePage,
  MessageQuery,
} from "../../execution/views/conversation-view.ts";
import type {
  ChangePage,
  ConversationList,
  ConversationListQuery,
  ExecutionList,
  ExecutionListFilter,
  ExecutionListQuery,
  InboxList,
  InboxQuery,
  StatusCount,
  SubjectPage,
  SubjectPlace,
} from "../../execution/views/execution-list.ts";
import type { ChangePosition } from "../../execution/views/execution-view.ts";
import type { InboxPage } from "../../execution/views/inbox.ts";
import type {
  DayTraffic,
  DescendantTotals,
  StoredAmount,
  StoredExecutions,
  SubjectRegistration,
  UsageQuery,
  UsageTotals,
} from "../../execution/views/usage-totals.ts";
import type { JsonObject } from "../../json/json.ts";
import type { FlowRule } from "../../plan/callable.ts";
import type {
  CreateScheduleRequest,
  CreateScheduleResult,
  RunEntry,
  ScheduleView,
  TriggerResult,
  UpdateScheduleRequest,
  UpdateScheduleResult,
} from "../../schedule/schedule-view.ts";
import type { CredentialClient } from "./credentials.ts";
import type { LocationHint } from "./schema.generated.ts";
import type { SecretClient } from "./secrets.ts";

/** Executions as GraphQL reaches them. */
export type Executions = Omit<ExecutionClient, "push">;

export type RemoveResult =
  | { readonly kind: "REMOVED"; readonly catalogRevision: string }
  | { readonly kind: "NOT_FOUND" };

/** How recent a snapshot of the catalog must be. */
export type Freshness =
  /** As the cache has it: at most some seconds old. */
  | { readonly kind: "CACHED" }
  /** Read again now. */
  | { readonly kind: "CURRENT" }
  /** Holds at least this revision. */
  | { readonly kind: "REVISION"; readonly revision: string };

export interface AtSnapshot {
  /** The snapshot with the change. */
  readonly snapshot: CatalogSnapshot;
}

export interface AtCatalogRevision {
  readonly catalogRevision: string;
}

export interface BudgetClient {
  thisMonth(): Promise<MonthUsage>;
}

/** The catalog of one tenant. */
export interface CatalogClient {
  /** Undefined if a revision is demanded that the catalog never had. */
  snapshot(freshness: Freshness): Promise<CatalogSnapshot | undefined>;
  registerMcpServer(registration: ServerRegistration): Promise<RegisterServerResult<AtSnapshot>>;
  registerOpenApiServer(registration: OpenApiRegistration): Promise<RegisterOpenApiResult<AtSnapshot>>;
  removeMcpServer(name: string): Promise<RemoveResult>;
  /** Registers an agent in the place of one of its name. The card of a remote one is read first. */
  registerAgent(request: AgentRegistrationRequest): Promise<RegisterAgentResult<AtSnapshot>>;
  removeAgent(name: string): Promise<RemoveResult>;
  /** Reads a card without storing anything. */
  previewAgentCard(url: string, bearerSecret: string | undefined): Promise<PreviewCardResult>;
  /** Stores a version of a workflow and makes it the newest. The same version again stores its other facts. */
  saveWorkflow(registration: WorkflowRegistration): Promise<SaveWorkflowResult<AtSnapshot>>;
  /** Stores agents and workflows, each after those that it calls; all or none. */
  importDefinitions(definitions: readonly Definition[]): Promise<ImportDefinitionsResult<AtSnapshot>>;
  /** Removes a workflow with all its versions. */
  removeWorkflow(name: string): Promise<RemoveResult>;
  /** One version by its hash, the newest if that is undefined. Undefined if there is none. */
  workflow(name: string, version: string | undefined): Promise<RegisteredWorkflow | undefined>;
  /** The kept versions of a workflow, newest first. Empty if there is none of this name. */
  workflowVersions(name: string): Promise<readonly WorkflowVersion[]>;
  /** Stores a manifest and makes it the current one of its name. */
  applyManifest(definition: ManifestDefinition): Promise<ApplyManifestResult<AtCatalogRevision>>;
  /** Removes a manifest. Running executions keep their version. */
  removeManifest(name: string): Promise<RemoveResult>;
  /** The current manifest of a name, or the one of a hash. Undefined if there is none. */
  manifest(name: string, hash: string | undefined): Promise<RegisteredManifest | undefined>;
  /** Current manifests in the order of their names, 100 at most. */
  manifests(): Promise<readonly RegisteredManifest[]>;
  /** Replaces the flow rules of the tenant. */
  setFlowRules(rules: readonly FlowRule[]): Promise<SetFlowRulesResult<AtSnapshot>>;
  /** Registers a webhook in the place of one of its name. Nothing is sent to it. */
  registerWebhook(registration: WebhookRegistration): Promise<RegisterWebhookResult<AtCatalogRevision>>;
  removeWebhook(name: string): Promise<RemoveResult>;
  /** Accepts the current contract of the tool `qualifiedName`, if it has the hash `contractHash`. */
  acceptTool(qualifiedName: string, contractHash: string): Promise<AcceptToolResult<AtSnapshot>>;
  /** The health of each agent of these names, 30 seconds old at most; asks those that have a health check. */
  agentHealth(names: readonly string[]): Promise<ReadonlyMap<string, AgentHealth>>;
}

/** Summaries of the executions of one tenant. */
export interface IndexClient {
  list(query: ExecutionListQuery): Promise<ExecutionList>;
  /** How many match `filter`, whose `status` does not count, in each state that occurs. Each count stops at 10,000. */
  statusCounts(filter: ExecutionListFilter): Promise<readonly StatusCount[]>;
  /** Questions to people, across executions. */
  inbox(query: InboxQuery): Promise<InboxList>;
  conversations(query: ConversationListQuery): Promise<ConversationList>;
  /** Calls and consumption of the executions that ended in some days. */
  usage(query: UsageQuery): Promise<UsageTotals>;
  /** What is listed below the execution of that object, for callers that may see it. */
  descendants(execution: string): Promise<DescendantTotals>;
  /** As `watch`, of the inbox. */
  watchInbox(options: WatchOptions<ChangePosition | null>): AsyncIterable<InboxPage>;
  /** Pages of changes. Never ends by itself. `after` null begins with changes from now on. */
  watch(options: WatchOptions<ChangePosition | null>): AsyncIterable<ChangePage>;
}

/** Conversations by the name of their object. */
export interface ConversationClient {
  /** Adds a message and starts its execution. The same again is answered the same. */
  send(request: SendRequest, location: LocationHint | undefined): Promise<SendResult>;
  read(conversation: string): Promise<ConversationView | undefined>;
  messages(conversation: string, query: MessageQuery): Promise<MessagePage>;
  delete(conversation: string): Promise<ConversationDeletion>;
  /** Removes the text of the hidden message at `position`, which keeps its place. */
  deleteMessage(conversation: string, position: number): Promise<MessageDeletion>;
}

/** The cards under which agents and workflows are offered over A2A. */
export interface CardClient {
  /** The card in the form of A2A 1.0, as a deployment at `origin` serves it. Undefined for an agent that is not of this deployment. */
  served(callable: RegisteredAgent | RegisteredWorkflow, origin: string): JsonObject | undefined;
}

/** A stored artifact. */
export interface ArtifactFile extends ArtifactRecord {
  /** Who may see it. Absent for one of an execution, and for one that was given before 0.9.0. */
  readonly audience?: Audience;
  /** Unix milliseconds. */
  readonly storedAt: number;
}

export interface ArtifactContent {
  /** Of one that is given. */
  readonly audience?: Audience;
  readonly content: string;
  readonly description: string | null;
  /** Of one that is made for a run (decision 085). */
  readonly labels?: readonly string[];
  readonly mediaType: string;
}

/** `isNew` is false if the same was stored before; TAKEN is a name that has other content. */
export type CreateArtifactResult =
  | { readonly kind: "STORED"; readonly artifact: ArtifactFile; readonly isNew: boolean }
  | { readonly kind: "TAKEN"; readonly sha256: string }
  | ({ readonly kind: "LIMIT_EXCEEDED" } & GivenArtifactLimit);

/** Artifacts of one tenant. Each method throws MISCONFIGURED where the deployment has no bucket. */
export interface ArtifactClient {
  /** Undefined if there is none of this address. */
  head(address: ArtifactAddress): Promise<ArtifactFile | undefined>;
  /** Bytes of the content, `maxBytes` at most, from the first or from `offset` on. Undefined if there is none of this address. */
  read(address: ArtifactAddress, maxBytes: number, offset?: number): Promise<Uint8Array | undefined>;
  /** Artifacts of an owner in the order of their names, at most `limit` after the name `after`. */
  list(owner: string, after: string | undefined, limit: number): Promise<readonly ArtifactFile[]>;
  /**
   * Stores the content under an address of an execution that is then to be started; it is removed with that, and after an hour if there is
   * none. The same content again does no harm.
   */
  store(address: ArtifactAddress, content: ArtifactContent): Promise<ArtifactFile>;
  /** Stores an artifact that is of no execution, unless its name is taken. */
  create(name: string, content: ArtifactContent): Promise<CreateArtifactResult>;
  /** Deletes an artifact that is of no execution. False if there was none. */
  remove(name: string): Promise<boolean>;
  /** An address below `origin` at which anybody can read the artifact for five minutes. */
  link(address: ArtifactAddress, origin: string): Promise<string>;
}

/** Seals the content of public ids, so that clients can neither make nor read one. */
export interface IdentityClient {
  /** Equal content gives equal ids. */
  seal(content: string): Promise<string>;
  /** Undefined for anything that `seal` did not make. */
  open(id: string): Promise<string | undefined>;
}

/** Events of the tenant. */
export interface EventClient {
  send(sending: EventSending): Promise<SendEventResult>;
  /** The state of an event. Undefined for an unknown or forgotten one. */
  find(address: EventAddress, eventId: string): Promise<SentEventView | undefined>;
}

/** The audit log of the tenant. */
export interface AuditClient {
  /** Stores actions before they are carried out. Returns the id of each entry. */
  begin(actions: readonly AuditedAction[]): Promise<readonly AuditEntry["id"][]>;
  /** Stores their outcome. */
  settle(ids: readonly AuditEntry["id"][], result: AuditResult): Promise<void>;
  list(query: AuditQuery): Promise<AuditPage>;
  /** Receivers of the entries, in the order of their registration. */
  webhooks(): Promise<readonly AuditWebhookStanding[]>;
  /** `webhook` was checked. */
  registerWebhook(webhook: AuditWebhook): Promise<RegisterAuditWebhookResult>;
  /** Sends a receiver entries again. */
  resumeWebhook(resumption: AuditWebhookResumption): Promise<ResumeAuditWebhookResult>;
  /** False if there is none of this name. */
  removeWebhook(name: string): Promise<boolean>;
}

/** The storage of a tenant. */
export interface StorageClient {
  /** Of one subject, or of all if that is undefined. */
  executions(subject: string | undefined): Promise<StoredExecutions>;
  /** The things of a subject, behind a place of the walk over everything that the tenant stores. */
  ofSubject(subject: string, place: SubjectPlace): Promise<SubjectPage>;
  /** Artifacts of no execution; those that one subject gave, if one is named. */
  artifacts(subject?: string): Promise<StoredAmount>;
  /** Everything that is registered; what one subject registered, if one is named. */
  registrations(subject?: string): Promise<StoredAmount>;
  /** What one subject registered, by kind and name. */
  registrationsOf(subject: string): Promise<readonly SubjectRegistration[]>;
  /** The registrations of the subject stay, and are of no subject from now on. */
  forgetRegistrant(subject: string): Promise<void>;
  /** The use of the isolates of the Worker, by the day, newest first, of the tenant or of one subject. Null where subjects are not counted. */
  traffic(subject?: string): Promise<readonly DayTraffic[] | null>;
}

/** Schedules of the tenant, by their names. */
export interface ScheduleClient {
  create(request: CreateScheduleRequest): Promise<CreateScheduleResult>;
  update(request: UpdateScheduleRequest): Promise<UpdateScheduleResult>;
  /** Undefined for none, as below. */
  read(name: string): Promise<ScheduleView | undefined>;
  /** In the order of their names. */
  list(): Promise<readonly ScheduleView[]>;
  /** The input of the mutation that its runs are as, JSON. */
  input(name: string): Promise<string | undefined>;
  /** The latest records, newest first. */
  runs(name: string, limit: number): Promise<readonly RunEntry[]>;
  pause(name: string, by: string, note: string | null): Promise<ScheduleView | undefined>;
  resume(name: string): Promise<ScheduleView | undefined>;
  trigger(name: string, key: string): Promise<TriggerResult>;
  /** False if there was none. */
  delete(name: string): Promise<boolean>;
}

export interface Clients {
  readonly executions: Executions;
  readonly schedules: ScheduleClient;
  readonly events: EventClient;
  readonly conversations: ConversationClient;
  readonly catalog: CatalogClient;
  readonly index: IndexClient;
  readonly credentials: CredentialClient;
  readonly secrets: SecretClient;
  readonly budget: BudgetClient;
  readonly artifacts: ArtifactClient;
  readonly audit: AuditClient;
  readonly storage: StorageClient;
  readonly cards: CardClient;
  readonly identity: IdentityClient;
}

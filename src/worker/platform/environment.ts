/**
 * Room `worker/platform`: the platform as the Worker uses it: bindings, placement of objects, calls of objects, sealed ids, random secrets,
 * tracing and counters.
 *
 * It leaves to others: `worker/settings` reads settings, `durable/ports` declares the ports for tracing and counters, `worker/clients` has the
 * methods of each object.
 *
 * Invariants:
 *
 * - `placement.ts` alone knows where the objects of a tenant live. Every access goes through it, so that a jurisdiction is never missed.
 * - A sealed id can be neither made nor read outside of the deployment (`sealed-id.ts`).
 * - A call of an object is repeated only if the platform says that this is worth it, and never on an overloaded object (`object-call.ts`).
 *
 * This file declares what the platform passes to the Worker: bindings of objects, and settings as text.
 */

import type { AgentHealth, AgentRegistrationRequest } from "../../catalog/agent-registration.ts";
import type {
  ApplyManifestResult,
  ManifestDefinition,
  RegisteredManifest,
} from "../../catalog/manifests/manifest-document.ts";
import type { ServerRegistration } from "../../catalog/server-registration.ts";
import type {
  AcceptToolResult,
  PreviewCardResult,
  RegisterAgentResult,
  RegisterServerResult,
  RegisterWebhookResult,
  SaveWorkflowResult,
} from "../../catalog/snapshot/registry-result.ts";
import type { WebhookRegistration } from "../../catalog/webhook-registration.ts";
import type { RegisteredWorkflow, WorkflowRegistration, WorkflowVersion } from "../../catalog/workflow-registration.ts";
import type { Bucket } from "../../durable/calls/artifact-bucket.ts";
import type { CatalogContents } from "../../durable/catalog/catalog-tables.ts";
import type { StoredArtifactRecord } from "../../durable/ports/artifact-store.ts";
import type { ConversationExecution } from "../../durable/ports/conversation-options.ts";
import type { IndexPort } from "../../durable/ports/execution-options.ts";
import type { ExecutionPeer } from "../../durable/ports/execution-peer.ts";
import type { TenantBudgetPort } from "../../durable/tenant/execution-budget.ts";
import type { TenantLeasePort } from "../../durable/tenant/execution-lease.ts";
import type { AddApiKeyResult, StoredApiKey } from "../../durable/tenant/tenant-api-keys.ts";
import type { GivenArtifactRequest } from "../../durable/tenant/tenant-object.ts";
import type { StoredToken, TokenRights } from "../../durable/tenant/tenant-tokens.ts";
import type { ConversationPeer, SendRequest, SendResult } from "../../execution/commands/conversation-peer.ts";
import type { PushCommand, PushResult } from "../../execution/commands/push-config.ts";
import type { ArtifactAddress, GivenArtifactCaps, GivenArtifactLimit } from "../../execution/events/artifact-record.ts";
import type { MonthUsage } from "../../execution/events/usage.ts";
import type { ConversationView } from "../../execution/views/conversation-view.ts";
import type { TaskList, TaskListQuery } from "../../execution/views/task-list.ts";
import type { ConversationClient, ExecutionClient, IndexClient } from "../../graph/base/ports.ts";
import type { WorkersAiBinding } from "../../model/port.ts";
import type { Jurisdiction } from "../settings/setting-specs.ts";
import type { Dataset } from "./analytics-engine.ts";

/** Objects by name, as far as the Worker needs the platform's namespaces. */
export interface ObjectNamespace<Stub> {
  /** `locationHint` counts only when the object is made. */
  getByName(name: string, options?: { readonly locationHint: string }): Stub;
}

/** A namespace as the platform binds it. Which objects of a tenant are meant is decided in `placement.ts`. */
export interface PlatformNamespace<Stub> extends ObjectNamespace<Stub> {
  /** The part of the namespace whose objects stay in a jurisdiction. */
  jurisdiction(jurisdiction: Jurisdiction): ObjectNamespace<Stub>;
}

type WithoutName<Method> = Method extends (execution: string, ...rest: infer Rest) => infer Answer
  ? (...rest: Rest) => Answer
  : never;

/** The methods of the client, called on the object that is meant; `fetch` opens a watcher's WebSocket. */
export type ExecutionStub = {
  readonly [Name in
    | "lookup"
    | "read"
    | "value"
    | "groupOutput"
    | "projection"
    | "events"
    | "cancel"
    | "respond"
    | "submit"
    | "derive"
    | "delete"
    | "webhooks"
    | "announce"]: WithoutName<ExecutionClient[Name]>;
} & ExecutionPeer &
  Pick<ConversationExecution, "conversationReport"> & {
    push(command: PushCommand): Promise<PushResult>;
    unpark(): Promise<void>;
    fetch(url: string, init: { readonly headers: { readonly [name: string]: string } }): Promise<Response>;
  };

export interface ConversationStub extends ConversationPeer {
  send(request: SendRequest): Promise<SendResult>;
  read(): Promise<ConversationView | null>;
  messages: WithoutName<ConversationClient["messages"]>;
  delete: WithoutName<ConversationClient["delete"]>;
}

export interface CatalogStub {
  contents(known: string | null): Promise<CatalogContents>;
  register(registration: ServerRegistration): Promise<RegisterServerResult>;
  remove(name: string): Promise<string | null>;
  acceptTool(server: string, toolName: string, looked: string): Promise<AcceptToolResult>;
  registerAgent(request: AgentRegistrationRequest): Promise<RegisterAgentResult>;
  removeAgent(name: string): Promise<string | null>;
  previewAgentCard(url: string, bearerSecret: string | null): Promise<PreviewCardResult>;
  saveWorkflow(registration: WorkflowRegistration): Promise<SaveWorkflowResult>;
  removeWorkflow(name: string): Promise<string | null>;
  workflow(name: string, version: string | null): Promise<RegisteredWorkflow | null>;
  workflowVersions(name: string): Promise<readonly WorkflowVersion[]>;
  applyManifest(definition: ManifestDefinition): Promise<ApplyManifestResult>;
  removeManifest(name: string): Promise<string | null>;
  manifest(name: string, hash: string | null): Promise<RegisteredManifest | null>;
  manifests(): Promise<readonly RegisteredManifest[]>;
  registerWebhook(registration: WebhookRegistration): Promise<RegisterWebhookResult>;
  removeWebhook(name: string): Promise<string | null>;
  agentHealth(names: readonly string[]): Promise<readonly (readonly [string, AgentHealth])[]>;
}

export interface IndexStub
  extends IndexPort,
    Pick<IndexClient, "conversations" | "inbox" | "list" | "statusCounts" | "usage"> {
  tasks(query: TaskListQuery): Promise<TaskList>;
  /** Opens a watcher's WebSocket. */
  fetch(url: string, init: { readonly headers: { readonly [name: string]: string } }): Promise<Response>;
}

export interface TenantStub extends TenantLeasePort, TenantBudgetPort {
  keepArtifact(tenant: string, address: ArtifactAddress, until: number): Promise<void>;
  keepGivenArtifact(request: GivenArtifactRequest, caps: GivenArtifactCaps): Promise<GivenArtifactLimit | null>;
  settleGivenArtifact(tenant: string, name: string, after: "STORED" | "REMOVED"): Promise<StoredArtifactRecord | null>;
  modelUsage(now: number): Promise<MonthUsage>;
  addApiKey(key: StoredApiKey, maximum: number, now: number): Promise<AddApiKeyResult>;
  apiKey(name: string): Promise<StoredApiKey | null>;
  apiKeys(): Promise<readonly StoredApiKey[]>;
  revokeApiKey(name: string, now: number): Promise<StoredApiKey | null>;
  addToken(name: string, token: StoredToken, now: number): Promise<void>;
  useToken(name: string, secretHash: string, now: number): Promise<TokenRights | null>;
}

export interface Environment {
  readonly EXECUTION: PlatformNamespace<ExecutionStub>;
  readonly CONVERSATION: PlatformNamespace<ConversationStub>;
  readonly CATALOG: PlatformNamespace<CatalogStub>;
  readonly INDEX: PlatformNamespace<IndexStub>;
  readonly TENANT: PlatformNamespace<TenantStub>;
  /** Where artifacts lie. Absent where the deployment has bound no bucket. */
  readonly ARTIFACTS?: Bucket;
  /** Where counters go. Absent where the deployment has bound no dataset; log lines then carry what is counted. */
  readonly METRICS?: Dataset;
  /** Workers AI. Absent where the deployment has not bound it. */
  readonly AI?: WorkersAiBinding;
  /** Static assets. Absent where the deployment has none. */
  readonly ASSETS?: {
    fetch(
      address: URL,
      request: { readonly method: string; readonly headers: { readonly [name: string]: string } },
    ): Promise<Response>;
  };
  readonly [setting: string]: unknown;
}

/** Name of the index object of a tenant. There is one shard so far; its number is in the name from the first day. */
export function indexName(tenant: string): string {
  return `${tenant}#0`;
}

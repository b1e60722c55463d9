/**
 * The source type of each type of the schema: a view of the core, with the facts that resolve its other fields. Types that are not listed
 * have the shape of the schema. `scripts/generate/schema.mjs` maps them by name.
 */

import type { AuditEntry } from "../../audit/audit-entry.ts";
import type { RegisteredAgent } from "../../catalog/agent-registration.ts";
import type { AgentCard } from "../../catalog/agents/agent-card.ts";
import type { ManifestAgent, ManifestTool, RegisteredManifest } from "../../catalog/manifests/manifest-document.ts";
import type { CatalogSnapshot, RegisteredServer, RegisteredTool } from "../../catalog/snapshot/catalog-snapshot.ts";
import type { RegisteredWebhook } from "../../catalog/webhook-registration.ts";
import type { RegisteredWorkflow, WorkflowVersion } from "../../catalog/workflow-registration.ts";
import type { Attachment } from "../../execution/events/attachments.ts";
import type { EventKind } from "../../execution/events/event.ts";
import type { Derivation, ScheduleOrigin } from "../../execution/events/execution-origin.ts";
import type { ConversationView, MessageView } from "../../execution/views/conversation-view.ts";
import type { ListedExecution } from "../../execution/views/execution-list.ts";
import type {
  ExecutionView,
  HumanInputView,
  ModelCallView,
  PagedEvent,
  RoutingView,
  StepView,
} from "../../execution/views/execution-view.ts";
import type { InboxItem } from "../../execution/views/inbox.ts";
import type { RunOf } from "../../execution/views/outline.ts";
import type { EventOf, PublicEvent } from "../../execution/views/public-event.ts";
import type { WebhookStanding } from "../../execution/webhooks/webhook.ts";
import type { JsonObject } from "../../json/json.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import type { ExecutionLimits } from "../../plan/limits.ts";
import type { Plan, PlanStep, StepPolicy } from "../../plan/plan.ts";
import type { HandoffRule, OutputModel } from "../../plan/turn-work.ts";
import type { ActiveRun } from "../../schedule/schedule.ts";
import type { RunEntry, ScheduleView } from "../../schedule/schedule-view.ts";
import type { ArtifactFile } from "./ports.ts";
import type { Maybe } from "./schema.generated.ts";

/** An execution: whole, or as the index keeps it where nothing more was selected (see `list-executions.ts`). */
export type ExecutionSource =
  | { readonly kind: "VIEW"; readonly view: ExecutionView }
  | { readonly kind: "SUMMARY"; readonly summary: ListedExecution };

export type WebhookSource = RegisteredWebhook;

export type ExecutionScheduleSource = ScheduleOrigin;

export interface ScheduleSource {
  readonly schedule: ScheduleView;
}

export type ActiveRunSource = ActiveRun;

export type RunRecordSource = RunEntry;

export type ExecutionWebhookSource = WebhookStanding;

export type DerivationSource = Derivation;

export interface StepSource {
  readonly view: ExecutionView;
  readonly step: StepView;
}

/**
 * The pinned callables of a plan. A function, because the event of a plan that a model made does not carry them: they are read only where a
 * field says whether a step calls a tool or an agent.
 */
export type PinnedCallables = () => readonly CallableDefinition[] | Promise<readonly CallableDefinition[]>;

export interface PlanSource {
  readonly plan: Plan;
  readonly hash: string;
  readonly callables: PinnedCallables;
}

/** One of the plans of an execution. */
export interface PlanRoundSource {
  readonly view: ExecutionView;
  readonly number: number;
  readonly plan: Plan;
  readonly hash: string;
  readonly proposedAt: number | null;
  readonly planWarnings: NonNullable<ExecutionView["planWarnings"]>;
}

export interface PlanStepSource {
  readonly step: PlanStep;
  readonly callables: PinnedCallables;
}

export type StepPolicySource = StepPolicy;

/** A call of a language model in `execution`. */
export interface ModelCallSource {
  readonly execution: string;
  readonly call: ModelCallView;
}

export type RoutingSource = RoutingView;

export type LimitsSource = ExecutionLimits;

/** Consumption of tenants is read where it is selected. */
export interface TenantSource {
  readonly name: string;
  readonly limits: ExecutionLimits;
}

/**
 * A question: whole, or as the index keeps it where nothing more was selected (see `list-inbox.ts`). Fields that say something of its
 * step need the execution, which is read where it is not at hand.
 */
export type HumanInputSource =
  | { readonly execution: string; readonly request: HumanInputView; readonly view?: ExecutionView }
  | { readonly execution: string; readonly listed: InboxItem };

export interface ConversationSource {
  readonly conversation: ConversationView;
}

export interface MessageSource {
  readonly message: MessageView;
  /** Name of the object of its conversation. */
  readonly conversationName: string;
}

export interface ManifestSource {
  readonly manifest: RegisteredManifest;
}

/** An agent of a manifest. */
export interface ManifestAgentSource {
  readonly agent: ManifestAgent;
  readonly manifest: RegisteredManifest;
}

export type ManifestToolSource = ManifestTool;

export type ManifestHandoffSource = HandoffRule;

/** The tool that the output of an agent starts. */
export interface ManifestBindingSource {
  readonly output: OutputModel;
  readonly tool: ManifestTool;
}

export interface ToolSource {
  readonly tool: RegisteredTool;
  readonly mcpServer: McpServerSource;
}

export interface AgentSource {
  readonly agent: RegisteredAgent;
}

export interface AgentCardSource {
  readonly card: AgentCard;
  /** The whole card in the form of A2A 1.0. */
  readonly document: JsonObject;
  /** When it was read from a remote agent. Undefined for one that is served here. */
  readonly readAt: number | undefined;
}

export interface WorkflowSource {
  readonly workflow: RegisteredWorkflow;
  /** The snapshot with the current callables of its plan. */
  readonly catalog: CatalogSnapshot;
}

export interface WorkflowVersionSource extends WorkflowVersion {
  /** Name of the workflow. */
  readonly name: string;
}

export interface ArtifactSource {
  /** Name of the object of the execution that stored it, or `given`. */
  readonly owner: string;
  readonly artifact: ArtifactFile;
  /** Step for whose call it was stored; a function where only the execution knows. */
  readonly stepId?: Maybe<string> | (() => Promise<Maybe<string>>);
}

/** An attachment with the artifact that holds it. */
export interface StepAttachmentSource extends Attachment {
  readonly artifact: ArtifactSource | undefined;
}

export type CallableRunSource = RunOf;

/** The step that started an execution, by the name of its object. */
export interface OriginSource {
  readonly execution: string;
  readonly stepPath: string;
}

export interface McpServerSource {
  readonly server: RegisteredServer;
  /** The snapshot that the server was found in. */
  readonly catalog: CatalogSnapshot;
}

/** An event of the log of `execution`. */
export interface RecordedSource<Kind extends EventKind = EventKind> {
  readonly execution: string;
  readonly recorded: PagedEvent<EventOf<Kind>>;
}

/** The same with its public members. */
export type EventSource<Kind extends EventKind = EventKind> = Kind extends unknown
  ? RecordedSource<Kind> & PublicEvent<Kind>
  : never;

export interface IdempotencyConflict {
  readonly code: "IDEMPOTENCY_CONFLICT";
  readonly message: string;
  readonly path: readonly string[];
  /** Name of the object of the execution that was started with the key. */
  readonly execution: string;
}

/** An entry of the audit log. */
export type AuditEntrySource = AuditEntry;

/**
 * The options that a deployment gives the object of an execution. The code that makes the class reads it once, so that no setting is read here.
 */

import type { EgressRules, ServiceBindings } from "../../catalog/egress.ts";
import type { ConversationPeer } from "../../execution/commands/conversation-peer.ts";
import type { ArtifactAddress } from "../../execution/events/artifact-record.ts";
import type { EventAddress } from "../../execution/events/step-waiting.ts";
import type { ConversationRemoval, ListedConversation } from "../../execution/views/conversation-view.ts";
import type { ExecutionPosition } from "../../execution/views/execution-list.ts";
import type { ExecutionSummary } from "../../execution/views/summary.ts";
import type { CodeHooks } from "../../execution/webhooks/code-hook.ts";
import type { CallModel, WorkersAiBinding } from "../../model/port.ts";
import type { ExecutionDefinitions } from "../../plan/callable.ts";
import type { CodeTools } from "../../tools/code/code-tool.ts";
import type { ArtifactStore } from "./artifact-store.ts";
import type { CredentialPort } from "./credential-port.ts";
import type { EventMailbox } from "./event-mailbox.ts";
import type { ExecutionPeer } from "./execution-peer.ts";
import type { ExecutionLease } from "./lease-port.ts";
import type { Meter } from "./meter.ts";
import type { MonthlyBudgetPort } from "./monthly-budget-port.ts";
import type { Clock, Journal } from "./ports.ts";
import type { Tracer } from "./tracer.ts";

export type LogLevel = "debug" | "info";

export interface ExecutionOptions {
  readonly egress: EgressRules;
  readonly maxResponseBytes: number;
  /** Bytes, as JSON, that the arguments of one call, and the output of a run, may have. */
  readonly maxArgumentBytes: number;
  /** How long a finished execution is kept. */
  readonly retentionMs: number;
  /** How long its events and values are kept; never longer. */
  readonly eventRetentionMs: number;
  /** Whether the index receives requests and results, so that executions are found by them. */
  readonly keepsSearchWords: boolean;
  /** Whether requests to models are kept for readers, as long as events. */
  readonly keepsModelRequests: boolean;
  /** How long until the alarm repeats calls that failed, or were not acknowledged (E6). */
  readonly leaseMs: number;
  readonly codeVersion: string;
  /** The problem of the settings. Executions are then parked: readable, untouched, and checked again later. Absent if there is none. */
  readonly misconfigured: string | undefined;
  readonly tracer: Tracer;
  /** Absent where nothing is counted. */
  readonly meter: Meter | undefined;
  /** `info` writes a line per step that ended, `debug` also one per move of the state machine. */
  readonly logLevel: LogLevel;
  readonly clock: Clock;
  /** The turns of children beside those of other tenants. Absent where no isolate is shared. */
  readonly childTurns?: ChildTurns | undefined;
  readonly random: () => number;
  /** Workers that MCP servers may be reached at without the network. */
  readonly serviceBindings: ServiceBindings;
  /** The tools in the code of the deployment. */
  readonly codeTools: CodeTools;
  /** The hooks in the code of the deployment. */
  readonly codeHooks: CodeHooks;
  /** Value of the secret that a registration names, or undefined if the deployment has none of that name. */
  readonly secret: (name: string) => string | undefined;
  /** The secrets that callees of the tenant are sent. Opened again for each call. */
  readonly credentials: (tenant: string) => CredentialPort;
  readonly index: (tenant: string) => IndexPort;
  /** The part of a root execution in the caps of its tenant. */
  readonly lease: (tenant: string, execution: string) => ExecutionLease;
  /** The part of an execution in the monthly budgets of its tenant. `onChange` is called when the pending report may have changed. */
  readonly budget: (tenant: string, execution: string, onChange: () => void) => MonthlyBudgetPort;
  /** Value of the secret that a model names, or undefined if the deployment has none of that name. */
  readonly modelSecret: (name: string) => string | undefined;
  /** The `AI` binding of the deployment. Undefined if there is none. */
  readonly modelBinding?: WorkersAiBinding | undefined;
  /** Loads the model adapter when the first model is called. */
  readonly callModel: () => Promise<CallModel>;
  /** Where artifacts lie. Absent where the deployment has bound no bucket; a call that needs one then fails. */
  readonly artifacts: ArtifactStore | undefined;
  /** An address at which anybody can read the artifact for some minutes. Absent where the deployment does not know its own address. */
  readonly artifactLink: (tenant: string, address: ArtifactAddress) => Promise<string | undefined>;
  /** Another execution of the tenant, by the name of its object. Opened again for each call: a stub that broke stays broken. */
  readonly execution: (tenant: string, name: string) => ExecutionPeer;
  /** Where events of this name and correlation are given to steps. Opened again for each call. */
  readonly mailbox: (tenant: string, address: EventAddress) => EventMailbox;
  /** The callables of the tenant's catalog that fit `query`, without those of `known`. Rejects if the catalog cannot be reached. */
  readonly findCallables: (tenant: string, query: string, known: ReadonlySet<string>) => Promise<ExecutionDefinitions>;
  /** The object of a conversation of the tenant, by its name. Opened again for each call. */
  readonly conversation: (tenant: string, name: string) => ConversationPeer;
  /** The id by which clients of the tenant know an execution, or a question of it. */
  readonly publicId: (tenant: string, name: PublicName) => Promise<string>;
  /** Origin under which the deployment is reached. Absent if unknown. */
  readonly publicUrl: string | undefined;
  /** The value of `webhook-signature` for `content`, in the name of the tenant. */
  readonly signWebhook: (tenant: string, content: string) => Promise<string>;
  /** Wraps the journal; the identity but for tests that stop before or after a row. */
  readonly journal: (journal: Journal) => Journal;
}

export interface ChildTurns {
  /** An execution of `tenant` began. Times in Unix milliseconds. */
  begun(tenant: string, now: number): void;
  /** Takes the turn of the next child of `tenant`, and gives the milliseconds until it. */
  waitMs(tenant: string, now: number): number;
  /** The further milliseconds of a pause between two pieces of work of `tenant` that began at `since`. 0 once it is over. */
  pauseMs(tenant: string, since: number, now: number): number;
  /** A wait of a child of `tenant` ended at `now` that was due at `dueAt`. */
  late(tenant: string, dueAt: number, now: number): void;
  /** By how many milliseconds in all the children of `tenant` have been put off, since the isolate was late. */
  putOffMs(tenant: string): number;
}

/** The thing that a public id means. `execution` is the name of its object. */
export type PublicName =
  | { readonly kind: "EXECUTION"; readonly execution: string }
  | { readonly kind: "HUMAN_INPUT"; readonly execution: string; readonly requestId: string };

/** The index of one tenant. */
export interface IndexPort {
  /** Answers whether anybody follows the list; nothing if it does not say. */
  put(summary: ExecutionSummary): Promise<unknown>;
  /** Like `put`, for several executions at once. Returns the error of each, null for none. */
  putMany(summaries: readonly ExecutionSummary[]): Promise<readonly (string | null)[]>;
  /** As `put`, but applies to the same revision too. */
  restore(summary: ExecutionSummary): Promise<unknown>;
  remove(position: ExecutionPosition): Promise<unknown>;
  /** Removes the questions and answers of an execution whose values are removed. */
  forgetWords(position: ExecutionPosition): Promise<unknown>;
  /** Stores the known facts of an execution that this code cannot continue, and wakes it once newer code has come. */
  park(tenant: string, summary: ExecutionSummary): Promise<unknown>;
  /** Takes over where a conversation stands; only higher revisions apply. */
  putConversation(view: ListedConversation): Promise<unknown>;
  removeConversation(removal: ConversationRemoval): Promise<unknown>;
  /** Whether every execution that the tenant ever had is known to its hosts. */
  hadHostsFromTheFirst(): Promise<boolean>;
}

/** As `leaseMs` (E6). */
export const defaultLeaseMs = 30_000;

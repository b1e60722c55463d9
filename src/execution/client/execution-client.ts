/**
 * Room `execution/client`: the interface through which servers reach executions. GraphQL, A2A and MCP each pick the methods that they use;
 * the Worker implements it over Durable Objects, tests in memory.
 *
 * Leaves: requests and results to `execution/commands` and `execution/derive`; the objects themselves to `durable`.
 *
 * Invariants:
 * - Names of executions come from sealed ids, from keys or from messages, so that a forged id wakes no object.
 * - Every call may be repeated.
 */
import type { StoredJson, ValueSlot } from "../../json/stored-value.ts";
import type { PushCommand, PushResult } from "../commands/push-config.ts";
import type {
  CancelResult,
  DeleteResult,
  GivenResponse,
  RespondResult,
  StartRequest,
  StartResult,
} from "../commands/start-request.ts";
import type { DerivationResult } from "../derive/derivation.ts";
import type { DerivationRequest } from "../derive/derivation-changes.ts";
import type { SourceLabels } from "../state/state-labels.ts";
import type { OutputSubmission, SubmissionResult } from "../turns/turn-request.ts";
import type { CarriedValues, EventPage, ExecutionView } from "../views/execution-view.ts";
import type { ProjectionDialect } from "../views/projection.ts";
import type { WebhookStanding } from "../webhooks/webhook.ts";

export interface WatchOptions<Position> {
  /** Events up to this position are not sent. */
  readonly after: Position;
  /** An empty page follows after this time without a page, if the watched object was proven reachable since. */
  readonly heartbeatMs: number;
  /** Ends the watching when it aborts. */
  readonly signal: AbortSignal;
}

/** Executions by the name of their object. */
export interface ExecutionClient {
  /**
   * Stores and starts, or returns the execution that was started before under the same name (E1). `location` is a region of the platform,
   * and counts only when the object is made.
   */
  start(request: StartRequest, location?: string | null): Promise<StartResult>;
  /** The answer of `start` if an execution was started under the name; otherwise null. Stores nothing (E1). */
  lookup(execution: string, fingerprint: string, subject: string): Promise<StartResult | null>;
  /** Small values that are not carried are behind `value`, as large ones are. */
  read(execution: string, carried: CarriedValues): Promise<ExecutionView | null>;
  /** A value that the view left out because of its size. */
  value(execution: string, sequence: number, slot: ValueSlot): Promise<StoredJson>;
  /** Output of a group, made of the outputs of its children. */
  groupOutput(execution: string, stepId: string): Promise<StoredJson>;
  /** The labels of the sources of each step's arguments, in the order of `stepIds`. Null if the events were removed, as for an unknown name. */
  sourceLabels(execution: string, stepIds: readonly string[]): Promise<readonly (readonly SourceLabels[])[] | null>;
  /** The result in the words of a dialect: JSON null before the end and for a dialect that cannot express the plan. */
  projection(execution: string, dialect: ProjectionDialect): Promise<StoredJson>;
  /** Size of its events, values and artifacts, 0 once retention has removed them. Null for an unknown name. */
  storedBytes(execution: string): Promise<number | null>;
  /** Events after `after`, at most `limit`, fewer if they are large. */
  events(execution: string, after: number, limit: number): Promise<EventPage>;
  /** With `force` the steps of `finally` end too, or never begin. */
  cancel(execution: string, by: string, reason: string | null, force?: boolean): Promise<CancelResult>;
  respond(execution: string, answer: GivenResponse): Promise<RespondResult>;
  /** Takes the structured output of an agent that runs elsewhere. */
  submit(execution: string, submission: OutputSubmission): Promise<SubmissionResult>;
  /** The results that a retry or fork of an ended execution reuses. `withValues` false leaves its outputs out. */
  derive(execution: string, request: DerivationRequest, withValues: boolean): Promise<DerivationResult>;
  /** How far the deliveries to its webhooks came. Null if retention removed its events. */
  webhooks(execution: string): Promise<readonly WebhookStanding[] | null>;
  /** Changes or lists the push configs of an A2A task. */
  push(execution: string, command: PushCommand): Promise<PushResult>;
  /** Deletes an execution that has ended; its key stays used. */
  delete(execution: string): Promise<DeleteResult>;
  /** Makes the execution report its state to the index of its tenant. False if there is no such execution. */
  announce(execution: string): Promise<boolean>;
  /** Pages of events as they are stored. Ends after `ExecutionFinished` was delivered; `return()` ends it at once. */
  watch(execution: string, options: WatchOptions<number>): AsyncIterable<EventPage>;
}

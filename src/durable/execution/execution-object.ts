/**
 * Room `durable/execution`: the Durable Object of one execution. It owns when the object wakes, the requests that change it
 * (`execution-requests.ts`), reports to others (`reports.ts`), its archive, its tombstone and its removal, and every answer about it
 * (`execution-reader.ts`).
 *
 * It leaves to others: `durable/runner` drives the execution, `durable/storage` stores the journal, `durable/calls` makes the requests,
 * `durable/feed` sends to watchers, `durable/deliveries` sends to push configs and webhooks, `durable/index` lists executions.
 *
 * Invariants:
 *
 * - E1: the object is named from tenant, surface and key. The same request finds the same execution, a different one is a conflict.
 * - E6: code that puts work in flight sets the alarm in the same turn as its row and drives at once. The alarm takes over half a second
 *   later. It sets the next one before anything else, never throws, and yields before the platform's limit of 15 minutes.
 * - E11: while only waits and back-off are left, nothing here keeps the object in memory; the alarm holds them.
 * - A report is repeated until it is acknowledged: changes to the index and the tenant's budgets, the end of a child to its parent, news to
 *   the conversation, and a stop to an abandoned child. The alarm stays set as long.
 * - After its end an execution is a journal, then an archive, or a tombstone if it was deleted. Each change is one transaction.
 * - Rows of newer code are never changed or removed. An execution that is too old to be read can only be removed.
 *
 * An object holds one execution, or it is a host, which holds many (`execution-host.ts`). `hosted-execution.ts` is one execution in either.
 * This file is the class `ExecutionObject`, which the platform makes.
 */
import { DurableObject } from "cloudflare:workers";
import type { ConversationReport } from "../../execution/commands/conversation-peer.ts";
import type { PushCommand, PushResult } from "../../execution/commands/push-config.ts";
import type { ArrivalAnswer, ArrivedEvent } from "../../execution/commands/sent-event.ts";
import type {
  CancelResult,
  DeleteResult,
  GivenResponse,
  RespondResult,
  StartRequest,
  StartResult,
} from "../../execution/commands/start-request.ts";
import type { DerivationResult } from "../../execution/derive/derivation.ts";
import type { DerivationRequest } from "../../execution/derive/derivation-changes.ts";
import type { SourceLabels } from "../../execution/state/state-labels.ts";
import type { OutputSubmission, SubmissionResult } from "../../execution/turns/turn-request.ts";
import type { CarriedValues, EventPage, ExecutionView } from "../../execution/views/execution-view.ts";
import type { ProjectionDialect } from "../../execution/views/projection.ts";
import type { WebhookStanding } from "../../execution/webhooks/webhook.ts";
import type { StoredJson, ValueSlot } from "../../json/stored-value.ts";
import { maxParallelRequests } from "../../plan/limits.ts";
import { Permits } from "../calls/permits.ts";
import { Announcements } from "../deliveries/announcements.ts";
import { FeedSockets } from "../feed/feed-sockets.ts";
import type { EventReceiver } from "../ports/event-mailbox.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { ChildEnd, ExecutionPeer } from "../ports/execution-peer.ts";
import { sharedTimers } from "../ports/shared-timers.ts";
import { ownStorage } from "../storage/execution-storage.ts";
import { isHost } from "../storage/host-tables.ts";
import { ExecutionHost, type HostAnswer, type HostedCall, type HostedStart } from "./execution-host.ts";
import { HostedExecution } from "./hosted-execution.ts";
import { hostedHeader } from "./hosted-header.ts";

export class ExecutionObject<Env = unknown> extends DurableObject<Env> implements ExecutionPeer, EventReceiver {
  readonly #context: DurableObjectState;
  readonly #options: ExecutionOptions;
  /** Absent in an object that is a host. */
  #ownExecution: HostedExecution | undefined;
  /** Absent in an object that holds one execution, or nothing yet. */
  #hostOfMany: ExecutionHost | undefined;

  constructor(context: DurableObjectState, env: Env, options: ExecutionOptions) {
    super(context, env);
    this.#context = context;
    this.#options = { ...options, clock: sharedTimers(options.clock) };
    if (isHost(context.storage)) this.#hostOfMany = new ExecutionHost(context, this.#options);
    else this.#ownExecution = this.#makeOwn();
  }

  #makeOwn(): HostedExecution {
    const home = {
      storage: ownStorage(this.#context.storage),
      sockets: new FeedSockets(this.#context, this.#options.clock),
      permits: new Permits(maxParallelRequests),
      announcements: new Announcements(this.#options.index, { clock: this.#options.clock, everyMs: 0 }),
      wasAtRest: false,
    };
    return new HostedExecution(home, this.#options);
  }

  get #own(): HostedExecution {
    if (this.#hostOfMany !== undefined) throw new Error("a host is asked for one of its executions by name");
    this.#ownExecution ??= this.#makeOwn();
    return this.#ownExecution;
  }

  get #host(): ExecutionHost {
    this.#hostOfMany ??= new ExecutionHost(this.#context, this.#options);
    return this.#hostOfMany;
  }

  /** Asks an execution of a host. */
  hosted(call: HostedCall): Promise<HostAnswer> {
    return this.#host.ask(call);
  }

  /** Starts an execution in a host, or says where it is to be started. */
  startHosted(start: HostedStart): Promise<HostAnswer> {
    return this.#host.start(start);
  }

  start(request: StartRequest): Promise<StartResult> {
    return this.#own.start(request);
  }

  lookup(fingerprint: string, subject: string, withValues = true): StartResult | null {
    return this.#own.lookup(fingerprint, subject, withValues);
  }

  read(carried: CarriedValues = true): ExecutionView | null {
    return this.#own.read(carried);
  }

  value(sequence: number, slot: ValueSlot): StoredJson {
    return this.#own.value(sequence, slot);
  }

  groupOutput(stepId: string): StoredJson {
    return this.#own.groupOutput(stepId);
  }

  sourceLabels(stepIds: readonly string[]): readonly (readonly SourceLabels[])[] | null {
    return this.#own.sourceLabels(stepIds);
  }

  projection(dialect: ProjectionDialect): StoredJson {
    return this.#own.projection(dialect);
  }

  storedBytes(): number | null {
    return this.#own.storedBytes();
  }

  push(command: PushCommand): PushResult {
    return this.#own.push(command);
  }

  webhooks(): readonly WebhookStanding[] | null {
    return this.#own.webhooks();
  }

  derive(request: DerivationRequest, withValues: boolean): DerivationResult {
    return this.#own.derive(request, withValues);
  }

  events(after: number, limit: number): EventPage {
    return this.#own.events(after, limit);
  }

  cancel(by: string, reason: string | null, force?: boolean): CancelResult {
    return this.#own.cancel(by, reason, force);
  }

  end(): Promise<ChildEnd | null> {
    return this.#own.end();
  }

  childEnded(child: string, step: string, end: ChildEnd): Promise<void> {
    return this.#own.childEnded(child, step, end);
  }

  stopChild(parent: string, reason: string): Promise<void> {
    return this.#own.stopChild(parent, reason);
  }

  eventArrived(step: string, waitId: string, event: ArrivedEvent): Promise<ArrivalAnswer> {
    return this.#own.eventArrived(step, waitId, event);
  }

  conversationReport(after: number): Promise<ConversationReport | null> {
    return this.#own.conversationReport(after);
  }

  respond(given: GivenResponse): RespondResult {
    return this.#own.respond(given);
  }

  submit(submission: OutputSubmission): Promise<SubmissionResult> {
    return this.#own.submit(submission);
  }

  delete(): Promise<DeleteResult> {
    return this.#own.delete();
  }

  announce(): Promise<boolean> {
    return this.#own.announce();
  }

  unpark(): void {
    this.#own.unpark();
  }

  /** The writes of this instance, for the tests and the bench that count them: rows, and alarms, which the platform bills as rows. */
  writes(): { readonly rows: number; readonly alarms: number } {
    return (this.#hostOfMany ?? this.#own).writes();
  }

  /** The Worker's side of a subscription asks for a WebSocket. */
  override fetch(request: Request): Response {
    const name = request.headers.get(hostedHeader);
    if (name === null) return this.#own.watch(request);
    return this.#host.watch(name, request) ?? new Response("the execution is not here", { status: 421 });
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    (this.#hostOfMany ?? this.#own).pulled(socket, message);
  }

  override webSocketClose(socket: WebSocket): void {
    socket.close();
  }

  override alarm(): Promise<void> {
    return (this.#hostOfMany ?? this.#own).alarm();
  }
}

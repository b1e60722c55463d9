/**
 * One execution in the object that holds it: its requests, its alarm, and the watchers around its runner. It does not know the other
 * executions in the same object.
 */
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
import type { RecordedEvent } from "../../execution/events/event.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import { type SourceLabels, sourceLabels } from "../../execution/state/state-labels.ts";
import type { OutputSubmission, SubmissionResult } from "../../execution/turns/turn-request.ts";
import type { CarriedValues, EventPage, ExecutionView } from "../../execution/views/execution-view.ts";
import type { ProjectionDialect } from "../../execution/views/projection.ts";
import type { WebhookStanding } from "../../execution/webhooks/webhook.ts";
import { faultText } from "../../json/fault-text.ts";
import type { StoredJson, ValueSlot } from "../../json/stored-value.ts";
import { atMost } from "../ports/at-most.ts";
import type { EventReceiver } from "../ports/event-mailbox.ts";
import { executionKeys, optionalKeys } from "../ports/execution-keys.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { ChildEnd, ExecutionPeer } from "../ports/execution-peer.ts";
import type { ExecutionLease } from "../ports/lease-port.ts";
import { pageBytes } from "../ports/ports.ts";
import { reportFailed } from "../telemetry/report-failure.ts";
import { observeRecords } from "../telemetry/telemetry.ts";
import { hadChild } from "../tenant/execution-lease.ts";
import { reportAfter } from "./conversation-report.ts";
import { ExecutionAlarm } from "./execution-alarm.ts";
import { ExecutionRequests } from "./execution-requests.ts";
import { type ExecutionHome, type LoadedExecution, loadExecution } from "./loaded-execution.ts";
import { untilRest, untilYield } from "./reports.ts";
import { Retention } from "./retention.ts";

/** How long the deletion of an execution waits for its conversation and its webhooks to get pending reports. */
const notifyWithinMs = 5_000;

/** Says whose part in the caps of the tenant is meant. */
type Placed = Pick<StartRequest, "execution" | "origin" | "tenant">;

export class HostedExecution implements ExecutionPeer, EventReceiver {
  readonly #home: ExecutionHome;
  readonly #options: ExecutionOptions;
  #loaded: LoadedExecution;
  readonly #retention: Retention;
  readonly #alarm: ExecutionAlarm;
  readonly #requests: ExecutionRequests;
  #lease: ExecutionLease | undefined;

  constructor(home: ExecutionHome, options: ExecutionOptions) {
    this.#home = home;
    this.#options = options;
    const [loaded, { storage }] = [() => this.#loaded, home];
    const keepLease = (at: number) => this.#keepLease(at);
    this.#alarm = new ExecutionAlarm({ storage, options, loaded, retention: () => this.#retention, set: keepLease });
    this.#loaded = this.#load();
    const reload = () => {
      this.#alarm.forget();
      this.#loaded = this.#load();
    };
    this.#retention = new Retention({ storage, options, loaded, reload });
    const work = { loaded, awaitWork: () => this.#alarm.takeOver(), drive: () => this.#drive() };
    const lease = (to: Placed) => this.#leaseOf(to) ?? options.lease(to.tenant, to.execution);
    this.#requests = new ExecutionRequests({ ...work, options, retention: this.#retention, lease });
    // A new instance exists only when the one before is gone, so it need not wait for the lease to end.
    if (this.#loaded.runner.takesOver && this.#loaded.parkedBy === null) this.#alarm.set(options.clock.now());
  }

  #load(): LoadedExecution {
    const published = this.#published.bind(this);
    const giveBack = (state: ExecutionState) => void this.#leaseOf(state.pinned)?.release(hadChild(state));
    return loadExecution(this.#home, this.#options, { giveBack, published, onChange: () => this.#alarm.arm() });
  }

  /** Starts the execution of `request`, or returns the one that was started here before (E1). */
  start(request: StartRequest): Promise<StartResult> {
    this.#options.childTurns?.begun(request.tenant, this.#options.clock.now());
    const attributes = () => ({ ...executionKeys(request), surface: request.surface });
    return this.#options.tracer.span("execution.start", attributes, () => this.#requests.start(request));
  }

  /** The execution that was started here: null for none, a conflict unless the request and its subject are the same. Stores nothing. */
  lookup(fingerprint: string, subject: string, withValues = true): StartResult | null {
    return this.#requests.lookup(fingerprint, subject, withValues);
  }

  read(carried: CarriedValues = true): ExecutionView | null {
    return this.#loaded.reader.view(carried) ?? null;
  }

  value(sequence: number, slot: ValueSlot): StoredJson {
    return this.#loaded.reader.value(sequence, slot);
  }

  groupOutput(stepId: string): StoredJson {
    return this.#loaded.reader.groupOutput(stepId);
  }

  sourceLabels(stepIds: readonly string[]): readonly (readonly SourceLabels[])[] | null {
    const { state } = this.#loaded.runner;
    return state === undefined ? null : stepIds.map((stepId) => sourceLabels(state, stepId));
  }

  projection(dialect: ProjectionDialect): StoredJson {
    return this.#loaded.reader.projection(dialect);
  }

  /** Null if there is no execution. */
  storedBytes(): number | null {
    return this.#loaded.reader.storedBytes() ?? null;
  }

  /** A request about the push configs of an A2A task. */
  push(command: PushCommand): PushResult {
    if (this.#loaded.reader.status() === undefined) return { kind: "NOT_FOUND" };
    const answer = this.#loaded.push.perform(command);
    this.#alarm.arm();
    return answer;
  }

  /** How far the deliveries to its webhooks came. Null if there is no execution, or retention removed its events. */
  webhooks(): readonly WebhookStanding[] | null {
    const { runner, webhooks } = this.#loaded;
    return runner.state === undefined ? null : webhooks.standing();
  }

  derive(request: DerivationRequest, withValues: boolean): DerivationResult {
    return this.#loaded.reader.derive(request, withValues);
  }

  events(after: number, limit: number): EventPage {
    const { feed, reader } = this.#loaded;
    const status = reader.status();
    if (status === undefined) return { after, events: [], cursor: after, caughtUp: true, gap: null, status: "PENDING" };
    return feed.page(after, status, pageBytes, limit);
  }

  cancel(by: string, reason: string | null, force?: boolean): CancelResult {
    return this.#requests.cancel(by, reason, force);
  }

  end(): Promise<ChildEnd | null> {
    return this.#requests.end();
  }

  childEnded(child: string, step: string, end: ChildEnd): Promise<void> {
    return this.#requests.childEnded(child, step, end);
  }

  stopChild(parent: string, reason: string): Promise<void> {
    return this.#requests.stopChild(parent, reason);
  }

  eventArrived(step: string, waitId: string, event: ArrivedEvent): Promise<ArrivalAnswer> {
    return this.#requests.eventArrived(step, waitId, event);
  }

  /** The report of the execution to its conversation after row `after`. Null if there is no execution, or nothing is kept of it. */
  async conversationReport(after: number): Promise<ConversationReport | null> {
    const { parkedBy, runner, stored } = this.#loaded;
    if (parkedBy !== null) throw new Error("the execution cannot say how it stands for now");
    return runner.state === undefined ? null : reportAfter(runner.state, stored, after);
  }

  respond(given: GivenResponse): RespondResult {
    return this.#requests.respond(given);
  }

  submit(submission: OutputSubmission): Promise<SubmissionResult> {
    return this.#requests.submit(submission);
  }

  /** Deletes an execution that has ended. The alarm repeats reports that the index does not acknowledge at once. */
  async delete(): Promise<DeleteResult> {
    const { reports, webhooks } = this.#loaded;
    await atMost(this.#options.clock, notifyWithinMs, Promise.all([reports.notifyConversation(), webhooks.flush()]));
    const answer = await this.#retention.delete();
    if (this.#loaded.tombstone?.listed === true) {
      this.#alarm.takeOver();
      await this.#retention.unlist();
      this.#alarm.arm();
    }
    return answer;
  }

  /** Reports the state of the execution to the index, also if the same was reported before. False if there is no execution. */
  async announce(): Promise<boolean> {
    const [facts, summary] = [this.#loaded.reader.facts(), this.#loaded.reader.summary()];
    if (facts === undefined || summary === undefined) return false;
    await this.#options.index(facts.tenant).restore(summary);
    return true;
  }

  /** Newer code has come: continues at once if it knows every row. */
  unpark(): void {
    this.#alarm.set(this.#options.clock.now());
  }

  /** Whether it has calls on their way. */
  get isAtWork(): boolean {
    return this.#loaded.runner.busy;
  }

  /** Whether nothing of it happens by itself until it is asked or woken. */
  get isAtRest(): boolean {
    const { parkedBy, reports, runner, tombstone } = this.#loaded;
    return (
      !runner.busy &&
      !runner.awaitsLate &&
      !reports.pending &&
      reports.wakeAt() === undefined &&
      tombstone?.listed !== true &&
      (parkedBy !== null || !runner.hasDueWork)
    );
  }

  /** Whether it waits, once at rest, for its time or for an answer. Of the work that is due by then, nothing was begun. */
  get continuesLater(): boolean {
    const { parkedBy, runner } = this.#loaded;
    return parkedBy === null && !runner.takesOver && runner.state !== undefined && runner.state.finished === undefined;
  }

  /** The writes of this instance, for the tests and the bench that count them: rows, and alarms, which the platform bills as rows. */
  writes(): { readonly rows: number; readonly alarms: number } {
    const { stored, webhookTable } = this.#loaded;
    return { rows: stored.rowsWritten + webhookTable.rowsWritten, alarms: this.#alarm.written };
  }

  /** The Worker's side of a subscription asks for a WebSocket. */
  watch(request: Request): Response {
    if (request.headers.get("upgrade") !== "websocket") return new Response("required a WebSocket", { status: 426 });
    if (this.#loaded.reader.status() === undefined) return new Response("there is no such execution", { status: 404 });
    return this.#loaded.feed.accept();
  }

  /** A message of a watcher. */
  pulled(socket: WebSocket, message: string | ArrayBuffer): void {
    this.#loaded.feed.receive(socket, message, this.#loaded.reader.status());
  }

  /** Continues all work that is due. Throws nothing, because an error would lose the alarm after a few tries (E6). */
  alarm(): Promise<void> {
    this.#alarm.ring();
    const attributes = () => this.#keys();
    return this.#options.tracer.span("execution.alarm", attributes, () => this.#goOn());
  }

  async #goOn(): Promise<void> {
    const { clock, leaseMs, misconfigured } = this.#options;
    try {
      const { parkedBy, reader, tooOldSince } = this.#loaded;
      if (misconfigured !== undefined) return this.#alarm.ringAgain(clock.now() + leaseMs);
      if (tooOldSince !== undefined && !(await this.#retention.attend())) return;
      if (parkedBy !== null)
        return this.#alarm.ringAgain(await parkedUntil(this.#loaded, this.#options, this.#retention.wakeAt()));
      if (this.#retention.wakeAt() !== undefined) {
        // Reports that its conversation has not received are kept until it has.
        if ((await this.#loaded.reports.notifyConversation()) && !(await this.#retention.attend())) return;
        if (this.#loaded.runner.stopsPending) await untilYield(clock, this.#loaded);
      } else if (reader.status() === undefined) return await this.#alarm.clear();
      else await untilYield(clock, this.#loaded);
      await this.#loaded.reports.again();
      await this.#alarm.rung();
    } catch (error) {
      console.error(JSON.stringify({ log: "alarm_failed", ...this.#keys(), error: faultText(error) }));
      this.#alarm.ringAgain(clock.now() + leaseMs);
    }
  }

  #published(records: readonly RecordedEvent[], state: ExecutionState): void {
    this.#loaded.feed.publish(records, state);
    // Callers that wait for the end are notified even if the rest fails.
    this.#requests.rested(state);
    observeRecords(records, state, this.#options);
    this.#loaded.reports.note(state);
  }

  /** Drives without being awaited. The alarm continues unfinished work. */
  #drive(): void {
    const failed = (error: unknown) =>
      console.error(JSON.stringify({ log: "drive_failed", ...this.#keys(), error: faultText(error) }));
    untilRest(this.#loaded).then(() => this.#alarm.arm(), failed);
  }

  #keys() {
    return { ...optionalKeys(this.#loaded.runner.state?.pinned) };
  }

  /** While an execution runs, its part in the caps of the tenant is kept until it wakes next. */
  #keepLease(at: number): void {
    const { state } = this.#loaded.runner;
    if (state !== undefined && state.finished === undefined) void this.#leaseOf(state.pinned)?.keep(at);
  }

  /** The lease of a root; undefined for a descendant, which runs under that of its root. */
  #leaseOf({ execution, origin, tenant }: Placed): ExecutionLease | undefined {
    if (origin.parent === null) this.#lease ??= this.#options.lease(tenant, execution);
    return this.#lease;
  }
}

/** How often an execution looks by itself, should the index not wake it. */
const parkedMs = 3_600_000;

/**
 * An execution that this code does not understand is parked (E2): it does nothing, and the index, which is notified here, wakes it when newer
 * code has been deployed. Of one that is too old, which no newer code reads, the index learns the summary alone, and retention removes it at
 * `removedAt`. Returns when to look again, Unix milliseconds: soon if the index did not hear it. Never rejects.
 */
async function parkedUntil(
  { reader, tooOldSince }: Pick<LoadedExecution, "reader" | "tooOldSince">,
  { clock, index, leaseMs }: Pick<ExecutionOptions, "clock" | "index" | "leaseMs">,
  removedAt: number | undefined,
): Promise<number> {
  const [facts, summary] = [reader.facts(), reader.summary()];
  const lookAt = clock.now() + parkedMs;
  if (facts === undefined || summary === undefined) return lookAt;
  try {
    if (tooOldSince === undefined) {
      await index(facts.tenant).park(facts.tenant, summary);
      return lookAt;
    }
    await index(facts.tenant).put(summary);
  } catch (error) {
    reportFailed("index", undefined, error, undefined);
    return clock.now() + leaseMs;
  }
  // Code that reads it may come back by a rollback and continue with one that has not ended.
  if (removedAt === undefined) return lookAt;
  return facts.finishedAt === undefined ? Math.min(lookAt, removedAt) : removedAt;
}

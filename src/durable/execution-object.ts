/**
 * The Durable Object of one execution: the doors, the alarm and the watchers around a runner. It owns when the object wakes.
 *
 * - E1: named from tenant, surface and key; the same request finds the same execution, another one a conflict.
 * - E6: whatever puts work in flight arms the alarm in the same turn as its row and drives at once; the alarm takes over half
 *   a second later. It re-arms a lease before anything else, never throws, and yields before the platform's 15 minutes.
 * - E11: while only waits and back-off are left, nothing here pins the object; the alarm holds them.
 * - The index and the budgets of the tenant hear of every change but text until they acknowledge; the alarm stays armed as long.
 *
 * What becomes of an execution after its end is in `afterlife.ts`, what is answered about it in `execution-reader.ts`.
 */
import { DurableObject } from "cloudflare:workers";
import type { DerivationAnswer, DerivationRequest } from "../plan/derivation.ts";
import type { RecordedEvent } from "../plan/event.ts";
import type { EventPage, ExecutionView } from "../plan/execution-view.ts";
import type { ProjectionDialect } from "../plan/projection.ts";
import type { CancelAnswer, DeleteAnswer, RespondAnswer, StartAnswer, StartRequest } from "../plan/start-request.ts";
import type { ExecutionState } from "../plan/state.ts";
import { isFinalExecution, statusOf } from "../plan/status.ts";
import type { StoredJson, ValueSlot } from "../plan/stored-value.ts";
import { Afterlife } from "./afterlife.ts";
import { alarmTime, takeoverMs } from "./alarm-time.ts";
import { followingEvents, startedEvent } from "./began.ts";
import type { ExecutionLease } from "./execution-lease.ts";
import type { ExecutionOptions } from "./execution-options.ts";
import { type LoadedExecution, loadExecution } from "./loaded-execution.ts";
import { pageBytes } from "./recover.ts";
import { logFinishedCalls } from "./telemetry.ts";

/** The platform allows 15 minutes for one run of an alarm. */
const alarmRunMs = 14 * 60_000;

/** How often an execution with a row that this code does not know looks whether newer code has come. */
const parkedMs = 3_600_000;

export class ExecutionObject<Env = unknown> extends DurableObject<Env> {
  readonly #options: ExecutionOptions;
  #loaded: LoadedExecution;
  readonly #afterlife: Afterlife;
  /** When the alarm is set for, as far as is known. Null anew with a load: the alarm may be gone with what was there. */
  #alarmAt: number | null = null;
  #alarmsSet = 0;
  readonly #atRest = new Set<() => void>();
  #lease: ExecutionLease | null = null;

  constructor(context: DurableObjectState, env: Env, options: ExecutionOptions) {
    super(context, env);
    this.#options = options;
    this.#loaded = this.#load();
    this.#afterlife = new Afterlife({
      storage: context.storage,
      options,
      loaded: () => this.#loaded,
      reload: () => {
        this.#alarmAt = null;
        this.#loaded = this.#load();
      },
    });
    // Whoever woke this instance, the one before it is gone: what it had begun need not wait for its lease to end.
    if (this.#loaded.runner.takesOver && this.#loaded.parkedBy === null) this.#setAlarm(options.clock.now());
  }

  #load(): LoadedExecution {
    const published = this.#published.bind(this);
    return loadExecution(this.ctx, this.#options, { published, settled: () => this.#arm() });
  }

  /** Starts what `request` holds, or answers with what was started here before (E1). */
  async start(request: StartRequest): Promise<StartAnswer> {
    const { fingerprint, subject, waitMs, withValues } = request;
    let before = this.lookup(fingerprint, subject, withValues);
    if (before === null) {
      const limit = (await this.#leaseOf(request)?.acquire()) ?? null;
      if (limit !== null) return limit;
      // The same request may have come in again while the tenant was asked.
      before = this.lookup(fingerprint, subject, withValues);
    }
    if (before !== null && before.kind !== "STARTED") return before;
    if (before === null) {
      this.#setAlarm(this.#options.clock.now() + takeoverMs);
      this.#loaded.runner.begin(startedEvent(request, this.#options.codeVersion), followingEvents(request));
      this.#drive();
    }
    if (waitMs > 0 && this.#loaded.parkedBy === null) await this.#rest(waitMs);
    // Whoever waited may find that the execution has ended and was deleted meanwhile.
    const after = this.lookup(fingerprint, subject, withValues);
    if (after === null) throw new Error("an execution that was just started is gone");
    return after.kind === "STARTED" ? { ...after, replayed: before !== null } : after;
  }

  /** What was started here: null for nothing, a conflict unless the request and its subject are the same. Stores nothing. */
  lookup(fingerprint: string, subject: string, withValues = true): StartAnswer | null {
    const { reader, tombstone } = this.#loaded;
    const started = tombstone ?? reader.facts();
    if (started === null) return null;
    if (started.fingerprint !== fingerprint || started.subject !== subject) {
      return { kind: "IDEMPOTENCY_CONFLICT", execution: started.execution };
    }
    if (tombstone !== null) return { kind: "DELETED", until: tombstone.until };
    return { kind: "STARTED", replayed: true, view: this.#view(withValues) };
  }

  read(withValues = true): ExecutionView | null {
    return this.#loaded.reader.view(withValues);
  }

  value(sequence: number, slot: ValueSlot): StoredJson {
    return this.#loaded.reader.value(sequence, slot);
  }

  groupOutput(stepId: string): StoredJson {
    return this.#loaded.reader.groupOutput(stepId);
  }

  projection(dialect: ProjectionDialect): StoredJson {
    return this.#loaded.reader.projection(dialect);
  }

  derive(request: DerivationRequest): DerivationAnswer {
    return this.#loaded.reader.derive(request);
  }

  events(after: number, limit: number): EventPage {
    const { feed, reader } = this.#loaded;
    const status = reader.status();
    if (status === null) return { after, events: [], cursor: after, caughtUp: true, gap: null, status: "PENDING" };
    return feed.page(after, status, pageBytes, limit);
  }

  cancel(by: string, reason: string | null): CancelAnswer {
    const { parkedBy, reader, runner } = this.#loaded;
    const status = reader.status();
    if (status === null) return { kind: "NOT_FOUND" };
    if (isFinalExecution(status)) return { kind: "ALREADY_FINISHED", view: this.#view() };
    if (parkedBy === null) {
      this.#setAlarm(this.#options.clock.now() + takeoverMs);
      runner.cancel(by, reason);
      this.#drive();
    }
    return { kind: "CANCELLED", view: this.#view() };
  }

  respond(requestId: string, accept: boolean, by: string, reason: string | null): RespondAnswer {
    const { parkedBy, reader, runner } = this.#loaded;
    if (reader.status() === null) return { kind: "NOT_FOUND" };
    if (runner.state === null || parkedBy !== null) return { kind: "ALREADY_RESOLVED", view: this.#view() };
    this.#setAlarm(this.#options.clock.now() + takeoverMs);
    const kind = runner.respond(requestId, accept, by, reason);
    this.#drive();
    return kind === "NOT_FOUND" ? { kind } : { kind, view: this.#view() };
  }

  /** Deletes an execution that has ended. What the index does not acknowledge at once, the alarm repeats. */
  async delete(): Promise<DeleteAnswer> {
    const answer = this.#afterlife.bury();
    if (this.#loaded.tombstone?.listed === true) {
      this.#setAlarm(this.#options.clock.now() + takeoverMs);
      await this.#afterlife.unlist();
      this.#arm();
    }
    return answer;
  }

  /** Tells the index where the execution stands, whatever it was told before. False if there is no execution. */
  async announce(): Promise<boolean> {
    const summary = this.#loaded.reader.summary();
    if (summary === null) return false;
    await this.#options.index(this.#loaded.reader.facts()?.tenant ?? "").restore(summary);
    return true;
  }

  /** What this instance wrote, for the tests and the bench that count it: rows, and alarms, which the platform bills as rows. */
  writes(): { readonly rows: number; readonly alarms: number } {
    return { rows: this.#loaded.stored.rowsWritten, alarms: this.#alarmsSet };
  }

  /** The Worker's side of a subscription asks for a WebSocket. */
  override fetch(request: Request): Response {
    if (request.headers.get("upgrade") !== "websocket") return new Response("required a WebSocket", { status: 426 });
    if (this.#loaded.reader.status() === null) return new Response("there is no such execution", { status: 404 });
    return this.#loaded.feed.accept();
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    this.#loaded.feed.receive(socket, message, this.#loaded.reader.status());
  }

  override webSocketClose(socket: WebSocket): void {
    socket.close();
  }

  /** Goes on with whatever is due. An error here would lose the alarm after a few tries, so none leaves (E6). */
  override async alarm(): Promise<void> {
    const { clock, leaseMs, misconfigured } = this.#options;
    this.#setAlarm(clock.now() + leaseMs);
    try {
      const { parkedBy, reader } = this.#loaded;
      if (misconfigured !== null) return;
      if (parkedBy !== null) return this.#setAlarm(clock.now() + parkedMs);
      if (this.#afterlife.wakeAt() !== null) {
        if (!(await this.#afterlife.attend())) return;
      } else if (reader.status() === null) return await this.ctx.storage.deleteAlarm();
      else await this.#driveFor(alarmRunMs);
      await this.#loaded.reports.again();
      this.#arm();
    } catch (error) {
      console.error(JSON.stringify({ message: "an alarm failed; its lease runs it again", error: String(error) }));
    }
  }

  /** Drives until nothing is in flight, or `ms` have passed. */
  async #driveFor(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stopTimer = this.#options.clock.after(ms, resolve);
    try {
      await Promise.race([this.#loaded.runner.drive(), promise]);
    } finally {
      stopTimer();
    }
  }

  #published(records: readonly RecordedEvent[], state: ExecutionState): void {
    this.#loaded.feed.publish(records, state);
    logFinishedCalls(records, state);
    // Text is for those who follow the execution; nothing that is listed or owed changes with it.
    if (records.some(({ event }) => event.kind !== "TextProduced")) this.#loaded.reports.note(state);
    if (state.finished !== null) void this.#leaseOf(state.pinned)?.release();
    else if (statusOf(state) !== "WAITING") return;
    for (const resolve of this.#atRest) resolve();
    this.#atRest.clear();
  }

  /** Drives without being waited for; what it does not get done, the alarm does. */
  #drive(): void {
    const failed = (error: unknown) =>
      console.error(JSON.stringify({ message: "driving failed; the alarm goes on", error: String(error) }));
    this.#loaded.runner.drive().then(() => this.#arm(), failed);
  }

  /** Sets the alarm for the earliest thing that must wake this object. Writes only if that changed. */
  #arm(): void {
    const { reports, runner, tombstone } = this.#loaded;
    if (tombstone === null && this.#loaded.reader.status() === null) return;
    const alarm = alarmTime({
      now: this.#options.clock.now(),
      leaseMs: this.#options.leaseMs,
      busy: runner.busy,
      unacknowledged: tombstone?.listed ?? reports.pending,
      wakeAt: this.#afterlife.wakeAt() ?? runner.nextWakeAt(),
    });
    if (alarm === null || (alarm.orEarlier && this.#alarmAt !== null && this.#alarmAt <= alarm.at)) return;
    this.#setAlarm(alarm.at);
  }

  #setAlarm(at: number): void {
    const { state } = this.#loaded.runner;
    if (state !== null && state.finished === null) void this.#leaseOf(state.pinned)?.keep(at);
    if (this.#alarmAt === at) return;
    this.#alarmAt = at;
    this.#alarmsSet += 1;
    void this.ctx.storage.setAlarm(at);
  }

  /** The part of a root in the caps of its tenant; null for a descendant, which runs under that of its root. */
  #leaseOf({
    execution,
    origin,
    tenant,
  }: Pick<StartRequest, "execution" | "origin" | "tenant">): ExecutionLease | null {
    if (origin.parent !== null) return null;
    this.#lease ??= this.#options.lease(tenant, execution);
    return this.#lease;
  }

  /** Resolves when the execution has ended or waits, or after `waitMs`. */
  #rest(waitMs: number): Promise<void> {
    const { state } = this.#loaded.runner;
    if (state === null || state.finished !== null || statusOf(state) === "WAITING") return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const stopTimer = this.#options.clock.after(waitMs, resolve);
    this.#atRest.add(resolve);
    return promise.finally(() => {
      stopTimer();
      this.#atRest.delete(resolve);
    });
  }

  #view(withValues = true): ExecutionView {
    const view = this.#loaded.reader.view(withValues);
    if (view === null) throw new Error("an execution that has not begun has no view");
    return view;
  }
}

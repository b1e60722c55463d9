/**
 * The Durable Object of one execution: the doors, the alarm and the watchers around a runner. It owns when the object wakes.
 *
 * - E1: named from tenant, surface and key; the same request finds the same execution, another one a conflict.
 * - E6: whatever puts work in flight arms the alarm in the same turn as its row and drives at once; the alarm takes over half
 *   a second later. It re-arms a lease before anything else, never throws, and yields before the platform's 15 minutes.
 * - E11: while only waits and back-off are left, nothing here pins the object; the alarm holds them.
 * - The index of the tenant hears of every change until it acknowledges; the alarm stays armed as long.
 */
import { DurableObject } from "cloudflare:workers";
import type { PlanDialect } from "../plan/event.ts";
import type { EventPage, ExecutionView } from "../plan/execution-view.ts";
import type { Json } from "../plan/json.ts";
import { projectionOf } from "../plan/projection.ts";
import { groupOutput, type ReadValue } from "../plan/read-reference.ts";
import type { CancelAnswer, RespondAnswer, StartAnswer, StartRequest } from "../plan/start-request.ts";
import type { ExecutionState } from "../plan/state.ts";
import { statusOf, summaryOf } from "../plan/status.ts";
import type { ValueSlot } from "../plan/stored-value.ts";
import { viewOf } from "../plan/view.ts";
import { alarmTime, takeoverMs } from "./alarm-time.ts";
import { startedEvent } from "./began.ts";
import type { ExecutionOptions } from "./execution-options.ts";
import { Feed } from "./feed.ts";
import { IndexOutbox } from "./index-outbox.ts";
import { SqlJournal } from "./journal.ts";
import { mcpCaller } from "./mcp-caller.ts";
import { pageBytes, recover } from "./recover.ts";
import { Runner } from "./runner.ts";
import { logFinishedSteps, transitionObserver } from "./telemetry.ts";

/** The platform allows 15 minutes for one run of an alarm. */
const alarmRunMs = 14 * 60_000;

/** How often an execution with a row that this code does not know looks whether newer code has come. */
const parkedMs = 3_600_000;

interface Loaded {
  readonly stored: SqlJournal;
  readonly runner: Runner;
  /** Kind and version of the row that this code does not know. */
  readonly parkedBy: string | null;
  readonly outbox: IndexOutbox;
  readonly feed: Feed;
}

export class ExecutionObject<Env = unknown> extends DurableObject<Env> {
  readonly #options: ExecutionOptions;
  #loaded: Loaded;
  /** When the alarm is set for, as far as this instance knows. */
  #alarmAt: number | null = null;
  #alarmsSet = 0;
  readonly #atRest = new Set<() => void>();

  constructor(context: DurableObjectState, env: Env, options: ExecutionOptions) {
    super(context, env);
    this.#options = options;
    this.#loaded = this.#load();
    const { parkedBy, runner } = this.#loaded;
    // Whoever woke this instance, the one before it is gone: what it had begun need not wait for its lease to end.
    if (runner.takesOver && parkedBy === null) this.#setAlarm(options.clock.now());
  }

  /** Everything that is made from what storage holds. */
  #load(): Loaded {
    const options = this.#options;
    const stored = new SqlJournal(this.ctx.storage);
    const journal = options.journal(stored);
    const { parkedBy, state } = recover(journal);
    const outbox = new IndexOutbox({
      clock: options.clock,
      send: (summary) => options.index(this.#tenant()).put(summary),
      settled: () => this.#arm(),
    });
    const ports = {
      journal,
      call: mcpCaller(options),
      clock: options.clock,
      random: options.random,
      observer: transitionObserver(options.logLevel),
      publish: this.#published.bind(this),
      ignored: (callId: string, reason: string) =>
        console.info(JSON.stringify({ log: "call_ignored", callId, reason })),
    };
    return {
      stored,
      parkedBy: options.misconfigured ?? parkedBy,
      outbox,
      feed: new Feed(this.ctx, journal),
      runner: new Runner(ports, state),
    };
  }

  /** Starts what `request` holds, or answers with what was started here before (E1). */
  async start(request: StartRequest): Promise<StartAnswer> {
    const before = this.lookup(request.fingerprint, request.subject, request.withValues);
    if (before?.kind === "IDEMPOTENCY_CONFLICT") return before;
    if (before === null) {
      this.#setAlarm(this.#options.clock.now() + takeoverMs);
      this.#loaded.runner.begin(startedEvent(request, this.#options.codeVersion));
      this.#drive();
    }
    if (request.waitMs > 0 && this.#loaded.parkedBy === null) await this.#rest(request.waitMs);
    return { kind: "STARTED", replayed: before !== null, view: this.#view(request.withValues) };
  }

  /** What was started here: null for nothing, a conflict unless the request and its subject are the same. Stores nothing. */
  lookup(fingerprint: string, subject: string, withValues = true): StartAnswer | null {
    const { state } = this.#loaded.runner;
    if (state === null) return null;
    const { pinned } = state;
    if (pinned.fingerprint !== fingerprint || pinned.subject !== subject) {
      return { kind: "IDEMPOTENCY_CONFLICT", execution: pinned.execution };
    }
    return { kind: "STARTED", replayed: true, view: this.#view(withValues) };
  }

  /** Small values are read from their rows only if they are asked for. */
  read(withValues = true): ExecutionView | null {
    return this.#loaded.runner.state === null ? null : this.#view(withValues);
  }

  value(sequence: number, slot: ValueSlot): Json {
    return this.#loaded.stored.value({ sequence, slot }) ?? null;
  }

  groupOutput(stepId: string): Json {
    const { state } = this.#loaded.runner;
    const ordinal = state?.pinned.graph.ordinalOf.get(stepId);
    return state === null || ordinal === undefined ? null : groupOutput(state, ordinal, this.#readValue);
  }

  projection(dialect: PlanDialect): Json {
    const { state } = this.#loaded.runner;
    return state === null ? null : projectionOf(state, dialect, this.#readValue);
  }

  events(after: number, limit: number): EventPage {
    const { state } = this.#loaded.runner;
    if (state === null) return { events: [], cursor: after, caughtUp: true, status: "PENDING" };
    return this.#loaded.feed.page(after, state, pageBytes, limit);
  }

  cancel(by: string, reason: string | null): CancelAnswer {
    const { state } = this.#loaded.runner;
    if (state === null) return { kind: "NOT_FOUND" };
    if (state.finished !== null) return { kind: "ALREADY_FINISHED", view: this.#view() };
    if (this.#loaded.parkedBy === null) {
      this.#setAlarm(this.#options.clock.now() + takeoverMs);
      this.#loaded.runner.cancel(by, reason);
      this.#drive();
    }
    return { kind: "CANCELLED", view: this.#view() };
  }

  respond(requestId: string, accept: boolean, by: string, reason: string | null): RespondAnswer {
    if (this.#loaded.runner.state === null) return { kind: "NOT_FOUND" };
    if (this.#loaded.parkedBy !== null) return { kind: "ALREADY_RESOLVED", view: this.#view() };
    this.#setAlarm(this.#options.clock.now() + takeoverMs);
    const kind = this.#loaded.runner.respond(requestId, accept, by, reason);
    this.#drive();
    return kind === "NOT_FOUND" ? { kind } : { kind, view: this.#view() };
  }

  /** What this instance wrote, for the tests and the bench that count it: rows, and alarms, which the platform bills as rows. */
  writes(): { readonly rows: number; readonly alarms: number } {
    return { rows: this.#loaded.stored.rowsWritten, alarms: this.#alarmsSet };
  }

  /** The Worker's side of a subscription asks for a WebSocket. */
  override fetch(request: Request): Response {
    if (request.headers.get("upgrade") !== "websocket") return new Response("required a WebSocket", { status: 426 });
    if (this.#loaded.runner.state === null) return new Response("there is no such execution", { status: 404 });
    return this.#loaded.feed.accept();
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    this.#loaded.feed.receive(socket, message, this.#loaded.runner.state);
  }

  override webSocketClose(socket: WebSocket): void {
    socket.close();
  }

  /** Goes on with whatever is due. An error here would lose the alarm after a few tries, so none leaves (E6). */
  override async alarm(): Promise<void> {
    const { clock, leaseMs, misconfigured } = this.#options;
    this.#setAlarm(clock.now() + leaseMs);
    try {
      const { state } = this.#loaded.runner;
      if (misconfigured !== null) return;
      if (this.#loaded.parkedBy !== null) return this.#setAlarm(clock.now() + parkedMs);
      if (state === null) return await this.ctx.storage.deleteAlarm();
      if (state.finished !== null) return await this.#afterEnd(state);
      await this.#driveFor(alarmRunMs);
      await this.#tellIndex();
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

  /** A finished execution: the index must know of it, and its retention ends some day. */
  async #afterEnd(state: ExecutionState): Promise<void> {
    const endsAt = (state.finished?.at ?? 0) + this.#options.retentionMs;
    if (this.#options.clock.now() < endsAt) {
      await this.#tellIndex();
      this.#arm();
      return;
    }
    await this.#options.index(this.#tenant()).remove({ createdAt: state.createdAt, execution: state.pinned.execution });
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#loaded = this.#load();
  }

  /** An instance that was woken does not know what its predecessor got acknowledged, so it tells again. */
  async #tellIndex(): Promise<void> {
    const { state } = this.#loaded.runner;
    if (state !== null) this.#loaded.outbox.note(summaryOf(state), false);
    await this.#loaded.outbox.flush();
  }

  #published(records: Parameters<Feed["publish"]>[0], state: ExecutionState): void {
    this.#loaded.feed.publish(records, state);
    logFinishedSteps(records, state);
    const status = statusOf(state);
    this.#loaded.outbox.note(summaryOf(state), state.finished !== null || status === "WAITING");
    if (state.finished === null && status !== "WAITING") return;
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
    const { outbox, runner } = this.#loaded;
    const { state } = runner;
    if (state === null) return;
    const { clock, leaseMs, retentionMs } = this.#options;
    const alarm = alarmTime({
      now: clock.now(),
      leaseMs,
      busy: runner.busy,
      unacknowledged: outbox.pending,
      wakeAt: state.finished === null ? runner.nextWakeAt() : state.finished.at + retentionMs,
    });
    if (alarm === null || (alarm.orEarlier && this.#alarmAt !== null && this.#alarmAt <= alarm.at)) return;
    this.#setAlarm(alarm.at);
  }

  #setAlarm(at: number): void {
    if (this.#alarmAt === at) return;
    this.#alarmAt = at;
    this.#alarmsSet += 1;
    void this.ctx.storage.setAlarm(at);
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
    const { state } = this.#loaded.runner;
    if (state === null) throw new Error("an execution that has not begun has no view");
    return viewOf(state, withValues ? this.#readValue : null, this.#loaded.parkedBy);
  }

  #tenant(): string {
    return this.#loaded.runner.state?.pinned.tenant ?? "";
  }

  readonly #readValue: ReadValue = (position) => this.#loaded.stored.value(position);
}

/**
 * Room `durable/conversation`: the Durable Object of one conversation. It owns its messages, its variables, the window of turns, the start of
 * the execution for a message (`conversation-sending.ts`, `conversation-starts.ts`) and its tombstone. Every change is one transaction of
 * `conversation-store.ts`.
 *
 * It leaves to others: the execution runs the turns (`execution/turns`, `durable/execution`) and reports to this object, the index lists
 * conversations, manifests are in `durable/catalog`.
 *
 * Invariants:
 *
 * - E1: the object is named from the tenant and the name that was given to the conversation, so that no name reaches another tenant's.
 * - One execution runs at a time; the next message is refused as BUSY until it has ended.
 * - A turn is reserved here before anything of it is called, and the same reservation gets the same answer (C9).
 * - A report counts only rows of the execution's journal after those that were reported before.
 * - E6: while a start or an announcement is not acknowledged the alarm is set, in the same turn as the row that needs it. It never throws.
 * - Reading a conversation that does not exist makes no table.
 *
 * This file is the class `ConversationObject`. The handler of its alarm lasts as long as the start in flight. Announcements to the index
 * are not stored: an object that its alarm wakes repeats them.
 */
import { DurableObject } from "cloudflare:workers";
import type {
  ConversationPeer,
  ConversationReport,
  SendRequest,
  SendResult,
} from "../../execution/commands/conversation-peer.ts";
import type { ReservationResult, TurnReservation } from "../../execution/turns/turn-request.ts";
import type {
  ConversationDeletion,
  ConversationRemoval,
  ConversationView,
  ListedConversation,
  MessageDeletion,
  MessagePage,
  MessageQuery,
} from "../../execution/views/conversation-view.ts";
import { isNewer, Outbox } from "../deliveries/outbox.ts";
import { alarmRunMs } from "../ports/alarm-time.ts";
import { atMost } from "../ports/at-most.ts";
import type { ConversationOptions } from "../ports/conversation-options.ts";
import { ObjectAlarm } from "../ports/object-alarm.ts";
import { earliest } from "../ports/wake-timer.ts";
import { reportFailed } from "../telemetry/report-failure.ts";
import { ConversationRetentionTimes } from "./conversation-retention.ts";
import { ConversationSending } from "./conversation-sending.ts";
import { ConversationStore } from "./conversation-store.ts";

/** How long the caller that deletes a conversation waits for the index to have heard of it. */
const notifyWithinMs = 5_000;

/** When an announcement is made by the alarm, if this instance has not made it: it waits a second for further changes. */
const announceWithinMs = 1_000;

export class ConversationObject<Env = unknown> extends DurableObject<Env> implements ConversationPeer {
  readonly #options: ConversationOptions;
  readonly #store: ConversationStore;
  readonly #sending: ConversationSending;
  readonly #outbox: Outbox<ListedConversation | ConversationRemoval>;
  readonly #alarm: ObjectAlarm;
  readonly #retention: ConversationRetentionTimes;

  constructor(context: DurableObjectState, env: Env, options: ConversationOptions) {
    super(context, env);
    this.#options = options;
    this.#store = new ConversationStore(context.storage);
    this.#alarm = new ObjectAlarm({
      storage: context.storage,
      options,
      log: "conversation_alarm_failed",
      work: () => this.#doDue(),
      nextAt: () => this.#nextAt(options.leaseMs),
    });
    this.#retention = new ConversationRetentionTimes(this.#store, options);
    if (this.#retention.nextAt() !== undefined) void this.#armIfNot();
    const arm = () => this.#arm(announceWithinMs);
    this.#sending = new ConversationSending({ store: this.#store, options, arm, changed: () => this.#changed() });
    this.#outbox = new Outbox<ListedConversation | ConversationRemoval>({
      clock: options.clock,
      isPending: isNewer,
      send: (news) => {
        const index = options.index(news.tenant);
        return "isDeleted" in news ? index.removeConversation(news) : index.putConversation(news);
      },
      // An announcement that the index did not accept is not repeated at once.
      onChange: () => this.#arm(options.leaseMs),
      failed: (error) => reportFailed("index", undefined, error, undefined),
    });
  }

  /** Adds a message and starts its execution. */
  send(request: SendRequest): Promise<SendResult> {
    return this.#sending.send(request);
  }

  /** Null and not undefined for none (N205). */
  read(): ConversationView | null {
    return this.#store.view() ?? null;
  }

  messages(query: MessageQuery): MessagePage {
    return this.#store.facts === undefined ? { messages: [], hasMore: false } : this.#store.messages.page(query);
  }

  /** Deletes it unless an execution runs in it. Later reports find nothing to change, and the index forgets it. */
  async delete(): Promise<ConversationDeletion> {
    const { clock, retentionMs } = this.#options;
    if (await this.#sending.isBusy()) return { kind: "BUSY" };
    if (this.#store.facts === undefined) return { kind: this.#store.tombstone === undefined ? "NOT_FOUND" : "DELETED" };
    this.#store.delete(clock.now() + retentionMs);
    this.#changed();
    await atMost(clock, notifyWithinMs, this.#outbox.flush());
    return { kind: "DELETED" };
  }

  /** Removes the text of a hidden message. Later reports do not bring it back. */
  deleteMessage(position: number): MessageDeletion {
    const deletion = this.#store.deleteHidden(position);
    if (deletion.kind === "DELETED") this.#changed();
    return deletion;
  }

  async reserve(reservation: TurnReservation): Promise<ReservationResult> {
    const answer = this.#store.reserve(reservation, this.#options.clock.now());
    if (answer.kind === "RESERVED") this.#changed();
    return answer;
  }

  async report(report: ConversationReport): Promise<void> {
    if (this.#store.report(report, this.#options.clock.now())) this.#changed();
  }

  override alarm(): Promise<void> {
    return this.#alarm.ring();
  }

  /** Continues all work that is due. */
  async #doDue(): Promise<void> {
    await this.#sending.starts.due();
    await atMost(this.#options.clock, alarmRunMs, this.#sending.starts.allDone());
    this.#forgetDeleted();
    await this.#keepRetention();
    this.#announce(() => false);
    await this.#outbox.flush();
  }

  async #keepRetention(): Promise<void> {
    const { clock, retentionMs } = this.#options;
    this.#retention.eraseHidden();
    // It may be about to hear of the end of its execution.
    if (!this.#retention.isOver() || (await this.#sending.isBusy()) || !this.#retention.isOver()) return;
    this.#store.delete(clock.now() + retentionMs);
    this.#changed();
  }

  /** An instance that sleeps may have been made before there was a retention. */
  async #armIfNot(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) this.#arm(announceWithinMs);
  }

  #forgetDeleted(): void {
    const { tombstone } = this.#store;
    if (tombstone === undefined || tombstone.until > this.#options.clock.now()) return;
    this.#store.forgetDeleted();
    this.#outbox.forget();
  }

  /** Reports to the index where the conversation stands, at once when it waits for a person. */
  #changed(): void {
    this.#announce(({ status }) => status !== "RUNNING");
    this.#arm(announceWithinMs);
  }

  /** A message that is taken back was never there, so the index hears of none that may be. */
  #announce(isUrgent: (view: ConversationView) => boolean): void {
    const { tombstone } = this.#store;
    if (tombstone !== undefined) this.#outbox.note(tombstone, true);
    const view = this.#sending.starts.mayTakeBack ? undefined : this.#store.listed();
    if (view !== undefined) this.#outbox.note(view, isUrgent(view));
  }

  /** When the object must act next, Unix milliseconds. The index is notified of changes within `announceMs`. Undefined for never. */
  #nextAt(announceMs: number): number | undefined {
    const announceAt = this.#outbox.pending ? this.#options.clock.now() + announceMs : undefined;
    const own = earliest(this.#sending.starts.nextAt(), this.#store.tombstone?.until);
    return earliest(earliest(announceAt, own), this.#retention.nextAt());
  }

  /** Sets the alarm for the next work that is due. */
  #arm(announceMs: number): void {
    this.#alarm.arm(this.#nextAt(announceMs), { orEarlier: true });
  }
}

/**
 * Room `durable/index`: the index of a tenant, to be listed and followed: summaries of executions and conversations, the questions that
 * executions ask people, A2A tasks, and the consumption of executions by day. It owns their tables, queries and feeds.
 *
 * It leaves to others: each execution and conversation repeats its summary until it is acknowledged (`durable/execution`), the shapes of
 * lists are `execution/views`, the sockets are `durable/feed`, filters and cursors of the API are `graph/lists`.
 *
 * Invariants:
 *
 * - Only a higher revision applies, so that repeated, late and reordered summaries change nothing and cause no notification.
 * - Rows are written and watchers notified in one turn, so that a live watcher misses nothing.
 * - Each condition of a filter has an order of its own. A list is read along the one with the fewest rows.
 * - While nothing changes, nothing here keeps the object awake, however many watch it (E11).
 *
 * This file is the Durable Object, named with tenant and shard number.
 */
import { DurableObject } from "cloudflare:workers";
import type { ListAccess } from "../../access/audience.ts";
import type {
  ConversationAdmission,
  ConversationCaps,
  ConversationLimit,
} from "../../execution/commands/conversation-peer.ts";
import type { ConversationRemoval, ListedConversation } from "../../execution/views/conversation-view.ts";
import type {
  ChangePage,
  ConversationList,
  ConversationListQuery,
  ExecutionList,
  ExecutionListFilter,
  ExecutionListQuery,
  ExecutionPosition,
  InboxList,
  InboxQuery,
  StatusCount,
  SubjectPage,
  SubjectPlace,
} from "../../execution/views/execution-list.ts";
import type { InboxPage } from "../../execution/views/inbox.ts";
import type { ExecutionSummary } from "../../execution/views/summary.ts";
import type { TaskList, TaskListQuery } from "../../execution/views/task-list.ts";
import type {
  DescendantTotals,
  StoredExecutions,
  UsageQuery,
  UsageTotals,
} from "../../execution/views/usage-totals.ts";
import { faultText } from "../../json/fault-text.ts";
import { hasTable } from "../storage/sql-table.ts";
import { ConversationWakes, type WakeOptions } from "./conversation-wakes.ts";
import { readDescendants } from "./descendant-totals.ts";
import { ExecutionAccount } from "./execution-account.ts";
import { IndexChanges } from "./index-changes.ts";
import { IndexConversations } from "./index-conversations.ts";
import { IndexFeed } from "./index-feed.ts";
import { IndexInbox } from "./index-inbox.ts";
import { readCounts, readPage } from "./index-list.ts";
import { IndexRows } from "./index-rows.ts";
import { hostsTable, openTables } from "./index-tables.ts";
import { IndexTally } from "./index-tally.ts";
import { readTasks } from "./index-tasks.ts";
import { IndexUsage } from "./index-usage.ts";
import { openOwners } from "./index-viewers.ts";
import { ParkedExecutions, type ParkedOptions } from "./parked-executions.ts";
import { subjectPage } from "./subject-walk.ts";

/** Of the sockets that follow the inbox, and the path under which they are opened. */
const inboxTag = "inbox";

/** Which feeds a change is news to. */
interface News {
  readonly list: boolean;
  readonly inbox: boolean;
}

/** How long somebody who has read the list is taken to look at it. */
const rememberedReadMs = 60_000;

const noNews: News = { list: false, inbox: false };

/** The options that a deployment gives the object of an index. */
export interface IndexOptions extends ParkedOptions, WakeOptions {
  /** Whether the deployment has hosts, even if they take nothing more. */
  readonly hasHosts: boolean;
  /** How long events and values are kept after the end of an execution. */
  readonly eventRetentionMs: number;
}

export class IndexObject<Env = unknown> extends DurableObject<Env> {
  readonly #changes: IndexChanges;
  readonly #rows: IndexRows;
  readonly #inbox: IndexInbox;
  readonly #usage: IndexUsage;
  readonly #tally: IndexTally;
  readonly #account: ExecutionAccount;
  readonly #conversations: IndexConversations;
  /** Of the list of executions. */
  readonly #listFeed: IndexFeed<ChangePage>;
  readonly #inboxFeed: IndexFeed<InboxPage>;
  readonly #parked: ParkedExecutions;
  readonly #wakes: ConversationWakes;
  readonly #options: IndexOptions;
  #isOpen = false;
  /** When this instance was asked for a list or its counts last. Unix milliseconds. */
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(context: DurableObjectState, env: Env, options: IndexOptions) {
    super(context, env);
    this.#options = options;
    const { sql } = context.storage;
    this.#changes = new IndexChanges(sql);
    this.#usage = new IndexUsage(sql);
    this.#account = new ExecutionAccount(sql, options.eventRetentionMs);
    this.#tally = new IndexTally(sql, this.#usage, this.#account);
    this.#rows = new IndexRows(sql, this.#tally);
    this.#conversations = new IndexConversations(sql);
    this.#inbox = new IndexInbox(sql, () => this.#changes.epoch());
    this.#listFeed = new IndexFeed(context, "list", this.#changes);
    this.#inboxFeed = new IndexFeed(context, inboxTag, this.#inbox);
    this.#parked = new ParkedExecutions(context.storage, options);
    this.#wakes = new ConversationWakes(context.storage, options);
  }

  /**
   * Stores a summary unless its revision, or a higher one, is known. Returning is the acknowledgement. Returns whether somebody follows the
   * list, or has read it within a minute, by which executions decide how soon to report their progress.
   */
  put(summary: ExecutionSummary): boolean {
    this.#takeAll([summary]);
    return this.#listFeed.isFollowed || this.#options.now() - this.#readAt < rememberedReadMs;
  }

  /**
   * Stores several summaries in one transaction; watchers are notified of them together. Returns the error of each, null for none: one that
   * cannot be stored does not hold back the others.
   */
  putMany(summaries: readonly ExecutionSummary[]): readonly (string | null)[] {
    try {
      this.#takeAll(summaries);
      return summaries.map(() => null);
    } catch {
      return summaries.map((summary) => {
        try {
          this.put(summary);
          return null;
        } catch (error) {
          return faultText(error);
        }
      });
    }
  }

  /** Stores a summary again even if the index already processed its revision. A higher one stays. */
  restore(summary: ExecutionSummary): void {
    this.#change(() => this.#take(summary, (known) => summary.revision >= known));
  }

  /** Stores the known facts of a parked execution, unless more is known, and wakes it once newer code has come. */
  park(tenant: string, summary: ExecutionSummary): void {
    this.put(summary);
    this.#parked.note(tenant, summary.execution);
  }

  /** Set only while an execution is parked, or rows are being moved. */
  override async alarm(): Promise<void> {
    if (!this.#isReady()) return;
    await this.#parked.look();
    await this.#wakes.go();
  }

  /** Conversations that slept since before their retention was set have no alarm for it. */
  #wakeConversations(): void {
    if (this.#wakes.isPending) void this.#wakes.arm();
  }

  /** Removes a deleted execution, and ignores later reports about it. */
  remove(position: ExecutionPosition): void {
    this.#change(() => {
      // Read before the row goes, which may be the one that carries the latest number.
      const { change, isRemoved } = this.#changes.upcoming(position);
      if (isRemoved) return noNews;
      const audience = this.#rows.delete(position);
      this.#changes.noteRemoval(position, change, audience);
      return { list: true, inbox: this.#inbox.delete(position) };
    });
  }

  /**
   * Removes the questions and answers of an execution whose values were removed. Watchers are not notified, because the list does not
   * change.
   */
  forgetWords(position: ExecutionPosition): void {
    this.#open();
    this.#stored(() => this.#rows.forgetWords(position));
  }

  list(query: ExecutionListQuery): ExecutionList {
    this.#readAt = this.#options.now();
    this.#openFor(query.filter.access);
    return { ...readPage(this.ctx.storage.sql, query), position: this.#changes.position() };
  }

  tasks(query: TaskListQuery): TaskList {
    this.#open();
    return readTasks(this.ctx.storage.sql, query);
  }

  statusCounts(filter: ExecutionListFilter): readonly StatusCount[] {
    this.#readAt = this.#options.now();
    this.#openFor(filter.access);
    return readCounts(this.ctx.storage.sql, this.#tally, filter);
  }

  inbox(query: InboxQuery): InboxList {
    this.#open();
    return this.#stored(() => this.#inbox.list(query));
  }

  usage(query: UsageQuery): UsageTotals {
    this.#open();
    this.#stored(() => this.#tally.settle());
    return this.#usage.read(query);
  }

  /** Storage of ended executions and of conversations, for one subject or for all. */
  stored(subject: string | null): StoredExecutions {
    this.#open();
    this.#stored(() => this.#tally.settle());
    const { account } = this.#conversations;
    return {
      executions: this.#account.read(subject ?? undefined, this.#options.now()),
      conversations: subject === null ? account.total() : account.of(subject),
    };
  }

  /** The executions below one. */
  descendants(execution: string): DescendantTotals {
    this.#open();
    return readDescendants(this.ctx.storage.sql, execution, this.#options.now() - this.#options.eventRetentionMs);
  }

  /** The things of a subject, behind a place of the walk over everything. */
  subjectPage(subject: string, place: SubjectPlace): SubjectPage {
    this.#open();
    return subjectPage(this.ctx.storage.sql, subject, place);
  }

  /** Takes over where a conversation stands unless that or a higher revision is known. Returning is the acknowledgement. */
  putConversation(view: ListedConversation): void {
    this.#stored(() => this.#conversations.put(view));
    this.#wakeConversations();
  }

  /** Null if the conversation may begin, which then counts. */
  admitConversation(admission: ConversationAdmission, caps: ConversationCaps): ConversationLimit | null {
    const now = this.#options.now();
    const { account } = this.#conversations;
    return account.admit(admission, caps, this.#conversations.has(admission), now) ?? null;
  }

  /** Forgets a conversation that was deleted. */
  removeConversation(removal: ConversationRemoval): void {
    this.#stored(() => this.#conversations.remove(removal));
  }

  conversations(query: ConversationListQuery): ConversationList {
    this.#wakeConversations();
    return this.#stored(() => this.#conversations.list(query));
  }

  /**
   * Whether every execution that the tenant ever had is known to its hosts: the index, which the first of them made, was made by a deployment
   * with hosts.
   */
  hadHostsFromTheFirst(): boolean {
    this.#open();
    return hasTable(this.ctx.storage.sql, hostsTable);
  }

  /** The Worker's side of a subscription asks for a WebSocket. */
  override fetch(request: Request): Response {
    if (request.headers.get("upgrade") !== "websocket") return new Response("required a WebSocket", { status: 426 });
    const isInbox = new URL(request.url).pathname === `/${inboxTag}`;
    return isInbox ? this.#inboxFeed.accept() : this.#listFeed.accept();
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    if (!this.#isReady()) {
      socket.close(1013, "the index is being moved");
      return;
    }
    const isInbox = this.ctx.getTags(socket).includes(inboxTag);
    if (isInbox) this.#inboxFeed.receive(socket, message);
    else this.#listFeed.receive(socket, message);
  }

  override webSocketClose(socket: WebSocket): void {
    socket.close();
  }

  #takeAll(summaries: readonly ExecutionSummary[]): void {
    this.#change(() =>
      summaries
        .map((summary) => this.#take(summary, (known) => summary.revision > known))
        .reduce((one, other) => ({ list: one.list || other.list, inbox: one.inbox || other.inbox }), noNews),
    );
  }

  /** Within a transaction. */
  #take(summary: ExecutionSummary, isNews: (knownRevision: number) => boolean): News {
    const known = this.#rows.known(summary);
    if (known !== undefined && !isNews(known.revision)) return noNews;
    const upcoming = this.#changes.upcoming(summary);
    if (known === undefined && upcoming.isRemoved) return noNews;
    this.#rows.write(known, summary, upcoming);
    return { list: true, inbox: this.#inbox.write(summary) };
  }

  /** Stores `change` as a whole, and notifies the watchers that may see it. */
  #change(change: () => News): void {
    this.#open();
    const news = this.#stored(change);
    if (news.list) this.#listFeed.publish();
    if (news.inbox) this.#inboxFeed.publish();
  }

  /** Runs `change` in one transaction. If it is undone, the tables that it made are gone too. */
  #stored<Result>(change: () => Result): Result {
    try {
      return this.ctx.storage.transactionSync(change);
    } catch (error) {
      for (const part of [this.#inbox, this.#account, this.#conversations]) part.rolledBack();
      throw error;
    }
  }

  /** Throws while rows are being moved: executions repeat their reports, and lists are requested again. */
  #open(): void {
    if (!this.#isReady())
      throw new Error("The index is being moved to the tables of this version: ask again in a moment");
  }

  /** Throws like `#open`, and while executions that everybody sees are being put in the orders of their owners. */
  #openFor(access: ListAccess | undefined): void {
    this.#open();
    const { sql } = this.ctx.storage;
    if (access?.reach !== "OWN" || this.ctx.storage.transactionSync(() => openOwners(sql))) return;
    throw new Error("The executions are being put in the orders of their owners: ask again in a moment");
  }

  /** False while rows of an earlier version are being moved. */
  #isReady(): boolean {
    if (this.#isOpen) return true;
    this.#isOpen = openTables(this.ctx.storage, this.#options.hasHosts);
    if (!this.#isOpen) void this.ctx.storage.setAlarm(Date.now());
    return this.#isOpen;
  }
}

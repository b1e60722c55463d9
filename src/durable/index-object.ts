/**
 * The index of a tenant: one summary for each execution, to be listed and followed. Named with tenant and shard number. It learns
 * of executions only from their outboxes, which repeat a summary until it is acknowledged.
 *
 * - Only higher revisions apply, so that repeats, late and reordered arrivals change nothing and nobody hears of them.
 * - What is written and what watchers are sent is one turn, so that a watcher that is live misses nothing.
 * - While nothing changes, nothing here pins the object, however many watch it (E11).
 */
import { DurableObject } from "cloudflare:workers";
import type {
  ExecutionList,
  ExecutionListFilter,
  ExecutionListQuery,
  ExecutionPosition,
  StatusCount,
} from "../plan/execution-list.ts";
import type { ChangePage, ChangePosition, ExecutionSummary } from "../plan/execution-view.ts";
import type { Json } from "../plan/json.ts";
import type { TaskList, TaskListQuery } from "../plan/task-list.ts";
import { type FeedNews, FeedSockets } from "./feed-sockets.ts";
import { IndexChanges } from "./index-changes.ts";
import { readCounts, readPage } from "./index-list.ts";
import { IndexRows } from "./index-rows.ts";
import { openTables } from "./index-tables.ts";
import { readTasks } from "./index-tasks.ts";

export class IndexObject<Env = unknown> extends DurableObject<Env> {
  readonly #changes: IndexChanges;
  readonly #rows: IndexRows;
  readonly #sockets: FeedSockets;
  /** Where the last page that was sent to watchers ends. Null before the first of this instance. */
  #told: ChangePosition | null = null;
  #isOpen = false;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    const { sql } = context.storage;
    this.#changes = new IndexChanges(sql);
    this.#rows = new IndexRows(sql);
    this.#sockets = new FeedSockets(context);
  }

  /** Takes a summary over unless that or a higher revision is known. Returning is the acknowledgement. */
  put(summary: ExecutionSummary): void {
    this.#take(summary, (known) => summary.revision > known);
  }

  /** Takes a summary over again, whatever the index made of the same revision before. A higher one stays. */
  restore(summary: ExecutionSummary): void {
    this.#take(summary, (known) => summary.revision >= known);
  }

  /** Forgets an execution that was removed, and refuses what is still on its way about it. */
  remove(position: ExecutionPosition): void {
    this.#change(() => {
      if (this.#changes.isRemoved(position)) return false;
      // Taken before the row goes, which may be the one that carries the latest number.
      const change = this.#changes.next();
      this.#rows.delete(position);
      this.#changes.noteRemoval(position, change);
      return true;
    });
  }

  list(query: ExecutionListQuery): ExecutionList {
    this.#open();
    return { ...readPage(this.ctx.storage.sql, query), position: this.#changes.position() };
  }

  tasks(query: TaskListQuery): TaskList {
    this.#open();
    return readTasks(this.ctx.storage.sql, query);
  }

  statusCounts(filter: ExecutionListFilter): readonly StatusCount[] {
    this.#open();
    return readCounts(this.ctx.storage.sql, filter);
  }

  /** The Worker's side of a subscription asks for a WebSocket. */
  override fetch(request: Request): Response {
    if (request.headers.get("upgrade") !== "websocket") return new Response("required a WebSocket", { status: 426 });
    return this.#sockets.accept();
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    this.#open();
    this.#sockets.receive(socket, message, (position) => this.#pageAfter(position));
  }

  override webSocketClose(socket: WebSocket): void {
    socket.close();
  }

  #take(summary: ExecutionSummary, isNews: (knownRevision: number) => boolean): void {
    this.#change(() => {
      const known = this.#rows.revisionOf(summary);
      if (known === null ? this.#changes.isRemoved(summary) : !isNews(known)) return false;
      this.#rows.write(summary, this.#changes.next());
      return true;
    });
  }

  /** Stores what `change` does as a whole, and tells watchers if it says that it did something. */
  #change(change: () => boolean): void {
    this.#open();
    if (!this.ctx.storage.transactionSync(change)) return;
    if (this.#sockets.count === 0) this.#told = null;
    else this.#sockets.publish(this.#news);
  }

  readonly #news: FeedNews<ChangePage> = {
    // A fresh instance tells of the latest change only; watchers that miss others pull them.
    page: () => {
      const page = this.#told === null ? this.#changes.latest() : this.#changes.page(this.#told);
      this.#told = page.cursor;
      return page;
    },
    pull: (page) => ({ ...page, summaries: [], removed: [], cursor: page.after, caughtUp: false }),
  };

  #pageAfter(position: Json): ChangePage | null {
    if (position === null) return this.#changes.page(null);
    return isChangePosition(position) ? this.#changes.page(position) : null;
  }

  #open(): void {
    if (this.#isOpen) return;
    openTables(this.ctx.storage);
    this.#isOpen = true;
  }
}

function isChangePosition(position: unknown): position is ChangePosition {
  const { change, epoch } = position as Partial<ChangePosition>;
  return typeof epoch === "string" && typeof change === "number" && Number.isSafeInteger(change) && change >= 0;
}

/**
 * The index of a tenant: one summary for each execution, newest first. Named with tenant and shard number. It learns of
 * executions only from their outboxes, which repeat a summary until it is acknowledged; only higher revisions apply, so that
 * repeats and late arrivals change nothing.
 *
 *   execution(created, name, revision, status, context, root, summary)   summary: JSON; primary key (created, name)
 */
import { DurableObject } from "cloudflare:workers";
import type { ExecutionStatus } from "../plan/event.ts";
import type { ExecutionSummary } from "../plan/execution-view.ts";

export interface SummaryQuery {
  readonly first: number;
  /** Position of the last item of the page before. */
  readonly after: SummaryPosition | null;
  readonly status: readonly ExecutionStatus[] | null;
  readonly contextId: string | null;
  /** Only roots (true), only children (false). */
  readonly root: boolean | null;
}

export interface SummaryPosition {
  readonly createdAt: number;
  readonly execution: string;
}

export interface SummaryPage {
  readonly items: readonly ExecutionSummary[];
  readonly hasNextPage: boolean;
}

export class IndexObject<Env = unknown> extends DurableObject<Env> {
  #exists = false;

  /** Takes a summary over unless a higher revision is known. Returning is the acknowledgement. */
  put(summary: ExecutionSummary): void {
    this.#create();
    this.ctx.storage.sql.exec(
      `INSERT INTO execution(created, name, revision, status, context, root, summary) VALUES(?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT(created, name) DO UPDATE SET
         revision = excluded.revision, status = excluded.status, summary = excluded.summary
       WHERE excluded.revision > execution.revision`,
      summary.createdAt,
      summary.execution,
      summary.revision,
      summary.status,
      summary.contextId,
      summary.parent === null ? 1 : 0,
      JSON.stringify(summary),
    );
  }

  /** Forgets an execution that was removed by retention. */
  remove({ createdAt, execution }: SummaryPosition): void {
    this.#create();
    this.ctx.storage.sql.exec("DELETE FROM execution WHERE created = ? AND name = ?", createdAt, execution);
  }

  list({ after, contextId, first, root, status }: SummaryQuery): SummaryPage {
    this.#create();
    const conditions: string[] = [];
    const bound: (string | number)[] = [];
    if (after !== null) {
      conditions.push("(created, name) < (?, ?)");
      bound.push(after.createdAt, after.execution);
    }
    if (status !== null) {
      conditions.push(`status IN (${status.map(() => "?").join(", ")})`);
      bound.push(...status);
    }
    if (contextId !== null) {
      conditions.push("context = ?");
      bound.push(contextId);
    }
    if (root !== null) {
      conditions.push("root = ?");
      bound.push(root ? 1 : 0);
    }
    const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
    const rows = this.ctx.storage.sql
      .exec<{ summary: string }>(
        `SELECT summary FROM execution ${where} ORDER BY created DESC, name DESC LIMIT ?`,
        ...bound,
        first + 1,
      )
      .toArray();
    const items = rows.slice(0, first).map((row) => JSON.parse(row.summary) as ExecutionSummary);
    return { items, hasNextPage: rows.length > first };
  }

  #create(): void {
    if (this.#exists) return;
    this.ctx.storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS execution(created INTEGER NOT NULL, name TEXT NOT NULL, revision INTEGER NOT NULL, status TEXT NOT NULL, context TEXT, root INTEGER NOT NULL, summary TEXT NOT NULL, PRIMARY KEY(created, name)) WITHOUT ROWID",
    );
    this.#exists = true;
  }
}

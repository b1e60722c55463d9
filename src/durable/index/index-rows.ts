/** The rows of an execution in the tables of an index: its summary, what it can be found by, and its place in the totals. */

import { isFinalExecution } from "../../execution/state/status.ts";
import type { ExecutionPosition } from "../../execution/views/execution-list.ts";
import type { ExecutionSummary } from "../../execution/views/summary.ts";
import { deleteTask, writeTask } from "./index-tasks.ts";

type Known = { readonly revision: number; readonly status: string; readonly summary: string };

export class IndexRows {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The revision that is stored. Null if the execution is not known. */
  revisionOf(position: ExecutionPosition): number | null {
    return this.#known(position)?.revision ?? null;
  }

  /**
   * Writes a summary in place of the one before. `change` is the number of the change that this is. Whether this is the first time that
   * the execution is known to have ended, by code that knows its rows: revision 0 is of code that does not, and says nothing of what was
   * consumed.
   */
  write(summary: ExecutionSummary, change: number): boolean {
    const { createdAt, execution, revision, status, waitingFor } = summary;
    const known = this.#known(summary);
    // Questions and usage have rows of their own.
    const { consumption: _, questions: __, ...listed } = summary;
    const text = JSON.stringify(listed);
    const before = known === null ? null : (JSON.parse(known.summary) as ExecutionSummary);
    if (before === null) {
      this.#sql.exec(
        `INSERT INTO execution(created, name, revision, change, status, waiting, context, root, summary)
         VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        createdAt,
        execution,
        revision,
        change,
        status,
        waitingFor,
        summary.contextId,
        summary.parent === null ? 1 : 0,
        text,
      );
    } else {
      // Context and parent are those that the execution was started with, as its labels are.
      this.#sql.exec(
        "UPDATE execution SET revision = ?, change = ?, status = ?, waiting = ?, summary = ? WHERE created = ? AND name = ?",
        revision,
        change,
        status,
        waitingFor,
        text,
        createdAt,
        execution,
      );
    }
    writeTask(this.#sql, before, summary);
    if (before?.status !== status) {
      if (before !== null) this.#count(before.status, -1);
      this.#count(status, 1);
    }
    if (before === null || !listsSame(before, summary)) {
      if (before !== null) this.#deleteSides(before);
      this.#insertSides(summary);
    }
    const wasEnded = before !== null && known !== null && known.revision > 0 && isFinalExecution(before.status);
    return revision > 0 && isFinalExecution(status) && !wasEnded;
  }

  /** Deletes every row of an execution. Does nothing if it is not known. */
  delete(position: ExecutionPosition): void {
    const known = this.#known(position);
    if (known === null) return;
    const summary = JSON.parse(known.summary) as ExecutionSummary;
    this.#deleteSides(summary);
    deleteTask(this.#sql, summary);
    this.#count(summary.status, -1);
    this.#sql.exec("DELETE FROM execution WHERE created = ? AND name = ?", position.createdAt, position.execution);
  }

  #known({ createdAt, execution }: ExecutionPosition): Known | null {
    const rows = this.#sql.exec<Known>(
      "SELECT revision, status, summary FROM execution WHERE created = ? AND name = ?",
      createdAt,
      execution,
    );
    return rows.toArray()[0] ?? null;
  }

  #insertSides({ callables, createdAt, execution, labels, parent }: ExecutionSummary): void {
    if (parent !== null) {
      const sql = "INSERT OR IGNORE INTO child(parent, created, name) VALUES(?, ?, ?)";
      this.#sql.exec(sql, parent, createdAt, execution);
    }
    for (const { key, value } of labels) {
      const sql = "INSERT OR IGNORE INTO label(key, value, created, name) VALUES(?, ?, ?, ?)";
      this.#sql.exec(sql, key, value, createdAt, execution);
    }
    for (const callable of callables) {
      const sql = "INSERT OR IGNORE INTO callable(callable, created, name) VALUES(?, ?, ?)";
      this.#sql.exec(sql, callable, createdAt, execution);
    }
  }

  #deleteSides({ callables, createdAt, execution, labels, parent }: ExecutionSummary): void {
    if (parent !== null) {
      const sql = "DELETE FROM child WHERE parent = ? AND created = ? AND name = ?";
      this.#sql.exec(sql, parent, createdAt, execution);
    }
    for (const { key, value } of labels) {
      const sql = "DELETE FROM label WHERE key = ? AND value = ? AND created = ? AND name = ?";
      this.#sql.exec(sql, key, value, createdAt, execution);
    }
    for (const callable of callables) {
      const sql = "DELETE FROM callable WHERE callable = ? AND created = ? AND name = ?";
      this.#sql.exec(sql, callable, createdAt, execution);
    }
  }

  #count(status: string, difference: 1 | -1): void {
    this.#sql.exec(
      "INSERT INTO total(status, count) VALUES(?, ?) ON CONFLICT(status) DO UPDATE SET count = count + excluded.count",
      status,
      difference,
    );
  }
}

function listsSame(one: ExecutionSummary, other: ExecutionSummary): boolean {
  const listed = ({ callables, labels }: ExecutionSummary) => JSON.stringify([labels, callables]);
  return listed(one) === listed(other);
}

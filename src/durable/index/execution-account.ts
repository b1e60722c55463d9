/**
 * Stored bytes of executions that have ended, by the day (UTC) of their end, for the tenant and for each subject. Executions are counted
 * with the usage of the index (`index-tally.ts`), once for each. Days whose events and values retention has removed are not
 * read, so a removal needs no report.
 *
 *   execution_account(day, subject, count, bytes)   an empty subject stands for the whole tenant. Made with the first row
 */
import type { ExecutionSummary } from "../../execution/views/summary.ts";
import { dayMs, dayOf, type StoredAmount } from "../../execution/views/usage-totals.ts";
import { hasTable } from "../storage/sql-table.ts";
import { type Ended, endedOf } from "./index-usage.ts";

/** The subject of the rows of the whole tenant: no caller has this name. */
const everybody = "";

export class ExecutionAccount {
  readonly #sql: SqlStorage;
  /** Events and values are kept for so long after an end, in milliseconds. */
  readonly #retentionMs: number;
  #isMade = false;

  constructor(sql: SqlStorage, retentionMs: number) {
    this.#sql = sql;
    this.#retentionMs = retentionMs;
  }

  /** The last write was rolled back, maybe with the table. */
  rolledBack(): void {
    this.#isMade = false;
  }

  /** To be called once for each that ended. */
  count(ended: readonly Ended[]): void {
    const counted = ended.filter(({ stored }) => stored !== undefined);
    const [latest] = counted.map(({ day }) => day).toSorted((one, other) => other - one);
    if (latest === undefined) return;
    for (const [day, ofDay] of Map.groupBy(counted, (one) => one.day)) {
      this.#add(day, everybody, ofDay, 1);
      for (const [subject, own] of Map.groupBy(ofDay, ({ stored }) => stored?.[0] ?? everybody)) {
        if (subject !== everybody) this.#add(day, subject, own, 1);
      }
    }
    const first = Number.isFinite(this.#retentionMs) ? latest - Math.ceil(this.#retentionMs / dayMs) - 1 : 0;
    this.#sql.exec("DELETE FROM execution_account WHERE day < ?", first);
  }

  /** An execution that was counted is deleted. */
  forget(summary: ExecutionSummary): void {
    if (summary.storedBytes === undefined || summary.finishedAt === null || !this.#isThere()) return;
    const ended = [endedOf(summary)];
    const [day = 0] = ended.map((one) => one.day);
    this.#add(day, everybody, ended, -1);
    if (summary.subject !== everybody) this.#add(day, summary.subject, ended, -1);
    this.#sql.exec("DELETE FROM execution_account WHERE day = ? AND count <= 0", day);
  }

  /** The stored executions of a subject, or of all. */
  read(subject: string | undefined, now: number): StoredAmount {
    if (!this.#isThere()) return { count: 0, bytes: 0 };
    const first = Number.isFinite(this.#retentionMs) ? dayOf(now - this.#retentionMs) : 0;
    return this.#sql
      .exec<{ count: number; bytes: number }>(
        `SELECT coalesce(sum(count), 0) AS count, coalesce(sum(bytes), 0) AS bytes FROM execution_account
         WHERE day >= ? AND subject = ?`,
        first,
        subject ?? everybody,
      )
      .one();
  }

  #add(day: number, subject: string, ended: readonly Ended[], sign: 1 | -1): void {
    if (!this.#isThere()) {
      this.#sql.exec(
        `CREATE TABLE execution_account(subject TEXT NOT NULL, day INTEGER NOT NULL, count INTEGER NOT NULL, bytes INTEGER NOT NULL,
           PRIMARY KEY(subject, day)) WITHOUT ROWID`,
      );
      this.#isMade = true;
    }
    this.#sql.exec(
      `INSERT INTO execution_account(subject, day, count, bytes) VALUES(?, ?, ?, ?)
       ON CONFLICT(subject, day) DO UPDATE SET count = count + excluded.count, bytes = bytes + excluded.bytes`,
      subject,
      day,
      sign * ended.length,
      sign * ended.reduce((bytes, { stored }) => bytes + (stored?.[1] ?? 0), 0),
    );
  }

  #isThere(): boolean {
    this.#isMade ||= hasTable(this.#sql, "execution_account");
    return this.#isMade;
  }
}

/**
 * The push configs of one execution and how far each was told. The table is made with the first config, so that executions without
 * one have none (E2), and is never read by `transition`.
 *
 *   push(id, config, told, trying, attempts, due)
 *     config     JSON of a `PushConfig`
 *     told       the milestone that was delivered or given up last; empty before the first
 *     trying     the milestone that could not be delivered so far; empty if there is none
 *     attempts   failed attempts to deliver it
 *     due        when it is tried again, Unix milliseconds; 0 if there is none
 */
import type { PushConfig } from "../../execution/commands/push-config.ts";
import { hasTable } from "../storage/sql-table.ts";

export interface PushRow {
  readonly config: PushConfig;
  readonly delivered: string;
  readonly trying: string;
  readonly attempts: number;
  readonly due: number;
}

type StoredRow = {
  readonly config: string;
  readonly told: string;
  readonly trying: string;
  readonly attempts: number;
  readonly due: number;
};

export class PushTable {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** In the order of their ids. */
  rows(): readonly PushRow[] {
    if (!hasTable(this.#sql, "push")) return [];
    return this.#sql
      .exec<StoredRow>("SELECT config, told, trying, attempts, due FROM push ORDER BY id")
      .toArray()
      .map(({ config, told, ...row }) => ({ ...row, delivered: told, config: JSON.parse(config) as PushConfig }));
  }

  /** Adds a row, or puts it in the place of the one with its id. */
  insert({ attempts, config, delivered, due, trying }: PushRow): void {
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS push(id TEXT PRIMARY KEY, config TEXT NOT NULL, told TEXT NOT NULL,
        trying TEXT NOT NULL, attempts INTEGER NOT NULL, due INTEGER NOT NULL) WITHOUT ROWID`,
    );
    this.#sql.exec(
      "INSERT OR REPLACE INTO push(id, config, told, trying, attempts, due) VALUES(?, ?, ?, ?, ?, ?)",
      config.id,
      JSON.stringify(config),
      delivered,
      trying,
      attempts,
      due,
    );
  }

  /** Writes a row that is there. After the execution was deleted there is none, and nothing may come back (E1). */
  update({ attempts, config, delivered, due, trying }: PushRow): void {
    if (!hasTable(this.#sql, "push")) return;
    this.#sql.exec(
      "UPDATE push SET config = ?, told = ?, trying = ?, attempts = ?, due = ? WHERE id = ?",
      JSON.stringify(config),
      delivered,
      trying,
      attempts,
      due,
      config.id,
    );
  }

  remove(id: string): void {
    if (hasTable(this.#sql, "push")) this.#sql.exec("DELETE FROM push WHERE id = ?", id);
  }
}

/**
 * The push configs of one execution and how far each was notified. The table is made with the first config, so that executions without
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
import type { ExecutionStorage } from "../storage/execution-storage.ts";
import type { ExecutionTable } from "../storage/execution-table.ts";

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

export const pushTable = {
  name: "push",
  columns:
    "id TEXT NOT NULL, config TEXT NOT NULL, told TEXT NOT NULL, trying TEXT NOT NULL, attempts INTEGER NOT NULL, due INTEGER NOT NULL",
  key: ["id"],
  withoutRowid: true,
};

export class PushTable {
  readonly #table: ExecutionTable;

  constructor(storage: Pick<ExecutionStorage, "table">) {
    this.#table = storage.table(pushTable);
  }

  /** In the order of their ids. */
  rows(): readonly PushRow[] {
    if (!this.#table.exists) return [];
    return this.#table
      .select<StoredRow>("config, told, trying, attempts, due", "TRUE ORDER BY id")
      .map(({ config, told, ...row }) => ({ ...row, delivered: told, config: JSON.parse(config) as PushConfig }));
  }

  /** Adds a row, or puts it in the place of the one with its id. */
  insert({ attempts, config, delivered, due, trying }: PushRow): void {
    this.#table.create();
    const columns = "id, config, told, trying, attempts, due";
    this.#table.put(columns, config.id, JSON.stringify(config), delivered, trying, attempts, due);
  }

  /** Writes a row that is there. After the execution was deleted there is none, and nothing may come back (E1). */
  update({ attempts, config, delivered, due, trying }: PushRow): void {
    if (!this.#table.exists) return;
    this.#table.update(
      "config = ?, told = ?, trying = ?, attempts = ?, due = ?",
      "id = ?",
      JSON.stringify(config),
      delivered,
      trying,
      attempts,
      due,
      config.id,
    );
  }

  remove(id: string): void {
    if (this.#table.exists) this.#table.delete("id = ?", id);
  }
}

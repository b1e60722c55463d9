/**
 * The webhooks of one execution and how far each was notified. The table is made with the start of an execution that has any, so that others
 * have none (E2), and is never read by `transition`.
 *
 *   webhook(id, config, told, trying, attempts, due, given_up)
 *     config     JSON of a `Webhook`
 *     told       sequence of the event that was delivered or given up last; 0 before the first
 *     trying     sequence of the event that could not be delivered so far; 0 if there is none
 *     attempts   failed attempts to deliver it
 *     due        when it is tried again, Unix milliseconds; 0 if there is none
 *     given_up   events that were never delivered
 */
import type { Webhook } from "../../execution/webhooks/webhook.ts";
import type { ExecutionStorage } from "../storage/execution-storage.ts";
import type { ExecutionTable } from "../storage/execution-table.ts";
import type { Progress, ReceiverRows } from "./push-sender.ts";

export interface WebhookRow extends Progress<number> {
  readonly webhook: Webhook;
  readonly givenUp: number;
}

type StoredRow = {
  readonly config: string;
  readonly told: number;
  readonly trying: number;
  readonly attempts: number;
  readonly due: number;
  readonly given_up: number;
};

export const webhookTable = {
  name: "webhook",
  columns:
    "id TEXT NOT NULL, config TEXT NOT NULL, told INTEGER NOT NULL, trying INTEGER NOT NULL, attempts INTEGER NOT NULL, due INTEGER NOT NULL, given_up INTEGER NOT NULL",
  key: ["id"],
  withoutRowid: true,
};

export class WebhookTable implements ReceiverRows<WebhookRow> {
  readonly #table: ExecutionTable;
  #rowsWritten = 0;

  constructor(storage: Pick<ExecutionStorage, "table">) {
    this.#table = storage.table(webhookTable);
  }

  /** Rows that this instance wrote, as the platform counts and bills them. */
  get rowsWritten(): number {
    return this.#rowsWritten;
  }

  /** Whether there are any. They are removed with the events that they deliver. */
  get exists(): boolean {
    return this.#table.exists;
  }

  /** In the order of their ids. */
  rows(): readonly WebhookRow[] {
    if (!this.exists) return [];
    return this.#table
      .select<StoredRow>("config, told, trying, attempts, due, given_up", "TRUE ORDER BY id")
      .map(({ config, given_up, told, ...row }) => {
        return { ...row, delivered: told, webhook: JSON.parse(config) as Webhook, givenUp: given_up };
      });
  }

  /** Adds a row, or puts it in the place of the one with its id. */
  insert({ attempts, due, givenUp, delivered, trying, webhook }: WebhookRow): void {
    const columns = "id, config, told, trying, attempts, due, given_up";
    const config = JSON.stringify(webhook);
    this.#rowsWritten += this.#table.create();
    this.#rowsWritten += this.#table.put(columns, webhook.id, config, delivered, trying, attempts, due, givenUp);
  }

  /** Writes a row that is there. After the execution was deleted there is none, and nothing may come back (E1). */
  update({ attempts, due, givenUp, delivered, trying, webhook }: WebhookRow): void {
    if (!this.exists) return;
    this.#rowsWritten += this.#table.update(
      "told = ?, trying = ?, attempts = ?, due = ?, given_up = ?",
      "id = ?",
      delivered,
      trying,
      attempts,
      due,
      givenUp,
      webhook.id,
    );
  }

  remove(id: string): void {
    if (this.exists) this.#rowsWritten += this.#table.delete("id = ?", id);
  }
}

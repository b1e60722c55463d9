/**
 * The webhooks of one execution and how far each was told. The table is made with the start of an execution that has any, so that others
 * have none (E2), and is never read by `transition`.
 *
 *   webhook(id, config, told, trying, attempts, due, given_up)
 *     config     JSON of a `Webhook`
 *     told       sequence of the event that was delivered or given up last; 0 before the first
 *     trying     sequence of the event that could not be delivered so far; 0 if there is none
 *     attempts   failed attempts to deliver it
 *     due        when it is tried again, Unix milliseconds; 0 if there is none
 *     given_up   events that were never delivered
 *
 * Beside it, which events of the journal are told: the order of the log is that of `seq`.
 */
import type { EventKind } from "../../execution/events/event.ts";
import type { Webhook } from "../../execution/webhooks/webhook.ts";
import type { ExecutionStorage } from "../storage/execution-storage.ts";
import type { ExecutionTable } from "../storage/execution-table.ts";
import { journalTable } from "../storage/journal.ts";
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
  readonly #journal: ExecutionTable;
  #rowsWritten = 0;

  constructor(storage: Pick<ExecutionStorage, "table">) {
    this.#table = storage.table(webhookTable);
    this.#journal = storage.table(journalTable);
  }

  /** Rows that this instance wrote, as the platform counts and bills them. */
  get rowsWritten(): number {
    return this.#rowsWritten;
  }

  /** In the order of their ids. */
  rows(): readonly WebhookRow[] {
    if (!this.#table.exists) return [];
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
    if (!this.#table.exists) return;
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
    if (this.#table.exists) this.#rowsWritten += this.#table.delete("id = ?", id);
  }

  /** Sequence of the first event of these kinds after `after` that readers are shown. Null if there is none, or no journal any more. */
  next(kinds: readonly EventKind[], after: number): number | null {
    return this.#events("min(seq)", kinds, after);
  }

  /** How many of them there are. */
  count(kinds: readonly EventKind[], after: number): number {
    return this.#events("count(*)", kinds, after) ?? 0;
  }

  #events(what: string, kinds: readonly EventKind[], after: number): number | null {
    // An archive keeps the last event, which is not to be told without the others.
    if (!this.#table.exists || !this.#journal.exists) return null;
    const places = kinds.map(() => "?").join(", ");
    const where = `seq > ? AND hidden = 0 AND kind IN (${places})`;
    const [row] = this.#journal.select<{ found: number | null }>(`${what} AS found`, where, after, ...kinds);
    return row?.found ?? null;
  }
}

/**
 * The receivers of the audit log of a tenant and how far each came. Both tables are made with the first receiver.
 *
 *   audit_webhook(id, name, url, tenant, registered_at, delivered_to, attempts, due, lost, ends_at)
 *     delivered_to  place of the last entry that was delivered
 *     attempts      failed attempts to deliver the next one
 *     due           when it is tried again, Unix milliseconds; 0 if there is none; for one that is suspended, when that was
 *     lost          entries that left the log undelivered, and those that were passed over
 *     ends_at       place of the last entry for a receiver that was removed or replaced; null for one that is registered
 *   audit_late(webhook, sequence)   entries whose outcome came after their delivery
 */
import type { AuditWebhook } from "../../audit/audit-webhook.ts";
import { hasTable } from "../storage/sql-table.ts";

export interface AuditWebhookRow extends AuditWebhook {
  readonly id: number;
  readonly tenant: string;
  readonly registeredAt: number;
  readonly deliveredTo: number;
  readonly attempts: number;
  readonly due: number;
  readonly lost: number;
  /** Null for one that is registered. */
  readonly endsAt: number | null;
}

type StoredRow = {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly tenant: string;
  readonly registered_at: number;
  readonly delivered_to: number;
  readonly attempts: number;
  readonly due: number;
  readonly lost: number;
  readonly ends_at: number | null;
};

export class AuditWebhookTable {
  readonly #sql: SqlStorage;
  /** As stored. Undefined before it is read. */
  #rows: readonly AuditWebhookRow[] | undefined;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** In the order of their registration. */
  get rows(): readonly AuditWebhookRow[] {
    this.#rows ??= this.#read();
    return this.#rows;
  }

  insert({
    deliveredTo,
    lost,
    name,
    registeredAt,
    tenant,
    url,
  }: Omit<AuditWebhookRow, "id" | "attempts" | "due">): void {
    this.#make();
    this.#sql.exec(
      "INSERT INTO audit_webhook(name, url, tenant, registered_at, delivered_to, attempts, due, lost) VALUES(?, ?, ?, ?, ?, 0, 0, ?)",
      name,
      url,
      tenant,
      registeredAt,
      deliveredTo,
      lost,
    );
    this.#rows = undefined;
  }

  /** Writes a row that is there. */
  update({ attempts, deliveredTo, due, endsAt, id, lost }: AuditWebhookRow): void {
    this.#sql.exec(
      "UPDATE audit_webhook SET delivered_to = ?, attempts = ?, due = ?, lost = ?, ends_at = ? WHERE id = ?",
      deliveredTo,
      attempts,
      due,
      lost,
      endsAt,
      id,
    );
    this.#rows = undefined;
  }

  remove(id: number): void {
    this.#sql.exec("DELETE FROM audit_webhook WHERE id = ?", id);
    this.#sql.exec("DELETE FROM audit_late WHERE webhook = ?", id);
    this.#rows = undefined;
  }

  addLate(id: number, sequence: number): void {
    this.#sql.exec("INSERT OR IGNORE INTO audit_late(webhook, sequence) VALUES(?, ?)", id, sequence);
  }

  removeLate(id: number, sequence: number): void {
    this.#sql.exec("DELETE FROM audit_late WHERE webhook = ? AND sequence = ?", id, sequence);
  }

  /** The first entry whose outcome is due to a receiver. */
  firstLate(id: number): number | undefined {
    const sql = "SELECT sequence FROM audit_late WHERE webhook = ? ORDER BY sequence LIMIT 1";
    return this.#sql.exec<{ readonly sequence: number }>(sql, id).toArray()[0]?.sequence;
  }

  #read(): readonly AuditWebhookRow[] {
    if (!hasTable(this.#sql, "audit_webhook")) return [];
    return this.#sql
      .exec<StoredRow>("SELECT * FROM audit_webhook ORDER BY id")
      .toArray()
      .map(({ delivered_to, ends_at, registered_at, ...row }) => ({
        ...row,
        registeredAt: registered_at,
        deliveredTo: delivered_to,
        endsAt: ends_at,
      }));
  }

  #make(): void {
    if (hasTable(this.#sql, "audit_webhook")) return;
    this.#sql.exec(
      `CREATE TABLE audit_webhook(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, url TEXT NOT NULL, tenant TEXT NOT NULL,
         registered_at INTEGER NOT NULL, delivered_to INTEGER NOT NULL, attempts INTEGER NOT NULL, due INTEGER NOT NULL, lost INTEGER NOT NULL,
         ends_at INTEGER);
       CREATE TABLE audit_late(webhook INTEGER NOT NULL, sequence INTEGER NOT NULL, PRIMARY KEY(webhook, sequence)) WITHOUT ROWID`,
    );
  }
}

/**
 * The audit log of a tenant: entries in the order in which they were begun, each once by its id. Only the outcome of an entry is written
 * later, once. Entries go when their time is over, some at a time, and the oldest make room where there are too many.
 *
 *   audit(sequence, id, at, subject, outcome, facts)   outcome: DONE or REFUSED, null for unknown; facts: JSON of the rest. Made with the
 *                                                      first entry, as the objects of mailboxes have none
 */
import {
  type AuditEntry,
  type AuditedAction,
  type AuditPage,
  type AuditQuery,
  type AuditResult,
  auditText,
  maxAuditEntries,
} from "../../audit/audit-entry.ts";
import { hasTable } from "../storage/sql-table.ts";

/** Entries that are removed at a time, and how soon the next ones follow. */
const removedAtOnce = 1_000;
const againMs = 1_000;

export interface BegunEntry {
  readonly id: string;
  readonly action: AuditedAction;
}

type Row = {
  readonly sequence: number;
  readonly id: string;
  readonly at: number;
  readonly subject: string;
  readonly outcome: AuditResult["outcome"] | null;
  readonly facts: string;
};

type Facts = Pick<AuditEntry, "action" | "detail" | "result" | "target">;

export class AuditLog {
  readonly #sql: SqlStorage;
  readonly #retentionMs: number;
  #isMade = false;

  constructor(sql: SqlStorage, retentionMs: number) {
    this.#sql = sql;
    this.#retentionMs = retentionMs;
  }

  /**
   * Stores an action before it is carried out. Returns whether it is the first entry, for which an alarm has to be set. A log that has
   * become empty continues behind `floor`.
   */
  begin(entries: readonly BegunEntry[], now: number, floor = 0): boolean {
    const isFirst = this.#oldest() === undefined;
    this.#make();
    let sequence = isFirst && floor > 0 ? floor + 1 : null;
    for (const { action, id } of entries) {
      const { subject, target, ...facts } = action;
      const kept: Facts = {
        ...facts,
        ...(facts.detail !== undefined && { detail: auditText(facts.detail) }),
        target: { ...target, name: auditText(target.name) },
      };
      this.#sql.exec(
        "INSERT OR IGNORE INTO audit(sequence, id, at, subject, facts) VALUES(?, ?, ?, ?, ?)",
        sequence,
        id,
        now,
        auditText(subject),
        JSON.stringify(kept),
      );
      sequence = null;
    }
    this.#sql.exec("DELETE FROM audit WHERE sequence <= (SELECT max(sequence) FROM audit) - ?", maxAuditEntries);
    return isFirst;
  }

  /** Stores the outcome the first time that it is reported. Returns the places of the entries that it belongs to. */
  settle(ids: readonly string[], { outcome, result }: AuditResult): readonly number[] {
    const places: number[] = [];
    for (const id of ids) {
      const [row] = this.#rows("WHERE id = ? AND outcome IS NULL", id);
      if (row === undefined) continue;
      const facts: Facts = { ...this.#factsOf(row), ...(result !== undefined && { result: auditText(result) }) };
      this.#sql.exec("UPDATE audit SET outcome = ?, facts = ? WHERE id = ?", outcome, JSON.stringify(facts), id);
      places.push(row.sequence);
    }
    return places;
  }

  /** Place of the last entry. 0 if there is none. */
  get lastSequence(): number {
    return this.#rows("ORDER BY sequence DESC LIMIT 1")[0]?.sequence ?? 0;
  }

  entry(sequence: number): AuditEntry | undefined {
    const [row] = this.#rows("WHERE sequence = ?", sequence);
    return row === undefined ? undefined : this.#entryOf(row);
  }

  /** The first entry behind a place. */
  entryAfter(sequence: number): AuditEntry | undefined {
    const [row] = this.#rows("WHERE sequence > ? ORDER BY sequence LIMIT 1", sequence);
    return row === undefined ? undefined : this.#entryOf(row);
  }

  list({ before, limit, subject }: AuditQuery): AuditPage {
    const from = before ?? Number.MAX_SAFE_INTEGER;
    const order = "ORDER BY sequence DESC LIMIT ?";
    const rows =
      subject === null
        ? this.#rows(`WHERE sequence < ? ${order}`, from, limit + 1)
        : this.#rows(`WHERE subject = ? AND sequence < ? ${order}`, subject, from, limit + 1);
    return { entries: rows.slice(0, limit).map((row) => this.#entryOf(row)), hasMore: rows.length > limit };
  }

  /** Removes entries whose time is over. */
  removeDue(now: number): void {
    if (!this.#isThere()) return;
    this.#sql.exec(
      "DELETE FROM audit WHERE sequence IN (SELECT sequence FROM audit WHERE at <= ? ORDER BY sequence LIMIT ?)",
      now - this.#retentionMs,
      removedAtOnce,
    );
  }

  /** When the oldest entry goes, Unix milliseconds; soon if it should have gone. Undefined if there is none. */
  nextAt(now: number): number | undefined {
    const oldest = this.#oldest();
    return oldest === undefined ? undefined : Math.max(oldest + this.#retentionMs, now + againMs);
  }

  #oldest(): number | undefined {
    return this.#rows("ORDER BY sequence LIMIT 1")[0]?.at;
  }

  #rows(where: string, ...given: readonly (number | string)[]): readonly Row[] {
    if (!this.#isThere()) return [];
    const sql = `SELECT sequence, id, at, subject, outcome, facts FROM audit ${where}`;
    return this.#sql.exec<Row>(sql, ...given).toArray();
  }

  #factsOf({ facts }: Row): Facts {
    return JSON.parse(facts) as Facts;
  }

  #entryOf(row: Row): AuditEntry {
    const { at, id, outcome, sequence, subject } = row;
    return { sequence, id, at, subject, outcome: outcome ?? "UNKNOWN", ...this.#factsOf(row) };
  }

  #make(): void {
    if (this.#isThere()) return;
    this.#sql.exec(
      `CREATE TABLE audit(sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, subject TEXT NOT NULL,
         outcome TEXT, facts TEXT NOT NULL);
       CREATE INDEX audit_subject ON audit(subject, sequence)`,
    );
    this.#isMade = true;
  }

  #isThere(): boolean {
    this.#isMade ||= hasTable(this.#sql, "audit");
    return this.#isMade;
  }
}

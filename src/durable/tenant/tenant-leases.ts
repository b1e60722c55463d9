/**
 * Counts the running executions of a tenant, and by `begun-executions.ts` those that began within the last minute (E10). A lease belongs to
 * one execution: taking it again changes nothing, and a lease that is neither renewed nor given back expires.
 *
 * A descendant runs under the lease of its root. It is stored until that lease is given back or expires, so that a repeated start counts
 * once.
 *
 *   lease(execution, until, subject)
 *                                which roots run, and whose they are; `subject` is null for one that an earlier version stored
 *   descendant(root, execution)  which descendants a root had
 *   counted_root(root, until)    until when the descendants of a root without a lease are stored; it has none if no cap requires one
 */

import type { TenantLimit } from "../../execution/commands/start-request.ts";
import { BegunExecutions } from "./begun-executions.ts";
import { type AdmissionRequest, holdsPlace, type LeaseCaps, type LeaseRequest } from "./execution-lease.ts";

const DAY_MS = 86_400_000;
/** How long the descendants of a root without a lease are remembered after the latest began, if its end is not reported. */
const COUNTED_MS = 7 * DAY_MS;

export class TenantLeases {
  readonly #sql: SqlStorage;
  readonly #begun: BegunExecutions;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#begun = new BegunExecutions(sql);
    sql.exec(
      `CREATE TABLE IF NOT EXISTS lease(execution TEXT PRIMARY KEY, until INTEGER NOT NULL, subject TEXT) WITHOUT ROWID;
       CREATE TABLE IF NOT EXISTS descendant(root TEXT NOT NULL, execution TEXT NOT NULL, PRIMARY KEY(root, execution)) WITHOUT ROWID;
       CREATE TABLE IF NOT EXISTS counted_root(root TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;`,
    );
    const [subject] = sql.exec("SELECT 1 FROM pragma_table_info('lease') WHERE name = 'subject'").toArray();
    if (subject === undefined) sql.exec("ALTER TABLE lease ADD COLUMN subject TEXT");
  }

  /** Undefined if the execution may begin, which it then has. All times in Unix milliseconds. */
  acquire({ caps, execution, subject, until }: LeaseRequest, now: number): TenantLimit | undefined {
    this.#dropEnded(now);
    if (this.#has(execution)) return undefined;
    const refusal =
      this.#concurrencyRefusal(caps, now) ??
      this.#subjectRefusal(caps, subject, now) ??
      this.#begun.refusal(caps, subject, now);
    if (refusal !== undefined) return refusal;
    this.#put(execution, until, subject);
    this.#begun.count(caps, subject, now);
    return undefined;
  }

  /** Undefined if the descendant may begin, which it then has. */
  admit({ caps, execution, root, subject }: AdmissionRequest, now: number): TenantLimit | undefined {
    this.#dropEnded(now);
    const [known] = this.#sql
      .exec("SELECT 1 FROM descendant WHERE root = ? AND execution = ?", root, execution)
      .toArray();
    if (known !== undefined) return undefined;
    const refusal = this.#totalRefusal(caps, root, now) ?? this.#begun.descendantRefusal(caps, subject, now);
    if (refusal !== undefined) return refusal;
    this.#sql.exec("INSERT INTO descendant(root, execution) VALUES(?, ?)", root, execution);
    if (!holdsPlace(caps)) this.#keepCounted(root, now + COUNTED_MS);
    this.#begun.count(caps, subject, now);
    return undefined;
  }

  /** A running execution keeps its lease, even if it had ended: running ones count. */
  renew(execution: string, until: number): void {
    this.#put(execution, until, undefined);
  }

  release(execution: string): void {
    this.#sql.exec("DELETE FROM lease WHERE execution = ?", execution);
    this.#sql.exec("DELETE FROM descendant WHERE root = ?", execution);
    this.#sql.exec("DELETE FROM counted_root WHERE root = ?", execution);
  }

  #dropEnded(now: number): void {
    const leases = this.#sql.exec("DELETE FROM lease WHERE until <= ? RETURNING execution", now).toArray();
    const counted = this.#sql.exec("DELETE FROM counted_root WHERE until <= ? RETURNING root", now).toArray();
    if (leases.length + counted.length === 0) return;
    this.#sql.exec(
      `DELETE FROM descendant WHERE root NOT IN (SELECT execution FROM lease) AND root NOT IN (SELECT root FROM counted_root)`,
    );
  }

  /** Written once a day for each root at most. */
  #keepCounted(root: string, until: number): void {
    this.#sql.exec(
      `INSERT INTO counted_root(root, until) VALUES(?, ?)
         ON CONFLICT(root) DO UPDATE SET until = excluded.until WHERE until < excluded.until - ${DAY_MS}`,
      root,
      until,
    );
  }

  /** The root is one of its executions. Nothing is free again before it has ended. */
  #totalRefusal({ maxExecutionsPerRoot: maximum }: LeaseCaps, root: string, now: number): TenantLimit | undefined {
    if (maximum === 0) return undefined;
    const { count } = this.#sql
      .exec<{ count: number }>("SELECT count(*) AS count FROM descendant WHERE root = ?", root)
      .one();
    if (count + 1 < maximum) return undefined;
    return { kind: "TENANT_LIMIT", limit: "maxExecutionsPerRoot", maximum, retryAt: now };
  }

  #concurrencyRefusal({ maxConcurrentExecutions: maximum }: LeaseCaps, now: number): TenantLimit | undefined {
    if (maximum === 0) return undefined;
    const { count } = this.#sql.exec<{ count: number }>("SELECT count(*) AS count FROM lease").one();
    if (count < maximum) return undefined;
    // The end of an execution is not known in advance. After a second it is worth a look.
    return { kind: "TENANT_LIMIT", limit: "maxConcurrentExecutions", maximum, retryAt: now + 1_000 };
  }

  #subjectRefusal(
    { maxConcurrentExecutionsPerSubject: maximum = 0 }: LeaseCaps,
    subject: string | undefined,
    now: number,
  ): TenantLimit | undefined {
    if (maximum === 0 || subject === undefined) return undefined;
    const sql = "SELECT count(*) AS count FROM lease WHERE subject = ?";
    if (this.#sql.exec<{ count: number }>(sql, subject).one().count < maximum) return undefined;
    return { kind: "TENANT_LIMIT", limit: "maxConcurrentExecutionsPerSubject", maximum, retryAt: now + 1_000 };
  }

  #has(execution: string): boolean {
    return this.#sql.exec("SELECT 1 FROM lease WHERE execution = ?", execution).toArray().length > 0;
  }

  #put(execution: string, until: number, subject: string | undefined): void {
    const sql = `INSERT INTO lease(execution, until, subject) VALUES(?, ?, ?)
      ON CONFLICT(execution) DO UPDATE SET until = excluded.until`;
    this.#sql.exec(sql, execution, until, subject ?? null);
  }
}

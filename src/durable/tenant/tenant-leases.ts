/**
 * Counts the running executions of a tenant and those that began within the last minute (E10). A lease belongs to one execution: taking it
 * again changes nothing, and a lease that is neither renewed nor given back expires.
 *
 * A descendant runs under the lease of its root. It is stored until that lease is given back or expires, so that a repeated start counts
 * once.
 *
 *   lease(execution, until, subject)
 *                                which roots run, and whose they are; `subject` is null for one that an earlier version stored
 *   begun(second, count)         how many began in each second of the last minute, descendants included; descendants begin so few a second
 *                                that a minute's worth does not begin at once
 *   descendant(root, execution)  which descendants a root had
 *   counted_root(root, until)    until when the descendants of a root without a lease are stored; it has none if no cap requires one
 */

import type { TenantLimit } from "../../execution/commands/start-request.ts";
import { type AdmissionRequest, holdsPlace, type LeaseCaps, type LeaseRequest } from "./execution-lease.ts";

const MINUTE_SECONDS = 60;

/** Of the executions of a minute, this part begins within one second, or so few if that is less. Roots are not held to it: they would be refused. */
const secondsOfMinute = 30;
const fewPerSecond = 10;

const DAY_MS = 86_400_000;
/** How long the descendants of a root without a lease are remembered after the latest began, if its end is not reported. */
const COUNTED_MS = 7 * DAY_MS;

export class TenantLeases {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      `CREATE TABLE IF NOT EXISTS lease(execution TEXT PRIMARY KEY, until INTEGER NOT NULL, subject TEXT) WITHOUT ROWID;
       CREATE TABLE IF NOT EXISTS begun(second INTEGER PRIMARY KEY, count INTEGER NOT NULL);
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
      this.#concurrencyRefusal(caps, now) ?? this.#subjectRefusal(caps, subject, now) ?? this.#rateRefusal(caps, now);
    if (refusal !== undefined) return refusal;
    this.#put(execution, until, subject);
    this.#countBegun(caps, now);
    return undefined;
  }

  /** Undefined if the descendant may begin, which it then has. */
  admit({ caps, execution, root }: AdmissionRequest, now: number): TenantLimit | undefined {
    this.#dropEnded(now);
    const [known] = this.#sql
      .exec("SELECT 1 FROM descendant WHERE root = ? AND execution = ?", root, execution)
      .toArray();
    if (known !== undefined) return undefined;
    const refusal =
      this.#totalRefusal(caps, root, now) ?? this.#rateRefusal(caps, now) ?? this.#secondRefusal(caps, now);
    if (refusal !== undefined) return refusal;
    this.#sql.exec("INSERT INTO descendant(root, execution) VALUES(?, ?)", root, execution);
    if (!holdsPlace(caps)) this.#keepCounted(root, now + COUNTED_MS);
    this.#countBegun(caps, now);
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

  #countBegun({ maxExecutionsPerMinute }: LeaseCaps, now: number): void {
    if (maxExecutionsPerMinute === 0) return;
    const second = Math.floor(now / 1_000);
    this.#sql.exec(
      "INSERT INTO begun(second, count) VALUES(?, 1) ON CONFLICT(second) DO UPDATE SET count = count + 1",
      second,
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

  /** A second counts until all of it is a minute ago, so that no minute has more than the cap. */
  #rateRefusal({ maxExecutionsPerMinute: maximum }: LeaseCaps, now: number): TenantLimit | undefined {
    if (maximum === 0) return undefined;
    this.#sql.exec("DELETE FROM begun WHERE second < ?", Math.floor(now / 1_000) - MINUTE_SECONDS);
    const rows = this.#sql
      .exec<{ second: number; count: number }>("SELECT second, count FROM begun ORDER BY second")
      .toArray();
    let excess = rows.reduce((sum, { count }) => sum + count, 0) - maximum;
    if (excess < 0) return undefined;
    const freeing = rows.find(({ count }) => {
      excess -= count;
      return excess < 0;
    });
    const second = freeing?.second ?? Math.floor(now / 1_000);
    return {
      kind: "TENANT_LIMIT",
      limit: "maxExecutionsPerMinute",
      maximum,
      retryAt: (second + MINUTE_SECONDS + 1) * 1_000,
    };
  }

  /** A descendant waits for the next second, which costs it nothing but time. */
  #secondRefusal({ maxExecutionsPerMinute: maximum }: LeaseCaps, now: number): TenantLimit | undefined {
    if (maximum === 0) return undefined;
    const second = Math.floor(now / 1_000);
    const [begun] = this.#sql.exec<{ count: number }>("SELECT count FROM begun WHERE second = ?", second).toArray();
    const ofSecond = Math.max(fewPerSecond, Math.ceil(maximum / secondsOfMinute));
    if (begun === undefined || begun.count < ofSecond) return undefined;
    const retryAt = (second + 1) * 1_000;
    return { kind: "TENANT_LIMIT", limit: "maxExecutionsPerMinute", maximum: ofSecond, isOfSecond: true, retryAt };
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

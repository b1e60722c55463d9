/**
 * What remains of a deleted execution: enough to recognise its key until the key would have become free anyway (E1). It is one small table
 * with one row, written in the transaction that removes everything else. A child that was stopped before it was created has a tombstone
 * without a fingerprint; a later request to create it is refused.
 *
 *   tombstone(execution, tenant, fingerprint, subject, created, until, listed)   listed: whether the index may still name it, and the
 *   store of artifacts still hold something of it
 */
import { hasTable } from "../storage/sql-table.ts";

export interface Tombstone {
  /** Name of the object. */
  readonly execution: string;
  readonly tenant: string;
  readonly fingerprint: string;
  readonly subject: string;
  /** When the execution was created, Unix milliseconds as `until`. */
  readonly createdAt: number;
  /** When retention would have removed the execution, and the key is free again. */
  readonly until: number;
  /** Whether index and store of artifacts have yet to acknowledge that they forgot the execution. */
  readonly listed: boolean;
  /** Whether there never was an execution: a child that nobody waits for any more, and that was not made yet. */
  readonly isPlanted: boolean;
}

/** Null if no execution was deleted here. */
export function readTombstone(sql: SqlStorage): Tombstone | null {
  if (!hasTable(sql, "tombstone")) return null;
  const [row] = sql
    .exec<Row>("SELECT execution, tenant, fingerprint, subject, created, until, listed FROM tombstone")
    .toArray();
  if (row === undefined) return null;
  const { created, listed, ...facts } = row;
  return { ...facts, createdAt: created, listed: listed !== 0, isPlanted: facts.fingerprint === "" };
}

/** Removes everything that is stored and puts the tombstone in its place. A crash leaves the one or the other. */
export function deleteWithTombstone(
  storage: DurableObjectStorage,
  tombstone: Omit<Tombstone, "isPlanted" | "listed">,
): void {
  storage.transactionSync(() => {
    for (const table of ["journal", "part", "push", "webhook", "archive"])
      storage.sql.exec(`DROP TABLE IF EXISTS ${table}`);
    write(storage.sql, { ...tombstone, listed: true });
  });
}

/** Stores that no execution shall ever be made here, until the time `until`. */
export function reserveName(storage: DurableObjectStorage, { now, until }: { now: number; until: number }): void {
  const nobody = { execution: "", tenant: "", fingerprint: "", subject: "" };
  storage.transactionSync(() => write(storage.sql, { ...nobody, createdAt: now, until, listed: false }));
}

function write(sql: SqlStorage, tombstone: Omit<Tombstone, "isPlanted">): void {
  const { createdAt, execution, fingerprint, listed, subject, tenant, until } = tombstone;
  sql.exec(
    "CREATE TABLE tombstone(execution TEXT NOT NULL, tenant TEXT NOT NULL, fingerprint TEXT NOT NULL, subject TEXT NOT NULL, created INTEGER NOT NULL, until INTEGER NOT NULL, listed INTEGER NOT NULL)",
  );
  sql.exec(
    "INSERT INTO tombstone(execution, tenant, fingerprint, subject, created, until, listed) VALUES(?, ?, ?, ?, ?, ?, ?)",
    execution,
    tenant,
    fingerprint,
    subject,
    createdAt,
    until,
    listed ? 1 : 0,
  );
}

/** Notes that index and store of artifacts have forgotten the execution. */
export function noteUnlisted(sql: SqlStorage): void {
  sql.exec("UPDATE tombstone SET listed = 0");
}

type Row = {
  readonly execution: string;
  readonly tenant: string;
  readonly fingerprint: string;
  readonly subject: string;
  readonly created: number;
  readonly until: number;
  readonly listed: number;
};

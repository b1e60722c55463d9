/**
 * What stays of an execution that was deleted: enough to know its key again until the key would have been free anyway (E1). One
 * small table with one row, written in the transaction that removes everything else.
 *
 *   tombstone(execution, tenant, fingerprint, subject, created, until, listed)   listed: whether the index may still name it
 */
import { hasTable } from "./sql-table.ts";

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
  /** Whether the index has yet to acknowledge that it forgot the execution. */
  readonly listed: boolean;
}

/** Null if no execution was deleted here. */
export function readTombstone(sql: SqlStorage): Tombstone | null {
  if (!hasTable(sql, "tombstone")) return null;
  const [row] = sql
    .exec<Row>("SELECT execution, tenant, fingerprint, subject, created, until, listed FROM tombstone")
    .toArray();
  if (row === undefined) return null;
  const { created, listed, ...facts } = row;
  return { ...facts, createdAt: created, listed: listed !== 0 };
}

/** Removes everything that is stored and puts the tombstone in its place. A crash leaves the one or the other. */
export function bury(storage: DurableObjectStorage, tombstone: Omit<Tombstone, "listed">): void {
  const { createdAt, execution, fingerprint, subject, tenant, until } = tombstone;
  storage.transactionSync(() => {
    for (const table of ["journal", "part", "archive"]) storage.sql.exec(`DROP TABLE IF EXISTS ${table}`);
    storage.sql.exec(
      "CREATE TABLE tombstone(execution TEXT NOT NULL, tenant TEXT NOT NULL, fingerprint TEXT NOT NULL, subject TEXT NOT NULL, created INTEGER NOT NULL, until INTEGER NOT NULL, listed INTEGER NOT NULL)",
    );
    storage.sql.exec(
      "INSERT INTO tombstone(execution, tenant, fingerprint, subject, created, until, listed) VALUES(?, ?, ?, ?, ?, ?, 1)",
      ...[execution, tenant, fingerprint, subject, createdAt, until],
    );
  });
}

/** Notes that the index has forgotten the execution. */
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

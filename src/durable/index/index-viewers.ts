/**
 * The lists in which an execution is. One that the whole tenant sees is in the orders of states alone, so that a tenant in which everybody
 * sees everything has no further row. One with fewer viewers is in an order of its owner, and in one of its group:
 *
 *   o:<subject>   what it owns and not everybody sees
 *   g:<group>     what the group sees
 *   t:<subject>   what it owns and everybody sees: only once somebody asked for nothing but its own, from which moment on it is kept
 *
 * Earlier executions are put in the last order by the requests for it, so many rows at a time.
 */
import { type Audience, audienceOf } from "../../access/audience.ts";
import type { ExecutionSummary } from "../../execution/views/summary.ts";
import { hasTable } from "../storage/sql-table.ts";

const seenTable = `CREATE TABLE IF NOT EXISTS seen(viewer TEXT NOT NULL, created INTEGER NOT NULL, name TEXT NOT NULL,
  PRIMARY KEY(viewer, created, name)) WITHOUT ROWID`;

/** Executions that are put in the order of their owner by one request. */
const ownersAtOnce = 20_000;

/** Databases without a table, by its name: the others are asked, because a transaction that made it may have been undone. */
const without = { owners: new WeakSet<SqlStorage>(), seen: new WeakSet<SqlStorage>() };

/** Whether some execution is, or was, in an order of this file. */
export function hasViewers(sql: SqlStorage): boolean {
  return has(sql, "seen");
}

function has(sql: SqlStorage, table: keyof typeof without): boolean {
  if (without[table].has(sql)) return false;
  const isThere = hasTable(sql, table);
  if (!isThere) without[table].add(sql);
  return isThere;
}

function makeTable(sql: SqlStorage, table: keyof typeof without, statement: string): void {
  without[table].delete(sql);
  sql.exec(statement);
}

/**
 * Puts a new execution in its orders. Writes nothing for executions that the tenant sees, unless somebody has asked for nothing but its
 * own.
 */
export function writeViewers(sql: SqlStorage, summary: ExecutionSummary): void {
  const isOpen = summary.visibility === undefined;
  if (isOpen && !has(sql, "owners")) return;
  if (!isOpen) makeTable(sql, "seen", seenTable);
  for (const key of keysOf(audienceOf(summary))) {
    const text = "INSERT OR IGNORE INTO seen(viewer, created, name) VALUES(?, ?, ?)";
    sql.exec(text, key, summary.createdAt, summary.execution);
  }
}

export function deleteViewers(sql: SqlStorage, summary: ExecutionSummary): void {
  if (!hasViewers(sql)) return;
  for (const key of keysOf(audienceOf(summary))) {
    const text = "DELETE FROM seen WHERE viewer = ? AND created = ? AND name = ?";
    sql.exec(text, key, summary.createdAt, summary.execution);
  }
}

function keysOf({ group, owner, visibility }: Audience): readonly string[] {
  if (visibility === undefined) return [`t:${owner}`];
  return [`o:${owner}`, ...(group === undefined ? [] : [`g:${group}`])];
}

/** Puts executions that everybody sees in the order of their owner. Within a transaction. False while some are left, for further calls. */
export function openOwners(sql: SqlStorage): boolean {
  if (!has(sql, "owners")) {
    makeTable(sql, "seen", seenTable);
    makeTable(
      sql,
      "owners",
      `CREATE TABLE owners(done INTEGER NOT NULL, until INTEGER NOT NULL);
      INSERT INTO owners(done, until) SELECT 0, ifnull(max(change), 0) FROM execution`,
    );
  }
  const { done, until } = sql.exec<{ done: number; until: number }>("SELECT done, until FROM owners").one();
  if (done >= until) return true;
  const rows = sql
    .exec<{ change: number; created: number; name: string; subject: string | null }>(
      `SELECT change, created, name, json_extract(summary, '$.subject') AS subject FROM execution
       WHERE change > ? AND change <= ? AND root < 2 ORDER BY change LIMIT ?`,
      done,
      until,
      ownersAtOnce,
    )
    .toArray();
  for (const { created, name, subject } of rows) {
    const text = "INSERT OR IGNORE INTO seen(viewer, created, name) VALUES(?, ?, ?)";
    if (subject !== null) sql.exec(text, `t:${subject}`, created, name);
  }
  const isAll = rows.length < ownersAtOnce;
  sql.exec("UPDATE owners SET done = ?", isAll ? until : (rows.at(-1)?.change ?? until));
  return isAll;
}

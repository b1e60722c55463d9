/**
 * An ended execution whose events and values retention has removed: its last snapshot, without values, in place of its journal.
 * Of the journal the last event stays, so that whoever follows it learns how it ended.
 *
 *   archive(number, text)   the JSON of an `Archive` in pieces, in order
 */
import type { ExecutionSummary, ExecutionView } from "../plan/execution-view.ts";
import { piecesOf } from "./journal.ts";
import { hasTable } from "./sql-table.ts";

export interface Archive {
  /** Raised when its shape changes, so that old ones can be told apart. */
  readonly version: 1;
  /** Of the request that started the execution (E1). */
  readonly fingerprint: string;
  readonly view: ExecutionView;
  readonly summary: ExecutionSummary;
}

/** Null if nothing was archived here. */
export function readArchive(sql: SqlStorage): Archive | null {
  if (!hasTable(sql, "archive")) return null;
  const pieces = sql.exec<{ text: string }>("SELECT text FROM archive ORDER BY number").toArray();
  return JSON.parse(pieces.map(({ text }) => text).join("")) as Archive;
}

/** Puts the archive in the place of every event but the last, and of all values. A crash leaves the one or the other. */
export function storeArchive(storage: DurableObjectStorage, archive: Archive): void {
  const { sql } = storage;
  storage.transactionSync(() => {
    sql.exec("CREATE TABLE archive(number INTEGER PRIMARY KEY, text TEXT NOT NULL)");
    for (const [number, piece] of piecesOf(JSON.stringify(archive)).entries())
      sql.exec("INSERT INTO archive(number, text) VALUES(?, ?)", number, piece);
    sql.exec("DELETE FROM journal WHERE seq < ?", archive.view.sequence);
    sql.exec("DROP TABLE IF EXISTS part");
  });
}

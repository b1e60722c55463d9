/**
 * The remains of a deleted conversation: when it began and ended, and no text. It is reported to the index, and a late message cannot start
 * the conversation again for as long as the key of that message would be kept. Then the alarm removes it.
 *
 *   deleted(id, facts)   one row; `facts`: JSON of `Tombstone`
 */
import type { ConversationRemoval } from "../../execution/views/conversation-view.ts";
import { hasTable } from "../storage/sql-table.ts";

export interface Tombstone extends ConversationRemoval {
  /** When it goes, Unix milliseconds. */
  readonly until: number;
}

export function readTombstone(sql: SqlStorage): Tombstone | undefined {
  if (!hasTable(sql, "deleted")) return undefined;
  const [row] = sql.exec<{ facts: string }>("SELECT facts FROM deleted").toArray();
  return row === undefined ? undefined : (JSON.parse(row.facts) as Tombstone);
}

/** To be called within the transaction of the deletion. */
export function writeTombstone(sql: SqlStorage, tombstone: Tombstone): void {
  sql.exec("CREATE TABLE deleted(id INTEGER PRIMARY KEY CHECK(id = 1), facts TEXT NOT NULL)");
  sql.exec("INSERT INTO deleted(id, facts) VALUES(1, ?)", JSON.stringify(tombstone));
}

export function dropTombstone(sql: SqlStorage): void {
  sql.exec("DROP TABLE deleted");
}

/**
 * The tables of a conversation's object. They are made with its first message and go with it if nothing came of it, so that looking up a
 * conversation that does not exist makes none (E1).
 *
 *   conversation(id, facts)               one row; `facts`: JSON of `ConversationFacts`
 *   message(position, total, bytes, …)    see `conversation-messages.ts`
 *   message_part(position, number, text)  the rest of a text that does not fit into the row of a message
 *   sent(execution, position, fingerprint, subject)
 *                                         the sender of each message, by its execution, which is named after the idempotency key
 *   pending(number, text)                 JSON of the `StartRequest` that is not acknowledged, in pieces, in order
 *   turn(number, key, execution, body)    the window, see `conversation-turns.ts`
 */
import { hasTable } from "../storage/sql-table.ts";

const statements = [
  "CREATE TABLE conversation(id INTEGER PRIMARY KEY CHECK(id = 1), facts TEXT NOT NULL)",
  `CREATE TABLE message(position INTEGER PRIMARY KEY, total INTEGER NOT NULL, bytes INTEGER NOT NULL, hidden INTEGER NOT NULL,
    id TEXT NOT NULL, author TEXT NOT NULL, agent TEXT, turn INTEGER, execution TEXT NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL)`,
  `CREATE TABLE message_part(position INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY(position, number)) WITHOUT ROWID`,
  `CREATE TABLE sent(execution TEXT PRIMARY KEY, position INTEGER NOT NULL, fingerprint TEXT NOT NULL, subject TEXT NOT NULL)
    WITHOUT ROWID`,
  "CREATE TABLE pending(number INTEGER PRIMARY KEY, text TEXT NOT NULL)",
  "CREATE TABLE turn(number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, execution TEXT NOT NULL, body TEXT)",
] as const;

const tables = ["conversation", "message", "message_part", "sent", "pending", "turn"] as const;

export function hasConversation(sql: SqlStorage): boolean {
  return hasTable(sql, "conversation");
}

/** To be called within the transaction of the first message. */
export function makeTables(sql: SqlStorage): void {
  for (const statement of statements) sql.exec(statement);
}

/** Leaves nothing. To be called within a transaction. */
export function dropTables(sql: SqlStorage): void {
  for (const table of tables) sql.exec(`DROP TABLE ${table}`);
}

/** The SQL of an object in memory, as far as tables of objects use it: the real SQLite, in plain Node. */

import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { ExecutionStorage } from "../../../src/durable/storage/execution-storage.ts";
import { ExecutionTable } from "../../../src/durable/storage/execution-table.ts";

export function memorySql(): SqlStorage {
  const database = new DatabaseSync(":memory:");
  // As the platform keeps them: reading a long list prepares the same statements again and again.
  const statements = new Map<string, StatementSync>();
  const prepared = (text: string) => {
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    return statement;
  };
  const run = (text: string, bound: readonly SQLInputValue[]) => {
    // Only single statements can be prepared; those that make tables come several at a time.
    if (!text.includes(";")) return prepared(text).all(...bound);
    database.exec(text);
    return [];
  };
  const exec = (text: string, ...bound: SQLInputValue[]) => {
    const rows = run(text, bound);
    const isWrite = /^(INSERT|UPDATE|DELETE)/.test(text);
    const rowsWritten = isWrite ? Number(prepared("SELECT changes() AS rows").get()?.rows) : 0;
    return {
      toArray: () => rows,
      one: () => rows[0],
      raw: () => rows.map((row) => Object.values(row)).values(),
      rowsWritten,
      [Symbol.iterator]: () => rows[Symbol.iterator](),
    };
  };
  return { exec } as unknown as SqlStorage;
}

/** Tables of one execution in memory. */
export function memoryTables(sql = memorySql()): Pick<ExecutionStorage, "table"> {
  return { table: (shape) => new ExecutionTable(sql, shape) };
}

/** The same SQL with its transactions, which may stand within one another. */
export function memoryStorage(): Pick<DurableObjectStorage, "sql" | "transactionSync"> {
  const sql = memorySql();
  return {
    sql,
    transactionSync(task) {
      sql.exec("SAVEPOINT task");
      try {
        const result = task();
        sql.exec("RELEASE task");
        return result;
      } catch (error) {
        sql.exec("ROLLBACK TO task");
        sql.exec("RELEASE task");
        throw error;
      }
    },
  };
}

/** How many rows SQLite reads and writes while some work runs. */

/** Rows that SQLite read while `work` ran. */
export function rowsRead(sql: SqlStorage, work: () => unknown): number {
  return watched(sql, work).cursors.reduce((sum, { rowsRead: rows }) => sum + rows, 0);
}

/** Rows that SQLite wrote while `work` ran. */
export function rowsWritten(sql: SqlStorage, work: () => unknown): number {
  return watched(sql, work).cursors.reduce((sum, { rowsWritten: rows }) => sum + rows, 0);
}

/** What `work` gives, and the cursors of SQLite that it used. */
export function watched<Answer>(
  sql: SqlStorage,
  work: () => Answer,
): { readonly answer: Answer; readonly cursors: readonly SqlStorageCursor<Record<string, SqlStorageValue>>[] } {
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  const exec = sql.exec.bind(sql);
  Object.defineProperty(sql, "exec", {
    configurable: true,
    value: (...args: Parameters<typeof exec>) => {
      const cursor = exec(...args);
      cursors.push(cursor);
      return cursor;
    },
  });
  try {
    return { answer: work(), cursors };
  } finally {
    Reflect.deleteProperty(sql, "exec");
  }
}

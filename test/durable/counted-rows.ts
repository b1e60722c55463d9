/** How many rows SQLite reads and writes while some work runs. */

/** Rows that SQLite read while `work` ran. */
export function rowsRead(sql: SqlStorage, work: () => unknown): number {
  return cursorsOf(sql, work).reduce((sum, { rowsRead: rows }) => sum + rows, 0);
}

/** Rows that SQLite wrote while `work` ran. */
export function rowsWritten(sql: SqlStorage, work: () => unknown): number {
  return cursorsOf(sql, work).reduce((sum, { rowsWritten: rows }) => sum + rows, 0);
}

/** The cursors of SQLite that `work` uses. */
function cursorsOf(sql: SqlStorage, work: () => unknown): readonly SqlStorageCursor<Record<string, SqlStorageValue>>[] {
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
    work();
    return cursors;
  } finally {
    Reflect.deleteProperty(sql, "exec");
  }
}

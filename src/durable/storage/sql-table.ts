/** Whether an object has a table. Tables are made with the first row that needs them, so that looking something up makes none (E1). */
export function hasTable(sql: SqlStorage, name: string): boolean {
  return sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name).toArray().length > 0;
}

/**
 * One table of one execution. The code that owns a table states its shape once and asks in the words of one execution; this class makes the
 * statement.
 */
import { hasTable } from "./sql-table.ts";

export interface TableShape {
  readonly name: string;
  /** The columns as `CREATE TABLE` takes them, without keys. */
  readonly columns: string;
  /** Names of the columns of the primary key. None for a table of one row. */
  readonly key: readonly string[];
  /** Whether the table has no row ids: an insert then writes one row, whatever the key. */
  readonly withoutRowid: boolean;
}

export type SqlRow = Record<string, SqlStorageValue>;

export class ExecutionTable {
  readonly #sql: SqlStorage;
  readonly #shape: TableShape;

  constructor(sql: SqlStorage, shape: TableShape) {
    this.#sql = sql;
    this.#shape = shape;
  }

  /** Tables are made with the first row that needs them, so that looking something up makes none (E1). */
  get exists(): boolean {
    return hasTable(this.#sql, this.#shape.name);
  }

  /** Makes the table unless it is there. Returns the number of rows that this wrote. */
  create(): number {
    const { columns, key, name, withoutRowid } = this.#shape;
    const primary = key.length === 0 ? "" : `, PRIMARY KEY(${key.join(", ")})`;
    const suffix = withoutRowid ? " WITHOUT ROWID" : "";
    return this.#sql.exec(`CREATE TABLE IF NOT EXISTS ${name}(${columns}${primary})${suffix}`).rowsWritten;
  }

  /** Adds a row, the values in the order of `columns`. Returns the number of rows that this wrote, as in what follows. */
  insert(columns: string, ...values: SqlStorageValue[]): number {
    return this.#insert("INSERT", columns, values);
  }

  /** Adds a row, or puts it in the place of the one with its key. */
  put(columns: string, ...values: SqlStorageValue[]): number {
    return this.#insert("INSERT OR REPLACE", columns, values);
  }

  /** The columns `what` of the rows that satisfy `where`, which order and limit may follow. */
  select<Row extends SqlRow>(what: string, where: string, ...bound: SqlStorageValue[]): Row[] {
    // A cursor that is left before its end locks the table, and nobody could delete the execution. So each is read to its end.
    return this.#sql.exec<Row>(`SELECT ${what} FROM ${this.#shape.name} WHERE ${where}`, ...bound).toArray();
  }

  /** Changes rows: `assignments` and `where` in this order. */
  update(assignments: string, where: string, ...bound: SqlStorageValue[]): number {
    return this.#sql.exec(`UPDATE ${this.#shape.name} SET ${assignments} WHERE ${where}`, ...bound).rowsWritten;
  }

  delete(where: string, ...bound: SqlStorageValue[]): number {
    return this.#sql.exec(`DELETE FROM ${this.#shape.name} WHERE ${where}`, ...bound).rowsWritten;
  }

  /** Removes every row of the execution. */
  drop(): void {
    this.#sql.exec(`DROP TABLE IF EXISTS ${this.#shape.name}`);
  }

  #insert(verb: string, columns: string, values: readonly SqlStorageValue[]): number {
    const places = values.map(() => "?").join(", ");
    return this.#sql.exec(`${verb} INTO ${this.#shape.name}(${columns}) VALUES(${places})`, ...values).rowsWritten;
  }
}

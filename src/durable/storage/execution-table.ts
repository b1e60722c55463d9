/**
 * One table of one execution. The code that owns a table states its shape once and asks in the words of one execution; this class makes the
 * statement. In an object of one execution the table is its own. In a host the rows of all its executions lie in one table, whose key begins
 * with the number of the execution in the host.
 */
import { hasTable } from "./sql-table.ts";

export interface TableShape {
  readonly name: string;
  /** The columns as `CREATE TABLE` takes them, without keys. */
  readonly columns: string;
  /** Names of the columns of the primary key. None for a table of one row. */
  readonly key: readonly string[];
  /** Whether the table has no row ids: an insert then writes one row for every key. */
  readonly withoutRowid: boolean;
}

/** The place of one execution among the rows of a host. */
export interface HostedPlace {
  /** Number of the execution in the host. Absent while nothing is stored of it. */
  readonly id: number | undefined;
  /** Sees to it that the execution has a number. Returns the number of rows that this wrote. */
  take(): number;
}

/** Adds a row unless there is one that forbids it. Returns the number of rows that this wrote. */
export type InsertUnless = (values: readonly SqlStorageValue[], ...bound: SqlStorageValue[]) => number;

export type SqlRow = Record<string, SqlStorageValue>;

/** Name of the table that the executions of a host share. */
function hostedTableName({ name }: TableShape): string {
  return `hosted_${name}`;
}

/** The statement that makes the table of a host. */
export function hostedTableStatement(shape: TableShape): string {
  const key = ["hosted", ...shape.key].join(", ");
  return `CREATE TABLE ${hostedTableName(shape)}(hosted INTEGER NOT NULL, ${shape.columns}, PRIMARY KEY(${key})) WITHOUT ROWID`;
}

export class ExecutionTable {
  readonly #sql: SqlStorage;
  readonly #shape: TableShape;
  readonly #place: HostedPlace | undefined;
  readonly #name: string;

  /** `place` is undefined for a table that belongs to one execution alone. */
  constructor(sql: SqlStorage, shape: TableShape, place?: HostedPlace) {
    this.#sql = sql;
    this.#shape = shape;
    this.#place = place;
    this.#name = place === undefined ? shape.name : hostedTableName(shape);
  }

  /** Tables are made with the first row that needs them, so that looking something up makes none (E1). */
  get exists(): boolean {
    return this.#place === undefined ? hasTable(this.#sql, this.#name) : this.#place.id !== undefined;
  }

  /** Makes the table unless it is there. Returns the number of rows that this wrote. */
  create(): number {
    if (this.#place !== undefined) return this.#place.take();
    const { columns, key, name, withoutRowid } = this.#shape;
    const primary = key.length === 0 ? "" : `, PRIMARY KEY(${key.join(", ")})`;
    const suffix = withoutRowid ? " WITHOUT ROWID" : "";
    return this.#sql.exec(`CREATE TABLE IF NOT EXISTS ${name}(${columns}${primary})${suffix}`).rowsWritten;
  }

  /** Adds a row, the values in the order of `columns`. Returns the number of rows that this wrote, as in what follows. */
  insert(columns: string, ...values: SqlStorageValue[]): number {
    return this.#insert("INSERT", columns, values);
  }

  /**
   * A function that adds a row, the `values` in the order of `columns`, unless a row satisfies `where`, whose values are `bound`. It returns 0
   * if one does. One statement, because each costs the platform as much as writing the row; and its text is made once for all rows.
   */
  inserterUnless(columns: string, where: string): InsertUnless {
    const names = this.#named(columns);
    const statement = `INSERT INTO ${this.#name}(${names}) SELECT ${placesOf(names.split(","))}
      WHERE NOT EXISTS (SELECT 1 FROM ${this.#name} ${this.#where(where)})`;
    return (values, ...bound) => {
      const scope = this.#scope;
      return this.#sql.exec(statement, ...scope, ...values, ...scope, ...bound).rowsWritten;
    };
  }

  /** Adds a row, or puts it in the place of the one with its key. */
  put(columns: string, ...values: SqlStorageValue[]): number {
    return this.#insert("INSERT OR REPLACE", columns, values);
  }

  /** The columns `what` of the rows that satisfy `where`, which order and limit may follow. `where` joins its parts by AND alone. */
  select<Row extends SqlRow>(what: string, where: string, ...bound: SqlStorageValue[]): Row[] {
    // A cursor that is left before its end locks the table, and the execution could not be deleted. So each is read to its end.
    return this.#sql
      .exec<Row>(`SELECT ${what} FROM ${this.#name} ${this.#where(where)}`, ...this.#scope, ...bound)
      .toArray();
  }

  /** As `select`, each row as the list of its values: the platform makes one in half the time that an object with names takes. */
  selectRaw<Values extends SqlStorageValue[]>(what: string, where: string, ...bound: SqlStorageValue[]): Values[] {
    const statement = `SELECT ${what} FROM ${this.#name} ${this.#where(where)}`;
    return [...this.#sql.exec(statement, ...this.#scope, ...bound).raw<Values>()];
  }

  /** Changes rows: bound are the values of `assignments`, then those of `where`. */
  update(assignments: string, where: string, ...bound: SqlStorageValue[]): number {
    const assigned = assignments.split("?").length - 1;
    const [values, more] = [bound.slice(0, assigned), bound.slice(assigned)];
    const statement = `UPDATE ${this.#name} SET ${assignments} ${this.#where(where)}`;
    return this.#sql.exec(statement, ...values, ...this.#scope, ...more).rowsWritten;
  }

  delete(where: string, ...bound: SqlStorageValue[]): number {
    return this.#sql.exec(`DELETE FROM ${this.#name} ${this.#where(where)}`, ...this.#scope, ...bound).rowsWritten;
  }

  /** Removes every row of the execution. */
  drop(): void {
    if (this.#place === undefined) this.#sql.exec(`DROP TABLE IF EXISTS ${this.#name}`);
    else if (this.#place.id !== undefined) this.delete("TRUE");
  }

  #insert(verb: string, columns: string, values: readonly SqlStorageValue[]): number {
    const all = [...this.#scope, ...values];
    const statement = `${verb} INTO ${this.#name}(${this.#named(columns)}) VALUES(${placesOf(all)})`;
    return this.#sql.exec(statement, ...all).rowsWritten;
  }

  #named(columns: string): string {
    return this.#place === undefined ? columns : `hosted, ${columns}`;
  }

  #where(where: string): string {
    return this.#place === undefined ? `WHERE ${where}` : `WHERE hosted = ? AND ${where}`;
  }

  get #scope(): readonly SqlStorageValue[] {
    return this.#place === undefined ? [] : [this.#place.id ?? null];
  }
}

/** A place for each of `values`. */
function placesOf(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}

/**
 * The versions of the entries of a catalog that have a name. A column identifies the version. The current version of a name is the one with
 * the highest place.
 *
 *   {table}(name, {version}, place, facts)   JSON of each version
 */
import { hasTable } from "../storage/sql-table.ts";

/** Where versions lie. The names are ours, never of a request. */
export interface VersionTableNames<Column extends string> {
  readonly table: string;
  /** Identifies a version among those of its name: a column, and a member of the facts. */
  readonly version: Column;
  /** Versions that are kept of one name. */
  readonly kept: number;
}

type Versioned<Column extends string> = { readonly name: string } & { readonly [column in Column]: string };

export class VersionTable<Column extends string, Facts extends Versioned<Column>> {
  readonly #sql: SqlStorage;
  readonly #names: VersionTableNames<Column>;
  #isMade = false;

  constructor(sql: SqlStorage, names: VersionTableNames<Column>) {
    this.#sql = sql;
    this.#names = names;
  }

  /** Whether anything was ever put here. */
  protected get isMade(): boolean {
    this.#isMade ||= hasTable(this.#sql, this.#names.table);
    return this.#isMade;
  }

  /** Makes the table unless it is there. To be called before the first `put` or `remove`. */
  make(): void {
    const { table, version } = this.#names;
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS ${table}(name TEXT NOT NULL, ${version} TEXT NOT NULL, place INTEGER NOT NULL, facts TEXT NOT NULL,
         PRIMARY KEY(name, ${version})) WITHOUT ROWID;`,
    );
    this.#isMade = true;
  }

  /** The last change was undone, maybe with the table. */
  undone(): void {
    this.#isMade = false;
  }

  /** The current version of each, in the order of their names. */
  current(): readonly Facts[] {
    if (!this.isMade) return [];
    const { table } = this.#names;
    const rows = this.#sql.exec<{ facts: string }>(
      `SELECT each.facts AS facts FROM (SELECT name, MAX(place) AS place FROM ${table} GROUP BY name) AS latest
       JOIN ${table} AS each ON each.name = latest.name AND each.place = latest.place ORDER BY latest.name`,
    );
    return rows.toArray().map(({ facts }) => JSON.parse(facts) as Facts);
  }

  /** One version, the current one for undefined. Undefined if there is none. */
  version(name: string, version: string | undefined): Facts | undefined {
    if (!this.isMade) return undefined;
    const { table, version: column } = this.#names;
    const [row] = this.#sql
      .exec<{ facts: string }>(
        `SELECT facts FROM ${table} WHERE name = ? AND (? IS NULL OR ${column} = ?) ORDER BY place DESC LIMIT 1`,
        name,
        version ?? null,
        version ?? null,
      )
      .toArray();
    return row && (JSON.parse(row.facts) as Facts);
  }

  /** Makes `facts` the current version of its name; of more than are kept, the oldest go. To be called in a transaction. */
  put(facts: Facts): void {
    const { kept, table, version: column } = this.#names;
    const { name } = facts;
    this.#sql.exec(
      `INSERT OR REPLACE INTO ${table}(name, ${column}, place, facts)
       VALUES(?, ?, (SELECT COALESCE(MAX(place), 0) + 1 FROM ${table} WHERE name = ?), ?)`,
      name,
      facts[column],
      name,
      JSON.stringify(facts),
    );
    this.#sql.exec(
      `DELETE FROM ${table} WHERE name = ? AND ${column} NOT IN
       (SELECT ${column} FROM ${table} WHERE name = ? ORDER BY place DESC LIMIT ?)`,
      name,
      name,
      kept,
    );
  }

  /** Forgets all versions of a name. To be called in a transaction. */
  remove(name: string): void {
    this.#sql.exec(`DELETE FROM ${this.#names.table} WHERE name = ?`, name);
  }
}

/**
 * The parked executions of a tenant, kept by its index: executions whose rows the deployed code does not know. Objects wake only for alarms
 * and requests, so newer code alone wakes none. Instead the index, one object for all of them, checks every two seconds whether the code
 * knows more, and wakes them then. While nothing is parked, nothing is checked.
 *
 *   parked(name, tenant, knows)   the object of the execution, and the known rows of the code that parked it
 */
import { faultText } from "../../json/fault-text.ts";
import { hasTable } from "../storage/sql-table.ts";

/** How often the code is looked at while an execution is parked. */
const lookMs = 2_000;

/** Executions that are woken at a time. */
const atATime = 50;

/** The options by which the object of an index wakes the executions that it lists. */
export interface ParkedOptions {
  /** The rows that this code can read, see `known-rows.ts`. */
  readonly knownRows: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** The object of an execution, opened again for each call. */
  readonly execution: (tenant: string, name: string) => { unpark(): Promise<unknown> };
}

export class ParkedExecutions {
  readonly #storage: DurableObjectStorage;
  readonly #options: ParkedOptions;
  /** The last one that was woken. The next are those after it, so that some that cannot be woken keep no others waiting. */
  #last = "";

  constructor(storage: DurableObjectStorage, options: ParkedOptions) {
    this.#storage = storage;
    this.#options = options;
  }

  note(tenant: string, name: string): void {
    const { sql } = this.#storage;
    if (!hasTable(sql, "parked")) {
      sql.exec("CREATE TABLE parked(name TEXT PRIMARY KEY, tenant TEXT NOT NULL, knows TEXT NOT NULL) WITHOUT ROWID");
    }
    const { knownRows, now } = this.#options;
    sql.exec("INSERT OR REPLACE INTO parked(name, tenant, knows) VALUES(?, ?, ?)", name, tenant, knownRows);
    void this.#storage.setAlarm(now() + lookMs);
  }

  /** Wakes those that other code parked, and looks again while any is left. Never throws. */
  async look(): Promise<void> {
    const { sql } = this.#storage;
    if (!hasTable(sql, "parked")) return;
    // Set before any call, so that a crash between calls loses none.
    await this.#storage.setAlarm(this.#options.now() + lookMs);
    const { knownRows } = this.#options;
    const due = sql
      .exec<{ name: string; tenant: string }>(
        "SELECT name, tenant FROM parked WHERE knows <> ? AND name > ? ORDER BY name LIMIT ?",
        knownRows,
        this.#last,
        atATime,
      )
      .toArray();
    this.#last = (due.length === atATime && due.at(-1)?.name) || "";
    await Promise.all(due.map(({ name, tenant }) => this.#wake(tenant, name)));
    const left = sql.exec("SELECT 1 FROM parked LIMIT 1").toArray().length > 0;
    if (!left) await this.#storage.deleteAlarm();
  }

  async #wake(tenant: string, name: string): Promise<void> {
    try {
      await this.#options.execution(tenant, name).unpark();
      // An execution that is parked again reports so, with the rows that this code knows.
      this.#storage.sql.exec("DELETE FROM parked WHERE name = ? AND knows <> ?", name, this.#options.knownRows);
    } catch (error) {
      console.warn(JSON.stringify({ log: "execution_not_woken", exec_id: name, error: faultText(error) }));
    }
  }
}

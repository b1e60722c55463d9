/**
 * The storage of the schedules of a tenant, and every change of it. Each change is one transaction. Nothing here waits.
 *
 *   schedule(name, incarnation, facts, state, wake)   `facts`: JSON of `ScheduleFacts`; `state`: JSON of `ScheduleState`; `wake`: when there is
 *                                                     something to do, Unix milliseconds, NULL for never
 *   schedule_input(name, body)                        the input of the mutation that its runs are as, JSON
 *   schedule_run(name, sequence, run, at, record)     the latest records; `run`: the id of the run, NULL for a missed time
 */
import type { Decision, RunRecord } from "../../schedule/schedule.ts";
import type { CreateScheduleRequest, RunEntry, ScheduleView } from "../../schedule/schedule-view.ts";
import { hasTable } from "../storage/sql-table.ts";

/** Records of a schedule that are kept. */
export const keptRecords = 100;

const statements = [
  `CREATE TABLE schedule(name TEXT PRIMARY KEY, incarnation TEXT NOT NULL, facts TEXT NOT NULL, state TEXT NOT NULL, wake INTEGER)
    WITHOUT ROWID`,
  "CREATE TABLE schedule_input(name TEXT PRIMARY KEY, body TEXT NOT NULL)",
  `CREATE TABLE schedule_run(name TEXT NOT NULL, sequence INTEGER NOT NULL, run TEXT, at INTEGER NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY(name, sequence)) WITHOUT ROWID`,
] as const;

type Row = Record<string, SqlStorageValue> & { readonly facts: string; readonly state: string };

export class ScheduleStore {
  readonly #storage: Pick<DurableObjectStorage, "sql" | "transactionSync">;
  #hasTables: boolean;

  constructor(storage: Pick<DurableObjectStorage, "sql" | "transactionSync">) {
    this.#storage = storage;
    this.#hasTables = hasTable(storage.sql, "schedule");
  }

  /** Stores a schedule whose name is free. */
  create({ facts, input }: CreateScheduleRequest, state: ScheduleView["state"], wake: number | undefined): void {
    const { sql } = this.#storage;
    this.#storage.transactionSync(() => {
      if (!this.#hasTables) for (const statement of statements) sql.exec(statement);
      sql.exec(
        "INSERT INTO schedule(name, incarnation, facts, state, wake) VALUES(?, ?, ?, ?, ?)",
        facts.name,
        facts.incarnation,
        JSON.stringify(facts),
        JSON.stringify(state),
        wake ?? null,
      );
      sql.exec("INSERT INTO schedule_input(name, body) VALUES(?, ?)", facts.name, input);
    });
    this.#hasTables = true;
  }

  /** Replaces the schedule of this name by `view`, with the earlier decisions, and the run to start from now on. */
  update(view: ScheduleView, records: Decision["records"], input: string, wake: number | undefined, now: number): void {
    const { facts, state } = view;
    const { sql } = this.#storage;
    this.#storage.transactionSync(() => {
      sql.exec("UPDATE schedule SET facts = ? WHERE name = ?", JSON.stringify(facts), facts.name);
      sql.exec("UPDATE schedule_input SET body = ? WHERE name = ?", input, facts.name);
      this.#write(view, { records, state }, wake, now);
    });
  }

  count(): number {
    if (!this.#hasTables) return 0;
    return this.#storage.sql.exec<{ count: number }>("SELECT count(*) AS count FROM schedule").one().count;
  }

  /** How many `subject` created. */
  countOf(subject: string): number {
    if (!this.#hasTables) return 0;
    const query = "SELECT count(*) AS count FROM schedule WHERE json_extract(facts, '$.createdBy') = ?";
    return this.#storage.sql.exec<{ count: number }>(query, subject).one().count;
  }

  /** Undefined if there is none of this name, as in all that follows. */
  read(name: string): ScheduleView | undefined {
    if (!this.#hasTables) return undefined;
    const [row] = this.#storage.sql.exec<Row>("SELECT facts, state FROM schedule WHERE name = ?", name).toArray();
    return row === undefined ? undefined : viewOf(row);
  }

  /** In the order of their names (code units). */
  list(): readonly ScheduleView[] {
    if (!this.#hasTables) return [];
    return this.#storage.sql.exec<Row>("SELECT facts, state FROM schedule ORDER BY name").toArray().map(viewOf);
  }

  input(name: string): string | undefined {
    if (!this.#hasTables) return undefined;
    const sql = "SELECT body FROM schedule_input WHERE name = ?";
    return this.#storage.sql.exec<{ body: string }>(sql, name).toArray()[0]?.body;
  }

  /** Stores the decision about a schedule, and its next time to act. */
  change(view: ScheduleView, decision: Decision, wake: number | undefined, now: number): void {
    this.#storage.transactionSync(() => this.#write(view, decision, wake, now));
  }

  #write({ facts: { name } }: ScheduleView, { records, state }: Decision, wake: number | undefined, now: number): void {
    const { sql } = this.#storage;
    sql.exec("UPDATE schedule SET state = ?, wake = ? WHERE name = ?", JSON.stringify(state), wake ?? null, name);
    if (records.length === 0) return;
    const latest = sql.exec<{ latest: number | null }>(
      "SELECT max(sequence) AS latest FROM schedule_run WHERE name = ?",
      name,
    );
    let sequence = latest.one().latest ?? 0;
    for (const record of records) {
      sequence += 1;
      sql.exec(
        "INSERT INTO schedule_run(name, sequence, run, at, record) VALUES(?, ?, ?, ?, ?)",
        name,
        sequence,
        runIdOf(record),
        now,
        JSON.stringify(record),
      );
    }
    sql.exec("DELETE FROM schedule_run WHERE name = ? AND sequence <= ?", name, sequence - keptRecords);
  }

  /** When there is something to do for a schedule whose state stays. */
  wakeAt(name: string, wake: number | undefined): void {
    this.#storage.sql.exec(
      "UPDATE schedule SET wake = ? WHERE name = ? AND wake IS NOT ?",
      wake ?? null,
      name,
      wake ?? null,
    );
  }

  /** Schedules for which there is something to do by `now`, longest overdue first. */
  due(now: number): readonly string[] {
    if (!this.#hasTables) return [];
    const sql = "SELECT name FROM schedule WHERE wake <= ? ORDER BY wake";
    return this.#storage.sql
      .exec<{ name: string }>(sql, now)
      .toArray()
      .map(({ name }) => name);
  }

  /** When there is something to do, or something further after `after`; Unix milliseconds. Undefined for never. */
  nextWake(after = Number.NEGATIVE_INFINITY): number | undefined {
    if (!this.#hasTables) return undefined;
    const sql = "SELECT min(wake) AS wake FROM schedule WHERE wake > ?";
    return this.#storage.sql.exec<{ wake: number | null }>(sql, after).one().wake ?? undefined;
  }

  /** The latest records, newest first. */
  records(name: string, limit: number): readonly RunEntry[] {
    if (!this.#hasTables) return [];
    const sql = "SELECT sequence, at, record FROM schedule_run WHERE name = ? ORDER BY sequence DESC LIMIT ?";
    return this.#storage.sql
      .exec<{ sequence: number; at: number; record: string }>(sql, name, limit)
      .toArray()
      .map(({ at, record, sequence }) => ({ ...(JSON.parse(record) as RunRecord), at, sequence }));
  }

  /** Whether something is kept of a run of this id. */
  hasRecord(name: string, runId: string): boolean {
    const sql = "SELECT 1 FROM schedule_run WHERE name = ? AND run = ? LIMIT 1";
    return this.#hasTables && this.#storage.sql.exec(sql, name, runId).toArray().length > 0;
  }

  delete(name: string): void {
    this.#storage.transactionSync(() => {
      for (const table of ["schedule", "schedule_input", "schedule_run"])
        this.#storage.sql.exec(`DELETE FROM ${table} WHERE name = ?`, name);
    });
  }
}

function viewOf({ facts, state }: Row): ScheduleView {
  return { facts: JSON.parse(facts) as ScheduleView["facts"], state: JSON.parse(state) as ScheduleView["state"] };
}

function runIdOf(record: RunRecord): string | null {
  return record.outcome === "MISSED" ? null : record.run.runId;
}

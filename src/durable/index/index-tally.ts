/**
 * The counters of an index: how many executions are in each state, and the usage of each day. They are counted from the rows of executions,
 * many changes at a time, so that an execution does not cost a row for each counter.
 *
 * - The stored totals include changes up to `counted` of the feed. Rows with later changes are still to be counted: their column `counted`
 *   is their state in the totals, null for none; `used` is their consumption, if their end is among these changes.
 * - The amounts to count are stored with the row, in one transaction, so that a crash loses and repeats nothing (E8).
 * - At most 64 changes are uncounted, so that reading the totals with them costs no more rows.
 */
import type { ExecutionStatus } from "../../execution/events/event.ts";
import type { ExecutionSummary } from "../../execution/views/summary.ts";
import type { ExecutionAccount } from "./execution-account.ts";
import { type Ended, endedOf, type IndexUsage } from "./index-usage.ts";

/** Changes that are counted at a time. */
const countedAtOnce = 64;

/** The columns of a row for counting, and its place. */
export type CountedRow = {
  readonly change: number;
  readonly status: ExecutionStatus;
  readonly counted: ExecutionStatus | null;
  readonly used: string | null;
};

export class IndexTally {
  readonly #sql: SqlStorage;
  readonly #usage: IndexUsage;
  readonly #account: ExecutionAccount;

  constructor(sql: SqlStorage, usage: IndexUsage, account: ExecutionAccount) {
    this.#sql = sql;
    this.#account = account;
    this.#usage = usage;
  }

  /**
   * The columns for the row of `summary`, in place of `before`. `isEnd` says whether this is the first report that the execution has ended,
   * and `upTo` is the change up to which is counted.
   */
  markOf(
    before: CountedRow | undefined,
    summary: ExecutionSummary,
    { isEnd, upTo }: { readonly isEnd: boolean; readonly upTo: number },
  ): Pick<CountedRow, "counted" | "used"> {
    const isUncounted = before !== undefined && before.change > upTo;
    const counted = isUncounted ? before.counted : (before?.status ?? null);
    if (isEnd) return { counted, used: JSON.stringify(endedOf(summary)) };
    return { counted, used: isUncounted ? before.used : null };
  }

  /** Counts the uncounted rows, which are those after `upTo`, if the change of that number makes them many. */
  noted(change: number, upTo: number): void {
    if (change - upTo >= countedAtOnce) this.settle();
  }

  /** Counts a row out that is about to be deleted. */
  forget(row: CountedRow, summary: ExecutionSummary): void {
    if (row.change > this.#upTo()) this.settle();
    this.#add(row.status, -1);
    this.#account.forget(summary);
  }

  /** Counts everything. Within a transaction. */
  settle(): void {
    const rows = this.#uncounted();
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const [status, difference] of differences(rows)) this.#add(status, difference);
    const ended = rows.flatMap(({ used }) => (used === null ? [] : [JSON.parse(used) as Ended]));
    this.#usage.count(ended);
    this.#account.count(ended);
    this.#sql.exec("UPDATE feed SET counted = ?", last.change);
  }

  /** How many executions are in each state. */
  totals(): ReadonlyMap<string, number> {
    const stored = this.#sql.exec<{ status: string; count: number }>("SELECT status, count FROM total").toArray();
    const totals = new Map(stored.map(({ count, status }) => [status, count]));
    for (const [status, difference] of differences(this.#uncounted())) {
      totals.set(status, (totals.get(status) ?? 0) + difference);
    }
    return totals;
  }

  #upTo(): number {
    return this.#sql.exec<{ counted: number }>("SELECT counted FROM feed").one().counted;
  }

  #uncounted(): readonly CountedRow[] {
    const sql =
      "SELECT change, status, counted, used FROM execution WHERE change > (SELECT counted FROM feed) ORDER BY change";
    return this.#sql.exec<CountedRow>(sql).toArray();
  }

  #add(status: string, difference: number): void {
    if (difference === 0) return;
    this.#sql.exec(
      "INSERT INTO total(status, count) VALUES(?, ?) ON CONFLICT(status) DO UPDATE SET count = count + excluded.count",
      status,
      difference,
    );
  }
}

function differences(rows: readonly CountedRow[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  const add = (status: string, difference: number) => sums.set(status, (sums.get(status) ?? 0) + difference);
  for (const { counted, status } of rows) {
    add(status, 1);
    if (counted !== null) add(counted, -1);
  }
  return sums;
}

/**
 * Reads the list of an index: pages and counts. The condition with the fewest rows drives the query. Rows are counted no further than the
 * difference matters.
 */
import type {
  ExecutionListFilter,
  ExecutionListQuery,
  ListedExecution,
  StatusCount,
} from "../../execution/views/execution-list.ts";
import { hasTable } from "../storage/sql-table.ts";
import {
  type Condition,
  comparePositions,
  conditionsOf,
  countsOf,
  ordersOf,
  type PositionRange,
  rangeOf,
  runsOf,
  type Statement,
  sizesOf,
  statuses,
} from "./index-query.ts";
import type { IndexTally } from "./index-tally.ts";
import { mergedRuns } from "./sorted-runs.ts";
import { readSummary } from "./stored-summary.ts";

/** Conditions with more rows than this are not compared any further. */
const comparedRows = 1_000;

/** Where the counting of a state stops. */
const maxCount = 10_000;

/** A condition with no more rows than this is counted as a whole. */
const wholeRows = 20_000;

/** Of each state, how many of its newest roots and children are looked at for a condition that holds for more than `wholeRows`. */
const sampledRows = 50_000;

type Row = { readonly created: number; readonly name: string; readonly summary: string };

/**
 * One page, in the order of the list, and whether items follow in the direction of paging. A summary names up to a plan's size of
 * callables; a hundred of them would be more than one answer of an object may hold.
 */
export function readPage(
  sql: SqlStorage,
  query: ExecutionListQuery,
): { readonly items: readonly ListedExecution[]; readonly hasMore: boolean } {
  const { backward, filter, limit, newestFirst } = query;
  const conditions = possible(sql, conditionsOf(filter));
  const range = rangeOf(query);
  const order = newestFirst === backward ? "ASC" : "DESC";
  const driver = fewest(sql, conditions, range);
  const columns = "e.created, e.name, json_remove(e.summary, '$.callables') AS summary";
  const runs = runsOf(columns, driver, conditions, range, order, limit + 1);
  const sign = order === "ASC" ? 1 : -1;
  const rows = mergedRuns(
    runs.map((run) => sql.exec<Row>(run.text, ...run.bound)[Symbol.iterator]()),
    (left, right) => sign * compareRows(left, right),
    limit + 1,
  );
  const items = rows.slice(0, limit).map(({ summary }) => readSummary<ListedExecution>(summary));
  return { items: backward ? items.reverse() : items, hasMore: rows.length > limit };
}

/** How many match the filter in each state that occurs, its own condition on the state aside; no count exceeds 10,000. */
export function readCounts(
  sql: SqlStorage,
  tally: Pick<IndexTally, "totals">,
  filter: ExecutionListFilter,
): readonly StatusCount[] {
  const conditions = possible(sql, conditionsOf({ ...filter, status: null }));
  const range = rangeOf({ filter, newestFirst: true, after: null, before: null });
  const isWhole = conditions.length === 0 && range.above === undefined && range.below === undefined;
  const counts = isWhole ? tally.totals() : filteredCounts(sql, conditions, range);
  return statuses.flatMap((status) => {
    const count = Math.min(maxCount, counts.get(status) ?? 0);
    return count === 0 ? [] : [{ status, count }];
  });
}

function filteredCounts(
  sql: SqlStorage,
  conditions: readonly Condition[],
  range: PositionRange,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const orders = conditions.find(({ columns }) => columns.includes("status")) ?? ordersOf(statuses, undefined);
  if (conditions.every((condition) => condition === orders)) {
    for (const [place, size] of sizesOf(orders, range, maxCount).entries()) {
      const status = String(orders.choices[place]?.[0]);
      counts.set(status, (counts.get(status) ?? 0) + rowCount(sql, size));
    }
    return counts;
  }
  const driver = fewest(sql, conditions, range);
  const isSmall = driver !== undefined && sizeOf(sql, driver, range, wholeRows) < wholeRows;
  const statements = isSmall
    ? countsOf(driver, conditions, range, wholeRows, wholeRows)
    : countsOf(orders, conditions, range, sampledRows, maxCount);
  for (const { bound, text } of statements) {
    for (const { count, status } of sql.exec<{ status: string; count: number }>(text, ...bound)) {
      counts.set(status, (counts.get(status) ?? 0) + count);
    }
  }
  return counts;
}

/** The same conditions. Where no run of a schedule was ever stored, one that asks for them has no choice. */
function possible(sql: SqlStorage, conditions: readonly Condition[]): readonly Condition[] {
  return conditions.map((condition) =>
    condition.table === "scheduled" && !hasTable(sql, "scheduled") ? { ...condition, choices: [] } : condition,
  );
}

/** The condition that selects the fewest rows. Undefined if there is none. */
function fewest(sql: SqlStorage, conditions: readonly Condition[], range: PositionRange): Condition | undefined {
  const [only, ...more] = conditions;
  if (more.length === 0) return only;
  const sized = conditions.map((condition) => ({ condition, size: sizeOf(sql, condition, range, comparedRows) }));
  return sized.reduce((least, other) => (other.size < least.size ? other : least)).condition;
}

function sizeOf(sql: SqlStorage, condition: Condition, range: PositionRange, limit: number): number {
  return sizesOf(condition, range, limit).reduce((sum, size) => sum + rowCount(sql, size), 0);
}

function rowCount(sql: SqlStorage, { bound, text }: Statement): number {
  return sql.exec<{ count: number }>(text, ...bound).one().count;
}

function compareRows(left: Row, right: Row): number {
  return comparePositions(
    { createdAt: left.created, execution: left.name },
    { createdAt: right.created, execution: right.name },
  );
}

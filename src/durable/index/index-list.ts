/**
 * Reads the list of an index: pages and counts. The condition with the fewest rows drives the query. Rows are counted no further than the
 * difference matters.
 */
import type {
  ExecutionList,
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
  scanRunsOf,
  scansOf,
  sizesOf,
  statuses,
} from "./index-query.ts";
import type { IndexTally } from "./index-tally.ts";
import { rowsOfRuns } from "./sorted-runs.ts";
import { readSummary } from "./stored-summary.ts";

/** Conditions with more rows than this are not compared any further. */
const comparedRows = 1_000;

/** Where the counting of a state stops. */
const maxCount = 10_000;

/** A condition with no more rows than this is counted as a whole. */
const wholeRows = 20_000;

/** Rows that are looked at for one page under a condition without an order, and those that are found through another table. */
const scannedRows = 10_000;
const scannedThrough = 1_000;

/** Of each state and rank, how many of its newest are looked at for a count under such a condition. */
const scannedForCount = 2_000;

/** Of each state, how many of its newest roots and children are looked at for a condition that holds for more than `wholeRows`. */
const sampledRows = 50_000;

type PlacedRow = { readonly created: number; readonly name: string };
/** Without a summary if a condition does not hold that has no order. What it belongs to is read in a scan only. */
type Row = PlacedRow & { readonly summary: string | null; readonly context?: string | null; readonly root?: number };

/** A summary names up to a plan's size of callables; a hundred of them would be more than one answer of an object may hold. */
const listedSummary = "json_remove(e.summary, '$.callables')";

/** One page, in the order of the list, and whether items follow in the direction of paging. */
export function readPage(sql: SqlStorage, query: ExecutionListQuery): Omit<ExecutionList, "position"> {
  const { backward, filter, limit, newestFirst } = query;
  const conditions = possible(sql, conditionsOf(filter));
  const range = rangeOf(query);
  const order = newestFirst === backward ? "ASC" : "DESC";
  const driver = fewest(sql, conditions, range);
  const scans = scansOf(filter);
  const isScan = scans.length > 0 || query.onePerConversation === true;
  const isLatest = query.onePerConversation === true ? latestOfConversation(sql) : () => true;
  const mostRows = driver === undefined || driver.table === "execution" ? scannedRows : scannedThrough;
  const columns = `e.created, e.name, ${listedSummary} AS summary`;
  const runs = isScan
    ? scanRunsOf(listedSummary, driver, conditions, scans, range, order, mostRows + 1)
    : runsOf(columns, driver, conditions, range, order, limit + 1);
  const sign = order === "ASC" ? 1 : -1;
  const rows = rowsOfRuns(
    runs.map(({ bound, text }) => sql.exec<Row>(text, ...bound)[Symbol.iterator]()),
    (left, right) => sign * compareRows(left, right),
  );
  const found: string[] = [];
  let last: Row | undefined;
  let looked = 0;
  let isCut = false;
  for (const row of rows) {
    isCut = isScan && looked === mostRows;
    if (isCut) break;
    looked += 1;
    last = row;
    if (row.summary !== null && isLatest(row)) found.push(row.summary);
    if (found.length > limit) break;
  }
  const items = found.slice(0, limit).map((summary) => readSummary<ListedExecution>(summary));
  return {
    items: backward ? items.reverse() : items,
    hasMore: isCut || found.length > limit,
    ...(isCut && last !== undefined && { reached: { createdAt: last.created, execution: last.name } }),
  };
}

/** Of one request: whether a row is the latest root of its conversation, or a child, or of none. Each conversation is looked up once. */
function latestOfConversation(sql: SqlStorage): (row: Row) => boolean {
  const latest = new Map<string, PlacedRow | undefined>();
  return (row) => {
    const { context, root } = row;
    if (context === null || context === undefined || root === 0) return true;
    if (!latest.has(context)) {
      const rows = sql.exec<PlacedRow>(latestRoot, context, lookedAtInChat).toArray();
      latest.set(context, rows[0]);
    }
    const newest = latest.get(context);
    return newest === undefined || compareRows(row, newest) === 0;
  };
}

/** Children of a root are in its conversation too, and are younger than it. */
const latestRoot = `SELECT d.created, d.name
  FROM (SELECT created, name FROM chat WHERE context = ? ORDER BY created DESC, name DESC LIMIT ?) AS d
  CROSS JOIN execution AS e INDEXED BY execution_place ON e.status IN (${statuses.map((status) => `'${status}'`).join(", ")})
    AND e.root = 1 AND e.created = d.created AND e.name = d.name
  ORDER BY d.created DESC, d.name DESC LIMIT 1`;
const lookedAtInChat = 1_000;

/** How many match the filter in each state that occurs, its own condition on the state aside; no count exceeds 10,000. */
export function readCounts(
  sql: SqlStorage,
  tally: Pick<IndexTally, "totals">,
  filter: ExecutionListFilter,
): readonly StatusCount[] {
  const conditions = possible(sql, conditionsOf({ ...filter, status: null }));
  const range = rangeOf({ filter, newestFirst: true, after: null, before: null });
  const scans = scansOf(filter);
  const isWhole =
    conditions.length === 0 && scans.length === 0 && range.above === undefined && range.below === undefined;
  const counts = isWhole ? tally.totals() : filteredCounts(sql, conditions, scans, range);
  return statuses.flatMap((status) => {
    const count = Math.min(maxCount, counts.get(status) ?? 0);
    return count === 0 ? [] : [{ status, count }];
  });
}

function filteredCounts(
  sql: SqlStorage,
  conditions: readonly Condition[],
  scans: readonly Statement[],
  range: PositionRange,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const orders = conditions.find(({ columns }) => columns.includes("status")) ?? ordersOf(statuses, undefined);
  if (scans.length === 0 && conditions.every((condition) => condition === orders)) {
    for (const [place, size] of sizesOf(orders, range, maxCount).entries()) {
      const status = String(orders.choices[place]?.[0]);
      counts.set(status, (counts.get(status) ?? 0) + rowCount(sql, size));
    }
    return counts;
  }
  const driver = fewest(sql, conditions, range);
  const isSmall = driver !== undefined && sizeOf(sql, driver, range, wholeRows) < wholeRows;
  const [whole, sampled] = scans.length === 0 ? [wholeRows, sampledRows] : [scannedThrough, scannedForCount];
  const statements = isSmall
    ? countsOf(driver, conditions, scans, range, whole, whole)
    : countsOf(orders, conditions, scans, range, sampled, maxCount);
  for (const { bound, text } of statements) {
    for (const { count, status } of sql.exec<{ status: string; count: number }>(text, ...bound)) {
      counts.set(status, (counts.get(status) ?? 0) + count);
    }
  }
  return counts;
}

/** Made with the first row that they are for. */
const lateTables: ReadonlySet<string> = new Set(["scheduled", "derived"] satisfies Condition["table"][]);

/** The same conditions. Where no run of a schedule was ever stored, one that asks for them has no choice. */
function possible(sql: SqlStorage, conditions: readonly Condition[]): readonly Condition[] {
  return conditions.map((condition) =>
    lateTables.has(condition.table) && !hasTable(sql, condition.table) ? { ...condition, choices: [] } : condition,
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

function compareRows(left: PlacedRow, right: PlacedRow): number {
  return comparePositions(
    { createdAt: left.created, execution: left.name },
    { createdAt: right.created, execution: right.name },
  );
}

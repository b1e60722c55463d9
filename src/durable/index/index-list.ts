/**
 * Reads the list of an index: pages and counts. The condition with the fewest rows drives the query. Rows are counted no further than the
 * difference matters.
 */
import type { ListAccess } from "../../access/audience.ts";
import type {
  ExecutionList,
  ExecutionListFilter,
  ExecutionListQuery,
  ListedExecution,
  StatusCount,
} from "../../execution/views/execution-list.ts";
import { boundList, inList } from "../storage/sql-list.ts";
import { hasTable } from "../storage/sql-table.ts";
import {
  type Condition,
  comparePositions,
  conditionsOf,
  confinedRanks,
  countsOf,
  openRanks,
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
import { hasViewers } from "./index-viewers.ts";
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
/** `summary` is null if a condition without an order does not hold. `context` and `root` are read in a scan only. */
type Row = PlacedRow & { readonly summary: string | null; readonly context?: string | null; readonly root?: number };

/** A summary names up to a plan's size of callables; a hundred of them would be more than one answer of an object may hold. */
const listedSummary = "json_remove(e.summary, '$.callables')";

/** One page, in the order of the list, and whether items follow in the direction of paging. */
export function readPage(sql: SqlStorage, query: ExecutionListQuery): Omit<ExecutionList, "position"> {
  const { backward, filter, limit, newestFirst } = query;
  const range = rangeOf(query);
  const order = newestFirst === backward ? "ASC" : "DESC";
  const parts = partsOf(sql, filter).map((part) => ({
    ...part,
    driver: fewest(sql, part.conditions, range) ?? ordersOf(statuses, undefined, part.ranks),
  }));
  const scans = scansOf(filter);
  const isScan = scans.length > 0 || query.onePerConversation === true;
  const isLatest = query.onePerConversation === true ? latestOfConversation(sql, filter.access) : () => true;
  const mostRows = parts.every(({ driver }) => driver.table === "execution") ? scannedRows : scannedThrough;
  const columns = `e.created, e.name, ${listedSummary} AS summary`;
  const runs = parts.flatMap(({ conditions, driver, tests }) =>
    isScan
      ? scanRunsOf(listedSummary, driver, conditions, [...tests, ...scans], range, order, mostRows + 1)
      : runsOf(columns, driver, conditions, tests, range, order, limit + 1),
  );
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
function latestOfConversation(sql: SqlStorage, access: ListAccess | undefined): (row: Row) => boolean {
  const seen = seenBy(access);
  const latest = new Map<string, PlacedRow | undefined>();
  return (row) => {
    const { context, root } = row;
    if (context === null || context === undefined || (root ?? 0) % 2 === 0) return true;
    if (!latest.has(context)) {
      const rows = sql.exec<PlacedRow>(latestRoot(seen.text), context, lookedAtInChat, ...seen.bound).toArray();
      latest.set(context, rows[0]);
    }
    const newest = latest.get(context);
    return newest === undefined || compareRows(row, newest) === 0;
  };
}

/** The condition on an execution `e` that is read already, for whom the list is. */
function seenBy(access: ListAccess | undefined): Statement {
  if (access === undefined) return { text: "true", bound: [] };
  const subject = "json_extract(e.summary, '$.subject') = ?";
  if (access.reach === "OWN") return { text: subject, bound: [access.subject] };
  const text = `(e.root < 2 OR ${subject} OR json_extract(e.summary, '$.group') ${inList})`;
  return { text, bound: [access.subject, boundList(access.groups)] };
}

/** Children of a root are in its conversation too, and are younger than it. */
const latestRoot = (seen: string) => `SELECT d.created, d.name
  FROM (SELECT created, name FROM chat WHERE context = ? ORDER BY created DESC, name DESC LIMIT ?) AS d
  CROSS JOIN execution AS e INDEXED BY execution_place ON e.status IN (${statuses.map((status) => `'${status}'`).join(", ")})
    AND e.root IN (1, 3) AND e.created = d.created AND e.name = d.name
  WHERE ${seen}
  ORDER BY d.created DESC, d.name DESC LIMIT 1`;
const lookedAtInChat = 1_000;

/** How many match the filter in each state that occurs, its own condition on the state aside; no count exceeds 10,000. */
export function readCounts(
  sql: SqlStorage,
  tally: Pick<IndexTally, "totals">,
  filter: ExecutionListFilter,
): readonly StatusCount[] {
  const counts = new Map(countsByStatus(sql, tally, filter));
  if (filter.childWaitIsRunning === true && filter.waitingFor?.includes("CHILD") !== false) {
    const inChildren = countsByStatus(sql, tally, { ...filter, waitingFor: ["CHILD"] }).get("WAITING") ?? 0;
    counts.set("WAITING", Math.max(0, (counts.get("WAITING") ?? 0) - inChildren));
    counts.set("RUNNING", (counts.get("RUNNING") ?? 0) + inChildren);
  }
  return statuses.flatMap((status) => {
    const count = Math.min(maxCount, counts.get(status) ?? 0);
    return count === 0 ? [] : [{ status, count }];
  });
}

/** The same for the states as they are stored. */
function countsByStatus(
  sql: SqlStorage,
  tally: Pick<IndexTally, "totals">,
  filter: ExecutionListFilter,
): ReadonlyMap<string, number> {
  const anyStatus = { ...filter, status: null };
  const parts = partsOf(sql, anyStatus);
  const range = rangeOf({ filter, newestFirst: true, after: null, before: null });
  const scans = scansOf(anyStatus);
  const isWhole =
    parts.every(({ conditions }) => conditions.length === 0) &&
    scans.length === 0 &&
    range.above === undefined &&
    range.below === undefined;
  return isWhole ? tally.totals() : sumsOf(parts.map((part) => filteredCounts(sql, part, scans, range)));
}

function filteredCounts(
  sql: SqlStorage,
  { conditions, ranks, tests }: ListPart,
  scans: readonly Statement[],
  range: PositionRange,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const orders = conditions.find(({ columns }) => columns.includes("status")) ?? ordersOf(statuses, undefined, ranks);
  if (scans.length === 0 && tests.length === 0 && conditions.every((condition) => condition === orders)) {
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
    ? countsOf(driver, conditions, [...tests, ...scans], range, whole, whole)
    : countsOf(orders, conditions, [...tests, ...scans], range, sampled, maxCount);
  for (const { bound, text } of statements) {
    for (const { count, status } of sql.exec<{ status: string; count: number }>(text, ...bound)) {
      counts.set(status, (counts.get(status) ?? 0) + count);
    }
  }
  return counts;
}

/** Made with the first row that they are for. */
const lateTables: ReadonlySet<string> = new Set(["scheduled", "derived"] satisfies Condition["table"][]);

/** The sums by state. */
function sumsOf(counts: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [status, count] of counts.flatMap((some) => [...some])) sums.set(status, (sums.get(status) ?? 0) + count);
  return sums;
}

/** A list is merged from parts that have no row in common. */
interface ListPart {
  readonly conditions: readonly Condition[];
  /** Further tests of the rows that the conditions select. */
  readonly tests: readonly Statement[];
  /** Of the executions in it. */
  readonly ranks: readonly number[];
}

/**
 * One part for a caller that reaches everything. Others see what is open to the tenant, what they own, and what their groups see of others.
 * A caller may also be limited to its own part of what is open.
 */
function partsOf(sql: SqlStorage, filter: ExecutionListFilter): readonly ListPart[] {
  const { access } = filter;
  const hasConfined = hasViewers(sql);
  const partOf = (
    ranks: readonly number[],
    isNarrowed: boolean,
    viewers?: readonly string[],
    test?: Statement,
  ): ListPart => {
    const conditions = possible(sql, conditionsOf(filter, ranks, isNarrowed));
    const seen =
      viewers && ({ table: "seen", columns: ["viewer"], choices: viewers.map((key) => [key]), ranks } as const);
    return { ranks, tests: test === undefined ? [] : [test], conditions: seen ? [...conditions, seen] : conditions };
  };
  if (access === undefined || (access.reach === "VISIBLE" && !hasConfined))
    return [partOf(hasConfined ? [...openRanks, ...confinedRanks] : openRanks, false)];
  const { reach, subject } = access;
  const own = partOf(confinedRanks, false, [`o:${subject}`]);
  if (reach === "OWN") return [own, partOf(openRanks, false, [`t:${subject}`])];
  const groups = [...new Set(access.groups)].map((group) => `g:${group}`);
  const ofOthers = { text: "json_extract(e.summary, '$.subject') <> ?", bound: [subject] };
  const ofGroups = groups.length === 0 ? [] : [partOf(confinedRanks, false, groups, ofOthers)];
  return [partOf(openRanks, true), own, ...ofGroups];
}

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

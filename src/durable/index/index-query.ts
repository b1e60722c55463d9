/**
 * How a list is read in SQL. One condition of the filter drives: its rows are read in the order of the list, from the item before the page,
 * and the other conditions are tested on each. Of several conditions the one with the fewest rows should drive. Positions and times of
 * creation become one range, so that a page far into the list costs as much as the first one.
 *
 * Some conditions have no order: the words that a text must have, kinds, and whether a schedule started it. Under these a statement gives every
 * row of the driver, with a summary where all conditions hold, so that the reader can stop after so many rows.
 *
 * Executions stand in one order for each state and rank, root or child, all in one index. A list without a condition is merged from these 14
 * orders, and an execution of known name is looked for in each. Those that not everybody sees have ranks of their own, and so as many orders.
 */
import type { ExecutionStatus } from "../../execution/events/event.ts";
import type {
  ExecutionListFilter,
  ExecutionListQuery,
  ExecutionPosition,
} from "../../execution/views/execution-list.ts";
import { boundList, inList } from "../storage/sql-list.ts";

type Bound = string | number;

/** SQL with the values of its parameters. */
export interface Statement {
  readonly text: string;
  readonly bound: readonly Bound[];
}

/** The conditions of a filter on the rows of one table. */
export interface Condition {
  readonly table: "execution" | "label" | "callable" | "child" | "chat" | "scheduled" | "derived" | "seen";
  readonly columns: readonly string[];
  /** Values that the columns may have. The rows of each choice are sorted by (created, name). */
  readonly choices: readonly (readonly Bound[])[];
  /** Of the executions of another table that are looked for: open ones if it is absent. */
  readonly ranks?: readonly number[];
}

export const statuses: readonly ExecutionStatus[] = [
  ...(["PENDING", "RUNNING", "WAITING"] as const),
  ...(["SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED"] as const),
];

/** Ranks of executions that everybody in the tenant sees, child and root, and of those that not everybody sees. */
export const openRanks: readonly number[] = [0, 1];
export const confinedRanks: readonly number[] = [2, 3];

/** The orders of executions in those states, roots, children or both, among those of `within`. */
export function ordersOf(
  states: readonly ExecutionStatus[],
  root: boolean | undefined,
  within: readonly number[],
): Condition {
  const ranks = within.filter((rank) => root === undefined || rank % 2 === (root ? 1 : 0));
  const choices = [...new Set(states)].flatMap((status) => ranks.map((rank) => [status, rank]));
  return { table: "execution", columns: ["status", "root"], choices };
}

/** SQL for an execution of known name, as `row`, in any order. */
export function inAnyOrder(row: string, ranks: readonly number[]): string {
  return `${row}.status IN (${statuses.map((status) => `'${status}'`).join(", ")}) AND ${row}.root IN (${ranks.join(", ")})`;
}

/**
 * The conditions of a filter on executions of `ranks`, `isNarrowed` if there are others. Time of creation is not among them: it bounds every
 * order.
 */
export function conditionsOf(
  filter: ExecutionListFilter,
  ranks: readonly number[],
  isNarrowed: boolean,
): readonly Condition[] {
  const { callableName, contextId, derivedFrom, labels, parent, root, schedule, status, waitingFor } = filter;
  const waits = [...new Set(waitingFor)].map((wait) => [wait]);
  const found: readonly Condition[] = [
    ...(parent === null ? [] : [{ table: "child", columns: ["parent"], choices: [[parent]] } satisfies Condition]),
    ...(derivedFrom === undefined
      ? []
      : [{ table: "derived", columns: ["source"], choices: [[derivedFrom]] } satisfies Condition]),
    ...(schedule === undefined
      ? []
      : [{ table: "scheduled", columns: ["schedule"], choices: [[schedule]] } satisfies Condition]),
    ...labels.map(
      ({ key, value }): Condition => ({ table: "label", columns: ["key", "value"], choices: [[key, value]] }),
    ),
    ...(callableName === null
      ? []
      : [{ table: "callable", columns: ["callable"], choices: [[callableName]] } satisfies Condition]),
    ...(contextId === null
      ? []
      : [{ table: "chat", columns: ["context"], choices: [[contextId]] } satisfies Condition]),
    ...(waitingFor === null ? [] : [{ table: "execution", columns: ["waiting"], choices: waits } satisfies Condition]),
    ...(status === null && root === null && !isNarrowed
      ? []
      : [ordersOf(storedStatuses(filter) ?? statuses, root ?? undefined, ranks)]),
  ];
  return found.map((condition) => (condition.table === "execution" ? condition : { ...condition, ranks }));
}

/** The states in whose orders those of a filter stand. Null for all. */
function storedStatuses({ childWaitIsRunning, status }: ExecutionListFilter): readonly ExecutionStatus[] | null {
  return childWaitIsRunning === true && status?.includes("RUNNING") ? [...status, "WAITING"] : status;
}

/** Which of those that wait are meant, where some that wait for a child are and others are not, or the other way round. */
function waitTest({ childWaitIsRunning, status }: ExecutionListFilter): readonly Statement[] {
  if (childWaitIsRunning !== true || status === null) return [];
  const isRunning = status.includes("RUNNING");
  if (isRunning === status.includes("WAITING")) return [];
  const isInChild = "e.status = 'WAITING' AND e.waiting = 'CHILD'";
  return [{ text: isRunning ? `(e.status <> 'WAITING' OR ${isInChild})` : `NOT (${isInChild})`, bound: [] }];
}

/** The conditions of a filter that have no order, on an execution `e` that is read already. */
export function scansOf(filter: ExecutionListFilter): readonly Statement[] {
  const { kinds, scheduled, words } = filter;
  const startedWith = "json_extract(e.summary, '$.startedWith')";
  const schedule = "json_extract(e.summary, '$.schedule')";
  // Rows of 0.8 have a title alone.
  const text = "coalesce(e.text, lower(json_extract(e.summary, '$.outline.title')), '')";
  return [
    ...waitTest(filter),
    ...(kinds === undefined
      ? []
      : [
          oneOf(
            startedWith,
            kinds.map((kind) => [kind]),
            0,
          ),
        ]),
    ...(scheduled === undefined ? [] : [{ text: `${schedule} IS ${scheduled ? "NOT " : ""}NULL`, bound: [] }]),
    ...(words ?? []).map((word) => ({ text: `instr(${text}, ?) > 0`, bound: [word] })),
  ];
}

/** Positions that rows must lie between, both excluded. */
export interface PositionRange {
  readonly above: ExecutionPosition | undefined;
  readonly below: ExecutionPosition | undefined;
}

/** The range of a page, by its neighbours and the filter's times of creation. */
export function rangeOf(query: Pick<ExecutionListQuery, "after" | "before" | "filter" | "newestFirst">): PositionRange {
  const { after, before, filter, newestFirst } = query;
  const [low, high] = newestFirst ? [before, after] : [after, before];
  return {
    above: outermost(low ?? undefined, startOf(filter.createdAfter ?? undefined), 1),
    below: outermost(high ?? undefined, startOf(filter.createdBefore ?? undefined), -1),
  };
}

/** Before everything of that instant: no name is empty. */
function startOf(createdAt: number | undefined): ExecutionPosition | undefined {
  return createdAt === undefined ? undefined : { createdAt, execution: "" };
}

/** The later one for `sign` 1, the earlier one for -1. */
function outermost(left: ExecutionPosition | undefined, right: ExecutionPosition | undefined, sign: 1 | -1) {
  if (left === undefined || right === undefined) return left ?? right;
  return comparePositions(left, right) * sign > 0 ? left : right;
}

/** As the tables sort them: below 0 if `left` comes first. */
export function comparePositions(left: ExecutionPosition, right: ExecutionPosition): number {
  if (left.createdAt !== right.createdAt) return left.createdAt - right.createdAt;
  if (left.execution === right.execution) return 0;
  return left.execution < right.execution ? -1 : 1;
}

/**
 * The rows that all of `conditions` select, in sorted runs that have no row in common: `columns` of the table of executions `e`,
 * at most `limit` in each run. `driver` is one of the conditions, or null for none: all orders are read then.
 */
export function runsOf(
  columns: string,
  driver: Condition,
  conditions: readonly Condition[],
  tests: readonly Statement[],
  range: PositionRange,
  order: "ASC" | "DESC",
  limit: number,
): readonly Statement[] {
  if (conditions.some(isImpossible)) return [];
  const all = [...conditions.filter((condition) => condition !== driver).map(testOf), ...tests];
  return driver.choices.map((choice) => run({ text: columns, bound: [] }, driver, choice, range, order, limit, all));
}

/**
 * As `runsOf`, but each row that the driver has in the range comes, `limit` of each run at most: with `value` in the place of the summary if
 * all of `conditions` and `scans` hold, with null if not.
 */
export function scanRunsOf(
  value: string,
  driver: Condition,
  conditions: readonly Condition[],
  scans: readonly Statement[],
  range: PositionRange,
  order: "ASC" | "DESC",
  limit: number,
): readonly Statement[] {
  if (conditions.some(isImpossible)) return [];
  const tests = both([...conditions.filter((condition) => condition !== driver).map(testOf), ...scans]);
  const columns = `e.created, e.name, e.context, e.root, CASE WHEN ${tests.text} THEN ${value} END AS summary`;
  return driver.choices.map((choice) =>
    run({ text: columns, bound: tests.bound }, driver, choice, range, order, limit, []),
  );
}

function run(
  columns: Statement,
  by: Condition,
  choice: readonly Bound[],
  range: PositionRange,
  order: "ASC" | "DESC",
  limit: number,
  tests: readonly Statement[],
): Statement {
  const row = by.table === "execution" ? "e" : "d";
  const where = both([...selection(row, by, choice, range), ...tests]);
  return {
    text: `SELECT ${columns.text} FROM ${sourceOf(by)}
      WHERE ${where.text} ORDER BY ${row}.created ${order}, ${row}.name ${order} LIMIT ?`,
    bound: [...columns.bound, ...where.bound, limit],
  };
}

/** How many rows of each choice of `driver` lie in the range, counted up to `limit`. */
export function sizesOf(driver: Condition, range: PositionRange, limit: number): readonly Statement[] {
  return driver.choices.map((choice) => {
    const where = both(selection("d", driver, choice, range));
    return {
      text: `SELECT count(*) AS count FROM (SELECT 1 FROM ${driver.table} AS d ${orderOf(driver)} WHERE ${where.text} LIMIT ?)`,
      bound: [...where.bound, limit],
    };
  });
}

/**
 * How many executions of each state all of `conditions` select, one statement for each choice of `driver`. Of each choice no more
 * than `read` rows are looked at, the newest ones, and no more than `limit` are counted.
 */
export function countsOf(
  driver: Condition,
  conditions: readonly Condition[],
  scans: readonly Statement[],
  range: PositionRange,
  read: number,
  limit: number,
): readonly Statement[] {
  if (conditions.some(isImpossible)) return [];
  const tests = both([...conditions.filter((condition) => condition !== driver).map(testOf), ...scans]);
  return driver.choices.map((choice) => {
    const where = both(selection("s", driver, choice, range));
    return {
      text: `SELECT status, count(*) AS count FROM (
          SELECT e.status AS status FROM (
            SELECT ${driver.table === "execution" ? "s.change AS change" : "s.created AS created, s.name AS name"}
            FROM ${driver.table} AS s ${orderOf(driver)}
            WHERE ${where.text} ORDER BY s.created DESC, s.name DESC LIMIT ?
          ) AS d CROSS JOIN ${joinOf(driver)}
          WHERE ${tests.text} LIMIT ?
        ) GROUP BY status`,
      bound: [...where.bound, read, ...tests.bound, limit],
    };
  });
}

/** SQLite finds no way to read an order by its name where nothing can match. */
function isImpossible({ choices }: Condition): boolean {
  return choices.length === 0;
}

/** The driver's rows as `d`, joined to those of executions as `e`, which it may itself be. */
function sourceOf(driver: Condition): string {
  if (driver.table === "execution") return `execution AS e ${orderOf(driver)}`;
  return `${driver.table} AS d CROSS JOIN ${joinOf(driver)}`;
}

/** The execution `e` of a driver's row `d`. */
function joinOf({ ranks = openRanks, table }: Condition): string {
  if (table === "execution") return "execution AS e ON e.change = d.change";
  return `execution AS e INDEXED BY execution_place
    ON ${inAnyOrder("e", ranks)} AND e.created = d.created AND e.name = d.name`;
}

/** Names the order to read in, because the planner knows nothing of how many rows there are. */
function orderOf({ columns, table }: Condition): string {
  if (table !== "execution") return "";
  return columns.includes("waiting") ? "INDEXED BY execution_waits" : "INDEXED BY execution_place";
}

/** Conditions on the rows of a driver, as `row`. */
function selection(row: string, driver: Condition, choice: readonly Bound[], { above, below }: PositionRange) {
  const conditions: Statement[] = driver.columns.map((column, place) => ({
    text: `${row}.${column} = ?`,
    bound: choice.slice(place, place + 1),
  }));
  for (const [sign, position] of [[">", above] as const, ["<", below] as const]) {
    if (position === undefined) continue;
    conditions.push({
      text: `(${row}.created, ${row}.name) ${sign} (?, ?)`,
      bound: [position.createdAt, position.execution],
    });
  }
  return conditions;
}

/** The condition on an execution `e` that is read already. */
function testOf({ choices, columns, table }: Condition): Statement {
  if (table === "execution") return both(columns.map((column, place) => oneOf(`e.${column}`, choices, place)));
  const demanded = both(columns.map((column, place) => oneOf(`t.${column}`, choices, place)));
  return {
    text: `EXISTS(SELECT 1 FROM ${table} AS t WHERE ${demanded.text} AND t.created = e.created AND t.name = e.name)`,
    bound: demanded.bound,
  };
}

/** The choices are all combinations of the values of each column. */
function oneOf(column: string, choices: Condition["choices"], place: number): Statement {
  const values = [...new Set(choices.flatMap((choice) => choice.slice(place, place + 1)))];
  return { text: `${column} ${inList}`, bound: [boundList(values)] };
}

function both(conditions: readonly Statement[]): Statement {
  return {
    text: conditions.length === 0 ? "true" : conditions.map(({ text }) => text).join(" AND "),
    bound: conditions.flatMap(({ bound }) => bound),
  };
}

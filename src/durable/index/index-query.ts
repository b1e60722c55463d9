/**
 * How a list is read in SQL. One condition of the filter drives: its rows are read in the order of the list, from the item before
 * the page, and the other conditions are tested on each. Of several conditions the one with the fewest rows should drive. Positions
 * and times of creation become one range, so that a page far into the list costs what the first one does.
 */
import type {
  ExecutionListFilter,
  ExecutionListQuery,
  ExecutionPosition,
} from "../../execution/views/execution-list.ts";

type Bound = string | number;

/** SQL with the values of its parameters. */
export interface Statement {
  readonly text: string;
  readonly bound: readonly Bound[];
}

/** What a filter demands of the rows of one table. */
export interface Condition {
  readonly table: "execution" | "label" | "callable" | "child";
  readonly columns: readonly string[];
  /** Values that the columns may have. The rows of each choice are sorted by (created, name). */
  readonly choices: readonly (readonly Bound[])[];
}

/** The conditions of a filter. Time of creation is not among them: it bounds every order. */
export function conditionsOf(filter: ExecutionListFilter): readonly Condition[] {
  const { callableName, contextId, labels, parent, root, status, waitingFor } = filter;
  const own = (column: string, values: readonly Bound[] | null): readonly Condition[] => {
    if (values === null) return [];
    const choices = [...new Set(values)].map((value) => [value]);
    return [{ table: "execution", columns: [column], choices }];
  };
  return [
    ...(parent === null ? [] : [{ table: "child", columns: ["parent"], choices: [[parent]] } satisfies Condition]),
    ...labels.map(
      ({ key, value }): Condition => ({ table: "label", columns: ["key", "value"], choices: [[key, value]] }),
    ),
    ...(callableName === null
      ? []
      : [{ table: "callable", columns: ["callable"], choices: [[callableName]] } satisfies Condition]),
    ...own("context", contextId === null ? null : [contextId]),
    ...own("waiting", waitingFor),
    ...own("status", status),
    ...own("root", root === null ? null : [root ? 1 : 0]),
  ];
}

/** Positions that rows must lie between, both excluded. */
export interface PositionRange {
  readonly above: ExecutionPosition | null;
  readonly below: ExecutionPosition | null;
}

/** What a page may hold, by its neighbours and the filter's times of creation. */
export function rangeOf(query: Pick<ExecutionListQuery, "after" | "before" | "filter" | "newestFirst">): PositionRange {
  const { after, before, filter, newestFirst } = query;
  const [low, high] = newestFirst ? [before, after] : [after, before];
  return {
    above: outermost(low, startOf(filter.createdAfter), 1),
    below: outermost(high, startOf(filter.createdBefore), -1),
  };
}

/** Before everything of that instant: no name is empty. */
function startOf(createdAt: number | null): ExecutionPosition | null {
  return createdAt === null ? null : { createdAt, execution: "" };
}

/** The later one for `sign` 1, the earlier one for -1. */
function outermost(left: ExecutionPosition | null, right: ExecutionPosition | null, sign: 1 | -1) {
  if (left === null || right === null) return left ?? right;
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
 * at most `limit` in each run. `driver` is one of the conditions, or null for none.
 */
export function runsOf(
  columns: string,
  driver: Condition | null,
  conditions: readonly Condition[],
  range: PositionRange,
  order: "ASC" | "DESC",
  limit: number,
): readonly Statement[] {
  if (conditions.some(isImpossible)) return [];
  const row = driver === null || driver.table === "execution" ? "e" : "d";
  const tests = conditions.filter((condition) => condition !== driver).map(testOf);
  return (driver?.choices ?? [[]]).map((choice) => {
    const where = both([...selection(row, driver, choice, range), ...tests]);
    return {
      text: `SELECT ${columns} FROM ${sourceOf(driver)}
        WHERE ${where.text} ORDER BY ${row}.created ${order}, ${row}.name ${order} LIMIT ?`,
      bound: [...where.bound, limit],
    };
  });
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
  range: PositionRange,
  read: number,
  limit: number,
): readonly Statement[] {
  if (conditions.some(isImpossible)) return [];
  const tests = both(conditions.filter((condition) => condition !== driver).map(testOf));
  return driver.choices.map((choice) => {
    const where = both(selection("s", driver, choice, range));
    return {
      text: `SELECT status, count(*) AS count FROM (
          SELECT e.status AS status FROM (
            SELECT s.created AS created, s.name AS name FROM ${driver.table} AS s ${orderOf(driver)}
            WHERE ${where.text} ORDER BY s.created DESC, s.name DESC LIMIT ?
          ) AS d CROSS JOIN execution AS e ON e.created = d.created AND e.name = d.name
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
function sourceOf(driver: Condition | null): string {
  if (driver === null) return "execution AS e";
  if (driver.table === "execution") return `execution AS e ${orderOf(driver)}`;
  return `${driver.table} AS d CROSS JOIN execution AS e ON e.created = d.created AND e.name = d.name`;
}

/** Names the order to read in, because the planner knows nothing of how many rows there are. */
function orderOf({ columns, table }: Condition): string {
  return table === "execution" ? `INDEXED BY execution_${columns[0]}` : "";
}

/** Conditions on the rows of a driver, as `row`. */
function selection(row: string, driver: Condition | null, choice: readonly Bound[], { above, below }: PositionRange) {
  const conditions: Statement[] = (driver?.columns ?? []).map((column, place) => ({
    text: `${row}.${column} = ?`,
    bound: choice.slice(place, place + 1),
  }));
  for (const [sign, position] of [[">", above] as const, ["<", below] as const]) {
    if (position === null) continue;
    conditions.push({
      text: `(${row}.created, ${row}.name) ${sign} (?, ?)`,
      bound: [position.createdAt, position.execution],
    });
  }
  return conditions;
}

/** The condition on an execution `e` that is read already. */
function testOf({ choices, columns, table }: Condition): Statement {
  const bound = choices.flat();
  if (table === "execution") return { text: `e.${columns[0]} IN (${choices.map(() => "?").join(", ")})`, bound };
  const demanded = columns.map((column) => `t.${column} = ?`).join(" AND ");
  return {
    text: `EXISTS(SELECT 1 FROM ${table} AS t WHERE ${demanded} AND t.created = e.created AND t.name = e.name)`,
    bound,
  };
}

function both(conditions: readonly Statement[]): Statement {
  return {
    text: conditions.length === 0 ? "true" : conditions.map(({ text }) => text).join(" AND "),
    bound: conditions.flatMap(({ bound }) => bound),
  };
}

/** The rows of the tables of the usage view: one for each callable or model, sorted by any column, and its share of all calls. Pure. */

/** The common figures of callables and models. */
export interface UsageFigures {
  readonly calls: number;
  readonly failedCalls: number;
  /** Milliseconds. Null without calls. */
  readonly latency: { readonly p50Ms: number; readonly p95Ms: number } | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicros: number;
}

export interface UsageRow extends UsageFigures {
  readonly name: string;
}

export type UsageColumn = "name" | "calls" | "failed" | "p50" | "p95" | "tokens" | "cost";

export interface UsageOrder {
  readonly column: UsageColumn;
  readonly isDescending: boolean;
}

export const usageColumns: readonly UsageColumn[] = ["name", "calls", "failed", "p50", "p95", "tokens", "cost"];

/** The most calls first, as the API gives them. */
export const usualOrder: UsageOrder = { column: "calls", isDescending: true };

/** Share of the calls that did not succeed, from 0 to 1. 0 without calls. */
export function failedShare({ calls, failedCalls }: UsageFigures): number {
  return calls === 0 ? 0 : failedCalls / calls;
}

/** Rows in the order. Those without a value are last in both directions; equal ones are ordered by name. */
export function sortedRows<Row extends UsageRow>(
  rows: readonly Row[],
  { column, isDescending }: UsageOrder,
): readonly Row[] {
  const direction = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const byName = one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
    if (column === "name") return direction * byName;
    const [first, second] = [figureOf(one, column), figureOf(other, column)];
    if (first === null || second === null) return Number(first === null) - Number(second === null) || byName;
    return direction * (first - second) || byName;
  });
}

/** The order after a press on the head of a column: the other direction, or the natural one of another column. */
export function pressed(order: UsageOrder, column: UsageColumn): UsageOrder {
  if (order.column === column) return { column, isDescending: !order.isDescending };
  return { column, isDescending: column !== "name" };
}

/** `p95`, or `-p95` for the greatest first. A text without an order means the usual one. */
export function orderIn(text: string | null): UsageOrder {
  const column = usageColumns.find((name) => name === text?.replace(/^-/, ""));
  return column === undefined ? usualOrder : { column, isDescending: text?.startsWith("-") ?? false };
}

/** The order as text for an address; null for the usual one. */
export function orderText({ column, isDescending }: UsageOrder): string | null {
  if (column === usualOrder.column && isDescending === usualOrder.isDescending) return null;
  return `${isDescending ? "-" : ""}${column}`;
}

function figureOf(row: UsageRow, column: Exclude<UsageColumn, "name">): number | null {
  switch (column) {
    case "calls":
      return row.calls;
    case "failed":
      return failedShare(row);
    case "p50":
      return row.latency?.p50Ms ?? null;
    case "p95":
      return row.latency?.p95Ms ?? null;
    case "tokens":
      return row.inputTokens + row.outputTokens;
    case "cost":
      return row.costMicros;
  }
}

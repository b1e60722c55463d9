/**
 * Calls and consumption of a tenant's executions, by the day (UTC) of their end.
 *
 * - The amounts of an execution are stored in the transaction that first makes its row in the index final (`index-tally.ts`), so that
 *   repeated, late or reordered summaries and a rebuild count once. Removing the execution changes nothing here.
 * - Three cases are counted wrongly. An execution whose row was lost while these rows stayed counts twice, and so does a summary that comes
 *   after the removal of its execution was forgotten (`index-changes.ts`). An execution whose row became final under an earlier
 *   release is never counted.
 * - Days are kept for 90 days before the latest one. A day has at most 1,000 rows: further callables and models are left out of that day.
 *
 *   usage(day, kind, name, calls, failed, input, cached, output, cost, unpriced, latencies)
 *               one row for each callable and model of a day, and one of the kind EXECUTION with what ended and what of that failed;
 *               `latencies` is the JSON of a `LatencyHistogram`
 *   confined_usage(viewer, day, …)
 *               the same of what not everybody sees, by owner (`o:…`) or by the group that sees it (`g:…`), 1,000 rows a day each; made
 *               with the first of it
 */
import type { ListAccess } from "../../access/audience.ts";
import { type Consumption, mergedConsumption, nothingConsumed } from "../../execution/views/consumption.ts";
import { type LatencyHistogram, mergedHistograms } from "../../execution/views/latency-histogram.ts";
import type { ExecutionSummary } from "../../execution/views/summary.ts";
import {
  type DayTotals,
  dayOf,
  keptDays,
  totalsOf,
  type UsageQuery,
  type UsageTotals,
} from "../../execution/views/usage-totals.ts";
import { boundList, inList } from "../storage/sql-list.ts";
import { hasTable } from "../storage/sql-table.ts";

export const usageTable = `CREATE TABLE usage(day INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, calls INTEGER NOT NULL,
  failed INTEGER NOT NULL, input INTEGER NOT NULL, cached INTEGER NOT NULL, output INTEGER NOT NULL, cost INTEGER NOT NULL,
  unpriced INTEGER NOT NULL, latencies TEXT NOT NULL, PRIMARY KEY(day, kind, name)) WITHOUT ROWID`;

const confinedTable = `CREATE TABLE IF NOT EXISTS confined_usage(viewer TEXT NOT NULL, day INTEGER NOT NULL, kind TEXT NOT NULL,
  name TEXT NOT NULL, calls INTEGER NOT NULL, failed INTEGER NOT NULL, input INTEGER NOT NULL, cached INTEGER NOT NULL,
  output INTEGER NOT NULL, cost INTEGER NOT NULL, unpriced INTEGER NOT NULL, latencies TEXT NOT NULL,
  PRIMARY KEY(viewer, day, kind, name)) WITHOUT ROWID`;

const allColumns = "day, kind, name, calls, failed, input, cached, output, cost, unpriced, latencies";

function tableOf(viewer: string | undefined): "usage" | "confined_usage" {
  return viewer === undefined ? "usage" : "confined_usage";
}

/** A table, or an expression in its place, with the values of its parameters. */
interface UsageSource {
  readonly text: string;
  readonly bound: readonly string[];
}

const maxRowsOfDay = 1_000;

/** One more of everything that ended in a day. */
type Counted = Omit<Consumption, "kind"> & { readonly kind: Consumption["kind"] | "EXECUTION" };

type Row = Omit<Counted, "latencies"> & { readonly latencies: string };

const columns = `kind, name, calls, failed AS failedCalls, input AS inputTokens, cached AS cachedInputTokens,
  output AS outputTokens, cost AS costMicros, unpriced AS unpricedCalls, latencies`;

/** A day while it is summed up. */
type OpenDay = { -readonly [Key in keyof DayTotals]: DayTotals[Key] };

/** The amounts of an execution that ended. */
export interface Ended {
  /** Whose account it is in. Absent for that of the tenant. */
  readonly viewer?: string;
  readonly day: number;
  readonly failed: boolean;
  readonly parts: readonly EndedPart[];
  /** Its stored bytes, and for whom they count. Absent if unknown. */
  readonly stored?: readonly [subject: string, bytes: number];
}

/** A `Consumption` without the names of its members: the row of each execution keeps it. */
type EndedPart = readonly [
  ...[kind: Consumption["kind"], name: string, calls: number, failedCalls: number, inputTokens: number],
  ...[cachedInputTokens: number, outputTokens: number, costMicros: number, unpricedCalls: number],
  latencies: LatencyHistogram,
];

/** The amounts of `summary`, of an execution that ended. */
export function endedOf(summary: ExecutionSummary): Ended {
  const { consumption = [], finishedAt, group, status, storedBytes, subject, updatedAt, visibility } = summary;
  return {
    ...(visibility !== undefined && { viewer: group === undefined ? `o:${subject}` : `g:${group}` }),
    ...(storedBytes !== undefined && { stored: [subject, storedBytes] as const }),
    day: dayOf(finishedAt ?? updatedAt),
    failed: status === "FAILED",
    parts: consumption.map((part) => [
      ...([part.kind, part.name, part.calls, part.failedCalls, part.inputTokens] as const),
      ...([part.cachedInputTokens, part.outputTokens, part.costMicros, part.unpricedCalls] as const),
      part.latencies,
    ]),
  };
}

export class IndexUsage {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Counts executions that have ended. To be called once for each. */
  count(ended: readonly Ended[]): void {
    for (const [viewer, ofViewer] of Map.groupBy(ended, (one) => one.viewer)) {
      if (viewer !== undefined) this.#sql.exec(confinedTable);
      for (const [day, ofDay] of Map.groupBy(ofViewer, (one) => one.day)) this.#countDay(viewer, day, ofDay);
    }
  }

  #countDay(viewer: string | undefined, day: number, ofDay: readonly Ended[]): void {
    const isNewDay = !this.#add(viewer, day, executions(ofDay));
    for (const part of mergedConsumption(ofDay.flatMap(({ parts }) => parts.map(consumptionOf))))
      this.#add(viewer, day, part);
    // The latest day decides: one that comes too late is gone at once.
    const table = tableOf(viewer);
    if (isNewDay) this.#sql.exec(`DELETE FROM ${table} WHERE day <= (SELECT max(day) FROM ${table}) - ?`, keptDays);
  }

  read({ access, firstDay, lastDay }: UsageQuery): UsageTotals {
    const source = this.#sourceFor(access);
    const ended = this.#sql
      .exec<{ day: number; executions: number; failedExecutions: number }>(
        `SELECT day, sum(calls) AS executions, sum(failed) AS failedExecutions FROM ${source.text}
         WHERE day BETWEEN ? AND ? AND kind = 'EXECUTION' GROUP BY day ORDER BY day`,
        ...source.bound,
        firstDay,
        lastDay,
      )
      .toArray();
    const days = new Map(ended.map((one) => [one.day, { ...one, inputTokens: 0, outputTokens: 0, costMicros: 0 }]));
    const consumption = totalsOf(this.#consumed(source, firstDay, lastDay, days));
    return {
      executions: ended.reduce((sum, { executions }) => sum + executions, 0),
      failedExecutions: ended.reduce((sum, { failedExecutions }) => sum + failedExecutions, 0),
      consumption,
      days: [...days.values()],
    };
  }

  /** The rows that `access` sees. */
  #sourceFor(access: ListAccess | undefined): UsageSource {
    if (!hasTable(this.#sql, "confined_usage")) return { text: "usage", bound: [] };
    const viewers =
      access === undefined ? undefined : [`o:${access.subject}`, ...access.groups.map((group) => `g:${group}`)];
    const where = viewers === undefined ? "" : ` WHERE viewer ${inList}`;
    const text = `(SELECT * FROM usage UNION ALL SELECT ${allColumns} FROM confined_usage${where})`;
    return { text, bound: viewers === undefined ? [] : [boundList(viewers)] };
  }

  /** All consumption. The consumption of models is added to `days` on the way, since a day has no other row of it. */
  *#consumed(
    source: UsageSource,
    firstDay: number,
    lastDay: number,
    days: ReadonlyMap<number, OpenDay>,
  ): Iterable<Consumption> {
    const text = `SELECT day, ${columns} FROM ${source.text} WHERE day BETWEEN ? AND ? AND kind <> 'EXECUTION'`;
    for (const { day, latencies, ...row } of this.#sql.exec<Row & { day: number; kind: Consumption["kind"] }>(
      text,
      ...source.bound,
      firstDay,
      lastDay,
    )) {
      const ofDay = days.get(day);
      if (ofDay !== undefined && row.kind === "MODEL") {
        ofDay.inputTokens += row.inputTokens;
        ofDay.outputTokens += row.outputTokens;
        ofDay.costMicros += row.costMicros;
      }
      yield { ...row, latencies: JSON.parse(latencies) as LatencyHistogram };
    }
  }

  /** Adds to a row of a day. Whether there was one before. */
  #add(viewer: string | undefined, day: number, { kind, latencies, name, ...more }: Counted): boolean {
    const [table, mine] = [tableOf(viewer), viewer === undefined ? [] : [viewer]];
    const ofViewer = viewer === undefined ? "" : "viewer = ? AND ";
    const [known] = this.#sql
      .exec<{ latencies: string }>(
        `SELECT latencies FROM ${table} WHERE ${ofViewer}day = ? AND kind = ? AND name = ?`,
        ...mine,
        day,
        kind,
        name,
      )
      .toArray();
    if (known === undefined && this.#isFull(viewer, day)) return false;
    const merged = mergedHistograms(JSON.parse(known?.latencies ?? "[]") as LatencyHistogram, latencies);
    this.#sql.exec(
      `INSERT INTO ${table}(${viewer === undefined ? "" : "viewer, "}${allColumns})
       VALUES(${viewer === undefined ? "" : "?, "}?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, failed = failed + excluded.failed, input = input + excluded.input,
         cached = cached + excluded.cached, output = output + excluded.output, cost = cost + excluded.cost,
         unpriced = unpriced + excluded.unpriced, latencies = excluded.latencies`,
      ...mine,
      day,
      kind,
      name,
      more.calls,
      more.failedCalls,
      more.inputTokens,
      more.cachedInputTokens,
      more.outputTokens,
      more.costMicros,
      more.unpricedCalls,
      JSON.stringify(merged),
    );
    return known !== undefined;
  }

  #isFull(viewer: string | undefined, day: number): boolean {
    const mine = viewer === undefined ? [] : [viewer];
    const sql = `SELECT count(*) AS count FROM ${tableOf(viewer)} WHERE ${viewer === undefined ? "" : "viewer = ? AND "}day = ?`;
    return this.#sql.exec<{ count: number }>(sql, ...mine, day).one().count >= maxRowsOfDay;
  }
}

/** Executions that ended in a day. */
function executions(ended: readonly Ended[]): Counted {
  return {
    kind: "EXECUTION",
    name: "",
    ...nothingConsumed,
    calls: ended.length,
    failedCalls: ended.filter(({ failed }) => failed).length,
  };
}

function consumptionOf(part: EndedPart): Consumption {
  const [kind, name, calls, failedCalls, inputTokens, ...more] = part;
  const [cachedInputTokens, outputTokens, costMicros, unpricedCalls, latencies] = more;
  return {
    kind,
    name,
    calls,
    failedCalls,
    inputTokens,
    cachedInputTokens,
    outputTokens,
    costMicros,
    unpricedCalls,
    latencies,
  };
}

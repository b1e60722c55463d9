/**
 * The consumption of language models by a tenant in a month (UTC), and the maximum that calls under way can consume. Executions report
 * totals; the difference to the report before is added once to the month in which a report comes, also if the report is repeated.
 *
 *   model_use(execution, …)          the totals that each execution reported last; half a day longer than it runs
 *   model_month(month, …)            their sum
 *   model_reservation(execution, …)  the maximum of the one call that an execution may have under way
 *
 * A reservation counts in every month that it lasts into, because its call may end in any of them. One whose end is never reported counts
 * as consumed until the month is over, and two hours at least.
 */

import type { MonthlyBudget, MonthUsage } from "../../execution/events/usage.ts";
import type { BudgetReport } from "../ports/monthly-budget-port.ts";
import type { BudgetRefusal } from "./monthly-budget.ts";

const HOUR_MS = 3_600_000;

/** Longer than any call of a model with the lease of its object. */
const LONGEST_CALL_MS = 2 * HOUR_MS;
/** Longer than executions repeat their last report, shorter than any of them keeps its name. */
const KNOWN_AFTER_END_MS = 12 * HOUR_MS;

type Totals = Pick<BudgetReport, "modelCalls" | "inputTokens" | "outputTokens" | "costMicros">;
type Reservation = Pick<BudgetReport, "reservedTokens" | "reservedCostMicros">;

const nothing: Totals = { modelCalls: 0, inputTokens: 0, outputTokens: 0, costMicros: 0 };
const noReservation = { reservedTokens: 0, reservedCostMicros: 0 } as const satisfies Reservation;

const columns = "calls AS modelCalls, input AS inputTokens, output AS outputTokens, cost AS costMicros";

export class MonthlyBudgets {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    const totals =
      "calls INTEGER NOT NULL, input INTEGER NOT NULL, output INTEGER NOT NULL, cost INTEGER NOT NULL" as const;
    sql.exec(
      `CREATE TABLE IF NOT EXISTS model_use(execution TEXT PRIMARY KEY, revision INTEGER NOT NULL, ${totals}, ended INTEGER) WITHOUT ROWID;
       CREATE INDEX IF NOT EXISTS model_use_ended ON model_use(ended) WHERE ended IS NOT NULL;
       CREATE TABLE IF NOT EXISTS model_month(since INTEGER PRIMARY KEY, ${totals});
       CREATE TABLE IF NOT EXISTS model_reservation(
         execution TEXT PRIMARY KEY, tokens INTEGER NOT NULL, cost INTEGER NOT NULL, until INTEGER NOT NULL
       ) WITHOUT ROWID;`,
    );
  }

  /** Undefined if the reservation of `report` is accepted. Its consumption is stored in either case. `now` in Unix milliseconds. */
  reserve(execution: string, report: BudgetReport, caps: MonthlyBudget, now: number): BudgetRefusal | undefined {
    this.#forgetEnded(now);
    // At the revision of the latest report this asks for the call that follows it, or asks again because the answer was lost.
    const known = this.#revisionOf(execution);
    if (known !== undefined && report.revision < known) return { kind: "OUTDATED" };
    this.#takeOver(execution, report, noReservation, now);
    const refusal = refusalOf(this.month(now), report, caps);
    if (refusal === undefined) this.#reserveFor(execution, report, now);
    return refusal;
  }

  /** Stores consumption and reservation. A report that is no later than the latest changes nothing. */
  note(execution: string, report: BudgetReport, now: number): void {
    this.#forgetEnded(now);
    const known = this.#revisionOf(execution);
    if (known === undefined || report.revision > known) this.#takeOver(execution, report, report, now);
  }

  /** The month of `now`. */
  month(now: number): MonthUsage {
    const since = monthOf(now);
    const used = this.#sql.exec<Totals>(`SELECT ${columns} FROM model_month WHERE since = ?`, since).toArray()[0];
    const reserved = this.#sql
      .exec<Pick<MonthUsage, "reservedModelCalls" | "reservedTokens" | "reservedCostMicros">>(
        `SELECT count(*) AS reservedModelCalls, coalesce(sum(tokens), 0) AS reservedTokens, coalesce(sum(cost), 0) AS reservedCostMicros
         FROM model_reservation WHERE until > ?`,
        now,
      )
      .one();
    return { since, ...(used ?? nothing), ...reserved };
  }

  #takeOver(execution: string, report: BudgetReport, reservation: Reservation, now: number): void {
    const before = this.#totalsOf(execution);
    const [calls, input, output, cost] = (["modelCalls", "inputTokens", "outputTokens", "costMicros"] as const).map(
      (total) => report[total] - before[total],
    );
    this.#sql.exec(
      `INSERT INTO model_month(since, calls, input, output, cost) VALUES(?, ?, ?, ?, ?)
       ON CONFLICT(since) DO UPDATE SET calls = calls + excluded.calls, input = input + excluded.input,
         output = output + excluded.output, cost = cost + excluded.cost`,
      monthOf(now),
      calls,
      input,
      output,
      cost,
    );
    this.#sql.exec(
      "INSERT OR REPLACE INTO model_use(execution, revision, calls, input, output, cost, ended) VALUES(?, ?, ?, ?, ?, ?, ?)",
      execution,
      report.revision,
      report.modelCalls,
      report.inputTokens,
      report.outputTokens,
      report.costMicros,
      report.isFinal ? now : null,
    );
    this.#reserveFor(execution, report.isFinal ? noReservation : reservation, now);
  }

  #reserveFor(execution: string, reservation: Reservation, now: number): void {
    const { reservedTokens } = reservation;
    const reservedCostMicros = reservation.reservedCostMicros ?? 0;
    if (reservedTokens === 0 && reservedCostMicros === 0) {
      this.#sql.exec("DELETE FROM model_reservation WHERE execution = ?", execution);
      return;
    }
    this.#sql.exec(
      "INSERT OR REPLACE INTO model_reservation(execution, tokens, cost, until) VALUES(?, ?, ?, ?)",
      execution,
      reservedTokens,
      reservedCostMicros,
      Math.max(now + LONGEST_CALL_MS, nextMonth(now)),
    );
  }

  /**
   * Half a day after its end, reports of an execution are not repeated any more. To be called before anything is compared: a later
   * execution may have its name, and counts its events from 1.
   */
  #forgetEnded(now: number): void {
    this.#sql.exec("DELETE FROM model_use WHERE ended IS NOT NULL AND ended <= ?", now - KNOWN_AFTER_END_MS);
    this.#sql.exec("DELETE FROM model_reservation WHERE until <= ?", now);
  }

  #revisionOf(execution: string): number | undefined {
    const sql = "SELECT revision FROM model_use WHERE execution = ?";
    return this.#sql.exec<{ revision: number }>(sql, execution).toArray()[0]?.revision;
  }

  #totalsOf(execution: string): Totals {
    const sql = `SELECT ${columns} FROM model_use WHERE execution = ?`;
    return this.#sql.exec<Totals>(sql, execution).toArray()[0] ?? nothing;
  }
}

function refusalOf(
  { costMicros, inputTokens, modelCalls, outputTokens, ...reserved }: MonthUsage,
  asked: Reservation,
  caps: MonthlyBudget,
): BudgetRefusal | undefined {
  const found: { readonly [Limit in keyof MonthlyBudget]: number } = {
    maxModelCalls: modelCalls + reserved.reservedModelCalls + 1,
    maxTokens: inputTokens + outputTokens + reserved.reservedTokens + asked.reservedTokens,
    maxCostMicros: costMicros + reserved.reservedCostMicros + (asked.reservedCostMicros ?? 0),
  };
  for (const limit of ["maxModelCalls", "maxTokens", "maxCostMicros"] as const) {
    const maximum = caps[limit];
    if (maximum !== null && found[limit] > maximum) return { kind: "EXCEEDED", limit, maximum, found: found[limit] };
  }
  return undefined;
}

/** First instant of the month of `now`. */
function monthOf(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

function nextMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

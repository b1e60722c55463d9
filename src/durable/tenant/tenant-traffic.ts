/**
 * A tenant's use of the isolates of the Worker, by the day: the sum of their reports. It is a lower bound, because an isolate reports only
 * amounts that are worth a call and may end before.
 *
 *   traffic(day, answered_bytes, check_steps)   day: whole days since 1970, UTC. Made with the first report
 */
import type { DayTraffic, TenantTake } from "../../execution/views/usage-totals.ts";
import { hasTable } from "../storage/sql-table.ts";

const dayMs = 86_400_000;

/** Days that are kept, today included. */
export const trafficDays = 31;

export class TenantTraffic {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Adds the report of an isolate, and removes old days. */
  add({ answeredBytes, checkSteps }: TenantTake, now: number): void {
    const day = Math.floor(now / dayMs);
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS traffic(day INTEGER PRIMARY KEY, answered_bytes INTEGER NOT NULL, check_steps INTEGER NOT NULL)`,
    );
    this.#sql.exec("DELETE FROM traffic WHERE day <= ?", day - trafficDays);
    this.#sql.exec(
      `INSERT INTO traffic(day, answered_bytes, check_steps) VALUES(?, ?, ?) ON CONFLICT(day) DO UPDATE SET
         answered_bytes = answered_bytes + excluded.answered_bytes, check_steps = check_steps + excluded.check_steps`,
      day,
      Math.round(answeredBytes),
      Math.round(checkSteps),
    );
  }

  /** The days of which something is known, newest first. */
  days(now: number): readonly DayTraffic[] {
    if (!hasTable(this.#sql, "traffic")) return [];
    return this.#sql
      .exec<{ day: number; answered_bytes: number; check_steps: number }>(
        "SELECT day, answered_bytes, check_steps FROM traffic WHERE day > ? ORDER BY day DESC",
        Math.floor(now / dayMs) - trafficDays,
      )
      .toArray()
      .map(({ answered_bytes: answeredBytes, check_steps: checkSteps, day }) => ({
        day: day * dayMs,
        answeredBytes,
        checkSteps,
      }));
  }
}

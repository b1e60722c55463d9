/**
 * A tenant's use of the isolates of the Worker, by the day: the sum of their reports. It is a lower bound, because an isolate reports only
 * amounts that are worth a call and may end before. Reports name subjects where the deployment has a cap for them.
 *
 *   traffic(day, answered_bytes, check_steps, reports)
 *                                               day: whole days since 1970, UTC. Made with the first report
 *                                               reports: ids of its last reports, so that one that comes again counts once
 *   subject_traffic(day, subject, answered_bytes, check_steps)
 *                                               the part of each subject, of so many a day. Made with the first report that names one
 */
import type { DayTraffic, SubjectTake, TenantTake } from "../../execution/views/usage-totals.ts";
import { boundList, inList } from "../storage/sql-list.ts";
import { hasTable } from "../storage/sql-table.ts";

const dayMs = 86_400_000;

/** Days that are kept, today included. */
export const trafficDays = 31;

/** Subjects that are kept of one day; further ones count for the tenant alone. */
export const maxSubjectsOfDay = 10_000;

/** Ids of reports that are kept of one day. As many of other isolates may come between a report and its repetition. */
export const keptReports = 100;

type TrafficRow = { readonly day: number; readonly answered_bytes: number; readonly check_steps: number };

export class TenantTraffic {
  readonly #sql: SqlStorage;
  /** Subjects of the day of the last report, once they were counted. All that are added come through here. */
  #ofDay: { readonly day: number; readonly subjects: number } | undefined;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Adds the report of an isolate, and removes old days. A report that is known by its `id` is not added again. */
  add({ answeredBytes, checkSteps }: TenantTake, subjects: readonly SubjectTake[], now: number, id?: string): void {
    const day = Math.floor(now / dayMs);
    this.#makeOfTenant();
    const today = this.#reportsOf(day);
    if (id !== undefined && [...today, ...this.#reportsOf(day - 1)].includes(id)) return;
    this.#sql.exec("DELETE FROM traffic WHERE day <= ?", day - trafficDays);
    this.#sql.exec(
      `INSERT INTO traffic(day, answered_bytes, check_steps, reports) VALUES(?, ?, ?, ?) ON CONFLICT(day) DO UPDATE SET
         answered_bytes = answered_bytes + excluded.answered_bytes, check_steps = check_steps + excluded.check_steps,
         reports = excluded.reports`,
      day,
      Math.round(answeredBytes),
      Math.round(checkSteps),
      [...today, ...(id === undefined ? [] : [id])].slice(-keptReports).join(" "),
    );
    if (subjects.length > 0) this.#makeOfSubjects();
    else if (!hasTable(this.#sql, "subject_traffic")) return;
    this.#sql.exec("DELETE FROM subject_traffic WHERE day <= ?", day - trafficDays);
    for (const take of subjects) this.#addOfSubject(take, day);
  }

  /** The days of which something is known of the tenant, or of a subject, newest first. */
  days(now: number, subject?: string): readonly DayTraffic[] {
    const today = Math.floor(now / dayMs);
    return this.#rows(today, subject).map(({ answered_bytes: answeredBytes, check_steps: checkSteps, day }) => ({
      day: day * dayMs,
      answeredBytes,
      checkSteps,
    }));
  }

  #rows(today: number, subject: string | undefined): readonly TrafficRow[] {
    if (!hasTable(this.#sql, subject === undefined ? "traffic" : "subject_traffic")) return [];
    if (subject === undefined)
      return this.#sql
        .exec<TrafficRow>(
          "SELECT day, answered_bytes, check_steps FROM traffic WHERE day > ? ORDER BY day DESC",
          today - trafficDays,
        )
        .toArray();
    // Each day is looked up, so that the rows of other subjects are not read.
    return this.#sql
      .exec<TrafficRow>(
        `SELECT day, answered_bytes, check_steps FROM subject_traffic WHERE day ${inList} AND subject = ? ORDER BY day DESC`,
        boundList(Array.from({ length: trafficDays }, (_, ago) => today - ago)),
        subject,
      )
      .toArray();
  }

  #makeOfTenant(): void {
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS traffic(day INTEGER PRIMARY KEY, answered_bytes INTEGER NOT NULL, check_steps INTEGER NOT NULL,
         reports TEXT)`,
    );
    const [column] = this.#sql.exec("SELECT 1 FROM pragma_table_info('traffic') WHERE name = 'reports'").toArray();
    if (column === undefined) this.#sql.exec("ALTER TABLE traffic ADD COLUMN reports TEXT");
  }

  /** Ids of the last reports of a day. */
  #reportsOf(day: number): readonly string[] {
    const sql = "SELECT reports FROM traffic WHERE day = ?";
    const [row] = this.#sql.exec<{ reports: string | null }>(sql, day).toArray();
    return row?.reports ? row.reports.split(" ") : [];
  }

  #makeOfSubjects(): void {
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS subject_traffic(day INTEGER NOT NULL, subject TEXT NOT NULL, answered_bytes INTEGER NOT NULL,
         check_steps INTEGER NOT NULL, PRIMARY KEY(day, subject)) WITHOUT ROWID`,
    );
  }

  #addOfSubject({ answeredBytes, checkSteps, subject }: SubjectTake, day: number): void {
    const [bytes, steps] = [Math.round(answeredBytes), Math.round(checkSteps)];
    const added = this.#sql
      .exec(
        `UPDATE subject_traffic SET answered_bytes = answered_bytes + ?, check_steps = check_steps + ?
         WHERE day = ? AND subject = ? RETURNING day`,
        bytes,
        steps,
        day,
        subject,
      )
      .toArray();
    if (added.length > 0) return;
    const subjects = this.#subjectsOf(day);
    if (subjects >= maxSubjectsOfDay) return;
    this.#sql.exec(
      "INSERT INTO subject_traffic(day, subject, answered_bytes, check_steps) VALUES(?, ?, ?, ?)",
      day,
      subject,
      bytes,
      steps,
    );
    this.#ofDay = { day, subjects: subjects + 1 };
  }

  #subjectsOf(day: number): number {
    if (this.#ofDay?.day === day) return this.#ofDay.subjects;
    const sql = "SELECT count(*) AS count FROM subject_traffic WHERE day = ?";
    const { count: subjects } = this.#sql.exec<{ count: number }>(sql, day).one();
    this.#ofDay = { day, subjects };
    return subjects;
  }
}

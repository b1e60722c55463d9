/**
 * The executions of a tenant, and of each of its subjects, that began within the last minute, descendants included, and the caps on them (E10).
 * Only what has a cap is counted.
 *
 *   begun(second, count)               how many of the tenant began in each second of the last minute; descendants begin so few a second that
 *                                      a minute's worth does not begin at once
 *   begun_of(subject, second, count)   the part of each subject. Made when the first is asked for
 */
import type { TenantLimit } from "../../execution/commands/start-request.ts";
import type { LeaseCaps } from "./execution-lease.ts";

const MINUTE_SECONDS = 60;

/** Of the executions of a minute, this part begins within one second, or so few if that is less. Roots are not held to it: they would be refused. */
const secondsOfMinute = 30;
const fewPerSecond = 10;

/** A cap on the executions of a minute. `subject` is whose they are, undefined for those of the tenant. */
interface Pace {
  readonly limit: "maxExecutionsPerMinute" | "maxExecutionsPerMinutePerSubject";
  readonly maximum: number;
  readonly subject: string | undefined;
}

/** How many began within a second, counted from 1970. */
type Begun = { readonly second: number; readonly count: number };

export class BegunExecutions {
  readonly #sql: SqlStorage;
  /** The second before which this instance has removed the rows of all subjects. */
  #sweptTo = Number.NEGATIVE_INFINITY;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec("CREATE TABLE IF NOT EXISTS begun(second INTEGER PRIMARY KEY, count INTEGER NOT NULL)");
  }

  /** The cap that a further root of `subject` would pass. Undefined as subject for a request of an earlier version. `now` in Unix milliseconds. */
  refusal(caps: LeaseCaps, subject: string | undefined, now: number): TenantLimit | undefined {
    return firstOf(pacesOf(caps, subject), (pace) => minuteRefusal(pace, this.#begun(pace, now), now));
  }

  /** The same for a descendant, which waits for the next second too: that costs it nothing but time. */
  descendantRefusal(caps: LeaseCaps, subject: string | undefined, now: number): TenantLimit | undefined {
    const found = pacesOf(caps, subject).map((pace) => [pace, this.#begun(pace, now)] as const);
    return (
      firstOf(found, ([pace, begun]) => minuteRefusal(pace, begun, now)) ??
      firstOf(found, ([pace, begun]) => secondRefusal(pace, begun, now))
    );
  }

  /** One begins, which nothing refused. */
  count(caps: LeaseCaps, subject: string | undefined, now: number): void {
    for (const pace of pacesOf(caps, subject)) this.#countOne(pace.subject, secondOf(now));
  }

  #countOne(subject: string | undefined, second: number): void {
    if (subject === undefined) {
      const sql = "INSERT INTO begun(second, count) VALUES(?, 1) ON CONFLICT(second) DO UPDATE SET count = count + 1";
      this.#sql.exec(sql, second);
      return;
    }
    const sql = `INSERT INTO begun_of(subject, second, count) VALUES(?, ?, 1)
      ON CONFLICT(subject, second) DO UPDATE SET count = count + 1`;
    this.#sql.exec(sql, subject, second);
  }

  /** What began in each second of the last minute, the earliest first. */
  #begun({ subject }: Pace, now: number): readonly Begun[] {
    const first = secondOf(now) - MINUTE_SECONDS;
    if (subject === undefined) {
      this.#sql.exec("DELETE FROM begun WHERE second < ?", first);
      return this.#sql.exec<Begun>("SELECT second, count FROM begun ORDER BY second").toArray();
    }
    this.#sweep(first);
    const sql = "SELECT second, count FROM begun_of WHERE subject = ? AND second >= ? ORDER BY second";
    return this.#sql.exec<Begun>(sql, subject, first).toArray();
  }

  /** Removes what is over of all subjects, once a minute: that reads the rows of all. */
  #sweep(first: number): void {
    if (first < this.#sweptTo + MINUTE_SECONDS) return;
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS begun_of(subject TEXT NOT NULL, second INTEGER NOT NULL, count INTEGER NOT NULL,
         PRIMARY KEY(subject, second)) WITHOUT ROWID`,
    );
    this.#sql.exec("DELETE FROM begun_of WHERE second < ?", first);
    this.#sweptTo = first;
  }
}

/** The caps that are set, that of the tenant first. */
function pacesOf(
  { maxExecutionsPerMinute, maxExecutionsPerMinutePerSubject = 0 }: LeaseCaps,
  subject: string | undefined,
): readonly Pace[] {
  const ofTenant = { limit: "maxExecutionsPerMinute", maximum: maxExecutionsPerMinute, subject: undefined } as const;
  const limit = "maxExecutionsPerMinutePerSubject";
  const ofSubject =
    subject === undefined ? [] : [{ limit, maximum: maxExecutionsPerMinutePerSubject, subject } as const];
  return [ofTenant, ...ofSubject].filter(({ maximum }) => maximum > 0);
}

/** A second counts until all of it is a minute ago, so that no minute has more than the cap. */
function minuteRefusal({ limit, maximum }: Pace, begun: readonly Begun[], now: number): TenantLimit | undefined {
  let excess = begun.reduce((sum, { count }) => sum + count, 0) - maximum;
  if (excess < 0) return undefined;
  const freeing = begun.find(({ count }) => {
    excess -= count;
    return excess < 0;
  });
  const second = freeing?.second ?? secondOf(now);
  return { kind: "TENANT_LIMIT", limit, maximum, retryAt: (second + MINUTE_SECONDS + 1) * 1_000 };
}

function secondRefusal({ limit, maximum }: Pace, begun: readonly Begun[], now: number): TenantLimit | undefined {
  const second = secondOf(now);
  const count = begun.find((one) => one.second === second)?.count ?? 0;
  const ofSecond = Math.max(fewPerSecond, Math.ceil(maximum / secondsOfMinute));
  if (count < ofSecond) return undefined;
  return { kind: "TENANT_LIMIT", limit, maximum: ofSecond, isOfSecond: true, retryAt: (second + 1) * 1_000 };
}

function secondOf(now: number): number {
  return Math.floor(now / 1_000);
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

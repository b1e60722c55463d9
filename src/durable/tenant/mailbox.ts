/**
 * Events that were sent to a tenant and the steps that wait for them, matched in the turn in which the second of the two comes, so that
 * each event goes to one step: the one that has waited longest. An event is given to a step again until the step has stored it; if the step
 * waits no more, the event goes to the next, or is kept.
 *
 *   event_key(id, name, correlation)   the pairs of name and correlation
 *   sent_event(...)                    one row for each event until `forget`; `wait` is set while and once it is given to somebody
 *   event_wait(...)                    one row for each step that waits and was given nothing
 *
 * An event is given to a wait while both live: not after `kept_until` and not from `until` on. That it has expired follows from the time.
 */
import type {
  ArrivedEvent,
  AwaitedEvent,
  EventSending,
  EventWait,
  SendEventResult,
  SentEventStatus,
  SentEventView,
} from "../../execution/commands/sent-event.ts";
import type { EventAddress } from "../../execution/events/step-waiting.ts";
import { hashOfParts } from "../../json/effect-key.ts";
import { type Json, utf8Bytes } from "../../json/json.ts";

/** How long the result of an event is kept after its delivery or expiry. For that time its id does nothing twice. */
const rememberedMs = 86_400_000;
export const maxKeptOfAddress = 100;
export const maxKeptEvents = 10_000;
export const maxKeptBytes = 67_108_864;
export const maxWaits = 10_000;
/** Of the latest so many events it is remembered that they have expired. */
const maxRemembered = 100_000;

/** Between two tries to deliver, doubled for each. */
const firstPauseMs = 1_000;
const longestPauseMs = 600_000;

interface EventRow extends Record<string, SqlStorageValue> {
  readonly seq: number;
  readonly id: string;
  readonly name: string;
  readonly correlation: string;
  readonly payload: string | null;
  readonly digest: string;
  readonly received: number;
  readonly kept_until: number;
  readonly execution: string | null;
  readonly step: string | null;
  readonly wait: string | null;
  readonly delivered: number | null;
}

/** An event that has to be given to the step that waits for it. */
export interface DueDelivery {
  readonly tenant: string;
  readonly execution: string;
  readonly step: string;
  readonly waitId: string;
  readonly event: ArrivedEvent;
}

export class Mailbox {
  readonly #sql: SqlStorage;
  #hasTables: boolean;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#hasTables =
      sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'sent_event'").toArray().length > 0;
  }

  send(tenant: string, sending: EventSending, now: number): SendEventResult {
    this.#prepare(now);
    const digest = hashOfParts([sending.payload]);
    const known = this.#find(sending, sending.eventId);
    if (known !== undefined)
      return known.digest === digest
        ? { kind: "SENT", replayed: true, event: viewOf(known, now) }
        : { kind: "CONFLICT" };
    const payload = JSON.stringify(sending.payload);
    const wait = this.#longestWait(sending, now);
    const isKept = wait === undefined && sending.keepMs > 0;
    const limit = isKept ? this.#limit(sending, utf8Bytes(payload), now) : undefined;
    if (limit !== undefined) return limit;
    if (wait === undefined) this.#dropOldest();
    const keptUntil = now + sending.keepMs;
    this.#sql.exec(
      `INSERT INTO sent_event(id, name, correlation, tenant, payload, bytes, digest, sent_by, received, kept_until, forget)
         VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      sending.eventId,
      sending.name,
      sending.correlation,
      tenant,
      payload,
      utf8Bytes(payload),
      digest,
      sending.sentBy,
      now,
      keptUntil,
      keptUntil + rememberedMs,
    );
    if (wait !== undefined) this.#give(this.#found(sending, sending.eventId).seq, wait, now);
    return { kind: "SENT", replayed: false, event: viewOf(this.#found(sending, sending.eventId), now) };
  }

  /** The result of an event. Undefined for an unknown or forgotten one. */
  find(address: EventAddress, eventId: string, now: number): SentEventView | undefined {
    if (!this.#hasTables) return undefined;
    const known = this.#find(address, eventId);
    return known === undefined ? undefined : viewOf(known, now);
  }

  /** Gives `wait` the oldest event that is kept for it, the one that it was given before, or notes it. */
  awaitEvent(tenant: string, wait: EventWait, now: number): AwaitedEvent {
    this.#prepare(now);
    const given = this.#rows("wait = ?", wait.waitId)[0];
    // A step does not ask for an event that it has stored.
    if (given !== undefined && given.delivered !== null) throw new Error("a step asks again for what it has stored");
    if (given !== undefined) return { kind: "ARRIVED", event: arrived(given) };
    const [kept] = this.#rows(
      "name = ? AND correlation = ? AND wait IS NULL AND kept_until > ? ORDER BY seq LIMIT 1",
      wait.name,
      wait.correlation,
      now,
    );
    if (kept !== undefined && wait.until > now) {
      // The asking execution stores it at once. Shortly afterwards the mailbox checks that.
      this.#give(kept.seq, wait, now + 2 * firstPauseMs);
      return { kind: "ARRIVED", event: arrived(kept) };
    }
    const { count } = this.#sql.exec<{ count: number }>("SELECT count(*) AS count FROM event_wait").one();
    if (count >= maxWaits) return { kind: "LIMIT_EXCEEDED", maximum: maxWaits };
    this.#sql.exec(
      `INSERT OR IGNORE INTO event_wait(wait, name, correlation, tenant, execution, step, until) VALUES(?, ?, ?, ?, ?, ?, ?)`,
      wait.waitId,
      wait.name,
      wait.correlation,
      tenant,
      wait.execution,
      wait.step,
      wait.until,
    );
    return { kind: "WAITING" };
  }

  /** The step waits no more and stored nothing: its event goes to the next. */
  withdraw(waitId: string, now: number): void {
    if (!this.#hasTables) return;
    this.#sql.exec("DELETE FROM event_wait WHERE wait = ?", waitId);
    for (const row of this.#rows("wait = ? AND delivered IS NULL", waitId)) this.#giveToNext(row, now);
  }

  /** The step has stored its event, or it is unknown whether it has. The content of the event is removed. */
  delivered(waitId: string, now: number): void {
    this.#sql.exec(
      `UPDATE sent_event SET delivered = ?, payload = NULL, bytes = 0, due = NULL, forget = max(forget, ?)
         WHERE wait = ? AND delivered IS NULL`,
      now,
      now + rememberedMs,
      waitId,
    );
  }

  /** Deliveries that are due at `now`. They may be tried again after a pause. */
  takeDue(now: number): readonly DueDelivery[] {
    if (!this.#hasTables) return [];
    const due = this.#sql
      .exec<EventRow & { tries: number; tenant: string }>(
        "SELECT * FROM sent_event WHERE due <= ? ORDER BY due LIMIT 50",
        now,
      )
      .toArray();
    for (const { seq, tries } of due) {
      const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(tries, 30), longestPauseMs);
      this.#sql.exec("UPDATE sent_event SET due = ?, tries = tries + 1 WHERE seq = ?", now + pauseMs, seq);
    }
    return due.flatMap((row) =>
      row.execution === null || row.step === null || row.wait === null
        ? []
        : [{ tenant: row.tenant, execution: row.execution, step: row.step, waitId: row.wait, event: arrived(row) }],
    );
  }

  /** When it has something to do by itself, Unix milliseconds: to deliver, or to forget. Undefined for never. */
  nextAt(): number | undefined {
    if (!this.#hasTables) return undefined;
    const { at } = this.#sql
      .exec<{ at: number | null }>(
        `SELECT min(at) AS at FROM (SELECT min(due) AS at FROM sent_event UNION ALL SELECT min(forget) FROM sent_event
           UNION ALL SELECT min(until) FROM event_wait)`,
      )
      .one();
    return at ?? undefined;
  }

  /** Removes expired rows. */
  forget(now: number): void {
    if (!this.#hasTables) return;
    this.#sql.exec("DELETE FROM sent_event WHERE forget <= ? AND due IS NULL", now);
    this.#sql.exec("DELETE FROM event_wait WHERE until <= ?", now);
    this.#sql.exec(
      "UPDATE sent_event SET payload = NULL, bytes = 0 WHERE wait IS NULL AND payload IS NOT NULL AND kept_until <= ?",
      now,
    );
  }

  #prepare(now: number): void {
    if (!this.#hasTables) this.#createTables();
    this.#hasTables = true;
    this.forget(now);
  }

  #createTables(): void {
    this.#sql.exec(
      `CREATE TABLE sent_event(
         seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, name TEXT NOT NULL, correlation TEXT NOT NULL,
         tenant TEXT NOT NULL, payload TEXT, bytes INTEGER NOT NULL, digest TEXT NOT NULL, sent_by TEXT NOT NULL,
         received INTEGER NOT NULL, kept_until INTEGER NOT NULL, forget INTEGER NOT NULL,
         execution TEXT, step TEXT, wait TEXT, delivered INTEGER, due INTEGER, tries INTEGER NOT NULL DEFAULT 0,
         UNIQUE(name, correlation, id))`,
    );
    this.#sql.exec("CREATE UNIQUE INDEX sent_event_wait ON sent_event(wait) WHERE wait IS NOT NULL");
    this.#sql.exec("CREATE INDEX sent_event_due ON sent_event(due) WHERE due IS NOT NULL");
    this.#sql.exec("CREATE INDEX sent_event_forget ON sent_event(forget)");
    this.#sql.exec(
      "CREATE INDEX sent_event_kept ON sent_event(kept_until, bytes) WHERE wait IS NULL AND payload IS NOT NULL",
    );
    this.#sql.exec(
      `CREATE TABLE event_wait(
         seq INTEGER PRIMARY KEY AUTOINCREMENT, wait TEXT NOT NULL UNIQUE, name TEXT NOT NULL, correlation TEXT NOT NULL,
         tenant TEXT NOT NULL, execution TEXT NOT NULL, step TEXT NOT NULL, until INTEGER NOT NULL)`,
    );
    this.#sql.exec("CREATE INDEX event_wait_address ON event_wait(name, correlation, seq)");
    this.#sql.exec("CREATE INDEX event_wait_until ON event_wait(until)");
  }

  /** Events that no step took are remembered as long as there is room. */
  #dropOldest(): void {
    this.#sql.exec(
      `DELETE FROM sent_event WHERE payload IS NULL AND wait IS NULL AND seq <=
         (SELECT max(seq) FROM sent_event) - ${maxRemembered}`,
    );
  }

  #find({ correlation, name }: EventAddress, eventId: string): EventRow | undefined {
    return this.#rows("name = ? AND correlation = ? AND id = ?", name, correlation, eventId)[0];
  }

  #found(address: EventAddress, eventId: string): EventRow {
    const row = this.#find(address, eventId);
    if (row === undefined) throw new Error("an event that was just stored is gone");
    return row;
  }

  #rows(where: string, ...bound: readonly SqlStorageValue[]): readonly EventRow[] {
    return this.#sql.exec<EventRow>(`SELECT * FROM sent_event WHERE ${where}`, ...bound).toArray();
  }

  #longestWait({ correlation, name }: EventAddress, now: number): EventWait | undefined {
    const [row] = this.#sql
      .exec<{ wait: string; execution: string; step: string; until: number }>(
        "SELECT * FROM event_wait WHERE name = ? AND correlation = ? AND until > ? ORDER BY seq LIMIT 1",
        name,
        correlation,
        now,
      )
      .toArray();
    return row === undefined ? undefined : { ...row, name, correlation, waitId: row.wait };
  }

  /** `due` is when it is to be delivered, Unix milliseconds. */
  #give(seq: number, { execution, step, waitId }: EventWait, due: number): void {
    this.#sql.exec("DELETE FROM event_wait WHERE wait = ?", waitId);
    this.#sql.exec(
      "UPDATE sent_event SET execution = ?, step = ?, wait = ?, due = ?, tries = 0 WHERE seq = ?",
      execution,
      step,
      waitId,
      due,
      seq,
    );
  }

  #giveToNext(row: EventRow, now: number): void {
    this.#sql.exec(
      "UPDATE sent_event SET execution = NULL, step = NULL, wait = NULL, due = NULL WHERE seq = ?",
      row.seq,
    );
    // An event that was taken back is kept as before. One that has expired meanwhile goes to no step.
    const next = row.kept_until > now ? this.#longestWait(row, now) : undefined;
    if (next !== undefined) this.#give(row.seq, next, now);
  }

  #limit({ correlation, name }: EventAddress, bytes: number, now: number): SendEventResult | undefined {
    const own = this.#sql
      .exec<{ count: number }>(
        "SELECT count(*) AS count FROM sent_event WHERE name = ? AND correlation = ? AND wait IS NULL AND kept_until > ?",
        name,
        correlation,
        now,
      )
      .one();
    if (own.count >= maxKeptOfAddress)
      return { kind: "LIMIT_EXCEEDED", limit: "events of one name and correlation", maximum: maxKeptOfAddress };
    const all = this.#sql
      .exec<{ count: number; bytes: number | null }>(
        `SELECT count(*) AS count, sum(bytes) AS bytes FROM sent_event
           WHERE wait IS NULL AND payload IS NOT NULL AND kept_until > ?`,
        now,
      )
      .one();
    if (all.count >= maxKeptEvents) return { kind: "LIMIT_EXCEEDED", limit: "kept events", maximum: maxKeptEvents };
    if ((all.bytes ?? 0) + bytes > maxKeptBytes)
      return { kind: "LIMIT_EXCEEDED", limit: "bytes of kept events", maximum: maxKeptBytes };
    return undefined;
  }
}

function viewOf(row: EventRow, now: number): SentEventView {
  const { correlation, execution, id: eventId, kept_until: keptUntil, name, received: receivedAt, step } = row;
  const receiver = execution === null || step === null ? null : { execution, step };
  return { name, correlation, eventId, status: statusOf(row, now), receivedAt, keptUntil, receiver };
}

function statusOf({ delivered, kept_until, wait }: EventRow, now: number): SentEventStatus {
  if (delivered !== null) return "DELIVERED";
  if (wait !== null) return "DELIVERING";
  return kept_until > now ? "KEPT" : "EXPIRED";
}

function arrived({ id, payload, received }: EventRow): ArrivedEvent {
  return { eventId: id, payload: payload === null ? null : (JSON.parse(payload) as Json), receivedAt: received };
}

/**
 * Delivers the audit log to its receivers, in the order of the log, each entry at least once. The alarm of the tenant's object drives it.
 *
 * - An entry is delivered once its outcome is known, or a minute after it was begun. An outcome that comes later is delivered by itself.
 * - Nothing is stored before an attempt. A crash in the middle repeats it under the same id.
 * - No entry is given up while the log holds it. A receiver that does not take one in all its attempts is suspended, and continues there when
 *   somebody resumes it (decision 066). Entries that leave the log undelivered, or are passed over by request, are counted.
 * - A receiver that is removed or replaced is still sent everything up to the entry that says so, so that no removal stays hidden from it.
 */
import type { AuditEntry } from "../../audit/audit-entry.ts";
import {
  type AuditDeliveryPart,
  type AuditWebhook,
  type AuditWebhookResumption,
  type AuditWebhookStanding,
  attemptsUntilSuspended,
  auditEvent,
  maxAuditWebhooks,
  outcomePatienceMs,
  type RegisterAuditWebhookResult,
  type ResumeAuditWebhookResult,
} from "../../audit/audit-webhook.ts";
import { hashOfParts } from "../../json/effect-key.ts";
import { faultText } from "../../json/fault-text.ts";
import { type PostPorts, sendPost } from "../deliveries/push-post.ts";
import { type DeliveryResult, nextTryMs } from "../deliveries/push-sender.ts";
import type { Clock } from "../ports/ports.ts";
import { earliest } from "../ports/wake-timer.ts";
import type { AuditLog } from "./audit-log.ts";
import { type AuditWebhookRow, AuditWebhookTable } from "./audit-webhook-table.ts";

/** For how long one alarm delivers to a receiver. */
const alarmMs = 60_000;
/** When it is tried again while nothing can be delivered. */
const misconfiguredMs = 60_000;
/** Failed attempts after which a removed receiver is forgotten. */
const lastAttempts = 3;

export interface AuditPost extends PostPorts {
  /** The id of the target for clients of the tenant. */
  readonly targetId: (tenant: string, target: AuditEntry["target"]) => Promise<string>;
  readonly publicUrl: string | undefined;
}

export interface AuditDeliveryPorts {
  readonly sql: SqlStorage;
  readonly log: AuditLog;
  readonly clock: Clock;
  /** Undefined while the settings of the deployment cannot be read. */
  readonly post: () => AuditPost | undefined;
}

interface Pending {
  readonly entry: AuditEntry;
  readonly part: AuditDeliveryPart;
  /** From when on it may be delivered, Unix milliseconds. */
  readonly readyAt: number;
}

export class AuditDeliveries {
  readonly #ports: AuditDeliveryPorts;
  readonly #table: AuditWebhookTable;

  constructor(ports: AuditDeliveryPorts) {
    this.#ports = ports;
    this.#table = new AuditWebhookTable(ports.sql);
  }

  /** Whether anybody is to be notified. */
  get hasReceivers(): boolean {
    return this.#table.rows.length > 0;
  }

  /** The place behind which a log that has become empty continues, so that no receiver takes a new entry for an old one. */
  get floor(): number {
    return Math.max(0, ...this.#table.rows.map(({ deliveredTo }) => deliveredTo));
  }

  /** Those that are registered, in the order of their registration. */
  standing(): readonly AuditWebhookStanding[] {
    return this.#table.rows.filter(isRegistered).map((row) => this.#standingOf(row));
  }

  /** Registers a receiver, which continues where one of its name stood, or begins with the latest entry. */
  register(tenant: string, { name, url }: AuditWebhook): RegisterAuditWebhookResult {
    const registered = this.#table.rows.filter(isRegistered);
    const replaced = registered.find((known) => known.name === name);
    if (replaced === undefined && registered.length >= maxAuditWebhooks) return { kind: "LIMIT_EXCEEDED" };
    if (replaced !== undefined) this.#end(replaced);
    const { clock, log } = this.#ports;
    const deliveredTo = replaced?.deliveredTo ?? Math.max(this.floor, log.lastSequence) - 1;
    const row = { name, url, tenant, registeredAt: clock.now(), lost: replaced?.lost ?? 0, endsAt: null };
    this.#table.insert({ ...row, deliveredTo: Math.max(0, deliveredTo) });
    const webhook = this.standing().find((known) => known.name === name);
    if (webhook === undefined) throw new Error("a receiver of the audit log was not stored");
    return { kind: "REGISTERED", webhook };
  }

  /** Whether there was one. */
  remove(name: string): boolean {
    const row = this.#table.rows.find((known) => isRegistered(known) && known.name === name);
    if (row === undefined) return false;
    this.#end(row);
    return true;
  }

  /** Tries a receiver again at once, from where it stands or, if that is asked for, behind the entry on which it stands. */
  resume({ name, passOver }: AuditWebhookResumption): ResumeAuditWebhookResult {
    const row = this.#table.rows.find((known) => isRegistered(known) && known.name === name);
    if (row === undefined) return { kind: "NOT_FOUND" };
    const resumed = { ...row, attempts: 0, due: 0 };
    const pending = this.#pendingOf(row);
    if (passOver === undefined) this.#table.update(resumed);
    else if (pending?.entry.sequence !== passOver) return { kind: "NOT_NEXT", next: pending?.entry.sequence ?? null };
    else this.#passOver(resumed, pending);
    const webhook = this.standing().find((known) => known.name === name);
    return webhook === undefined ? { kind: "NOT_FOUND" } : { kind: "RESUMED", webhook };
  }

  /** To be called after outcomes were stored: those that came after a delivery are delivered by themselves. */
  noteOutcomes(sequences: readonly number[]): void {
    for (const { deliveredTo, id } of this.#table.rows)
      for (const sequence of sequences) if (sequence <= deliveredTo) this.#table.addLate(id, sequence);
  }

  /** When something is to be delivered, Unix milliseconds. Undefined if nothing is. */
  nextAt(): number | undefined {
    const now = this.#ports.clock.now();
    const soonest = this.#ports.post() === undefined ? now + misconfiguredMs : now;
    let next: number | undefined;
    for (const row of this.#table.rows) {
      if (isSuspended(row)) continue;
      const pending = this.#pendingOf(row);
      const isOver = pending === undefined && !isRegistered(row);
      if (pending === undefined && !isOver) continue;
      next = earliest(next, Math.max(soonest, row.due, pending?.readyAt ?? 0));
    }
    return next;
  }

  /** Delivers entries that are due. Never rejects. */
  async deliver(): Promise<void> {
    const post = this.#ports.post();
    if (post === undefined) return;
    await Promise.all(this.#table.rows.map(({ id }) => this.#deliverTo(id, post)));
  }

  async #deliverTo(id: number, post: AuditPost): Promise<void> {
    const { clock } = this.#ports;
    const until = clock.now() + alarmMs;
    for (let row = this.#rowOf(id); row !== undefined && clock.now() < until; row = this.#rowOf(id)) {
      if (isSuspended(row)) return;
      const pending = this.#pendingOf(row);
      if (pending === undefined) {
        if (!isRegistered(row)) this.#table.remove(id);
        return;
      }
      if (Math.max(row.due, pending.readyAt) > clock.now()) return;
      const result = await this.#send(row, pending, post);
      // It may have been removed or replaced while the attempt was in flight.
      const current = this.#rowOf(id);
      if (current === undefined) return;
      if (result.kind === "DELIVERED") this.#delivered(current, pending);
      else {
        this.#failed(current, pending, result);
        return;
      }
    }
  }

  async #send(row: AuditWebhookRow, { entry, part }: Pending, post: AuditPost): Promise<DeliveryResult> {
    const { name, tenant, url } = row;
    try {
      const target = await post.targetId(tenant, entry.target);
      const body = JSON.stringify(auditEvent(entry, part, target, post.publicUrl));
      const id = `msg_${hashOfParts([tenant, name, entry.id, part]).slice(0, 32)}`;
      const contentType = "application/cloudevents+json";
      return await sendPost({ from: { tenant }, url, id, body, contentType, proofs: {}, what: "audit" }, post);
    } catch (error) {
      console.error(JSON.stringify({ log: "audit_event_not_made", entry: entry.id, error: faultText(error) }));
      return { kind: "FAILED", retryAfterMs: undefined };
    }
  }

  /** The entry or its outcome counts as lost for this receiver. */
  #passOver(row: AuditWebhookRow, { entry, part }: Pending): void {
    const { sequence } = entry;
    if (part === "OUTCOME") this.#table.removeLate(row.id, sequence);
    const lost = row.lost + (part === "OUTCOME" ? 1 : sequence - row.deliveredTo);
    this.#table.update({ ...row, lost, deliveredTo: Math.max(row.deliveredTo, sequence) });
  }

  #delivered(row: AuditWebhookRow, { entry, part }: Pending): void {
    const { sequence } = entry;
    if (part === "OUTCOME") {
      this.#table.removeLate(row.id, sequence);
      this.#table.update({ ...row, attempts: 0, due: 0 });
      return;
    }
    const lost = row.lost + sequence - row.deliveredTo - 1;
    this.#table.update({ ...row, deliveredTo: sequence, attempts: 0, due: 0, lost });
    // The outcome was stored while the entry was in flight without it.
    const known = this.#ports.log.entry(sequence);
    if (known !== undefined && known.outcome !== entry.outcome) this.#table.addLate(row.id, sequence);
  }

  /**
   * After any answer of the receiver or the guard an entry is sent again, until it is accepted, the log has lost it, or the receiver is
   * suspended.
   */
  #failed(row: AuditWebhookRow, { entry }: Pending, result: DeliveryResult): void {
    const now = this.#ports.clock.now();
    const attempts = row.attempts + 1;
    if (!isRegistered(row) && attempts >= lastAttempts) {
      this.#table.remove(row.id);
      return;
    }
    const retryAfterMs = result.kind === "FAILED" ? result.retryAfterMs : undefined;
    const failed = { ...row, attempts, due: now + nextTryMs(row.attempts, retryAfterMs) };
    if (!isSuspended(failed)) {
      this.#table.update(failed);
      return;
    }
    this.#table.update({ ...failed, due: now });
    const { name, tenant } = row;
    console.error(
      JSON.stringify({ log: "audit_webhook_suspended", tenant, webhook: name, sequence: entry.sequence, attempts }),
    );
  }

  /** The next delivery of a receiver. Undefined if there is none. */
  #pendingOf({ deliveredTo, endsAt, id }: AuditWebhookRow): Pending | undefined {
    const { log } = this.#ports;
    for (let late = this.#table.firstLate(id); late !== undefined; late = this.#table.firstLate(id)) {
      const entry = log.entry(late);
      if (entry !== undefined) return { entry, part: "OUTCOME", readyAt: 0 };
      this.#table.removeLate(id, late);
    }
    const entry = log.entryAfter(deliveredTo);
    if (entry === undefined || (endsAt !== null && entry.sequence > endsAt)) return undefined;
    return { entry, part: "ENTRY", readyAt: entry.outcome === "UNKNOWN" ? entry.at + outcomePatienceMs : 0 };
  }

  /** Limits a receiver to the current entries of the log. */
  #end(row: AuditWebhookRow): void {
    this.#table.update({ ...row, endsAt: this.#ports.log.lastSequence, attempts: 0, due: 0 });
    const ending = this.#table.rows.filter((known) => !isRegistered(known));
    for (const { id } of ending.slice(0, -maxAuditWebhooks)) this.#table.remove(id);
  }

  #standingOf(row: AuditWebhookRow): AuditWebhookStanding {
    const { attempts, deliveredTo, due, lost, name, registeredAt, url } = row;
    const pending = this.#pendingOf(row);
    const time = due === 0 ? null : due;
    const [nextAttemptAt, suspendedAt] = isSuspended(row) ? [null, time] : [time, null];
    // Entries that the log has lost meanwhile are known before the next delivery.
    const passed = pending?.part === "ENTRY" ? pending.entry.sequence - deliveredTo - 1 : 0;
    const next = pending?.entry.sequence ?? null;
    return { name, url, registeredAt, deliveredTo, attempts, nextAttemptAt, suspendedAt, next, lost: lost + passed };
  }

  #rowOf(id: number): AuditWebhookRow | undefined {
    return this.#table.rows.find((row) => row.id === id);
  }
}

function isRegistered({ endsAt }: AuditWebhookRow): boolean {
  return endsAt === null;
}

/** One that is removed is not suspended: it is forgotten after fewer attempts. */
function isSuspended(row: AuditWebhookRow): boolean {
  return isRegistered(row) && row.attempts >= attemptsUntilSuspended;
}

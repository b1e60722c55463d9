/**
 * Receivers of the audit log: the bounds of their registration, how far each came, and the body of a delivery, a CloudEvent 1.0 as that of
 * other webhooks.
 *
 * - A body has the facts of `Query.auditLog` and nothing else: things by their public ids, no value, no secret.
 * - `source` and `id` are the same on every repeat. An entry that was delivered before its outcome was known is delivered once more, under
 *   another `id`.
 */

import type { JsonObject } from "../json/json.ts";
import type { AuditEntry } from "./audit-entry.ts";

export interface AuditWebhook {
  /** Unique within the tenant. */
  readonly name: string;
  /** Can hold secrets: never logged, never shown beyond its host. */
  readonly url: string;
}

/** How far the deliveries to a receiver came. Times in Unix milliseconds. */
export interface AuditWebhookStanding extends AuditWebhook {
  readonly registeredAt: number;
  /** Place of the last entry that was delivered. */
  readonly deliveredTo: number;
  /** Failed attempts to deliver the next one. */
  readonly attempts: number;
  /** When it is tried again. Null if no attempt has failed, and for one that is suspended. */
  readonly nextAttemptAt: number | null;
  /** Place of the entry that is delivered next. Null if there is none. */
  readonly next: number | null;
  /** When its deliveries ended, because one was not taken in all its attempts. Null for one that is sent entries. */
  readonly suspendedAt: number | null;
  /** Entries that left the log before they were delivered, and those that were passed over by request. */
  readonly lost: number;
}

/** `passOver` is the place of the entry that is not to be delivered; undefined for none. */
export interface AuditWebhookResumption {
  readonly name: string;
  readonly passOver: number | undefined;
}

export type ResumeAuditWebhookResult =
  | { readonly kind: "RESUMED"; readonly webhook: AuditWebhookStanding }
  | { readonly kind: "NOT_FOUND" }
  /** Another entry than the one that was named is delivered next. */
  | { readonly kind: "NOT_NEXT"; readonly next: number | null };

export type RegisterAuditWebhookResult =
  | { readonly kind: "REGISTERED"; readonly webhook: AuditWebhookStanding }
  | { readonly kind: "LIMIT_EXCEEDED" };

/** Most receivers of the audit log of a tenant. */
export const maxAuditWebhooks = 4;

/** Failed attempts of one delivery after which a receiver is suspended: with the pauses of deliveries some five days. */
export const attemptsUntilSuspended = 18;

/** How long an entry waits for its outcome before it is delivered without. */
export const outcomePatienceMs = 60_000;

/** Which delivery of an entry: the first one, or that of an outcome which came after it. */
export type AuditDeliveryPart = "ENTRY" | "OUTCOME";

/** Digits of the longest `Number.MAX_SAFE_INTEGER`, so that sequences sort as text. */
const sequenceDigits = 16;

/** `target` is the id of the target in the API. */
export function auditEvent(
  entry: AuditEntry,
  part: AuditDeliveryPart,
  target: string,
  publicUrl: string | undefined,
): JsonObject {
  const { action, at, detail, id, outcome, result, sequence, subject } = entry;
  const time = new Date(at).toISOString();
  return {
    specversion: "1.0",
    id: part === "ENTRY" ? id : `${id}/outcome`,
    source: publicUrl === undefined ? "urn:planwright:audit" : `${publicUrl}/audit`,
    type: "dev.planwright.audit.entry",
    subject: id,
    time,
    datacontenttype: "application/json",
    sequence: String(sequence).padStart(sequenceDigits, "0"),
    data: {
      id,
      sequence,
      at: time,
      subject,
      action,
      targetKind: entry.target.kind,
      target,
      detail: detail ?? null,
      outcome,
      result: result ?? null,
    },
  };
}

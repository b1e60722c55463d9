/**
 * Room `audit`: the audit log of a tenant as data: who did what to which thing, and the outcome. It owns the shape of an entry and its
 * bounds.
 *
 * It leaves to others: `graph/audit` writes entries around the calls that it records, `durable/tenant` keeps them.
 *
 * Invariants:
 *
 * - An entry is stored without an outcome before its action is carried out. So a crash loses no action from the log.
 * - An entry changes once: when it gets its outcome.
 * - No entry holds a secret, or a value of an execution.
 */

import { shortened } from "../json/short-text.ts";

/** The action. */
export type AuditAction =
  | "ACCEPT"
  | "CANCEL"
  | "CREATE"
  | "DELETE"
  | "ERASE"
  | "EXPORT"
  | "PAUSE"
  | "READ"
  | "REGISTER"
  | "REMOVE"
  | "RESPOND"
  | "RESUME"
  | "REVOKE"
  | "TRIGGER"
  | "UPDATE";

/** The kind of thing that it is done to. */
export type AuditTargetKind =
  | "ACCESS_TOKEN"
  | "AGENT"
  | "API_KEY"
  | "ARTIFACT"
  | "CONNECTION"
  | "CONVERSATION"
  | "EXECUTION"
  | "HUMAN_INPUT"
  | "MANIFEST"
  | "MESSAGE"
  | "POLICY"
  | "SCHEDULE"
  | "SECRET"
  | "SERVER"
  | "SUBJECT"
  | "TOOL"
  | "WEBHOOK"
  | "WORKFLOW";

/** UNKNOWN: the outcome was not reported; the action may have happened. */
export type AuditOutcome = "DONE" | "REFUSED" | "UNKNOWN";

/** An action before it is carried out. */
export interface AuditedAction {
  readonly subject: string;
  readonly action: AuditAction;
  readonly target: {
    readonly kind: AuditTargetKind;
    /** Name of a registration, or of the object that the target is or lies in. */
    readonly name: string;
    /** Which part of that object. Absent for the whole of it. */
    readonly part?: string;
  };
  /** More about the action, such as ACCEPTED or the scopes of a key. Absent if there is no more. */
  readonly detail?: string;
}

/** The outcome. */
export interface AuditResult {
  readonly outcome: Exclude<AuditOutcome, "UNKNOWN">;
  /** Why it was refused, or the id of the created thing. Absent for neither. */
  readonly result?: string;
}

export interface AuditEntry extends AuditedAction {
  readonly id: string;
  /** Place in the log: a later entry has a higher one. */
  readonly sequence: number;
  /** When it was about to be done, Unix milliseconds. */
  readonly at: number;
  readonly outcome: AuditOutcome;
  readonly result?: string;
}

/** A page of the log, the latest entry first. */
export interface AuditQuery {
  /** Only entries of this subject. Null for those of all. */
  readonly subject: string | null;
  /** Only entries before this place. Null for the latest. */
  readonly before: number | null;
  readonly limit: number;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly hasMore: boolean;
}

/** The most characters of a text of an entry; a longer one is cut. */
export const maxAuditCharacters = 1_000;

/** The most entries of a tenant. The oldest make room. */
export const maxAuditEntries = 1_000_000;

/** A text as an entry holds it. */
export function auditText(text: string): string {
  return shortened(text, maxAuditCharacters);
}

/**
 * The walk of an export over everything of a subject: the things at each place, in an order that stays, and the cursors that lead behind one of
 * them. Executions, conversations and given artifacts are those that `exportSubject` lists; what is registered and the entries of the audit log
 * follow.
 */
import type { AuditEntry } from "../../audit/audit-entry.ts";
import type { JsonObject } from "../../json/json.ts";
import { auditTargetId } from "../audit/audit-target.ts";
import { begin, partAt as listedAt, type Place, registeredThings } from "../audit/subject-data.ts";
import type { ApiKeyRecord } from "../base/credentials.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { requestError } from "../base/request-error.ts";
import { holdsScopes } from "../base/required-scopes.ts";
import type { ConnectionRecord, SecretRecord } from "../base/secrets.ts";

/** A thing of a subject. `name` is unique at its place. */
export type SubjectThing =
  /** By the name of its object, or a name that the subject gave it; it is read when it is written. */
  | { readonly kind: ReadKind; readonly name: string }
  /** All of it is known. */
  | { readonly kind: KnownKind; readonly name: string; readonly content: JsonObject };

export type RegisteredKind = "AGENT" | "MANIFEST" | "SCHEDULE" | "SERVER" | "WORKFLOW";
type ReadKind = "ARTIFACT" | "CONVERSATION" | "EXECUTION" | RegisteredKind;
type KnownKind = "API_KEY" | "AUDIT_ENTRY" | "OAUTH_CONNECTION" | "SECRET";

type SubjectExportPlace =
  | Place
  | { readonly at: "REGISTERED" }
  /** Only entries before this place of the log. */
  | { readonly at: "AUDIT"; readonly before: number | null };

/** A place, and the last thing there that was written. */
export interface SubjectPosition {
  readonly place: SubjectExportPlace;
  readonly done: string | null;
}

export interface Part {
  readonly things: readonly SubjectThing[];
  readonly next: SubjectExportPlace | null;
}

export const startOf: SubjectPosition = { place: begin, done: null };

/** Entries of the audit log that are read at a time. */
const entriesAtOnce = 100;

/** The things at a place. */
export async function partAt(place: SubjectExportPlace, subject: string, context: GraphContext): Promise<Part> {
  switch (place.at) {
    case "REGISTERED":
      return { things: await registered(subject, context), next: { at: "AUDIT", before: null } };
    case "AUDIT":
      return auditPart(place.before, subject, context);
    default: {
      const { artifacts, conversations, executions, next } = await listedAt(place, subject, context);
      const things = [
        ...executions.map((name) => ({ kind: "EXECUTION", name }) as const),
        ...conversations.map((name) => ({ kind: "CONVERSATION", name }) as const),
        ...artifacts.map((name) => ({ kind: "ARTIFACT", name }) as const),
      ];
      return { things, next: next ?? { at: "REGISTERED" } };
    }
  }
}

/** The things behind `done`: all of them if it is not there any more. */
export function behind(things: readonly SubjectThing[], done: string | null): readonly SubjectThing[] {
  return things.slice(things.findIndex(({ name }) => name === done) + 1);
}

/** What the caller lacks the scope for. */
export function leftOut(context: GraphContext): readonly JsonObject[] {
  return holdsScopes(context, ["AUDIT_READ"]) ? [] : [{ kind: "AUDIT_ENTRY", needs: "AUDIT_READ" }];
}

async function registered(subject: string, context: GraphContext): Promise<readonly SubjectThing[]> {
  const { apiKeys, connections, registrations, schedules, secrets } = await registeredThings(subject, context);
  return [
    ...schedules.map(({ facts }) => ({ kind: "SCHEDULE", name: `SCHEDULE ${facts.name}` }) as const),
    ...registrations.map(({ kind, name }) => ({ kind, name: `${kind} ${name}` })),
    ...apiKeys.map((key) => ({ kind: "API_KEY", name: `API_KEY ${key.keyId}`, content: keyContent(key) }) as const),
    ...secrets.map((secret) => {
      return { kind: "SECRET", name: `SECRET ${secret.name}`, content: secretContent(secret) } as const;
    }),
    ...connections.map((connection) => {
      const name = `OAUTH_CONNECTION ${connection.id}`;
      return { kind: "OAUTH_CONNECTION", name, content: connectionContent(connection) } as const;
    }),
  ];
}

async function auditPart(before: number | null, subject: string, context: GraphContext): Promise<Part> {
  if (leftOut(context).length > 0) return { things: [], next: null };
  const { entries, hasMore } = await context.clients.audit.list({ subject, before, limit: entriesAtOnce });
  const last = entries.at(-1);
  return {
    things: await Promise.all(entries.map((entry) => entryOf(entry, context))),
    next: hasMore && last !== undefined ? { at: "AUDIT", before: last.sequence } : null,
  };
}

async function entryOf(entry: AuditEntry, context: GraphContext): Promise<SubjectThing> {
  const { action, detail = null, id, outcome, result = null, sequence } = entry;
  const [at, target] = [new Date(entry.at).toISOString(), await auditTargetId(entry.target, context)];
  const content = { id, sequence, at, action, targetKind: entry.target.kind, target, detail, outcome, result };
  return { kind: "AUDIT_ENTRY", name: id, content };
}

/** Never the secret of the key, which is not stored. */
function keyContent({ createdAt, createdBy, expiresAt, groups, keyId, label, scopes }: ApiKeyRecord): JsonObject {
  const times = { createdAt: new Date(createdAt).toISOString(), expiresAt: timeOf(expiresAt) };
  return { keyId, label, groups: [...groups], scopes: [...scopes], createdBy, ...times };
}

function secretContent({ name, origin, updatedAt, updatedBy }: SecretRecord): JsonObject {
  return { name, origin, updatedAt: new Date(updatedAt).toISOString(), updatedBy };
}

function connectionContent({ id, isConnected, url, waitingExecutions }: ConnectionRecord): JsonObject {
  return { id, url, isConnected, waitingExecutions };
}

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

const kindOfCursor = "SUBJECT_EXPORT";

/** A cursor is sealed with its tenant and subject, so that it leads nowhere else. */
export function cursorAt(
  position: SubjectPosition,
  subject: string,
  { caller, clients }: GraphContext,
): Promise<string> {
  return clients.identity.seal(JSON.stringify([caller.tenant, kindOfCursor, subject, position]));
}

/** Throws BAD_USER_INPUT for a text that `cursorAt` did not make for this tenant and subject. */
export async function positionOf(
  cursor: string,
  subject: string,
  { caller, clients }: GraphContext,
): Promise<SubjectPosition> {
  const content = await clients.identity.open(cursor);
  const [tenant, kind, whose, position] = content === undefined ? [] : (JSON.parse(content) as unknown[]);
  if (tenant === caller.tenant && kind === kindOfCursor && whose === subject) return position as SubjectPosition;
  const found = JSON.stringify(cursor.slice(0, 100));
  throw requestError("BAD_USER_INPUT", `Cannot go on: required a cursor of an export of this subject, found ${found}`);
}

/**
 * `Query.exportSubject` and `Mutation.eraseSubject`: everything of one subject, a bounded part at a time. The walk is over all that the tenant
 * stores; its cursor is a place in it, so it can be resumed, and a part that is repeated does no harm.
 */
import type { AuditAction } from "../../audit/audit-entry.ts";
import type { SubjectPage, SubjectPlace } from "../../execution/views/execution-list.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeId } from "../base/node-id.ts";
import { requestError } from "../base/request-error.ts";
import type { EraseSubjectInput, QueryExportSubjectArgs, SubjectData } from "../base/schema.generated.ts";
import { generalError, type UserErrorSource } from "../base/user-errors.ts";
import { auditOf } from "./audited-clients.ts";

const MAX_SUBJECT_CHARACTERS = 255;

export interface EraseSubjectAnswer {
  readonly erased: SubjectData | undefined;
  readonly kept: SubjectData | undefined;
  readonly cursor: string | undefined;
  readonly errors: readonly UserErrorSource[];
}

/** A part of everything of a subject. Throws BAD_USER_INPUT for a cursor of something else. */
export async function exportSubject(
  { after, subject }: QueryExportSubjectArgs,
  context: GraphContext,
): Promise<SubjectData> {
  const place = await placeOf(after, subject, context);
  return recorded("EXPORT", subject, context, async () => {
    const page = await context.clients.storage.ofSubject(subject, place);
    const more = page.next === null ? await registered(subject, context) : { schedules: [], apiKeyIds: [] };
    return dataOf(page, more, await cursorOf(page.next, subject, context), context);
  });
}

/** Erases a part. Errors: a name that is no subject. Throws BAD_USER_INPUT for a cursor of something else. */
export async function eraseSubject(
  { after, subject }: EraseSubjectInput,
  context: GraphContext,
): Promise<EraseSubjectAnswer> {
  if (subject === "" || subject.length > MAX_SUBJECT_CHARACTERS) {
    const required = `required a name of 1 to ${MAX_SUBJECT_CHARACTERS} characters, found ${subject.length}`;
    const error = generalError("INVALID_INPUT", `Cannot erase the subject: ${required}`, ["input", "subject"]);
    return { erased: undefined, kept: undefined, cursor: undefined, errors: [error] };
  }
  const place = await placeOf(after, subject, context);
  return recorded("ERASE", subject, context, async () => {
    const { clients } = context;
    const page = await clients.storage.ofSubject(subject, place);
    const [executions, conversations] = [split(), split()];
    for (const name of page.executions) executions.put(name, (await clients.executions.delete(name)).kind);
    for (const name of page.conversations) conversations.put(name, (await clients.conversations.delete(name)).kind);
    const more = page.next === null ? await registered(subject, context) : { schedules: [], apiKeyIds: [] };
    for (const name of more.schedules) await clients.schedules.delete(name);
    for (const keyId of more.apiKeyIds) await clients.credentials.revoke(keyId);
    const cursor = await cursorOf(page.next, subject, context);
    const none = { schedules: [], apiKeyIds: [] };
    const gone = { executions: executions.gone, conversations: conversations.gone };
    const left = { executions: executions.left, conversations: conversations.left };
    return {
      erased: await dataOf(gone, more, cursor, context),
      kept: await dataOf(left, none, cursor, context),
      cursor,
      errors: [],
    };
  });
}

type Registered = Pick<SubjectData, "apiKeyIds" | "schedules">;

/** What the subject has beside executions and conversations: few, in lists of the tenant that are bounded. */
async function registered(subject: string, { clients }: GraphContext): Promise<Registered> {
  const [schedules, keys] = await Promise.all([clients.schedules.list(), clients.credentials.list()]);
  return {
    schedules: schedules.filter(({ facts }) => facts.createdBy === subject).map(({ facts }) => facts.name),
    apiKeyIds: keys.filter((key) => key.subject === subject && key.revokedAt === null).map(({ keyId }) => keyId),
  };
}

/** Names by what became of them. */
function split() {
  const [gone, left]: [string[], string[]] = [[], []];
  return {
    gone,
    left,
    put(name: string, kind: string): void {
      if (kind === "DELETED") gone.push(name);
      else if (kind !== "NOT_FOUND") left.push(name);
    },
  };
}

async function dataOf(
  { conversations, executions }: Pick<SubjectPage, "conversations" | "executions">,
  more: Registered,
  cursor: string | undefined,
  context: GraphContext,
): Promise<SubjectData> {
  const ids = Promise.all(executions.map((execution) => nodeId({ kind: "EXECUTION", execution }, context)));
  const chats = Promise.all(conversations.map((name) => nodeId({ kind: "CONVERSATION", conversation: name }, context)));
  return { executionIds: await ids, conversationIds: await chats, ...more, cursor: cursor ?? null };
}

function recorded<Answer>(
  action: AuditAction,
  subject: string,
  { caller, clients }: GraphContext,
  perform: () => Promise<Answer>,
): Promise<Answer> {
  const audit = auditOf(clients.audit, caller.subject);
  return audit([{ action, target: { kind: "SUBJECT", name: subject } }], perform, () => ({ outcome: "DONE" }));
}

const begin: SubjectPlace = { at: "EXECUTIONS", change: -1 };

/** A cursor is sealed with its tenant and subject, so that it leads nowhere else. */
async function cursorOf(place: SubjectPlace | null, subject: string, { caller, clients }: GraphContext) {
  if (place === null) return undefined;
  return clients.identity.seal(JSON.stringify([caller.tenant, "SUBJECT_WALK", subject, place]));
}

async function placeOf(
  cursor: string | null | undefined,
  subject: string,
  { caller, clients }: GraphContext,
): Promise<SubjectPlace> {
  if (cursor == null) return begin;
  const content = await clients.identity.open(cursor);
  const [tenant, kind, whose, place] = content === undefined ? [] : (JSON.parse(content) as unknown[]);
  if (tenant === caller.tenant && kind === "SUBJECT_WALK" && whose === subject) return place as SubjectPlace;
  const found = JSON.stringify(cursor.slice(0, 100));
  throw requestError("BAD_USER_INPUT", `Cannot go on: required a cursor of this subject, found ${found}`);
}

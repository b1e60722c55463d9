/**
 * `Query.exportSubject` and `Mutation.eraseSubject`: everything of one subject, a bounded part at a time. The walk is over all that the tenant
 * stores; its cursor is a place in it, so it can be resumed, and a part that is repeated does no harm.
 */
import type { AuditAction } from "../../audit/audit-entry.ts";
import { givenArtifacts } from "../../execution/events/artifact-record.ts";
import type { SubjectPage, SubjectPlace } from "../../execution/views/execution-list.ts";
import { actingSubject } from "../../schedule/schedule-view.ts";
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

/** A part of everything of a subject. Throws BAD_USER_INPUT for a name that is no subject, and for a cursor of something else. */
export async function exportSubject(
  { after, subject }: QueryExportSubjectArgs,
  context: GraphContext,
): Promise<SubjectData> {
  requireSubject(subject);
  const place = await placeOf(after, subject, context);
  return recorded("EXPORT", subject, context, async () => {
    const page = await partAt(place, subject, context);
    const more = page.next === null ? await registered(subject, context) : noneRegistered;
    return dataOf(page, more, await cursorOf(page.next, subject, context), context);
  });
}

/** Erases a part. Errors: a name that is no subject. Throws BAD_USER_INPUT for a cursor of something else. */
export async function eraseSubject(
  { after, subject }: EraseSubjectInput,
  context: GraphContext,
): Promise<EraseSubjectAnswer> {
  const finding = findingOf(subject);
  if (finding !== undefined) {
    const error = generalError("INVALID_INPUT", `Cannot erase the subject: ${finding}`, ["input", "subject"]);
    return { erased: undefined, kept: undefined, cursor: undefined, errors: [error] };
  }
  const place = await placeOf(after, subject, context);
  return recorded("ERASE", subject, context, async () => {
    const { clients } = context;
    const page = await partAt(place, subject, context);
    const [executions, conversations] = [split(), split()];
    for (const name of page.executions) executions.put(name, (await clients.executions.delete(name)).kind);
    for (const name of page.conversations) conversations.put(name, (await clients.conversations.delete(name)).kind);
    for (const name of page.artifacts) await clients.artifacts.remove(name);
    const more = page.next === null ? await registered(subject, context) : noneRegistered;
    for (const name of more.schedules) await clients.schedules.delete(name);
    for (const keyId of more.apiKeyIds) await clients.credentials.revoke(keyId);
    // Others may have made tokens that act for it.
    if (page.next === null) await clients.credentials.endTokensOf(subject);
    for (const name of more.secrets) await clients.secrets.remove(name, "SUBJECT", subject);
    if (page.next === null) await clients.secrets.forgetRequests(subject);
    if (page.next === null) await clients.storage.forgetRegistrant(subject);
    const connections = await endedConnections(more.oauthConnectionIds, subject, context);
    const cursor = await cursorOf(page.next, subject, context);
    const gone = { executions: executions.gone, conversations: conversations.gone, artifacts: page.artifacts };
    const left = { executions: executions.left, conversations: conversations.left, artifacts: [] };
    return {
      erased: await dataOf(gone, { ...more, oauthConnectionIds: connections.gone, registrations: [] }, cursor, context),
      kept: await dataOf(
        left,
        { ...noneRegistered, oauthConnectionIds: connections.left, registrations: more.registrations },
        cursor,
        context,
      ),
      cursor,
      errors: [],
    };
  });
}

/** Throws BAD_USER_INPUT for a name that no subject of an export has. */
export function requireSubject(subject: string): void {
  const finding = findingOf(subject);
  if (finding !== undefined) throw requestError("BAD_USER_INPUT", `Cannot export the subject: ${finding}`);
}

function findingOf({ length }: string): string | undefined {
  if (length >= 1 && length <= MAX_SUBJECT_CHARACTERS) return undefined;
  return `required a name of 1 to ${MAX_SUBJECT_CHARACTERS} characters, found ${length}`;
}

/** Connections that are ended at the same time: each waits for its authorization server. */
const endedAtOnce = 10;

/** Ends connections. Those whose tokens are still stored here, because their server could not revoke them now, are `left`. */
async function endedConnections(ids: readonly string[], subject: string, { clients }: GraphContext) {
  const left = new Set<string>();
  for (let from = 0; from < ids.length; from += endedAtOnce)
    await Promise.all(
      ids.slice(from, from + endedAtOnce).map(async (id) => {
        const ended = await clients.secrets.endConnection(id, subject, false);
        if (ended.kind === "ENDED" && ended.revocation.kind === "RETRYING") left.add(id);
      }),
    );
  return { gone: ids.filter((id) => !left.has(id)), left: ids.filter((id) => left.has(id)) };
}

/** Artifacts that are looked at for one part. */
const artifactsAtOnce = 100;

/** Where the walk stands; behind conversations it goes over the artifacts of no execution, in the order of their names. */
export type Place = SubjectPlace | { readonly at: "ARTIFACTS"; readonly after: string | null };

interface Part extends Pick<SubjectPage, "conversations" | "executions"> {
  readonly artifacts: readonly string[];
  readonly next: Place | null;
}

/** The things at a place. */
export async function partAt(place: Place, subject: string, { clients }: GraphContext): Promise<Part> {
  if (place.at !== "ARTIFACTS") {
    const page = await clients.storage.ofSubject(subject, place);
    if (page.next !== null) return { ...page, artifacts: [] };
    // A deployment without a bucket has none, and cannot be asked for any.
    const { count } = await clients.storage.artifacts();
    return { ...page, artifacts: [], next: count === 0 ? null : { at: "ARTIFACTS", after: null } };
  }
  const given = await clients.artifacts.list(givenArtifacts, place.after ?? undefined, artifactsAtOnce);
  const own = given.filter(({ audience }) => audience?.owner === subject).map(({ name }) => name);
  const last = given.length < artifactsAtOnce ? undefined : given.at(-1)?.name;
  const next = last === undefined ? null : ({ at: "ARTIFACTS", after: last } as const);
  return { executions: [], conversations: [], artifacts: own, next };
}

type Registered = Pick<SubjectData, "apiKeyIds" | "oauthConnectionIds" | "registrations" | "schedules" | "secrets">;

const noneRegistered: Registered = {
  apiKeyIds: [],
  oauthConnectionIds: [],
  registrations: [],
  schedules: [],
  secrets: [],
};

const kinds = { agent: "AGENT", manifest: "MANIFEST", server: "SERVER", workflow: "WORKFLOW" } as const;

/** Names of the things of the subject beside executions, conversations and artifacts. */
async function registered(subject: string, context: GraphContext): Promise<Registered> {
  const { apiKeys, connections, registrations, schedules, secrets } = await registeredThings(subject, context);
  return {
    registrations,
    secrets: secrets.map(({ name }) => name),
    oauthConnectionIds: connections.map(({ id }) => id),
    schedules: schedules.map(({ facts }) => facts.name),
    apiKeyIds: apiKeys.map(({ keyId }) => keyId),
  };
}

/** The things themselves: few, in lists of the tenant that are bounded. */
export async function registeredThings(subject: string, { clients }: GraphContext) {
  const [registrations, schedules, keys, secrets, connections] = await Promise.all([
    clients.storage.registrationsOf(subject),
    clients.schedules.list(),
    clients.credentials.list(),
    clients.secrets.list(subject),
    clients.secrets.connections(subject),
  ]);
  return {
    registrations: registrations.map(({ kind, name }) => ({ kind: kinds[kind], name })),
    secrets: secrets.filter(({ scope }) => scope === "SUBJECT"),
    connections: connections.filter(({ scope }) => scope === "SUBJECT"),
    schedules: schedules.filter(({ facts }) => facts.createdBy === subject || actingSubject(facts) === subject),
    apiKeys: keys.filter((key) => key.subject === subject && key.revokedAt === null),
  };
}

/** Names by the result of their removal. */
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
  { artifacts, conversations, executions }: Omit<Part, "next">,
  more: Registered,
  cursor: string | undefined,
  context: GraphContext,
): Promise<SubjectData> {
  const ids = Promise.all(executions.map((execution) => nodeId({ kind: "EXECUTION", execution }, context)));
  const chats = Promise.all(conversations.map((name) => nodeId({ kind: "CONVERSATION", conversation: name }, context)));
  return { executionIds: await ids, conversationIds: await chats, artifacts, ...more, cursor: cursor ?? null };
}

/** Does something with everything of a subject, under an entry of the audit log. */
export function recorded<Answer>(
  action: AuditAction,
  subject: string,
  { caller, clients }: GraphContext,
  perform: () => Promise<Answer>,
  detail?: string,
): Promise<Answer> {
  const audit = auditOf(clients.audit, caller.subject);
  const entry = {
    action,
    target: { kind: "SUBJECT", name: subject },
    ...(detail !== undefined && { detail }),
  } as const;
  return audit([entry], perform, () => ({ outcome: "DONE" }));
}

/** Where the walk begins. */
export const begin: Place = { at: "EXECUTIONS", change: -1 };

/** A cursor is sealed with its tenant and subject, so that it leads nowhere else. */
async function cursorOf(place: Place | null, subject: string, { caller, clients }: GraphContext) {
  if (place === null) return undefined;
  return clients.identity.seal(JSON.stringify([caller.tenant, "SUBJECT_WALK", subject, place]));
}

async function placeOf(
  cursor: string | null | undefined,
  subject: string,
  { caller, clients }: GraphContext,
): Promise<Place> {
  if (cursor == null) return begin;
  const content = await clients.identity.open(cursor);
  const [tenant, kind, whose, place] = content === undefined ? [] : (JSON.parse(content) as unknown[]);
  if (tenant === caller.tenant && kind === "SUBJECT_WALK" && whose === subject) return place as Place;
  const found = JSON.stringify(cursor.slice(0, 100));
  throw requestError("BAD_USER_INPUT", `Cannot go on: required a cursor of this subject, found ${found}`);
}

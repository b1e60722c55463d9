/**
 * The lines of one thing of a subject. An execution is the document of its own export, a conversation has all its messages, an artifact is
 * followed by its bytes in pieces. Each line has `content`, null where nothing could be read, and `errors` that say why.
 */
import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema } from "graphql";
import { type ArtifactAddress, givenArtifacts } from "../../execution/events/artifact-record.ts";
import type { MessageView } from "../../execution/views/conversation-view.ts";
import type { JsonObject } from "../../json/json.ts";
import { unboundedRoot } from "../base/answer-bytes.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeId } from "../base/node-id.ts";
import type { ArtifactFile } from "../base/ports.ts";
import { isRequestError } from "../base/request-error.ts";
import { holdsScopes } from "../base/required-scopes.ts";
import { askedOf, type ExportError, exportError, exportExecution } from "../execution/export-execution.ts";
import type { RegisteredKind, SubjectThing } from "./subject-walk.ts";
import { conversationFacts, registeredFacts, workflowVersions } from "./thing-facts.ts";

/** Messages, and artifacts of an execution, that are read at a time. */
const messagesAtOnce = 100;
const artifactsAtOnce = 100;

/** Bytes of an artifact in one line. Divisible by three, so that the base64 of the lines can be joined. */
export const pieceBytes = 786_432;

type LineError = Pick<ExportError, "code" | "message">;

const gone: LineError = { code: "NOT_FOUND", message: "Cannot read it: it was deleted since it was listed" };

/** A value in one line. */
export function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** The lines of a thing. Throws where the stream has to break off: what is behind its last cursor can then be asked for again. */
export async function* thingLines(
  thing: SubjectThing,
  schema: GraphQLSchema,
  context: GraphContext,
): AsyncGenerator<string> {
  switch (thing.kind) {
    case "EXECUTION":
      return yield* executionLines(thing.name, schema, context);
    case "CONVERSATION":
      return yield* conversationLine(thing.name, schema, context);
    case "ARTIFACT":
      return yield* givenArtifactLines(thing.name, context);
    case "AGENT":
    case "MANIFEST":
    case "SCHEDULE":
    case "SERVER":
    case "WORKFLOW":
      return yield* registeredLine(thing.kind, thing.name.slice(thing.kind.length + 1), schema, context);
    case "API_KEY":
    case "AUDIT_ENTRY":
    case "OAUTH_CONNECTION":
    case "SECRET":
      yield line({ kind: thing.kind, content: thing.content, errors: [] });
  }
}

async function* executionLines(
  execution: string,
  schema: GraphQLSchema,
  context: GraphContext,
): AsyncGenerator<string> {
  const id = await nodeId({ kind: "EXECUTION", execution }, context);
  // An event that nobody can read keeps no other thing of the subject back.
  const document = await readable(() => exportExecution(schema, id, context, "END"));
  if (!document.ok) return yield line({ kind: "EXECUTION", id, content: null, errors: [document.error] });
  yield begun({ kind: "EXECUTION", id });
  // The document has line breaks between its events, and none within a text.
  for await (const piece of document.value) yield piece.replaceAll("\n", "");
  yield ended([]);
  for (let after: string | undefined; ; ) {
    const page = await artifactsAfter(execution, after, context);
    for (const file of page) yield* artifactLines({ owner: execution, name: file.name }, file, id, context);
    if (page.length < artifactsAtOnce) return;
    after = page.at(-1)?.name;
  }
}

/** A deployment without a bucket has no artifacts. */
async function artifactsAfter(
  execution: string,
  after: string | undefined,
  { clients }: GraphContext,
): Promise<readonly ArtifactFile[]> {
  try {
    return await clients.artifacts.list(execution, after, artifactsAtOnce);
  } catch (error) {
    if (isRequestError(error) && codeOf(error) === "MISCONFIGURED") return [];
    throw error;
  }
}

async function* conversationLine(
  conversation: string,
  schema: GraphQLSchema,
  context: GraphContext,
): AsyncGenerator<string> {
  const id = await nodeId({ kind: "CONVERSATION", conversation }, context);
  const { content, errors } = await asked(schema, conversationFacts, { id }, context);
  if (content === null)
    return yield line({ kind: "CONVERSATION", id, content, errors: errors.length > 0 ? errors : [gone] });
  yield begun({ kind: "CONVERSATION", id });
  yield `${JSON.stringify(content).slice(0, -1)},"messages":[`;
  const includeHidden = holdsScopes(context, ["DEBUG_READ"]);
  for (let after: number | null = null; ; ) {
    const query = { after, before: null, limit: messagesAtOnce, backward: false, includeHidden };
    const { hasMore, messages } = await context.clients.conversations.messages(conversation, query);
    for (const message of messages) {
      const written = JSON.stringify(await messageOf(message, conversation, context));
      yield `${after === null && message === messages[0] ? "" : ","}${written}`;
    }
    const last = messages.at(-1);
    if (!hasMore || last === undefined) break;
    after = last.position;
  }
  yield "]}";
  yield ended(errors);
}

async function messageOf(message: MessageView, conversation: string, context: GraphContext): Promise<JsonObject> {
  const { agentName, author, execution, position, text, turn, uiHidden } = message;
  const id = await nodeId({ kind: "MESSAGE", conversation, position }, context);
  const executionId = await nodeId({ kind: "EXECUTION", execution }, context);
  const createdAt = new Date(message.createdAt).toISOString();
  return { id, author, agentName, turn, text, uiHidden, executionId, createdAt };
}

async function* givenArtifactLines(name: string, context: GraphContext): AsyncGenerator<string> {
  const address = { owner: givenArtifacts, name };
  const file = await context.clients.artifacts.head(address);
  if (file === undefined) return yield line({ kind: "ARTIFACT", name, content: null, errors: [gone] });
  yield* artifactLines(address, file, null, context);
}

/** What is known of an artifact, and its bytes. Its digest tells whether the pieces are of one content. */
async function* artifactLines(
  address: ArtifactAddress,
  { audience, byteSize, description, mediaType, name, sha256, storedAt }: ArtifactFile,
  executionId: string | null,
  context: GraphContext,
): AsyncGenerator<string> {
  const id = await nodeId({ kind: "ARTIFACT", ...address }, context);
  const visibility = executionId === null ? (audience?.visibility ?? "TENANT") : null;
  const facts = { name, executionId, description, mediaType, byteSize, sha256, visibility };
  const content = { ...facts, createdAt: new Date(storedAt).toISOString() };
  yield line({ kind: "ARTIFACT", id, content, errors: [] });
  for (let offset = 0; offset < byteSize; offset += pieceBytes) {
    const bytes = await context.clients.artifacts.read(address, pieceBytes, offset);
    const isThere = bytes !== undefined && bytes.length > 0;
    const piece = { kind: "ARTIFACT_BYTES", id, offset };
    if (!isThere) return yield line({ ...piece, content: null, errors: [gone] });
    yield line({ ...piece, content: base64(bytes), errors: [] });
  }
}

/** Registrations need a scope of their own, without which `errors` says that. */
async function* registeredLine(
  kind: RegisteredKind,
  name: string,
  schema: GraphQLSchema,
  context: GraphContext,
): AsyncGenerator<string> {
  if (kind === "WORKFLOW") return yield* workflowLines(name, schema, context);
  const id = kind === "SERVER" ? await nodeId({ kind: "MCP_SERVER", name }, context) : undefined;
  const { content, errors } = await asked(schema, registeredFacts[kind], { id, name }, context);
  yield line({ kind, name, content, errors: content === null && errors.length === 0 ? [gone] : errors });
}

/** A line for each version that is kept, newest first. */
async function* workflowLines(name: string, schema: GraphQLSchema, context: GraphContext): AsyncGenerator<string> {
  const kind = "WORKFLOW";
  const { content, errors } = await asked(schema, workflowVersions, { name }, context);
  const versions = (content?.versions ?? []) as readonly { readonly workflowId: string }[];
  if (versions.length === 0)
    return yield line({ kind, name, content: null, errors: errors.length > 0 ? errors : [gone] });
  for (const { workflowId: id } of versions) {
    const version = await asked(schema, registeredFacts.WORKFLOW, { id }, context);
    // One that went since is no longer of the workflow.
    if (version.content !== null || version.errors.length > 0) yield line({ kind, name, ...version });
  }
}

interface AskedThing {
  readonly content: JsonObject | null;
  readonly errors: readonly LineError[];
}

type ThingAnswer = {
  readonly thing: JsonObject | null;
};

/** A document whose root field has the alias `thing`. */
async function asked(
  schema: GraphQLSchema,
  document: DocumentNode,
  variableValues: { readonly [name: string]: unknown },
  contextValue: GraphContext,
): Promise<AskedThing> {
  const answer = await execute({ schema, document, rootValue: unboundedRoot(), variableValues, contextValue });
  const { data, errors } = askedOf(answer as ExecutionResult<ThingAnswer>);
  return { content: data.thing, errors: errors.map(exportError) };
}

type Readable<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: LineError };

/** What can be read, or why it cannot. What may be read in a moment is thrown. */
async function readable<Value>(read: () => Promise<Value | undefined>): Promise<Readable<Value>> {
  try {
    const value = await read();
    return value === undefined ? { ok: false, error: gone } : { ok: true, value };
  } catch (error) {
    if (!isRequestError(error) || codeOf(error) === "UNAVAILABLE") throw error;
    return { ok: false, error: { code: codeOf(error), message: (error as Error).message } };
  }
}

function codeOf(error: unknown): string {
  return String((error as { readonly extensions: { readonly code?: unknown } }).extensions.code);
}

/** A line up to its content, and from there on. */
function begun(head: { readonly kind: string; readonly id: string }): string {
  return `${JSON.stringify(head).slice(0, -1)},"content":`;
}

function ended(errors: readonly LineError[]): string {
  return `,"errors":${JSON.stringify(errors)}}\n`;
}

/** Characters that are put together at a time: a function takes so many arguments. */
const charactersAtOnce = 32_768;

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += charactersAtOnce)
    text += String.fromCharCode(...bytes.subarray(at, at + charactersAtOnce));
  return btoa(text);
}

/**
 * `Mutation.sendMessage`: a person's message in a conversation. The whole work of the message is checked here. The conversation's object
 * stores the message and starts its execution, once (E1). The execution is named from the conversation and the key, so that the same
 * message finds its execution, even if it would be refused now.
 */
import type { ManifestDefinition } from "../../catalog/manifests/manifest-document.ts";
import type { ConversationLimit, SendRequest, SendResult } from "../../execution/commands/conversation-peer.ts";
import type { StartRequest } from "../../execution/commands/start-request.ts";
import { noPlan } from "../../execution/state/state.ts";
import { hashOfParts } from "../../json/effect-key.ts";
import { isJsonObject, type Json, objectOf } from "../../json/json.ts";
import { conversationName, executionName } from "../../json/object-name.ts";
import { emptyConversation } from "../../plan/conversation.ts";
import { planHash } from "../../plan/dialects/plan-hash.ts";
import { noModelWork } from "../../plan/model-definition.ts";
import type { TurnStart } from "../../plan/turn-work.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeNamed } from "../base/node-id.ts";
import { cannotTake, limitExceeded, shownName } from "../base/request-problem.ts";
import type { SendMessageInput } from "../base/schema.generated.ts";
import type { ConversationSource, ExecutionSource, MessageSource } from "../base/sources.ts";
import {
  generalError,
  idempotencyConflict,
  notFound,
  problemErrors,
  type UserErrorSource,
} from "../base/user-errors.ts";
import { executionSettings } from "../start/execution-options.ts";
import { messageFingerprint } from "../start/fingerprint.ts";
import { readIdempotencyKey } from "../start/idempotency-key.ts";
import { freshRequestId, requestTrace } from "../start/request-trace.ts";
import { tenantLimited } from "../start/start-execution.ts";
import { conversationNamed } from "./conversation-resolvers.ts";
import { messageProblems } from "./message-input.ts";
import { type MessageWork, messageWork } from "./message-work.ts";

export interface SendPayload {
  readonly conversation: ConversationSource | undefined;
  readonly message: MessageSource | undefined;
  readonly execution: ExecutionSource | undefined;
  readonly replayed: boolean | undefined;
  readonly errors: readonly UserErrorSource[];
}

/** Stores a message and starts its execution, or answers with those that the key started before. Throws RATE_LIMITED as all starts do. */
export async function sendMessage(
  input: SendMessageInput,
  context: GraphContext,
  withValues: boolean,
): Promise<SendPayload> {
  const parsed = readIdempotencyKey(input.options?.idempotencyKey, context.request.headers);
  if (!parsed.ok) return refused(problemErrors([parsed.problem], ["input"]));
  const fingerprint = await messageFingerprint(input);
  if (fingerprint === undefined) return refused(problemErrors([tooDeep], ["input"]));
  const sending = { key: parsed.key, fingerprint, withValues };
  const target = await targetOf(input, sending.key, context);
  if (!target.ok) return refused(target.errors);
  const prepared = await preparation(input, target, context);
  if (!prepared.ok) return sentBefore(target, sending, prepared.errors, context);
  const request = sendRequest(input, target, prepared, sending, context);
  const answer = await context.clients.conversations.send(request, input.options?.location ?? undefined);
  return payloadOf(answer, target, context);
}

const tooDeep = cannotTake(["variables"], "required values that are not nested as deeply");

interface Sending {
  readonly key?: string | undefined;
  readonly fingerprint: string;
  readonly withValues: boolean;
}

/** The conversation that is meant, whether it exists or not. */
interface Target {
  readonly ok: true;
  /** Name of its object. */
  readonly conversation: string;
  readonly chatId: string;
  readonly appId: string | null;
  readonly mustExist: boolean;
  /** False for one whose name was made at random. */
  readonly mayExist: boolean;
  readonly manifest: { readonly name: string; readonly hash: string | null };
}

interface Refusal {
  readonly ok: false;
  readonly errors: readonly UserErrorSource[];
}

/** `@oneOf` has made sure that exactly one member is given. A forged id reaches no object. */
async function targetOf(
  { conversation: { id, start } }: SendMessageInput,
  key: string | undefined,
  context: GraphContext,
): Promise<Target | Refusal> {
  const { tenant } = context.caller;
  if (start !== undefined) {
    const chatId = start.chatId ?? madeChatId(key, context);
    const conversation = conversationName(tenant, chatId);
    const mayExist = key !== undefined || (start.chatId ?? null) !== null;
    const manifest = { name: start.manifest, hash: null };
    return { ok: true, conversation, chatId, appId: start.appId ?? null, mustExist: false, mayExist, manifest };
  }
  const name = await nodeNamed(id ?? "", "CONVERSATION", context);
  const view = name && (await context.clients.conversations.read(name.conversation));
  if (view === undefined) return { ok: false, errors: [noConversation] };
  const { appId, chatId, conversation, manifest } = view;
  return { ok: true, conversation, chatId, appId, mustExist: true, mayExist: true, manifest };
}

const noConversation = notFound("the conversation", ["input", "conversation", "id"]);

/** From the key, so that the same message begins the same conversation. */
function madeChatId(key: string | undefined, { caller, randomHex }: GraphContext): string {
  return `chat_${key === undefined ? randomHex(8) : hashOfParts([caller.tenant, "chat", key]).slice(0, 16)}`;
}

interface Prepared {
  readonly ok: true;
  readonly manifest: ManifestDefinition;
  readonly work: MessageWork;
}

/** A conversation continues with the current manifest, and with its own where that was removed. Undefined if there is neither. */
async function manifestFor(
  { conversation, manifest: { hash, name }, mayExist, mustExist }: Target,
  { clients: { catalog, conversations } }: GraphContext,
): Promise<ManifestDefinition | undefined> {
  const current = await catalog.manifest(name, undefined);
  if (current !== undefined) return current;
  if (mustExist) return hash === null ? undefined : catalog.manifest(name, hash);
  const begun = mayExist ? await conversations.read(conversation) : undefined;
  return begun?.manifest.name === name ? catalog.manifest(name, begun.manifest.hash) : undefined;
}

async function preparation(
  input: SendMessageInput,
  target: Target,
  context: GraphContext,
): Promise<Prepared | Refusal> {
  const { hash, name } = target.manifest;
  const manifest = await manifestFor(target, context);
  if (manifest === undefined) {
    const message = `Cannot send the message: required a manifest that is applied, found none of the name ${shownName(name)}`;
    const path = ["input", "conversation", ...(hash === null ? ["start", "manifest"] : [])];
    const errors = problemErrors(messageProblems(input, context), ["input"]);
    return { ok: false, errors: [...errors, generalError("NOT_FOUND", message, path)] };
  }
  const parsed = await messageWork(input, manifest, context);
  if (!parsed.ok) return { ok: false, errors: problemErrors(parsed.problems, ["input"]) };
  return { ok: true, manifest, work: parsed.work };
}

function sendRequest(
  input: SendMessageInput,
  { appId, chatId, conversation, mustExist }: Target,
  { manifest, work }: Prepared,
  sending: Sending,
  context: GraphContext,
): SendRequest {
  const { subject, tenant } = context.caller;
  const { fingerprint, key } = sending;
  const variables = isJsonObject(input.variables) ? input.variables : {};
  const start: TurnStart = {
    agentName: manifest.startAgent,
    turn: 1,
    set: variables,
    variables: objectOf(manifest.variables.map(({ initial, name }): readonly [string, Json] => [name, initial])),
  };
  const turns = { ...work.turns, chatId, conversation, appId, start };
  const said = saidVisibility(input);
  return {
    conversation,
    tenant,
    chatId,
    appId,
    subject,
    fingerprint,
    idempotencyKey: key ?? null,
    mustExist,
    text: input.text,
    variables,
    start,
    manifest: work.turns.manifest,
    ...said,
    request: {
      ...said,
      ...startRequest(input, work, conversation, sending, context),
      contextId: chatId,
      turns,
    },
  };
}

/** The visibility in the message. */
function saidVisibility({ conversation: { start } }: SendMessageInput): Pick<SendRequest, "group" | "visibility"> {
  const { group, visibility } = start ?? {};
  return { ...(visibility != null && { visibility }), ...(group != null && { group }) };
}

/** The execution of a message, but for where its conversation stands. */
function startRequest(
  { options, text }: SendMessageInput,
  { definitions, limits }: MessageWork,
  conversation: string,
  { fingerprint, key, withValues }: Sending,
  context: GraphContext,
): Omit<StartRequest, "turns"> {
  const { caller, now, randomHex, request, settings } = context;
  const execution = messageExecution(caller.tenant, conversation, key ?? randomHex(16));
  const { approval, approvers, fourEyes, inDoubt, labels, webhooks } = options ?? {};
  return {
    ...executionSettings({ approval, approvers, fourEyes, inDoubt, labels, webhooks }, key, fingerprint),
    execution,
    tenant: caller.tenant,
    subject: caller.subject,
    surface: "conversation",
    startedWith: "MESSAGE",
    requestId: freshRequestId(now(), randomHex),
    ...requestTrace(request.headers, context),
    origin: { root: execution, parent: null, depth: 0, ancestors: [] },
    definitions,
    limits,
    humanInputTimeoutMs: settings.humanInputTimeoutMs,
    waitMs: options?.waitMs ?? 0,
    withValues,
    conversation: { ...emptyConversation, message: text },
    // Nothing is planned: agents take turns instead.
    plan: noPlan,
    planHash: planHash(noPlan),
    dialect: "TYPED",
    onInvalidPlan: "REJECT",
    rejected: null,
    bindings: {},
    modelWork: noModelWork,
    chosenAgent: null,
    derivation: null,
    reused: [],
    callable: null,
    input: { kind: "NONE" },
    message: null,
  };
}

/** Name of the object of the execution that a message with this key starts. */
function messageExecution(tenant: string, conversation: string, key: string): string {
  return executionName(tenant, "conversation", `${conversation}/${key}`);
}

function payloadOf(answer: SendResult, { chatId }: Target, { now }: GraphContext): SendPayload {
  const path = ["input", "conversation"];
  const refusal = `Cannot send the message to the conversation ${shownName(chatId)}`;
  switch (answer.kind) {
    case "SENT": {
      const { message, replayed, started, view } = answer;
      return {
        conversation: { conversation: view },
        message: { message, conversationName: view.conversation },
        execution: started === null ? undefined : { kind: "VIEW", view: started.view },
        replayed,
        errors: [],
      };
    }
    case "NOT_FOUND":
      return refused([noConversation]);
    case "IDEMPOTENCY_CONFLICT":
      return refused([idempotencyConflict(answer.execution, ["input", "options", "idempotencyKey"])]);
    case "BUSY": {
      const message = `${refusal}: required one in which no execution runs, found one in which one does`;
      return refused([generalError("CONVERSATION_BUSY", message, path)]);
    }
    case "ENDED": {
      const message = `${refusal}: required one that goes on, found one that a rule has ended`;
      return refused([generalError("CONVERSATION_ENDED", message, path)]);
    }
    case "MISMATCH":
      return refused([generalError("INVALID_INPUT", answer.message, path)]);
    case "LIMIT_EXCEEDED": {
      const { found, limit, maximum } = answer;
      return refused(problemErrors([limitExceeded(limit, maximum, found, ["variables"])], ["input"]));
    }
    case "TOO_MANY": {
      const { found, limit, maximum } = answer;
      return refused([{ code: "LIMIT_EXCEEDED", message: tooMany(answer), path, limit, maximum, found }]);
    }
    case "TENANT_LIMIT":
      throw tenantLimited(answer, now());
  }
}

function tooMany({ found, limit, maximum }: ConversationLimit): string {
  const [whose, setting] =
    limit === "maxConversations"
      ? ["the tenant", "MAX_CONVERSATIONS"]
      : ["the subject", "MAX_CONVERSATIONS_PER_SUBJECT"];
  const required = `required at most ${maximum} conversations of ${whose} (${setting}), found ${found} with this one`;
  return `Cannot begin the conversation: ${required}; delete one with deleteConversation`;
}

function refused(errors: readonly UserErrorSource[]): SendPayload {
  return { conversation: undefined, message: undefined, execution: undefined, replayed: undefined, errors };
}

/** Messages among which the one of a key is looked for, should a request be refused that has been sent before. */
const maxSought = 100;

/** The execution that the key of a message has already started although the message cannot be sent now; otherwise the reason. */
async function sentBefore(
  { conversation }: Target,
  { fingerprint, key }: Sending,
  errors: readonly UserErrorSource[],
  context: GraphContext,
): Promise<SendPayload> {
  if (key === undefined) return refused(errors);
  const { caller, clients } = context;
  const execution = messageExecution(caller.tenant, conversation, key);
  const earlier = await clients.executions.lookup(execution, fingerprint, caller.subject);
  if (earlier?.kind === "IDEMPOTENCY_CONFLICT") {
    return refused([idempotencyConflict(execution, ["input", "options", "idempotencyKey"])]);
  }
  if (earlier?.kind !== "STARTED") return refused(errors);
  const query = { after: null, before: null, limit: maxSought, backward: true, includeHidden: false };
  const [found, { messages }] = await Promise.all([
    conversationNamed(conversation, context),
    clients.conversations.messages(conversation, query),
  ]);
  const message = messages.find((sent) => sent.execution === execution && sent.author === "PERSON");
  return {
    conversation: found,
    message: message === undefined ? undefined : { message, conversationName: conversation },
    execution: { kind: "VIEW", view: earlier.view },
    replayed: true,
    errors: [],
  };
}

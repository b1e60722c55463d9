/**
 * Room `worker/chat`: `/chat`, conversations for chat interfaces that speak the UI message stream of the AI SDK, such as `useChat`.
 *
 * Owns: the routes and their checks (this file); the body of a message (`chat-body.ts`, `chat-parts.ts`); sending (`send-message.ts`),
 * answers to questions (`give-answers.ts`), the stream (`turn-stream.ts`, `stream-response.ts`), the history (`chat-history.ts`). Leaves:
 * the form of a turn to `execution/ui-messages`; every decision about messages, questions and scopes to the API, whose mutations are called
 * here (`ask-api.ts`).
 *
 * Invariants:
 * - The origin is checked first, then the credential, rates and scopes, and only then an object is called.
 * - A chat is the conversation whose `chatId` it names. An unknown one and one of another tenant get the same response (E1).
 * - The id of a message is its idempotency key. The same message streams the turn that it started, and starts no other.
 * - A client that leaves ends its stream and nothing else. Reading writes no row.
 * - A stream that is cut is not closed, so that no client takes a part for the whole.
 */

import type { Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { holdsScope } from "../../access/audience.ts";
import type { Caller } from "../../graph/base/graph-context.ts";
import { requestLimits } from "../../graph/base/request-limits.ts";
import type { Scope } from "../../graph/base/schema.generated.ts";
import { conversationName } from "../../json/object-name.ts";
import { authenticate, credentialOf } from "../auth/authenticate.ts";
import { refusalHeaders } from "../auth/authentication.ts";
import { origins } from "../auth/origins.ts";
import { type AppContext, errorBody } from "../platform/app-context.ts";
import { networkOf } from "../platform/network-address.ts";
import type { Isolate } from "../request/isolate.ts";
import { requestContext } from "../request/request-context.ts";
import { readChatBody } from "./chat-body.ts";
import { chatHistory } from "./chat-history.ts";
import { type ChatRefusal, refused } from "./chat-refusal.ts";
import type { ChatSession } from "./chat-session.ts";
import { giveAnswers } from "./give-answers.ts";
import { resumableTurn } from "./resumable-turn.ts";
import { sendChatMessage } from "./send-message.ts";
import { stopTurn } from "./stop-turn.ts";
import { openStream, streamResponse } from "./stream-response.ts";

export const chatPath = "/chat";

const unstored = { "cache-control": "no-store" };

/** As long as the API lets the name of a conversation be. */
const maxChatIdCharacters = 128;

/** Adds the routes to the app. */
export function chatRoutes(app: Hono<AppContext>, isolate: Isolate): void {
  const path = `${chatPath}/:chatId`;
  for (const address of [chatPath, `${chatPath}/*`]) {
    app.use(address, origins, bodyLimit({ maxSize: requestLimits.bytes, onError: tooLarge }));
  }
  for (const address of [chatPath, path]) app.post(address, (context) => send(context, isolate));
  for (const address of [path, `${path}/stream`]) app.get(address, (context) => resume(context, isolate));
  app.get(`${path}/messages`, (context) => history(context, isolate));
  app.post(`${path}/stop`, (context) => stop(context, isolate));
}

/** Stores a message, or the answers of a person, and streams the turn. */
async function send(context: Context<AppContext>, isolate: Isolate): Promise<Response> {
  const { req } = context;
  const entrance = await enter(context, isolate, ["EXECUTION_READ"]);
  if (entrance instanceof Response) return entrance;
  if (!/^application\/json\s*(?:;|$)/i.test(req.header("content-type") ?? "")) {
    const message = "Cannot read the message: required the content type application/json, found another";
    return refusal(context, refused("BAD_USER_INPUT", message, 415));
  }
  const body = readChatBody(await req.text(), req.param("chatId"), req.query("manifest"));
  if (!body.ok) return refusal(context, body.refusal);
  const needed = body.request.kind === "MESSAGE" ? "EXECUTION_START" : "HUMAN_INPUT_RESPOND";
  const lacking = lackOf(entrance.graph.caller, [needed]);
  if (lacking !== undefined) return refusal(context, lacking);
  const session = sessionOf(entrance, body.chatId);
  if (!session.ok) return refusal(context, session.refusal);
  const { graph } = session.session;
  const stream = openStream(graph.subscriptions);
  if (!stream.ok) return refusal(context, stream.refusal);
  try {
    const { request } = body;
    const turn =
      request.kind === "MESSAGE"
        ? await sendChatMessage(request, body.manifest, session.session)
        : await giveAnswers(request, session.session);
    if (turn.ok) return streamResponse(turn.turn, session.session, stream);
    stream.leave();
    return refusal(context, turn.refusal);
  } catch (error) {
    stream.leave();
    throw error;
  }
}

/** Streams the turn that runs, from its beginning. 204 for none, also in a chat that does not exist yet. */
async function resume(context: Context<AppContext>, isolate: Isolate): Promise<Response> {
  const entered = await enterChat(context, isolate, ["EXECUTION_READ"]);
  if (entered instanceof Response) return entered;
  const turn = await resumableTurn(entered);
  if (turn === undefined) return new Response(null, { status: 204, headers: unstored });
  const stream = openStream(entered.graph.subscriptions);
  return stream.ok ? streamResponse(turn, entered, stream) : refusal(context, stream.refusal);
}

async function history(context: Context<AppContext>, isolate: Isolate): Promise<Response> {
  const entered = await enterChat(context, isolate, ["EXECUTION_READ"]);
  if (entered instanceof Response) return entered;
  const page = await chatHistory(context.req.query(), entered);
  return page.ok ? context.json(page.page, 200, unstored) : refusal(context, page.refusal);
}

async function stop(context: Context<AppContext>, isolate: Isolate): Promise<Response> {
  const entered = await enterChat(context, isolate, ["EXECUTION_READ", "EXECUTION_CONTROL"]);
  if (entered instanceof Response) return entered;
  const problem = await stopTurn(entered);
  return problem === undefined ? new Response(null, { status: 204, headers: unstored }) : refusal(context, problem);
}

type Entrance = Pick<ChatSession, "graph" | "schema">;

/** The callers that may ask at all. */
async function enter(
  context: Context<AppContext>,
  isolate: Isolate,
  scopes: readonly Scope[],
): Promise<Entrance | Response> {
  const { env, json, req, var: variables } = context;
  const { onOperation, platformTrace, settings } = variables;
  const answer = await authenticate(credentialOf(req.raw), req.raw, settings, env, isolate);
  if (!answer.ok) {
    return json(errorBody(answer.code, answer.message), answer.status, { ...refusalHeaders(answer), ...unstored });
  }
  const lacking = lackOf(answer.caller, scopes);
  if (lacking !== undefined) return refusal(context, lacking);
  const served = requestContext(env, settings, isolate, answer.caller, networkOf(req.raw.headers));
  const graph = { ...served, request: req.raw, onOperation, platformTrace };
  return { graph, schema: await isolate.schema() };
}

/** The scopes that the caller lacks, which the API demands as well. Undefined for none. */
function lackOf(caller: Caller, scopes: readonly Scope[]): ChatRefusal | undefined {
  const missing = scopes.filter((scope) => !holdsScope(caller.scopes, scope));
  if (missing.length === 0) return undefined;
  const message = `Cannot use the chat: required the scope ${missing.join(", ")}, which the caller does not hold`;
  return refused("FORBIDDEN", message, 403);
}

async function enterChat(
  context: Context<AppContext>,
  isolate: Isolate,
  scopes: readonly Scope[],
): Promise<ChatSession | Response> {
  const entrance = await enter(context, isolate, scopes);
  if (entrance instanceof Response) return entrance;
  const session = sessionOf(entrance, context.req.param("chatId") ?? "");
  return session.ok ? session.session : refusal(context, session.refusal);
}

type SessionResult =
  | { readonly ok: true; readonly session: ChatSession }
  | { readonly ok: false; readonly refusal: ChatRefusal };

function sessionOf({ graph, schema }: Entrance, chatId: string): SessionResult {
  if (chatId.length < 1 || chatId.length > maxChatIdCharacters) {
    const message = `Cannot find the chat: required an id of 1 to ${maxChatIdCharacters} characters, found ${chatId.length}`;
    return { ok: false, refusal: refused("BAD_USER_INPUT", message, 400) };
  }
  const conversation = conversationName(graph.caller.tenant, chatId);
  return { ok: true, session: { graph, schema, chatId, conversation } };
}

function refusal({ json }: Context<AppContext>, { code, message, retryAfter, status }: ChatRefusal): Response {
  const headers = retryAfter === undefined ? unstored : { ...unstored, "retry-after": retryAfter };
  return json(errorBody(code, message), status, headers);
}

function tooLarge(context: Context): Response {
  const message = `Cannot read the message: required a body of at most ${requestLimits.bytes} bytes, found more. Send the last message alone`;
  return context.json(errorBody("REQUEST_TOO_LARGE", message), 413);
}

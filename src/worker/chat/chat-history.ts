/**
 * The messages of a chat as UI messages, the latest first in pages and each page oldest first: each message of the person with the answer to it. An
 * answer is made of the events of its execution, so it has the same parts as its stream had. Of one whose events are gone the texts are left.
 */

import { TurnChunks } from "../../execution/ui-messages/turn-chunks.ts";
import type { UiChunk } from "../../execution/ui-messages/ui-chunk.ts";
import { type UiMessage, uiMessage } from "../../execution/ui-messages/ui-message.ts";
import type { MessageView } from "../../execution/views/conversation-view.ts";
import { cursorPosition, eventCursor } from "../../graph/base/event-cursor.ts";
import { nodeId } from "../../graph/base/node-id.ts";
import { type ChatRefusal, refused } from "./chat-refusal.ts";
import type { ChatSession } from "./chat-session.ts";
import { factsOf } from "./event-values.ts";

const limits = { default: 20, maximum: 50 } as const;

/** Calls of the conversation for one page. Turns of many messages make several. */
const maxReads = 8;
const readMessages = 100;

/** Pages of events for one answer. A longer conversation is shown by its texts. */
const maxEventPages = 8;
const eventsOfPage = 1_000;

/** Executions that are read at a time. */
const readersAtOnce = 6;

export interface HistoryPage {
  readonly messages: readonly UiMessage[];
  /** The value of `before` for the page of earlier messages. Null where there are none. */
  readonly previous: string | null;
}

export type HistoryResult =
  | { readonly ok: true; readonly page: HistoryPage }
  | { readonly ok: false; readonly refusal: ChatRefusal };

/** A page of the chat; an empty one for a chat that does not exist. */
export async function chatHistory(
  { before, limit }: { readonly before?: string; readonly limit?: string },
  session: ChatSession,
): Promise<HistoryResult> {
  const { conversation } = session;
  const count = limit === undefined ? limits.default : Number(limit);
  if (!Number.isInteger(count) || count < 1 || count > limits.maximum) {
    return cannot(`"limit": required a number from 1 to ${limits.maximum}`, limit);
  }
  const position = before === undefined ? null : cursorPosition(before, conversation);
  if (position === undefined) return cannot(`"before": required the cursor of a page of this chat`, before);
  const { exchanges, previous } = await exchangesBefore(position, count, session);
  const messages: UiMessage[] = [];
  for (let at = 0; at < exchanges.length; at += readersAtOnce) {
    const read = exchanges.slice(at, at + readersAtOnce).map((exchange) => messagesOf(exchange, session));
    messages.push(...(await Promise.all(read)).flat());
  }
  const cursor = previous === undefined ? null : eventCursor(conversation, previous);
  return { ok: true, page: { messages, previous: cursor } };
}

function cannot(finding: string, found: string | undefined): HistoryResult {
  const message = `Cannot read ${finding}, found ${JSON.stringify(found).slice(0, 100)}`;
  return { ok: false, refusal: refused("BAD_USER_INPUT", message, 400) };
}

/** A message of the person, and those that agents said in the turn. */
interface Exchange {
  readonly said: MessageView;
  readonly answers: readonly MessageView[];
}

async function exchangesBefore(position: number | null, count: number, { conversation, graph }: ChatSession) {
  let rows: readonly MessageView[] = [];
  let before = position;
  let hasMore = true;
  const isPerson = ({ author }: MessageView) => author === "PERSON";
  for (let reads = 0; hasMore && reads < maxReads && rows.filter(isPerson).length < count; reads += 1) {
    const query = { after: null, before, limit: readMessages, backward: true, includeHidden: false };
    const page = await graph.clients.conversations.messages(conversation, query);
    rows = [...page.messages, ...rows];
    hasMore = page.hasMore;
    before = rows[0]?.position ?? null;
  }
  const shown = rows.filter(isPerson).slice(-count);
  const exchanges = shown.map((said): Exchange => {
    const answers = rows.filter(({ author, execution }) => author === "AGENT" && execution === said.execution);
    return { said, answers };
  });
  const first = shown[0]?.position ?? rows[0]?.position;
  return { exchanges, previous: hasMore || first !== rows[0]?.position ? first : undefined };
}

async function messagesOf({ answers, said }: Exchange, session: ChatSession): Promise<readonly UiMessage[]> {
  const { execution } = said;
  const { graph } = session;
  const publicId = await nodeId({ kind: "EXECUTION", execution }, graph);
  const { idempotencyKey, message } = await answerOf(execution, publicId, session);
  const name = { kind: "MESSAGE", conversation: session.conversation, position: said.position } as const;
  const asked: UiMessage = {
    id: idempotencyKey ?? (await nodeId(name, graph)),
    role: "user",
    metadata: { createdAt: new Date(said.createdAt).toISOString() },
    parts: [{ type: "text", text: said.text }],
  };
  const answer = message ?? fromTexts(answers, publicId);
  return answer === undefined ? [asked] : [asked, answer];
}

interface ReadAnswer {
  /** The id that the client gave to the message of the person. Undefined if it gave none, and if it is not known any more. */
  readonly idempotencyKey?: string | undefined;
  readonly message?: UiMessage | undefined;
}

async function answerOf(execution: string, publicId: string, { graph }: ChatSession): Promise<ReadAnswer> {
  const { executions } = graph.clients;
  const turn = new TurnChunks(execution, publicId);
  const chunks: UiChunk[] = [];
  let idempotencyKey: string | undefined;
  let after = 0;
  for (let pages = 0; pages < maxEventPages; pages += 1) {
    const page = await executions.events(execution, after, eventsOfPage);
    if (page.gap !== null) return { idempotencyKey };
    for (const recorded of page.events) {
      if (recorded.event.kind === "ExecutionStarted") idempotencyKey = recorded.event.idempotencyKey ?? undefined;
      chunks.push(...turn.next(recorded, await factsOf(recorded, execution, graph)));
    }
    if (page.caughtUp) {
      if (turn.isAsking) chunks.push(...turn.rest());
      return { idempotencyKey, message: uiMessage(chunks) };
    }
    after = page.cursor;
  }
  return { idempotencyKey };
}

function fromTexts(answers: readonly MessageView[], publicId: string): UiMessage | undefined {
  const [first] = answers;
  if (first === undefined) return undefined;
  const parts = answers.map(({ text }) => ({ type: "text", text, state: "done" }));
  const createdAt = new Date(first.createdAt).toISOString();
  return { id: publicId, role: "assistant", metadata: { executionId: publicId, createdAt }, parts };
}

/**
 * Room `graph/conversations`: conversations and their messages: `sendMessage`, `submitStructuredOutput`, `deleteConversation`,
 * `deleteMessage`, and the fields of both types. It owns the checks of a message and the definitions that a message pins.
 *
 * It leaves to others: `durable/conversation` stores messages and starts their executions, `graph/start` has the checks that all starts
 * share, `execution/turns` decides whose turn it is, `graph/lists` lists conversations.
 *
 * Invariants:
 *
 * - E1: a message and its execution are named from the conversation and the key. The same message finds its execution.
 * - A message is checked whole before anything is stored.
 * - A hidden message is shown only with the scope for it, whichever field reads it (T33).
 *
 * This file has the fields of conversations and messages. The cursor of a message is its position in the conversation, so that a page
 * continues correctly although messages before it are hidden.
 */
import type { MessagePage } from "../../execution/views/conversation-view.ts";
import { conversationName } from "../../json/object-name.ts";
import { type Connection, windowOf } from "../base/connection.ts";
import { cursorPosition, eventCursor } from "../base/event-cursor.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeId, nodeNamed } from "../base/node-id.ts";
import { requestError } from "../base/request-error.ts";
import { holdsScopes, requireScope } from "../base/required-scopes.ts";
import type { ConversationResolvers, MessageResolvers } from "../base/resolvers.generated.ts";
import type { ConversationMessagesArgs, ConversationSelector } from "../base/schema.generated.ts";
import type { ConversationSource, MessageSource } from "../base/sources.ts";
import { executionNamed } from "../registry/related-executions.ts";

export const conversationResolvers = {
  id: ({ conversation }, _, context) =>
    nodeId({ kind: "CONVERSATION", conversation: conversation.conversation }, context),
  chatId: ({ conversation }) => conversation.chatId,
  startedBy: ({ conversation }) => conversation.subject,
  visibility: ({ conversation }) => conversation.visibility ?? "TENANT",
  group: ({ conversation }) => conversation.group,
  appId: ({ conversation }) => conversation.appId,
  manifestName: ({ conversation }) => conversation.manifest.name,
  manifestHash: ({ conversation }) => conversation.manifest.hash,
  status: ({ conversation }) => conversation.status,
  activeAgentName: ({ conversation }) => conversation.activeAgent,
  variables: ({ conversation }) => conversation.variables,
  turn: ({ conversation }) => conversation.turn,
  messageCount: ({ conversation }) => conversation.messageCount,
  messages: ({ conversation }, args, context) => messagePage(conversation.conversation, args, context),
  execution: ({ conversation: { execution } }, _, context, info) =>
    execution === null ? null : executionNamed(execution, context, info),
  createdAt: ({ conversation }) => conversation.createdAt,
  updatedAt: ({ conversation }) => conversation.updatedAt,
} satisfies ConversationResolvers;

export const messageResolvers = {
  id: ({ conversationName: conversation, message: { position } }, _, context) =>
    nodeId({ kind: "MESSAGE", conversation, position }, context),
  author: ({ message }) => message.author,
  agentName: ({ message }) => message.agentName,
  turn: ({ message }) => message.turn,
  text: ({ message }) => message.text,
  uiHidden: ({ message }) => message.uiHidden,
  execution: ({ message }, _, context, info) => executionNamed(message.execution, context, info),
  createdAt: ({ message }) => message.createdAt,
} satisfies MessageResolvers;

/** The conversation whose object has this name. Undefined if there is none. */
export async function conversationNamed(
  name: string,
  { clients }: GraphContext,
): Promise<ConversationSource | undefined> {
  const conversation = await clients.conversations.read(name);
  return conversation && { conversation };
}

/** `@oneOf` has made sure that exactly one member is given. A forged id reaches no object. */
export async function conversationSelected(
  { chatId, id }: ConversationSelector,
  context: GraphContext,
): Promise<ConversationSource | undefined> {
  const name =
    id === undefined
      ? conversationName(context.caller.tenant, chatId ?? "")
      : (await nodeNamed(id, "CONVERSATION", context))?.conversation;
  return name === undefined ? undefined : conversationNamed(name, context);
}

/** The message at a position of a conversation. Undefined if there is none, and for a hidden one that the caller may not see. */
export async function messageAt(
  conversation: string,
  position: number,
  context: GraphContext,
): Promise<MessageSource | undefined> {
  const includeHidden = holdsScopes(context, ["DEBUG_READ"]);
  const query = { after: position - 1, before: position + 1, limit: 1, backward: false, includeHidden };
  const { messages } = await context.clients.conversations.messages(conversation, query);
  const message = messages.find((found) => found.position === position);
  return message && { message, conversationName: conversation };
}

/**
 * A page of messages, oldest first. Throws BAD_USER_INPUT for page sizes and cursors out of bounds, FORBIDDEN for hidden messages without
 * their scope.
 */
async function messagePage(
  conversation: string,
  { after, before, first, includeHidden, last }: ConversationMessagesArgs,
  context: GraphContext,
): Promise<Connection<MessageSource>> {
  if (includeHidden === true) requireScope(context, "DEBUG_READ", "includeHidden");
  const window = windowOf(first, last);
  const [afterPosition, beforePosition] = [positionOf(after, conversation), positionOf(before, conversation)];
  const page = await context.clients.conversations.messages(conversation, {
    ...window,
    after: afterPosition ?? null,
    before: beforePosition ?? null,
    includeHidden: includeHidden === true,
  });
  const edges = edgesOf(page, conversation);
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      hasPreviousPage: afterPosition !== undefined || (window.backward && page.hasMore),
      hasNextPage: beforePosition !== undefined || (!window.backward && page.hasMore),
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function edgesOf({ messages }: MessagePage, conversation: string) {
  return messages.map((message) => ({
    cursor: eventCursor(conversation, message.position),
    node: { message, conversationName: conversation },
  }));
}

function positionOf(cursor: ConversationMessagesArgs["after"], conversation: string): number | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const position = cursorPosition(cursor, conversation);
  if (position !== undefined) return position;
  const found = JSON.stringify(cursor.slice(0, 100));
  throw requestError("BAD_USER_INPUT", `Cannot read messages: required a cursor of this conversation, found ${found}`);
}

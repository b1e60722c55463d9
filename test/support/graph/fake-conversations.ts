/** Conversations in memory: what their client promises, and every request that was sent. No agent answers; tests say what was said. */

import type { SendRequest, SendResult } from "../../../src/execution/commands/conversation-peer.ts";
import type { StartRequest, StartResult } from "../../../src/execution/commands/start-request.ts";
import type { ConversationView, MessageQuery, MessageView } from "../../../src/execution/views/conversation-view.ts";
import type { ConversationList, ConversationListQuery } from "../../../src/execution/views/execution-list.ts";
import type { ConversationClient } from "../../../src/graph/base/ports.ts";

interface KeptConversation {
  view: ConversationView;
  readonly messages: MessageView[];
}

export class FakeConversations {
  readonly #start: (request: StartRequest) => Promise<StartResult>;
  readonly #now: number;
  readonly #deleted = new Set<string>();
  readonly sent: SendRequest[] = [];
  /** Where each of them was to live. */
  readonly locations: (string | null)[] = [];
  readonly kept = new Map<string, KeptConversation>();
  /** The answer to every message. Null to accept it. */
  answer: SendResult | null = null;

  constructor(now: number, start: (request: StartRequest) => Promise<StartResult>) {
    this.#now = now;
    this.#start = start;
  }

  /** Each call is reported to `called`. */
  client(called: (name: string) => void): ConversationClient {
    return {
      send: async (request, location) => {
        called("conversations.send");
        this.sent.push(request);
        this.locations.push(location ?? null);
        return this.answer ?? this.#taken(request);
      },
      read: async (conversation) => {
        called("conversations.read");
        return this.kept.get(conversation)?.view;
      },
      delete: async (conversation) => {
        called("conversations.delete");
        const kept = this.kept.get(conversation);
        if (kept === undefined) return { kind: this.#deleted.has(conversation) ? "DELETED" : "NOT_FOUND" };
        if (kept.view.status === "RUNNING") return { kind: "BUSY" };
        this.kept.delete(conversation);
        this.#deleted.add(conversation);
        return { kind: "DELETED" };
      },
      deleteMessage: async (conversation, position) => {
        called("conversations.deleteMessage");
        const messages = this.kept.get(conversation)?.messages ?? [];
        const message = messages[position - 1];
        if (message === undefined) return { kind: "NOT_FOUND" };
        if (!message.uiHidden) return { kind: "SHOWN" };
        messages[position - 1] = { ...message, text: "" };
        return { kind: "DELETED" };
      },
      messages: async (conversation, query) => {
        called("conversations.messages");
        return pageOf(this.kept.get(conversation)?.messages ?? [], query);
      },
    };
  }

  list({ after, backward, before, limit }: ConversationListQuery): ConversationList {
    const at = ({ conversation, createdAt }: { readonly conversation: string; readonly createdAt: number }) =>
      `${String(createdAt).padStart(16, "0")} ${conversation}`;
    const rows = [...this.kept.values()]
      .map(({ view }) => view)
      .sort((left, right) => (at(left) < at(right) ? 1 : -1))
      .filter((view) => after === null || at(view) < at(after))
      .filter((view) => before === null || at(view) > at(before));
    const items = backward ? rows.slice(Math.max(0, rows.length - limit)) : rows.slice(0, limit);
    return { items, hasMore: rows.length > items.length };
  }

  change(conversation: string, changes: Partial<ConversationView>): void {
    const kept = this.#conversation(conversation);
    kept.view = { ...kept.view, ...changes };
  }

  /** Adds a message of an agent, by default one that is shown. */
  say(conversation: string, text: string, more: Partial<MessageView> = {}): MessageView {
    const { messages, view } = this.#conversation(conversation);
    const position = messages.length + 1;
    const message: MessageView = {
      ...{ position, messageId: `m/${position}`, author: "AGENT", agentName: view.activeAgent, turn: 1, text },
      ...{ uiHidden: false, execution: view.execution ?? "", createdAt: this.#now },
      ...more,
    };
    messages.push(message);
    this.change(conversation, { messageCount: position });
    return message;
  }

  async #taken(sending: SendRequest): Promise<SendResult> {
    const { conversation, request } = sending;
    const earlier = this.kept.get(conversation)?.messages.find(({ execution }) => execution === request.execution);
    if (earlier === undefined && sending.mustExist && !this.kept.has(conversation)) return { kind: "NOT_FOUND" };
    const turns = request.turns === null ? null : { ...request.turns, start: sending.start };
    const started = await this.#start({ ...request, turns });
    if (started.kind !== "STARTED") return started.kind === "IDEMPOTENCY_CONFLICT" ? started : { kind: "ENDED" };
    if (!this.kept.has(conversation)) this.kept.set(conversation, { view: this.#begun(sending), messages: [] });
    this.change(conversation, { execution: request.execution, status: "RUNNING" });
    const person = { author: "PERSON", agentName: null, turn: null, messageId: `${request.execution}/1` } as const;
    const message = earlier ?? this.say(conversation, sending.text, person);
    const { view } = this.#conversation(conversation);
    return { kind: "SENT", replayed: earlier !== undefined, view, message, execution: request.execution, started };
  }

  #begun({ appId, chatId, conversation, manifest, start, subject, tenant }: SendRequest): ConversationView {
    return {
      ...{ conversation, tenant, chatId, appId, manifest, subject, status: "IDLE", activeAgent: start.agentName },
      ...{ variables: { ...start.variables, ...start.set }, turn: 0, messageCount: 0, execution: null },
      ...{ createdAt: this.#now + this.kept.size, updatedAt: this.#now, revision: 1 },
    };
  }

  #conversation(name: string): KeptConversation {
    const kept = this.kept.get(name);
    if (kept === undefined) throw new Error(`There is no conversation ${name}`);
    return kept;
  }
}

function pageOf(messages: readonly MessageView[], { after, backward, before, includeHidden, limit }: MessageQuery) {
  const rows = messages.filter(
    ({ position, uiHidden }) =>
      (includeHidden || !uiHidden) && position > (after ?? 0) && position < (before ?? Number.POSITIVE_INFINITY),
  );
  const page = backward ? rows.slice(Math.max(0, rows.length - limit)) : rows.slice(0, limit);
  return { messages: page, hasMore: rows.length > page.length };
}

/** A conversation over SQLite in memory, with executions that answer as a test says. `crash()` drops everything but what is stored. */

import { ConversationSending } from "../../../src/durable/conversation/conversation-sending.ts";
import { ConversationStore } from "../../../src/durable/conversation/conversation-store.ts";
import type { ConversationExecution } from "../../../src/durable/ports/conversation-options.ts";
import type {
  ConversationAdmission,
  ConversationLimit,
  ConversationReport,
  ReportedMessage,
  SendRequest,
} from "../../../src/execution/commands/conversation-peer.ts";
import type { StartRequest, StartResult } from "../../../src/execution/commands/start-request.ts";
import type { ExecutionView } from "../../../src/execution/views/execution-view.ts";
import { conversationName, executionName } from "../../../src/json/object-name.ts";
import type { TurnWork } from "../../../src/plan/turn-work.ts";
import { chatId } from "../plan/turn-work.ts";
import { ManualClock } from "./manual-clock.ts";
import { memoryStorage } from "./memory-sql.ts";
import { idOf } from "./started-event.ts";

type StartOf = (request: StartRequest) => StartResult | Promise<StartResult>;

export class MemoryConversation {
  readonly clock = new ManualClock();
  readonly storage = memoryStorage();
  /** Every request to start an execution, in order. */
  readonly starts: StartRequest[] = [];
  /** Executions that are there, by name. */
  readonly running = new Set<string>();
  answerStart: StartOf = () => startedAnswer(false);
  /** Why no further conversation may begin. */
  admit: (admission: ConversationAdmission) => Promise<ConversationLimit | undefined> = async () => undefined;
  report: ConversationExecution["conversationReport"] = async () => null;
  store: ConversationStore;
  sending: ConversationSending;

  constructor() {
    this.store = new ConversationStore(this.storage);
    this.sending = this.#sending();
  }

  crash(): void {
    this.store = new ConversationStore(this.storage);
    this.sending = this.#sending();
  }

  /** Names of its tables. */
  tables(): readonly string[] {
    const sql = "SELECT name FROM sqlite_master WHERE type = 'table'";
    return this.storage.sql
      .exec<{ name: string }>(sql)
      .toArray()
      .map(({ name }) => name);
  }

  /** The execution that `key` started ends, having said `texts`. */
  end(key: string, texts: readonly string[] = [], more: Partial<ConversationReport> = {}): void {
    this.store.report(reportOf(key, texts, { hasFinished: true, ...more }), this.clock.now());
  }

  #sending(): ConversationSending {
    const execution = (_: string, name: string): ConversationExecution => ({
      start: async (request) => {
        this.starts.push(request);
        const answer = await this.answerStart(request);
        if (answer.kind !== "STARTED") return answer;
        const replayed = this.running.has(name);
        this.running.add(name);
        return { ...answer, replayed };
      },
      lookup: async () => (this.running.has(name) ? startedAnswer(true) : null),
      conversationReport: (after) => this.report(after),
    });
    const unheard = () => undefined;
    return new ConversationSending({
      ...{ store: this.store, arm: unheard, changed: unheard },
      options: { clock: this.clock, execution, publicId: idOf, admit: (_, admission) => this.admit(admission) },
    });
  }
}

export function executionOf(key: string): string {
  return executionName("acme", "conversation", `${conversationName("acme", chatId)}/${key}`);
}

export function startedAnswer(replayed: boolean): Extract<StartResult, { readonly kind: "STARTED" }> {
  return { kind: "STARTED", replayed, view: { status: "RUNNING" } as ExecutionView };
}

const agents = ["InterviewAgent", "ContextAgent"].map((name) => ({ name })) as unknown as TurnWork["agents"];

/** A message with its execution, as far as a conversation looks at it. */
export function sendOf(key: string, text = "hello", more: Partial<SendRequest> = {}): SendRequest {
  const manifest = { name: "Generator", hash: "h1" };
  const start = { agentName: "InterviewAgent", turn: 1, variables: { interview_complete: false }, set: {} };
  const conversation = conversationName("acme", chatId);
  const turns = { chatId, conversation, manifest, agents, start } as unknown as TurnWork;
  const execution = executionOf(key);
  const definitions = { callables: [], providers: [], catalogRevision: "1" };
  const request = {
    execution,
    fingerprint: "f",
    subject: "someone",
    waitMs: 0,
    conversation: null,
    turns,
    definitions,
  };
  return {
    ...{ conversation, tenant: "acme", chatId, appId: null, subject: "someone", fingerprint: "f", idempotencyKey: key },
    ...{ text, variables: {}, mustExist: false, start, manifest, request: request as unknown as StartRequest },
    ...more,
  };
}

export function reportOf(
  key: string,
  texts: readonly string[],
  more: Partial<ConversationReport> = {},
): ConversationReport {
  const messages = texts.map((text, place): ReportedMessage => {
    const number = place + 2;
    return {
      ...{
        sequence: 10 * number,
        messageId: `${executionOf(key)}/${number}`,
        author: "AGENT",
        agentName: "InterviewAgent",
      },
      ...{ turn: 1, text, uiHidden: false, createdAt: 1 },
    };
  });
  return {
    ...{
      execution: executionOf(key),
      sequence: 10 * texts.length + 15,
      messages,
      variables: { interview_complete: false },
    },
    ...{ activeAgent: "InterviewAgent", turn: 1, hasEnded: false, hasFinished: false },
    ...more,
  };
}

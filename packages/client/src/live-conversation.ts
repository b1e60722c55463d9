/**
 * One conversation with its latest messages, followed. While an execution runs in it, its events are followed; otherwise the feed of
 * executions, which reports each message that somebody sends.
 */
import { pause } from "./connection.ts";
import { type Live, type Reader, readUntilAnswered } from "./live.ts";
import type { Operation } from "./operation.ts";
import {
  type ConversationFragment,
  changesFrom,
  executionChanges,
  executionEvents,
  oneConversation,
} from "./operations.generated.ts";
import { type Disconnected, type Failed, iterated, resumed } from "./resume.ts";

/** A conversation gets a message a moment after the log of its execution. */
const lateMs = 100;
const maxLooks = 50;

/** A conversation now and after each change; null until it begins. It never ends by itself. */
export function liveConversation(reader: Reader, chatId: string, signal: AbortSignal | undefined) {
  return iterated((ended) => new Follower(reader, chatId, ended).values(), signal);
}

type News = Live<ConversationFragment | null>;

class Follower {
  readonly #reader: Reader;
  readonly #chatId: string;
  readonly #signal: AbortSignal;
  #current: ConversationFragment | null = null;
  #isOver = false;
  /** As for an execution. */
  #isLost = false;
  /** That of the reader when the conversation was read. */
  #generation = 0;

  constructor(reader: Reader, chatId: string, signal: AbortSignal) {
    this.#reader = reader;
    this.#chatId = chatId;
    this.#signal = signal;
  }

  async *values(): AsyncGenerator<News, void> {
    const filter = { contextId: this.#chatId };
    while (!this.#isOver) {
      this.#generation = this.#reader.generation();
      let after: string | undefined;
      // Subscribed first, so that messages after the read are reported.
      for await (const item of this.#read(changesFrom, { filter })) {
        if (item.kind === "READ") after = item.data.executions?.feedCursor;
        else yield item;
      }
      if (!this.#isOver) yield* this.#readConversation();
      if (this.#isOver) return;
      if (this.#isOutdated) continue;
      const running = this.#current?.execution?.id;
      if (running === undefined) {
        for await (const item of resumed(this.#reader, executionChanges, { filter, after }, this.#signal)) {
          if (item.kind !== "DATA") yield this.#passed(item);
          if (this.#isOutdated) break;
          if (item.kind !== "DATA") continue;
          if (item.data.batch.gap || item.data.batch.executions.length > 0) break;
          yield* this.#found();
        }
      } else {
        yield* this.#followExecution(running);
        // It has ended, and the conversation may not have its message yet.
        await pause(lateMs, this.#signal);
      }
    }
  }

  async *#followExecution(executionId: string): AsyncGenerator<News, void> {
    let added = 0;
    for await (const item of resumed(this.#reader, executionEvents, { executionId }, this.#signal)) {
      if (item.kind !== "DATA") yield this.#passed(item);
      if (this.#isOutdated) return;
      if (item.kind !== "DATA") continue;
      yield* this.#found();
      const { events } = item.data.batch;
      const visible = events.filter((event) => event.__typename === "MessageAdded" && !event.message.uiHidden).length;
      if (visible === 0) continue;
      added += visible;
      for (let looks = 0; looks < maxLooks && this.#messagesOf(executionId) < added && !this.#isOver; looks += 1) {
        if (looks > 0) await pause(lateMs, this.#signal);
        yield* this.#readConversation();
      }
    }
  }

  /** Whether connections were made again with another credential since the conversation was read. */
  get #isOutdated(): boolean {
    return this.#reader.generation() !== this.#generation;
  }

  #messagesOf(executionId: string): number {
    return this.#current?.messages.nodes.filter(({ execution }) => execution?.id === executionId).length ?? 0;
  }

  async *#readConversation(): AsyncGenerator<News, void> {
    for await (const item of this.#read(oneConversation, { by: { chatId: this.#chatId } })) {
      if (item.kind !== "READ") yield item;
      else if (!this.#isOutdated) {
        this.#isLost = false;
        this.#current = item.data.conversation;
        yield { kind: "VALUE", value: this.#current };
      }
    }
  }

  async *#read<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables) {
    for await (const item of readUntilAnswered(this.#reader, operation, variables, this.#signal)) {
      yield item.kind === "READ" ? item : this.#passed(item);
    }
  }

  /** The value again, if the connection was lost and is there. */
  *#found(): Generator<News, void> {
    if (this.#isLost) yield { kind: "VALUE", value: this.#current };
    this.#isLost = false;
  }

  #passed<Item extends Disconnected | Failed>(item: Item): Item {
    this.#isLost = true;
    if (item.kind === "FAILED") this.#isOver = true;
    return item;
  }
}

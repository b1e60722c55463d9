/**
 * The storage of a conversation's object and every change of it. Each change is one transaction, and each that readers can see raises the
 * revision. Nothing here waits for another object.
 *
 * - A message of a person is stored together with the whole request for its execution, until that execution is known to exist: either both
 *   are stored or neither.
 * - A report of an execution is applied once: only rows of its journal after those that were reported before.
 */

import type { ConversationReport, SendRequest } from "../../execution/commands/conversation-peer.ts";
import type { StartRequest } from "../../execution/commands/start-request.ts";
import type { ReservationResult, TurnReservation } from "../../execution/turns/turn-request.ts";
import type {
  ConversationStatus,
  ConversationView,
  ListedConversation,
  MessageDeletion,
  MessageView,
} from "../../execution/views/conversation-view.ts";
import { utf8Bytes } from "../../json/json.ts";
import { piecesOf } from "../storage/journal.ts";
import { begunBy, type ConversationFacts, completed } from "./conversation-facts.ts";
import { ConversationMessages } from "./conversation-messages.ts";
import { dropTables, hasConversation, makeTables } from "./conversation-tables.ts";
import { dropTombstone, readTombstone, type Tombstone, writeTombstone } from "./conversation-tombstone.ts";
import { ConversationTurns } from "./conversation-turns.ts";

/** A message that was stored, with the execution to be started for it. */
export interface AcceptedMessage {
  readonly message: MessageView;
  readonly request: StartRequest;
  /** Where the conversation stood before. Absent if there was none. */
  readonly before: ConversationFacts | undefined;
}

export interface SentMessage {
  readonly position: number;
  readonly fingerprint: string;
  readonly subject: string;
}

export type ConversationStorage = Pick<DurableObjectStorage, "sql" | "transactionSync">;

export class ConversationStore {
  readonly #storage: ConversationStorage;
  readonly #turns: ConversationTurns;
  readonly messages: ConversationMessages;
  #facts: ConversationFacts | undefined;
  #tombstone: Tombstone | undefined;

  constructor(storage: ConversationStorage) {
    this.#storage = storage;
    this.#turns = new ConversationTurns(storage.sql);
    this.messages = new ConversationMessages(storage.sql);
    this.#facts = hasConversation(storage.sql) ? this.#read() : undefined;
    this.#tombstone = readTombstone(storage.sql);
  }

  /** The tombstone of a deleted conversation. Undefined if none was deleted, or the tombstone has expired. */
  get tombstone(): Tombstone | undefined {
    return this.#tombstone;
  }

  /** Leaves nothing but a tombstone. */
  delete(until: number): void {
    const facts = this.#facts;
    if (facts === undefined) return;
    const { conversation, createdAt, revision, tenant } = facts;
    const tombstone: Tombstone = { tenant, conversation, createdAt, revision: revision + 1, isDeleted: true, until };
    this.#transact(() => {
      dropTables(this.#storage.sql);
      writeTombstone(this.#storage.sql, tombstone);
      this.#facts = undefined;
    });
    this.#tombstone = tombstone;
  }

  /** The name is free again. */
  forgetDeleted(): void {
    dropTombstone(this.#storage.sql);
    this.#tombstone = undefined;
  }

  /** Undefined if there is no conversation, as in all that follows. */
  get facts(): ConversationFacts | undefined {
    return this.#facts;
  }

  view(): ConversationView | undefined {
    if (this.#facts === undefined) return undefined;
    const { erasedBytes: _, execution, heard: __, reported: ___, ...facts } = this.#facts;
    return {
      ...facts,
      turn: this.#turns.latest(),
      messageCount: this.messages.size().count,
      execution: facts.status === "RUNNING" ? execution : null,
    };
  }

  /** As the index receives it. */
  listed(): ListedConversation | undefined {
    const view = this.view();
    if (view === undefined) return undefined;
    const bytes = this.messages.size().bytes - (this.#facts?.erasedBytes ?? 0);
    return { ...view, storedBytes: bytes + utf8Bytes(JSON.stringify(view.variables)) };
  }

  /** Removes texts of hidden messages that were added up to `until`, at most `limit`. */
  eraseHidden(until: number, limit: number): void {
    this.#transact(() => this.#countErased(this.messages.eraseHidden(until, limit)));
  }

  /** Removes the text of a hidden message. An execution that runs keeps what its agents were shown. */
  deleteHidden(position: number): MessageDeletion {
    if (this.#facts === undefined) return { kind: "NOT_FOUND" };
    return this.#transact(() => {
      const { bytes, kind } = this.messages.deleteHidden(position);
      this.#countErased(bytes);
      return { kind };
    });
  }

  /** It is no change from which retention counts, but one that the account of what is stored hears of. */
  #countErased(bytes: number): void {
    const facts = this.#facts;
    if (facts === undefined || bytes === 0) return;
    const erasedBytes = (facts.erasedBytes ?? 0) + bytes;
    this.#write({ ...facts, erasedBytes, revision: facts.revision + 1 });
  }

  /** The message that started `execution`. */
  sent(execution: string): SentMessage | undefined {
    if (this.#facts === undefined) return undefined;
    const sql = "SELECT position, fingerprint, subject FROM sent WHERE execution = ?";
    return this.#storage.sql.exec<Row<SentMessage>>(sql, execution).toArray()[0];
  }

  /** The execution whose start is not acknowledged. Undefined if there is none. */
  pending(): StartRequest | undefined {
    if (this.#facts === undefined) return undefined;
    const rows = this.#storage.sql.exec<{ text: string }>("SELECT text FROM pending ORDER BY number").toArray();
    return rows.length === 0 ? undefined : (JSON.parse(rows.map(({ text }) => text).join("")) as StartRequest);
  }

  get isPending(): boolean {
    return this.#facts !== undefined && this.#storage.sql.exec("SELECT 1 FROM pending LIMIT 1").toArray().length > 0;
  }

  /** Stores a message and the execution that it starts. */
  accept(sending: SendRequest, now: number): AcceptedMessage {
    const before = this.#facts;
    return this.#transact(() => {
      if (before === undefined) makeTables(this.#storage.sql);
      const known = {
        before,
        turn: this.#turns.latest() + 1,
        history: readsHistory(sending) ? this.messages.history() : [],
      };
      const request = completed(sending, known);
      const { execution } = request;
      const message = this.messages.add({
        messageId: `${execution}/1`,
        author: "PERSON",
        agentName: null,
        turn: null,
        uiHidden: false,
        text: sending.text,
        execution,
        createdAt: now,
      });
      this.#storage.sql.exec(
        "INSERT INTO sent(execution, position, fingerprint, subject) VALUES(?, ?, ?, ?)",
        execution,
        message.position,
        sending.fingerprint,
        sending.subject,
      );
      for (const [number, piece] of piecesOf(JSON.stringify(request)).entries()) {
        this.#storage.sql.exec("INSERT INTO pending(number, text) VALUES(?, ?)", number, piece);
      }
      this.#write(begunBy(sending, request, before, now));
      return { message, request, before };
    });
  }

  /** Leaves everything as it was before the message. */
  takeBack({ before, message }: AcceptedMessage): void {
    const { sql } = this.#storage;
    this.#transact(() => {
      if (before === undefined) {
        dropTables(sql);
        this.#facts = undefined;
        return;
      }
      this.messages.removeLast(message);
      sql.exec("DELETE FROM sent WHERE execution = ?", message.execution);
      sql.exec("DELETE FROM pending");
      // A hidden message may have been deleted since, of which the index has not heard.
      const erasedBytes = this.#facts?.erasedBytes;
      if (erasedBytes === before.erasedBytes) this.#write(before);
      else this.#write({ ...before, revision: before.revision + 1, ...(erasedBytes !== undefined && { erasedBytes }) });
    });
  }

  /** The execution is known to be there. */
  acknowledge(execution: string): void {
    if (this.#facts?.execution === execution) this.#storage.sql.exec("DELETE FROM pending");
  }

  /** The execution is gone, or can never be made: the conversation continues without it. */
  release(execution: string, now: number): void {
    const facts = this.#facts;
    if (facts === undefined || facts.execution !== execution || facts.status !== "RUNNING") return;
    this.#transact(() => {
      this.#storage.sql.exec("DELETE FROM pending");
      this.#write({ ...facts, status: "IDLE", updatedAt: now, revision: facts.revision + 1 });
    });
  }

  reserve(reservation: TurnReservation, now: number): ReservationResult {
    const facts = this.#facts;
    if (facts === undefined) return { kind: "NOT_RUNNING" };
    const running = facts.status === "RUNNING" ? facts.execution : null;
    return this.#transact(() => {
      const before = this.#turns.latest();
      const answer = this.#turns.reserve(reservation, { chatId: facts.chatId, running, now });
      // An execution that reserves a turn has begun.
      if (running === reservation.execution) this.acknowledge(running);
      if (this.#turns.latest() > before) this.#write({ ...facts, updatedAt: now, revision: facts.revision + 1 });
      return answer;
    });
  }

  /** Stores the report of an execution. False if it is known already, or the conversation is in another execution. */
  report(report: ConversationReport, now: number): boolean {
    const facts = this.#facts;
    const { activeAgent, execution, hasEnded, hasFinished, messages, sequence, variables } = report;
    if (facts === undefined || facts.execution !== execution || sequence <= facts.reported) return false;
    const status: ConversationStatus = hasFinished ? (hasEnded ? "ENDED" : "IDLE") : facts.status;
    this.#transact(() => {
      for (const { sequence: row, ...message } of messages) {
        if (row > facts.reported) this.messages.add({ ...message, execution });
      }
      this.acknowledge(execution);
      const revision = facts.revision + 1;
      this.#write({ ...facts, status, activeAgent, variables, reported: sequence, updatedAt: now, revision });
    });
    return true;
  }

  /** The memory equals the storage, also after a write that failed. */
  #transact<Result>(task: () => Result): Result {
    const before = this.#facts;
    try {
      return this.#storage.transactionSync(task);
    } catch (error) {
      this.#facts = before;
      throw error;
    }
  }

  #write(facts: ConversationFacts): void {
    const sql = "INSERT INTO conversation(id, facts) VALUES(1, ?) ON CONFLICT(id) DO UPDATE SET facts = excluded.facts";
    this.#storage.sql.exec(sql, JSON.stringify(facts));
    this.#facts = facts;
  }

  #read(): ConversationFacts | undefined {
    const [row] = this.#storage.sql.exec<{ facts: string }>("SELECT facts FROM conversation").toArray();
    return row === undefined ? undefined : (JSON.parse(row.facts) as ConversationFacts);
  }
}

/** Agents that run elsewhere know the conversation by themselves. */
function readsHistory({ request: { turns } }: SendRequest): boolean {
  return turns?.agents.some(({ model }) => model !== null) === true;
}

type Row<Shape> = { readonly [Name in keyof Shape]: Shape[Name] & SqlStorageValue };

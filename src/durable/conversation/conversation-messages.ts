/**
 * The messages of a conversation, by position. Every read is a range: a page for a reader, or the latest messages for a model. Sizes are
 * stored beside the texts, so that no more text is read than is needed, however long a conversation is.
 *
 *   message(position, total, bytes, hidden, id, author, agent, turn, execution, at, text)
 *     total   bytes of all messages up to this one
 *     text    its beginning; the rest that does not fit into a row is in `message_part`
 */

import type { MessageAuthor } from "../../execution/events/turn-event.ts";
import type {
  MessageDeletion,
  MessagePage,
  MessageQuery,
  MessageView,
} from "../../execution/views/conversation-view.ts";
import { utf8Bytes } from "../../json/json.ts";
import type { ConversationMessage } from "../../plan/conversation.ts";
import { piecesOf } from "../storage/journal.ts";

/** Maximum of earlier messages that a model is shown. */
export const historyMessages = 100;
export const historyBytes = 262_144;

/** Texts of a page of a reader, unless a single message is larger. */
const pageBytes = 262_144;

type MessageRow = {
  readonly position: number;
  readonly bytes: number;
  readonly hidden: number;
  readonly id: string;
  readonly author: string;
  readonly agent: string | null;
  readonly turn: number | null;
  readonly execution: string;
  readonly at: number;
  readonly text: string;
};

/** A message whose text may be removed. */
type ErasableRow = Pick<MessageRow, "bytes" | "hidden" | "position">;

/** What came of removing a text, and how many bytes it had. */
type MessageErasure = MessageDeletion & { readonly bytes: number };

const columns = "position, bytes, hidden, id, author, agent, turn, execution, at, text";

export class ConversationMessages {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** How many there are, and how many bytes they have. */
  size(): { readonly count: number; readonly bytes: number } {
    const sql = "SELECT position AS count, total AS bytes FROM message ORDER BY position DESC LIMIT 1";
    return this.#sql.exec<{ count: number; bytes: number }>(sql).toArray()[0] ?? { count: 0, bytes: 0 };
  }

  /** Adds a message behind the last. To be called within a transaction. */
  add(message: Omit<MessageView, "position">): MessageView {
    const { agentName, author, createdAt, execution, messageId, text, turn, uiHidden } = message;
    const last = this.size();
    const bytes = utf8Bytes(text);
    const [beginning = "", ...rest] = piecesOf(text);
    const position = last.count + 1;
    this.#sql.exec(
      `INSERT INTO message(${columns}, total) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      position,
      bytes,
      uiHidden ? 1 : 0,
      messageId,
      author,
      agentName,
      turn,
      execution,
      createdAt,
      beginning,
      last.bytes + bytes,
    );
    for (const [number, piece] of rest.entries()) {
      const sql = "INSERT INTO message_part(position, number, text) VALUES(?, ?, ?)";
      this.#sql.exec(sql, position, number, piece);
    }
    return { position, ...message };
  }

  /** Takes the last message back. To be called within a transaction. */
  removeLast({ position }: MessageView): void {
    this.#sql.exec("DELETE FROM message WHERE position = ?", position);
    this.#sql.exec("DELETE FROM message_part WHERE position = ?", position);
  }

  /** When the oldest hidden message was added that has its text, Unix milliseconds. Undefined if there is none. */
  oldestHidden(): number | undefined {
    const sql = "SELECT at FROM message WHERE hidden = 1 AND bytes > 0 ORDER BY position LIMIT 1";
    return this.#sql.exec<{ at: number }>(sql).toArray()[0]?.at;
  }

  /**
   * Removes the texts of hidden messages that were added up to `until`, at most `limit`. The messages keep their places, and running totals
   * count their bytes for ever: the result says how many those are.
   */
  eraseHidden(until: number, limit: number): number {
    const rows = this.#sql
      .exec<ErasableRow>(
        "SELECT position, bytes, hidden FROM message WHERE hidden = 1 AND bytes > 0 AND at <= ? ORDER BY position LIMIT ?",
        until,
        limit,
      )
      .toArray();
    for (const { position } of rows) this.#erase(position);
    return rows.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The same of one message. To be called within a transaction. */
  deleteHidden(position: number): MessageErasure {
    const sql = "SELECT position, bytes, hidden FROM message WHERE position = ?";
    const [row] = this.#sql.exec<ErasableRow>(sql, position).toArray();
    if (row === undefined) return { kind: "NOT_FOUND", bytes: 0 };
    if (row.hidden === 0) return { kind: "SHOWN", bytes: 0 };
    this.#erase(position);
    return { kind: "DELETED", bytes: row.bytes };
  }

  at(position: number): MessageView | undefined {
    const [row] = this.#sql.exec<MessageRow>(`SELECT ${columns} FROM message WHERE position = ?`, position).toArray();
    return row === undefined ? undefined : this.#viewOf(row);
  }

  /**
   * The end of the conversation as a model is shown it, hidden messages included, oldest first. Removed texts have no bytes, but the totals
   * still have them: a range whose totals fit is read, and while it has a removed text the one before it.
   */
  history(): readonly ConversationMessage[] {
    const { count } = this.size();
    const rows: MessageRow[] = [];
    let [room, before, mayHaveMore] = [historyBytes, count + 1, count > 0];
    while (mayHaveMore) {
      const range = this.#latestBefore(before, Math.max(0, count - historyMessages), room);
      rows.unshift(...range);
      before = range[0]?.position ?? 0;
      for (const { bytes } of range) room -= bytes;
      mayHaveMore = before > 1 && range.some(({ bytes }) => bytes === 0);
    }
    // A hidden message without a text is one that was erased.
    return rows.filter(({ bytes, hidden }) => hidden === 0 || bytes > 0).map((row) => promptMessage(this.#viewOf(row)));
  }

  /** The messages after `after` and before `before` whose totals say that they, with all up to there, have at most so many bytes. */
  #latestBefore(before: number, after: number, bytes: number): readonly MessageRow[] {
    return this.#sql
      .exec<MessageRow>(
        `SELECT ${columns} FROM message WHERE position > ? AND position < ?
           AND total - bytes >= (SELECT total FROM message WHERE position = ?) - ? ORDER BY position`,
        after,
        before,
        before - 1,
        bytes,
      )
      .toArray();
  }

  page({ after, backward, before, includeHidden, limit }: MessageQuery): MessagePage {
    const found = this.#sql
      .exec<{ position: number; bytes: number }>(
        `SELECT position, bytes FROM message WHERE position > ? AND position < ? AND hidden <= ?
         ORDER BY position ${backward ? "DESC" : "ASC"} LIMIT ?`,
        after ?? 0,
        before ?? Number.MAX_SAFE_INTEGER,
        includeHidden ? 1 : 0,
        limit + 1,
      )
      .toArray();
    const positions = fitting(found.slice(0, limit)).map(({ position }) => position);
    const messages = positions.flatMap((position) => this.at(position) ?? []);
    return { messages: backward ? messages.reverse() : messages, hasMore: found.length > positions.length };
  }

  #erase(position: number): void {
    this.#sql.exec("UPDATE message SET text = '', bytes = 0 WHERE position = ?", position);
    this.#sql.exec("DELETE FROM message_part WHERE position = ?", position);
  }

  #viewOf({ agent, at, author, bytes, execution, hidden, id, position, text, turn }: MessageRow): MessageView {
    const isWhole = utf8Bytes(text) === bytes;
    return {
      position,
      messageId: id,
      author: author as MessageAuthor,
      agentName: agent,
      turn,
      execution,
      createdAt: at,
      text: isWhole ? text : text + this.#rest(position),
      uiHidden: hidden === 1,
    };
  }

  #rest(position: number): string {
    const sql = "SELECT text FROM message_part WHERE position = ? ORDER BY number";
    return this.#sql
      .exec<{ text: string }>(sql, position)
      .toArray()
      .map(({ text }) => text)
      .join("");
  }
}

/** The first of `rows` that fit into a page, one at least. */
function fitting<Row extends { readonly bytes: number }>(rows: readonly Row[]): readonly Row[] {
  let bytes = 0;
  const end = rows.findIndex((row, place) => {
    bytes += row.bytes;
    return place > 0 && bytes > pageBytes;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/** A message of the runtime goes to the agent like one of a person (T35). */
function promptMessage({ agentName, author, text }: MessageView): ConversationMessage {
  if (author !== "AGENT") return { role: "USER", text };
  return agentName === null ? { role: "AGENT", text } : { role: "AGENT", agentName, text };
}

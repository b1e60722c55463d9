/**
 * The conversations of a tenant in its index, the latest first, each with its state. Their objects report them until that is acknowledged;
 * only higher revisions apply.
 *
 *   conversation(created, name, revision, view)   `view`: JSON of a `ConversationView`
 *   gone_conversation(created, name)              those that were deleted
 */

import type { ConversationView, ListedConversation } from "../../execution/views/conversation-view.ts";
import type {
  ConversationList,
  ConversationListQuery,
  ConversationPosition,
} from "../../execution/views/execution-list.ts";
import { hasTable } from "../storage/sql-table.ts";
import { ConversationAccount } from "./conversation-account.ts";

export class IndexConversations {
  readonly #sql: SqlStorage;
  #hasTable = false;
  /** How many there are. */
  readonly account: ConversationAccount;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.account = new ConversationAccount(sql);
  }

  /** Forgets a conversation that was deleted, for good: what is told of it late changes nothing. */
  remove({ conversation, createdAt }: ConversationPosition): void {
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS gone_conversation(created INTEGER NOT NULL, name TEXT NOT NULL,
      PRIMARY KEY(created, name)) WITHOUT ROWID`);
    this.#sql.exec("INSERT OR IGNORE INTO gone_conversation(created, name) VALUES(?, ?)", createdAt, conversation);
    const before = this.#listed({ conversation, createdAt });
    if (before === undefined) return;
    this.account.changed(before, undefined);
    this.#sql.exec("DELETE FROM conversation WHERE created = ? AND name = ?", createdAt, conversation);
  }

  /** Whether a conversation of this name is listed, whenever it began. */
  has({ conversation }: Pick<ConversationPosition, "conversation">): boolean {
    if (!this.#isThere()) return false;
    return this.#sql.exec("SELECT 1 FROM conversation WHERE name = ? LIMIT 1", conversation).toArray().length > 0;
  }

  put(view: ListedConversation): void {
    if (this.#isGone(view)) return;
    if (!this.#isThere()) {
      this.#sql.exec(`CREATE TABLE conversation(created INTEGER NOT NULL, name TEXT NOT NULL, revision INTEGER NOT NULL,
        view TEXT NOT NULL, PRIMARY KEY(created, name)) WITHOUT ROWID`);
      this.#hasTable = true;
    }
    const before = this.#listed(view);
    if (before !== undefined && before.revision >= view.revision) return;
    this.account.changed(before, view);
    this.#sql.exec(
      `INSERT INTO conversation(created, name, revision, view) VALUES(?, ?, ?, ?)
       ON CONFLICT(created, name) DO UPDATE SET revision = excluded.revision, view = excluded.view
       WHERE excluded.revision > revision`,
      view.createdAt,
      view.conversation,
      view.revision,
      JSON.stringify(view),
    );
  }

  list({ after, backward, before, limit }: ConversationListQuery): ConversationList {
    if (!this.#isThere()) return { items: [], hasMore: false };
    const order = backward ? "ASC" : "DESC";
    const rows = this.#sql
      .exec<{ view: string }>(
        `SELECT view FROM conversation WHERE (created, name) > (?, ?) AND (created, name) < (?, ?)
         ORDER BY created ${order}, name ${order} LIMIT ?`,
        ...bound(before ?? undefined, first),
        ...bound(after ?? undefined, last),
        limit + 1,
      )
      .toArray();
    const items = rows.slice(0, limit).map(({ view }) => JSON.parse(view) as ConversationView);
    return { items: backward ? items.reverse() : items, hasMore: rows.length > limit };
  }

  #listed({ conversation, createdAt }: ConversationPosition): ListedConversation | undefined {
    if (!this.#isThere()) return undefined;
    const sql = "SELECT view FROM conversation WHERE created = ? AND name = ?";
    const [row] = this.#sql.exec<{ view: string }>(sql, createdAt, conversation).toArray();
    return row === undefined ? undefined : (JSON.parse(row.view) as ListedConversation);
  }

  #isGone({ conversation, createdAt }: ConversationPosition): boolean {
    if (!hasTable(this.#sql, "gone_conversation")) return false;
    const sql = "SELECT 1 FROM gone_conversation WHERE created = ? AND name = ?";
    return this.#sql.exec(sql, createdAt, conversation).toArray().length > 0;
  }

  #isThere(): boolean {
    this.#hasTable ||= hasTable(this.#sql, "conversation");
    return this.#hasTable;
  }
}

/** Before and behind every position. */
const first: ConversationPosition = { createdAt: -1, conversation: "" };
const last: ConversationPosition = { createdAt: Number.MAX_SAFE_INTEGER, conversation: "" };

function bound(position: ConversationPosition | undefined, otherwise: ConversationPosition): readonly [number, string] {
  const { conversation, createdAt } = position ?? otherwise;
  return [createdAt, conversation];
}

/**
 * How many conversations a tenant and each of its subjects have, and their bytes, so that caps can be enforced. It is updated with every
 * change of the list of conversations. Conversations that an earlier version listed are counted once.
 *
 * A conversation that is about to begin counts from the moment in which it is admitted, so that those who begin at the same time never pass a
 * cap together. Until the index has heard of it, for two minutes at most, only this instance remembers it.
 *
 *   conversation_account(subject, count, bytes)   bytes of messages and variables
 */
import type {
  ConversationAdmission,
  ConversationCaps,
  ConversationLimit,
} from "../../execution/commands/conversation-peer.ts";
import type { ListedConversation } from "../../execution/views/conversation-view.ts";
import type { StoredAmount } from "../../execution/views/usage-totals.ts";
import { hasTable } from "../storage/sql-table.ts";

/** How long one that was admitted counts without being listed. */
const admittedMs = 120_000;

const none: StoredAmount = { count: 0, bytes: 0 };

export class ConversationAccount {
  readonly #sql: SqlStorage;
  readonly #admitted = new Map<string, { readonly subject: string; readonly until: number }>();
  /** Of the whole tenant. Read once for each instance, because all that changes it comes through here. */
  #total: StoredAmount | undefined;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The last write was rolled back, maybe with the table. */
  rolledBack(): void {
    this.#total = undefined;
  }

  /** Whether the conversation may begin, which then counts. Undefined if it may. `isListed`: whether it is there already. */
  admit(
    { conversation, subject }: ConversationAdmission,
    caps: ConversationCaps,
    isListed: boolean,
    now: number,
  ): ConversationLimit | undefined {
    for (const [name, { until }] of this.#admitted) if (until <= now) this.#admitted.delete(name);
    if (isListed || this.#admitted.has(conversation)) return undefined;
    const admitted = [...this.#admitted.values()];
    const all = this.total().count + admitted.length + 1;
    const own = this.of(subject).count + admitted.filter((one) => one.subject === subject).length + 1;
    const { maxConversations, maxConversationsPerSubject } = caps;
    if (maxConversations > 0 && all > maxConversations)
      return { limit: "maxConversations", maximum: maxConversations, found: all };
    if (maxConversationsPerSubject > 0 && own > maxConversationsPerSubject)
      return { limit: "maxConversationsPerSubject", maximum: maxConversationsPerSubject, found: own };
    this.#admitted.set(conversation, { subject, until: now + admittedMs });
    return undefined;
  }

  /** Counts the change from the earlier to the new list entry. Undefined means not listed. Must be called before the row is written. */
  changed(before: ListedConversation | undefined, after: ListedConversation | undefined): void {
    const listed = after ?? before;
    if (listed === undefined) return;
    if (after !== undefined) this.#admitted.delete(after.conversation);
    const count = (after === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
    const bytes = (after?.storedBytes ?? 0) - (before?.storedBytes ?? 0);
    this.#make();
    if (count === 0 && bytes === 0) return;
    const total = this.total();
    this.#sql.exec(
      `INSERT INTO conversation_account(subject, count, bytes) VALUES(?, ?, ?)
       ON CONFLICT(subject) DO UPDATE SET count = count + excluded.count, bytes = bytes + excluded.bytes`,
      listed.subject,
      count,
      bytes,
    );
    this.#total = { count: total.count + count, bytes: total.bytes + bytes };
    if (count < 0) this.#sql.exec("DELETE FROM conversation_account WHERE subject = ? AND count <= 0", listed.subject);
  }

  total(): StoredAmount {
    this.#make();
    this.#total ??= this.#sql
      .exec<{ count: number; bytes: number }>(
        "SELECT coalesce(sum(count), 0) AS count, coalesce(sum(bytes), 0) AS bytes FROM conversation_account",
      )
      .one();
    return this.#total;
  }

  of(subject: string): StoredAmount {
    this.#make();
    const sql = "SELECT count, bytes FROM conversation_account WHERE subject = ?";
    return this.#sql.exec<{ count: number; bytes: number }>(sql, subject).toArray()[0] ?? none;
  }

  /** The table, with the conversations that are listed already. */
  #make(): void {
    if (this.#total !== undefined || hasTable(this.#sql, "conversation_account")) return;
    this.#sql.exec(
      `CREATE TABLE conversation_account(subject TEXT PRIMARY KEY, count INTEGER NOT NULL, bytes INTEGER NOT NULL) WITHOUT ROWID`,
    );
    if (!hasTable(this.#sql, "conversation")) return;
    this.#sql.exec(
      `INSERT INTO conversation_account(subject, count, bytes)
       SELECT json_extract(view, '$.subject'), count(*), coalesce(sum(json_extract(view, '$.storedBytes')), 0)
       FROM conversation WHERE true GROUP BY 1`,
    );
  }
}

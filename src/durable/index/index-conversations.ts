/**
 * The conversations of a tenant in its index, the latest first, each with its state. Their objects report them until that is acknowledged;
 * only higher revisions apply.
 *
 *   conversation(created, name, revision, view)   `view`: JSON of a `ConversationView`; an order by name where there are caps
 *   gone_conversation(created, name)              those that were deleted
 *   conversation_seen(viewer, created, name)      who sees which: `*` for everybody, `o:` and `t:` for owners of what not everybody and what
 *                                                 everybody sees, `g:` for groups. Made with the first conversation that not everybody sees,
 *                                                 or once somebody asks for nothing but its own
 */

import type { ListAccess } from "../../access/audience.ts";
import type { ConversationView, ListedConversation } from "../../execution/views/conversation-view.ts";
import type {
  ConversationList,
  ConversationListQuery,
  ConversationPosition,
} from "../../execution/views/execution-list.ts";
import { boundList, inList } from "../storage/sql-list.ts";
import { hasTable } from "../storage/sql-table.ts";
import { ConversationAccount } from "./conversation-account.ts";
import { mergedRuns } from "./sorted-runs.ts";

export class IndexConversations {
  readonly #sql: SqlStorage;
  #hasTable = false;
  /** How many there are. */
  readonly account: ConversationAccount;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.account = new ConversationAccount(sql);
  }

  /** The last write was rolled back, maybe with the tables. */
  rolledBack(): void {
    this.#hasTable = false;
    this.account.rolledBack();
  }

  /** Removes a conversation that was deleted, for good. Later reports about it change nothing. */
  remove({ conversation, createdAt }: ConversationPosition): void {
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS gone_conversation(created INTEGER NOT NULL, name TEXT NOT NULL,
      PRIMARY KEY(created, name)) WITHOUT ROWID`);
    this.#sql.exec("INSERT OR IGNORE INTO gone_conversation(created, name) VALUES(?, ?)", createdAt, conversation);
    const before = this.#listed({ conversation, createdAt });
    if (before === undefined) return;
    this.account.changed(before, undefined);
    if (hasTable(this.#sql, "conversation_seen"))
      this.#sql.exec(
        `DELETE FROM conversation_seen WHERE viewer ${inList} AND created = ? AND name = ?`,
        boundList(viewersOf(before)),
        createdAt,
        conversation,
      );
    this.#sql.exec("DELETE FROM conversation WHERE created = ? AND name = ?", createdAt, conversation);
  }

  /** Whether a conversation of this name is listed, whenever it began. Only caps ask that, so the order of names is made for them. */
  has({ conversation }: Pick<ConversationPosition, "conversation">): boolean {
    if (!this.#isThere()) return false;
    this.#sql.exec("CREATE INDEX IF NOT EXISTS conversation_name ON conversation(name)");
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
    if (before === undefined) this.#insertViewers(view);
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

  list(query: ConversationListQuery): ConversationList {
    if (!this.#isThere()) return { items: [], hasMore: false };
    const { access, after, backward, before, limit } = query;
    if (access?.reach === "OWN") this.#openViewers();
    if (access !== undefined && hasTable(this.#sql, "conversation_seen")) return this.#seenBy(access, query);
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

  /** Merged from the entries of each order that `access` reads. */
  #seenBy(
    { groups, reach, subject }: ListAccess,
    { after, backward, before, limit }: ConversationListQuery,
  ): ConversationList {
    const viewers =
      reach === "OWN"
        ? [`o:${subject}`, `t:${subject}`]
        : ["*", `o:${subject}`, ...new Set(groups.map((group) => `g:${group}`))];
    const order = backward ? "ASC" : "DESC";
    const sign = backward ? 1 : -1;
    const runs = viewers.map((viewer) =>
      this.#sql
        .exec<SeenRow>(
          `SELECT s.created, s.name, c.view FROM conversation_seen AS s CROSS JOIN conversation AS c
             ON c.created = s.created AND c.name = s.name
           WHERE s.viewer = ? AND (s.created, s.name) > (?, ?) AND (s.created, s.name) < (?, ?)
           ORDER BY s.created ${order}, s.name ${order} LIMIT ?`,
          viewer,
          ...bound(before ?? undefined, first),
          ...bound(after ?? undefined, last),
          limit + 1,
        )
        [Symbol.iterator](),
    );
    const rows = mergedRuns(runs, (left, right) => sign * compareRows(left, right), limit + 1);
    const items = rows.slice(0, limit).map(({ view }) => JSON.parse(view) as ConversationView);
    return { items: backward ? items.reverse() : items, hasMore: rows.length > limit };
  }

  #insertViewers(view: ConversationView): void {
    if (view.visibility !== undefined) this.#openViewers();
    if (!hasTable(this.#sql, "conversation_seen")) return;
    for (const viewer of viewersOf(view)) {
      const text = "INSERT OR IGNORE INTO conversation_seen(viewer, created, name) VALUES(?, ?, ?)";
      this.#sql.exec(text, viewer, view.createdAt, view.conversation);
    }
  }

  /** Everything that is there is seen by the whole tenant. */
  #openViewers(): void {
    if (hasTable(this.#sql, "conversation_seen")) return;
    this.#sql.exec(`CREATE TABLE conversation_seen(viewer TEXT NOT NULL, created INTEGER NOT NULL, name TEXT NOT NULL,
      PRIMARY KEY(viewer, created, name)) WITHOUT ROWID;
      INSERT INTO conversation_seen(viewer, created, name) SELECT '*', created, name FROM conversation;
      INSERT INTO conversation_seen(viewer, created, name)
        SELECT 't:' || json_extract(view, '$.subject'), created, name FROM conversation`);
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

type SeenRow = { readonly created: number; readonly name: string; readonly view: string };

function compareRows(left: SeenRow, right: SeenRow): number {
  if (left.created !== right.created) return left.created - right.created;
  if (left.name === right.name) return 0;
  return left.name < right.name ? -1 : 1;
}

function viewersOf({ group, subject, visibility }: ConversationView): readonly string[] {
  if (visibility === undefined) return ["*", `t:${subject}`];
  return [`o:${subject}`, ...(group === undefined ? [] : [`g:${group}`])];
}

/** Before and behind every position. */
const first: ConversationPosition = { createdAt: -1, conversation: "" };
const last: ConversationPosition = { createdAt: Number.MAX_SAFE_INTEGER, conversation: "" };

function bound(position: ConversationPosition | undefined, otherwise: ConversationPosition): readonly [number, string] {
  const { conversation, createdAt } = position ?? otherwise;
  return [createdAt, conversation];
}

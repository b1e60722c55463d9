/**
 * The inbox of an index: the human input requests of all executions, to be listed and followed. It holds exactly those in the latest
 * summary of each execution. A row is written only when its request changed, and then gets the next number of the inbox.
 *
 * - One order serves every filter: a page is merged from one sorted run for each pair of state and kind, 25 at most.
 * - A request that is dropped, because its execution was removed or has made many others since, leaves no row. Watchers have received its
 *   end by then; a watcher that was away since before that receives a gap. If a request is dropped while it is open, every watcher receives
 *   a gap.
 * - An index without requests has no tables for them, and an execution without requests costs no row.
 *
 *   question(name, born, request, created, change, status, kind, question)
 *              one row for each request: the object and time of creation of its execution, its own, and its JSON
 *   inbox(id, pruned)
 *              one row: the highest number among dropped requests
 */
import type { ExecutionPosition, InboxList, InboxPosition, InboxQuery } from "../../execution/views/execution-list.ts";
import type { ChangePosition } from "../../execution/views/execution-view.ts";
import type { InboxItem, InboxPage, InboxSummary } from "../../execution/views/inbox.ts";
import type { ExecutionSummary } from "../../execution/views/summary.ts";
import { hasTable } from "../storage/sql-table.ts";
import { type NumberedChanges, pageAfter } from "./change-page.ts";
import type { ChangeSource } from "./index-feed.ts";
import { mergedRuns } from "./sorted-runs.ts";

const tables = `
  CREATE TABLE question(name TEXT NOT NULL, born INTEGER NOT NULL, request TEXT NOT NULL, created INTEGER NOT NULL,
    change INTEGER NOT NULL, status TEXT NOT NULL, kind TEXT NOT NULL, question TEXT NOT NULL,
    PRIMARY KEY(name, born, request)) WITHOUT ROWID;
  CREATE INDEX question_order ON question(status, kind, created, name, request);
  CREATE INDEX question_change ON question(change);
  CREATE TABLE inbox(id INTEGER PRIMARY KEY CHECK(id = 1), pruned INTEGER NOT NULL);
  INSERT INTO inbox(id, pruned) VALUES(1, 0)`;

const statuses = ["PENDING", "ACCEPTED", "DECLINED", "EXPIRED", "WITHDRAWN"] as const;
const kinds = ["APPROVAL", "IN_DOUBT", "CHOICE", "FORM", "UI_TOOL"] as const;

type Known = { readonly request: string; readonly change: number; readonly status: string; readonly question: string };

type Row = { readonly created: number; readonly name: string; readonly request: string; readonly question: string };

type Change = { readonly change: number; readonly name: string; readonly question: string };

export class IndexInbox implements ChangeSource<InboxPage> {
  readonly #sql: SqlStorage;
  /** Of the numbers of the index, which its inbox shares. */
  readonly #epoch: () => string;
  #hasTables = false;

  constructor(sql: SqlStorage, epoch: () => string) {
    this.#sql = sql;
    this.#epoch = epoch;
  }

  /** What was written last was taken back, maybe with the tables. */
  rolledBack(): void {
    this.#hasTables = false;
  }

  /** Takes over what `summary` says. Whether anything is new to watchers. */
  write({ createdAt, execution, questions }: ExecutionSummary): boolean {
    // Whoever has asked once says so in every summary.
    if (questions === undefined) return false;
    if (!this.#exists()) this.#sql.exec(tables);
    const known = new Map(this.#known({ createdAt, execution }).map((row) => [row.request, row]));
    let isNews = false;
    for (const question of questions) {
      const text = JSON.stringify(question);
      if (known.get(question.requestId)?.question !== text) {
        this.#put({ createdAt, execution }, question, text);
        isNews = true;
      }
      known.delete(question.requestId);
    }
    return this.#forget({ createdAt, execution }, [...known.values()]) || isNews;
  }

  /** Deletes the questions of an execution. Whether anything is new to watchers. */
  delete(position: ExecutionPosition): boolean {
    return this.#exists() && this.#forget(position, this.#known(position));
  }

  list(query: InboxQuery): InboxList {
    const { backward, limit, newestFirst } = query;
    const position = this.#position();
    if (!this.#exists()) return { items: [], hasMore: false, position };
    const order = newestFirst === backward ? "ASC" : "DESC";
    const sign = order === "ASC" ? 1 : -1;
    const rows = mergedRuns(
      inboxRuns(query, order, limit + 1).map(({ bound, text }) =>
        this.#sql.exec<Row>(text, ...bound)[Symbol.iterator](),
      ),
      (left, right) => sign * compareRows(left, right),
      limit + 1,
    );
    const items = rows.slice(0, limit).map(itemOf);
    return { items: backward ? items.reverse() : items, hasMore: rows.length > limit, position };
  }

  page(position: ChangePosition | undefined): InboxPage {
    const { changes, ...page } = pageAfter(position, this.#numbered());
    return { ...page, items: changes.map(itemOf) };
  }

  latest(): InboxPage {
    const { change, epoch } = this.#position();
    return this.page({ epoch, change: change - 1 });
  }

  emptied(page: InboxPage): InboxPage {
    return { ...page, items: [] };
  }

  #put({ createdAt, execution }: ExecutionPosition, question: InboxSummary, text: string): void {
    const { createdAt: created, kind, requestId, status } = question;
    this.#sql.exec(
      `INSERT OR REPLACE INTO question(name, born, request, created, change, status, kind, question)
       VALUES(?, ?, ?, ?, ?, ?, ?, ?)`,
      execution,
      createdAt,
      requestId,
      created,
      this.#position().change + 1,
      status,
      kind,
      text,
    );
  }

  /** Deletes `gone`. Whether watchers still take one of them for open. */
  #forget({ createdAt, execution }: ExecutionPosition, gone: readonly Known[]): boolean {
    if (gone.length === 0) return false;
    const isOpen = gone.some(({ status }) => status === "PENDING");
    // Taken before the rows go, one of which may carry the latest number.
    const next = this.#position().change + 1;
    for (const { request } of gone) {
      this.#sql.exec("DELETE FROM question WHERE name = ? AND born = ? AND request = ?", execution, createdAt, request);
    }
    const pruned = isOpen ? next : Math.max(...gone.map(({ change }) => change));
    this.#sql.exec("UPDATE inbox SET pruned = max(pruned, ?)", pruned);
    return isOpen;
  }

  #known({ createdAt, execution }: ExecutionPosition): readonly Known[] {
    const sql = "SELECT request, change, status, question FROM question WHERE name = ? AND born = ?";
    return this.#sql.exec<Known>(sql, execution, createdAt).toArray();
  }

  #position(): ChangePosition {
    return this.#numbered().now;
  }

  #numbered(): NumberedChanges<Change> {
    const epoch = this.#epoch();
    const sizeOf = ({ question }: Change) => question.length;
    if (!this.#exists()) return { now: { epoch, change: 0 }, pruned: 0, after: () => [], sizeOf };
    const { change, pruned } = this.#sql
      .exec<{ change: number; pruned: number }>(
        `SELECT max(pruned, (SELECT ifnull(max(change), 0) FROM question)) AS change, pruned FROM inbox`,
      )
      .one();
    const after = (position: number, limit: number) =>
      this.#sql
        .exec<Change>(
          "SELECT change, name, question FROM question INDEXED BY question_change WHERE change > ? ORDER BY change LIMIT ?",
          position,
          limit,
        )
        .toArray();
    return { now: { epoch, change }, pruned, after, sizeOf };
  }

  #exists(): boolean {
    this.#hasTables ||= hasTable(this.#sql, "question");
    return this.#hasTables;
  }
}

/** The rows of a page in sorted runs that have no row in common, at most `limit` in each. */
export function inboxRuns(
  query: InboxQuery,
  order: "ASC" | "DESC",
  limit: number,
): readonly { readonly text: string; readonly bound: readonly (string | number)[] }[] {
  const { after, before, newestFirst } = query;
  const [above, below] = newestFirst ? [before, after] : [after, before];
  const bounds = [[">", above] as const, ["<", below] as const].flatMap(([sign, position]) =>
    position === null ? [] : [{ sign, position }],
  );
  const conditions = bounds.map(({ sign }) => ` AND (created, name, request) ${sign} (?, ?, ?)`).join("");
  const places = bounds.flatMap(({ position: { createdAt, execution, requestId } }) => [
    createdAt,
    execution,
    requestId,
  ]);
  return [...new Set(query.status ?? statuses)].flatMap((status) =>
    [...new Set(query.kinds ?? kinds)].map((kind) => ({
      text: `SELECT created, name, request, question FROM question INDEXED BY question_order
        WHERE status = ? AND kind = ?${conditions}
        ORDER BY created ${order}, name ${order}, request ${order} LIMIT ?`,
      bound: [status, kind, ...places, limit],
    })),
  );
}

function itemOf({ name, question }: { readonly name: string; readonly question: string }): InboxItem {
  return { ...(JSON.parse(question) as InboxSummary), execution: name };
}

function compareRows(left: Row, right: Row): number {
  return comparePlaces(placeOf(left), placeOf(right));
}

function placeOf({ created, name, request }: Row): InboxPosition {
  return { createdAt: created, execution: name, requestId: request };
}

/** As the table sorts them: below 0 if `left` comes first. */
function comparePlaces(left: InboxPosition, right: InboxPosition): number {
  if (left.createdAt !== right.createdAt) return left.createdAt - right.createdAt;
  if (left.execution !== right.execution) return left.execution < right.execution ? -1 : 1;
  if (left.requestId === right.requestId) return 0;
  return left.requestId < right.requestId ? -1 : 1;
}

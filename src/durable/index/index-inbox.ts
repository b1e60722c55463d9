/**
 * The inbox of an index: the human input requests of all executions, to be listed and followed. It holds exactly those in the latest
 * summary of each execution. A row is written only when its request changed, and then gets the next number of the inbox.
 *
 * - One order serves every filter: a page is merged from one sorted run for each pair of state and kind, 35 at most. Questions that not
 *   everybody sees have kinds of their own there, marked by a star, and are in the orders of `index-inbox-viewers.ts`.
 * - A request that is dropped, because its execution was removed or has made many others since, leaves no row. Watchers have received its
 *   end by then; a watcher that was away since before that receives a gap. If a request is dropped while it is open, every watcher receives
 *   a gap.
 * - An index without requests has no tables for them, and an execution without requests costs no row.
 *
 *   question(name, born, request, created, change, status, kind, question, audience)
 *              one row for each request: the object and time of creation of its execution, its own, its JSON, and
 *              who may see its execution, null in rows of 0.8
 *   inbox(id, pruned)
 *              one row: the highest number among dropped requests
 */
import { type Audience, audienceOf } from "../../access/audience.ts";
import type { ExecutionPosition, InboxList, InboxPosition, InboxQuery } from "../../execution/views/execution-list.ts";
import type { ChangePosition } from "../../execution/views/execution-view.ts";
import type { InboxItem, InboxPage, InboxSummary } from "../../execution/views/inbox.ts";
import type { ExecutionSummary } from "../../execution/views/summary.ts";
import { boundList, inList } from "../storage/sql-list.ts";
import { hasTable } from "../storage/sql-table.ts";
import { type NumberedChanges, pageAfter } from "./change-page.ts";
import type { ChangeSource } from "./index-feed.ts";
import {
  addressedOrder,
  askedViewers,
  deleteAsked,
  hasAsked,
  openAskedOwners,
  seenBy,
  writeAsked,
} from "./index-inbox-viewers.ts";
import { mergedRuns } from "./sorted-runs.ts";

const tables = `
  CREATE TABLE question(name TEXT NOT NULL, born INTEGER NOT NULL, request TEXT NOT NULL, created INTEGER NOT NULL,
    change INTEGER NOT NULL, status TEXT NOT NULL, kind TEXT NOT NULL, question TEXT NOT NULL, audience TEXT,
    PRIMARY KEY(name, born, request)) WITHOUT ROWID;
  CREATE INDEX question_order ON question(status, kind, created, name, request);
  CREATE INDEX question_change ON question(change);
  CREATE TABLE inbox(id INTEGER PRIMARY KEY CHECK(id = 1), pruned INTEGER NOT NULL);
  INSERT INTO inbox(id, pruned) VALUES(1, 0)`;

const statuses = ["PENDING", "ACCEPTED", "DECLINED", "EXPIRED", "WITHDRAWN"] as const;
const kinds = ["APPROVAL", "IN_DOUBT", "CHOICE", "FORM", "UI_TOOL", "CONNECT", "AUTHORIZE"] as const;

type Known = {
  readonly request: string;
  readonly change: number;
  readonly status: string;
  readonly question: string;
  readonly audience: string | null;
};

type Row = { readonly created: number; readonly name: string; readonly request: string; readonly question: string };

type Change = {
  readonly change: number;
  readonly name: string;
  readonly question: string;
  readonly audience: string | null;
};

export class IndexInbox implements ChangeSource<InboxPage> {
  readonly #sql: SqlStorage;
  /** Of the numbers of the index, which its inbox shares. */
  readonly #epoch: () => string;
  #hasTables = false;

  constructor(sql: SqlStorage, epoch: () => string) {
    this.#sql = sql;
    this.#epoch = epoch;
  }

  /** The last write was rolled back, maybe with the tables. */
  rolledBack(): void {
    this.#hasTables = false;
  }

  /** Stores the questions of `summary`. Returns whether anything is new to watchers. */
  write({ createdAt, execution, questions, ...summary }: ExecutionSummary): boolean {
    // An execution that has asked once says so in every summary.
    if (questions === undefined) return false;
    if (!this.#exists()) this.#sql.exec(tables);
    const known = new Map(this.#known({ createdAt, execution }).map((row) => [row.request, row]));
    const audience = audienceOf(summary);
    let isNews = false;
    for (const question of questions) {
      const text = JSON.stringify(question);
      const before = known.get(question.requestId);
      if (before?.question !== text) {
        if (before !== undefined) this.#deleteAsked({ createdAt, execution }, before);
        this.#put({ createdAt, execution }, question, text, audience);
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
    const { access, backward, limit, newestFirst } = query;
    const position = this.#position();
    if (!this.#exists()) return { items: [], hasMore: false, position };
    const order = newestFirst === backward ? "ASC" : "DESC";
    const sign = order === "ASC" ? 1 : -1;
    if (access?.reach === "OWN") openAskedOwners(this.#sql);
    const runs =
      query.addressees === undefined
        ? [...inboxRuns(query, order, limit + 1, hasAsked(this.#sql)), ...askedRuns(query, order, limit + 1, this.#sql)]
        : addressedRuns(query, query.addressees, order, limit + 1, this.#sql);
    const rows = mergedRuns(
      runs.map(({ bound, text }) => this.#sql.exec<Row>(text, ...bound)[Symbol.iterator]()),
      (left, right) => sign * compareRows(left, right),
      limit + 1,
    );
    const items = rows.slice(0, limit).map(itemOf);
    return { items: backward ? items.reverse() : items, hasMore: rows.length > limit, position };
  }

  page(position: ChangePosition | undefined): InboxPage {
    const { changes, ...page } = pageAfter(position, this.#numbered());
    const audiences = changes.flatMap(({ audience, name }) =>
      audience === null ? [] : [[name, JSON.parse(audience) as Audience] as const],
    );
    return {
      ...page,
      items: changes.map(itemOf),
      ...(audiences.length > 0 && { audiences: Object.fromEntries(audiences) }),
    };
  }

  latest(): InboxPage {
    const { change, epoch } = this.#position();
    return this.page({ epoch, change: change - 1 });
  }

  emptied({ audiences: _, ...page }: InboxPage): InboxPage {
    return { ...page, items: [] };
  }

  #put({ createdAt, execution }: ExecutionPosition, question: InboxSummary, text: string, audience: Audience): void {
    const { createdAt: created, kind, requestId, status } = question;
    this.#sql.exec(
      `INSERT OR REPLACE INTO question(name, born, request, created, change, status, kind, question, audience)
       VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      execution,
      createdAt,
      requestId,
      created,
      this.#position().change + 1,
      status,
      audience.visibility === undefined ? kind : `${kind}*`,
      text,
      JSON.stringify(audience),
    );
    writeAsked(this.#sql, { name: execution, born: createdAt, question, audience });
  }

  /** Deletes `gone`. Whether watchers still take one of them for open. */
  #forget({ createdAt, execution }: ExecutionPosition, gone: readonly Known[]): boolean {
    if (gone.length === 0) return false;
    const isOpen = gone.some(({ status }) => status === "PENDING");
    // Taken before the rows go, one of which may carry the latest number.
    const next = this.#position().change + 1;
    for (const one of gone) {
      const { request } = one;
      this.#deleteAsked({ createdAt, execution }, one);
      this.#sql.exec("DELETE FROM question WHERE name = ? AND born = ? AND request = ?", execution, createdAt, request);
    }
    const pruned = isOpen ? next : Math.max(...gone.map(({ change }) => change));
    this.#sql.exec("UPDATE inbox SET pruned = max(pruned, ?)", pruned);
    return isOpen;
  }

  #deleteAsked({ createdAt, execution }: ExecutionPosition, { audience, question }: Known): void {
    if (audience === null) return;
    deleteAsked(this.#sql, {
      name: execution,
      born: createdAt,
      question: JSON.parse(question) as InboxSummary,
      audience: JSON.parse(audience) as Audience,
    });
  }

  #known({ createdAt, execution }: ExecutionPosition): readonly Known[] {
    const sql = "SELECT request, change, status, question, audience FROM question WHERE name = ? AND born = ?";
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
          "SELECT change, name, question, audience FROM question INDEXED BY question_change WHERE change > ? ORDER BY change LIMIT ?",
          position,
          limit,
        )
        .toArray();
    return { now: { epoch, change }, pruned, after, sizeOf };
  }

  #exists(): boolean {
    if (!this.#hasTables && hasTable(this.#sql, "question")) {
      this.#hasTables = true;
      addAudience(this.#sql);
    }
    return this.#hasTables;
  }
}

/** The rows of a page in sorted runs that have no row in common, at most `limit` in each. */
export function inboxRuns(
  query: InboxQuery,
  order: "ASC" | "DESC",
  limit: number,
  hasConfined: boolean,
): readonly Run[] {
  const { access } = query;
  if (access?.reach === "OWN") return [];
  const asked = [...new Set(query.kinds ?? kinds)];
  const all = access === undefined && hasConfined ? [...asked, ...asked.map((kind) => `${kind}*`)] : asked;
  const { conditions, places } = boundsOf(query, "");
  return [...new Set(query.status ?? statuses)].flatMap((status) =>
    all.map((kind) => ({
      text: `SELECT created, name, request, question FROM question INDEXED BY question_order
        WHERE status = ? AND kind = ?${conditions}
        ORDER BY created ${order}, name ${order}, request ${order} LIMIT ?`,
      bound: [status, kind, ...places, limit],
    })),
  );
}

interface Run {
  readonly text: string;
  readonly bound: readonly (string | number)[];
}

/** Questions with fewer viewers than the tenant, along the orders of the caller. A question may be in several. */
function askedRuns(query: InboxQuery, order: "ASC" | "DESC", limit: number, sql: SqlStorage): readonly Run[] {
  const { access } = query;
  if (access === undefined || !hasAsked(sql)) return [];
  return viewerRuns(query, askedViewers(access), { condition: "", bound: [] }, order, limit);
}

/** Questions to one of `keys`, along their orders. Those to somebody who may not see them are left out. */
function addressedRuns(
  query: InboxQuery,
  keys: readonly string[],
  order: "ASC" | "DESC",
  limit: number,
  sql: SqlStorage,
): readonly Run[] {
  if (!hasAsked(sql)) return [];
  return viewerRuns(query, [...new Set(keys)].map(addressedOrder), seenBy(query.access), order, limit);
}

function viewerRuns(
  query: InboxQuery,
  viewers: readonly string[],
  seen: ReturnType<typeof seenBy>,
  order: "ASC" | "DESC",
  limit: number,
): readonly Run[] {
  const { conditions, places } = boundsOf(query, "a.");
  const ofKinds = query.kinds === null ? "" : ` AND rtrim(q.kind, '*') ${inList}`;
  return [...new Set(query.status ?? statuses)].flatMap((status) =>
    viewers.map((viewer) => ({
      text: `SELECT a.created, a.name, a.request, q.question FROM asked AS a CROSS JOIN question AS q
          ON q.name = a.name AND q.born = a.born AND q.request = a.request
        WHERE a.viewer = ? AND a.status = ?${conditions}${ofKinds}${seen.condition}
        ORDER BY a.created ${order}, a.name ${order}, a.request ${order} LIMIT ?`,
      bound: [
        viewer,
        status,
        ...places,
        ...(query.kinds === null ? [] : [boundList(query.kinds)]),
        ...seen.bound,
        limit,
      ],
    })),
  );
}

function boundsOf(query: InboxQuery, row: string) {
  const { after, before, newestFirst } = query;
  const [above, below] = newestFirst ? [before, after] : [after, before];
  const bounds = [[">", above] as const, ["<", below] as const].flatMap(([sign, position]) =>
    position === null ? [] : [{ sign, position }],
  );
  const conditions = bounds
    .map(({ sign }) => ` AND (${row}created, ${row}name, ${row}request) ${sign} (?, ?, ?)`)
    .join("");
  const places = bounds.flatMap(({ position: { createdAt, execution, requestId } }) => [
    createdAt,
    execution,
    requestId,
  ]);
  return { conditions, places };
}

/** Rows of 0.8 do not say who may see their execution. */
function addAudience(sql: SqlStorage): void {
  const columns = sql.exec<{ name: string }>("SELECT name FROM pragma_table_info('question')").toArray();
  if (!columns.some(({ name }) => name === "audience")) sql.exec("ALTER TABLE question ADD COLUMN audience TEXT");
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

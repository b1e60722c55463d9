/**
 * The inboxes in which a question is. As with executions, a question that the whole tenant sees is in the orders of states alone. One with
 * fewer viewers is in an order of each viewer, by the keys of `index-viewers.ts`, made with the first such question. A question with
 * addressees is also in an order of each addressee.
 *
 *   asked(viewer, status, created, name, request, born)
 *   inbox_owners()   there is one if questions that everybody sees are in the inbox of their owner too
 */
import { addresseeKey } from "../../access/address.ts";
import type { Audience, ListAccess } from "../../access/audience.ts";
import type { InboxSummary } from "../../execution/views/inbox.ts";
import { boundList, inList } from "../storage/sql-list.ts";
import { hasTable } from "../storage/sql-table.ts";

const askedTable = `CREATE TABLE IF NOT EXISTS asked(viewer TEXT NOT NULL, status TEXT NOT NULL, created INTEGER NOT NULL, name TEXT NOT NULL,
  request TEXT NOT NULL, born INTEGER NOT NULL, PRIMARY KEY(viewer, status, created, name, request)) WITHOUT ROWID`;
const ownersTable = "inbox_owners";

/** A question and whose execution asks it. */
export interface AskedQuestion {
  readonly name: string;
  /** When its execution was created. */
  readonly born: number;
  readonly question: InboxSummary;
  readonly audience: Audience;
}

export function hasAsked(sql: SqlStorage): boolean {
  return hasTable(sql, "asked");
}

export function writeAsked(sql: SqlStorage, { audience, born, name, question }: AskedQuestion): void {
  const keys = [...askedKeys(sql, audience), ...addressKeys(question)];
  if (keys.length > 0) sql.exec(askedTable);
  for (const key of keys) {
    const text = "INSERT OR IGNORE INTO asked(viewer, status, created, name, request, born) VALUES(?, ?, ?, ?, ?, ?)";
    sql.exec(text, key, question.status, question.createdAt, name, question.requestId, born);
  }
}

export function deleteAsked(sql: SqlStorage, { audience, name, question }: AskedQuestion): void {
  if (!hasAsked(sql)) return;
  for (const key of [...askedKeys(sql, audience), ...addressKeys(question)]) {
    const text = "DELETE FROM asked WHERE viewer = ? AND status = ? AND created = ? AND name = ? AND request = ?";
    sql.exec(text, key, question.status, question.createdAt, name, question.requestId);
  }
}

function askedKeys(sql: SqlStorage, { group, owner, visibility }: Audience): readonly string[] {
  if (visibility === undefined) return hasTable(sql, ownersTable) ? [`t:${owner}`] : [];
  return [`o:${owner}`, ...(group === undefined ? [] : [`g:${group}`])];
}

function addressKeys({ addressees = [] }: InboxSummary): readonly string[] {
  return addressees.map((addressee) => addressedOrder(addresseeKey(addressee)));
}

/** The order of an addressee. */
export function addressedOrder(key: string): string {
  return `a:${key}`;
}

/** The part of an order that `access` sees, as a condition on the row of the question `q`, with its values. */
export function seenBy(access: ListAccess | undefined): {
  readonly condition: string;
  readonly bound: readonly string[];
} {
  if (access === undefined) return { condition: "", bound: [] };
  const { groups, reach, subject } = access;
  const isOwn = "json_extract(q.audience, '$.owner') = ?";
  if (reach === "OWN") return { condition: ` AND ${isOwn}`, bound: [subject] };
  const isOpen = "json_extract(q.audience, '$.visibility') IS NULL";
  const isOfGroup = `json_extract(q.audience, '$.group') ${inList}`;
  return { condition: ` AND (${isOpen} OR ${isOwn} OR ${isOfGroup})`, bound: [subject, boundList(groups)] };
}

/** The orders that `access` reads. */
export function askedViewers({ groups, reach, subject }: ListAccess): readonly string[] {
  if (reach === "OWN") return [`o:${subject}`, `t:${subject}`];
  return [`o:${subject}`, ...new Set(groups.map((group) => `g:${group}`))];
}

/** Puts questions that everybody sees in the inbox of their owner, existing and future ones. Within a transaction. */
export function openAskedOwners(sql: SqlStorage): void {
  if (hasTable(sql, ownersTable)) return;
  sql.exec(`${askedTable}; CREATE TABLE ${ownersTable}(id INTEGER PRIMARY KEY)`);
  sql.exec(`INSERT OR IGNORE INTO asked(viewer, status, created, name, request, born)
    SELECT 't:' || json_extract(audience, '$.owner'), status, created, name, request, born FROM question
    WHERE audience IS NOT NULL AND json_extract(audience, '$.visibility') IS NULL`);
}

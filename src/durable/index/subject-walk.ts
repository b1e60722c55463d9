/**
 * A walk over everything of a subject in the index, to export or erase it. It reads every execution and conversation of the tenant once, some at
 * a time, so that it needs no order of its own and finds rows of earlier versions. A row that changes meanwhile moves behind those that are yet
 * to be read, and is not missed.
 */
import type { SubjectPage, SubjectPlace } from "../../execution/views/execution-list.ts";
import { hasTable } from "../storage/sql-table.ts";

/** Rows that are read at a time, and things of the subject that one page has. */
const readAtOnce = 2_000;
const foundAtOnce = 100;

/** The part of the walk behind `place`. */
export function subjectPage(sql: SqlStorage, subject: string, place: SubjectPlace): SubjectPage {
  return place.at === "EXECUTIONS"
    ? executionsAfter(sql, subject, place.change)
    : conversationsAfter(sql, subject, place.createdAt, place.name);
}

function executionsAfter(sql: SqlStorage, subject: string, after: number): SubjectPage {
  const rows = sql
    .exec<{ change: number; name: string; subject: string | null }>(
      "SELECT change, name, json_extract(summary, '$.subject') AS subject FROM execution WHERE change > ? ORDER BY change LIMIT ?",
      after,
      readAtOnce,
    )
    .toArray();
  const { found, last } = firstOf(rows, subject);
  const next: SubjectPlace =
    last === undefined ? { at: "CONVERSATIONS", createdAt: -1, name: "" } : { at: "EXECUTIONS", change: last.change };
  return { executions: found, conversations: [], next };
}

function conversationsAfter(sql: SqlStorage, subject: string, createdAt: number, name: string): SubjectPage {
  if (!hasTable(sql, "conversation")) return { executions: [], conversations: [], next: null };
  const rows = sql
    .exec<{ created: number; name: string; subject: string | null }>(
      `SELECT created, name, json_extract(view, '$.subject') AS subject FROM conversation
       WHERE (created, name) > (?, ?) ORDER BY created, name LIMIT ?`,
      createdAt,
      name,
      readAtOnce,
    )
    .toArray();
  const { found, last } = firstOf(rows, subject);
  const next: SubjectPlace | null =
    last === undefined ? null : { at: "CONVERSATIONS", createdAt: last.created, name: last.name };
  return { executions: [], conversations: found, next };
}

/** The first of the subject among the rows, and the row up to which they were read. Undefined at the end. */
function firstOf<Row extends { readonly name: string; readonly subject: string | null }>(
  rows: readonly Row[],
  subject: string,
): { readonly found: readonly string[]; readonly last: Row | undefined } {
  const own = rows.filter((row) => row.subject === subject);
  const found = own.slice(0, foundAtOnce);
  if (own.length > found.length) return { found: found.map(({ name }) => name), last: found.at(-1) };
  return {
    found: found.map(({ name }) => name),
    last: rows.length < readAtOnce && found.length === 0 ? undefined : rows.at(-1),
  };
}

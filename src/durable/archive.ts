/**
 * An ended execution whose events and values retention has removed: its last snapshot, without values, in place of its journal.
 * Of the journal the last event stays, so that whoever follows it learns how it ended.
 *
 *   archive(number, text)   the JSON of an `Archive` in pieces, in order
 */
import type { ExecutionSummary, ExecutionView } from "../plan/execution-view.ts";
import type { Json, JsonObject } from "../plan/json.ts";
import { withModelLimits, withModelWords } from "../plan/upcast.ts";
import { piecesOf } from "./journal.ts";
import { hasTable } from "./sql-table.ts";
import { summaryOfToday, usageBeforeModels } from "./stored-summary.ts";

export interface Archive {
  /** Raised when its shape changes, so that old ones can be told apart. */
  readonly version: 2;
  /** Of the request that started the execution (E1). */
  readonly fingerprint: string;
  readonly view: ExecutionView;
  readonly summary: ExecutionSummary;
}

/** Null if nothing was archived here. */
export function readArchive(sql: SqlStorage): Archive | null {
  if (!hasTable(sql, "archive")) return null;
  const pieces = sql.exec<{ text: string }>("SELECT text FROM archive ORDER BY number").toArray();
  return archiveOfToday(JSON.parse(pieces.map(({ text }) => text).join("")) as Archive | ArchiveBeforeModels);
}

/** An archive as it was written until 0.2.0, when every plan was given and no model was called. */
export interface ArchiveBeforeModels {
  readonly version: 1;
  readonly fingerprint: string;
  readonly view: JsonObject;
  readonly summary: JsonObject;
}

/** `stored` in the form of today, whichever version wrote it. */
export function archiveOfToday(stored: Archive | ArchiveBeforeModels): Archive {
  if (stored.version === 2) return stored;
  const { fingerprint, summary, view } = stored;
  const { callables, limits, toolCalls, ...facts } = view;
  const nothing: JsonObject = {
    ...{ startedWith: "PLAN", onInvalidPlan: "REJECT", conversation: null, routing: null, planProblems: null },
    ...{ response: null, responseFailure: null, modelCalls: [] },
  };
  const upgraded: JsonObject = {
    ...facts,
    ...nothing,
    callables: withModelWords(callables),
    limits: withModelLimits(limits),
    usage: usageBeforeModels(Number(toolCalls)) as unknown as Json,
  };
  // What version 1 held, with every member that has come since.
  return {
    version: 2,
    fingerprint,
    view: upgraded as unknown as ExecutionView,
    summary: summaryOfToday<ExecutionSummary>(summary as unknown as ExecutionSummary),
  };
}

/** Puts the archive in the place of every event but the last, and of all values. A crash leaves the one or the other. */
export function storeArchive(storage: DurableObjectStorage, archive: Archive): void {
  const { sql } = storage;
  storage.transactionSync(() => {
    sql.exec("CREATE TABLE archive(number INTEGER PRIMARY KEY, text TEXT NOT NULL)");
    for (const [number, piece] of piecesOf(JSON.stringify(archive)).entries())
      sql.exec("INSERT INTO archive(number, text) VALUES(?, ?)", number, piece);
    sql.exec("DELETE FROM journal WHERE seq < ?", archive.view.sequence);
    sql.exec("DROP TABLE IF EXISTS part");
  });
}

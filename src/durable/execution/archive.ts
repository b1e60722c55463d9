/**
 * The archive of an ended execution whose events and values were removed by retention: its last snapshot, without values, replaces its
 * journal. The last event of the journal is kept, so that a watcher learns how the execution ended.
 *
 *   archive(number, text)   the JSON of an `Archive` in pieces, in order
 */

import { type Asked, titleOf } from "../../execution/events/title.ts";
import { withFormWords, withModelLimits, withModelWords } from "../../execution/events/upcast.ts";
import type { ExecutionView } from "../../execution/views/execution-view.ts";
import { outlineOfView } from "../../execution/views/outline.ts";
import type { ExecutionSummary } from "../../execution/views/summary.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../json/json.ts";
import { summaryOfToday, usageBeforeModels } from "../index/stored-summary.ts";
import { piecesOf } from "../storage/journal.ts";
import { hasTable } from "../storage/sql-table.ts";

export interface Archive {
  /** Raised when its shape changes, so that old ones can be told apart. */
  readonly version: 5;
  /** Of the request that started the execution (E1). */
  readonly fingerprint: string;
  readonly view: ExecutionView;
  readonly summary: ExecutionSummary;
}

/** An archive as some version wrote it. */
export interface WrittenArchive {
  readonly version: number;
  readonly fingerprint: string;
  readonly view: JsonObject;
  readonly summary: JsonObject;
}

export interface ReadArchive {
  readonly archive: Archive;
  /** Set if a later version wrote it: it is shown as far as it is known, and must not be touched (E2). */
  readonly parkedBy: string | null;
}

/** Null if nothing was archived here. */
export function readArchive(sql: SqlStorage): ReadArchive | null {
  if (!hasTable(sql, "archive")) return null;
  const pieces = sql.exec<{ text: string }>("SELECT text FROM archive ORDER BY number").toArray();
  return archiveOfToday(JSON.parse(pieces.map(({ text }) => text).join("")) as WrittenArchive);
}

/** From each version to the next. The first entry brings version 1 to version 2. */
const upgrades: readonly ((stored: WrittenArchive) => WrittenArchive)[] = [
  archivedBeforeModels,
  archivedBeforeRuns,
  archivedBeforeTurns,
  archivedBeforeOutlines,
];
const currentVersion = upgrades.length + 1;

/** Up to which archives are known. */
export const archiveVersion = currentVersion;

/** `stored` in the form of today, whichever version wrote it. */
export function archiveOfToday(stored: WrittenArchive): ReadArchive {
  const { version } = stored;
  const isKnown = Number.isInteger(version) && version >= 1 && version <= currentVersion;
  const upgraded = isKnown ? upgrades.slice(version - 1).reduce((old, next) => next(old), stored) : stored;
  // What an earlier version held, with every member that has come since.
  const archive = { ...upgraded, version: currentVersion } as unknown as Archive;
  return { archive, parkedBy: isKnown ? null : `archive version ${version}` };
}

/** Until 0.2.0 every plan was given and no model was called. */
function archivedBeforeModels({ fingerprint, summary, view }: WrittenArchive): WrittenArchive {
  const { callables, limits, toolCalls, ...facts } = view;
  const nothing: JsonObject = {
    startedWith: "PLAN",
    onInvalidPlan: "REJECT",
    conversation: null,
    routing: null,
    planProblems: null,
    response: null,
    responseFailure: null,
    modelCalls: [],
  };
  const upgraded: JsonObject = {
    ...facts,
    ...nothing,
    callables: withModelWords(callables),
    limits: withModelLimits(limits),
    usage: usageBeforeModels(Number(toolCalls)) as unknown as Json,
  };
  const listed = summaryOfToday<ExecutionSummary>(summary as unknown as ExecutionSummary);
  return { version: 2, fingerprint, view: upgraded, summary: listed as unknown as JsonObject };
}

/** Until 0.3.0 no execution was the run of a callable, stored an artifact, or waited for anything but people. */
function archivedBeforeRuns({ fingerprint, summary, view }: WrittenArchive): WrittenArchive {
  const { origin, steps } = view;
  const upgraded: JsonObject = {
    ...view,
    callable: null,
    message: null,
    input: null,
    output: null,
    artifacts: [],
    origin: isJsonObject(origin) ? { ...origin, ancestors: [] } : (origin ?? null),
    steps: isJsonArray(steps)
      ? steps.map((step) => (isJsonObject(step) ? { ...step, child: null, remoteTaskId: null, waitNote: null } : step))
      : (steps ?? null),
  };
  return { version: 3, fingerprint, view: upgraded, summary };
}

/** Until 0.4.0 no agents took turns, and people were only asked to permit a call, or to have it made again. */
function archivedBeforeTurns({ fingerprint, summary, view }: WrittenArchive): WrittenArchive {
  const { humanInputs } = view;
  const asked = isJsonArray(humanInputs)
    ? humanInputs.map((input) =>
        isJsonObject(input) ? { ...withFormWords(input), responseSchema: null, response: null } : input,
      )
    : (humanInputs ?? null);
  return { version: 4, fingerprint, view: { ...view, humanInputs: asked, turns: null }, summary };
}

/** Until 0.5.0 titles were not made, and lists told less. The words of a prompt were not archived, so the calls of its plan stand for it. */
function archivedBeforeOutlines({ fingerprint, summary, view }: WrittenArchive): WrittenArchive {
  const { callable, plan } = view;
  // The snapshot was made of what the execution was started with, in the shapes of today.
  const title = titleOf({ callable, message: null, plan } as unknown as Asked);
  const upgraded: JsonObject = { ...view, title, retryAt: null };
  const outline = outlineOfView(upgraded as unknown as ExecutionView) as unknown as Json;
  return { version: 5, fingerprint, view: upgraded, summary: { ...summary, outline } };
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
    sql.exec("DROP TABLE IF EXISTS push");
    sql.exec("DROP TABLE IF EXISTS webhook");
  });
}

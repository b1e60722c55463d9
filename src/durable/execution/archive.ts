/**
 * The archive of an ended execution whose events and values were removed by retention: its last snapshot, without values, replaces its
 * journal. The last event of the journal is kept, so that a watcher learns how the execution ended.
 *
 *   archive(number, text)   the JSON of an `Archive` in pieces, in order
 */

import type { ExecutionView } from "../../execution/views/execution-view.ts";
import {
  type ParkedRows,
  parkedSummary,
  parkedView,
  readOlderStart,
  readStableEnd,
} from "../../execution/views/parked-view.ts";
import type { ExecutionSummary } from "../../execution/views/summary.ts";
import type { JsonObject } from "../../json/json.ts";
import { pushTable } from "../deliveries/push-table.ts";
import { webhookTable } from "../deliveries/webhook-table.ts";
import type { ExecutionStorage } from "../storage/execution-storage.ts";
import { journalTable, keepLastEvent, partTable, piecesOf } from "../storage/journal.ts";

/** Raised when the shape of an archive changes. It identifies older archives. */
export const archiveVersion = 5;

export interface Archive {
  readonly version: typeof archiveVersion;
  /** Of the request that started the execution (E1). */
  readonly fingerprint: string;
  readonly view: ExecutionView;
  readonly summary: ExecutionSummary;
}

export interface ReadArchive {
  readonly archive: Archive;
  /** Set if another version wrote it: it is shown as far as it is known, and must not be touched (E2). */
  readonly parkedBy: string | null;
  /** Whether that is an earlier version, so that no code to come reads it. */
  readonly isTooOld: boolean;
}

export const archiveTable = {
  name: "archive",
  columns: "number INTEGER NOT NULL, text TEXT NOT NULL",
  key: ["number"],
  withoutRowid: false,
};

/** Returns undefined if nothing was archived here. */
export function readArchive(storage: ExecutionStorage): ReadArchive | undefined {
  const table = storage.table(archiveTable);
  if (!table.exists) return undefined;
  const pieces = table.select<{ text: string }>("text", "TRUE ORDER BY number");
  if (pieces.length === 0) return undefined;
  return archiveOf(JSON.parse(pieces.map(({ text }) => text).join("")));
}

/** The archive that some version wrote, as it is shown today. */
export function archiveOf(stored: Omit<Archive, "version"> & { readonly version: unknown }): ReadArchive {
  const asItStands: Archive = { ...stored, version: archiveVersion };
  if (stored.version === archiveVersion) return { archive: asItStands, parkedBy: null, isTooOld: false };
  const parkedBy = `archive version ${stored.version}`;
  const isTooOld = Number(stored.version) < archiveVersion;
  const rows = isTooOld ? parkedRowsOf(stored) : undefined;
  // A later version has every member of today.
  if (rows === undefined) return { archive: asItStands, parkedBy, isTooOld };
  const [view, summary] = [parkedView(rows, parkedBy, isTooOld), parkedSummary(rows)];
  return { archive: { version: archiveVersion, fingerprint: stored.fingerprint, view, summary }, parkedBy, isTooOld };
}

/** Members that the view of every version has. */
function parkedRowsOf({ fingerprint, view }: Pick<Archive, "fingerprint" | "view">): ParkedRows | undefined {
  const { createdAt, finishedAt, sequence, state, updatedAt } = view;
  const start = readOlderStart({ ...(view as unknown as JsonObject), fingerprint });
  const status = readStableEnd(view);
  if (start === undefined || status === undefined || finishedAt === null) return undefined;
  return { start, createdAt, updatedAt, sequence, orchestrationState: state, end: { status, at: finishedAt } };
}

/** Puts the archive in the place of every event but the last, and of all values. A crash leaves the one or the other. */
export function storeArchive(storage: ExecutionStorage, archive: Archive): void {
  storage.transactionSync(() => {
    const table = storage.table(archiveTable);
    table.create();
    for (const [number, piece] of piecesOf(JSON.stringify(archive)).entries())
      table.insert("number, text", number, piece);
    keepLastEvent(storage.table(journalTable));
    for (const gone of [partTable, pushTable, webhookTable]) storage.table(gone).drop();
  });
}

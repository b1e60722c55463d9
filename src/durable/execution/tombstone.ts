/**
 * The remains of a deleted execution: enough to recognise its key until the key would have become free anyway (E1). It is one small table
 * with one row, written in the transaction that removes everything else. A child that was stopped before it was created has a tombstone
 * without a fingerprint; a later request to create it is refused.
 *
 *   tombstone(execution, tenant, fingerprint, subject, created, until, listed)   listed: whether the index may still name it, and the
 *   store of artifacts still hold something of it
 */
import { pushTable } from "../deliveries/push-table.ts";
import { webhookTable } from "../deliveries/webhook-table.ts";
import type { ExecutionStorage } from "../storage/execution-storage.ts";
import { journalTable, partTable } from "../storage/journal.ts";
import { archiveTable } from "./archive.ts";

export interface Tombstone {
  /** Name of the object. */
  readonly execution: string;
  readonly tenant: string;
  readonly fingerprint: string;
  readonly subject: string;
  /** When the execution was created, Unix milliseconds as `until`. */
  readonly createdAt: number;
  /** When retention would have removed the execution, and the key is free again. */
  readonly until: number;
  /** Whether index and store of artifacts have yet to acknowledge that they forgot the execution. */
  readonly listed: boolean;
  /** Whether there never was an execution: a child that is not awaited any more, and that was not made yet. */
  readonly isPlanted: boolean;
}

export const tombstoneTable = {
  name: "tombstone",
  columns:
    "execution TEXT NOT NULL, tenant TEXT NOT NULL, fingerprint TEXT NOT NULL, subject TEXT NOT NULL, created INTEGER NOT NULL, until INTEGER NOT NULL, listed INTEGER NOT NULL",
  key: [],
  withoutRowid: false,
};

const tombstoneColumns = "execution, tenant, fingerprint, subject, created, until, listed";

/** Undefined if no execution was deleted here. */
export function readTombstone(storage: ExecutionStorage): Tombstone | undefined {
  const table = storage.table(tombstoneTable);
  if (!table.exists) return undefined;
  const [row] = table.select<Row>(tombstoneColumns, "TRUE");
  if (row === undefined) return undefined;
  const { created, listed, ...facts } = row;
  return { ...facts, createdAt: created, listed: listed !== 0, isPlanted: facts.fingerprint === "" };
}

/** Removes everything that is stored and puts the tombstone in its place. A crash leaves the one or the other. */
export function deleteWithTombstone(
  storage: ExecutionStorage,
  tombstone: Omit<Tombstone, "isPlanted" | "listed">,
): void {
  storage.transactionSync(() => {
    for (const gone of [journalTable, partTable, pushTable, webhookTable, archiveTable]) storage.table(gone).drop();
    write(storage, { ...tombstone, listed: true });
  });
}

/** Stores that no execution shall ever be made here, until the time `until`. */
export function reserveName(storage: ExecutionStorage, { now, until }: { now: number; until: number }): void {
  const nobody = { execution: "", tenant: "", fingerprint: "", subject: "" };
  storage.transactionSync(() => write(storage, { ...nobody, createdAt: now, until, listed: false }));
}

function write(storage: ExecutionStorage, tombstone: Omit<Tombstone, "isPlanted">): void {
  const { createdAt, execution, fingerprint, listed, subject, tenant, until } = tombstone;
  const table = storage.table(tombstoneTable);
  table.create();
  table.insert(tombstoneColumns, execution, tenant, fingerprint, subject, createdAt, until, listed ? 1 : 0);
}

/** Notes that index and store of artifacts have forgotten the execution. */
export function noteUnlisted(storage: ExecutionStorage): void {
  storage.table(tombstoneTable).update("listed = 0", "TRUE");
}

type Row = {
  readonly execution: string;
  readonly tenant: string;
  readonly fingerprint: string;
  readonly subject: string;
  readonly created: number;
  readonly until: number;
  readonly listed: number;
};

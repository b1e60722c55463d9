/**
 * The storage of one execution: its tables, and its alarm. An object that holds one execution has tables of its own (`ownStorage`). All
 * code that reads or writes an execution uses this interface, so the place of the rows does not matter.
 */
import { ExecutionTable, type TableShape } from "./execution-table.ts";

export interface ExecutionStorage {
  /** One table of the execution. Makes nothing. */
  table(shape: TableShape): ExecutionTable;
  /** Does `work` in one transaction, or in the open one. An error of it rolls back. */
  transactionSync<Result>(work: () => Result): Result;
  /** The time at which the execution is to be woken, Unix milliseconds. */
  setAlarm(at: number): Promise<void>;
  deleteAlarm(): Promise<void>;
  /** Removes everything that is stored of the execution, its alarm included. */
  removeAll(): Promise<void>;
}

/** The storage of an object that holds one execution. */
export function ownStorage(storage: DurableObjectStorage): ExecutionStorage {
  return {
    table: (shape) => new ExecutionTable(storage.sql, shape),
    transactionSync: (work) => storage.transactionSync(work),
    setAlarm: (at) => storage.setAlarm(at),
    deleteAlarm: () => storage.deleteAlarm(),
    // The alarm goes with the rows, in one step: rows without one would stay for ever. Before the compatibility date 2026-02-24 it rings once
    // more, finds nothing and is cleared.
    removeAll: () => storage.deleteAll(),
  };
}

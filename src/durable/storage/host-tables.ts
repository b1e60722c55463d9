/**
 * The tables of a host, which holds many executions. Rows of one execution have its number before their own key, and none is changed when
 * another execution is.
 *
 *   host(id, keys_elsewhere_until)   one row; until when a key may belong to an execution from before the tenant had hosts, which has an
 *                                 object of its own; Unix milliseconds
 *   hosted(name, id, at)          executions by name; number 0 for one that has an object of its own; when it has to be woken, Unix
 *                                 milliseconds, null for never
 *   hosted_<table>(hosted, …)     the tables of executions
 */
import { ExecutionTable, type HostedPlace, hostedTableStatement, type TableShape } from "./execution-table.ts";
import { hasTable } from "./sql-table.ts";

/** Where an execution is: here under a number, or in an object of its own. A name without a row is unknown. */
export type HostedEntry = { readonly kind: "HERE"; readonly id: number } | { readonly kind: "ELSEWHERE" | "UNKNOWN" };

export interface StoredWake {
  readonly id: number;
  readonly name: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Number in `hosted` of executions that have an object of their own. */
const elsewhere = 0;

export class HostTables {
  readonly #storage: DurableObjectStorage;
  readonly #shapes: readonly TableShape[];
  #exist: boolean;
  #lastId = 0;
  #count = 0;
  #keysElsewhereUntil = Number.POSITIVE_INFINITY;
  #rowsWritten = 0;

  constructor(storage: DurableObjectStorage, shapes: readonly TableShape[]) {
    this.#storage = storage;
    this.#shapes = shapes;
    this.#exist = isHost(storage);
    if (this.#exist) this.#read();
  }

  /** Rows that this instance wrote into these tables, without those of executions; as the platform counts and bills them. */
  get rowsWritten(): number {
    return this.#rowsWritten;
  }

  get exist(): boolean {
    return this.#exist;
  }

  /** Until when a key may belong to an execution from before the tenant had hosts. Without end while nothing is stored here. */
  get keysElsewhereUntil(): number {
    return this.#keysElsewhereUntil;
  }

  /** How many executions are here. */
  get count(): number {
    return this.#count;
  }

  /** Bytes of the whole object. */
  get bytes(): number {
    return this.#storage.sql.databaseSize;
  }

  /** Creates nothing. */
  find(name: string): HostedEntry {
    if (!this.#exist) return { kind: "UNKNOWN" };
    const [row] = this.#storage.sql.exec<{ id: number }>("SELECT id FROM hosted WHERE name = ?", name).toArray();
    if (row === undefined) return { kind: "UNKNOWN" };
    return row.id === elsewhere ? { kind: "ELSEWHERE" } : { kind: "HERE", id: row.id };
  }

  /** The place of the execution `name`, which has the number `id` if anything is stored of it. */
  place(name: string, id: number | undefined): TakenPlace {
    return new TakenPlace(id, (taken, at) => {
      const number = taken ?? this.#lastId + 1;
      const rows = this.#write("INSERT OR IGNORE INTO hosted(name, id, at) VALUES(?, ?, ?)", name, number, at ?? null);
      this.#lastId = Math.max(this.#lastId, number);
      this.#count += rows;
      return { number, rows };
    });
  }

  /** Notes that an execution has an object of its own. */
  point(name: string): void {
    this.#write("INSERT OR IGNORE INTO hosted(name, id, at) VALUES(?, ?, NULL)", name, elsewhere);
  }

  /** One of the tables of an execution. */
  table(shape: TableShape, place: HostedPlace): ExecutionTable {
    return new ExecutionTable(this.#storage.sql, shape, place);
  }

  /** Runs `work` in a transaction of the execution at `place`. */
  transactionSync<Result>(place: TakenPlace, work: () => Result): Result {
    const count = this.#count;
    try {
      return this.#storage.transactionSync(work);
    } catch (error) {
      this.#count = count;
      place.undone();
      throw error;
    }
  }

  /** Removes every row of an execution. Its name is free again. */
  remove(name: string, place: TakenPlace): void {
    const { id } = place;
    if (id === undefined) return;
    this.#storage.transactionSync(() => {
      for (const shape of this.#shapes) this.table(shape, place).drop();
      this.#write("DELETE FROM hosted WHERE name = ?", name);
    });
    this.#count -= 1;
    place.leave();
  }

  /** Times to wake until `nearUntil`, and the first after it, which is infinite if there is none. */
  wakes(nearUntil: number): { readonly near: readonly StoredWake[]; readonly farAt: number } {
    if (!this.#exist) return { near: [], farAt: Number.POSITIVE_INFINITY };
    const { sql } = this.#storage;
    const near = sql
      .exec<{ id: number; name: string; at: number }>("SELECT id, name, at FROM hosted WHERE at <= ?", nearUntil)
      .toArray();
    const [far] = sql.exec<{ at: number | null }>("SELECT min(at) AS at FROM hosted WHERE at > ?", nearUntil).toArray();
    return { near, farAt: far?.at ?? Number.POSITIVE_INFINITY };
  }

  /** Undefined if the execution is not to be woken. */
  wakeAt(name: string): number | undefined {
    const [row] = this.#storage.sql.exec<{ at: number | null }>("SELECT at FROM hosted WHERE name = ?", name).toArray();
    return row?.at ?? undefined;
  }

  setWake({ at, name }: Pick<StoredWake, "at" | "name">): void {
    this.#write("UPDATE hosted SET at = ? WHERE name = ?", at, name);
  }

  forgetWake(name: string): void {
    this.#write("UPDATE hosted SET at = NULL WHERE name = ?", name);
  }

  /** Makes the tables, all at once: an object becomes a host with the first execution that it is asked to hold. */
  open(keysElsewhereUntil: number): void {
    if (this.#exist) return;
    this.#storage.transactionSync(() => {
      this.#write("CREATE TABLE host(id INTEGER PRIMARY KEY, keys_elsewhere_until INTEGER NOT NULL)");
      this.#write("CREATE TABLE hosted(name TEXT PRIMARY KEY, id INTEGER NOT NULL, at INTEGER) WITHOUT ROWID");
      for (const shape of this.#shapes) this.#write(hostedTableStatement(shape));
      this.#write("INSERT INTO host(id, keys_elsewhere_until) VALUES(1, ?)", keysElsewhereUntil);
    });
    this.#exist = true;
    this.#read();
  }

  #read(): void {
    const { sql } = this.#storage;
    this.#keysElsewhereUntil = sql
      .exec<{ until: number }>("SELECT keys_elsewhere_until AS until FROM host")
      .one().until;
    const { count, last } = sql
      .exec<{ count: number; last: number }>(
        "SELECT count(*) AS count, coalesce(max(id), 0) AS last FROM hosted WHERE id > 0",
      )
      .one();
    this.#count = count;
    this.#lastId = last;
  }

  #write(statement: string, ...bound: SqlStorageValue[]): number {
    const { rowsWritten } = this.#storage.sql.exec(statement, ...bound);
    this.#rowsWritten += rowsWritten;
    return rowsWritten;
  }
}

/** Whether the object has become a host. Creates nothing. */
export function isHost({ sql }: DurableObjectStorage): boolean {
  return hasTable(sql, "host");
}

type NotePlace = (id: number | undefined, at: number | undefined) => { readonly number: number; readonly rows: number };

/** Taken when the first row of the execution is written, in its transaction: one that is undone is taken again with the same number. */
export class TakenPlace implements HostedPlace {
  readonly #note: NotePlace;
  #id: number | undefined;
  /** Whether the row is known to be there, so that it needs no statement. */
  #isStored: boolean;

  constructor(id: number | undefined, note: NotePlace) {
    this.#id = id;
    this.#isStored = id !== undefined;
    this.#note = note;
  }

  get id(): number | undefined {
    return this.#id;
  }

  /** Returns the rows that this wrote, 0 if the place was taken before. One that is taken now is to be woken at `at`. */
  take(at?: number): number {
    if (this.#isStored) return 0;
    const { number, rows } = this.#note(this.#id, at);
    this.#id = number;
    this.#isStored = true;
    return rows;
  }

  /** A transaction was undone in which it may have been taken. */
  undone(): void {
    this.#isStored = false;
  }

  leave(): void {
    this.#id = undefined;
    this.#isStored = false;
  }
}

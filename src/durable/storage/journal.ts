/**
 * Room `durable/storage`: the journal of one execution in SQL, which is its only source of truth (E2), and the one question about tables
 * that all objects ask (`sql-table.ts`).
 *
 * It leaves to others: `execution/events` defines the events, their versions and the upcasting of old ones; `execution/state` folds them;
 * every other table belongs to the room that reads it.
 *
 * Invariants:
 *
 * - `seq INTEGER PRIMARY KEY` is journal, event stream and cursor at once. There is no secondary index and no AUTOINCREMENT.
 * - The records of one `append` are stored in one transaction, and in one row unless they are too large for it.
 * - A cursor is the sequence of an event, also of one in the middle of a row.
 * - Values over 64 KB lie in `part`, which `transition` never reads.
 * - Tables are made with the first row that needs them, so that reading an execution that does not exist creates none (E1).
 *
 *   journal(seq, kind, version, at, hidden, body)   the rows of `journal-row.ts`; `seq` is the sequence of the last event of the row
 *   part(seq, slot, number, text)                   the JSON text of a large value in pieces, in order; `seq` is that of its event
 */
import type { RecordedEvent } from "../../execution/events/event.ts";
import { valuesOf, withValues } from "../../execution/events/value-slots.ts";
import { type Json, utf8Bytes } from "../../json/json.ts";
import { storedText } from "../../json/store-value.ts";
import { inlineBytes, type StoredValue, type ValueSlot } from "../../json/stored-value.ts";
import type { Journal, JournalPage } from "../ports/ports.ts";
import type { ExecutionStorage } from "./execution-storage.ts";
import type { ExecutionTable, InsertUnless } from "./execution-table.ts";
import { type JournalRow, readRow, rowsOf } from "./journal-row.ts";

/** UTF-16 units of a piece; three bytes each at worst stay below the 2 MB that a row may hold. */
const pieceLength = 500_000;

/** Rows that are read at a time. Most hold a few KB. */
const rowsAtATime = 128;

export const journalTable = {
  name: "journal",
  columns:
    "seq INTEGER NOT NULL, kind TEXT NOT NULL, version INTEGER NOT NULL, at INTEGER NOT NULL, hidden INTEGER NOT NULL, body TEXT NOT NULL",
  key: ["seq"],
  withoutRowid: false,
};

export const partTable = {
  name: "part",
  columns: "seq INTEGER NOT NULL, slot TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL",
  key: ["seq", "slot", "number"],
  withoutRowid: true,
};

/** The columns of a `JournalRow`. */
export const rowColumns = "seq, kind, version, at, hidden, body";

export class SqlJournal implements Journal {
  readonly #storage: ExecutionStorage;
  readonly #journal: ExecutionTable;
  readonly #parts: ExecutionTable;
  /** Two objects over one journal, one of them lost without knowing it, must not both store the next row. */
  readonly #insertNext: InsertUnless;
  #exists: boolean;
  #hasParts = false;
  #rowsWritten = 0;
  /** Bytes of all that is stored. Undefined until they are read, in an instance that did not write all of them. */
  #storedBytes: number | undefined;
  /**
   * The row that was written last, which is mostly the one that is referred to next. Its text, as the table has it (E14): the value that it
   * was made of may read otherwise, such as a number beyond all bounds, and a run would continue otherwise after a crash.
   */
  #latest: { readonly row: JournalRow | undefined; readonly first: number } = { row: undefined, first: 0 };

  constructor(storage: ExecutionStorage) {
    this.#storage = storage;
    this.#journal = storage.table(journalTable);
    this.#parts = storage.table(partTable);
    this.#insertNext = this.#journal.inserterUnless(rowColumns, "seq >= ?");
    this.#exists = this.#journal.exists;
    this.#storedBytes = this.#exists ? undefined : 0;
  }

  /** Whether anything was ever stored here. Creates nothing. */
  get exists(): boolean {
    return this.#exists;
  }

  /** Rows that this instance wrote, as the platform counts and bills them. */
  get rowsWritten(): number {
    return this.#rowsWritten;
  }

  append(records: readonly RecordedEvent[]): void {
    const [first] = records;
    if (first === undefined) return;
    if (this.#exists && !records.some(isLarge)) {
      const [only, ...more] = rowsOf(records);
      if (only !== undefined && more.length === 0) {
        // One statement is a transaction by itself.
        this.#insert(only, first.sequence);
        this.#latest = { row: only, first: first.sequence };
        return;
      }
    }
    const [hadParts, storedBytes] = [this.#hasParts, this.#storedBytes];
    let latest = { row: undefined as JournalRow | undefined, first: first.sequence };
    try {
      this.#storage.transactionSync(() => {
        if (!this.#exists) this.#rowsWritten += this.#journal.create();
        for (const row of rowsOf(records.map((record) => (isLarge(record) ? this.#withParts(record) : record)))) {
          latest = { row, first: latest.row === undefined ? first.sequence : latest.row.seq + 1 };
          this.#insert(row, latest.first);
        }
      });
    } catch (error) {
      // A table that was made within is gone with the transaction, and so are its rows.
      this.#hasParts = hadParts;
      this.#storedBytes = storedBytes;
      throw error;
    }
    this.#exists = true;
    this.#latest = latest;
  }

  read(after: number, maxBytes: number): JournalPage {
    if (!this.#exists) return { records: [], complete: true, unknown: undefined };
    const records: RecordedEvent[] = [];
    let bytes = 0;
    for (let last = after; ; ) {
      const rows = this.#journal.selectRaw<RowValues>(rowColumns, "seq > ? ORDER BY seq LIMIT ?", last, rowsAtATime);
      for (const [seq, kind, version, at, hidden, body] of rows) {
        const row = { seq, kind, version, at, hidden, body };
        if (records.length > 0 && bytes + body.length > maxBytes)
          return { records, complete: false, unknown: undefined };
        const read = readRow(row);
        for (const record of read.records) if (record.sequence > after) records.push(record);
        if (read.unknown !== undefined) return { records, complete: true, unknown: read.unknown };
        bytes += body.length;
        last = seq;
      }
      if (rows.length < rowsAtATime) return { records, complete: true, unknown: undefined };
    }
  }

  value({ sequence, slot }: { readonly sequence: number; readonly slot: ValueSlot }): Json | undefined {
    if (!this.#exists) return undefined;
    const record = this.#recordAt(sequence);
    if (record === undefined) return undefined;
    const value = valuesOf(record.event).find(([name]) => name === slot)?.[1];
    if (value === undefined || value.inline !== undefined) return value?.inline;
    const pieces = this.#parts.select<{ text: string }>("text", "seq = ? AND slot = ? ORDER BY number", sequence, slot);
    return pieces.length === 0 ? undefined : (JSON.parse(pieces.map((piece) => piece.text).join("")) as Json);
  }

  storedBytes(): number {
    this.#storedBytes ??= bytesIn(this.#journal, "body") + bytesIn(this.#parts, "text");
    return this.#storedBytes;
  }

  #recordAt(sequence: number): RecordedEvent | undefined {
    const { first, row: latest } = this.#latest;
    if (latest !== undefined && first <= sequence && sequence <= latest.seq) return recordIn(latest, sequence);
    const [row] = this.#journal.select<Row>(rowColumns, "seq >= ? ORDER BY seq LIMIT 1", sequence);
    return row === undefined ? undefined : recordIn(row, sequence);
  }

  #insert(row: JournalRow, first: number): void {
    const written = this.#insertNext(valuesIn(row), first);
    if (written === 0) throw new Error(`Cannot store event ${first}: the journal has it already`);
    this.#rowsWritten += written;
    this.#count(row.body);
  }

  #count(text: string): void {
    if (this.#storedBytes !== undefined) this.#storedBytes += utf8Bytes(text);
  }

  /** `record` as its row holds it: large values are written beside it. */
  #withParts(record: RecordedEvent): RecordedEvent {
    const event = withValues(record.event, (slot, value) => this.#withPieces(record.sequence, slot, value));
    return { ...record, event };
  }

  /** Moves a large value out of its row. */
  #withPieces(sequence: number, slot: ValueSlot, value: StoredValue): StoredValue {
    if (value.inline === undefined || value.bytes <= inlineBytes) return value;
    if (!this.#hasParts) this.#rowsWritten += this.#parts.create();
    this.#hasParts = true;
    const text = storedText(value);
    for (const [number, piece] of piecesOf(text).entries()) {
      this.#rowsWritten += this.#parts.insert("seq, slot, number, text", sequence, slot, number, piece);
      this.#count(piece);
    }
    return { bytes: value.bytes, digest: value.digest };
  }
}

/**
 * `text` in pieces. None ends between the two units of a character, which a database of UTF-8 could not keep.
 *
 * @example
 * ```ts
 * piecesOf("abcde", 2); // ["ab", "cd", "e"]
 * piecesOf("a😀", 2); // ["a", "😀"]
 * ```
 */
export function piecesOf(text: string, length = pieceLength): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const unit = text.charCodeAt(start + length - 1);
    const splits = start + length < text.length && unit >= 0xd800 && unit <= 0xdbff;
    const end = start + length - (splits ? 1 : 0);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

/** Bytes of the texts in a column, zero if nothing was ever stored. */
function bytesIn(table: ExecutionTable, column: string): number {
  if (!table.exists) return 0;
  return table.select<{ bytes: number }>(`coalesce(sum(octet_length(${column})), 0) AS bytes`, "TRUE")[0]?.bytes ?? 0;
}

/** Whether a record needs more than its place in a row. */
function isLarge(record: RecordedEvent): boolean {
  return valuesOf(record.event).some(([, value]) => value.bytes > inlineBytes);
}

/**
 * Removes every event but the last, and all that shares its row. The caller has a transaction, and replaces the events by something else.
 */
export function keepLastEvent(journal: ExecutionTable): void {
  const [row] = journal.select<Row>(rowColumns, "TRUE ORDER BY seq DESC LIMIT 1");
  const records = row === undefined ? [] : readRow(row).records;
  const last = records.at(-1);
  if (last === undefined || last.sequence !== row?.seq) throw new Error("the last event of the journal is not known");
  if (records.length === 1) {
    journal.delete("seq < ?", last.sequence);
    return;
  }
  journal.delete("TRUE");
  for (const alone of rowsOf([last])) journal.insert(rowColumns, ...valuesIn(alone));
}

function recordIn(row: JournalRow, sequence: number): RecordedEvent | undefined {
  return readRow(row).records.find((record) => record.sequence === sequence);
}

/** In the order of `rowColumns`. */
function valuesIn({ at, body, hidden, kind, seq, version }: JournalRow): readonly SqlStorageValue[] {
  return [seq, kind, version, at, hidden, body];
}

type Row = Record<string, SqlStorageValue> & JournalRow;

/** In the order of `rowColumns`. */
type RowValues = [seq: number, kind: string, version: number, at: number, hidden: number, body: string];

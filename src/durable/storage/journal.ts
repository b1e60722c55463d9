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
 * - The records of one `append` are stored in one transaction.
 * - Values over 64 KB lie in `part`, which `transition` never reads.
 * - Tables are made with the first row that needs them, so that reading an execution that does not exist creates none (E1).
 *
 *   journal(seq, kind, version, at, hidden, body)   body: JSON of {transitions, event without kind, large values left out}
 *   part(seq, slot, number, text)                   the JSON text of a large value in pieces, in order
 */
import type { RecordedEvent } from "../../execution/events/event.ts";
import { valuesOf, withValues } from "../../execution/events/value-slots.ts";
import type { Json } from "../../json/json.ts";
import { storedText } from "../../json/store-value.ts";
import { inlineBytes, type StoredValue, type ValueSlot } from "../../json/stored-value.ts";
import type { Journal, JournalPage } from "../ports/ports.ts";
import type { ExecutionStorage } from "./execution-storage.ts";
import type { ExecutionTable } from "./execution-table.ts";
import { type JournalRow, recordOf, rowOf } from "./journal-row.ts";

/** UTF-16 units of a piece; three bytes each at worst stay below the 2 MB that a row may hold. */
const pieceLength = 500_000;

/** Rows that are read at a time. Each holds 64 KB at most. */
const rowsAtATime = 64;

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
  #exists: boolean;
  #hasParts = false;
  #rowsWritten = 0;
  /**
   * The row that was written last, which is mostly the one that is referred to next. Its text, as the table has it (E14): the value that it
   * was made of may read otherwise, such as a number beyond all bounds, and a run would go on otherwise after a crash.
   */
  #latest: JournalRow | null = null;

  constructor(storage: ExecutionStorage) {
    this.#storage = storage;
    this.#journal = storage.table(journalTable);
    this.#parts = storage.table(partTable);
    this.#exists = this.#journal.exists;
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
    const [only, ...more] = records;
    if (this.#exists && only !== undefined && more.length === 0 && !isLarge(only)) {
      // One statement is a transaction by itself.
      this.#latest = this.#insert(only);
      return;
    }
    const hadParts = this.#hasParts;
    let latest = this.#latest;
    try {
      this.#storage.transactionSync(() => {
        if (!this.#exists) this.#rowsWritten += this.#journal.create();
        for (const record of records) latest = this.#insert(record);
      });
    } catch (error) {
      // A table that was made within is gone with the transaction.
      this.#hasParts = hadParts;
      throw error;
    }
    this.#exists = true;
    this.#latest = latest;
  }

  read(after: number, maxBytes: number): JournalPage {
    if (!this.#exists) return { records: [], complete: true, unknown: null };
    const records: RecordedEvent[] = [];
    let bytes = 0;
    for (let last = after; ; ) {
      const rows = this.#journal.select<Row>(rowColumns, "seq > ? ORDER BY seq LIMIT ?", last, rowsAtATime);
      for (const row of rows) {
        if (records.length > 0 && bytes + row.body.length > maxBytes)
          return { records, complete: false, unknown: null };
        const read = recordOf(row);
        if (!("event" in read)) return { records, complete: true, unknown: read };
        records.push(read);
        bytes += row.body.length;
        last = row.seq;
      }
      if (rows.length < rowsAtATime) return { records, complete: true, unknown: null };
    }
  }

  value({ sequence, slot }: { readonly sequence: number; readonly slot: ValueSlot }): Json | undefined {
    if (!this.#exists) return undefined;
    const row = this.#latest?.seq === sequence ? this.#latest : this.#rowAt(sequence);
    const read = row === undefined ? undefined : recordOf(row);
    if (read === undefined || !("event" in read)) return undefined;
    const value = valuesOf(read.event).find(([name]) => name === slot)?.[1];
    if (value === undefined || value.inline !== undefined) return value?.inline;
    const pieces = this.#parts.select<{ text: string }>("text", "seq = ? AND slot = ? ORDER BY number", sequence, slot);
    return pieces.length === 0 ? undefined : (JSON.parse(pieces.map((piece) => piece.text).join("")) as Json);
  }

  #rowAt(sequence: number): JournalRow | undefined {
    return this.#journal.select<Row>(rowColumns, "seq = ?", sequence)[0];
  }

  /** Writes `record`, large values beside it. Returns its row. */
  #insert(record: RecordedEvent): JournalRow {
    const event = withValues(record.event, (slot, value) => this.#withPieces(record.sequence, slot, value));
    const row = rowOf({ ...record, event });
    const { at, body, hidden, kind, seq, version } = row;
    this.#rowsWritten += this.#journal.insert(rowColumns, seq, kind, version, at, hidden, body);
    return row;
  }

  /** Moves a large value out of its row. */
  #withPieces(sequence: number, slot: ValueSlot, value: StoredValue): StoredValue {
    if (value.inline === undefined || value.bytes <= inlineBytes) return value;
    if (!this.#hasParts) this.#rowsWritten += this.#parts.create();
    this.#hasParts = true;
    const text = storedText(value);
    for (const [number, piece] of piecesOf(text).entries())
      this.#rowsWritten += this.#parts.insert("seq, slot, number, text", sequence, slot, number, piece);
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

/** Whether a record needs more rows than its own. */
function isLarge(record: RecordedEvent): boolean {
  return valuesOf(record.event).some(([, value]) => value.bytes > inlineBytes);
}

type Row = Record<string, SqlStorageValue> & JournalRow;

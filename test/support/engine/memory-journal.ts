/** A journal in memory that keeps rows as text, as SQL would: what comes out was written, read and upcast. */

import type { Journal, JournalPage } from "../../../src/durable/ports/ports.ts";
import { type JournalRow, type ReadRow, readRow, rowsOf } from "../../../src/durable/storage/journal-row.ts";
import type { RecordedEvent } from "../../../src/execution/events/event.ts";
import { valuesOf } from "../../../src/execution/events/value-slots.ts";
import type { Json } from "../../../src/json/json.ts";
import type { ValueSlot } from "../../../src/json/stored-value.ts";

/** Rows never change, so each is read from its text once. */
const readRows = new WeakMap<JournalRow, ReadRow>();

function readOf(row: JournalRow): ReadRow {
  const known = readRows.get(row) ?? readRow(row);
  readRows.set(row, known);
  return known;
}

export class MemoryJournal implements Journal {
  readonly rows: JournalRow[];
  /** Called in each transaction before its rows are stored. None is if it throws. */
  beforeAppend: (records: readonly RecordedEvent[]) => void = () => undefined;
  /** Called in each transaction after its rows are stored. */
  afterAppend: (records: readonly RecordedEvent[]) => void = () => undefined;

  constructor(rows: readonly JournalRow[] = []) {
    this.rows = [...rows];
  }

  append(records: readonly RecordedEvent[]): void {
    this.beforeAppend(records);
    let last = this.sequence;
    for (const { sequence } of records) {
      if (sequence !== last + 1) throw new Error(`event ${sequence} after ${last}`);
      last = sequence;
    }
    this.rows.push(...rowsOf(records));
    this.afterAppend(records);
  }

  read(after: number): JournalPage {
    const records: RecordedEvent[] = [];
    for (const row of this.rows.slice(this.#rowAt(after + 1))) {
      const read = readOf(row);
      records.push(...read.records.filter(({ sequence }) => sequence > after));
      if (read.unknown !== undefined) return { records, complete: true, unknown: read.unknown };
    }
    return { records, complete: true, unknown: undefined };
  }

  value({ sequence, slot }: { readonly sequence: number; readonly slot: ValueSlot }): Json | undefined {
    const row = this.rows[this.#rowAt(sequence)];
    const record = row === undefined ? undefined : readOf(row).records.find((found) => found.sequence === sequence);
    if (record === undefined) return undefined;
    return valuesOf(record.event).find(([name]) => name === slot)?.[1].inline;
  }

  /** Sequence of the last event; 0 for none. */
  get sequence(): number {
    return this.rows.at(-1)?.seq ?? 0;
  }

  /** All events that are known. */
  get records(): readonly RecordedEvent[] {
    return this.read(0).records;
  }

  /** Kinds of the events. */
  get kinds(): readonly string[] {
    return this.records.map(({ event }) => event.kind);
  }

  /** The rows of another journal with the same events in a row each: as 0.8.0 wrote them, and with a crash behind each. */
  get single(): readonly JournalRow[] {
    return this.records.flatMap((record) => rowsOf([record]));
  }

  /** Index of the row with the event of this sequence. */
  #rowAt(sequence: number): number {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.rows[middle]?.seq ?? 0) < sequence) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

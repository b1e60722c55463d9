/** A journal in memory that keeps rows as text, as SQL would: what comes out was written, read and upcast. */

import type { Journal, JournalPage } from "../../../src/durable/ports/ports.ts";
import { type JournalRow, recordOf, rowOf } from "../../../src/durable/storage/journal-row.ts";
import type { RecordedEvent } from "../../../src/execution/events/event.ts";
import { valuesOf } from "../../../src/execution/events/value-slots.ts";
import type { Json } from "../../../src/json/json.ts";
import type { ValueSlot } from "../../../src/json/stored-value.ts";

type Read = ReturnType<typeof recordOf>;

/** Rows never change, so each is read from its text once. */
const readRows = new WeakMap<JournalRow, Read>();

function readOf(row: JournalRow): Read {
  const known = readRows.get(row) ?? recordOf(row);
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
    for (const record of records) {
      if (record.sequence !== this.rows.length + 1) throw new Error(`row ${record.sequence} after ${this.rows.length}`);
      this.rows.push(rowOf(record));
    }
    this.afterAppend(records);
  }

  read(after: number): JournalPage {
    const records: RecordedEvent[] = [];
    for (const row of this.rows.slice(after)) {
      const read = readOf(row);
      if (!("event" in read)) return { records, complete: true, unknown: read };
      records.push(read);
    }
    return { records, complete: true, unknown: null };
  }

  value({ sequence, slot }: { readonly sequence: number; readonly slot: ValueSlot }): Json | undefined {
    const row = this.rows[sequence - 1];
    const read = row === undefined ? undefined : readOf(row);
    if (read === undefined || !("event" in read)) return undefined;
    return valuesOf(read.event).find(([name]) => name === slot)?.[1].inline;
  }

  get kinds(): readonly string[] {
    return this.rows.map((row) => row.kind);
  }
}

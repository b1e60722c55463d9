/** The journal of a released version in memory: rows as that version stored them, read and continued by the code of today. */

import type { Journal, JournalPage } from "../../src/durable/ports/ports.ts";
import { type JournalRow, readRow } from "../../src/durable/storage/journal-row.ts";
import type { RecordedEvent } from "../../src/execution/events/event.ts";
import { valuesOf } from "../../src/execution/events/value-slots.ts";

export class RowJournal implements Journal {
  readonly #records: RecordedEvent[] = [];
  readonly #unknown: JournalPage["unknown"];

  constructor(rows: readonly JournalRow[]) {
    for (const row of rows) {
      const { records, unknown } = readRow(row);
      this.#records.push(...records);
      if (unknown === undefined) continue;
      this.#unknown = unknown;
      return;
    }
    this.#unknown = undefined;
  }

  get records(): readonly RecordedEvent[] {
    return this.#records;
  }

  append(records: readonly RecordedEvent[]): void {
    for (const record of records) {
      if (record.sequence !== this.#records.length + 1) throw new Error(`row ${record.sequence} leaves a gap`);
      this.#records.push(record);
    }
  }

  read(after: number): JournalPage {
    const records = this.#records.filter((record) => record.sequence > after);
    return { records, complete: true, unknown: this.#unknown };
  }

  value({ sequence, slot }: Parameters<Journal["value"]>[0]): ReturnType<Journal["value"]> {
    const record = this.#records[sequence - 1];
    return record && valuesOf(record.event).find(([name]) => name === slot)?.[1].inline;
  }
}

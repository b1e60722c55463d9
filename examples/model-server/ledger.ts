/** The ledger of the scripted model: every request that reached it, so that a test can count and compare what was really sent. */
import type { Purpose } from "./question.ts";

export interface ModelLedgerEntry {
  readonly path: string;
  readonly purpose: Purpose;
  /** Whether a key came with it; the key itself is not kept. */
  readonly authorized: boolean;
  /** As it was received, JSON where it was JSON. */
  readonly body: unknown;
  /** When it arrived, Unix milliseconds. */
  readonly at: number;
  /** When its answer was sent or given up. Null until then. */
  endedAt: number | null;
}

export class ModelLedger {
  #entries: ModelLedgerEntry[] = [];

  get entries(): readonly ModelLedgerEntry[] {
    return this.#entries;
  }

  add(entry: ModelLedgerEntry): ModelLedgerEntry {
    this.#entries.push(entry);
    return entry;
  }

  reset(): void {
    this.#entries = [];
  }
}

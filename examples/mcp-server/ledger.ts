/** The ledger of the example: every call that reached a tool, so that a test can count what really happened. */

export interface LedgerEntry {
  /** Key of the call (E5), from the metadata, else from the header. Null if there was none. */
  readonly key: string | null;
  readonly tool: string;
  readonly arguments: unknown;
  /** What people answered to the tool's questions, by their names, and the state that came back with it. Null if none did. */
  readonly answers: unknown;
  readonly requestState: unknown;
  /** `_meta` of the request as it was received. */
  readonly meta: unknown;
  readonly headers: { readonly idempotencyKey: string | null; readonly traceparent: string | null };
  /** When it arrived, Unix milliseconds. */
  readonly at: number;
  /** False while the tool works, and for ever if the call was sabotaged. */
  completed: boolean;
}

export class Ledger {
  #entries: LedgerEntry[] = [];

  get entries(): readonly LedgerEntry[] {
    return this.#entries;
  }

  add(entry: LedgerEntry): LedgerEntry {
    this.#entries.push(entry);
    return entry;
  }

  reset(): void {
    this.#entries = [];
  }
}

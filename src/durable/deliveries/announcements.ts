/**
 * The summaries of the executions of one object on their way to the index of their tenant. One call is on its way at a time, and everything
 * that falls due meanwhile goes with the next. When and how often an execution has something to say is its own matter (`outbox.ts`).
 *
 * - A summary that cannot be made or stored fails alone; the others of its call are taken over.
 * - The index keeps higher revisions, so that a summary which is repeated after a lost answer changes nothing (E8).
 */
import type { ExecutionSummary } from "../../execution/views/summary.ts";
import type { IndexPort } from "../ports/execution-options.ts";

/** Summaries of one call. Each may name all callables of its plan, and one call holds 32 MB. */
export const maxSummariesOfCall = 25;

/** A summary is made when its call leaves. */
interface Entry {
  readonly summary: () => ExecutionSummary;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export type AnnouncedIndex = Pick<IndexPort, "put" | "putMany">;

export class Announcements {
  readonly #index: (tenant: string) => AnnouncedIndex;
  /** What waits for its turn, of each tenant to whose index a call is on its way. */
  readonly #waiting = new Map<string, Entry[]>();

  constructor(index: (tenant: string) => AnnouncedIndex) {
    this.#index = index;
  }

  /** Resolves when the index took the summary over, and rejects if it did not. */
  put(tenant: string, summary: () => ExecutionSummary): Promise<void> {
    const { promise, reject, resolve } = Promise.withResolvers<void>();
    const entry = { summary, resolve, reject };
    const waiting = this.#waiting.get(tenant);
    if (waiting === undefined) {
      this.#waiting.set(tenant, [entry]);
      void this.#sendAll(tenant);
    } else waiting.push(entry);
    return promise;
  }

  async #sendAll(tenant: string): Promise<void> {
    // What falls due in the same turn goes together.
    await Promise.resolve();
    const waiting = this.#waiting.get(tenant) ?? [];
    while (waiting.length > 0) await this.#send(tenant, waiting.splice(0, maxSummariesOfCall));
    this.#waiting.delete(tenant);
  }

  /** Never rejects. */
  async #send(tenant: string, entries: readonly Entry[]): Promise<void> {
    const made = entries.flatMap((entry) => {
      try {
        return [{ entry, summary: entry.summary() }];
      } catch (error) {
        entry.reject(error);
        return [];
      }
    });
    try {
      const faults = await putAll(
        this.#index(tenant),
        made.map(({ summary }) => summary),
      );
      for (const [place, { entry }] of made.entries()) {
        const fault = faults[place] ?? null;
        if (fault === null) entry.resolve();
        else entry.reject(new Error(fault));
      }
    } catch (error) {
      for (const { entry } of made) entry.reject(error);
    }
  }
}

/** What went wrong with each, null where nothing did. */
async function putAll(
  index: AnnouncedIndex,
  summaries: readonly ExecutionSummary[],
): Promise<readonly (string | null)[]> {
  const [first, ...more] = summaries;
  if (first === undefined) return [];
  if (more.length > 0) return index.putMany(summaries);
  await index.put(first);
  return [];
}

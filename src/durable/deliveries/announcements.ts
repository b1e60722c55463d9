/**
 * The summaries of the executions of one object on their way to the index of their tenant. One call is on its way at a time, and everything
 * that falls due meanwhile goes with the next. When and how often an execution has something to say is its own matter (`outbox.ts`).
 *
 * - A summary that cannot be made or stored fails alone; the others of its call are stored.
 * - The index keeps higher revisions, so that a summary which is repeated after a lost answer changes nothing (E8).
 */
import type { ExecutionSummary } from "../../execution/views/summary.ts";
import { inTime } from "../ports/at-most.ts";
import type { IndexPort } from "../ports/execution-options.ts";
import type { Clock } from "../ports/ports.ts";
import { answerWithinMs } from "./outbox.ts";

/** Summaries of one call. Each may name all callables of its plan, and one call holds 32 MB. */
export const maxSummariesOfCall = 25;

export interface Pace {
  readonly clock: Clock;
  /** Milliseconds from one call to the next. */
  readonly everyMs: number;
}

/** A summary is made when its call leaves. */
interface Entry {
  readonly summary: () => ExecutionSummary;
  /** Whether no caller waits for it, so that it may share a later call. */
  readonly mayWait: boolean;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Between two calls of a host, so that the ends of many short executions are one transaction of the index. A question never waits longer.
 */
export const hostPaceMs = 500;

interface Queue {
  readonly entries: Entry[];
  /** Ends the wait for the pace. */
  hurry: () => void;
}

export type AnnouncedIndex = Pick<IndexPort, "put" | "putMany">;

export class Announcements {
  readonly #index: (tenant: string) => AnnouncedIndex;
  /** Announcements that wait, by tenant, while a call to its index is under way or about to leave. */
  readonly #queues = new Map<string, Queue>();
  readonly #pace: Pace;
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(index: (tenant: string) => AnnouncedIndex, pace: Pace) {
    this.#index = index;
    this.#pace = pace;
  }

  /**
   * Resolves with the answer when the index has stored the summary, and rejects if it has not. The answer is undefined where several were
   * sent at once.
   */
  put(tenant: string, summary: () => ExecutionSummary, mayWait = false): Promise<unknown> {
    const { promise, reject, resolve } = Promise.withResolvers<unknown>();
    const entry = { summary, mayWait, resolve, reject };
    const queue = this.#queues.get(tenant);
    if (queue === undefined) {
      const begun = { entries: [entry], hurry: () => undefined };
      this.#queues.set(tenant, begun);
      void this.#sendAll(tenant, begun);
    } else {
      queue.entries.push(entry);
      if (isDue(queue)) queue.hurry();
    }
    return promise;
  }

  async #sendAll(tenant: string, queue: Queue): Promise<void> {
    // Announcements of the same turn share a call.
    await Promise.resolve();
    while (queue.entries.length > 0) {
      if (!isDue(queue)) await this.#gap(queue);
      await this.#send(tenant, queue.entries.splice(0, maxSummariesOfCall));
    }
    this.#queues.delete(tenant);
  }

  /** Resolves when the pace permits the next call, or when an announcement that came meanwhile is due. */
  async #gap(queue: Queue): Promise<void> {
    const { clock, everyMs } = this.#pace;
    const waitMs = this.#sentAt + everyMs - clock.now();
    if (waitMs <= 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.hurry = resolve;
    const stopTimer = clock.after(waitMs, resolve);
    await promise;
    stopTimer();
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
    this.#sentAt = this.#pace.clock.now();
    try {
      const { answer, faults } = await inTime(
        this.#pace.clock,
        answerWithinMs,
        putAll(
          this.#index(tenant),
          made.map(({ summary }) => summary),
        ),
      );
      for (const [place, { entry }] of made.entries()) {
        const fault = faults[place] ?? null;
        if (fault === null) entry.resolve(answer);
        else entry.reject(new Error(fault));
      }
    } catch (error) {
      for (const { entry } of made) entry.reject(error);
    }
  }
}

/** Whether a call leaves at once in spite of the pace: somebody waits for a part of it, or it is full. */
function isDue({ entries }: Queue): boolean {
  return entries.length >= maxSummariesOfCall || entries.some(({ mayWait }) => !mayWait);
}

/** The error of each announcement, null for none; and the index's answer where there is one announcement. */
async function putAll(
  index: AnnouncedIndex,
  summaries: readonly ExecutionSummary[],
): Promise<{ readonly faults: readonly (string | null)[]; readonly answer?: unknown }> {
  const [first, ...more] = summaries;
  if (first === undefined) return { faults: [] };
  if (more.length > 0) return { faults: await index.putMany(summaries) };
  return { faults: [], answer: await index.put(first) };
}

/**
 * Who may see executions, as far as an isolate has heard of it. It never changes while an execution lives, and the name of a deleted one
 * is free for another no sooner than its key, so that what is kept for a minute is right. Requests share the values, never promises.
 */
import type { Audience } from "../../access/audience.ts";

const keptMs = 60_000;
const maxKept = 10_000;

interface Kept {
  readonly audience: Audience;
  /** Unix milliseconds. */
  readonly heardAt: number;
}

export class KnownAudiences {
  readonly #byExecution = new Map<string, Kept>();

  get(execution: string, now: number): Audience | undefined {
    const kept = this.#byExecution.get(execution);
    return kept !== undefined && now - kept.heardAt < keptMs ? kept.audience : undefined;
  }

  set(execution: string, audience: Audience, now: number): void {
    this.#byExecution.delete(execution);
    this.#byExecution.set(execution, { audience, heardAt: now });
    const [oldest] = this.#byExecution.keys();
    if (oldest !== undefined && this.#byExecution.size > maxKept) this.#byExecution.delete(oldest);
  }
}

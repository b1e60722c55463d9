/**
 * The callers of the crash tests: so many executions of the ten-step plan at a time, each sent again with its key until it is answered, and
 * one person. Nobody asks an execution for anything before all is over: only the list and the inbox of the tenant are read, which other
 * objects keep, so that what goes on does so by itself.
 */
import { setTimeout as delay } from "node:timers/promises";
import { Planwright } from "../support/deployed/planwright.ts";
import { untilAnswered, within } from "./patience.ts";
import { Person } from "./person.ts";
import { tenSteps } from "./ten-steps.ts";

const finalStatuses = new Set(["SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED"]);
const lookEveryMs = 200;
/** After so long an execution no longer holds up another; whether it ends is asked when all is over. */
const slowAfterMs = 90_000;

export class Load {
  readonly #parallel: number;
  readonly #prefix: string;
  #planwright: Planwright | null = null;
  #ending = false;
  readonly #names: string[] = [];
  /** Identifiers of executions that the list says have ended. */
  readonly #ended = new Set<string>();
  readonly #person = new Person(() => this.#planwright);

  constructor(prefix: string, parallel: number) {
    this.#prefix = prefix;
    this.#parallel = parallel;
  }

  /** Keys of all executions that were asked for. */
  get names(): readonly string[] {
    return this.#names;
  }

  get secondAnswersTaken(): number {
    return this.#person.secondAnswersTaken;
  }

  /** Where the Worker is now; null while it is gone. */
  set url(url: string | null) {
    this.#planwright = url === null ? null : new Planwright(url);
  }

  /** Starts executions until `end` is called; resolves when each of them has ended or was given up. */
  async run(): Promise<void> {
    const stop = new AbortController();
    const watching = [
      this.#watch(stop.signal, () => this.#look()),
      this.#watch(stop.signal, () => this.#person.look()),
    ];
    await Promise.all(Array.from({ length: this.#parallel }, () => this.#caller()));
    stop.abort();
    await Promise.all(watching);
  }

  end(): void {
    this.#ending = true;
  }

  async #caller(): Promise<void> {
    while (!this.#ending) {
      const name = `${this.#prefix} ${this.#names.length + 1}`;
      this.#names.push(name);
      const started = await untilAnswered(
        () => this.#planwright,
        (planwright) => planwright.start(tenSteps(name)),
      );
      const startedAt = performance.now();
      while (!this.#ended.has(started.id) && performance.now() - startedAt < slowAfterMs) await delay(lookEveryMs / 4);
    }
  }

  async #watch(signal: AbortSignal, look: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await delay(lookEveryMs);
      await look().catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    const { executions } = await within(
      this.#planwright?.ask<{ executions: { nodes: readonly { id: string; status: string }[] } }>(
        "{ executions(first: 100, filter: { root: true }) { nodes { id status } } }",
      ),
    );
    for (const { id, status } of executions.nodes) if (finalStatuses.has(status)) this.#ended.add(id);
  }
}

/**
 * Permits for requests that await their response headers, at most six per object (E10). The platform would queue a seventh silently.
 * Permits are granted in the order of requests, waiting needs no timer, and a permit is returned in `finally`.
 *
 * An attempt is admitted before its intent is stored, if a permit is free that no other admitted attempt is about to use. So its first
 * request leaves at once, and the time of its row is the time when it left. An admission takes no permit: a request of another attempt, such
 * as a shared handshake, cannot wait for an attempt that waits for it.
 */
import type { Connection, Connections } from "../ports/ports.ts";

/**
 * A number of permits, granted in the order in which they were requested.
 *
 * @example
 * ```ts
 * const permits = new Permits(1);
 * const slow = permits.run(undefined, async () => "first");
 * const next = permits.run(undefined, async () => "second, once the first has ended");
 * await Promise.all([slow, next]); // ["first", "second, once the first has ended"]
 * ```
 */
export class Permits implements Connections {
  #free: number;
  /** Attempts that were admitted and have made no request yet. */
  #admitted = 0;
  readonly #waiting: (() => void)[] = [];
  #onFree: () => void = () => undefined;

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs `task` under a permit. Rejects with the reason of `signal` if it is aborted before one is free; `task` never runs then. */
  async run<Result>(signal: AbortSignal | undefined, task: () => Promise<Result>): Promise<Result> {
    await this.#take(signal);
    try {
      return await task();
    } finally {
      this.#giveBack();
    }
  }

  admit(): Connection | undefined {
    if (this.#free <= this.#admitted) return undefined;
    this.#admitted += 1;
    let isPending = true;
    return {
      awaitHeaders: (signal, task) => {
        if (isPending) this.#admitted -= 1;
        isPending = false;
        return this.run(signal, task);
      },
      end: () => {
        if (!isPending) return;
        isPending = false;
        this.#admitted -= 1;
        this.#notifyFree();
      },
    };
  }

  onFree(task: () => void): void {
    this.#onFree = task;
  }

  /** Nothing is kept: the permits are those of one execution. */
  rested(): void {}

  async #take(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const { promise, reject, resolve } = Promise.withResolvers<void>();
    const granted = () => {
      signal?.removeEventListener("abort", aborted);
      resolve();
    };
    const aborted = () => {
      const position = this.#waiting.indexOf(granted);
      if (position >= 0) this.#waiting.splice(position, 1);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", aborted, { once: true });
    this.#waiting.push(granted);
    return promise;
  }

  /** Hands the permit to the next in line without it ever being free, so that the queue keeps its order. */
  #giveBack(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#free += 1;
      this.#notifyFree();
    } else next();
  }

  #notifyFree(): void {
    if (this.#free > this.#admitted) this.#onFree();
  }
}

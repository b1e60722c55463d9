/**
 * Permits for requests that await their response headers, at most six per object (E10): the platform queues a seventh
 * silently, so the cap is ours. First come first served; waiting costs no timer; a permit comes back in `finally`.
 */
export class Permits {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs `task` under a permit. Rejects with the reason of `signal` if it is aborted before one is free; `task` never runs then. */
  async run<Result>(signal: AbortSignal | null, task: () => Promise<Result>): Promise<Result> {
    await this.#take(signal);
    try {
      return await task();
    } finally {
      this.#giveBack();
    }
  }

  async #take(signal: AbortSignal | null): Promise<void> {
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

  /** Hands the permit to the next in line without it ever being free, so that nobody can jump the queue. */
  #giveBack(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}

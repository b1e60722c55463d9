/** Counts the permits of a process from outside (E10): every task that asked for one and has not ended, whichever object it is of. */
import type { Permits } from "../../src/durable/calls/permits.ts";

export class HeldPermits {
  readonly #held = new Set<object>();

  /** From now on the permits of this class are counted. */
  constructor(prototype: Pick<Permits, "run">) {
    const { run } = prototype;
    const held = this.#held;
    prototype.run = async function counted<Result>(
      this: Permits,
      signal: AbortSignal | undefined,
      task: () => Promise<Result>,
    ): Promise<Result> {
      const token = {};
      held.add(token);
      try {
        return (await run.call(this, signal, task)) as Result;
      } finally {
        held.delete(token);
      }
    };
  }

  get count(): number {
    return this.#held.size;
  }

  /** The objects that hold them are gone. */
  forget(): void {
    this.#held.clear();
  }
}

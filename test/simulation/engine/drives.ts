/** Drives of the runners of a simulation, each of which must end while its runner lives. */
import { ok } from "node:assert/strict";
import type { Runner } from "../../../src/durable/runner/runner.ts";

export class Drives {
  /** Those that have not ended, with the runner that was driven. */
  readonly #open = new Map<Promise<void>, Runner>();

  drive(runner: Runner): void {
    // What cannot be stored ends a drive; the alarm begins the next.
    const drive = runner.drive().catch(() => undefined);
    this.#open.set(drive, runner);
    void drive.then(() => this.#open.delete(drive));
  }

  /** Throws if a drive of `living` goes on although nothing is at work. What is told to stop may still be answering. */
  check(living: Runner): void {
    for (const runner of this.#open.values()) ok(runner !== living || runner.busy, "a drive never ends");
  }
}

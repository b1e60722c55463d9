/**
 * Requests of parents and children to an execution: a child reports its end, a parent stops a child. Each may be repeated until it is
 * answered, with the same result (E8).
 */

import { childResult, deletedChild } from "../calls/child-end.ts";
import type { ChildEnd } from "../ports/execution-peer.ts";
import type { LoadedExecution } from "./loaded-execution.ts";
import type { Retention } from "./retention.ts";

export interface RelativesPorts {
  readonly loaded: () => LoadedExecution;
  readonly retention: Pick<Retention, "reserve">;
  /** Arms the alarm for work that is put in flight (E6). */
  readonly awaitWork: () => void;
  /** Goes on with what was put in flight. */
  readonly drive: () => void;
  readonly cancel: (by: string, reason: string) => void;
}

export class Relatives {
  readonly #ports: RelativesPorts;

  constructor(ports: RelativesPorts) {
    this.#ports = ports;
  }

  /** How the execution ended; null while it runs, and if there is none. */
  end(): ChildEnd | null {
    const { reader, tombstone } = this.#ports.loaded();
    return tombstone === null ? reader.end() : deletedChild;
  }

  /** Takes the end of the child that the step `step` waits for. Throws if that cannot be stored for now; the child says it again. */
  childEnded(child: string, step: string, end: ChildEnd): void {
    const { awaitWork, drive, loaded } = this.#ports;
    const { parkedBy, runner } = loaded();
    if (parkedBy !== null) throw new Error("the execution cannot go on for now");
    if (runner.state === null) return;
    if (runner.state.finished === null) awaitWork();
    runner.ended(step, child, childResult(child, end));
    drive();
  }

  /** Ends an execution as the child of `parent`, or sees to it that it is never made. Throws if it cannot be ended for now. */
  stopChild(parent: string, reason: string): void {
    const { retention, cancel, drive, loaded } = this.#ports;
    const { parkedBy, reader, runner, tombstone } = loaded();
    if (tombstone !== null) return;
    if (parkedBy !== null) throw new Error("the execution cannot be stopped for now");
    if (reader.status() === null) {
      retention.reserve();
      drive();
    } else if (runner.state?.pinned.origin.parent?.execution === parent) cancel("parent", reason);
  }
}

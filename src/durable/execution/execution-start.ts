/**
 * The start of an execution. The same request finds what it started before, a different one is a conflict (E1). The caller may wait until
 * the execution rests. The tenant's cap is checked and the input is read before anything is stored.
 */

import type { StartRequest, StartResult } from "../../execution/commands/start-request.ts";
import { waitsForPeopleOnly } from "../../execution/state/clock.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import type { ExecutionView } from "../../execution/views/execution-view.ts";
import { atMost } from "../ports/at-most.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { ExecutionLease } from "../ports/lease-port.ts";
import { followingEvents, startedEvent } from "./initial-events.ts";
import type { LoadedExecution } from "./loaded-execution.ts";
import { type Entry, entryEvents, entryOf } from "./run-entry.ts";

export interface ExecutionStartPorts {
  readonly options: ExecutionOptions;
  readonly loaded: () => LoadedExecution;
  /** The part of the execution in the caps of its tenant. */
  readonly lease: (request: StartRequest) => Pick<ExecutionLease, "acquire" | "admit">;
  /** Arms the alarm for work that is put in flight (E6). */
  readonly awaitWork: () => void;
  /** Goes on with what was put in flight. */
  readonly drive: () => void;
  /** Of an execution that has begun. */
  readonly view: (withValues: boolean) => ExecutionView;
}

export class ExecutionStart {
  readonly #ports: ExecutionStartPorts;
  readonly #atRest = new Set<() => void>();

  constructor(ports: ExecutionStartPorts) {
    this.#ports = ports;
  }

  async start(request: StartRequest): Promise<StartResult> {
    const { lease, loaded, options } = this.#ports;
    const { fingerprint, subject, waitMs, withValues } = request;
    let before = this.lookup(fingerprint, subject, withValues);
    if (before === null) {
      const { parent, root } = request.origin;
      const limit = await (parent === null ? lease(request).acquire() : lease(request).admit(root));
      if (limit !== null) return limit;
      const entry = await entryOf(request, options);
      const { execution, tenant } = request;
      const publicId = await options.publicId(tenant, { kind: "EXECUTION", execution });
      // The same request may have come in again while the tenant was asked and the input read, or a child may have been stopped.
      before = this.lookup(fingerprint, subject, withValues);
      if (before === null) this.#begin(request, entry, publicId);
    }
    if (before !== null && before.kind !== "STARTED") return before;
    if (waitMs > 0 && loaded().parkedBy === null) await this.#rest(waitMs);
    // Whoever waited may find that the execution has ended and was deleted meanwhile.
    const after = this.lookup(fingerprint, subject, withValues);
    if (after === null) throw new Error("an execution that was just started is gone");
    return after.kind === "STARTED" ? { ...after, replayed: before !== null } : after;
  }

  /** What was started here: null for nothing, a conflict unless the request and its subject are the same. Stores nothing. */
  lookup(fingerprint: string, subject: string, withValues: boolean): StartResult | null {
    const { loaded, view } = this.#ports;
    const { reader, tombstone } = loaded();
    if (tombstone?.isPlanted === true) return { kind: "DELETED", until: tombstone.until };
    const started = tombstone ?? reader.facts();
    if (started === null) return null;
    if (started.fingerprint !== fingerprint || started.subject !== subject) {
      return { kind: "IDEMPOTENCY_CONFLICT", execution: started.execution };
    }
    if (tombstone !== null) return { kind: "DELETED", until: tombstone.until };
    return { kind: "STARTED", replayed: true, view: view(withValues) };
  }

  /** Answers those who wait, if the execution has ended or waits for a person. */
  rested(state: ExecutionState): void {
    if (isAtRest(state)) for (const resolve of this.#atRest) resolve();
  }

  #begin(request: StartRequest, entry: Entry, publicId: string): void {
    const { awaitWork, drive, loaded, options } = this.#ports;
    awaitWork();
    loaded().webhooks.pin(request.webhooks ?? []);
    const started = startedEvent(request, { codeVersion: options.codeVersion, input: entry.input, publicId });
    loaded().runner.begin(started, [...followingEvents(request), ...entryEvents(entry)]);
    drive();
  }

  /** Resolves when the execution has ended or waits for a person, or after `waitMs`. */
  async #rest(waitMs: number): Promise<void> {
    const { loaded, options } = this.#ports;
    const { state } = loaded().runner;
    if (state === null || isAtRest(state)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#atRest.add(resolve);
    await atMost(options.clock, waitMs, promise);
    this.#atRest.delete(resolve);
  }
}

function isAtRest(state: ExecutionState): boolean {
  return state.finished !== null || waitsForPeopleOnly(state);
}

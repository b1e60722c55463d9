/**
 * Archives an execution after its retention time and deletes it after its archive time. Archiving removes events and values
 * (`archive.ts`). An execution that a caller deletes earlier leaves a tombstone until then (`tombstone.ts`). Each of these is one
 * transaction, after which the execution is loaded again. An execution that is too old for this code is removed when its time is over, or
 * deleted, without having been archived.
 *
 * With the values, questions and answers are removed from the index. The index is asked to forget the execution until it acknowledges, and
 * nothing is removed for good before that (E1). Artifacts are removed with the values of the execution that stored them: before the archive
 * replaces the journal, or after the deletion.
 */

import type { DeleteResult } from "../../execution/commands/start-request.ts";
import { hasSucceeded } from "../../execution/events/has-succeeded.ts";
import type { StepWarning } from "../../execution/events/step-warning.ts";
import { faultText } from "../../json/fault-text.ts";
import { atMost } from "../ports/at-most.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { ExecutionStorage } from "../storage/execution-storage.ts";
import { storeArchive } from "./archive.ts";
import type { LoadedExecution } from "./loaded-execution.ts";
import { untilRest } from "./reports.ts";
import { deleteWithTombstone, noteUnlisted, reserveName, type Tombstone } from "./tombstone.ts";

/** How long a child that was stopped before it was made cannot be made: longer than any message takes, or is repeated. */
const reservedMs = 86_400_000;

/** How long the caller that deletes an execution waits for those to take it that are asked to stop. */
const stopsWithinMs = 5_000;

export interface RetentionPorts {
  readonly storage: ExecutionStorage;
  readonly options: ExecutionOptions;
  readonly loaded: () => LoadedExecution;
  /** Loads everything again. */
  readonly reload: () => void;
}

export class Retention {
  readonly #ports: RetentionPorts;

  constructor(ports: RetentionPorts) {
    this.#ports = ports;
  }

  /** When something becomes due for an execution that has ended or is too old; Unix milliseconds. Undefined for any other. */
  wakeAt(): number | undefined {
    const { reader, tombstone, tooOldSince } = this.#ports.loaded();
    if (tombstone !== undefined) return tombstone.until;
    if (tooOldSince !== undefined) return tooOldSince + this.#ports.options.retentionMs;
    const facts = reader.facts();
    if (facts === undefined || facts.finishedAt === undefined) return undefined;
    return this.#due({ ...facts, finishedAt: facts.finishedAt }).at;
  }

  /** Does the work that is due. False if nothing is left then, and the object has no reason to wake again. */
  async attend(): Promise<boolean> {
    const { options } = this.#ports;
    const { reader, tombstone, tooOldSince } = this.#ports.loaded();
    if (tombstone !== undefined) {
      if (options.clock.now() >= tombstone.until) return this.#remove(tombstone);
      await this.unlist();
      return true;
    }
    const facts = reader.facts();
    if (facts !== undefined && tooOldSince !== undefined) {
      return options.clock.now() < tooOldSince + options.retentionMs || this.#remove(facts);
    }
    if (facts === undefined || facts.finishedAt === undefined) return true;
    const { due } = this.#due({ ...facts, finishedAt: facts.finishedAt });
    if (due === "REMOVE") return this.#remove(facts);
    if (due === "ARCHIVE") await this.#archive(facts);
    return true;
  }

  /** Ensures that no execution is ever made here. The caller that wanted one has stopped waiting for it. */
  reserve(): void {
    const { options, reload, storage } = this.#ports;
    const now = options.clock.now();
    reserveName(storage, { now, until: now + reservedMs });
    reload();
  }

  /**
   * Replaces an execution that has ended or is too old by a tombstone, and closes the sockets of its watchers. Children and tasks that are
   * to stop are notified before, because nothing is known of them afterwards. One that cannot be reached in time works until its own time
   * limit.
   */
  async delete(): Promise<DeleteResult> {
    const { options, reload, storage } = this.#ports;
    await this.#cancelTasks();
    const { feed, parkedBy, reader, tombstone, tooOldSince } = this.#ports.loaded();
    if (tombstone !== undefined) return { kind: "DELETED" };
    const facts = reader.facts();
    const status = reader.status();
    if (facts === undefined || status === undefined) return { kind: "NOT_FOUND" };
    const endedAt = parkedBy === null ? facts.finishedAt : tooOldSince;
    if (endedAt === undefined) return { kind: "NOT_FINISHED", status, parkedBy };
    this.#ports.loaded().webhooks.abandon();
    deleteWithTombstone(storage, { ...facts, until: endedAt + options.retentionMs });
    reload();
    feed.close();
    return { kind: "DELETED" };
  }

  async #cancelTasks(): Promise<void> {
    const { loaded, options } = this.#ports;
    const { clock } = options;
    const { runner } = loaded();
    const giveUpAt = clock.now() + stopsWithinMs;
    const left = () => Math.max(0, giveUpAt - clock.now());
    while (runner.state?.finished != null && runner.stopsPending && left() > 0) {
      const pauseMs = Math.min(left(), (runner.nextWakeAt() ?? 0) - clock.now());
      if (!runner.busy && pauseMs > 0) await atMost(clock, pauseMs, new Promise(() => {}));
      await atMost(clock, left(), untilRest(loaded()));
    }
  }

  /** Makes index and artifacts forget a deleted execution. Never rejects: until that is acknowledged, the alarm has to ask again. */
  async unlist(): Promise<void> {
    const { reload, storage } = this.#ports;
    const { tombstone } = this.#ports.loaded();
    if (tombstone === undefined || !tombstone.listed) return;
    try {
      await Promise.all([this.#forget(tombstone), this.#removeArtifacts(tombstone)]);
      noteUnlisted(storage);
      reload();
    } catch (error) {
      const { execution, tenant } = tombstone;
      const exec_id = await this.#ports.options.publicId(tenant, { kind: "EXECUTION", execution });
      console.warn(JSON.stringify({ log: "not_forgotten", exec_id, error: faultText(error) }));
    }
  }

  async #archive(position: Pick<Tombstone, "createdAt" | "execution" | "tenant">): Promise<void> {
    const { loaded, reload, storage } = this.#ports;
    if (this.#mayHaveArtifacts()) await this.#removeArtifacts(position);
    const { reader } = loaded();
    const { createdAt, execution, tenant } = position;
    // Before the values are removed: afterwards nothing shows whether the index has texts of the execution.
    if (reader.mayHaveWords()) await this.#ports.options.index(tenant).forgetWords({ createdAt, execution });
    const archive = reader.archive();
    if (archive === undefined) return;
    loaded().webhooks.abandon();
    storeArchive(storage, archive);
    reload();
  }

  async #remove(position: Pick<Tombstone, "createdAt" | "execution" | "tenant">): Promise<false> {
    const { loaded, reload, storage } = this.#ports;
    if (this.#mayHaveArtifacts()) await this.#removeArtifacts(position);
    if (loaded().tombstone?.isPlanted !== true) await this.#forget(position);
    loaded().webhooks.abandon();
    await storage.removeAll();
    const { feed } = loaded();
    reload();
    feed.close();
    return false;
  }

  #forget({ createdAt, execution, tenant }: Pick<Tombstone, "createdAt" | "execution" | "tenant">): Promise<unknown> {
    return this.#ports.options.index(tenant).remove({ createdAt, execution });
  }

  /**
   * An artifact may be stored without being known: for or by a call that was cut, by the caller that started a run, or after it was given up
   * as not kept. So all places are cleared where one could be. Of any other call that succeeded at once every artifact is known.
   */
  #mayHaveArtifacts(): boolean {
    const { reader, tooOldSince } = this.#ports.loaded();
    if (tooOldSince !== undefined) return true;
    const view = reader.view(false);
    if (view === undefined || view.archived !== null) return false;
    const isStartedRun = view.callable !== null && view.origin.parent === null;
    const mayBeUnknown = view.steps.some(
      ({ attempts, status, warnings }) =>
        attempts.length > 1 || (attempts.length === 1 && !hasSucceeded(status)) || warnings?.some(isOfNotKept) === true,
    );
    const hasDualMode = view.callables.some(({ dualMode }) => dualMode !== undefined);
    return view.artifacts.length > 0 || isStartedRun || hasDualMode || mayBeUnknown;
  }

  async #removeArtifacts({ execution, tenant }: Pick<Tombstone, "execution" | "tenant">): Promise<void> {
    await this.#ports.options.artifacts?.removeAll(tenant, execution);
  }

  #due(ended: Parameters<typeof retentionOf>[0]) {
    const { options } = this.#ports;
    return retentionOf(ended, options, options.clock.now());
  }
}

function isOfNotKept({ code }: StepWarning): boolean {
  return code === "ATTACHMENTS_NOT_KEPT";
}

export interface RetentionTimes {
  readonly eventRetentionMs: number;
  readonly retentionMs: number;
}

/** The parts of an ended execution that retention removes: first its events and values, later everything. */
export interface RetentionDue {
  /** The step to do now. */
  readonly due: "ARCHIVE" | "REMOVE" | undefined;
  /** When that was due, or the next will be; Unix milliseconds. */
  readonly at: number;
}

/**
 * The next step of retention for an execution that has ended, now or later. `finishedAt` and `now` are Unix milliseconds.
 *
 * @example
 * ```ts
 * const times = { eventRetentionMs: 100, retentionMs: 1_000 };
 * retentionOf({ finishedAt: 0, isArchived: false }, times, 50); // { due: undefined, at: 100 }
 * retentionOf({ finishedAt: 0, isArchived: false }, times, 150); // { due: "ARCHIVE", at: 100 }
 * retentionOf({ finishedAt: 0, isArchived: true }, times, 1_000); // { due: "REMOVE", at: 1_000 }
 * ```
 */
export function retentionOf(
  { finishedAt, isArchived }: { readonly finishedAt: number; readonly isArchived: boolean },
  { eventRetentionMs, retentionMs }: RetentionTimes,
  now: number,
): RetentionDue {
  const removeAt = finishedAt + retentionMs;
  if (now >= removeAt) return { due: "REMOVE", at: removeAt };
  const archiveAt = finishedAt + eventRetentionMs;
  if (isArchived || archiveAt >= removeAt) return { due: undefined, at: removeAt };
  return { due: now >= archiveAt ? "ARCHIVE" : undefined, at: archiveAt };
}

/**
 * What becomes of an execution after its end. Retention removes its events and values (`archive.ts`), then all of it; whoever deletes
 * it before leaves a tombstone until then (`tombstone.ts`). Each of these is one transaction, after which everything is loaded anew.
 * The index forgets what is gone: it is asked until it acknowledges, and nothing is removed for good before (E1).
 */
import type { DeleteAnswer } from "../plan/start-request.ts";
import { storeArchive } from "./archive.ts";
import type { ExecutionOptions } from "./execution-options.ts";
import type { LoadedExecution } from "./loaded-execution.ts";
import { retentionOf } from "./retention.ts";
import { bury, noteUnlisted, type Tombstone } from "./tombstone.ts";

export interface AfterlifePorts {
  readonly storage: DurableObjectStorage;
  readonly options: ExecutionOptions;
  readonly loaded: () => LoadedExecution;
  /** Loads everything anew. */
  readonly reload: () => void;
}

export class Afterlife {
  readonly #ports: AfterlifePorts;

  constructor(ports: AfterlifePorts) {
    this.#ports = ports;
  }

  /** When something becomes due for an execution that has ended; Unix milliseconds. Null if it has not. */
  wakeAt(): number | null {
    const { reader, tombstone } = this.#ports.loaded();
    if (tombstone !== null) return tombstone.until;
    const facts = reader.facts();
    if (facts === null || facts.finishedAt === null) return null;
    return this.#retention({ ...facts, finishedAt: facts.finishedAt }).at;
  }

  /** Does what is due. False if nothing is left then, and the object has no reason to wake again. */
  async attend(): Promise<boolean> {
    const { options } = this.#ports;
    const { reader, tombstone } = this.#ports.loaded();
    if (tombstone !== null) {
      if (options.clock.now() >= tombstone.until) return this.#remove(tombstone);
      await this.unlist();
      return true;
    }
    const facts = reader.facts();
    if (facts === null || facts.finishedAt === null) return true;
    const { due } = this.#retention({ ...facts, finishedAt: facts.finishedAt });
    if (due === "REMOVE") return this.#remove(facts);
    if (due === "ARCHIVE") this.#archive();
    return true;
  }

  /** Puts a tombstone in the place of an execution that has ended, and sends its watchers away. */
  bury(): DeleteAnswer {
    const { options, reload, storage } = this.#ports;
    const { feed, parkedBy, reader, tombstone } = this.#ports.loaded();
    if (tombstone !== null) return { kind: "DELETED" };
    const facts = reader.facts();
    const status = reader.status();
    if (facts === null || status === null) return { kind: "NOT_FOUND" };
    if (facts.finishedAt === null || parkedBy !== null) return { kind: "NOT_FINISHED", status, parkedBy };
    bury(storage, { ...facts, until: facts.finishedAt + options.retentionMs });
    reload();
    feed.close();
    return { kind: "DELETED" };
  }

  /** Makes the index forget a deleted execution. Never rejects: until that is acknowledged, the alarm has to ask again. */
  async unlist(): Promise<void> {
    const { reload, storage } = this.#ports;
    const { tombstone } = this.#ports.loaded();
    if (tombstone === null || !tombstone.listed) return;
    try {
      await this.#forget(tombstone);
      noteUnlisted(storage.sql);
      reload();
    } catch (error) {
      console.warn(
        JSON.stringify({ message: "the index did not forget an execution; it is asked again", error: String(error) }),
      );
    }
  }

  #archive(): void {
    const { loaded, reload, storage } = this.#ports;
    const archive = loaded().reader.archive();
    if (archive === null) return;
    storeArchive(storage, archive);
    reload();
  }

  async #remove(position: Pick<Tombstone, "createdAt" | "execution" | "tenant">): Promise<false> {
    const { loaded, reload, storage } = this.#ports;
    await this.#forget(position);
    await storage.deleteAlarm();
    await storage.deleteAll();
    const { feed } = loaded();
    reload();
    feed.close();
    return false;
  }

  #forget({ createdAt, execution, tenant }: Pick<Tombstone, "createdAt" | "execution" | "tenant">): Promise<unknown> {
    return this.#ports.options.index(tenant).remove({ createdAt, execution });
  }

  #retention(ended: Parameters<typeof retentionOf>[0]) {
    const { options } = this.#ports;
    return retentionOf(ended, options, options.clock.now());
  }
}

/** A bucket in memory for one execution, whose answers a test can hold back. */
import type { ArtifactFacts, ArtifactStore, StoredArtifactRecord } from "../../../src/durable/ports/artifact-store.ts";
import { type ArtifactAddress, artifactUrl } from "../../../src/execution/events/artifact-record.ts";
import { sha256Hex } from "../../../src/json/digest.ts";

export class MemoryArtifacts implements Pick<ArtifactStore, "list" | "put" | "remove"> {
  readonly #stored = new Map<string, StoredArtifactRecord>();
  /** Content that was asked to be stored, in order, whatever became of it. */
  readonly puts: string[] = [];
  /** Awaited before anything is stored. */
  before: () => Promise<void> = async () => undefined;

  get names(): readonly string[] {
    return [...this.#stored.values()].map(({ name }) => name).toSorted();
  }

  async put(tenant: string, address: ArtifactAddress, content: string | Uint8Array, facts: ArtifactFacts) {
    const text = typeof content === "string" ? content : new TextDecoder().decode(content);
    this.puts.push(text);
    await this.before();
    const byteSize = new TextEncoder().encode(text).length;
    const record = { name: address.name, ...facts, byteSize, sha256: sha256Hex(text) };
    this.#stored.set(keyOf(tenant, address), { ...record, storedAt: 0 });
    return record;
  }

  async remove(tenant: string, address: ArtifactAddress): Promise<void> {
    this.#stored.delete(keyOf(tenant, address));
  }

  async list(tenant: string, owner: string, after: string | undefined, limit: number) {
    const prefix = keyOf(tenant, { owner, name: "" });
    const found = [...this.#stored].filter(([key, { name }]) => key.startsWith(prefix) && name > (after ?? ""));
    return found.map(([, record]) => record).slice(0, limit);
  }
}

function keyOf(tenant: string, address: ArtifactAddress): string {
  return `${tenant} ${artifactUrl(address)}`;
}

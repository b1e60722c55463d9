/**
 * The store of artifacts as objects and clients use it. Every address contains the tenant, so that an address from a request can only mean
 * an artifact of the caller's tenant.
 */
import type { Audience } from "../../access/audience.ts";
import type { ArtifactAddress, ArtifactRecord } from "../../execution/events/artifact-record.ts";

/** A stored artifact with its time, Unix milliseconds. */
export interface StoredArtifactRecord extends ArtifactRecord {
  readonly storedAt: number;
  /** Who may see it. Absent for one of an execution that the whole tenant sees, and for those of earlier versions. */
  readonly audience?: Audience;
  /**
   * Labels of the value that an execution made it of (decision 085). Absent for one that a caller gave, and for those that earlier versions
   * made.
   */
  readonly labels?: readonly string[];
}

export interface ArtifactFacts {
  /** Who may see it: for one of an execution, those who see that. Absent where the whole tenant does. */
  readonly audience?: Audience;
  readonly description: string | null;
  /** As of a stored artifact. `areKeptLabels` says which can be. */
  readonly labels?: readonly string[];
  readonly mediaType: string;
}

/** Part of the content: `length` bytes from `offset`, less at its end. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

export interface ArtifactContent {
  readonly record: StoredArtifactRecord;
  /** The bytes that were asked for. */
  readonly body: ReadableStream<Uint8Array>;
  /** The part of the content in `body`. */
  readonly range: ByteRange;
}

export interface ArtifactStore {
  /** Stores the content under the address, replacing the earlier one. */
  put(
    tenant: string,
    address: ArtifactAddress,
    content: string | Uint8Array,
    facts: ArtifactFacts,
  ): Promise<ArtifactRecord>;
  /** Undefined if there is no such artifact, as below. */
  head(tenant: string, address: ArtifactAddress): Promise<StoredArtifactRecord | undefined>;
  read(tenant: string, address: ArtifactAddress, range: ByteRange | undefined): Promise<ArtifactContent | undefined>;
  /** The artifacts of an owner in the order of their names, at most `limit` after the name `after`. */
  list(
    tenant: string,
    owner: string,
    after: string | undefined,
    limit: number,
  ): Promise<readonly StoredArtifactRecord[]>;
  remove(tenant: string, address: ArtifactAddress): Promise<void>;
  /** Removes everything of an owner. May be repeated. */
  removeAll(tenant: string, owner: string): Promise<void>;
}

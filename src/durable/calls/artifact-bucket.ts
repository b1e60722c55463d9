/**
 * Artifacts in an R2 bucket, one object for each: `t/{hash of the tenant}/{owner}/{name}`. Facts about an artifact are stored as its
 * metadata, so that one call reads both. Invariant: no address leads out of the prefix of its tenant, because the tenant is hashed and an
 * owner that could hold a slash is none.
 */
import type { Audience } from "../../access/audience.ts";
import type { ArtifactAddress, ArtifactRecord } from "../../execution/events/artifact-record.ts";
import { hexOf, sha256Hex } from "../../json/digest.ts";
import type {
  ArtifactContent,
  ArtifactFacts,
  ArtifactStore,
  ByteRange,
  StoredArtifactRecord,
} from "../ports/artifact-store.ts";

/** Limits of R2. */
const maxKeyBytes = 1_024;
const maxListed = 1_000;
/** Of the metadata, which R2 bounds to 8,192 bytes together; longer descriptions end in an ellipsis. */
const maxDescriptionBytes = 6_000;
/** The same beside names of an owner and a group. */
const maxDescriptionBytesBeside = 2_000;

/** As much of a bucket as is used. */
export type Bucket = Pick<R2Bucket, "delete" | "get" | "head" | "list" | "put">;

/** Content that waits to be stored, with its digest. */
interface Prepared {
  readonly audience: Audience | undefined;
  readonly bytes: Uint8Array;
  readonly labels: readonly string[] | undefined;
  readonly record: ArtifactRecord;
}

export class ArtifactBucket implements ArtifactStore {
  readonly #bucket: Bucket;
  readonly #now: () => number;

  constructor(bucket: Bucket, now: () => number = Date.now) {
    this.#bucket = bucket;
    this.#now = now;
  }

  async put(
    tenant: string,
    address: ArtifactAddress,
    content: string | Uint8Array,
    facts: ArtifactFacts,
  ): Promise<ArtifactRecord> {
    const prepared = await prepare(address.name, content, facts);
    await this.#bucket.put(requiredKey(tenant, address), prepared.bytes, this.#options(prepared));
    return prepared.record;
  }

  /** The record that the content would have. Stores nothing. */
  async describe(name: string, content: string | Uint8Array, facts: ArtifactFacts): Promise<ArtifactRecord> {
    return (await prepare(name, content, facts)).record;
  }

  /** Stores the content unless something has the address already; false then. */
  async putNew(
    tenant: string,
    address: ArtifactAddress,
    content: string | Uint8Array,
    facts: ArtifactFacts,
  ): Promise<boolean> {
    const prepared = await prepare(address.name, content, facts);
    const onlyIf = new Headers({ "if-none-match": "*" });
    const stored = await this.#bucket.put(requiredKey(tenant, address), prepared.bytes, {
      ...this.#options(prepared),
      onlyIf,
    });
    return stored !== null;
  }

  async head(tenant: string, address: ArtifactAddress): Promise<StoredArtifactRecord | undefined> {
    const key = keyOf(tenant, address);
    const found = key === undefined ? null : await this.#bucket.head(key);
    return found === null ? undefined : recordOf(found, address.name);
  }

  async read(
    tenant: string,
    address: ArtifactAddress,
    range: ByteRange | undefined,
  ): Promise<ArtifactContent | undefined> {
    const key = keyOf(tenant, address);
    if (key === undefined) return undefined;
    if (range !== undefined) return this.#readRange(key, address.name, range);
    const found = await this.#bucket.get(key);
    if (found === null) return undefined;
    const record = recordOf(found, address.name);
    return { record, body: found.body, range: { offset: 0, length: record.byteSize } };
  }

  async list(
    tenant: string,
    owner: string,
    after: string | undefined,
    limit: number,
  ): Promise<readonly StoredArtifactRecord[]> {
    const prefix = prefixOf(tenant, owner);
    const afterKey = after === undefined ? "" : keyOf(tenant, { owner, name: after });
    // A name that nothing can have is out of a hostile cursor, and the platform would fail on it.
    if (prefix === undefined || afterKey === undefined || limit < 1) return [];
    const records: StoredArtifactRecord[] = [];
    let startAfter: string = afterKey;
    while (records.length < limit) {
      // A page may hold less than was asked for where metadata is large.
      const page = await this.#bucket.list({
        prefix,
        limit: Math.min(maxListed, limit - records.length),
        ...(startAfter !== "" && { startAfter }),
        include: ["customMetadata", "httpMetadata"],
      });
      records.push(...page.objects.map((found) => recordOf(found, found.key.slice(prefix.length))));
      startAfter = page.objects.at(-1)?.key ?? "";
      if (!page.truncated || startAfter === "") break;
    }
    return records;
  }

  async remove(tenant: string, address: ArtifactAddress): Promise<void> {
    const key = keyOf(tenant, address);
    if (key !== undefined) await this.#bucket.delete(key);
  }

  async removeAll(tenant: string, owner: string): Promise<void> {
    const prefix = prefixOf(tenant, owner);
    if (prefix === undefined) return;
    for (;;) {
      const { objects } = await this.#bucket.list({ prefix, limit: maxListed });
      if (objects.length === 0) return;
      await this.#bucket.delete(objects.map(({ key }) => key));
    }
  }

  /** R2 fails on a range of which nothing is left, so the size is asked first. */
  async #readRange(key: string, name: string, wanted: ByteRange): Promise<ArtifactContent | undefined> {
    const known = await this.#bucket.head(key);
    if (known === null) return undefined;
    const offset = Math.min(wanted.offset, known.size);
    const range = { offset, length: Math.min(wanted.length, known.size - offset) };
    if (range.length === 0) return { record: recordOf(known, name), body: emptyBody(), range };
    const found = await this.#bucket.get(key, { range });
    return found === null ? undefined : { record: recordOf(found, name), body: found.body, range };
  }

  #options({ audience, labels, record: { description, mediaType, sha256 } }: Prepared) {
    return {
      // R2 refuses bytes with another digest, so that the stored bytes are the sent ones.
      sha256,
      httpMetadata: { contentType: mediaType },
      customMetadata: {
        sha256,
        storedAt: String(this.#now()),
        ...(description !== null && { description: encodeURIComponent(description) }),
        ...(audience !== undefined && { audience: encodeURIComponent(JSON.stringify(audience)) }),
        // All of them are letters, digits, `_` and `-`.
        ...(labels !== undefined && { labels: JSON.stringify(labels) }),
      },
    };
  }
}

async function prepare(
  name: string,
  content: string | Uint8Array,
  { audience, description, labels, mediaType }: ArtifactFacts,
): Promise<Prepared> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  const sha256 = hexOf(new Uint8Array(digest));
  const most = audience === undefined ? maxDescriptionBytes : maxDescriptionBytesBeside;
  const shown = description === null ? null : shortened(description.toWellFormed(), most);
  return {
    audience,
    bytes,
    labels,
    record: { name, description: shown, mediaType, byteSize: bytes.byteLength, sha256 },
  };
}

/** The description as far as metadata can hold it. */
function shortened(description: string, mostBytes: number): string {
  if (encodeURIComponent(description).length <= mostBytes) return description;
  // No character takes more than nine encoded bytes for each of its UTF-16 units.
  return `${description.slice(0, mostBytes / 10).toWellFormed()}…`;
}

function recordOf(found: R2Object, name: string): StoredArtifactRecord {
  const { audience, description, labels, sha256, storedAt } = found.customMetadata ?? {};
  return {
    name,
    description: description === undefined ? null : decodeURIComponent(description),
    mediaType: found.httpMetadata?.contentType ?? "application/octet-stream",
    byteSize: found.size,
    sha256: sha256 ?? "",
    storedAt: storedAt === undefined ? found.uploaded.getTime() : Number(storedAt),
    ...(audience !== undefined && { audience: JSON.parse(decodeURIComponent(audience)) as Audience }),
    ...(labels !== undefined && { labels: JSON.parse(labels) as string[] }),
  };
}

/** Undefined for an owner that nothing could have, such as one out of a hostile address. */
function prefixOf(tenant: string, owner: string): string | undefined {
  return /^[0-9a-z]+$/.test(owner) ? `t/${sha256Hex(tenant)}/${owner}/` : undefined;
}

/** Undefined for an address that nothing can be stored under. */
function keyOf(tenant: string, { name, owner }: ArtifactAddress): string | undefined {
  const prefix = prefixOf(tenant, owner);
  if (prefix === undefined || name === "" || !name.isWellFormed()) return undefined;
  const key = prefix + name;
  return new TextEncoder().encode(key).byteLength <= maxKeyBytes ? key : undefined;
}

function requiredKey(tenant: string, address: ArtifactAddress): string {
  const key = keyOf(tenant, address);
  if (key !== undefined) return key;
  throw new Error(
    `Cannot store an artifact: required an address that a bucket can hold, found ${JSON.stringify(address)}`,
  );
}

function emptyBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}

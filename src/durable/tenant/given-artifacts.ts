/**
 * The number and total size of the artifacts that a tenant has been given, so that caps on both can be enforced. An artifact counts from
 * before its bytes are stored until the content of the bucket is known: after storing or deleting one the caller reports it, and then the
 * bucket is read. So concurrent callers never exceed a cap together, and artifacts that were refused, lost or deleted no longer count.
 *
 *   given_artifact(name, bytes, subject)   one row for each that counts; those whose row in `kept_artifact` is gone do not. `subject`: who gave
 *                                          it, NULL for rows of an earlier version
 */
import type { GivenArtifactCaps, GivenArtifactLimit } from "../../execution/events/artifact-record.ts";

/** For how long one that was announced counts although the bucket has none: its Worker may have ended without a word. */
const storingMs = 120_000;

interface Total {
  artifacts: number;
  bytes: number;
}

export class GivenArtifacts {
  readonly #sql: SqlStorage;
  /** Counted once for each instance, because everything that changes it comes through here. */
  #total: Total | undefined;
  /** Those that are being stored now: how many times, and since when. */
  readonly #storing = new Map<string, { readonly times: number; readonly since: number }>();
  /** The last listing of the bucket by name, while it lasts. Earlier ones show which uploads may be over. */
  readonly #looks = new Map<string, symbol>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS given_artifact(name TEXT PRIMARY KEY, bytes INTEGER NOT NULL, subject TEXT) WITHOUT ROWID",
    );
    const [subject] = sql.exec("SELECT 1 FROM pragma_table_info('given_artifact') WHERE name = 'subject'").toArray();
    if (subject === undefined) sql.exec("ALTER TABLE given_artifact ADD COLUMN subject TEXT");
  }

  /** Counts an artifact that is about to be stored, or returns the cap that it would exceed. One that counts already counts once. */
  reserve(
    name: string,
    bytes: number,
    caps: GivenArtifactCaps,
    now: number,
    subject?: string,
  ): GivenArtifactLimit | undefined {
    const before = this.#bytesOf(name);
    const after = Math.max(before ?? 0, bytes);
    const { artifacts, bytes: sum } = this.#counted();
    const wanted = { artifacts: artifacts + (before === undefined ? 1 : 0), bytes: sum - (before ?? 0) + after };
    const { maxArtifacts, maxBytes } = caps;
    if (wanted.artifacts > artifacts && isAbove(wanted.artifacts, maxArtifacts))
      return { limit: "givenArtifacts", maximum: maxArtifacts, found: wanted.artifacts };
    if (wanted.bytes > sum && isAbove(wanted.bytes, maxBytes))
      return { limit: "givenArtifactBytes", maximum: maxBytes, found: wanted.bytes };
    const added = { artifacts: wanted.artifacts - artifacts, bytes: wanted.bytes - sum };
    const refusal = subject === undefined ? undefined : this.#subjectRefusal(subject, added, caps);
    if (refusal !== undefined) return refusal;
    this.#write(name, after, subject);
    this.#storing.set(name, { times: (this.#storing.get(name)?.times ?? 0) + 1, since: now });
    return undefined;
  }

  /** The cap of `subject` that it would pass with so much more. Who is asked about is counted where there is a cap. */
  #subjectRefusal(
    subject: string,
    added: Total,
    { maxArtifactsPerSubject = 0, maxBytesPerSubject = 0 }: GivenArtifactCaps,
  ): GivenArtifactLimit | undefined {
    if (maxArtifactsPerSubject + maxBytesPerSubject === 0) return undefined;
    const { bytes, count } = this.totalOf(subject);
    const wanted = { artifacts: count + added.artifacts, bytes: bytes + added.bytes };
    if (added.artifacts > 0 && isAbove(wanted.artifacts, maxArtifactsPerSubject))
      return { limit: "givenArtifactsPerSubject", maximum: maxArtifactsPerSubject, found: wanted.artifacts };
    if (added.bytes > 0 && isAbove(wanted.bytes, maxBytesPerSubject))
      return { limit: "givenArtifactBytesPerSubject", maximum: maxBytesPerSubject, found: wanted.bytes };
    return undefined;
  }

  /** How many `subject` gave, and their size. */
  totalOf(subject: string): { readonly count: number; readonly bytes: number } {
    this.#counted();
    return this.#sql
      .exec<{ count: number; bytes: number }>(
        "SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM given_artifact WHERE subject = ?",
        subject,
      )
      .one();
  }

  /** How many there are, and their size. */
  get total(): { readonly count: number; readonly bytes: number } {
    const { artifacts: count, bytes } = this.#counted();
    return { count, bytes };
  }

  /** Ends an announcement: the artifact was stored, or was not. */
  stored(name: string): void {
    const storing = this.#storing.get(name);
    if (storing === undefined || storing.times <= 1) this.#storing.delete(name);
    else this.#storing.set(name, { ...storing, times: storing.times - 1 });
  }

  /** Counts one as `look` finds it, unless a caller stores it meanwhile or looks later: that caller decides. */
  async settle<Found extends { readonly byteSize: number }>(
    name: string,
    look: () => Promise<Found | undefined>,
    now: number,
  ): Promise<Found | undefined> {
    const mine = Symbol(name);
    this.#looks.set(name, mine);
    try {
      const found = await look();
      const storing = this.#storing.get(name);
      const isStoring = storing !== undefined && now - storing.since < storingMs;
      if (this.#looks.get(name) === mine && !isStoring) this.#write(name, found?.byteSize);
      return found;
    } finally {
      if (this.#looks.get(name) === mine) this.#looks.delete(name);
    }
  }

  /** It is removed, at the end of its time. */
  forget(name: string): void {
    this.#write(name, undefined);
  }

  /** Undefined if it does not count. */
  #bytesOf(name: string): number | undefined {
    const [row] = this.#sql.exec<{ bytes: number }>("SELECT bytes FROM given_artifact WHERE name = ?", name).toArray();
    return row?.bytes;
  }

  /** Whose it is stays as it was first said. */
  #write(name: string, bytes: number | undefined, subject?: string): void {
    const total = this.#counted();
    const before = this.#bytesOf(name);
    if (before === bytes) return;
    if (bytes === undefined) this.#sql.exec("DELETE FROM given_artifact WHERE name = ?", name);
    else
      this.#sql.exec(
        `INSERT INTO given_artifact(name, bytes, subject) VALUES(?, ?, ?)
           ON CONFLICT(name) DO UPDATE SET bytes = excluded.bytes`,
        name,
        bytes,
        subject ?? null,
      );
    total.artifacts += (bytes === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
    total.bytes += (bytes ?? 0) - (before ?? 0);
  }

  #counted(): Total {
    if (this.#total !== undefined) return this.#total;
    // An earlier version removes artifacts without this table.
    this.#sql.exec(
      `DELETE FROM given_artifact WHERE NOT EXISTS(
         SELECT 1 FROM kept_artifact WHERE kept_artifact.owner = 'given' AND kept_artifact.name = given_artifact.name)`,
    );
    const { artifacts, bytes } = this.#sql
      .exec<{ artifacts: number; bytes: number }>(
        "SELECT count(*) AS artifacts, coalesce(sum(bytes), 0) AS bytes FROM given_artifact",
      )
      .one();
    this.#total = { artifacts, bytes };
    return this.#total;
  }
}

function isAbove(wanted: number, cap: number): boolean {
  return cap > 0 && wanted > cap;
}

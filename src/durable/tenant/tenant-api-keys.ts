/**
 * The API keys of a tenant. Of a secret only the hash is here.
 *
 *   api_key(name, created, ended, facts)   ended: when it was or will be of no more use, null for never; facts: JSON
 */

export interface StoredApiKey {
  /** Names the key within the tenant. */
  readonly name: string;
  readonly secretHash: string;
  readonly label: string;
  readonly subject: string;
  /** Absent for none. */
  readonly groups?: readonly string[];
  readonly scopes: readonly string[];
  /** Unix milliseconds, as all instants here. */
  readonly createdAt: number;
  readonly createdBy: string;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

export type AddApiKeyResult =
  | { readonly kind: "ADDED" }
  /** So many keys are in use. */
  | { readonly kind: "LIMIT_EXCEEDED"; readonly maximum: number; readonly found: number };

type KeyRow = { readonly facts: string };

export class TenantApiKeys {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      `CREATE TABLE IF NOT EXISTS api_key(name TEXT PRIMARY KEY, created INTEGER NOT NULL, ended INTEGER,
         facts TEXT NOT NULL) WITHOUT ROWID`,
    );
  }

  /** Adds a key; adding it again changes nothing. Where there are too many, those that are of no more use make room. */
  add(key: StoredApiKey, maximum: number, now: number): AddApiKeyResult {
    if (this.get(key.name) !== undefined) return { kind: "ADDED" };
    const { inUse, kept } = this.#sql
      .exec<{ inUse: number; kept: number }>(
        "SELECT count(*) AS kept, count(CASE WHEN ended IS NULL OR ended > ? THEN 1 END) AS inUse FROM api_key",
        now,
      )
      .one();
    if (inUse >= maximum) return { kind: "LIMIT_EXCEEDED", maximum, found: inUse + 1 };
    if (kept >= maximum) {
      this.#sql.exec(
        `DELETE FROM api_key WHERE name IN
           (SELECT name FROM api_key WHERE ended <= ? ORDER BY ended, name LIMIT ?)`,
        now,
        kept - maximum + 1,
      );
    }
    this.#put(key);
    return { kind: "ADDED" };
  }

  get(name: string): StoredApiKey | undefined {
    const [row] = this.#sql.exec<KeyRow>("SELECT facts FROM api_key WHERE name = ?", name).toArray();
    return row === undefined ? undefined : (JSON.parse(row.facts) as StoredApiKey);
  }

  /** Newest first. */
  list(): readonly StoredApiKey[] {
    const rows = this.#sql.exec<KeyRow>("SELECT facts FROM api_key ORDER BY created DESC, name DESC").toArray();
    return rows.map(({ facts }) => JSON.parse(facts) as StoredApiKey);
  }

  /** The key as it is now; undefined if there is none. A key that was revoked keeps the time of its first revocation. */
  revoke(name: string, now: number): StoredApiKey | undefined {
    const key = this.get(name);
    if (key === undefined || key.revokedAt !== null) return key;
    const revoked = { ...key, revokedAt: now };
    this.#put(revoked);
    return revoked;
  }

  #put(key: StoredApiKey): void {
    this.#sql.exec(
      "INSERT OR REPLACE INTO api_key(name, created, ended, facts) VALUES(?, ?, ?, ?)",
      key.name,
      key.createdAt,
      key.revokedAt ?? key.expiresAt,
      JSON.stringify(key),
    );
  }
}

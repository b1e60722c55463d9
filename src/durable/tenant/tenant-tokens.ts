/**
 * Tokens that work once. A token is removed in the turn in which it is used, so that only one of two concurrent users gets it. Unused
 * tokens are removed when the next one is created.
 *
 *   token(name, expires, facts)   facts: JSON
 */

import type { Grant } from "../../access/grant.ts";
import type { RevocableCredential } from "../../access/revocable-credential.ts";

/** The permissions of a token. */
export interface TokenRights {
  readonly subject: string;
  /** Absent for none. */
  readonly groups?: readonly string[];
  readonly scopes: readonly string[];
  /** When the credential ends that the token was made with, Unix milliseconds; null if it does not. */
  readonly validUntil: number | null;
  /** The credential that the token was made with, if that can be revoked. Kept as the Worker gives it. */
  readonly credential?: RevocableCredential;
  /** The one thing that it is for. Absent for the whole tenant. */
  readonly grant?: Grant;
}

export interface StoredToken extends TokenRights {
  readonly secretHash: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

export class TenantTokens {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      `CREATE TABLE IF NOT EXISTS token(name TEXT PRIMARY KEY, expires INTEGER NOT NULL, facts TEXT NOT NULL)
         WITHOUT ROWID`,
    );
  }

  add(name: string, token: StoredToken, now: number): void {
    this.#sql.exec("DELETE FROM token WHERE expires <= ?", now);
    this.#sql.exec(
      "INSERT OR IGNORE INTO token(name, expires, facts) VALUES(?, ?, ?)",
      name,
      token.expiresAt,
      JSON.stringify(token),
    );
  }

  /** The permissions of the token, the first time it is used with its secret and before it expires; null otherwise. */
  use(name: string, secretHash: string, now: number): TokenRights | undefined {
    const [row] = this.#sql.exec<{ facts: string }>("SELECT facts FROM token WHERE name = ?", name).toArray();
    if (row === undefined) return undefined;
    const { expiresAt, secretHash: stored, ...rights } = JSON.parse(row.facts) as StoredToken;
    // These are hashes of random secrets: the duration of a comparison does not help to make another secret.
    if (stored !== secretHash) return undefined;
    this.#sql.exec("DELETE FROM token WHERE name = ?", name);
    return expiresAt > now ? rights : undefined;
  }

  get count(): number {
    return this.#sql.exec<{ count: number }>("SELECT count(*) AS count FROM token").one().count;
  }
}

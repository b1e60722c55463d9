/**
 * The secrets of a tenant and of its subjects, encrypted.
 *
 *   secret(owner, name, facts, sealed)   owner: empty for the tenant, else `subject:` and the subject; facts: JSON of `SecretFacts`
 */
import type { CredentialOwner } from "../../plan/credential.ts";
import { hasTable } from "../storage/sql-table.ts";

/** Whose a secret is. */
export type SecretOwner = { readonly scope: "TENANT" } | { readonly scope: "SUBJECT"; readonly subject: string };

/** The public facts of a secret. */
export interface SecretFacts {
  /** Where it may be sent. */
  readonly origin: string;
  /** Unix milliseconds. */
  readonly updatedAt: number;
  readonly updatedBy: string;
}

export interface SecretRecord extends SecretFacts {
  readonly scope: CredentialOwner;
  readonly name: string;
}

interface StoredSecret extends SecretFacts {
  readonly sealed: string;
}

type SecretRow = { readonly name: string; readonly owner: string; readonly facts: string; readonly sealed: string };

export class SecretTable {
  readonly #sql: SqlStorage;
  #exists: boolean;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#exists = hasTable(sql, "secret");
  }

  get(owner: SecretOwner, name: string): StoredSecret | undefined {
    if (!this.#exists) return undefined;
    const [row] = this.#sql
      .exec<SecretRow>("SELECT * FROM secret WHERE owner = ? AND name = ?", ownerKey(owner), name)
      .toArray();
    return row && { ...(JSON.parse(row.facts) as SecretFacts), sealed: row.sealed };
  }

  put(owner: SecretOwner, name: string, { sealed, ...facts }: StoredSecret): void {
    if (!this.#exists)
      this.#sql.exec(
        "CREATE TABLE IF NOT EXISTS secret(owner TEXT, name TEXT, facts TEXT NOT NULL, sealed TEXT NOT NULL, PRIMARY KEY(owner, name)) WITHOUT ROWID",
      );
    this.#exists = true;
    this.#sql.exec(
      "INSERT OR REPLACE INTO secret(owner, name, facts, sealed) VALUES(?, ?, ?, ?)",
      ownerKey(owner),
      name,
      JSON.stringify(facts),
      sealed,
    );
  }

  /** False if there was none. */
  remove(owner: SecretOwner, name: string): boolean {
    if (this.get(owner, name) === undefined) return false;
    this.#sql.exec("DELETE FROM secret WHERE owner = ? AND name = ?", ownerKey(owner), name);
    return true;
  }

  /** How many `owner` has, and all together. */
  count(owner: SecretOwner): { readonly own: number; readonly all: number } {
    if (!this.#exists) return { own: 0, all: 0 };
    return this.#sql
      .exec<{ own: number; all: number }>(
        'SELECT count(*) AS "all", count(CASE WHEN owner = ? THEN 1 END) AS own FROM secret',
        ownerKey(owner),
      )
      .one();
  }

  /** Those of the tenant, then those of `subject`, each in the order of their names. */
  list(subject: string): readonly SecretRecord[] {
    if (!this.#exists) return [];
    const rows = this.#sql
      .exec<SecretRow>(
        "SELECT * FROM secret WHERE owner IN ('', ?) ORDER BY owner, name",
        ownerKey({ scope: "SUBJECT", subject }),
      )
      .toArray();
    return rows.map(({ facts, name, owner }) => ({
      ...(JSON.parse(facts) as SecretFacts),
      name,
      scope: owner === "" ? "TENANT" : "SUBJECT",
    }));
  }
}

/** Name of an owner within the tenant. */
export function ownerKey(owner: SecretOwner): string {
  return owner.scope === "TENANT" ? "" : `subject:${owner.subject}`;
}

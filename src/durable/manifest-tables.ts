/**
 * The versions of the manifests of a catalog. A version is never changed: what was compiled to the same content is the same version (C16).
 *
 *   manifest(name, hash, place, facts)   JSON of each version; of those of a name the one with the highest place is the current one
 */
import type { RegisteredManifest } from "../catalog/manifest-document.ts";

/** Versions that are kept of one manifest. */
export const maxManifestVersions = 20;

export class ManifestTables {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      `CREATE TABLE IF NOT EXISTS manifest(name TEXT NOT NULL, hash TEXT NOT NULL, place INTEGER NOT NULL, facts TEXT NOT NULL,
         PRIMARY KEY(name, hash)) WITHOUT ROWID;`,
    );
  }

  /** The current version of each, in the order of their names. */
  current(): readonly RegisteredManifest[] {
    const rows = this.#sql.exec<{ facts: string }>(
      `SELECT each.facts AS facts FROM (SELECT name, MAX(place) AS place FROM manifest GROUP BY name) AS latest
       JOIN manifest AS each ON each.name = latest.name AND each.place = latest.place ORDER BY latest.name`,
    );
    return rows.toArray().map(read);
  }

  /** The version of a hash, the current one for null. Null if there is none. */
  version(name: string, hash: string | null): RegisteredManifest | null {
    const [row] = this.#sql
      .exec<{ facts: string }>(
        "SELECT facts FROM manifest WHERE name = ? AND (? IS NULL OR hash = ?) ORDER BY place DESC LIMIT 1",
        name,
        hash,
        hash,
      )
      .toArray();
    return row === undefined ? null : read(row);
  }

  /** Makes `manifest` the current version of its name; of more than are kept, the oldest go. To be called in a transaction. */
  put(manifest: RegisteredManifest): void {
    const { hash, name } = manifest;
    this.#sql.exec(
      `INSERT OR REPLACE INTO manifest(name, hash, place, facts)
       VALUES(?, ?, (SELECT COALESCE(MAX(place), 0) + 1 FROM manifest WHERE name = ?), ?)`,
      name,
      hash,
      name,
      JSON.stringify(manifest),
    );
    this.#sql.exec(
      `DELETE FROM manifest WHERE name = ? AND hash NOT IN
       (SELECT hash FROM manifest WHERE name = ? ORDER BY place DESC LIMIT ?)`,
      name,
      name,
      maxManifestVersions,
    );
  }

  /** Forgets all versions of a manifest. To be called in a transaction. */
  remove(name: string): void {
    this.#sql.exec("DELETE FROM manifest WHERE name = ?", name);
  }
}

function read({ facts }: { readonly facts: string }): RegisteredManifest {
  return JSON.parse(facts) as RegisteredManifest;
}

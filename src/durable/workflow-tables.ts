/**
 * The versions of the workflows of a catalog. A version is never changed but for what decides nothing of a run: description, and whether
 * its card is public.
 *
 *   workflow(name, version, place, facts)   JSON of each version; of those of a name the one with the highest place is the newest
 */
import type { RegisteredWorkflow, WorkflowVersion } from "../catalog/workflow-registration.ts";

/** Versions that are kept of one workflow. */
export const maxVersions = 50;

export class WorkflowTables {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      `CREATE TABLE IF NOT EXISTS workflow(name TEXT NOT NULL, version TEXT NOT NULL, place INTEGER NOT NULL, facts TEXT NOT NULL,
         PRIMARY KEY(name, version)) WITHOUT ROWID;`,
    );
  }

  /** The newest version of each, in the order of their names. */
  newest(): readonly RegisteredWorkflow[] {
    const rows = this.#sql.exec<{ facts: string }>(
      `SELECT each.facts AS facts FROM (SELECT name, MAX(place) AS place FROM workflow GROUP BY name) AS latest
       JOIN workflow AS each ON each.name = latest.name AND each.place = latest.place ORDER BY latest.name`,
    );
    return rows.toArray().map(read);
  }

  /** One version, the newest for null. Null if there is none. */
  version(name: string, version: string | null): RegisteredWorkflow | null {
    const [row] = this.#sql
      .exec<{ facts: string }>(
        "SELECT facts FROM workflow WHERE name = ? AND (? IS NULL OR version = ?) ORDER BY place DESC LIMIT 1",
        name,
        version,
        version,
      )
      .toArray();
    return row === undefined ? null : read(row);
  }

  /** Newest first. */
  versions(name: string): readonly WorkflowVersion[] {
    const rows = this.#sql.exec<{ version: string; createdAt: number }>(
      "SELECT version, json_extract(facts, '$.createdAt') AS createdAt FROM workflow WHERE name = ? ORDER BY place DESC",
      name,
    );
    return rows.toArray();
  }

  /** Makes `workflow` the newest version of its name; of more than are kept, the oldest go. To be called in a transaction. */
  put(workflow: RegisteredWorkflow): void {
    const { name, version } = workflow;
    this.#sql.exec(
      `INSERT OR REPLACE INTO workflow(name, version, place, facts)
       VALUES(?, ?, (SELECT COALESCE(MAX(place), 0) + 1 FROM workflow WHERE name = ?), ?)`,
      name,
      version,
      name,
      JSON.stringify(workflow),
    );
    this.#sql.exec(
      `DELETE FROM workflow WHERE name = ? AND version NOT IN
       (SELECT version FROM workflow WHERE name = ? ORDER BY place DESC LIMIT ?)`,
      name,
      name,
      maxVersions,
    );
  }

  /** Forgets all versions of a workflow. To be called in a transaction. */
  remove(name: string): void {
    this.#sql.exec("DELETE FROM workflow WHERE name = ?", name);
  }
}

function read({ facts }: { readonly facts: string }): RegisteredWorkflow {
  return JSON.parse(facts) as RegisteredWorkflow;
}

/**
 * The versions of the workflows of a catalog. A version never changes, except for its description and whether its card is public, which
 * affect no run.
 */
import type { RegisteredWorkflow, WorkflowVersion } from "../../catalog/workflow-registration.ts";
import { VersionTable } from "./version-table.ts";

/** Versions that are kept of one workflow. */
const maxVersions = 50;

export class WorkflowTables extends VersionTable<"version", RegisteredWorkflow> {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    super(sql, { table: "workflow", version: "version", kept: maxVersions });
    this.#sql = sql;
  }

  /** Newest first. */
  versions(name: string): readonly WorkflowVersion[] {
    if (!this.isMade) return [];
    const rows = this.#sql.exec<{ version: string; createdAt: number }>(
      "SELECT version, json_extract(facts, '$.createdAt') AS createdAt FROM workflow WHERE name = ? ORDER BY place DESC",
      name,
    );
    return rows.toArray();
  }
}

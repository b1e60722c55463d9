/**
 * How long artifacts are kept that nothing else would remove: given ones, and those stored for an execution before its start, which may
 * never happen. The row is stored before the artifact, so that none is kept without an end. The row stays until that end even if the
 * artifact is deleted earlier, because a caller who stores the artifact again meanwhile would otherwise lose its row.
 *
 *   kept_artifact(owner, name, tenant, until)   until: Unix milliseconds
 */
import { type ArtifactAddress, givenArtifacts } from "../../execution/events/artifact-record.ts";
import { faultText } from "../../json/fault-text.ts";
import type { ArtifactStore } from "../ports/artifact-store.ts";
import { GivenArtifacts } from "./given-artifacts.ts";

/** Artifacts that are removed in one run of an alarm. */
const maxRemovals = 100;
/** When it is tried again after one could not be removed. */
const retryMs = 600_000;

export interface ArtifactRemoval {
  /** Absent where the deployment has bound no bucket. */
  readonly artifacts: Pick<ArtifactStore, "remove"> | undefined;
  /** Whether there is an execution of this name, which then removes its artifacts by itself. */
  readonly isStarted: (tenant: string, execution: string) => Promise<boolean>;
}

type KeptArtifact = { readonly owner: string; readonly name: string; readonly tenant: string };

export class TenantArtifacts {
  readonly #sql: SqlStorage;
  /** How many were given, and their bytes. */
  readonly given: GivenArtifacts;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      `CREATE TABLE IF NOT EXISTS kept_artifact(
         owner TEXT NOT NULL, name TEXT NOT NULL, tenant TEXT NOT NULL, until INTEGER NOT NULL, PRIMARY KEY(owner, name)
       ) WITHOUT ROWID`,
    );
    this.given = new GivenArtifacts(sql);
  }

  /** Keeps the artifact until that time, or as long as it is kept already if that is longer. */
  keep(tenant: string, { name, owner }: ArtifactAddress, until: number): void {
    this.#sql.exec(
      `INSERT INTO kept_artifact(owner, name, tenant, until) VALUES(?, ?, ?, ?)
         ON CONFLICT(owner, name) DO UPDATE SET until = max(until, excluded.until)`,
      owner,
      name,
      tenant,
      until,
    );
  }

  /** When the next artifact is to be looked at, Unix milliseconds. Undefined if there is none. */
  get nextAt(): number | undefined {
    return (
      this.#sql.exec<{ next: number | null }>("SELECT min(until) AS next FROM kept_artifact").one().next ?? undefined
    );
  }

  /** Removes artifacts whose time is over. Returns when to look again; undefined for never. Never rejects. */
  async removeDue(now: number, removal: ArtifactRemoval): Promise<number | undefined> {
    const due = this.#sql
      .exec<KeptArtifact>(
        "SELECT owner, name, tenant FROM kept_artifact WHERE until <= ? ORDER BY until LIMIT ?",
        now,
        maxRemovals,
      )
      .toArray();
    const outcomes = await Promise.allSettled(due.map((kept) => this.#remove(kept, removal)));
    const failure = outcomes.find((outcome) => outcome.status === "rejected");
    if (failure === undefined) return this.nextAt;
    console.error(JSON.stringify({ log: "artifacts_not_removed", error: faultText(failure.reason) }));
    return now + retryMs;
  }

  async #remove({ name, owner, tenant }: KeptArtifact, { artifacts, isStarted }: ArtifactRemoval): Promise<void> {
    if (artifacts === undefined) throw new Error("the deployment has bound no bucket");
    if (owner === givenArtifacts || !(await isStarted(tenant, owner))) await artifacts.remove(tenant, { owner, name });
    if (owner === givenArtifacts) this.given.forget(name);
    this.#sql.exec("DELETE FROM kept_artifact WHERE owner = ? AND name = ?", owner, name);
  }
}

/** What is kept of each released version: the schema that clients were given, and journals that its code wrote. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JournalRow } from "../../src/durable/storage/journal-row.ts";

export const projectRoot = join(import.meta.dirname, "../..");

/** Versions that the changelog names, `## 1.2.3 – date`, newest first. */
export function versionsOf(changelog: string): readonly string[] {
  return [...changelog.matchAll(/^## v?(\d+\.\d+\.\d+)\b/gm)].flatMap(([, version]) => version ?? []);
}

/** Files that the folder of a version must hold. */
export const keptFiles = ["schema.graphql", "finished.journal.json", "half-done.journal.json"] as const;

/** Of the given versions, the files that are not there. */
export function missingFiles(versions: readonly string[], folder: string): readonly string[] {
  return versions.flatMap((version) =>
    keptFiles.map((file) => `${version}/${file}`).filter((file) => !existsSync(join(folder, file))),
  );
}

export function readRows(file: string): readonly JournalRow[] {
  return JSON.parse(readFileSync(file, "utf8")) as readonly JournalRow[];
}

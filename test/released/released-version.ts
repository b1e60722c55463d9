/** What is kept of the versions of the last two minors: journals that their code wrote, and the schema that clients were given. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JournalRow } from "../../src/durable/storage/journal-row.ts";

export const projectRoot = join(import.meta.dirname, "../..");

/** Versions that the changelog names, `## 1.2.3 – date`, newest first. */
export function versionsOf(changelog: string): readonly string[] {
  return [...changelog.matchAll(/^## v?(\d+\.\d+\.\d+)\b/gm)].flatMap(([, version]) => version ?? []);
}

/** Files that the folder of a version must hold. */
export const keptFiles = [
  "schema.graphql",
  "finished.journal.json",
  "half-done.journal.json",
  "waiting.journal.json",
  "run.journal.json",
  "asked.journal.json",
] as const;

/** Of the given versions, newest first, those of the last two minors: of `["2.1.0", "2.0.1", "2.0.0", "1.9.0"]` the first three. */
export function ofLastMinors(versions: readonly string[]): readonly string[] {
  const minorOf = (version: string) => version.slice(0, version.lastIndexOf("."));
  const last = [...new Set(versions.map(minorOf))].slice(0, 2);
  return versions.filter((version) => last.includes(minorOf(version)));
}

/** Of the last two minors among the given versions, newest first, the files that are not there. */
export function missingFiles(versions: readonly string[], folder: string): readonly string[] {
  return ofLastMinors(versions).flatMap((version) =>
    keptFiles.map((file) => `${version}/${file}`).filter((file) => !existsSync(join(folder, file))),
  );
}

export function readRows(file: string): readonly JournalRow[] {
  return JSON.parse(readFileSync(file, "utf8")) as readonly JournalRow[];
}

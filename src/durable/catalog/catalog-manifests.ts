/**
 * The storing of applied manifests. They arrive compiled. Rules about all stored manifests are checked here, in the turn of the write:
 * their number and their total size, because they are listed in one response.
 */
import type { ApplyManifestResult, ManifestDefinition } from "../../catalog/manifests/manifest-document.ts";
import type { CatalogTables } from "./catalog-tables.ts";
import type { Registrar } from "./registration-credential.ts";
import { tooManyOfSubject, tooMuch } from "./registry-refusal.ts";

const maxManifestsBytes = 8_000_000;

/**
 * Makes `definition` the current manifest of its name. The very one that is current already changes nothing. `most` is how many manifests the
 * tenant may have.
 */
export function applyManifest(
  tables: CatalogTables,
  definition: ManifestDefinition,
  now: number,
  by: Registrar | undefined,
  most: number,
): ApplyManifestResult {
  const { hash, name } = definition;
  const current = tables.manifests.version(name, undefined);
  if (current?.hash === hash) return { kind: "APPLIED", manifest: current, revision: tables.revision, isNew: false };
  const manifest = { ...definition, createdAt: current?.createdAt ?? now, updatedAt: now };
  const others = tables.manifests.current().filter((other) => other.name !== name);
  const large = tooMuch(tables, "manifest", manifest, others, most, maxManifestsBytes);
  const refused = large ?? tooManyOfSubject(tables, "manifest", name, by);
  if (refused !== undefined) return refused;
  tables.putManifest(manifest, by?.subject);
  return { kind: "APPLIED", manifest, revision: tables.revision, isNew: true };
}

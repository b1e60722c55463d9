/** The versions of the manifests of a catalog. A version is never changed: what was compiled to the same content is the same version (C16). */
import type { RegisteredManifest } from "../../catalog/manifests/manifest-document.ts";
import { VersionTable } from "./version-table.ts";

/** Versions that are kept of one manifest. */
const maxManifestVersions = 20;

export class ManifestTables extends VersionTable<"hash", RegisteredManifest> {
  constructor(sql: SqlStorage) {
    super(sql, { table: "manifest", version: "hash", kept: maxManifestVersions });
  }
}

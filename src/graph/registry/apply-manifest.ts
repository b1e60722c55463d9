/**
 * `Mutation.applyManifest` and `Mutation.removeManifest`. A manifest is compiled here against the current catalog, and stored only if it
 * has no problem. All problems are reported at once, each with its place (T2, T5).
 */
import { compileManifest, type ManifestCompilation } from "../../catalog/manifests/compile-manifest.ts";
import type { ManifestWarning } from "../../catalog/manifests/manifest-problem.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { shownName } from "../base/request-problem.ts";
import type { ApplyManifestInput, RemoveManifestInput } from "../base/schema.generated.ts";
import type { ManifestSource } from "../base/sources.ts";
import { generalError, problemErrors, type UserErrorSource } from "../base/user-errors.ts";
import { runProblems } from "./pinned-catalog.ts";
import { lacksCallable, readCatalog, unknownRevision } from "./read-catalog.ts";
import { registryError } from "./registry-error.ts";

export interface ApplyManifestPayload {
  readonly manifest: ManifestSource | undefined;
  readonly catalogRevision: string | undefined;
  readonly warnings: readonly ManifestWarning[];
  readonly errors: readonly UserErrorSource[];
}

export interface RemoveManifestPayload {
  readonly removedName: string | undefined;
  readonly catalogRevision: string | undefined;
  readonly errors: readonly UserErrorSource[];
}

/** Compiles and stores a manifest, or compiles it only. The very one that is current already is answered like one that is new. */
export async function applyManifest(
  { dryRun, functions, manifest, minCatalogRevision, name }: ApplyManifestInput,
  { clients, settings }: GraphContext,
): Promise<ApplyManifestPayload> {
  const given = { name, manifest, functions: functions ?? {} };
  const models = [...settings.models.models.keys()];
  const lookup = await readCatalog(
    clients.catalog,
    minCatalogRevision,
    (catalog) => compileManifest(given, catalog, models, (callable) => runProblems(catalog, callable, settings)),
    lacksSomething,
  );
  if (lookup === undefined) return refused(problemErrors([unknownRevision(minCatalogRevision, [])], ["input"]));
  const { result } = lookup;
  if (!result.ok) return refused(problemErrors(result.problems, ["input"]));
  const warnings = result.warnings.map(({ message, path }) => ({ message, path: ["input", ...path] }));
  if (dryRun === true) return { manifest: undefined, catalogRevision: undefined, warnings, errors: [] };
  const answer = await clients.catalog.applyManifest(result.definition);
  if (answer.kind === "REFUSED") {
    const path = answer.member === null ? ["input"] : ["input", answer.member];
    return refused([registryError(answer, path)]);
  }
  return { manifest: { manifest: answer.manifest }, catalogRevision: answer.catalogRevision, warnings, errors: [] };
}

/** Removes every version of a manifest. Running conversations keep their pinned version (E15). */
export async function removeManifest(
  { name }: RemoveManifestInput,
  { clients }: GraphContext,
): Promise<RemoveManifestPayload> {
  const answer = await clients.catalog.removeManifest(name);
  if (answer.kind === "REMOVED") {
    return { removedName: name, catalogRevision: answer.catalogRevision, errors: [] };
  }
  const message = `Cannot remove the manifest ${shownName(name)}: required the name of one that was applied, found none`;
  const errors = [generalError("NOT_FOUND", message, ["input", "name"])];
  return { removedName: undefined, catalogRevision: undefined, errors };
}

/**
 * Whether the current catalog could help. A function that is no callable could also have been taken for one that a person answers, so
 * a manifest with such tools is compiled against the current catalog as well.
 */
function lacksSomething(compilation: ManifestCompilation): boolean {
  if (compilation.ok) return compilation.definition.tools.some(({ isUserInterface }) => isUserInterface);
  return lacksCallable(compilation);
}

function refused(errors: readonly UserErrorSource[]): ApplyManifestPayload {
  return { manifest: undefined, catalogRevision: undefined, warnings: [], errors };
}

/**
 * The catalog as a request sees it. A name that the cached catalog does not know is refused only after the catalog was read again,
 * because it may have been registered a moment ago.
 */
import type { CatalogSnapshot } from "../../catalog/snapshot/catalog-snapshot.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import type { CatalogClient, Freshness } from "../base/ports.ts";
import type { ExecutionOptionsInput } from "../base/schema.generated.ts";

export interface CatalogRead<Result> {
  readonly catalog: CatalogSnapshot;
  readonly result: Result;
}

/**
 * The result of `read` over the cached catalog, or over the current one if the cached one lacks something. Null if the demanded revision
 * never existed.
 */
export async function readCatalog<Result>(
  client: CatalogClient,
  minCatalogRevision: ExecutionOptionsInput["minCatalogRevision"],
  read: (catalog: CatalogSnapshot) => Result,
  lacksSomething: (result: Result) => boolean,
): Promise<CatalogRead<Result> | undefined> {
  const catalog = await client.snapshot(freshnessOf(minCatalogRevision));
  if (catalog === undefined) return undefined;
  const result = read(catalog);
  if (!lacksSomething(result)) return { catalog, result };
  const current = (await client.snapshot({ kind: "CURRENT" })) ?? catalog;
  if (current.revision === catalog.revision) return { catalog, result };
  return { catalog: current, result: read(current) };
}

/** Whether a compilation names something that the catalog does not have as named, and that may have been registered or accepted a moment ago. */
export function lacksCallable(
  compilation: { readonly ok: true } | { readonly ok: false; readonly problems: readonly { readonly kind: string }[] },
): boolean {
  return (
    !compilation.ok && compilation.problems.some(({ kind }) => kind === "UNKNOWN_CALLABLE" || kind === "TOOL_CHANGED")
  );
}

function freshnessOf(minCatalogRevision: ExecutionOptionsInput["minCatalogRevision"]): Freshness {
  return minCatalogRevision == null ? { kind: "CACHED" } : { kind: "REVISION", revision: minCatalogRevision };
}

/** The problem of a revision that never existed. `path` is the place of the object with `minCatalogRevision`. */
export function unknownRevision(
  minCatalogRevision: ExecutionOptionsInput["minCatalogRevision"],
  path: readonly string[],
): PlanProblem {
  const found = JSON.stringify(minCatalogRevision);
  const message = `Cannot read the catalog: required a revision that a registry mutation returned, found ${found}`;
  return { kind: "INVALID_INPUT", message, path: [...path, "minCatalogRevision"] };
}

/** The definitions that a request pins, with the models and limits of the deployment (E15), and the problems if they cannot be pinned. */
import type { CatalogSnapshot } from "../../catalog/snapshot/catalog-snapshot.ts";
import {
  type Pinning,
  type PinningProblem,
  type PinningSettings,
  pinnableNames,
  pinnedDefinitions,
} from "../../catalog/snapshot/pinned-definitions.ts";
import { utf8Bytes } from "../../json/json.ts";
import type { ExecutionDefinitions } from "../../plan/callable.ts";
import type { GraphSettings } from "../base/graph-context.ts";
import type { RequestProblem } from "../base/request-problem.ts";

export type PinnedCatalog =
  | { readonly ok: true; readonly definitions: ExecutionDefinitions }
  | { readonly ok: false; readonly problems: readonly RequestProblem[] };

/** The callables that `names` mean, with all that their runs need. `path` is the place of the names in the input. */
export function pinned(
  catalog: CatalogSnapshot,
  names: Iterable<string>,
  settings: GraphSettings,
  path: readonly string[],
): PinnedCatalog {
  const pinning: Pinning = pinnedDefinitions(catalog, names, settings.models, pinningSettings(settings));
  if (pinning.ok) return pinning;
  return { ok: false, problems: pinning.problems.map((problem) => ({ ...problem, path })) };
}

/** Why `name`, or one of its callables, cannot be run. Paths are empty. */
export function runProblems(
  catalog: CatalogSnapshot,
  name: string,
  settings: GraphSettings,
): readonly PinningProblem[] {
  const pinning = pinnedDefinitions(catalog, [name], settings.models, pinningSettings(settings));
  return pinning.ok ? [] : pinning.problems;
}

/** Those of `names` that can be pinned with all that they need. */
export function pinnable(
  catalog: CatalogSnapshot,
  names: Iterable<string>,
  settings: GraphSettings,
): readonly string[] {
  return pinnableNames(catalog, names, settings.models, pinningSettings(settings));
}

/** Size of the pinned definitions of all callables of an execution and of the runs below it. */
export function definitionBytes(definitions: ExecutionDefinitions): number {
  return utf8Bytes(JSON.stringify(definitions));
}

export function pinningSettings(settings: GraphSettings): PinningSettings {
  const { allowOrchestration, limits, modelLacks, taintPolicy } = settings;
  const { maxJsonDepth, maxPlanBytes } = limits;
  return { maxJsonDepth, maxPlanBytes, allowOrchestration, modelLacks, taintPolicy };
}

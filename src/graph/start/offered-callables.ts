/**
 * The callables that a planner is offered: everything that is registered and can be called now, or those that the prompt names (O27). They
 * are pinned with the execution (E15), so they must fit the row that pins them and the prompt.
 */
import type { CatalogSnapshot } from "../../catalog/snapshot/catalog-snapshot.ts";
import { callableNamed, callableNames } from "../../catalog/snapshot/named-callable.ts";
import type { ExecutionDefinitions } from "../../plan/callable.ts";
import { nameProblem } from "../../plan/compile/compile.ts";
import type { GraphSettings } from "../base/graph-context.ts";
import type { RequestProblem } from "../base/request-problem.ts";
import type { PromptInput } from "../base/schema.generated.ts";
import { definitionBytes, pinnable, pinned } from "../registry/pinned-catalog.ts";
import { maxDefinitionBytes } from "./check-plan.ts";

/** What a plan can be made of, at most. */
export const maxOfferedCallables = 200;

export type Offer =
  | { readonly ok: true; readonly definitions: ExecutionDefinitions }
  | {
      readonly ok: false;
      readonly problems: readonly RequestProblem[];
      /** Whether a newer catalog may offer it. */
      readonly isOfCatalog: boolean;
    };

/** Definitions of what `names` mean, of everything if null. `path` is the place of `names` in the input. */
export function offeredCallables(
  catalog: CatalogSnapshot,
  names: PromptInput["callables"],
  path: readonly string[],
  settings: GraphSettings,
): Offer {
  // What nobody named is left out if it lacks something, such as an agent whose model is not configured.
  const wanted =
    names === null || names === undefined ? pinnable(catalog, callableNames(catalog), settings) : [...new Set(names)];
  if (wanted.length > maxOfferedCallables)
    return tooMuch("offeredCallables", "callables", maxOfferedCallables, wanted.length, path);
  const problems = (names ?? []).flatMap((name, position) => {
    const meant = callableNamed(catalog, name);
    if (typeof meant === "object") return [];
    return [nameProblem(name, meant, [...path, String(position)], { callableNames: () => callableNames(catalog) })];
  });
  if (problems.length > 0) return { ok: false, problems, isOfCatalog: true };
  const pinning = pinned(catalog, wanted, settings, path);
  if (!pinning.ok) return { ok: false, problems: pinning.problems, isOfCatalog: false };
  const { definitions } = pinning;
  const bytes = definitionBytes(definitions);
  if (bytes > maxDefinitionBytes)
    return tooMuch("definitionBytes", "bytes of their definitions", maxDefinitionBytes, bytes, path);
  return { ok: true, definitions };
}

/** Those of `names` that can still be called, for a prompt that is planned again. */
export function stillCallable(catalog: CatalogSnapshot, names: readonly string[]): readonly string[] {
  return names.filter((name) => typeof callableNamed(catalog, name) === "object");
}

function tooMuch(limit: string, unit: string, maximum: number, found: number, path: readonly string[]): Offer {
  const message = `Cannot offer so much to the planner: required at most ${maximum} ${unit}, found ${found}; name a subset in callables`;
  return {
    ok: false,
    problems: [{ kind: "LIMIT_EXCEEDED", message, path, limit, maximum, found }],
    isOfCatalog: false,
  };
}

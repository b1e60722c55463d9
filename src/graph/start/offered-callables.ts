/**
 * The callables that a planner is offered: those that the prompt names (O27), otherwise everything that is registered and can be called now
 * or, if that does not fit, the results of a search by the words of the prompt. They are pinned with the execution (E15), so they must fit
 * the row that pins them and the prompt.
 */
import { searchedOffer } from "../../catalog/search/searched-offer.ts";
import type { SearchField } from "../../catalog/search/term-index.ts";
import type { CatalogSnapshot } from "../../catalog/snapshot/catalog-snapshot.ts";
import { callableNamed, callableNames } from "../../catalog/snapshot/named-callable.ts";
import type { ExecutionDefinitions } from "../../plan/callable.ts";
import { nameProblem } from "../../plan/compile/compile.ts";
import type { CallableSearch } from "../../plan/model-definition.ts";
import type { GraphSettings } from "../base/graph-context.ts";
import type { RequestProblem } from "../base/request-problem.ts";
import { definitionBytes, pinnable, pinned, pinningSettings } from "../registry/pinned-catalog.ts";
import { maxDefinitionBytes } from "./check-plan.ts";

/** Maximum callables of an offer. */
export const maxOfferedCallables = 200;

/** Servers that a planner is shown, if it is not offered all callables. */
const maxNamedServers = 50;

export type Offer =
  | {
      readonly ok: true;
      readonly definitions: ExecutionDefinitions;
      /** Set if a search has chosen the offer. */
      readonly search?: CallableSearch;
    }
  | {
      readonly ok: false;
      readonly problems: readonly RequestProblem[];
      /** Whether a newer catalog may offer it. */
      readonly isOfCatalog: boolean;
    };

/**
 * Definitions of everything, or of the best matches for `query` if not everything can be offered. `path` is the place of the offer in the
 * input.
 */
export function offeredToPrompt(
  catalog: CatalogSnapshot,
  query: readonly SearchField[],
  path: readonly string[],
  settings: GraphSettings,
): Offer {
  const names = callableNames(catalog);
  // Callables that were not named are left out if they lack something, such as an agent whose model is not configured.
  const whole =
    names.length > maxOfferedCallables
      ? undefined
      : offeredCallables(catalog, pinnable(catalog, names, settings), path, settings);
  if (whole !== undefined && (whole.ok || whole.isOfCatalog)) return whole;
  const found = { models: settings.models, pinning: pinningSettings(settings) };
  const definitions = searchedOffer(catalog, query, found);
  // Few callables of which each is too large: the caller has to choose.
  if (whole !== undefined && definitions.callables.length === 0) return whole;
  const servers = catalog.servers.map(({ name }) => name).slice(0, maxNamedServers);
  return { ok: true, definitions, search: { registered: names.length, servers } };
}

/** Definitions of the callables that `names` mean. `path` is the place of `names` in the input. */
export function offeredCallables(
  catalog: CatalogSnapshot,
  names: readonly string[],
  path: readonly string[],
  settings: GraphSettings,
): Offer {
  const wanted = [...new Set(names)];
  if (wanted.length > maxOfferedCallables)
    return tooMuch("offeredCallables", "callables", maxOfferedCallables, wanted.length, path);
  const problems = names.flatMap((name, position) => {
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

/**
 * The offer of callables to a planner where the catalog does not fit: those that match the request best, as far as each can be pinned and
 * all fit together.
 */
import { utf8Bytes } from "../../json/json.ts";
import type { ExecutionDefinitions } from "../../plan/callable.ts";
import type { ModelSettings } from "../../plan/model-definition.ts";
import type { CatalogSnapshot } from "../snapshot/catalog-snapshot.ts";
import { type PinningSettings, pinnedDefinitions } from "../snapshot/pinned-definitions.ts";
import { foundCallables } from "./callable-search.ts";
import type { SearchField } from "./term-index.ts";

/** Callables of one search, and bytes of their definitions as JSON, which stand in the row that pins them and in the prompt. */
export const maxFoundCallables = 60;
const maxFoundBytes = 250_000;

/** Names that are looked at for one search: each is pinned by itself to find out whether it can be. */
const mostCandidates = 4 * maxFoundCallables;

export interface OfferSettings {
  readonly models: ModelSettings;
  readonly pinning: PinningSettings;
}

/** Definitions of the best matches for `query`, without those of `known`. */
export function searchedOffer(
  snapshot: CatalogSnapshot,
  query: readonly SearchField[],
  { models, pinning }: OfferSettings,
  known: ReadonlySet<string> = new Set(),
): ExecutionDefinitions {
  const names: string[] = [];
  let bytes = 0;
  const candidates = foundCallables(snapshot, query).filter((name) => !known.has(name));
  for (const name of candidates.slice(0, mostCandidates)) {
    if (names.length === maxFoundCallables) break;
    const alone = pinnedDefinitions(snapshot, [name], models, pinning);
    if (!alone.ok || alone.definitions.callables.length === 0) continue;
    // Servers are pinned once, however many of their tools are.
    const { providers: _, ...own } = alone.definitions;
    const added = utf8Bytes(JSON.stringify(own));
    if (bytes + added > maxFoundBytes) continue;
    bytes += added;
    names.push(name);
  }
  const pinned = pinnedDefinitions(snapshot, names, models, pinning);
  // Each of them could be pinned by itself.
  if (!pinned.ok) throw new Error(`Cannot pin the found callables: ${pinned.problems[0]?.message}`);
  return pinned.definitions;
}

/**
 * Who answers a question (H1, R28): the agent that the caller names exactly, or one that a router chooses among the registered agents that
 * may be chosen and can work.
 */
import type { RegisteredAgent } from "../../catalog/agent-registration.ts";
import { takesText } from "../../catalog/agents/takes-text.ts";
import type { CatalogSnapshot } from "../../catalog/snapshot/catalog-snapshot.ts";
import { nearestNames, suggested } from "../../json/nearest-name.ts";
import type { RouteCandidate } from "../../plan/model-definition.ts";
import { cannotTake, limitExceeded, type RequestProblem, shownName } from "../base/request-problem.ts";
import type { AskInput } from "../base/schema.generated.ts";
import { knownAgent } from "../registry/known-agent.ts";

/** Agents that one router chooses from, at most. */
export const maxCandidates = 100;

export type RoutingResult =
  | { readonly kind: "MANUAL"; readonly agent: RegisteredAgent }
  | { readonly kind: "AUTO"; readonly candidates: readonly RegisteredAgent[] }
  /** `isOfCatalog` if a newer catalog may know better. */
  | { readonly kind: "REFUSED"; readonly problems: readonly RequestProblem[]; readonly isOfCatalog: boolean };

const place = ["routing"];

/** Whom the catalog has for `routing`, whether able to work or not. */
export function readRouting(routing: AskInput["routing"], catalog: CatalogSnapshot): RoutingResult {
  const { auto, manual } = routing ?? {};
  if (manual !== undefined) return manualRouting(manual, catalog);
  const names = auto?.candidates ?? null;
  const path = [...place, "auto", "candidates"];
  const candidates = names === null ? routable(catalog) : [...new Set(names)];
  if (candidates.length > maxCandidates) {
    const problems = [limitExceeded("candidates", maxCandidates, candidates.length, path)];
    return { kind: "REFUSED", problems, isOfCatalog: false };
  }
  const found = (names ?? candidates).map((name, position) => candidate(name, catalog, [...path, String(position)]));
  const problems = found.flatMap((one) => (one.ok ? [] : [one.problem]));
  if (problems.length > 0) return { kind: "REFUSED", problems, isOfCatalog: true };
  const agents = new Map(found.flatMap((one) => (one.ok ? [[one.agent.name, one.agent]] : [])));
  return { kind: "AUTO", candidates: [...agents.values()].toSorted(byName) };
}

/** An agent as the router sees it. */
export function routeCandidate({ description, exampleQueries, name, tags }: RegisteredAgent): RouteCandidate {
  return { name, description, tags, exampleQueries };
}

/** Those agents that a router may choose, under the names that are still so registered. */
export function stillRoutable(catalog: CatalogSnapshot, names: readonly string[]): readonly RegisteredAgent[] {
  return names.flatMap((name) => {
    const known = candidate(name, catalog, []);
    return known.ok ? [known.agent] : [];
  });
}

function manualRouting(name: string, catalog: CatalogSnapshot): RoutingResult {
  const path = [...place, "manual"];
  const known = callable(name, catalog, path);
  return known.ok
    ? { kind: "MANUAL", agent: known.agent }
    : { kind: "REFUSED", problems: [known.problem], isOfCatalog: true };
}

type CandidateResult =
  | { readonly ok: true; readonly agent: RegisteredAgent }
  | { readonly ok: false; readonly problem: RequestProblem };

/** The agent of exactly this name, if it can be asked at all. */
function callable(name: string, catalog: CatalogSnapshot, path: readonly string[]): CandidateResult {
  const known = knownAgent(catalog, name, path);
  if (!known.ok) return known;
  if (takesText(known.agent)) return known;
  const finding = `required an agent that takes a text, found ${shownName(name)}, whose input schema takes something else`;
  return { ok: false, problem: cannotTake(path, finding) };
}

/** The agent of exactly this name, if the router may choose it. */
function candidate(name: string, catalog: CatalogSnapshot, path: readonly string[]): CandidateResult {
  const known = callable(name, catalog, path);
  if (!known.ok || known.agent.routable) return known;
  const others = nearestNames(name, routable(catalog));
  const suggestion = suggested(others);
  const finding = `required an agent that is routable, found ${shownName(name)}, which is not${suggestion}`;
  return { ok: false, problem: cannotTake(path, finding) };
}

function routable(catalog: CatalogSnapshot): readonly string[] {
  return catalog.agents.filter((agent) => agent.routable && takesText(agent)).map(({ name }) => name);
}

function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}

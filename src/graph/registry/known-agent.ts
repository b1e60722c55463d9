/**
 * Finds the agent that a request names, by its exact name. A similar name is suggested and never used (R28).
 */

import type { RegisteredAgent } from "../../catalog/agent-registration.ts";
import { type CatalogSnapshot, findAgent } from "../../catalog/snapshot/catalog-snapshot.ts";
import { nearestNames, suggested } from "../../json/nearest-name.ts";
import { type RequestProblem, shownName } from "../base/request-problem.ts";

export type KnownAgentResult =
  | { readonly ok: true; readonly agent: RegisteredAgent }
  | { readonly ok: false; readonly problem: RequestProblem };

/** The agent of exactly this name. `path` is the place of the name in the input. */
export function knownAgent(catalog: CatalogSnapshot, name: string, path: readonly string[]): KnownAgentResult {
  const agent = findAgent(catalog, name);
  if (agent !== undefined) return { ok: true, agent };
  const nearest = nearestNames(
    name,
    catalog.agents.map((registered) => registered.name),
  );
  const suggestion = suggested(nearest);
  const message = `Cannot choose the agent ${shownName(name)}: required one that is registered under exactly this name, found none${suggestion}`;
  return { ok: false, problem: { kind: "AGENT_NOT_FOUND", message, path, name, nearestNames: nearest } };
}

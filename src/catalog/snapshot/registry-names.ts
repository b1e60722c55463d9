/**
 * The one name space of agents, workflows and tools (R18): whether a new name, or that of its tool, could be taken for one that is there.
 * A tool that comes later than an agent or workflow of its name is no collision: it is known by its qualified name.
 */

import { comparedName, isReservedName, type Named, planNamesOf } from "../plan-name.ts";
import type { CatalogSnapshot } from "./catalog-snapshot.ts";

/**
 * The thing that has one of the names of `named`, such as `a tool "a_b"`. Undefined if there is none. One of the same sort and name is
 * replaced, so it does not count.
 */
export function nameTaken(snapshot: CatalogSnapshot, named: Named): string | undefined {
  const wanted = new Set(planNamesOf(named).map(comparedName));
  const reserved = planNamesOf(named).find(isReservedName);
  if (reserved !== undefined) return `a tool ${JSON.stringify(reserved)} of this software`;
  const ofCode = planNamesOf(named).find((name) => snapshot.namesOfCode?.has(comparedName(name)));
  if (ofCode !== undefined) return `${JSON.stringify(ofCode)} in the code of this deployment`;
  const isTaken = (name: string) => wanted.has(comparedName(name));
  const isAgent = "kind" in named;
  const others: readonly (readonly [string, Named])[] = [
    ...snapshot.agents.map((agent) => ["an agent", agent] as const),
    ...snapshot.workflows.map((workflow) => ["a workflow", workflow] as const),
  ];
  for (const [sort, other] of others) {
    if ("kind" in other === isAgent && other.name === named.name) continue;
    if (planNamesOf(other).some(isTaken)) return `${sort} ${JSON.stringify(other.name)}`;
  }
  const before = (isAgent ? snapshot.agents : snapshot.workflows).find(({ name }) => name === named.name);
  // Tools that came later are known by their qualified names. A name that comes with another kind of agent is as good as new.
  const kept = new Set((before === undefined ? [] : planNamesOf(before)).map(comparedName));
  const tool = snapshot.tools.find(({ callable: { remoteName } }) => {
    return isTaken(remoteName) && !kept.has(comparedName(remoteName));
  });
  return tool && `a tool ${JSON.stringify(tool.callable.remoteName)} of the server ${tool.server}`;
}

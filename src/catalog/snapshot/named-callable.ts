/** Callables by their names in plans: tools, agents and workflows as definitions, made once for each name of a catalog. */

import { nearestNames } from "../../json/nearest-name.ts";
import type { CallableDefinition, NamedCallable } from "../../plan/callable.ts";
import { builtInCallables } from "../../plan/waits/built-in-callables.ts";
import { agentCallable } from "../agents/agent-callable.ts";
import { remoteCallable, workflowCallable } from "../agents/generated-tool.ts";
import { localAgentCallable } from "../agents/local-agent-callable.ts";
import { toolNameOf } from "../plan-name.ts";
import { type CatalogSnapshot, type Meaning, meaningOf } from "./catalog-snapshot.ts";
import { isWhole, reachedEffect, usedNames } from "./reachable.ts";

/** The callable that `name` means in a plan, with that name. */
export function callableNamed(snapshot: CatalogSnapshot, name: string): NamedCallable {
  const builtIn = builtInCallables.get(name);
  if (builtIn !== undefined) return builtIn.callable;
  let known = definitions.get(snapshot);
  if (known === undefined) {
    known = new Map();
    definitions.set(snapshot, known);
  }
  const kept = known.get(name);
  if (kept !== undefined) return kept;
  const meaning = meaningOf(snapshot, name);
  if (meaning === undefined) return undefined;
  const callable = definitionOf(snapshot, meaning);
  const named = callable === "CHANGED" ? callable : { ...callable, name };
  known.set(name, named);
  return named;
}

/**
 * Names of everything that a plan can call now, in their order: the offer to planners, unless a request names less. Each thing once, an
 * agent or workflow by the name of its tool (W4); one that uses something which cannot be called is left out.
 */
export function callableNames(snapshot: CatalogSnapshot): readonly string[] {
  let names = wholeNames.get(snapshot);
  if (names === undefined) {
    names = wholeNamesOf(snapshot);
    wholeNames.set(snapshot, names);
  }
  return names;
}

/** Made once per snapshot: a plan of many unknown names asks for the nearest name of each. */
const wholeNames = new WeakMap<CatalogSnapshot, readonly string[]>();

function wholeNamesOf(snapshot: CatalogSnapshot): readonly string[] {
  const names = [
    ...snapshot.tools.map(({ name }) => name),
    ...snapshot.agents.map((agent) => toolNameOf(agent) ?? agent.name),
    ...snapshot.workflows.map((workflow) => toolNameOf(workflow) ?? workflow.name),
  ];
  return names.filter((name) => isWhole(snapshot, [name])).toSorted();
}

/** Names to suggest for one that means nothing: the qualified names of an ambiguous one, else the nearest, 3 at most. */
export function nearestToolNames(snapshot: CatalogSnapshot, name: string): readonly string[] {
  const ambiguous = snapshot.tools
    .filter((tool) => tool.callable.remoteName === name)
    .map((tool) => tool.qualifiedName);
  if (ambiguous.length > 0) return ambiguous.slice(0, 3);
  return nearestNames(name, callableNames(snapshot));
}

const definitions = new WeakMap<CatalogSnapshot, Map<string, Exclude<NamedCallable, undefined>>>();

function definitionOf(snapshot: CatalogSnapshot, meaning: Meaning): CallableDefinition | "CHANGED" {
  switch (meaning.sort) {
    case "TOOL":
      return meaning.tool.status === "READY" ? meaning.tool.callable : "CHANGED";
    case "WORKFLOW":
      return workflowCallable(meaning.workflow, reachedEffect(snapshot, usedNames(meaning)));
    case "AGENT": {
      const { agent } = meaning;
      if (agent.kind === "HTTP") return agentCallable(agent);
      if (agent.kind === "A2A") return remoteCallable(agent);
      return localAgentCallable(agent, reachedEffect(snapshot, usedNames(meaning)));
    }
  }
}

/**
 * The definitions that a run of a run definition is pinned with (E15): the callables that it may call, and those that only its descendants
 * call. It gets no other definition of its caller. So a child has the definitions for its own children, and none that it cannot reach.
 */

import type { CallableDefinition, ExecutionDefinitions } from "./callable.ts";
import type { RunDefinition } from "./run-definition.ts";

/** The run definition of this key, or undefined if none was pinned. */
export function runDefinitionOf(definitions: ExecutionDefinitions, key: string): RunDefinition | undefined {
  return definitions.blueprints?.find((definition) => definition.key === key);
}

/** Key of the run definition that a callable runs as an execution of its own. Undefined for one that runs elsewhere. */
export function childKeyOf({ providers }: ExecutionDefinitions, callable: CallableDefinition): string | undefined {
  const isChild = providers.some(({ kind, name }) => kind === "CHILD" && name === callable.provider);
  return isChild ? callable.remoteName : undefined;
}

/** The part of `definitions` that a run which may call `callableNames` needs. A name that was not pinned is left out. */
export function definitionsFor(
  definitions: ExecutionDefinitions,
  callableNames: readonly string[],
): ExecutionDefinitions {
  const known = new Map(
    [...(definitions.inherited ?? []), ...definitions.callables].map((callable) => [callable.name, callable]),
  );
  const direct = new Set(callableNames);
  const reached = new Map<string, CallableDefinition>();
  const runs = new Map<string, RunDefinition>();
  const names = [...direct];
  // The list grows while it is read; a run definition that was met adds its names once, so that cycles end.
  for (const name of names) {
    const callable = known.get(name);
    if (callable === undefined || reached.has(name)) continue;
    reached.set(name, callable);
    const key = childKeyOf(definitions, callable);
    const run = key === undefined ? undefined : runDefinitionOf(definitions, key);
    if (run === undefined || runs.has(run.key)) continue;
    runs.set(run.key, run);
    // The callables of orchestration are callables of its caller as well.
    if (run.kind !== "ORCHESTRATION") names.push(...run.callableNames);
  }
  const callables = [...reached.values()];
  const needed = new Set(callables.map(({ provider }) => provider));
  return {
    callables: callables.filter(({ name }) => direct.has(name)),
    providers: definitions.providers.filter(({ name }) => needed.has(name)),
    blueprints: [...runs.values()],
    inherited: callables.filter(({ name }) => !direct.has(name)),
    catalogRevision: definitions.catalogRevision,
    ...(definitions.flow === undefined ? {} : { flow: definitions.flow }),
  };
}

/** `definitions` with `added`, each thing once; earlier ones stay unchanged. */
export function withDefinitions(definitions: ExecutionDefinitions, added: ExecutionDefinitions): ExecutionDefinitions {
  const callables = distinct([...definitions.callables, ...added.callables], ({ name }) => name);
  const direct = new Set(callables.map(({ name }) => name));
  const below = [...(definitions.inherited ?? []), ...(added.inherited ?? [])].filter(({ name }) => !direct.has(name));
  const runs = [...(definitions.blueprints ?? []), ...(added.blueprints ?? [])];
  return {
    ...definitions,
    callables,
    providers: distinct([...definitions.providers, ...added.providers], ({ name }) => name),
    ...(runs.length === 0 ? {} : { blueprints: distinct(runs, ({ key }) => key) }),
    ...(below.length === 0 ? {} : { inherited: distinct(below, ({ name }) => name) }),
  };
}

function distinct<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const known = new Set<string>();
  return items.filter((item) => !known.has(keyOf(item)) && known.add(keyOf(item)));
}

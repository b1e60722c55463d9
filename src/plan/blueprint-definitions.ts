/**
 * The definitions that a run of a blueprint is pinned with (E15): the callables that it may call, and those that only its descendants call. It
 * gets nothing else of what its caller has. So a child has what its own children need, and nothing that it cannot reach.
 */
import type { Blueprint } from "./blueprint.ts";
import type { CallableDefinition, ExecutionDefinitions } from "./callable.ts";

/** The blueprint of this key, or null if none was pinned. */
export function blueprintOf(definitions: ExecutionDefinitions, key: string): Blueprint | null {
  return definitions.blueprints?.find((blueprint) => blueprint.key === key) ?? null;
}

/** Key of the blueprint that a callable runs as an execution of its own. Null for one that runs elsewhere. */
export function childKeyOf({ providers }: ExecutionDefinitions, callable: CallableDefinition): string | null {
  const isChild = providers.some(({ kind, name }) => kind === "CHILD" && name === callable.provider);
  return isChild ? callable.remoteName : null;
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
  const blueprints = new Map<string, Blueprint>();
  const names = [...direct];
  // The list grows while it is read; a blueprint that was met adds its names once, so that cycles end.
  for (const name of names) {
    const callable = known.get(name);
    if (callable === undefined || reached.has(name)) continue;
    reached.set(name, callable);
    const key = childKeyOf(definitions, callable);
    const blueprint = key === null ? null : blueprintOf(definitions, key);
    if (blueprint === null || blueprints.has(blueprint.key)) continue;
    blueprints.set(blueprint.key, blueprint);
    // What orchestration may call, its caller may call as well.
    if (blueprint.kind !== "ORCHESTRATION") names.push(...blueprint.callableNames);
  }
  const callables = [...reached.values()];
  const needed = new Set(callables.map(({ provider }) => provider));
  return {
    callables: callables.filter(({ name }) => direct.has(name)),
    providers: definitions.providers.filter(({ name }) => needed.has(name)),
    blueprints: [...blueprints.values()],
    inherited: callables.filter(({ name }) => !direct.has(name)),
    catalogRevision: definitions.catalogRevision,
  };
}

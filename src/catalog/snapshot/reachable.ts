/**
 * The callables that an agent of ours or a workflow can call when it runs, directly or through others. Each name is followed once: agents
 * may call one another in a circle, which the engine cuts at run time (C23).
 */

import type { EffectClass } from "../../plan/callable.ts";
import type { Plan } from "../../plan/plan.ts";
import { builtInCallables } from "../../plan/waits/built-in-callables.ts";
import { orchestrationToolName } from "../orchestration-tool.ts";
import { type CatalogSnapshot, type Meaning, meaningOf } from "./catalog-snapshot.ts";

/** Names of the callables that a plan calls, each once, in the order of their first call. */
export function calledNames({ steps }: Pick<Plan, "steps">): readonly string[] {
  const leaves = steps.flatMap((step) => (step.kind === "TOOL" ? [step] : step.children));
  return [...new Set(leaves.map(({ callableName }) => callableName))];
}

/** Names that the callable uses itself. Empty for callables that run elsewhere. */
export function usedNames(meaning: Meaning): readonly string[] {
  if (meaning.sort === "WORKFLOW") return calledNames(meaning.workflow.plan);
  return meaning.sort === "AGENT" && meaning.agent.kind === "LOCAL" ? meaning.agent.tools : [];
}

/** `names` and every name that is used below them, each once. Names that mean nothing are among them. */
export function reachedNames(snapshot: CatalogSnapshot, names: Iterable<string>): readonly string[] {
  const reached = new Set(names);
  // The set grows while it is read.
  for (const name of reached) {
    const meaning = meaningOf(snapshot, name);
    if (meaning !== undefined) for (const used of usedNames(meaning)) reached.add(used);
  }
  return [...reached];
}

/** Whether everything that `names` reach can be called now, by the catalog alone. */
export function isWhole(snapshot: CatalogSnapshot, names: Iterable<string>): boolean {
  return reachedNames(snapshot, names).every((name) => {
    const meaning = meaningOf(snapshot, name);
    if (meaning === undefined) return isOurOwn(name);
    return meaning.sort !== "TOOL" || meaning.tool.status === "READY";
  });
}

/** READ_ONLY if every callable that `names` reach is. Runs of ours have no effects but those of their calls (E7). */
export function reachedEffect(snapshot: CatalogSnapshot, names: Iterable<string>): EffectClass {
  const changesSomething = reachedNames(snapshot, names).some((name) => {
    const effect = ownEffect(name, meaningOf(snapshot, name));
    return effect !== undefined && effect !== "READ_ONLY";
  });
  return changesSomething ? "UNSAFE" : "READ_ONLY";
}

/** Undefined for a callable without an effect of its own. */
function ownEffect(name: string, meaning: Meaning | undefined): EffectClass | undefined {
  switch (meaning?.sort) {
    case undefined:
      return isOurOwn(name) ? undefined : "UNSAFE";
    case "TOOL":
      return meaning.tool.callable.effectClass;
    case "AGENT":
      return meaning.agent.kind === "LOCAL" ? undefined : meaning.agent.effectClass;
    case "WORKFLOW":
      return undefined;
  }
}

/** Whether `name` is a callable of this software, which is in no catalog. */
export function isOurOwn(name: string): boolean {
  return name === orchestrationToolName || builtInCallables.has(name);
}

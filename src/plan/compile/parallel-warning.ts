/**
 * The warning that `maxParallel` asks for more than the platform gives. Only a few requests of an execution can await their answer at a time
 * (E10), so calls of tools and remote agents beyond them wait. The warning is given where the request asks for more and the plan could use it.
 */
import type { ExecutionDefinitions } from "../callable.ts";
import { maxParallelRequests } from "../limits.ts";
import type { Plan } from "../plan.ts";
import { leafSteps } from "../plan-scope.ts";
import type { PlanWarning } from "../problem.ts";

/** `path` is the place of `maxParallel` in the request. */
export function parallelWarnings(
  plan: Plan,
  { callables, providers }: ExecutionDefinitions,
  maxParallel: number,
  path: readonly string[],
): readonly PlanWarning[] {
  const kindOf = new Map(providers.map(({ kind, name }) => [name, kind]));
  const requesting = new Set(
    callables.flatMap(({ name, provider }) => {
      const kind = kindOf.get(provider);
      return kind === "CHILD" || kind === "PERSON" || kind === "WAIT" ? [] : [name];
    }),
  );
  const waiting = leafSteps(plan).filter(({ callableName }) => requesting.has(callableName))[maxParallelRequests];
  if (maxParallel <= maxParallelRequests || waiting === undefined) return [];
  const message = `maxParallel is ${maxParallel}: the platform lets ${maxParallelRequests} requests of an execution await the head of their answer at a time, and a step beyond them stays PENDING until one is free`;
  return [{ code: "PARALLEL_CAPPED", message, path, stepId: waiting.id }];
}

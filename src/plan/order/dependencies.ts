/**
 * Which top-level steps need which others, out of references (in arguments and conditions) and `after`; a group needs what its children need (design: Scheduling).
 * The one place that knows this, for the graph and for finding cycles (R7).
 */
import type { Plan, PlanStep } from "../plan.ts";
import { referencesOf, type TemplateMember } from "./step-references.ts";

/** One reason why a step must wait for another. */
export interface Dependency {
  /** Position of the top-level step that is waited for. */
  readonly on: number;
  /** Id of the step, child or not, that gives the reason. */
  readonly stepId: string;
  /** The reference, or undefined if `after` says so. */
  readonly expression: string | undefined;
  /** The part of the step with the dependency. */
  readonly member: TemplateMember | "after";
  /** Path of the argument that holds the reference; empty for all else. */
  readonly argument: readonly string[];
}

/** Position of the top-level step that is, or holds, each step. */
function topLevelPositions(plan: Plan): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  for (const [position, step] of plan.steps.entries()) {
    positions.set(step.id, position);
    if (step.kind !== "TOOL") for (const child of step.children) positions.set(child.id, position);
  }
  return positions;
}

/**
 * For each top-level step by position: the steps that it waits for, itself excluded. Names that do not exist are left out, and for a
 * `finally` step those of ordinary steps, all of which have ended by then.
 */
export function dependenciesOf(plan: Plan): readonly (readonly Dependency[])[] {
  const positions = topLevelPositions(plan);
  return plan.steps.map((step, position) => {
    const found: Dependency[] = [];
    const add = (id: string, reason: Omit<Dependency, "on">): void => {
      const on = positions.get(id);
      if (on === undefined || on === position || plan.steps[on]?.isFinally !== step.isFinally) return;
      found.push({ on, ...reason });
    };
    addReasons(step, add);
    if (step.kind !== "TOOL") for (const child of step.children) addReasons(child, add);
    return found;
  });
}

/** Calls `add` for each step that `step` itself names or refers to. */
function addReasons(step: PlanStep, add: (id: string, reason: Omit<Dependency, "on">) => void): void {
  for (const id of step.after) add(id, { stepId: step.id, expression: undefined, member: "after", argument: [] });
  for (const { member, path, reference } of referencesOf(step))
    if (reference.root === "steps")
      add(reference.id, { stepId: step.id, expression: reference.expression, member, argument: path });
}

/**
 * The smallest order by plan position in which every step stands after all that it needs. Steps on a cycle, and those that need
 * them, are missing from it.
 *
 * @example
 * ```ts
 * dependencyOrder([[{ on: 1 }], []]); // [1, 0]
 * dependencyOrder([[{ on: 1 }], [{ on: 0 }]]); // []
 * ```
 */
export function dependencyOrder(dependencies: readonly (readonly Pick<Dependency, "on">[])[]): readonly number[] {
  // Most plans only point backwards, so their order is that of the plan.
  if (dependencies.every((list, position) => list.every(({ on }) => on < position)))
    return dependencies.map((_, position) => position);
  const needs = dependencies.map((list) => new Set(list.map(({ on }) => on)));
  const neededBy: number[][] = dependencies.map(() => []);
  for (const [position, others] of needs.entries()) for (const other of others) neededBy[other]?.push(position);
  const missing = needs.map((others) => others.size);
  const ready = missing.flatMap((count, position) => (count === 0 ? [position] : []));
  const order: number[] = [];
  for (let position = ready.shift(); position !== undefined; position = ready.shift()) {
    order.push(position);
    for (const waiting of neededBy[position] ?? []) {
      const left = (missing[waiting] ?? 0) - 1;
      missing[waiting] = left;
      if (left === 0) insertSorted(ready, waiting);
    }
  }
  return order;
}

function insertSorted(sorted: number[], value: number): void {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, value);
}

/** A cycle of dependencies as the way around, or undefined. Every step of the way waits for the next, the last for the first. */
export function findCycle(dependencies: readonly (readonly Dependency[])[]): readonly Dependency[] | undefined {
  const order = dependencyOrder(dependencies);
  if (order.length === dependencies.length) return undefined;
  const ordered = new Set(order);
  const first = dependencies.findIndex((_, position) => !ordered.has(position));
  // Every step that is left waits for another one that is left, so following the waits must lead back.
  const way: { readonly position: number; readonly dependency: Dependency }[] = [];
  const visitedAt = new Map<number, number>();
  let position = first;
  while (!visitedAt.has(position)) {
    const dependency = dependencies[position]?.find(({ on }) => !ordered.has(on));
    if (dependency === undefined) throw new Error(`Cannot follow a cycle from the step at ${position}`);
    visitedAt.set(position, way.length);
    way.push({ position, dependency });
    position = dependency.on;
  }
  return way.slice(visitedAt.get(position)).map(({ dependency }) => dependency);
}

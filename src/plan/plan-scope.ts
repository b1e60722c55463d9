/** The common data of the checks of one plan: its steps by id with their place, and the existing callables that it names. */

import type { JsonSchema } from "../json/json.ts";
import type { CallableDefinition } from "./callable.ts";
import type { GroupStep, Plan, PlanStep, ToolStep } from "./plan.ts";

export interface PlacedStep {
  readonly step: PlanStep;
  readonly group: GroupStep | undefined;
  /** Position of the top-level step that is, or holds, the step. */
  readonly position: number;
}

export interface PlanScope {
  readonly plan: Plan;
  readonly stepsById: ReadonlyMap<string, PlacedStep>;
  readonly callables: ReadonlyMap<string, CallableDefinition>;
  /** The schema of references to `input`. Undefined where there is no input. */
  readonly input: JsonSchema | undefined;
}

/** The steps of `plan` that decide how it ends: all top-level steps but those of `finally`. */
export function ordinarySteps({
  finallyTimeoutMs,
  steps,
}: Pick<Plan, "finallyTimeoutMs" | "steps">): readonly PlanStep[] {
  return finallyTimeoutMs === undefined ? steps : steps.filter(({ isFinally }) => isFinally !== true);
}

/** Whether the step is one of `finally`, or a child of one. */
export function isWithinFinally({ group, step }: Pick<PlacedStep, "group" | "step">): boolean {
  return (group ?? step).isFinally === true;
}

/** Every step of `plan` with its place, groups before their children. */
export function placedSteps(plan: Pick<Plan, "steps">): ReadonlyMap<string, PlacedStep> {
  const placed = new Map<string, PlacedStep>();
  for (const [position, step] of plan.steps.entries()) {
    placed.set(step.id, { step, group: undefined, position });
    if (step.kind === "TOOL") continue;
    for (const child of step.children) placed.set(child.id, { step: child, group: step, position });
  }
  return placed;
}

/** Every step of `plan` in its order, groups before their children. */
export function everyStep(plan: Plan): readonly PlanStep[] {
  return plan.steps.flatMap((step) => (step.kind === "TOOL" ? [step] : [step, ...step.children]));
}

/** The steps of `plan` that call something, in its order. */
export function leafSteps(plan: Pick<Plan, "steps">): readonly ToolStep[] {
  return plan.steps.flatMap((step) => (step.kind === "TOOL" ? [step] : step.children));
}

/** The steps of `plan` that call something, each with how many times there can be. */
export function leafCalls(plan: Plan): readonly { readonly step: ToolStep; readonly times: number }[] {
  return plan.steps.flatMap((step) => {
    if (step.kind === "TOOL") return [{ step, times: 1 }];
    const times = mostTimes(step);
    return step.children.map((child) => ({ step: child, times }));
  });
}

/** How often each call of a group is made at most. */
export function mostTimes(group: GroupStep): number {
  if (group.kind === "PARALLEL") return 1;
  return group.kind === "MAP" ? group.maxItems : group.maxIterations;
}

/** Whether one step of `plan` calls something, once, and no other does. Looks at few steps, however many there are. */
export function hasOneLeaf({ steps }: Plan): boolean {
  let leaves = 0;
  for (const step of steps) {
    leaves += step.kind === "TOOL" ? 1 : step.kind === "PARALLEL" ? step.children.length : 2;
    if (leaves > 1) return false;
  }
  return leaves === 1;
}

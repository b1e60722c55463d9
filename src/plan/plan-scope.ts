/** What the checks of one plan share: its steps by id with their place, and the callables that it names and that exist. */

import type { JsonSchema } from "../json/json.ts";
import type { CallableDefinition } from "./callable.ts";
import type { ParallelStep, Plan, PlanStep, ToolStep } from "./plan.ts";

export interface PlacedStep {
  readonly step: PlanStep;
  readonly group: ParallelStep | undefined;
  /** Position of the top-level step that is, or holds, the step. */
  readonly position: number;
}

export interface PlanScope {
  readonly plan: Plan;
  readonly stepsById: ReadonlyMap<string, PlacedStep>;
  readonly callables: ReadonlyMap<string, CallableDefinition>;
  /** What references to `input` are typed against. Undefined where there is no input. */
  readonly input: JsonSchema | undefined;
}

/** Every step of `plan` with its place, groups before their children. */
export function placedSteps(plan: Plan): ReadonlyMap<string, PlacedStep> {
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
export function leafSteps(plan: Plan): readonly ToolStep[] {
  return plan.steps.flatMap((step) => (step.kind === "TOOL" ? [step] : step.children));
}

/** Whether one step of `plan` calls something, and no other does. Looks at few steps, however many there are. */
export function hasOneLeaf({ steps }: Plan): boolean {
  let leaves = 0;
  for (const step of steps) {
    leaves += step.kind === "TOOL" ? 1 : step.children.length;
    if (leaves > 1) return false;
  }
  return leaves === 1;
}

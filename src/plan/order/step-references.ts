/** Every reference of a step, in its arguments and in its condition: both make an edge and both are checked (E13). */
import { askedOperands } from "../conditions/condition-text.ts";
import { type PlacedReference, referencesIn } from "../operand.ts";
import type { PlanStep } from "../plan.ts";

export interface StepReference extends PlacedReference {
  readonly member: "arguments" | "when";
}

/** The references of `step` itself, not of its children. Those of a condition have an empty path. */
export function* referencesOf(step: PlanStep): Generator<StepReference> {
  if (step.kind === "TOOL") for (const placed of referencesIn(step.arguments)) yield { ...placed, member: "arguments" };
  yield* conditionReferences(step);
}

/** The references of the condition of `step`. One that the condition asks for need not have a value. */
export function* conditionReferences({ when }: PlanStep): Generator<StepReference> {
  if (when === undefined) return;
  const asked = askedOperands(when);
  for (const [index, reference] of when.references.entries()) {
    yield { reference, path: [], hasFallback: asked.has(index), member: "when" };
  }
}

/** Every reference of a step, in its arguments, its list and its conditions: each makes an edge and each is checked (E13). */
import { askedOperands } from "../expressions/expression-text.ts";
import { type PlacedReference, referencesIn } from "../operands/operand.ts";
import type { Condition, PlanStep } from "../plan.ts";

/** The parts of a step with references: `over` is the list of a map, `until` the condition of a loop. */
export type TemplateMember = "arguments" | "when" | "over" | "until";

export interface StepReference extends PlacedReference {
  readonly member: TemplateMember;
}

/** The references of `step` itself, not of its children. Those of a condition have an empty path. */
export function* referencesOf(step: PlanStep): Generator<StepReference> {
  if (step.kind === "TOOL") for (const placed of referencesIn(step.arguments)) yield { ...placed, member: "arguments" };
  if (step.kind === "MAP") for (const placed of referencesIn(step.over)) yield { ...placed, member: "over" };
  yield* conditionReferences(step);
}

/** The references of the conditions of `step`. One that a condition asks for need not have a value. */
export function* conditionReferences(step: PlanStep): Generator<StepReference> {
  for (const { condition, member } of conditionsOf(step)) {
    const asked = askedOperands(condition);
    for (const [index, reference] of condition.references.entries())
      yield { reference, path: [], hasFallback: asked.has(index), member };
  }
}

/** When `step` runs, and when a loop continues. */
export function* conditionsOf(
  step: PlanStep,
): Generator<{ readonly condition: Condition; readonly member: "when" | "until" }> {
  if (step.when !== undefined) yield { condition: step.when, member: "when" };
  if (step.kind === "LOOP") yield { condition: step.condition, member: "until" };
}

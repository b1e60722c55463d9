/** Every reference of a step, in its arguments, its list and its conditions: each makes an edge and each is checked (E13). */
import { askedOperands } from "../expressions/expression-text.ts";
import { type PlacedReference, referencesIn } from "../operands/operand.ts";
import type { Condition, Operand, PlanStep } from "../plan.ts";

/** The parts of a step with references: `over` is the list of a map, `until` the condition of a loop. */
export type TemplateMember = "arguments" | "when" | "over" | "until";

export interface StepReference extends PlacedReference {
  readonly member: TemplateMember;
}

/** The references of `step` itself, not of its children. Those of a condition have an empty path. */
export function referencesOf(step: PlanStep): readonly StepReference[] {
  const ofConditions = conditionReferences(step);
  switch (step.kind) {
    case "TOOL":
      return [...membersOf("arguments", step.arguments), ...ofConditions];
    case "MAP":
      return [...membersOf("over", step.over), ...ofConditions];
    default:
      return ofConditions;
  }
}

function membersOf(member: "arguments" | "over", operand: Operand): readonly StepReference[] {
  return referencesIn(operand).map(({ hasFallback, path, reference }) => ({ reference, path, hasFallback, member }));
}

/** The references of the conditions of `step`. One that a condition asks for need not have a value. */
export function conditionReferences(step: PlanStep): readonly StepReference[] {
  return conditionsOf(step).flatMap(({ condition, member }) => {
    const asked = askedOperands(condition);
    return condition.references.map((reference, index): StepReference => {
      return { reference, path: [], hasFallback: asked.has(index), member };
    });
  });
}

/** When `step` runs, and when a loop continues. */
export function conditionsOf(step: PlanStep): readonly PlacedCondition[] {
  const when: readonly PlacedCondition[] = step.when === undefined ? none : [{ condition: step.when, member: "when" }];
  return step.kind === "LOOP" ? [...when, { condition: step.condition, member: "until" }] : when;
}

interface PlacedCondition {
  readonly condition: Condition;
  readonly member: "when" | "until";
}

/** Most steps have no condition. */
const none: readonly PlacedCondition[] = [];

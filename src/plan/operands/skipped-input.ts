/**
 * Which references make a step depend on another not having been skipped: those in its arguments, within text too, but none of a status or
 * count and none under `coalesce`, which has another choice. References of a condition take no value.
 */
import { humanInputCallableName } from "../human-input-callable.ts";
import type { Operand, Plan, PlanStep, Reference, ToolStep } from "../plan.ts";
import { everyStep } from "../plan-scope.ts";
import { referencesIn } from "./operand.ts";

/** Parts that a step which was skipped has, too. */
const alwaysThere: ReadonlySet<Reference["part"]> = new Set(["status", "count"]);

/** The references by which `step` takes outputs of other steps, for a map or loop also those of its call. */
export function takenBy(step: PlanStep): readonly Reference[] {
  const taken: Reference[] = [];
  if (step.kind === "TOOL") addTaken(step.arguments, taken);
  if (step.kind === "MAP") addTaken(step.over, taken);
  if (step.kind === "MAP" || step.kind === "LOOP")
    for (const { arguments: operand, policy } of step.children)
      if (policy.onSkippedInput === "SKIP") addTaken(operand, taken);
  return taken;
}

function addTaken(operand: Operand, taken: Reference[]): void {
  switch (operand.kind) {
    case "literal":
    case "coalesce":
      return;
    case "object":
      for (const [, member] of operand.entries) addTaken(member, taken);
      return;
    case "array":
      for (const item of operand.items) addTaken(item, taken);
      return;
    default:
      for (const { hasFallback, reference } of referencesIn(operand))
        if (!hasFallback && reference.root === "steps" && !alwaysThere.has(reference.part)) taken.push(reference);
  }
}

/** Whether `step` is skipped because a step that it depends on was. */
export function isSkippedWithInput(step: PlanStep): boolean {
  return step.kind !== "TOOL" || step.policy.onSkippedInput === "SKIP";
}

/**
 * `plan` with the calls that could find the output of a skipped step as `withInput` makes them, and all others as `without` does: where nothing
 * can be skipped, or nothing is taken, the policy says nothing.
 */
export function withSkipPolicies(
  plan: Plan,
  withInput: (step: ToolStep) => ToolStep,
  without: (step: ToolStep) => ToolStep,
): Plan {
  // For the steps of `finally`, a step that never ran counts as skipped.
  const mayBeSkipped = plan.finallyTimeoutMs !== undefined || everyStep(plan).some(maySkip);
  const made = (step: ToolStep) => (mayBeSkipped && takenBy(step).length > 0 ? withInput(step) : without(step));
  const steps = plan.steps.map((step) =>
    step.kind === "TOOL" ? made(step) : { ...step, children: step.children.map(made) },
  );
  return { ...plan, steps };
}

function maySkip(step: PlanStep): boolean {
  if (step.when !== undefined) return true;
  if (step.kind === "PARALLEL") return step.mergeStrategy === "FIRST_MATCH";
  return step.kind === "TOOL" && (step.policy.onDecline === "SKIP" || step.callableName === humanInputCallableName);
}

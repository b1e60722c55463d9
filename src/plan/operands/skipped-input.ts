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
export function* takenBy(step: PlanStep): Generator<Reference> {
  if (step.kind === "TOOL") yield* takenIn(step.arguments);
  if (step.kind === "MAP") yield* takenIn(step.over);
  if (step.kind === "MAP" || step.kind === "LOOP")
    for (const { arguments: operand, policy } of step.children)
      if (policy.onSkippedInput === "SKIP") yield* takenIn(operand);
}

function* takenIn(operand: Operand): Generator<Reference> {
  switch (operand.kind) {
    case "object":
      for (const [, member] of operand.entries) yield* takenIn(member);
      return;
    case "array":
      for (const item of operand.items) yield* takenIn(item);
      return;
    case "coalesce":
      return;
    default:
      for (const { hasFallback, reference } of referencesIn(operand))
        if (!hasFallback && reference.root === "steps" && !alwaysThere.has(reference.part)) yield reference;
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
  const made = (step: ToolStep) => (mayBeSkipped && !takenBy(step).next().done ? withInput(step) : without(step));
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

/** Conditions for plans that tests make without the compiler: from words, and at random. */

import { readCondition } from "../../../src/plan/expressions/read-expression.ts";
import type { Condition, PlanStep } from "../../../src/plan/plan.ts";
import { pathOf } from "../../../src/plan/reference.ts";
import type { Seeded } from "../engine/seeded.ts";

/** The condition that `text` says, its references spelled as in `{{step.output.x}}`, `{{bindings.x}}` and `{{input.x}}`. */
export function conditionOf(text: string): Condition {
  const reading = readCondition(text, (expression) => {
    if (expression.kind === "INDEX") throw new Error(`Cannot read ${expression.text} without a plan`);
    const path = pathOf(expression.links);
    const end = path.indexOf("output");
    const [head = "", name = "", ...rest] = path.map(String);
    if (head === "input") return { root: "input", id: "input", path: path.slice(1), expression: expression.text };
    if (head === "bindings") return { root: "bindings", id: name, path: rest, expression: expression.text };
    return { root: "steps", id: path.slice(0, end).join("."), path: path.slice(end + 1), expression: expression.text };
  });
  if (!reading.ok) throw new Error(`Cannot read ${text}: ${reading.finding}`);
  return reading.condition;
}

/** The same step, run under the condition that `text` says. */
export function onlyIf<Step extends PlanStep>(text: string, step: Step): Step {
  return { ...step, when: conditionOf(text) };
}

/**
 * A condition over the outputs of earlier steps, or over nothing: one that holds, one that does not, or one that cannot be evaluated.
 * Children of a group of which only the first success counts are not referred to.
 */
export function randomCondition(random: Seeded, before: readonly PlanStep[]): Condition {
  const ids = before.flatMap((step) =>
    step.kind === "PARALLEL" && step.mergeStrategy === "COLLECT_ALL"
      ? [step.id, ...step.children.map(({ id }) => id)]
      : [step.id],
  );
  if (ids.length === 0) return conditionOf(random.pick(["1 < 2", "1 > 2"]));
  const output = `{{${random.pick(ids)}.output}}`;
  const member = `{{${random.pick(ids)}.output.maybe}}`;
  return conditionOf(
    random.pick([
      `${output} != null`,
      `${output} == null`,
      `has(${member}) and ${member} != 0`,
      `not has(${member})`,
      `${member} == 1`,
      `size(${output}) > 100`,
    ]),
  );
}

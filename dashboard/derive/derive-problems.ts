/** Problems of a fork from the API, at the arguments that they concern. Pure. */
import { type FieldProblem, fieldProblems, pointerOf } from "../parts/schema-form/field-problem.ts";
import type { Refused } from "./derive-preview.ts";

/** Problems of the arguments of each changed step, by step id. `changedIds` in the order in which they were sent. */
export function problemsByStep(
  errors: readonly Refused[],
  changedIds: readonly string[],
): ReadonlyMap<string, readonly FieldProblem[]> {
  const found = new Map<string, readonly FieldProblem[]>();
  for (const wrong of errors) {
    const [stepId, rest] = placeOf(wrong.path, changedIds);
    if (stepId === undefined) continue;
    const pointer = pointerOf(rest);
    const own =
      wrong.__typename === "SchemaViolationError" && wrong.violations.length > 0
        ? fieldProblems(wrong.violations).map((problem) => ({ ...problem, pointer: pointer + problem.pointer }))
        : [{ pointer, message: wrong.message }];
    found.set(stepId, [...(found.get(stepId) ?? []), ...own]);
  }
  return found;
}

/** Whether an error is shown at a step of `shownIds`, so that it need not be shown above all of them. */
export function isAtStep(wrong: Refused, changedIds: readonly string[], shownIds: readonly string[]): boolean {
  if (wrong.__typename === "OutcomeUnknownError") return wrong.stepIds.every((stepId) => shownIds.includes(stepId));
  return placeOf(wrong.path, changedIds)[0] !== undefined;
}

/** From `["input", "arguments", "1", "arguments", "title"]` the step that was changed second, and `["title"]`. */
function placeOf(
  path: readonly string[],
  changedIds: readonly string[],
): readonly [string | undefined, readonly string[]] {
  const [field, position, part, ...rest] = path[0] === "input" ? path.slice(1) : path;
  if (field !== "arguments" || part !== "arguments") return [undefined, []];
  return [changedIds[Number(position)], rest];
}

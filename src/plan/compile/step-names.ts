/**
 * Names within a plan: gives every step an id and finds names that are used twice (C2, R8). A step without an id is called
 * `step{position}`, one of `finally` `finally{position}`, a child of a group `{group}.{result key, else position}`; if that name is taken, `-2`, `-3` … follows.
 * The step within a map or loop is called `{map}[]`.
 * A result key may equal the id of its own step, but no other id and no other key.
 */
import { templateSuffix } from "../order/items.ts";
import type { DraftGroupStep, DraftStep, PlanDraft } from "../plan-draft.ts";
import type { PlanProblem } from "../problem.ts";
import { invalidInput } from "../shape-problems.ts";

/** Every step of a draft in the order of the plan, groups before their children. */
export function* draftSteps(
  draft: PlanDraft,
): Generator<{ readonly step: DraftStep; readonly group: DraftGroupStep | undefined }> {
  for (const step of draft.steps) {
    yield { step, group: undefined };
    if (step.kind !== "TOOL") for (const child of step.children) yield { step: child, group: step };
  }
}

/** The id of every step of `draft`. */
export function assignStepIds(draft: PlanDraft): ReadonlyMap<DraftStep, string> {
  const taken = new Set<string>();
  const keyOwners = new Map<string, DraftStep>();
  for (const { step } of draftSteps(draft)) {
    if (step.id !== null) taken.add(step.id);
    if (step.resultKey !== null) keyOwners.set(step.resultKey, step);
  }
  const ids = new Map<DraftStep, string>();
  const choose = (step: DraftStep, wished: string): void => {
    const isFree = (name: string) => !taken.has(name) && (keyOwners.get(name) ?? step) === step;
    let name = wished;
    for (let number = 2; !isFree(name); number += 1) name = `${wished}-${number}`;
    taken.add(name);
    ids.set(step, name);
  };
  const name = (step: DraftStep, wished: string): void => {
    if (step.id === null) choose(step, wished);
    else ids.set(step, step.id);
  };
  const ordinary = draft.steps.filter(({ isFinally }) => isFinally !== true).length;
  for (const [index, step] of draft.steps.entries())
    name(step, index < ordinary ? `step${index}` : `finally${index - ordinary}`);
  for (const step of draft.steps) {
    if (step.kind === "TOOL") continue;
    for (const [index, child] of step.children.entries())
      if (step.kind === "PARALLEL") name(child, `${ids.get(step)}.${child.resultKey ?? index}`);
      else ids.set(child, `${ids.get(step)}${templateSuffix}`);
  }
  return ids;
}

/** A problem for every id and result key that stands for two things. */
export function nameProblems(draft: PlanDraft, ids: ReadonlyMap<DraftStep, string>): readonly PlanProblem[] {
  const problems: PlanProblem[] = [];
  const stepsById = new Map<string, DraftStep>();
  const stepsByKey = new Map<string, DraftStep>();
  for (const { step } of draftSteps(draft)) {
    const id = ids.get(step) ?? "";
    const named = JSON.stringify(id);
    if (stepsById.has(id))
      problems.push(invalidInput(step.places.id, `expected a unique step id, found ${named} twice`));
    else stepsById.set(id, step);
  }
  for (const { step } of draftSteps(draft)) {
    const key = step.resultKey;
    if (key === null) continue;
    const named = JSON.stringify(key);
    if (stepsByKey.has(key)) {
      problems.push(invalidInput(step.places.resultKey, `expected a unique result key, found ${named} twice`));
    } else stepsByKey.set(key, step);
    if ((stepsById.get(key) ?? step) !== step) {
      const finding = `expected a result key that is not the id of another step, found ${named}`;
      problems.push(invalidInput(step.places.resultKey, finding));
    }
  }
  return problems;
}

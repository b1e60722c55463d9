/**
 * Faults of a plan that do not depend on its callables: options without effect, no steps at all, unknown names in `after`, cycles (R7, R10).
 */

import type { Dependency } from "../order/dependencies.ts";
import type { PlanStep } from "../plan.ts";
import type { DraftLoopStep, DraftMapStep, DraftParallelStep, DraftStep, PlanDraft } from "../plan-draft.ts";
import type { PlanScope } from "../plan-scope.ts";
import type { PlanProblem } from "../problem.ts";
import { invalidInput } from "../shape-problems.ts";
import { checkAfter, cyclesOf } from "./check-references.ts";
import { draftSteps } from "./step-names.ts";
import { holderIn, templateProblem } from "./template-problem.ts";

/** Problems of a draft that need no plan. */
export function draftProblems(draft: PlanDraft): readonly PlanProblem[] {
  const problems: PlanProblem[] = [];
  if (!draft.steps.some(({ isFinally }) => isFinally !== true) && draft.directResponse === null) {
    problems.push(invalidInput(draft.stepsPlace, "expected at least one step"));
  }
  for (const { step, group } of draftSteps(draft)) {
    if (step.kind === "PARALLEL" && step.children.length === 0 && step.when !== null) {
      problems.push(invalidInput(step.places.when, "expected no condition on a group without steps"));
    }
    if (step.kind === "PARALLEL" && step.mergeStrategy === "FIRST_MATCH") problems.push(...matchProblems(step));
    if (step.kind === "MAP" || step.kind === "LOOP") problems.push(...repeatProblems(step));
    if (step.isFinally === true) problems.push(...finallyProblems(step));
    if (group === undefined || step.kind !== "TOOL") continue;
    if (step.independent) {
      const finding =
        "expected no independent step within a group, whose steps have no order anyway; make the group independent";
      problems.push(invalidInput(step.places.independent, finding));
    }
    if (step.policy.continueOnFailure) {
      const finding = "expected no such option within a group, which ends PARTIAL by itself; set it on the group";
      problems.push(invalidInput(step.places.continueOnFailure, finding));
    }
  }
  return problems;
}

/** A step of `finally` never keeps the others from running. */
function finallyProblems(step: DraftStep): readonly PlanProblem[] {
  const mayFail = step.kind === "TOOL" ? step.policy.continueOnFailure : step.continueOnFailure;
  if (!mayFail) return [];
  const place = step.kind === "TOOL" ? step.places.continueOnFailure : [...step.places.step, "continueOnFailure"];
  return [invalidInput(place, "expected no such option in finally, whose steps run regardless of one another")];
}

/** Of a group whose first match counts one step runs, and none that stands behind one without a condition. */
function matchProblems({ children, maxConcurrency, places }: DraftParallelStep): readonly PlanProblem[] {
  const problems: PlanProblem[] = [];
  if (maxConcurrency !== null) {
    const finding = "expected no maxConcurrency with FIRST_MATCH, of whose steps one runs";
    problems.push(invalidInput([...places.step, "maxConcurrency"], finding));
  }
  const sure = children.findIndex(({ when }) => when === null);
  if (sure < 0 || sure === children.length - 1) return problems;
  const finding = "expected a condition, because the steps behind one without a condition never run";
  return [...problems, invalidInput(children[sure]?.places.when ?? places.step, finding)];
}

/** The one step of a map or loop has no name of its own: there is one for each item. */
function repeatProblems({ children, kind }: DraftMapStep | DraftLoopStep): readonly PlanProblem[] {
  const whole = kind === "MAP" ? "map" : "loop";
  return children.flatMap(({ after, id, places, resultKey }) => {
    const problem = (place: readonly string[], member: string) =>
      invalidInput(
        place,
        `expected no ${member} on the step of a ${whole}, which stands for many; set it on the ${whole}`,
      );
    return [
      ...(id === null ? [] : [problem(places.id, "stepId")]),
      ...(resultKey === null ? [] : [problem(places.resultKey, "resultKey")]),
      ...(after.length === 0 ? [] : [problem(places.after, "after")]),
    ];
  });
}

/** Problems of the ids in `after`. */
export function afterProblems(scope: PlanScope, drafts: ReadonlyMap<PlanStep, DraftStep>): readonly PlanProblem[] {
  return [...drafts].flatMap(([step, draft]) => {
    const placed = step.after.length === 0 ? undefined : scope.stepsById.get(step.id);
    if (placed === undefined || placed.step !== step) return [];
    return checkAfter(placed, scope).map(({ entry, finding }) => {
      return invalidInput([...draft.places.after, String(entry)], finding);
    });
  });
}

/** A problem for every cycle, at the first of its references, else at an `after`. Names the whole way around. */
export function cycleProblems(
  dependencies: readonly (readonly Dependency[])[],
  scope: PlanScope,
  drafts: ReadonlyMap<PlanStep, DraftStep>,
): readonly PlanProblem[] {
  return cyclesOf(dependencies).flatMap((cycle) => {
    const reason = cycle.find(({ expression }) => expression !== undefined) ?? cycle[0];
    const placed = scope.stepsById.get(reason?.stepId ?? "");
    const draft = placed === undefined ? undefined : drafts.get(placed.step);
    if (reason === undefined || placed === undefined || draft === undefined) return [];
    const finding = `the steps ${wayAround(cycle, scope)} wait for one another`;
    const { argument, expression, member } = reason;
    if (expression === undefined || member === "after")
      return [invalidInput(draft.places.after, `expected no cycle, but ${finding}`)];
    const holder = holderIn(placed.step, draft, member);
    return [templateProblem({ ...holder, argument, template: expression }, { reason: "CYCLE", finding })];
  });
}

function wayAround(cycle: readonly Dependency[], { plan }: PlanScope): string {
  const ids = cycle.map(({ on }) => plan.steps[on]?.id ?? "");
  return [ids.at(-1) ?? "", ...ids].join(" -> ");
}

/**
 * From a draft to the canonical plan: every step gets its id and position, every string its meaning. References that cannot be read
 * are reported and leave the plan unreadable, but everything else in it is built, so that one pass finds all problems (P11, E12).
 */
import type { JsonObject } from "./json.ts";
import { lowerReference, type PlanNames } from "./lower-reference.ts";
import { readOperand, unreadable } from "./operand.ts";
import type { Operand, Plan, PlanStep, Schedule, ToolStep } from "./plan.ts";
import type { DraftStep, DraftToolStep, PlanDraft } from "./plan-draft.ts";
import type { PlanProblem } from "./problem.ts";
import { invalidInput } from "./shape-problems.ts";
import { assignStepIds, draftSteps, nameProblems } from "./step-names.ts";
import { type TemplatePlace, templateProblem } from "./template-problem.ts";

export interface BuiltPlan {
  readonly plan: Plan;
  /** Whether `plan` says all that the draft said. */
  readonly readable: boolean;
  readonly problems: readonly PlanProblem[];
  /** Where each step of the plan came from. */
  readonly drafts: ReadonlyMap<PlanStep, DraftStep>;
}

/** Builds the plan that `draft` says, for a request with bindings of these names. */
export function buildPlan(draft: PlanDraft, schedule: Schedule, bindingNames: ReadonlySet<string>): BuiltPlan {
  const ids = assignStepIds(draft);
  const problems: PlanProblem[] = [...nameProblems(draft, ids)];
  const names = namesOf(draft, ids, bindingNames);
  const drafts = new Map<PlanStep, DraftStep>();
  const keep = <Step extends PlanStep>(step: Step, from: DraftStep): Step => {
    drafts.set(step, from);
    return step;
  };
  const toolStep = (step: DraftToolStep, position: number, isChild: boolean): ToolStep => {
    const id = ids.get(step) ?? "";
    const index = isChild ? null : position;
    const place = { stepId: id, stepIndex: index, argumentsPlace: step.places.arguments };
    const { kind, resultKey, after, independent, callableName, policy } = step;
    const operand = argumentsOperand(step.arguments, place, names, position, problems);
    return keep({ kind, id, index, resultKey, after, independent, callableName, arguments: operand, policy }, step);
  };
  const steps = draft.steps.map((step, position): PlanStep => {
    if (step.kind === "TOOL") return toolStep(step, position, false);
    const { kind, resultKey, after, independent, maxConcurrency, mergeStrategy, continueOnFailure } = step;
    const children = step.children.map((child) => toolStep(child, position, true));
    const id = ids.get(step) ?? "";
    const place = { id, index: position, resultKey, after, independent };
    return keep({ kind, ...place, children, maxConcurrency, mergeStrategy, continueOnFailure }, step);
  });
  const { reasoning, directResponse } = draft;
  return { plan: { schedule, reasoning, directResponse, steps }, readable: problems.length === 0, problems, drafts };
}

function namesOf(draft: PlanDraft, ids: ReadonlyMap<DraftStep, string>, bindingNames: ReadonlySet<string>): PlanNames {
  const positions = new Map<string, number>();
  const stepsByResultKey = new Map<string, string>();
  const topLevelIds = draft.steps.map((step) => ids.get(step) ?? "");
  let position = -1;
  for (const { step, group } of draftSteps(draft)) {
    if (group === null) position += 1;
    const id = ids.get(step) ?? "";
    if (!positions.has(id)) positions.set(id, position);
    if (step.resultKey !== null && !stepsByResultKey.has(step.resultKey)) stepsByResultKey.set(step.resultKey, id);
  }
  return { topLevelIds, positions, stepsByResultKey, bindingNames };
}

function argumentsOperand(
  value: JsonObject,
  step: Omit<TemplatePlace, "argument" | "template">,
  names: PlanNames,
  position: number,
  problems: PlanProblem[],
): Operand {
  return readOperand(value, {
    lower: (expression, argument) => {
      const lowering = lowerReference(expression, names, position);
      if (lowering.ok) return lowering.reference;
      problems.push(templateProblem({ ...step, argument, template: expression.text }, lowering));
      return unreadable(expression.text);
    },
    refuse: (required, template, argument) => {
      if (template === null) {
        problems.push(invalidInput([...step.argumentsPlace, ...argument], `expected ${required}`));
        return;
      }
      const facts = { reason: "SYNTAX", finding: `${required} is required` } as const;
      problems.push(templateProblem({ ...step, argument, template }, facts));
    },
  });
}

/**
 * From a draft to the canonical plan: every step gets its id and position, every string its meaning. References that cannot be read
 * are reported and leave the plan unreadable, but everything else in it is built, so that one pass finds all problems (P11, E12).
 */

import type { Json } from "../../json/json.ts";
import { withFewSuggestions } from "../../json/nearest-name.ts";
import { builtInSchema } from "../dialects/built-in-step.ts";
import { readCondition } from "../expressions/read-expression.ts";
import { type OperandReader, readOperand, unreadable } from "../operands/operand.ts";
import type { Condition, Operand, Plan, PlanStep, Schedule, ToolStep } from "../plan.ts";
import type { DraftLoopStep, DraftMapStep, DraftStep, DraftToolStep, PlanDraft } from "../plan-draft.ts";
import type { PlanProblem, PlanWarning } from "../problem.ts";
import { invalidInput } from "../shape-problems.ts";
import { bindReference, type PlanNames } from "./bind-reference.ts";
import { nearestSpellings } from "./lookalike-spelling.ts";
import { assignStepIds, draftSteps, nameProblems } from "./step-names.ts";
import { holderIn, lookalikeWarning, outputHolder, type TemplateHolder, templateProblem } from "./template-problem.ts";

/** No more are reported of a plan. */
const mostLookalikeWarnings = 100;

/** The surroundings for which a plan is built. */
export interface PlanSurroundings {
  readonly schedule: Schedule;
  /** Names of the initial bindings. */
  readonly bindingNames: ReadonlySet<string>;
  readonly hasInput: boolean;
  /** Template of the output, and its place in the request. Absent for a plan without one. */
  readonly output?: { readonly value: Json; readonly place: readonly string[] } | undefined;
}

export interface BuiltPlan {
  readonly plan: Plan;
  readonly output: Operand | undefined;
  /** Whether `plan` says all that the draft said. */
  readonly readable: boolean;
  readonly problems: readonly PlanProblem[];
  /** Text that looks like a reference and is kept as text. */
  readonly warnings: readonly PlanWarning[];
  /** Where each step of the plan came from. */
  readonly drafts: ReadonlyMap<PlanStep, DraftStep>;
}

/** Builds the plan that `draft` says. */
export function buildPlan(draft: PlanDraft, surroundings: PlanSurroundings): BuiltPlan {
  return withFewSuggestions(() => built(draft, surroundings));
}

function built(draft: PlanDraft, surroundings: PlanSurroundings): BuiltPlan {
  const ids = assignStepIds(draft);
  const findings: Findings = { problems: [...nameProblems(draft, ids)], warnings: [] };
  const { problems, warnings } = findings;
  const names = namesOf(draft, ids, surroundings);
  const drafts = new Map<PlanStep, DraftStep>();
  const keep = <Step extends PlanStep>(step: Step, from: DraftStep): Step => {
    drafts.set(step, from);
    return step;
  };
  const named = (step: DraftStep, position: number, isChild: boolean, seen = names) => {
    const { after, independent, isFinally, resultKey } = step;
    const place = { id: ids.get(step) ?? "", index: isChild ? null : position };
    const condition = conditionOf(step.when, reader(holderIn(place, step, "when"), seen, position, findings));
    return {
      ...place,
      resultKey,
      after,
      independent,
      ...(condition === undefined ? {} : { when: condition }),
      ...(isFinally === true ? { isFinally } : {}),
    };
  };
  const toolStep = (step: DraftToolStep, position: number, isChild: boolean, seen = names): ToolStep => {
    const { kind, callableName, inputSchema, outputSchema, policy } = step;
    const own = named(step, position, isChild, seen);
    const holder = holderIn(own, step, "arguments");
    const operand = readOperand(step.arguments, reader(holder, seen, position, findings));
    const givenBack = outputSchema ?? builtInSchema(callableName, operand);
    const schemas = {
      ...(inputSchema === null ? {} : { inputSchema }),
      ...(givenBack === undefined ? {} : { outputSchema: givenBack }),
    };
    return keep({ kind, ...own, callableName, arguments: operand, policy, ...schemas }, step);
  };
  const repeatedStep = (step: DraftMapStep | DraftLoopStep, position: number): PlanStep => {
    const own = named(step, position, false);
    const seen = { ...names, within: step.kind };
    const children = step.children.map((child) => toolStep(child, position, true, seen));
    if (step.kind === "MAP") {
      const { kind, continueOnFailure, maxConcurrency, maxFailures, maxItems } = step;
      const over = readOperand(step.over, reader(holderIn(own, step, "over"), names, position, findings));
      const bounds = { maxConcurrency, maxItems, maxFailures, continueOnFailure };
      return keep({ kind, ...own, over, children, ...bounds }, step);
    }
    const { asked, continueOnFailure, delayMs, kind, maxIterations } = step;
    const condition = conditionOf(step.condition, reader(holderIn(own, step, "until"), seen, position, findings));
    const bounds = { delayMs, maxIterations, continueOnFailure };
    return keep({ kind, ...own, children, condition: { ...(condition ?? unreadCondition), asked }, ...bounds }, step);
  };
  const steps = draft.steps.map((step, position): PlanStep => {
    if (step.kind === "TOOL") return toolStep(step, position, false);
    if (step.kind !== "PARALLEL") return repeatedStep(step, position);
    const { kind, maxConcurrency, mergeStrategy, continueOnFailure } = step;
    const own = named(step, position, false);
    const children = step.children.map((child) => toolStep(child, position, true));
    return keep({ kind, ...own, children, maxConcurrency, mergeStrategy, continueOnFailure }, step);
  });
  const { reasoning, directResponse, finallyTimeoutMs } = draft;
  const timeout = finallyTimeoutMs === undefined ? {} : { finallyTimeoutMs };
  const plan = { schedule: surroundings.schedule, reasoning, directResponse, steps, ...timeout };
  const output = outputOf(surroundings.output, names, findings);
  return { plan, output, readable: problems.length === 0, problems, warnings, drafts };
}

/** Stands behind all steps, sees no initial bindings, and not how the execution ended, which an output is a part of. */
function outputOf(output: PlanSurroundings["output"], names: PlanNames, findings: Findings): Operand | undefined {
  if (output === undefined) return undefined;
  const seen = { ...names, bindingNames: new Set<string>(), finallyFrom: undefined };
  return readOperand(output.value, reader(outputHolder(output.place), seen, names.topLevelIds.length, findings));
}

/** Stands where the condition of a loop could not be read, which is reported. */
const unreadCondition: Condition = { expression: "", cel: "false", references: [] };

function conditionOf(text: string | null, { bind, refuse }: OperandReader): Condition | undefined {
  if (text === null) return undefined;
  const reading = readCondition(text, (expression) => bind(expression, []));
  if (reading.ok) return reading.condition;
  refuse(reading.finding, undefined, []);
  return undefined;
}

function namesOf(
  draft: PlanDraft,
  ids: ReadonlyMap<DraftStep, string>,
  { bindingNames, hasInput }: PlanSurroundings,
): PlanNames {
  const positions = new Map<string, number>();
  const stepsByResultKey = new Map<string, string>();
  const topLevelIds = draft.steps.map((step) => ids.get(step) ?? "");
  let position = -1;
  for (const { step, group } of draftSteps(draft)) {
    if (group === undefined) position += 1;
    const id = ids.get(step) ?? "";
    if (!positions.has(id)) positions.set(id, position);
    if (step.resultKey !== null && !stepsByResultKey.has(step.resultKey)) stepsByResultKey.set(step.resultKey, id);
  }
  const firstFinally = draft.steps.findIndex(({ isFinally }) => isFinally === true);
  const finallyFrom = firstFinally < 0 ? undefined : firstFinally;
  return { topLevelIds, positions, stepsByResultKey, bindingNames, hasInput, finallyFrom };
}

interface Findings {
  readonly problems: PlanProblem[];
  readonly warnings: PlanWarning[];
}

function reader(
  holder: TemplateHolder,
  names: PlanNames,
  position: number,
  { problems, warnings }: Findings,
): OperandReader {
  return {
    bind: (expression, argument) => {
      const binding = bindReference(expression, names, position);
      if (binding.ok) return binding.reference;
      problems.push(templateProblem({ ...holder, argument, template: expression.text }, binding));
      return unreadable(expression.text);
    },
    refuse: (required, template, argument) => {
      if (template === undefined) {
        problems.push(invalidInput([...holder.place, ...argument], `expected ${required}`));
        return;
      }
      const facts = { reason: "SYNTAX", finding: `${required} is required` } as const;
      problems.push(templateProblem({ ...holder, argument, template }, facts));
    },
    resembling: (lookalikes, argument) => {
      const described = lookalikes.map((one) => ({ ...one, nearest: nearestSpellings(one, names, position) }));
      const whole = described.find(({ isWhole }) => isWhole);
      if (whole === undefined) {
        if (warnings.length < mostLookalikeWarnings)
          warnings.push(lookalikeWarning({ ...holder, argument }, described));
        return;
      }
      const { nearest: nearestNames, text: template } = whole;
      const finding = `it looks like a reference and is none; write $${template} if the text is meant`;
      problems.push(templateProblem({ ...holder, argument, template }, { reason: "SYNTAX", finding, nearestNames }));
    },
  };
}

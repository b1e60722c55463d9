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
import type {
  DraftLoopStep,
  DraftMapStep,
  DraftParallelStep,
  DraftStep,
  DraftToolStep,
  PlanDraft,
} from "../plan-draft.ts";
import type { PlanProblem, PlanWarning } from "../problem.ts";
import { invalidInput } from "../shape-problems.ts";
import { bindReference, type PlanNames } from "./bind-reference.ts";
import { nearestSpellings } from "./lookalike-spelling.ts";
import { assignStepIds, draftSteps, nameProblems } from "./step-names.ts";
import { holderIn, lookalikeWarning, outputHolder, type TemplateHolder, templateProblem } from "./template-problem.ts";

/** No more are reported of a plan. */
const mostLookalikeWarnings = 100;

/** The context in which a plan is built. */
export interface PlanContext {
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
export function buildPlan(draft: PlanDraft, context: PlanContext): BuiltPlan {
  return withFewSuggestions(() => built(draft, context));
}

function built(draft: PlanDraft, context: PlanContext): BuiltPlan {
  const ids = assignStepIds(draft);
  const names = namesOf(draft, ids, context);
  const findings: Findings = { problems: [...nameProblems(draft, ids)], warnings: [] };
  const builder = new StepBuilder(ids, names, findings);
  const { reasoning, directResponse, finallyTimeoutMs } = draft;
  const steps = draft.steps.map((step, position) => builder.step(step, position));
  const timeout = finallyTimeoutMs === undefined ? {} : { finallyTimeoutMs };
  const plan = { schedule: context.schedule, reasoning, directResponse, steps, ...timeout };
  const output = outputOf(context.output, names, findings);
  const { problems, warnings } = findings;
  return { plan, output, readable: problems.length === 0, problems, warnings, drafts: builder.drafts };
}

/** Builds the steps of one draft, and adds to the findings what cannot be read in them. */
class StepBuilder {
  readonly drafts = new Map<PlanStep, DraftStep>();
  readonly #ids: ReadonlyMap<DraftStep, string>;
  readonly #names: PlanNames;
  readonly #findings: Findings;

  constructor(ids: ReadonlyMap<DraftStep, string>, names: PlanNames, findings: Findings) {
    this.#ids = ids;
    this.#names = names;
    this.#findings = findings;
  }

  /** The step at `position` of the plan. */
  step(step: DraftStep, position: number): PlanStep {
    switch (step.kind) {
      case "TOOL":
        return this.#tool(step, position, position, this.#names);
      case "PARALLEL":
        return this.#group(step, position);
      case "MAP":
        return this.#map(step, position);
      case "LOOP":
        return this.#loop(step, position);
    }
  }

  #group(step: DraftParallelStep, position: number): PlanStep {
    const { kind, maxConcurrency, mergeStrategy, continueOnFailure } = step;
    const common = this.#common(step, position, position, this.#names);
    const children = step.children.map((child) => this.#tool(child, null, position, this.#names));
    return this.#kept({ kind, ...common, children, maxConcurrency, mergeStrategy, continueOnFailure }, step);
  }

  #map(step: DraftMapStep, position: number): PlanStep {
    const { kind, continueOnFailure, maxConcurrency, maxFailures, maxItems } = step;
    const common = this.#common(step, position, position, this.#names);
    const within = { ...this.#names, within: kind };
    const children = step.children.map((child) => this.#tool(child, null, position, within));
    const over = readOperand(step.over, this.#reader(holderIn(common, step, "over"), position, this.#names));
    const bounds = { maxConcurrency, maxItems, maxFailures, continueOnFailure };
    return this.#kept({ kind, ...common, over, children, ...bounds }, step);
  }

  #loop(step: DraftLoopStep, position: number): PlanStep {
    const { asked, continueOnFailure, delayMs, kind, maxIterations } = step;
    const common = this.#common(step, position, position, this.#names);
    const within = { ...this.#names, within: kind };
    const children = step.children.map((child) => this.#tool(child, null, position, within));
    const read = conditionOf(step.condition, this.#reader(holderIn(common, step, "until"), position, within));
    const condition = { ...(read ?? unreadCondition), asked };
    return this.#kept({ kind, ...common, children, condition, delayMs, maxIterations, continueOnFailure }, step);
  }

  /** `index` is null for a child of the step at `position`. */
  #tool(step: DraftToolStep, index: number | null, position: number, names: PlanNames): ToolStep {
    const { kind, callableName, inputSchema, outputSchema, policy } = step;
    const common = this.#common(step, index, position, names);
    const operand = readOperand(step.arguments, this.#reader(holderIn(common, step, "arguments"), position, names));
    const givenBack = outputSchema ?? builtInSchema(callableName, operand);
    const schemas = {
      ...(inputSchema === null ? {} : { inputSchema }),
      ...(givenBack === undefined ? {} : { outputSchema: givenBack }),
    };
    return this.#kept({ kind, ...common, callableName, arguments: operand, policy, ...schemas }, step);
  }

  /** The members of every step. */
  #common(step: DraftStep, index: number | null, position: number, names: PlanNames) {
    const { after, independent, isFinally, resultKey } = step;
    const place = { id: this.#ids.get(step) ?? "", index };
    const when = this.#conditionOf(step, place, position, names);
    return {
      ...place,
      resultKey,
      after,
      independent,
      ...(when === undefined ? {} : { when }),
      ...(isFinally === true ? { isFinally } : {}),
    };
  }

  #conditionOf(step: DraftStep, place: Pick<PlanStep, "id" | "index">, position: number, names: PlanNames) {
    if (step.when === null) return undefined;
    return conditionOf(step.when, this.#reader(holderIn(place, step, "when"), position, names));
  }

  #reader(holder: TemplateHolder, position: number, names: PlanNames): OperandReader {
    return reader(holder, names, position, this.#findings);
  }

  #kept<Step extends PlanStep>(step: Step, from: DraftStep): Step {
    this.drafts.set(step, from);
    return step;
  }
}

/** Stands behind all steps, sees no initial bindings, and not how the execution ended, which an output is a part of. */
function outputOf(output: PlanContext["output"], names: PlanNames, findings: Findings): Operand | undefined {
  if (output === undefined) return undefined;
  const seen = { ...names, bindingNames: new Set<string>(), finallyFrom: undefined };
  return readOperand(output.value, reader(outputHolder(output.place), seen, names.topLevelIds.length, findings));
}

/** Stands where the condition of a loop could not be read, which is reported. */
const unreadCondition: Condition = { expression: "", cel: "false", references: [] };

function conditionOf(text: string, { bind, refuse }: OperandReader): Condition | undefined {
  const parsed = readCondition(text, (expression) => bind(expression, []));
  if (parsed.ok) return parsed.condition;
  refuse(parsed.finding, undefined, []);
  return undefined;
}

function namesOf(
  draft: PlanDraft,
  ids: ReadonlyMap<DraftStep, string>,
  { bindingNames, hasInput }: PlanContext,
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
